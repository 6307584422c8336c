"""Cheapest paths if moves have one or more costs, such as 1 per push and 0 per step.

Costs are integers of at least 0. Several costs are compared in order: the second cost matters only
if the first costs are equal. Of equally cheap paths only those with the fewest moves count, so that
no path contains a cycle of cost 0. One number, the *weight*, combines the costs and the number of
moves::

    weight = (pushes * R + crossings) * R + 1          R is larger than any sum on a path

The moves on cheapest paths then form an acyclic graph, like those on shortest paths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stategraph import kernels
from stategraph.analysis.shortest_solutions import GraphPath, ShortestPaths, count_paths, first_path
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.machine.heap import put, take
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items

# Maximum number of int64 values stored for a Pareto front: one for each state and each value of the
# first cost.
MAX_FRONT_SIZE = 1 << 27


@dataclass(frozen=True)
class Costly:
    """Moves with costs between `n` nodes.

    Attributes
    ----------
    offsets, targets : (n+1,) int64, (m,) int32
        the moves in compressed sparse rows
    numbers : (m,) int64
        the number of each move in the state graph
    costs : tuple of (m,) int64 the costs of each move; the first cost is compared first goals :
    (n,) bool
    """

    offsets: np.ndarray
    targets: np.ndarray
    numbers: np.ndarray
    costs: tuple[np.ndarray, ...]
    goals: np.ndarray

    @property
    def radix(self) -> int:
        """A number larger than any sum of one cost along a path without repeated nodes."""
        most = max((int(cost.max(initial=0)) for cost in self.costs), default=1)
        return max(1, most) * len(self.goals) + 1

    def weights(self) -> np.ndarray:
        """Return the weight (m,) int64 of each move.

        Raises
        ------
        InputError
            if weights do not fit into 62 bits
        """
        if self.radix ** (len(self.costs) + 1) >= 1 << 62:
            raise InputError(f"{len(self.costs)} costs are too many for this number of states")
        combined = np.zeros(len(self.targets), np.int64)
        for cost in self.costs:
            combined = combined * self.radix + cost
        return combined * self.radix + 1

    def decoded(self, weight: int) -> tuple[int, ...]:
        """Return the costs and the number of moves that the weight of a path encodes."""
        parts = []
        for _ in range(len(self.costs) + 1):
            weight, part = divmod(weight, self.radix)
            parts.append(part)
        return tuple(parts[::-1])


def cheapest(
    offsets: np.ndarray, targets: np.ndarray, weights: np.ndarray, begun: np.ndarray
) -> np.ndarray:
    """Return the least weight of a path from every node to one of some end nodes.

    Parameters
    ----------
    offsets, targets : (n+1,) int64, (m,) int32
        the moves in compressed sparse rows
    weights : (m,) int64
    begun : (n,) int64
        the weight at which paths may end in each node, such as 0 at the goals; -1 for nodes where
        no path may end

    Returns
    -------
    (n,) int64
        -1 where no path exists

    Notes
    -----
    Dijkstra's algorithm along reversed moves, O(m log m).
    """
    starts, sources, moves = kernels.reverse(offsets, targets, True)
    least = begun.copy()
    roots = np.flatnonzero(begun >= 0)
    roots = roots[np.argsort(begun[roots], kind="stable")]
    room = len(roots) + len(targets) + 1
    keys, nodes = np.zeros(room, np.int64), np.zeros(room, np.int32)
    keys[: len(roots)], nodes[: len(roots)] = begun[roots], roots
    _cheapest(starts, sources, moves, weights, least, keys, nodes, len(roots))
    return least


def _least(
    offsets: Items,
    sources: Items,
    moves: Items,
    weights: Items,
    least: Items,
    keys: Items,
    nodes: Items,
    count: int,
) -> None:
    """Run Dijkstra's algorithm; `keys` and `nodes` form a heap with the least key first.

    The initial keys are sorted, so they are a valid heap.
    """
    size = count
    while size > 0:
        key = keys[0]
        v = nodes[0]
        take(keys, nodes, size)
        size -= 1
        if key > least[v]:
            continue
        for slot in range(offsets[v], offsets[v + 1]):
            u = sources[slot]
            cost = key + weights[moves[slot]]
            if least[u] >= 0 and least[u] <= cost:
                continue
            least[u] = cost
            put(keys, nodes, size, cost, u)
            size += 1


_cheapest = Kernel(_least, [put, take])


def to_goals(play: Costly) -> np.ndarray:
    """Return the least weight of a path from every node to a goal.

    Returns
    -------
    (n,) int64
        -1 if no path leads to a goal
    """
    begun = np.where(play.goals, np.int64(0), np.int64(-1))
    return cheapest(play.offsets, play.targets, play.weights(), begun)


@dataclass(frozen=True)
class Cheapest:
    """The cheapest paths from the start to the goal.

    Attributes
    ----------
    costs : tuple of int
        the costs of each of these paths
    way : GraphPath
        the first path
    count : int
        the number of these paths, all with the fewest moves
    """

    costs: tuple[int, ...]
    way: GraphPath
    count: int


def cheapest_solution(graph: ArrayGraph, play: Costly, order: str = "text") -> Cheapest | None:
    """Return the costs, the first and the number of the cheapest paths from node 0 to a goal.

    Parameters
    ----------
    graph : ArrayGraph
    play : Costly
        the moves and their costs
    order : {"text", "moves"}
        the order that defines the first path

    Returns
    -------
    Cheapest or None
        None if no goal can be reached. Of equally cheap paths only those with the fewest moves
        count. O(m log m)
    """
    least = to_goals(play)
    if least[0] < 0:
        return None
    paths = _tight(play, play.weights(), least, least % play.radix)
    path = first_path(graph, paths, order)
    return Cheapest(play.decoded(int(least[0]))[:-1], path, count_paths(paths))


def _tight(
    play: Costly, weights: np.ndarray, least: np.ndarray, moves_left: np.ndarray
) -> ShortestPaths:
    """Return the moves on cheapest paths from node 0; all goals become the last node.

    `least` (n,) int64 holds the least weight of a path from each node to a goal. `moves_left` (n,)
    int64 holds the number of moves of such a path.
    """
    ahead = least[play.targets]
    sources = np.repeat(np.arange(len(least)), np.diff(play.offsets))
    good = (ahead >= 0) & (least[sources] == ahead + weights)
    starts = np.concatenate(([0], np.cumsum(good)))[play.offsets]
    slots = np.flatnonzero(good)
    reached = kernels.distances(starts, play.targets[slots], np.zeros(1, np.int32)) >= 0
    nodes = np.flatnonzero(reached & ~play.goals)
    nodes = nodes[np.argsort(-moves_left[nodes], kind="stable")]
    index_of = np.full(len(least), len(nodes), np.int64)
    index_of[nodes] = np.arange(len(nodes))
    degrees = (starts[nodes + 1] - starts[nodes]).astype(np.int64)
    ends = np.concatenate(([0], np.cumsum(degrees)))
    chosen = slots[np.arange(ends[-1]) + np.repeat(starts[nodes] - ends[:-1], degrees)]
    goal = play.targets[chosen[-1]] if len(chosen) else 0
    return ShortestPaths(
        np.append(nodes, goal),
        np.append(ends, ends[-1]),
        index_of[play.targets[chosen]].astype(np.int32),
        play.numbers[chosen],
        int(moves_left[0]),
    )


# ------------------------------------------------------------------------------- two costs at once


def pareto(graph: ArrayGraph, play: Costly, order: str = "text") -> list[Cheapest]:
    """Return the first cheapest path for each Pareto-optimal pair of costs.

    Parameters
    ----------
    graph : ArrayGraph
    play : Costly
        with two costs, each 0 or 1 for every move
    order : {"text", "moves"}

    Returns
    -------
    list of Cheapest
        in the order of the first cost

    Raises
    ------
    InputError
        if more than `MAX_FRONT_SIZE` numbers would be stored

    Notes
    -----
    Dijkstra's algorithm runs once for each possible value of one cost. The cost with fewer possible
    values is chosen.
    """
    first, second = play.costs
    ends = [_best(play, costs) for costs in ((first, second), (second, first))]
    if ends[0] is None or ends[1] is None:
        return []
    if ends[1][1] > ends[0][1]:  # the second cost has fewer possible values
        swapped = _front(graph, _with(play, (second, first)), ends[0][1], order)
        return [
            Cheapest(solution.costs[::-1], solution.way, solution.count)
            for solution in reversed(swapped)
        ]
    return _front(graph, play, ends[1][1], order)


def _with(play: Costly, costs: Sequence[np.ndarray]) -> Costly:
    return Costly(play.offsets, play.targets, play.numbers, tuple(costs), play.goals)


def _best(play: Costly, costs: Sequence[np.ndarray]) -> tuple[int, ...] | None:
    """Return the least costs from the start; the first cost is compared first."""
    chosen = _with(play, costs)
    least = int(to_goals(chosen)[0])
    return None if least < 0 else chosen.decoded(least)


def _front(graph: ArrayGraph, play: Costly, most: int, order: str) -> list[Cheapest]:
    """Return the Pareto front of the paths whose first cost is at most `most`."""
    n = len(play.goals)
    if n * (most + 1) > MAX_FRONT_SIZE:
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
            reachable = ahead >= 0
            tails = sources[counted][reachable]
            np.minimum.at(begun, tails, ahead[reachable] + weights[counted][reachable])
        begun[begun == 1 << 62] = -1
        layers.append(cheapest(offsets, play.targets[free], weights[free], begun))
    values = [second.decoded(int(layer[0]))[0] if layer[0] >= 0 else None for layer in layers]
    front = []
    for k, value in enumerate(values):
        before = values[k - 1] if k else None
        if value is not None and (before is None or value < before):
            paths = _layered_paths(play, second, layers[: k + 1])
            path = _real(first_path(graph, paths, order), graph, n)
            front.append(Cheapest((k, value), path, count_paths(paths)))
    return front


def _layered_paths(play: Costly, second: Costly, layers: list[np.ndarray]) -> ShortestPaths:
    """Return the paths of least second cost that begin in the last layer."""
    none = np.full(len(play.goals), -1, np.int64)
    least = np.concatenate([*reversed(layers), none])
    weights = np.tile(second.weights(), len(layers))
    return _tight(_layered(play, second, len(layers) - 1), weights, least, least % second.radix)


def _layered(play: Costly, second: Costly, k: int) -> Costly:
    """Return the moves on layers k to 0; a move whose first cost is 1 leads one layer down."""
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


def _real(path: GraphPath, graph: ArrayGraph, n: int) -> GraphPath:
    """Convert a path through the layers to a path through the graph."""
    nodes = tuple(node % n for node in path.nodes)
    return GraphPath(nodes, path.labels, path.moves, path.wins or nodes[-1] == graph.goal)
