"""The verb ``polish``: small improvements of a finished level, with proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.cli import designs
from stategraph.cli.designs import Change
from stategraph.cli.outputs import json_option
from stategraph.cli.parsing import Options, option, part
from stategraph.cli.terminal import ANSWERED, Answer, Progress
from stategraph.errors import InputError, TooLargeError

if TYPE_CHECKING:
    from stategraph.invent import Polish, Wishes
    from stategraph.level_files import Level

SUMMARY = "remove shortcuts, dead walks and decoration"
HELP = """\
Polish a level in three steps, and print the effects of each step:

1. Remove unintended solutions with the fewest edits, until one solution remains, up to the order of
   moves (or until --want holds).
2. Shorten the play that remains possible after the goal is lost.
3. Remove decoration.

The intended solution stays. The later steps keep all shortest solutions, label by label, and all
trap moves. The exit code is 1 if no --most edits close the level, and 3 if some trials exceeded a
limit; the other steps run in both cases.

  $ stategraph polish psychopath/many-traps
  $ stategraph polish level.yaml --want "unique: true" --keep 2:5 -o polished.yaml
"""


# Demands that limit unintended solutions.
CLOSING = {"unique", "unique_up_to_order", "shortest_count", "solution_classes"}


class Request(Options):
    """The options of ``polish``."""

    change: Change = part(Change)
    solution: str | None = option(
        "--solution MOVES", "the one that is meant (default: the first shortest)", str
    )
    json: bool = json_option()


def answer(request: Request) -> Answer:
    """Polish a level."""
    from stategraph.tell import polish as tell

    change = request.change
    level = designs.level_to_change(change)
    polish_run = _polished(request, level)
    designs.write_changed(change, level, polish_run.draft, "polished")
    board = [] if change.output else polish_run.draft.text.rstrip("\n").split("\n")
    closing = polish_run.closing
    return Answer(
        lambda: tell.record(level, polish_run),
        lambda: [*tell.words(level, polish_run), *board],
        ANSWERED[True if closing.draft is not None else False if closing.proven else None],
        exact=True,
    )


def _polished(request: Request, level: Level) -> Polish:
    """Polish a level. Without a demand on the number of solutions, demand exactly one."""
    from stategraph import design, invent

    change = request.change
    demands = designs.wanted_of(change, level)
    if not {demand.name for demand in demands} & CLOSING:
        demands.append(design.demand("unique_up_to_order", True))
    maker, wishes = designs.maker_and_wishes(change, level, demands)
    solution = _intended_solution(request.solution, level, wishes)
    with Progress() as progress:
        show = designs.show_tried(progress)
        return invent.polished(maker, wishes, solution, change.most, show)


def _intended_solution(moves: str | None, level: Level, wishes: Wishes) -> tuple[str, ...]:
    """Return the solution that --solution gives, or the first shortest one."""
    from stategraph.analysis import first_solution
    from stategraph.laws.typed_solutions import replay_with_verdict

    graph = wishes.expanded(level.puzzle)
    if not graph.complete:
        raise TooLargeError(f"{level.file}: more than {wishes.states:,} states; see --max-states")
    if graph.goal is None:
        raise InputError(f"{level.file}: it has no solution; try `stategraph repair`")
    if moves is None:
        return first_solution(graph).labels
    replay, wins = replay_with_verdict(level.puzzle, level.family.labels(moves))
    if not wins:
        raise InputError(f"--solution: {moves!r} is not a solution of {level.file}")
    return replay.labels
