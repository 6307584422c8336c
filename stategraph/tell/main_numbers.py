"""The main numbers of levels, for pages, indexes and tables on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from stategraph.metrics.units import HEADLINES
from stategraph.readable import Record
from stategraph.tell.phrases import cell, columns

if TYPE_CHECKING:
    from stategraph.difficulty import Difficulty

DEAD = "States from which the goal cannot be reached any more."
TRAP = "Moves that lose the game: from a state that can still win into a dead one."

# by the names that `rows_of_numbers` in analyse.py returns; {runner}: the actor that never stops
MEANINGS = {
    "by walks": "The level as its player sees it: a walk to a block and a push are one move, and "
    "where the player stands counts only for what can be pushed from there.",
    "by turns": "The level as its player sees it: all that one of the pieces moves before another "
    "does is one turn.",
    "length": "The fewest pushes or turns to the goal. Longer levels are harder, a little.",
    "narrowness": "An only move is the one right one of several; through a forced state or a gate "
    "every solution leads. Of all numbers here these agree best with how hard people find a level.",
    "going back": "The right move does not always bring the goal nearer, and moves back throw "
    "players back. Levels with more of that are harder, a little.",
    "dead ends": "Dead states, trap moves and dead-end cycles, counted in pushes or turns.",
    "state graph": "A state is everything that can differ from one moment of play to another; a "
    "move leads from one state to the next. All winning states count as one: the goal. How many "
    "states there are says how large a puzzle is; it says nothing about how hard it is.",
    "not reachable": "How many states there would be besides, such as two actors in any rooms, "
    "that no play from the start comes to.",
    "shortest solution": "The fewest moves from the start to the goal. Where several solutions are "
    "as short, the first one is shown: the one whose moves come first by their letters and digits.",
    "farthest state": "The state that takes the most moves to reach, by the shortest way to it.",
    "dead states": DEAD,
    "of them stuck": "Dead states in which there is no move at all.",
    "dead-end cycles": "Groups of dead states in which play can circle forever.",
    "trap moves": TRAP,
    "can win": "Whether there is a play that reaches the goal.",
    "every run wins": "Whether the {runner}, who never stops, reaches the goal for all moves of "
    "the others.",
    "can be trapped": "Whether play can come to a state from which the goal cannot be reached.",
    "the {runner}": "No other piece can move, so that only one play is possible.",
}

# the numbers at the top of a page and in the index, with their meanings
COLUMNS = (
    ("States", "Everything that play can reach, all winning states counted as one. The number says "
     "how large a puzzle is; it says nothing about how hard it is."),
    ("Moves to win", "How many moves a shortest solution takes."),
    ("Shortest ways", "How many solutions are that short."),
    ("Dead states", DEAD),
    ("Trap moves", TRAP),
)  # fmt: skip

# the label in `MEANINGS` that explains each of `COLUMNS` in detail
ROWS = ("state graph", "shortest solution", "shortest solution", "dead states", "trap moves")

# the numbers in an index that agree with people
PEOPLE = (
    ("Length", "The fewest pushes or turns to the goal; moves, of a level that has neither."),
    ("Only moves", "Decisions along the first solution of which one move alone is right. Of all "
     "numbers here this one agrees best with how hard people find a level."),
    ("Led away", "Right moves along it that do not bring the goal nearer by the heuristic."),
    ("Harder than", "How many of 100 reference levels are easier for people, by an estimate that "
     "was fitted to what people did; ~: rough, as there is no data for this family."),
)  # fmt: skip


def about(text: str, runner: str) -> str:
    """Return a text of `MEANINGS` about one or several actors that never stop.

    >>> about("Whether the {runner}, who never stops, reaches the goal", "knights")
    'Whether the knights, who never stop, reach the goal'
    """
    if runner.endswith("s"):
        text = text.replace("never stops, reaches", "never stop, reach")
    return text.replace("{runner}", runner)


# the columns that fit on a terminal
TERMINAL_COLUMNS = (
    "level",
    "states",
    "shortest",
    "shortest_count",
    "dead_states",
    "trap_moves",
    "by",
    "length",
    "narrowness",
    "going_back",
)


def cells(record: Record) -> list[tuple[str, str]]:
    """Return the numbers of `COLUMNS` as (text, sort key); the key of a missing number is ""."""
    size = record["states"]
    if record["solvable"] is False:
        ways = [("no solution", ""), ("none", "")]
    else:
        ways = [_cell(record, name) for name in ("shortest", "shortest_count")]
    ends = [_cell(record, name) for name in ("dead_states", "trap_moves")]
    return [(_short(size) if record["complete"] else f"≥ {_short(size)}", str(size)), *ways, *ends]


def people_cells(row: Mapping[str, Any], hard: Difficulty | None) -> list[tuple[str, str]]:
    """Return the numbers of `PEOPLE` in the format of `cells`.

    Parameters
    ----------
    row : mapping
        of `Analysis.row`
    hard : Difficulty or None
        None if it was not computed
    """
    shown_cells = []
    for name in HEADLINES:
        value = row[name]
        shown = cell(value) if value is not None or name not in row["unknown"] else "unknown"
        shown_cells.append((shown, "" if value is None else str(value)))
    if hard is None or hard.percentile is None:
        return [*shown_cells, ("unknown" if hard is None or hard.unknown else cell(None), "")]
    about = "~" if hard.basis == "by analogy" else ""
    return [*shown_cells, (f"{about}{hard.percentile:.0f}%", f"{hard.percentile:.4g}")]


def _cell(record: Record, name: str) -> tuple[str, str]:
    value = record[name]
    if value is not None:
        return _short(value), str(value)
    least = record["at_least"].get(name)
    return (f"≥ {_short(least)}", str(least)) if least else ("unknown", "")


def _short(number: int) -> str:
    """Return a number as text; a large one is rounded.

    >>> _short(12345), _short(2**70)
    ('12,345', '1.2 × 10^21')
    """
    if number < 10**12:
        return f"{number:,}"
    digits, _, power = f"{Decimal(number):.1E}".partition("E+")
    return f"{digits} × 10^{power}"


def table(rows: Sequence[Record], names: Sequence[str] | None = None) -> list[str]:
    """Return the rows of `Analysis.row` as lines with some columns, `TERMINAL_COLUMNS` by default.

    An unknown cell is empty, and a dash means no value.
    """
    names = names or TERMINAL_COLUMNS
    known = ([_known(row, name) for name in names] for row in rows)
    return columns([names, *known])


def _known(row: Record, name: str) -> str:
    return "" if name in row["unknown"] else cell(row[name])
