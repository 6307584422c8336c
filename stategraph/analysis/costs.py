"""Cheapest ways, where every move has a cost: pushes count and steps do not, or the other way.

Costs are whole numbers of at least 0, one a move. Of several costs the first counts most, and of
equally cheap ways those of the fewest moves are meant, so that no way goes round at no cost: one
number, the *weight*, holds all of them::

    weight = (pushes * R + crossings) * R + 1          R is larger than any sum on a way

The moves that are on some cheapest way are an acyclic graph then, as those on shortest ways are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stategraph import kernels
from stategraph.analysis.paths import ShortestPaths, Way, count_paths, first_way
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.machine.heap import put, take
from stategraph.machine.kernel import Kernel

# So many numbers are kept of a front: 8 bytes for each state and each count of the first cost.
MOST_LABELS = 1 << 27


@dataclass(frozen=True)
class Costly:
    """Moves with costs, between `n` nodes.

    Attributes
    ----------
    offsets, targets : (n+1,) int64, (m,) int32
    numbers : (m,) int64
        what each move is in the graph
    costs : tuple of (m,) int64
        the first counts most
    goals : (n,) bool
    """

    offsets: np.ndarray
    targets: np.ndarray
    numbers: np.ndarray
    costs: tuple[np.ndarray, ...]
    goals: np.ndarray

    @property
    def radix(self) -> int:
        """More than any sum of one cost along a way that passes no node twice."""
        most = max((int(cost.max(initial=0)) for cost in self.costs), default=1)
        return max(1, most) * len(self.goals) + 1

    def weights(self) -> np.ndarray:
        """Return the weight (m,) int64 of each move; ``InputError`` where it does not fit."""
        if self.radix ** (len(self.costs) + 1) >= 1 << 62:
            raise InputError(f"{len(self.costs)} costs at once of so many states: ask for fewer")
        made = np.zeros(len(self.targets), np.int64)
        for cost in self.costs:
            made = made * self.radix + cost
        return made * self.radix + 1

    def told(self, weight: int) -> tuple[int, ...]:
        """Return the costs, and the moves, that the weight of a way stands for."""
        parts = []
        for _ in range(len(self.costs) + 1):
            weight, part = divmod(weight, self.radix)
            parts.append(part)
        return tuple(parts[::-1])


def cheapest(
    offsets: np.ndarray, targets: np.ndarray, weights: np.ndarray, begun: np.ndarray
) -> np.ndarray:
    """Return the least weight (n,) int64 from every node, -1 where there is none.

    `begun` (n,) int64 is what some nodes have from the beginning, such as 0 in the goals; -1: not
    known. Dijkstra's algorithm backwards, O(m log m).
    """
    starts, sources, moves = kernels.reverse(offsets, targets, True)
    left = begun.copy()
    roots = np.flatnonzero(begun >= 0)
    roots = roots[np.argsort(begun[roots], kind="stable")]
    room = len(roots) + len(targets) + 1
    keys, nodes = np.zeros(room, np.int64), np.zeros(room, np.int32)
    keys[: len(roots)], nodes[: len(roots)] = begun[roots], roots
    _cheapest(starts, sources, moves, weights, left, keys, nodes, len(roots))
    return left


def _least(offsets, sources, moves, weights, left, keys, nodes, count):
    """`keys` and `nodes` are a heap, the least key first; what is sorted is one."""
    size = count
    while size > 0:
        key = keys[0]
        v = nodes[0]
        take(keys, nodes, size)
        size -= 1
        if key > left[v]:
            continue
        for slot in range(offsets[v], offsets[v + 1]):
            u = sources[slot]
            cost = key + weights[moves[slot]]
            if left[u] >= 0 and left[u] <= cost:
                continue
            left[u] = cost
            put(keys, nodes, size, cost, u)
            size += 1


_cheapest = Kernel(_least, [put, take])


def to_goals(play: Costly) -> np.ndarray:
    """Return the least weight (n,) int64 from every node to a goal, -1: none."""
    begun = np.where(play.goals, np.int64(0), np.int64(-1))
    return cheapest(play.offsets, play.targets, play.weights(), begun)


@dataclass(frozen=True)
class Cheapest:
    """The cheapest ways from the start to the goal.

    Attributes
    ----------
    costs : tuple of int
        of all of them
    way : Way
        the first
    count : int
        how many there are, of the fewest moves
    """

    costs: tuple[int, ...]
    way: Way
    count: int


def cheapest_solution(graph: ArrayGraph, play: Costly, order: str = "text") -> Cheapest | None:
    """Return the cheapest ways from node 0 to a goal; None where there is none. O(m log m).

    Of equally cheap ones those of the fewest moves, and of these the first in text or moves order.
    """
    left = to_goals(play)
    if left[0] < 0:
        return None
    ways = _tight(play, play.weights(), left, left % play.radix)
    way = first_way(graph, ways, order)
    return Cheapest(play.told(int(left[0]))[:-1], way, count_paths(ways))


def _tight(
    play: Costly, weights: np.ndarray, left: np.ndarray, moves_left: np.ndarray
) -> ShortestPaths:
    """Return the moves on cheapest ways from node 0, all goals being one at the end.

    `left` (n,) int64 holds the least weights, `moves_left` (n,) int64 the moves of such a way.
    """
    ahead = left[play.targets]
    sources = np.repeat(np.arange(len(left)), np.diff(play.offsets))
    good = (ahead >= 0) & (left[sources] == ahead + weights)
    starts = np.concatenate(([0], np.cumsum(good)))[play.offsets]
    slots = np.flatnonzero(good)
    reached = kernels.distances(starts, play.targets[slots], np.zeros(1, np.int32)) >= 0
    nodes = np.flatnonzero(reached & ~play.goals)
    nodes = nodes[np.argsort(-moves_left[nodes], kind="stable")]
    place = np.full(len(left), len(nodes), np.int64)
    place[nodes] = np.arange(len(nodes))
    degrees = (starts[nodes + 1] - starts[nodes]).astype(np.int64)
    ends = np.concatenate(([0], np.cumsum(degrees)))
    chosen = slots[np.arange(ends[-1]) + np.repeat(starts[nodes] - ends[:-1], degrees)]
    goal = play.targets[chosen[-1]] if len(chosen) else 0
    return ShortestPaths(
        np.append(nodes, goal),
        np.append(ends, ends[-1]),
        place[play.targets[chosen]].astype(np.int32),
        play.numbers[chosen],
        int(moves_left[0]),
    )


# ------------------------------------------------------------------------------- two costs at once


def pareto(graph: ArrayGraph, play: Costly, order: str = "text") -> list[Cheapest]:
    """Return the first cheapest way for each pair of costs that no other pair is as good as.

    ``play.costs`` are two, each 0 or 1 a move. In the order of the first cost. One pass of
    Dijkstra's algorithm for each count of the cost that takes fewer values.

    Raises
    ------
    InputError
        where more would have to be kept than `MOST_LABELS` numbers
    """
    first, second = play.costs
    ends = [_best(play, costs) for costs in ((first, second), (second, first))]
    if ends[0] is None or ends[1] is None:
        return []
    if ends[1][1] > ends[0][1]:  # the second cost takes fewer values
        turned = _front(graph, _with(play, (second, first)), ends[0][1], order)
        return [Cheapest(one.costs[::-1], one.way, one.count) for one in reversed(turned)]
    return _front(graph, play, ends[1][1], order)


def _with(play: Costly, costs: Sequence[np.ndarray]) -> Costly:
    return Costly(play.offsets, play.targets, play.numbers, tuple(costs), play.goals)


def _best(play: Costly, costs: Sequence[np.ndarray]) -> tuple[int, ...] | None:
    """Return the least costs from the start, the first counting most."""
    chosen = _with(play, costs)
    left = int(to_goals(chosen)[0])
    return None if left < 0 else chosen.told(left)


def _front(graph: ArrayGraph, play: Costly, most: int, order: str) -> list[Cheapest]:
    """Return the front, for at most 0, 1, ..., `most` of the first cost."""
    n = len(play.goals)
    if n * (most + 1) > MOST_LABELS:
        raise InputError(f"a front of {most + 1:,} counts over {n:,} states is too large to keep")
    second = _with(play, play.costs[1:])
    weights = second.weights()
    layers: list[np.ndarray] = []
    counted = play.costs[0] > 0
    free = np.flatnonzero(~counted)
    offsets = np.concatenate(([0], np.cumsum(~counted)))[play.offsets]
    sources = np.repeat(np.arange(n), np.diff(play.offsets))
    for _ in range(most + 1):
        begun = np.where(play.goals, np.int64(0), np.int64(1) << 62)
        if layers:
            ahead = layers[-1][play.targets[counted]]
            there = ahead >= 0
            tails = sources[counted][there]
            np.minimum.at(begun, tails, ahead[there] + weights[counted][there])
        begun[begun == 1 << 62] = -1
        layers.append(cheapest(offsets, play.targets[free], weights[free], begun))
    values = [second.told(int(one[0]))[0] if one[0] >= 0 else None for one in layers]
    found = []
    for k, value in enumerate(values):
        before = values[k - 1] if k else None
        if value is not None and (before is None or value < before):
            ways = _ways_down(play, second, layers[: k + 1])
            way = _real(first_way(graph, ways, order), graph, n)
            found.append(Cheapest((k, value), way, count_paths(ways)))
    return found


def _ways_down(play: Costly, second: Costly, layers: list[np.ndarray]) -> ShortestPaths:
    """Return the cheapest ways by the second cost that begin in the last of the layers."""
    none = np.full(len(play.goals), -1, np.int64)
    left = np.concatenate([*reversed(layers), none])
    weights = np.tile(second.weights(), len(layers))
    return _tight(_layered(play, second, len(layers) - 1), weights, left, left % second.radix)


def _layered(play: Costly, second: Costly, k: int) -> Costly:
    """Return the play in which each move of the first cost leads a layer down, from layer k."""
    n, m = len(play.goals), len(play.targets)
    down = np.arange(k + 1)[:, None]
    targets = play.targets[None, :] + n * np.minimum(down + (play.costs[0] > 0), k + 1)
    offsets = np.concatenate([play.offsets[:-1] + layer * m for layer in range(k + 1)])
    return Costly(
        np.concatenate((offsets, np.full(n + 1, (k + 1) * m))),
        targets.ravel().astype(np.int32),
        np.tile(play.numbers, k + 1),
        second.costs,
        np.tile(play.goals, k + 2),
    )


def _real(way: Way, graph: ArrayGraph, n: int) -> Way:
    """Return a way through layers as one through the graph."""
    nodes = tuple(node % n for node in way.nodes)
    return Way(nodes, way.labels, way.moves, way.wins or nodes[-1] == graph.goal)
