"""Shortest paths by the number of units, then by the number of moves.

Some moves of a graph end a unit, for example a push after some steps. The number of these moves is
the number of units of a path. Paths with equally many units are compared by the number of all
moves::

    start ──► a ──► b ══► goal        1 unit, 3 moves: the best
      ╚═════► c ══► goal              2 units, 2 moves
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stategraph.analysis.shortest_solutions import ShortestPaths
from stategraph.errors import no_path
from stategraph.graph.compressed_rows import rows_of
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items


def fewest(
    offsets: np.ndarray, targets: np.ndarray, counted: np.ndarray, start: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the fewest units to each node, and the fewest moves of such a path.

    O(n + m).

    Parameters
    ----------
    offsets, targets : (n+1,) int64, (m,) int32
        the moves in compressed sparse rows
    counted : (m,) bool
        whether each move ends a unit
    start : int

    Returns
    -------
    units, steps : (n,) int32, (n,) int32
        -1 where no path leads
    """
    n = offsets.size - 1
    units, steps = np.full(n, -1, np.int32), np.full(n, -1, np.int32)
    current, inner, later = (np.empty(n, np.int32) for _ in range(3))
    queues = _Queues(current, inner, later, np.zeros(n, np.bool_))
    _fewest(offsets, targets, counted, start, units, steps, queues)
    return units, steps


class _Queues(NamedTuple):
    """The queues of the search, and a mask of the processed nodes.

    The search processes one unit after the other, and in each unit the nodes in order of their
    steps. `current` holds the nodes at which the current unit begins, sorted by their steps.
    `later` collects the nodes at which the next unit begins, and is sorted since nodes are
    processed in order. `inner` holds the nodes that moves inside the current unit reach; it is
    merged with `current`.
    """

    current: Items
    inner: Items
    later: Items
    settled: Items


@Kernel
def _fewest(
    offsets: Items,
    targets: Items,
    counted: Items,
    start: int,
    units: Items,
    steps: Items,
    queues: _Queues,
) -> None:
    """Fill `units` and `steps`, one unit after the other."""
    current, inner, later, settled = queues.current, queues.inner, queues.later, queues.settled
    units[start] = 0
    steps[start] = 0
    current[0] = start
    current_count = 1
    unit = 0
    while current_count > 0:
        at = head = tail = later_count = 0
        while at < current_count or head < tail:
            if head >= tail or (at < current_count and steps[current[at]] <= steps[inner[head]]):
                u = current[at]
                at += 1
            else:
                u = inner[head]
                head += 1
            if settled[u]:
                continue
            settled[u] = True
            far = steps[u] + 1
            for e in range(offsets[u], offsets[u + 1]):
                v = targets[e]
                if settled[v]:
                    continue
                if counted[e]:
                    if units[v] < 0:
                        units[v] = unit + 1
                        steps[v] = far
                        later[later_count] = v
                        later_count += 1
                elif units[v] != unit or far < steps[v]:
                    units[v] = unit
                    steps[v] = far
                    inner[tail] = v
                    tail += 1
        current_count = 0
        for k in range(later_count):
            if not settled[later[k]]:
                current[current_count] = later[k]
                current_count += 1
        unit += 1


def fewest_paths(
    offsets: np.ndarray, targets: np.ndarray, counted: np.ndarray, start: int, goals: np.ndarray
) -> tuple[ShortestPaths, np.ndarray]:
    """Return all best paths from `start` to the nearest of `goals`. O(n + m).

    Parameters
    ----------
    offsets, targets, counted, start
        as for `fewest`
    goals : (g,) array
        nodes that count as one target

    Returns
    -------
    ShortestPaths
        its ``moves`` are indices into `targets`
    (k,) int64
        the node of each position; the last position represents all goals and has the number of the
        first of the nearest goals

    Raises
    ------
    NetworkXNoPath
        if no path leads to a goal
    """
    units, steps = fewest(offsets, targets, counted, start)
    reached = goals[units[goals] >= 0]
    if not len(reached):
        raise no_path("The goal is not reached.")
    best = min(zip(units[reached].tolist(), steps[reached].tolist(), strict=True))
    last = reached[(units[reached] == best[0]) & (steps[reached] == best[1])]

    chosen = np.zeros(targets.size, np.bool_)
    _mark_best(offsets, targets, counted, units, steps, best[1], chosen)
    moves = np.flatnonzero(chosen)
    layers = _backwards(np.searchsorted(offsets, moves, "right") - 1, targets[moves], last, best[1])
    nodes = np.concatenate([*layers[:0:-1], last])
    index_of = np.full(offsets.size - 1, -1, np.int32)
    index_of[nodes] = np.minimum(np.arange(len(nodes), dtype=np.int32), len(nodes) - len(last))
    nodes = nodes[: len(nodes) - len(last) + 1]
    ends, moves = rows_of(offsets, nodes)
    tails = np.repeat(np.arange(len(nodes)), np.diff(ends))
    heads = targets[moves]
    selected = (index_of[heads] >= 0) & chosen[moves]
    starts = np.concatenate(([0], np.cumsum(np.bincount(tails[selected], minlength=len(nodes)))))
    return ShortestPaths(nodes, starts, index_of[heads[selected]], moves[selected], best[1]), nodes


@Kernel
def _mark_best(
    offsets: Items,
    targets: Items,
    counted: Items,
    units: Items,
    steps: Items,
    most: int,
    chosen: Items,
) -> None:
    """Mark the moves on best paths to their targets, if these paths have at most `most` moves."""
    for u in range(offsets.size - 1):
        if 0 <= steps[u] < most:
            for e in range(offsets[u], offsets[u + 1]):
                v = targets[e]
                chosen[e] = steps[v] == steps[u] + 1 and units[v] == units[u] + counted[e]


def _backwards(
    tails: np.ndarray, heads: np.ndarray, last: np.ndarray, number: int
) -> list[np.ndarray]:
    """Return `last`, and the nodes from which one to `number` moves lead to it, each ascending."""
    order = np.argsort(heads, kind="stable")
    reached, first = np.unique(heads[order], return_index=True)
    into, layers = np.append(first, len(heads)), [last]
    for _ in range(number):
        _, slots = rows_of(into, np.searchsorted(reached, layers[-1]))
        layers.append(np.unique(tails[order[slots]]))
    return layers
