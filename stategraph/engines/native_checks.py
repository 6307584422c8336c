"""Verification of compiled moves against Python, in states spread over a whole run.

Compiled rules may be wrong only in states far from the start, which a comparison of the first
states does not notice. So after a native run, one state of each of the first `MAX_LAYERS` layers,
and `MAX_SPREAD_STATES` states spread evenly over all, are expanded again in Python. Callers that
run the same rules on many levels choose a smaller number. The choice of states depends on the graph
alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np

from stategraph.engines.direct import no_garbage
from stategraph.errors import MisreadError
from stategraph.graph import ArrayGraph
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import State

# Number of compared states besides those of the layers, and maximum number of layers.
MAX_SPREAD_STATES, MAX_LAYERS = 1_000, 1_000

# `MIN_PER_BATCH` states of each batch are compared, and one more for each `STATES_PER_SPOT_CHECK`
# states of the batch.
MIN_PER_BATCH, STATES_PER_SPOT_CHECK = 8, 1_024

# Time limit of the comparison if the author supplies compiled moves: such rules are slow in Python.
OWN_SECONDS = 0.5

# The fractional part of the golden ratio in 32 bits; its multiples are spread evenly.
_GOLDEN = 2_654_435_769

# Moves as pairs of a label and a packed target state; the target is None if it wins.
Moves = list[tuple[str, tuple[int, ...] | None]]


def check_graph(puzzle: Puzzle, graph: ArrayGraph, spread_states: int = MAX_SPREAD_STATES) -> None:
    """Raise ``MisreadError`` at the first checked state whose compiled moves are wrong.

    The module's docstring says which states are checked; `spread_states` of them are spread over
    the graph. The cost is O(layers) in numpy, plus the moves of these states in Python.
    """
    nodes = _nodes(graph, spread_states)
    with no_garbage():
        if puzzle.own_moves is None and _agree(puzzle, graph, nodes):
            return
    deadline = _deadline(puzzle)
    for node in nodes.tolist():
        check_moves(puzzle, graph.state(node), moves_of(graph, node))
        if time.monotonic() > deadline:
            return


def _agree(puzzle: Puzzle, graph: ArrayGraph, nodes: np.ndarray) -> bool:
    """Return whether Python finds the same moves of some nodes.

    All moves are compared at once for speed. If the result is False, the caller compares the nodes
    one by one.
    """
    labels: list[str] = []
    new: list[State] = []
    counts = []
    rules, variables = puzzle.rules, puzzle.variables
    for state in variables.unpacked(np.ascontiguousarray(graph.states[nodes])):
        for rule in rules:
            for label, target in rule(state):
                labels.append(label)
                new.append(target)
        counts.append(len(new))
    starts, ends = graph.offsets[nodes], graph.offsets[nodes + 1]
    if not np.array_equal(np.cumsum(ends - starts), counts):
        return False
    if not new:
        return True
    moves = np.arange(len(new)) + np.repeat(ends - counts, ends - starts)
    targets = graph.targets[moves]
    won = targets == (-1 if graph.goal is None else graph.goal)
    names = graph.label_names
    return (
        [names[label] for label in graph.labels[moves].tolist()] == labels
        and [bool(puzzle.goal(target)) for target in new] == won.tolist()
        and np.array_equal(variables.packed(new)[~won], graph.states[targets[~won]])
    )


def moves_of(graph: ArrayGraph, node: int) -> Moves:
    """Return the moves of a node of a graph."""
    return [
        (label, None if to == graph.goal else tuple(graph.states[to].tolist()))
        for label, to in graph.moves(node)
    ]


def spread(count: int, number: int) -> list[int]:
    """Return `number` numbers below `count`, spread evenly; all of them if `count` is small.

    >>> spread(100, 5)
    [0, 23, 47, 61, 85]
    """
    if count <= 3 * number:  # else all numbers are distinct
        return list(range(count))
    return sorted(((k * _GOLDEN & 0xFFFFFFFF) * count) >> 32 for k in range(number))


def some_of(count: int) -> list[int]:
    """Return the indices of the states to compare, in a batch of `count` states."""
    return spread(count, MIN_PER_BATCH + count // STATES_PER_SPOT_CHECK)


def check_moves(puzzle: Puzzle, state: object, compiled_moves: Moves) -> None:
    """Raise ``MisreadError`` unless Python finds the same moves of a state."""
    pack, is_goal = puzzle.variables.pack, puzzle.is_goal
    python_moves: Moves = [
        (label, None if is_goal(new) else pack(new)) for label, new in puzzle.moves(state)
    ]
    if python_moves != compiled_moves:
        raise mismatch(puzzle, state, python_moves, compiled_moves)


def mismatch(
    puzzle: Puzzle, state: object, python_moves: Moves, compiled_moves: Moves
) -> MisreadError:
    """Return an error that names a state and the moves that each engine found in it."""
    in_python, compiled = _moves_text(puzzle, python_moves), _moves_text(puzzle, compiled_moves)
    return MisreadError(
        f"the compiled rules differ from the rules in state ({state!r}): plain Python finds "
        f"{in_python}, the compiled rules find {compiled}; this is a "
        "mistake of stategraph: report it with the rules and this line; --engine direct runs the "
        "rules as they are"
    )


def _moves_text(puzzle: Puzzle, moves: Moves) -> str:
    unpack = puzzle.variables.unpack
    texts = [
        f"{label} to {'the goal' if new is None else f'({unpack(new)!r})'}" for label, new in moves
    ]
    return "; ".join(texts) or "no move"


def _deadline(puzzle: Puzzle) -> float:
    return time.monotonic() + OWN_SECONDS if puzzle.own_moves is not None else float("inf")


def _nodes(graph: ArrayGraph, spread_states: int) -> np.ndarray:
    """Return the nodes to compare, ascending: one of each layer, and some spread over all nodes."""
    nodes = set(spread(graph.expanded, spread_states))
    for k, (first, end) in enumerate(_layers(graph)):
        nodes.add(first + ((k * _GOLDEN & 0xFFFFFFFF) * (end - first) >> 32))
    nodes.discard(-1 if graph.goal is None else graph.goal)
    return np.array(sorted(nodes), np.int64)


def _layers(graph: ArrayGraph) -> Iterable[tuple[int, int]]:
    """Yield (first node, last node + 1) for each expanded layer."""
    first, end = 0, 1
    for _ in range(MAX_LAYERS):
        if first >= graph.expanded:
            return
        end = min(end, graph.expanded)
        yield first, end
        targets = graph.targets[graph.offsets[first] : graph.offsets[end]]
        first, end = end, max(end, 1 + int(np.max(targets, initial=0)))
        if first == end:
            return
