"""The verb ``ablate``: what each element of a level is for."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE, UNKNOWN
from stategraph.cli.outputs import output_form
from stategraph.cli.terminal import Progress, remark, say_exactly, say_lines
from stategraph.errors import InputError
from stategraph.files import check_folder, write

if TYPE_CHECKING:
    from stategraph.design import Ablation, Trials
    from stategraph.levels import Level

PICTURES = ("svg", "png", "pdf")

HELP = """\
Take each element out of a level (a corridor, wall, block, food, opening, tile) and solve it anew:
which ones bear the load, which only shorten the solution, which are decoration; and the smallest
level that plays the same, from which nothing more can be taken. What has more than 20 times the
states that the level has (and 10,000) is left unknown (exit 3), or what --max-states says.

  $ stategraph ablate psychopath/many-traps
  $ stategraph ablate psychopath/many-traps -o weights.svg --minimal small.yaml
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(
        verbs, "ablate", run, "what each element of a level is for", HELP
    )
    made.add_argument(
        "-o", dest="output", metavar="FILE", help="draw it on the board: FILE.svg, .png or .pdf"
    )
    made.add_argument(
        "--minimal", metavar="FILE", help="write the smallest level that plays the same"
    )
    made.add_argument(
        "--same",
        choices=("solutions", "play"),
        default="solutions",
        help="what the smallest level keeps: the shortest solutions (default), or all play",
    )
    made.add_argument(
        "--jobs", metavar="N", type=options.count, help="processes (default: one for each core)"
    )


def run(args: argparse.Namespace) -> int:
    """Judge every element of a level."""
    from stategraph import design, levels
    from stategraph.tell import ablate as tell

    if args.output:
        output_form(args.output, PICTURES)
    level = inputs.load(args)
    if not level.family.elements(level.puzzle):
        raise InputError(f"{level.file}: it has no elements that could be taken out")
    if args.minimal:
        check_folder(args.minimal)
        levels.check_format(args.minimal, level)
    trials = design.Trials(
        level.family,
        level.puzzle,
        inputs.limits(args),
        args.engine,
        args.jobs,
        inputs.expand(args, level),
    )
    found, kept, sure = _ablated(trials, args.same == "play")
    left = [trials.elements[k].name for k in kept]
    if args.json:
        say_exactly(tell.record(level, found, left, sure))
    else:
        say_lines(tell.words(found, left, args.same))
    _write_ablation(args, level, trials, found, kept)
    if not sure:
        remark(f"{level.file}: a limit was met; a smaller level may play the same too")
    return UNKNOWN if found.called("unknown") else DONE


def _ablated(trials: Trials, whole_play: bool) -> tuple[Ablation, list[int], bool]:
    from stategraph import design

    with Progress() as progress:
        found = design.ablate(
            trials, done=lambda k, n: progress.show(f"{k} of {n} elements judged")
        )
        kept, sure = design.minimal(
            trials, whole_play, lambda k, n: progress.show(f"{k} of {n} elements are enough")
        )
    return found, kept, sure


def _write_ablation(
    args: argparse.Namespace, level: Level, trials: Trials, found: Ablation, kept: list[int]
) -> None:
    """Write the picture and the smallest level, where they are asked for."""
    if args.output:
        from stategraph.pictures.plots.weights import weights_picture

        form = output_form(args.output, PICTURES)
        write(args.output, weights_picture(level.draw(level.puzzle.start), found, form))
    if args.minimal:
        from stategraph.levels import text_for

        gone = [element for k, element in enumerate(trials.elements) if k not in set(kept)]
        puzzle: Any = level.family.without(level.puzzle, gone)
        title = f"{level.title or level.name}, all that matters"
        text = text_for(args.minimal, level.family, puzzle, puzzle.start, title)
        write(args.minimal, text.encode())
