"""The verb ``repair``: the smallest set of edits after which a level satisfies its demands."""

from __future__ import annotations

from stategraph.cli import designs
from stategraph.cli.designs import Change
from stategraph.cli.outputs import json_option
from stategraph.cli.parsing import Options, part
from stategraph.cli.terminal import ANSWERED, Answer, Progress
from stategraph.errors import InputError

SUMMARY = "the fewest changes that meet demands"
HELP = """\
Change a level as little as possible, so that it meets all demands: its own, and those of --want.
All single edits are tried, then all pairs, up to --most. An edit replaces the sign of a cell; for
levels without a board, it removes or inserts an element. All smallest repairs are listed: edits of
walls first, those of the player, the goals and the rim last. Equal ones are ordered by the share of
the old play that stays (the states that the same moves still reach), then by the length and the
number of shortest solutions. The first one is written. The exit code is 1 if no repair exists
within --most edits, and 3 if some trials exceeded a limit.

  $ stategraph repair psychopath/two-in-a-row --want "solvable: true"
  $ stategraph repair pack.xsb#3 --puzzle sokoban --want "solvable: true" -o repaired.xsb
"""


class Request(Options):
    """The options of ``repair``."""

    change: Change = part(Change)
    json: bool = json_option()


def answer(request: Request) -> Answer:
    """Repair a level."""
    from stategraph import invent
    from stategraph.tell import repair as tell

    change = request.change
    level = designs.level_to_change(change)
    demands = designs.wanted_of(change, level)
    if not demands:
        raise InputError(
            f"{level.file}: no demands: add --want DEMAND, or demand: to the level file"
        )
    maker, wishes = designs.maker_and_wishes(change, level, demands)
    with Progress() as progress:
        result = invent.repaired(maker, wishes, change.most, designs.show_tried(progress))
    text = None if result.draft is None else result.draft.text
    designs.write_changed(change, level, result.draft, "repaired")
    board = text.rstrip("\n").split("\n") if text and result.edits and not change.output else []
    return Answer(
        lambda: tell.record(level, result, text),
        lambda: [*tell.words(result), *board],
        ANSWERED[True if text is not None else False if result.proven else None],
        exact=True,
    )
