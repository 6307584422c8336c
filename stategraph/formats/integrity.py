"""Whether a graph that was read can be one that was written: before anything trusts its arrays.

Analyses index with a graph's arrays in compiled loops, which check nothing. So everything is looked
at here first, in time linear in the graph (the states are sorted). Of a graph with a level, its
states lie in the ranges of their variables, and its first states have the moves that the rules
give them, with the numbers that the rules give them.

What holds together, but is not what the level's rules would give beyond these first states, a move
left out, say, cannot be told without expanding the level anew. Of a graph without a level there is
nothing to compare with.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.engines.handover import SAMPLE, beginning
from stategraph.engines.limits import PAUSED
from stategraph.engines.plain import Plain
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph, pieces
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import One, Set, Tuple, Variables

# Of a graph without a goal, so many states without moves are asked whether they are one.
STUCK = 200


def check(graph: ArrayGraph) -> None:
    """Raise ``LevelError`` unless the arrays of `graph` make a state graph. O(states + moves).

    Node 0 is the start, and the others are numbered in the order in which the moves, row after
    row, first lead to them.
    """
    _check_rows(graph)
    _check_labels(graph)
    _check_ends(graph)


def _refuse_unless(holds: Any, reason: str) -> None:
    if not holds:
        raise LevelError(f"is a damaged graph: {reason}")


# What `stategraph.kernels.mistake` finds, by its number.
_MISTAKES = (
    "",
    "its moves are not divided among its states",
    "a move leads nowhere",
    "its states are not numbered as they are reached",
)


def _check_rows(graph: ArrayGraph) -> None:
    """The moves are divided among the states, and lead to states in the order of their numbers."""
    offsets, targets = graph.offsets, graph.targets
    _refuse_unless(all(a.ndim == 1 for a in (offsets, targets, graph.labels)), "a list is no list")
    _refuse_unless(len(offsets) > 1, "it has no state")
    found = kernels.mistake(offsets, targets)
    _refuse_unless(not found, _MISTAKES[found])


def _check_labels(graph: ArrayGraph) -> None:
    """Every move has a label, and labels are in order."""
    names, labels = graph.label_names, graph.labels
    _refuse_unless(all(type(name) is str for name in names), "a label is no text")
    _refuse_unless(list(names) == sorted(set(names)), "its labels are not in order")
    _refuse_unless(len(labels) == len(graph.targets), "not every move has a label")
    _refuse_unless(len(labels) == 0 or labels.max() < len(names), "a move has no label")


def _check_ends(graph: ArrayGraph) -> None:
    """The goal is a state without moves, and what was not expanded is said."""
    n, goal = len(graph.offsets) - 1, graph.goal
    _refuse_unless(0 <= graph.expanded <= n, "more was expanded than there is")
    whole = graph.expanded == n
    _refuse_unless(whole != bool(graph.stopped), "it does not say whether it is whole, or why not")
    if goal is not None:
        _refuse_unless(0 <= goal < n, "its goal is no state of it")
        _refuse_unless(graph.offsets[goal] == graph.offsets[goal + 1], "its goal has moves")


# ------------------------------------------------------------------------------------- the level


def check_level(graph: ArrayGraph, puzzle: Puzzle, *, sorts: bool = True) -> None:
    """Raise ``LevelError`` where `graph`, itself in order, is seen not to be that of `puzzle`.

    O(states log states), and the moves of `SAMPLE` states in plain Python. Where it `sorts` them
    not, in memory, nobody sees that a state is there twice.
    """
    variables: Any = puzzle.variables
    _refuse_unless(len(graph.states) == len(graph), "a state is none of its level's")
    check_states(graph.states, variables)
    _refuse_unless(not sorts or _distinct(graph.states), "a state is there twice")
    _refuse_unless(
        bool(graph.stopped) == bool(len(graph.frontier))
        and graph.offsets[graph.expanded] == graph.offsets[-1],
        "it does not say which states have their moves",
    )
    if graph.quotient is None:
        compare(graph, puzzle)
    else:
        _compare_classes(graph, puzzle)
    _check_goal(graph, puzzle)


def check_states(states: np.ndarray, variables: Variables) -> None:
    """Raise ``LevelError`` unless packed states (n, w) int64 are of these variables. O(n)."""
    fits = states.shape == (len(states), variables.width) and all(
        _in_range(states[some], variables) for some in pieces(len(states))
    )
    _refuse_unless(fits, "a state is none of its level's")


def _in_range(states: np.ndarray, variables: Variables) -> bool:
    """Return whether every variable of every state (n, w) int64 has one of its values."""
    words = states.view(np.uint64)
    unused = [(1 << 64) - 1] * variables.width
    for name, kind in variables.kinds.items():
        for k, (word, shift) in enumerate(variables.places[name]):
            bits = kind.fields[k]
            unused[word] &= ~(((1 << bits) - 1) << shift)
            if not _values(words[:, word], shift, bits, kind):
                return False
    unfilled = ((words[:, word], np.uint64(mask)) for word, mask in enumerate(unused) if mask)
    return not any((column & mask).any() for column, mask in unfilled)


def _values(words: np.ndarray, shift: int, bits: int, kind: One | Set | Tuple) -> bool:
    """Return whether the `bits` from `shift` of each of `words` (n,) hold values of a variable."""
    if isinstance(kind, Set):
        return True
    width = kind.bits if isinstance(kind, Tuple) else bits
    if kind.least == 0 and kind.n == 1 << width:
        return True
    mask = np.uint64((1 << width) - 1)
    for first in range(shift, shift + bits, width):
        values = words >> np.uint64(first) & mask
        if values.max() >= kind.n or values.min() < kind.least:
            return False
    return True


def _distinct(states: np.ndarray) -> bool:
    """Return whether no two of the states (n, w) int64 are alike. O(n log n)."""
    words = states.view(np.uint64)
    mixed = words[:, 0].copy()
    for word in range(1, words.shape[1]):
        # as hashes do: multiply by an odd number, fold the high half down
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
        mixed += words[:, word]
    sorted_ = np.sort(mixed)
    twice = sorted_[1:][sorted_[1:] == sorted_[:-1]]
    if len(twice) == 0:
        return True
    alike = states[np.isin(mixed, twice)]
    return len(np.unique(alike, axis=0)) == len(alike)


def compare(graph: ArrayGraph, puzzle: Puzzle) -> None:
    """Raise ``LevelError`` unless the first states are those that the rules find."""
    plain = Plain(puzzle)
    while plain.head < min(SAMPLE, graph.expanded, len(plain.states)):
        plain.expand_next()
    nodes, met = plain.head, len(plain.states)
    found = plain.graph(PAUSED)
    same = (
        np.array_equal(found.states, graph.states[:met])
        and beginning(found, nodes) == beginning(graph, nodes)
        and (graph.goal == found.goal if found.goal is not None else (graph.goal or met) >= met)
        and (nodes < met or found.label_names == graph.label_names)
    )
    if not same:
        raise LevelError("is not the graph that its level's rules give; expand anew")


def _compare_classes(graph: ArrayGraph, puzzle: Puzzle) -> None:
    """Raise ``LevelError`` unless the moves of the first states lead to the classes they should."""
    same = graph.state(0) == puzzle.start
    for node in range(min(SAMPLE, graph.expanded)):
        if node != graph.goal:
            moves = puzzle.moves(graph.state(node))
            found = [(label, graph.quotient.find(new)) for label, new in moves]
            same = same and found == graph.moves(node)
    if not same:
        raise LevelError("is not the graph that its level's rules give; expand anew")


def _check_goal(graph: ArrayGraph, puzzle: Puzzle) -> None:
    """Raise ``LevelError`` unless the goal wins, and where there is none, nothing is seen to."""
    if graph.goal is not None:
        _refuse_unless(puzzle.is_goal(graph.state(graph.goal)), "its goal does not win")
        return
    stuck = np.flatnonzero(graph.offsets[1:] == graph.offsets[:-1])[:STUCK].tolist()
    wins = any(puzzle.is_goal(graph.state(node)) for node in stuck)
    _refuse_unless(not wins, "its goal is not said")
