"""Ways of the fewest units, and of these the shortest: two lengths, one after the other.

Some moves of a graph end a unit, such as a push after some steps. Ways are compared by the number
of those moves first, and by the number of all moves next::

    start ──► a ──► b ══► goal        1 unit, 3 moves: the best
      ╚═════► c ══► goal              2 units, 2 moves
"""

from __future__ import annotations

import numpy as np

from stategraph import kernels
from stategraph.analysis.paths import ShortestPaths
from stategraph.errors import no_path
from stategraph.graph.arrays import rows_of
from stategraph.machine.kernel import Kernel


def fewest(
    offsets: np.ndarray, targets: np.ndarray, counted: np.ndarray, start: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the fewest units (n,) int32 to each node, and the fewest moves (n,) int32 in these.

    -1 where no way leads. `counted` (m,) bool are the moves that make a unit. O(n + m).
    """
    n = offsets.size - 1
    units, steps = np.full(n, -1, np.int32), np.full(n, -1, np.int32)
    here, inner, later = (np.empty(n, np.int32) for _ in range(3))
    done = np.zeros(n, np.bool_)
    _fewest(offsets, targets, counted, start, units, steps, here, inner, later, done)
    return units, steps


@Kernel
def _fewest(offsets, targets, counted, start, units, steps, here, inner, later, done):
    """Fill `units` and `steps`, one unit after the other.

    `here` are the nodes that are met by a move that makes the unit, by their steps, and `later`
    those of the next, met in that order since the nodes before them are. Moves that make none are
    followed through the queue `inner`, which is merged with `here`.
    """
    units[start] = 0
    steps[start] = 0
    here[0] = start
    here_count = 1
    unit = 0
    while here_count > 0:
        at = head = tail = later_count = 0
        while at < here_count or head < tail:
            if head >= tail or (at < here_count and steps[here[at]] <= steps[inner[head]]):
                u = here[at]
                at += 1
            else:
                u = inner[head]
                head += 1
            if done[u]:
                continue
            done[u] = True
            far = steps[u] + 1
            for e in range(offsets[u], offsets[u + 1]):
                v = targets[e]
                if done[v]:
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
        here_count = 0
        for k in range(later_count):
            if not done[later[k]]:
                here[here_count] = later[k]
                here_count += 1
        unit += 1


def fewest_ways(
    offsets: np.ndarray, targets: np.ndarray, counted: np.ndarray, start: int, goals: np.ndarray
) -> tuple[ShortestPaths, np.ndarray]:
    """Return all the best ways from `start` to one of `goals`, which they take for one node.

    As shortest paths, whose ``moves`` are numbers of moves here, and the places of whose nodes are
    the second value (k,) int64: of the goals, the first. O(n + m).

    Raises
    ------
    NetworkXNoPath
        when no way leads there
    """
    units, steps = fewest(offsets, targets, counted, start)
    reached = goals[units[goals] >= 0]
    if not len(reached):
        raise no_path("The goal is not reached.")
    best = min(zip(units[reached].tolist(), steps[reached].tolist(), strict=True))
    last = reached[(units[reached] == best[0]) & (steps[reached] == best[1])]

    def on(tails: np.ndarray, heads: np.ndarray, moves: np.ndarray) -> np.ndarray:
        longer = units[tails] + counted[moves] == units[heads]
        return longer & (steps[tails] + 1 == steps[heads]) & (steps[tails] >= 0)

    into, sources, numbers = kernels.reverse(offsets, targets, True)
    levels = [last]
    for _ in range(best[1]):
        ends, slots = rows_of(into, levels[-1])
        heads = np.repeat(levels[-1], np.diff(ends))
        behind = sources[slots]
        levels.append(np.unique(behind[on(behind, heads, numbers[slots])]).astype(np.int64))
    nodes = np.concatenate([*levels[:0:-1], last])
    place = np.full(offsets.size - 1, -1, np.int32)
    place[nodes] = np.minimum(np.arange(len(nodes), dtype=np.int32), len(nodes) - len(last))
    nodes = nodes[: len(nodes) - len(last) + 1]
    ends, moves = rows_of(offsets, nodes)
    tails = np.repeat(np.arange(len(nodes)), np.diff(ends))
    heads = targets[moves]
    kept = (place[heads] >= 0) & on(nodes[tails], heads, moves)
    starts = np.concatenate(([0], np.cumsum(np.bincount(tails[kept], minlength=len(nodes)))))
    return ShortestPaths(nodes, starts, place[heads[kept]], moves[kept], best[1]), nodes
