"""The main numbers of levels, for pages, indexes and tables on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from stategraph.metrics.units import HEADLINES
from stategraph.readable import Record
from stategraph.tell.phrases import cell, columns

if TYPE_CHECKING:
    from stategraph.difficulty import Difficulty

DEAD = "States from which the goal can no longer be reached."
TRAP = "Moves from a state that can still win into a dead state."

# explanations of the rows that `rows_of_numbers` in analyse.py returns, by row name; {runner} is
# replaced by the name of the actor that never stops
MEANINGS = {
    "by walks": "The level in the units of its player: walks between pushes are not counted. "
    "States between which the player can walk back and forth are one state.",
    "by turns": "The level in the units of its player: consecutive moves of one piece are one "
    "turn.",
    "length": "The fewest pushes or turns to the goal. Longer levels are slightly harder.",
    "narrowness": "An only move is a decision with one right move. A forced state is on every "
    "shortest solution, a gate on every solution. These numbers agree best with the difficulty "
    "for people.",
    "going back": "Moves of the solution that do not bring the goal nearer by the heuristic. "
    "Levels with more of them are slightly harder.",
    "dead ends": "Dead states, trap moves and dead-end cycles, counted in pushes or turns.",
    "state graph": "A state is one configuration of the level, and a move leads from one state to "
    "another. All winning states count as one: the goal. The number of states is the size of a "
    "puzzle; it does not predict its difficulty.",
    "not reachable": "States that exist, such as two actors in any rooms, but that play never "
    "reaches from the start.",
    "shortest solution": "The fewest moves from the start to the goal. If several solutions are "
    "shortest, the one that comes first in alphabetical order is shown.",
    "farthest state": "The state that takes the most moves to reach, by a shortest path.",
    "dead states": DEAD,
    "of them stuck": "Dead states without a move.",
    "dead-end cycles": "Groups of dead states in which the player can move in circles.",
    "trap moves": TRAP,
    "can win": "Whether some play reaches the goal.",
    "every run wins": "Whether the {runner}, who never stops, reaches the goal for all moves of "
    "the others.",
    "can be trapped": "Whether play can reach a state from which the goal cannot be reached.",
    "the {runner}": "No other piece can move, so only one play is possible.",
}

# the numbers at the top of a page and in the index, with their meanings
COLUMNS = (
    ("States", "The states that play can reach; all winning states count as one. The number does "
     "not predict the difficulty."),
    ("Moves to win", "The number of moves of a shortest solution."),
    ("Shortest solutions", "The number of shortest solutions."),
    ("Dead states", DEAD),
    ("Trap moves", TRAP),
)  # fmt: skip

# the label in `MEANINGS` that explains each of `COLUMNS` in detail
ROWS = ("state graph", "shortest solution", "shortest solution", "dead states", "trap moves")

# the numbers in an index that agree with the difficulty for people
PEOPLE = (
    ("Length", "The fewest pushes or turns to the goal; moves, if the level has neither."),
    ("Only moves", "Decisions along the first solution with one right move. This number agrees "
     "best with the difficulty for people."),
    ("Counterintuitive", "Moves of the solution that do not bring the goal nearer by the "
     "heuristic."),
    ("Harder than", "The share of reference levels that are easier for people, by an estimate "
     "fitted to their plays; ~: rough, without data for this family."),
)  # fmt: skip


def about(text: str, runner: str) -> str:
    """Insert the name of the actor, or actors, that never stop into a text of `MEANINGS`.

    >>> about("Whether the {runner}, who never stops, reaches the goal", "knights")
    'Whether the knights, who never stop, reach the goal'
    """
    if runner.endswith("s"):
        text = text.replace("never stops, reaches", "never stop, reach")
    return text.replace("{runner}", runner)


# the default columns, which fit on a terminal
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
    """Return the numbers of `COLUMNS` as (text, sort key). A missing number has the key ""."""
    size = record["states"]
    if record["solvable"] is False:
        solutions = [("no solution", ""), ("none", "")]
    else:
        solutions = [_cell(record, name) for name in ("shortest", "shortest_count")]
    ends = [_cell(record, name) for name in ("dead_states", "trap_moves")]
    return [
        (_short(size) if record["complete"] else f"≥ {_short(size)}", str(size)),
        *solutions,
        *ends,
    ]


def people_cells(row: Record, hard: Difficulty | None) -> list[tuple[str, str]]:
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
        text = cell(value) if value is not None or name not in row["unknown"] else "unknown"
        shown_cells.append((text, "" if value is None else str(value)))
    if hard is None or hard.percentile is None:
        return [*shown_cells, ("unknown" if hard is None or hard.unknown else cell(None), "")]
    mark = "~" if hard.basis == "by analogy" else ""
    return [*shown_cells, (f"{mark}{hard.percentile:.0f}%", f"{hard.percentile:.4g}")]


def _cell(record: Record, name: str) -> tuple[str, str]:
    value = record[name]
    if value is not None:
        return _short(value), str(value)
    least = record["at_least"].get(name)
    return (f"≥ {_short(least)}", str(least)) if least else ("unknown", "")


def _short(number: int) -> str:
    """Return a number as text, and round a large number.

    >>> _short(12345), _short(2**70)
    ('12,345', '1.2 × 10^21')
    """
    if number < 10**12:
        return f"{number:,}"
    digits, _, power = f"{Decimal(number):.1E}".partition("E+")
    return f"{digits} × 10^{power}"


def table(rows: Sequence[Record], names: Sequence[str] | None = None) -> list[str]:
    """Format rows of `Analysis.row` as lines with these columns, by default `TERMINAL_COLUMNS`.

    A cell is empty if the value is unknown, and has a dash if there is no value.
    """
    names = names or TERMINAL_COLUMNS
    known = ([_known_cell(row, name) for name in names] for row in rows)
    return columns([names, *known])


def _known_cell(row: Record, name: str) -> str:
    return "" if name in row["unknown"] else cell(row[name])
