"""Why a level cannot be won: its record and words, for ``analyse`` and ``solve``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stategraph.analysis import solvable
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.design import Why
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.metrics import Analysis

# How many sets of elements, and states nearest to winning, are named in words.
SHOWN, BOARDS = 6, 1

NONE = "no one or two elements are to blame"
NOT_FOUND = "which elements are to blame was not found within a limit"


def record(graph: ArrayGraph | None, found: Why | None) -> dict[str, Any] | None:
    """Return why a level cannot be won; None where it can, or that is not known."""
    if found is None or graph is None:
        return None
    return {
        "kind": found.kind,
        "closed": found.closed,
        "blame": [list(names) for names in found.blame],
        "proven": found.proven,
        "nearest": [repr(graph.state(node)) for node in found.nearest],
        "left": found.left,
    }


def added(told: dict[str, Any], graph: ArrayGraph | None, found: Why | None) -> dict[str, Any]:
    """Return the record of a level with why it cannot be won; unknown where nobody has looked."""
    open_ = ["why"] if found is None and told["solvable"] is not True else []
    unknown = [*told["unknown"], *open_]
    return {**told, "why": record(graph, found), "unknown": unknown}


def add(analysed: Analysis, find: Callable[[], Why | None]) -> None:
    """Add to an analysis why the level cannot be won, which ``find()`` gives."""
    graph = analysed.graph.real
    analysed.add("why", lambda: record(graph, find()), known=solvable(graph) is not None)


def sentence(level: Level, found: Why) -> str:
    """Return why a level cannot be won, in one sentence."""
    if reason := level.family.goalless(level.puzzle):
        return reason
    if found.kind == "removal":
        text = f"it could be won without {_either(found)}"
    elif found.kind == "addition":
        text = f"it could be won with {_either(found)}"
    elif found.closed:
        return f"the goal is out of reach even {level.family.ignoring}"
    else:
        text = NONE if found.proven else NOT_FOUND
    if found.closed:
        text = f"the goal is out of reach even {level.family.ignoring}; {text}"
    if found.blame and not found.proven:
        text += " (a limit was met: others may do, too)"
    return text


def words(level: Level, graph: ArrayGraph, found: Why | None) -> list[str]:
    """Return why a level cannot be won, and how near play gets, with a board."""
    if found is None:
        return []
    graph = graph.real
    lines = [f"why there is no solution: {sentence(level, found)}"]
    if found.left is not None:
        lines.append(nearest_in_words(level, found))
        for node in found.nearest[:BOARDS]:
            lines += [f"  {row}" for row in level.describe(graph.state(node)).split("\n")]
    return lines


def nearest_in_words(level: Level, found: Why) -> str:
    """Return how many states are nearest to winning, and how near; empty where that is unknown."""
    if found.left is None:
        return ""
    states, moves = count(len(found.nearest), "state"), count(found.left, "move")
    return f"nearest to winning, {level.family.ignoring}: {states}, {moves} left"


def _either(found: Why) -> str:
    """Return the sets of elements in words; each alone is enough."""
    sets = [" and ".join(names) for names in found.blame]
    if found.kind == "addition":
        sets = [f"{'an' if name[0] in 'aeiou' else 'a'} {name}" for name in sets]
    more = len(sets) - SHOWN
    return ", or ".join([*sets[:SHOWN], *([f"{more} others"] if more > 0 else [])])
