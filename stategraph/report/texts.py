"""What a report says: the verdict on a level, what each number means, how to read each picture."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from stategraph.words import count

# By the names in `words.numbers_in_words`; {runner} is the actor who never stops.
MEANINGS = {
    "state graph": "A state is everything that can differ from one moment of play to another; a "
    "move leads from one state to the next. All winning states count as one: the goal. How many "
    "states there are says how large a puzzle is; it says nothing about how hard it is.",
    "shortest solution": "The fewest moves from the start to the goal. Where several solutions are "
    "as short, the first one is shown: the one whose moves come first by their letters and digits.",
    "farthest state": "The state that takes the most moves to reach, by the shortest way to it.",
    "dead states": "States from which the goal cannot be reached any more.",
    "of them stuck": "Dead states in which there is no move at all.",
    "dead-end cycles": "Groups of dead states in which play can go round for ever.",
    "trap moves": "Moves that lose the game: from a state that can still win into a dead one.",
    "can win": "Whether there is a play that reaches the goal.",
    "every run wins": "Whether the {runner}, who never stops, reaches the goal whatever else moves "
    "in between.",
    "can be trapped": "Whether play can come to a state from which the goal cannot be reached.",
    "the {runner}": "Nobody else can move, so that there is one play only.",
}

_NODES = (
    "Every state is a node and every move an arrow; the farther right, the more moves from the "
    "start. The green house is the start, the red double circle the goal, thick orange arrows "
    "the shortest solution. Grey states are dead, and dashed red arrows lead into them."
)

# By the names of views: the heading, how the picture is read, and what it leaves out. *seen* is
# the whole graph of a search that was stopped, *hopeless* the profile without a goal.
VIEWS = {
    "whole": ("The whole state graph", _NODES, "Nothing is left out."),
    "seen": ("The state graph as far as seen", _NODES, ""),
    "profile": (
        "The profile",
        "Above, each cell holds the states at one distance from the start (across) and from the "
        "goal (up); the colours beside it tell how many. Best play runs down the dashed line. "
        "Below, how many states of each distance can still win, are dead, or are stuck.",
        "Single states and their moves are left out.",
    ),
    "hopeless": (
        "The profile",
        "How many states lie at each distance from the start, and whether they are dead or stuck. "
        "The field above stays empty, for no state is known to reach the goal.",
        "Single states and their moves are left out.",
    ),
    "solution": (
        "The solution view",
        "All shortest solutions at once, from the green house, the start, to the red double "
        "circle, the goal; the thick orange arrows are the solution shown above, and dashed red "
        "arrows the traps beside them.",
        "Every other state is left out.",
    ),
    "dead-ends": (
        "The dead-end view",
        "Where play goes wrong: the states in which a trap lies open, the dashed red trap moves, "
        "and in grey what lies behind them.",
        "What has no part in it is put together or left out.",
    ),
    "components": (
        "The phases of play",
        "Each box is a group of states between which play can go to and fro; an arrow leads where "
        "there is no way back.",
        "How the states of a box hang together is left out.",
    ),
}

UNSEEN = "What the search had not reached when it stopped is missing."

# The numbers that stand above a page and in the index, with what they mean.
COLUMNS = (
    ("States", "Everything that play can reach, all winning states counted as one. The number says "
     "how large a puzzle is; it says nothing about how hard it is."),
    ("Moves to win", "How many moves a shortest solution takes."),
    ("Shortest ways", "How many solutions are that short."),
    ("Dead states", "States from which the goal cannot be reached any more."),
    ("Trap moves", "Moves that lose the game: from a state that can still win into a dead one."),
)  # fmt: skip


def cells(record: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the numbers of `COLUMNS`: (shown, sorted by); what has no number is sorted by ""."""
    size = record["states"]
    if record["solvable"] is False:
        ways = [("no solution", ""), ("none", "")]
    else:
        ways = [_cell(record, name) for name in ("shortest", "shortest_count")]
    ends = [_cell(record, name) for name in ("dead_states", "trap_moves")]
    return [(_short(size) if record["complete"] else f"≥ {_short(size)}", str(size)), *ways, *ends]


def _cell(record: dict[str, Any], name: str) -> tuple[str, str]:
    value = record[name]
    if value is not None:
        return _short(value), str(value)
    least = record["at_least"].get(name)
    return (f"≥ {_short(least)}", str(least)) if least else ("unknown", "")


def _short(number: int) -> str:
    """Return a number as it is, a large one rounded.

    >>> _short(12345), _short(2**70)
    ('12,345', '1.2 × 10^21')
    """
    if number < 10**12:
        return f"{number:,}"
    digits, _, power = f"{Decimal(number):.1E}".partition("E+")
    return f"{digits} × 10^{power}"


def verdict_in_words(record: dict[str, Any]) -> str:
    """Return what there is to say of a level in a sentence or two."""
    if record["solvable"] is None:
        return (
            f"Unknown: the goal was not met before the search stopped at the {record['stopped']}."
        )
    if not record["solvable"]:
        return (
            f"Unsolvable: the goal cannot be reached. All {count(record['states'], 'state')} that "
            "can be reached were looked at."
        )
    if not record["shortest"]:
        return "Solved before it begins: the start is the goal."
    solvable = f"Solvable in {count(record['shortest'], 'move')}."
    return f"{solvable} {dead_ends_in_words(record)}"


def dead_ends_in_words(record: dict[str, Any]) -> str:
    """Return how many dead ends a solvable level has, in a sentence."""
    if not record["complete"]:
        least = record["at_least"]["dead_states"]
        found = f"at least {least:,} of them" if least else "none of them yet"
        return (
            f"How many states are dead ends is unknown: the search stopped at the "
            f"{record['stopped']}, with {found} proven."
        )
    gone, states = record["dead_states"], record["states"]
    if not gone:
        return "There is no dead end: whatever a player does, the goal can still be reached."
    verb = "is a dead end" if gone == 1 else "are dead ends"
    return f"{gone:,} of {count(states, 'state')} {verb}."
