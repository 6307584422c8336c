"""Validation of a graph that was read, before any code trusts its arrays.

Analyses index a graph's arrays in compiled loops without checks. So everything is validated here
first, in linear time plus a sort of the states. For a graph with a level, all states must lie
in the ranges of their variables. The moves of the first states, and the numbers of their targets,
must be those of the rules.

A graph that is consistent may still differ from the level's rules beyond these first states, such
as by a missing move. Only a new expansion would detect that. A graph without a level cannot be
compared with anything.
"""

from __future__ import annotations

import numpy as np

from stategraph import kernels
from stategraph.analysis.lifting import Quotient
from stategraph.engines.direct import Plain
from stategraph.engines.engine_choice import SAMPLE_STATES, beginning
from stategraph.engines.limits import PAUSED
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph, pieces
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import One, Set, Tuple, Variables

# in a graph without a goal, number of states without moves that are tested as goals
MAX_STUCK_STATES = 200


def check(graph: ArrayGraph) -> None:
    """Raise ``LevelError`` unless the arrays of `graph` make a state graph. O(states + moves).

    Node 0 is the start. Every other state gets the next number when a move first leads to it; the
    moves are read row by row.
    """
    _check_rows(graph)
    _check_labels(graph)
    _check_ends(graph)


def _refuse_unless(holds: object, reason: str) -> None:
    if not holds:
        raise LevelError(f"is a damaged graph: {reason}")


# messages for the results of `stategraph.kernels.mistake`
_MISTAKES = (
    "",
    "its moves are not divided among its states",
    "a move leads nowhere",
    "its states are not numbered as they are reached",
)


def _check_rows(graph: ArrayGraph) -> None:
    """Check that the rows partition the moves, and that the numbering is that of discovery."""
    offsets, targets = graph.offsets, graph.targets
    _refuse_unless(
        all(a.ndim == 1 for a in (offsets, targets, graph.labels)), "an array is not flat"
    )
    _refuse_unless(len(offsets) > 1, "it has no state")
    mistake = kernels.mistake(offsets, targets)
    _refuse_unless(not mistake, _MISTAKES[mistake])


def _check_labels(graph: ArrayGraph) -> None:
    """Check that every move has a label, and labels are sorted."""
    names, labels = graph.label_names, graph.labels
    _refuse_unless(all(type(name) is str for name in names), "a label is not a text")
    _refuse_unless(list(names) == sorted(set(names)), "its labels are not in order")
    _refuse_unless(len(labels) == len(graph.targets), "not every move has a label")
    _refuse_unless(len(labels) == 0 or labels.max() < len(names), "a move has no label")


def _check_ends(graph: ArrayGraph) -> None:
    """Check that the goal is a state without moves, and that a partial graph has a reason."""
    n, goal = len(graph.offsets) - 1, graph.goal
    _refuse_unless(0 <= graph.expanded <= n, "more was expanded than there is")
    is_whole = graph.expanded == n
    _refuse_unless(
        is_whole != bool(graph.stopped), "it does not say whether it is whole, or why not"
    )
    if goal is not None:
        _refuse_unless(0 <= goal < n, "its goal is not one of its states")
        _refuse_unless(graph.offsets[goal] == graph.offsets[goal + 1], "its goal has moves")


# ------------------------------------------------------------------------------------- the level


def check_level(graph: ArrayGraph, puzzle: Puzzle, *, sorts: bool = True) -> None:
    """Raise ``LevelError`` if a valid `graph` visibly differs from the graph of `puzzle`.

    O(states log states), plus the moves of `SAMPLE_STATES` states in Python. Without `sorts`, which
    sorts the states in memory, repeated states are not detected.
    """
    variables = puzzle.variables
    _refuse_unless(len(graph.states) == len(graph), "a state is not one of its level")
    check_states(graph.states, variables)
    _refuse_unless(not sorts or _distinct(graph.states), "a state occurs twice")
    _refuse_unless(
        bool(graph.stopped) == bool(len(graph.frontier))
        and graph.offsets[graph.expanded] == graph.offsets[-1],
        "it does not say which states have their moves",
    )
    if graph.quotient is None:
        compare(graph, puzzle)
    else:
        _compare_classes(graph, graph.quotient, puzzle)
    _check_goal(graph, puzzle)


def check_states(states: np.ndarray, variables: Variables) -> None:
    """Raise ``LevelError`` unless packed states (n, w) int64 are of these variables. O(n)."""
    fits = states.shape == (len(states), variables.width) and all(
        _in_range(states[piece], variables) for piece in pieces(len(states))
    )
    _refuse_unless(fits, "a state is not one of its level")


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
    """Return whether `bits` bits from `shift` on, in all words (n,), hold values of a variable."""
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
    """Return whether the states (n, w) int64 are pairwise different. O(n log n)."""
    words = states.view(np.uint64)
    mixed = words[:, 0].copy()
    for word in range(1, words.shape[1]):
        # as in hash functions: multiply by an odd number, fold the high half down
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
        mixed += words[:, word]
    sorted_ = np.sort(mixed)
    repeated = sorted_[1:][sorted_[1:] == sorted_[:-1]]
    if len(repeated) == 0:
        return True
    alike = states[np.isin(mixed, repeated)]
    return len(np.unique(alike, axis=0)) == len(alike)


def compare(graph: ArrayGraph, puzzle: Puzzle) -> None:
    """Raise ``LevelError`` unless the first states are those that the rules give."""
    plain = Plain(puzzle)
    while plain.head < min(SAMPLE_STATES, graph.expanded, len(plain.states)):
        plain.expand_next()
    nodes, count = plain.head, len(plain.states)
    expected = plain.graph(PAUSED)
    known_goal = graph.goal if graph.goal is not None and graph.goal < count else None
    is_same = (
        np.array_equal(expected.states, graph.states[:count])
        and beginning(expected, nodes) == beginning(graph, nodes)
        and known_goal == expected.goal
        and (nodes < count or expected.label_names == graph.label_names)
    )
    if not is_same:
        raise LevelError("is not the graph that its level's rules give; expand anew")


def _compare_classes(graph: ArrayGraph, quotient: Quotient, puzzle: Puzzle) -> None:
    """Raise ``LevelError`` unless the moves of the first states lead to the right classes."""
    is_same = graph.state(0) == puzzle.start
    for node in range(min(SAMPLE_STATES, graph.expanded)):
        if node != graph.goal:
            moves = puzzle.moves(graph.state(node))
            moves_to_classes = [(label, quotient.find(new)) for label, new in moves]
            is_same = is_same and moves_to_classes == graph.moves(node)
    if not is_same:
        raise LevelError("is not the graph that its level's rules give; expand anew")


def _check_goal(graph: ArrayGraph, puzzle: Puzzle) -> None:
    """Raise ``LevelError`` if the goal does not win, or if a state wins without being the goal."""
    if graph.goal is not None:
        _refuse_unless(puzzle.is_goal(graph.state(graph.goal)), "its goal does not win")
        return
    stuck = np.flatnonzero(graph.offsets[1:] == graph.offsets[:-1])[:MAX_STUCK_STATES].tolist()
    wins = any(puzzle.is_goal(graph.state(node)) for node in stuck)
    _refuse_unless(not wins, "its goal is not said")
