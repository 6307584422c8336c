"""Record and text of the reason why a level cannot be won, for ``analyse`` and ``solve``."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING

from stategraph.analysis import solvable
from stategraph.readable import Record, count, with_article
from stategraph.tell.board_text import state_lines
from stategraph.tell.records import extended, record_of

if TYPE_CHECKING:
    from stategraph.design import Why
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.metrics import Analysis

# maximum number of sets of one element in the text, of larger sets, and of boards
MAX_SINGLE, MAX_SETS, MAX_BOARDS = 16, 6, 1

# maximum number of states of a graph whose missing solution is explained, as the user waits
MAX_STATES_EXPLAINED = 20_000

NONE = "no change of one or two elements makes it solvable"
NOT_FOUND = "a limit was reached before the elements that prevent a solution were found"


def is_explained(level: Level, graph: ArrayGraph) -> bool:
    """Return whether a graph is small enough to explain quickly why it has no solution."""
    return len(graph) <= MAX_STATES_EXPLAINED or bool(level.family.goalless(level.puzzle))


def record(graph: ArrayGraph | None, reason: Why | None) -> Record | None:
    """Return the record of why a level cannot be won, or None without a known reason.

    It is proven if no limit was reached, neither for the sets nor for their order.
    """
    if reason is None or graph is None:
        return None
    nearest = [repr(graph.state(node)) for node in reason.nearest]
    proven = reason.proven and None not in reason.play_kept
    return record_of(reason, proven=proven, nearest=nearest)


def with_reason(values: Record, graph: ArrayGraph | None, reason: Why | None) -> Record:
    """Add the reason to the record of a level. A reason that was not searched is unknown."""
    unproven = () if values["solvable"] is True else ["why"]
    return extended(values, {"why": record(graph, reason)}, unproven)


def add(facts: Analysis, find: Callable[[], Why | None]) -> None:
    """Add the reason why a level cannot be won to an analysis, which calls `find` when needed."""
    graph = facts.graph.real
    facts.add("why", lambda: record(graph, find()), known=solvable(graph) is not None)


def sentence(level: Level, reason: Why) -> str:
    """Return why a level cannot be won, in one sentence."""
    if no_goal := level.family.goalless(level.puzzle):
        return no_goal
    if reason.kind == "removal":
        text = f"it could be won without {_sets_in_words(level, reason)}"
    elif reason.kind in ("addition", "replacement"):
        text = f"it could be won with {_sets_in_words(level, reason)}"
    elif reason.closed:
        return f"the goal is out of reach even {level.family.ignoring}"
    else:
        text = NONE if reason.proven else NOT_FOUND
    if reason.closed:
        text = f"the goal is out of reach even {level.family.ignoring}; {text}"
    if reason.blame and not reason.proven:
        text += " (a limit was reached: other changes may also help)"
    return text


def words(level: Level, graph: ArrayGraph, reason: Why | None) -> list[str]:
    """Return lines on why a level cannot be won, with a board of a state nearest to winning."""
    if reason is None:
        return []
    graph = graph.real
    lines = [f"why there is no solution: {sentence(level, reason)}"]
    if reason.left is not None:
        lines.append(nearest_in_words(level, reason))
        for node in reason.nearest[:MAX_BOARDS]:
            lines += [f"  {row}" for row in state_lines(level, graph.state(node))]
    elif reason.closed:
        lines += _lone_reach(level, graph)
    return lines


def markdown(level: Level, graph: ArrayGraph, reason: Why | None) -> list[str]:
    """Return the same lines as `words` as Markdown, with the board in a fence."""
    first, *board = words(level, graph, reason) or [""]
    return ["", first, *(["", "```text", *board, "```"] if board else [])] if first else []


def _lone_reach(level: Level, graph: ArrayGraph) -> list[str]:
    """Return lines about a piece that reaches no goal even alone, or [] without such a piece."""
    from stategraph.design.lone_reach import lone_reach

    piece_reach = lone_reach(level)
    if piece_reach is None:
        return []
    cells = sorted(piece_reach.cells)
    assert graph.variables is not None
    names = ", ".join(map(graph.variables.kinds[piece_reach.variable].show, cells))
    state = graph.state(0).but(**{piece_reach.variable: cells})
    return [
        f"{piece_reach.piece} reaches no goal even alone, only {names}:",
        *(f"  {row}" for row in state_lines(level, state)),
    ]


def nearest_in_words(level: Level, reason: Why) -> str:
    """Return the number of states nearest to winning and their estimated distance, or ""."""
    if reason.left is None:
        return ""
    states, moves = count(len(reason.nearest), "state"), count(reason.left, "move")
    return f"nearest to winning, {level.family.ignoring}: {states}, {moves} left"


def _sets_in_words(level: Level, reason: Why) -> str:
    """Join sets of elements as text. Removing (or adding) any one set makes the level solvable."""
    if len(reason.blame[0]) == 1:
        return _elements_in_words(level, reason)
    sets = [" and ".join(names) for names in reason.blame]
    omitted = len(sets) - MAX_SETS
    return ", or ".join([*sets[:MAX_SETS], *([f"{omitted} others"] if omitted > 0 else [])])


def _elements_in_words(level: Level, reason: Why) -> str:
    """Join single elements; neighbours share their kind: ``wall 2:3 or 2:4, or box 1:1``."""
    from stategraph.design.obstacles import changeable

    elements = changeable(level.family, level.puzzle, reason.kind)
    kinds = {element.name: element.kind for element in elements}
    names = [name for (name,) in reason.blame]
    groups = []
    for kind, group in groupby(names[:MAX_SINGLE], key=kinds.__getitem__):
        *places, last = (name.removeprefix(f"{kind} ") for name in group)
        text = " or ".join([", ".join(places), last] if places else [last])
        groups.append(f"{kind if reason.kind == 'removal' else with_article(kind)} {text}")
    omitted = len(names) - MAX_SINGLE
    return ", or ".join([*groups, *([f"{omitted} others"] if omitted > 0 else [])])
