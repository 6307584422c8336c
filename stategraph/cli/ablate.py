"""The verb ``ablate``: the purpose of each element of a level."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from stategraph.cli import graphs, option_values
from stategraph.cli.designs import seeing
from stategraph.cli.graphs import Expansion, GraphRequest, by_option
from stategraph.cli.outputs import (
    PICTURES,
    check_level,
    form_if,
    output_option,
    write_level,
)
from stategraph.cli.parsing import option, part
from stategraph.cli.terminal import DONE, UNKNOWN, Answer, Progress, remark
from stategraph.errors import InputError
from stategraph.files import write

if TYPE_CHECKING:
    from stategraph.design import Ablation, Trials
    from stategraph.level_files import Level


SUMMARY = "what each element of a level is for"
HELP = """\
Remove each element of a level in turn (a corridor, wall, block, food, opening, tile) and solve it.
The verdict says which elements are needed, which only shorten the solution, and which are
decoration. The smallest level with the same solutions is printed as well. A trial may have up to 20
times the states of the level (at least 10,000), or --max-states; with more, its verdict is unknown
(exit 3).

  $ stategraph ablate psychopath/many-traps
  $ stategraph ablate psychopath/many-traps -o weights.svg --minimal small.yaml
"""


class Request(GraphRequest):
    """The options of ``ablate``."""

    expansion: Expansion = part(Expansion, by=by_option())
    output: str | None = output_option("draw it on the board: FILE.svg, .png or .pdf")
    minimal: str | None = option(
        "--minimal FILE", "write the smallest level with the same solutions"
    )
    same: str = option(
        "--same",
        "what the smallest level keeps: the shortest solutions (default), or the state graph",
        choices=("solutions", "play"),
        default="solutions",
    )
    jobs: int | None = option(
        "--jobs N", "processes (default: one for each core)", option_values.count
    )


def answer(request: Request) -> Answer:
    """Return the verdict on every element of a level."""
    from stategraph.tell import ablate as tell

    form = form_if(request.output, PICTURES)
    level = request.load()
    if request.minimal is not None:
        check_level(request.minimal, level)
    trials = _trials(request, level)
    ablation, indices, sure = _ablation(request, trials)
    sufficient = [trials.elements[k].name for k in indices]

    def then() -> int:
        if request.output is not None and form is not None:
            from stategraph.pictures.picture import board_picture
            from stategraph.pictures.plots.weights import weights_drawing

            drawing = level.rimmed(weights_drawing(level.draw(level.puzzle.start), ablation))
            write(request.output, board_picture(drawing, form))
        if request.minimal is not None:
            smallest = trials.left(indices)
            write_level(request.minimal, level, smallest, smallest.start, "all that matters")
        if not sure:
            remark(f"{level.file}: a limit was reached; a smaller level may be enough")
        return UNKNOWN if ablation.called("unknown") else DONE

    return Answer(
        lambda: tell.record(level, ablation, sufficient, sure),
        lambda: tell.words(ablation, sufficient, request.same),
        then,
        exact=True,
    )


def _trials(request: Request, level: Level) -> Trials:
    """Return an object that solves the level without some of its elements."""
    from stategraph import design
    from stategraph.expand import expand

    if not level.family.elements(level.puzzle):
        raise InputError(f"{level.file}: it has no elements that could be removed")
    expansion = request.expansion
    graph, see = graphs.expand(expansion, level), seeing(expansion, level)
    expander = partial(expand, engine=expansion.engine)
    return design.Trials(
        level.family, level.puzzle, expansion.limits, expander, request.jobs, graph, see
    )


def _ablation(request: Request, trials: Trials) -> tuple[Ablation, list[int], bool]:
    """Return the verdicts, the sufficient elements, and whether no smaller set is sufficient."""
    from stategraph import design

    with Progress() as progress:

        def show_judged(k: int, n: int) -> None:
            progress.show(f"{k} of {n} elements judged")

        def show_sufficient(k: int, n: int) -> None:
            progress.show(f"{k} of {n} elements are enough")

        ablation = design.ablate(trials, on_progress=show_judged)
        return ablation, *design.minimal(trials, request.same == "play", show_sufficient)
