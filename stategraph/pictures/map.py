"""Map layout of state graphs, in which distances on paper are close to numbers of moves.

A layout with small *stress* shows rings as rings and bottlenecks as bottlenecks. Stress is the sum
over pairs of states of (distance on paper - moves)² / moves². There are too many pairs, so the
stress here is *sparse* [1]_. It has terms for pairs joined by a move, and for each pair of a state
and a *pivot*. There are some fifty pivots, which are far from each other. The layout starts with
the longest axes of the distances from the pivots [2]_. Then it reduces the stress in ever smaller
steps, each of which corrects terms of one kind [3]_.

The direction of moves does not matter. The goal is placed last. It is one node for many won states,
so two states that are one move away from it need not be close to each other.

Every machine computes the same positions. The layout uses no random numbers and no linear algebra
library, only ``+ - * /`` and square roots, with sums in a fixed order.

.. [1] M. Ortmann, M. Klimenta, U. Brandes, A sparse stress model, Journal of Graph Algorithms and
   Applications 21 (2017).
.. [2] U. Brandes, C. Pich, Eigensolver methods for progressive multidimensional scaling of large
   data, Graph Drawing (2006).
.. [3] J. Zheng, S. Pawar, D. Goodman, Graph drawing by stochastic gradient descent, IEEE Trans.
   Visualization and Computer Graphics 25 (2019).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stategraph import kernels
from stategraph.analysis import first_solution, solutions_known
from stategraph.analysis.distances import reached_goal
from stategraph.analysis.walks import walks
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph

# maximum number of points of a readable map
MAX_POINTS = 20_000

# number of pivots, and number of passes over all terms
N_PIVOTS, ROUNDS = 50, 15

# number of groups of pivots; the lengths of moves are corrected once per group
N_GROUPS = 10

# fraction of its error by which the last step corrects the term with the largest weight
LAST_STEP = 0.1

# number of squarings of a matrix in search of its first eigenvector: the power is 2 ** N_SQUARINGS
N_SQUARINGS = 12

# Increments of low-discrepancy sequences that fill the unit interval, square and cube evenly. In d
# dimensions they are powers of 1 / r, where r is the positive root of x^(d + 1) = x + 1.
STEPS = {1: (0.6180339887498949,), 2: (0.7548776662466927, 0.5698402909980532),
         3: (0.8191725133961645, 0.6710436067037893, 0.5497004779019703)}  # fmt: skip

# side of the square or cube of small offsets that separate states at the same position, in moves
SPREAD_SIDE = 0.2

# number of decimal digits of coordinates
COORDINATE_DIGITS = 3


def mapped(graph: ArrayGraph) -> ArrayGraph | None:
    """Return the graph whose map is drawn: the graph itself, or its quotient by walks (cached).

    The result is None if both have more than `MAX_POINTS` nodes. O(states + moves).
    """
    if len(graph) <= MAX_POINTS:
        return graph
    return graph.remember("mapped", lambda: _classes(graph))


def _classes(graph: ArrayGraph) -> ArrayGraph | None:
    """Return the quotient of a graph by walks, or None if it is too large or does not exist."""
    if graph.quotient is not None:
        return None
    try:
        quotient = walks(graph)
    except InputError:  # no piece walks
        return None
    return quotient if len(quotient) <= MAX_POINTS else None


@dataclass(frozen=True)
class Links:
    """The unordered pairs of states joined by moves, without the goal.

    Attributes
    ----------
    ends : (2, p) int64
    size : int
        number of states, including the goal
    """

    ends: np.ndarray
    size: int

    def rows(self) -> tuple[np.ndarray, np.ndarray]:
        """Return both directions of each pair, as offsets (n+1,) int64 and targets (2p,) int32."""
        tails, heads = self.ends
        doubled = np.concatenate([tails, heads]), np.concatenate([heads, tails])
        offsets = np.zeros(self.size + 1, np.int64)
        np.cumsum(np.bincount(doubled[0], minlength=self.size), out=offsets[1:])
        return offsets, doubled[1][np.argsort(doubled[0], kind="stable")].astype(np.int32)

    def degrees(self) -> np.ndarray:
        """Return the number of pairs that contain each state, (n,) int64."""
        return np.bincount(self.ends.reshape(-1), minlength=self.size)


def links(graph: ArrayGraph) -> Links:
    """Return the pairs of different states that a move joins, without the goal."""
    n = len(graph)
    tails, heads = graph.sources.astype(np.int64), graph.targets.astype(np.int64)
    is_link = tails != heads
    if graph.goal is not None:
        is_link &= heads != graph.goal
    tails, heads = tails[is_link], heads[is_link]
    pairs = np.unique(np.minimum(tails, heads) * n + np.maximum(tails, heads))
    return Links(np.stack([pairs // n, pairs % n]), n)


def place(graph: ArrayGraph, dimensions: int = 2) -> np.ndarray:
    """Return the coordinates of every state on a map: (n, `dimensions`) float64, in moves.

    Distances of states are close to the numbers of moves between them. The first axis is the
    longest one, and the start lies on its left. The same graph has the same map on every machine.
    O(states + moves), cached in the graph.

    Parameters
    ----------
    graph : ArrayGraph
    dimensions : {2, 3}

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> road = StateGraph.from_networkx(nx.path_graph(4, nx.DiGraph), 0, 3)
    >>> np.abs(np.diff(place(road)[:, 0]).round(1)).tolist()
    [1.0, 1.0, 1.0]
    """
    return graph.remember(("placed", dimensions), lambda: _placed(graph, dimensions))


def _placed(graph: ArrayGraph, dimensions: int) -> np.ndarray:
    joined = links(graph)
    standing = np.arange(len(graph)) != (graph.goal or -1)  # every state if the start is the goal
    x = np.zeros((dimensions, len(graph)))
    if joined.ends.size:
        pivots, far = kernels.landmarks(*joined.rows(), N_PIVOTS)
        x[:, standing] = _axes(far[:, standing], dimensions)
        x = scattered(_in_moves(x, joined), SPREAD_SIDE)
        _descend(x, joined, pivots, np.maximum(far, 0))  # does not move the goal
    _add_goal(x, graph)
    return np.round(_turned(x).T, COORDINATE_DIGITS) + 0.0  # avoids -0.0


def _axes(far: np.ndarray, dimensions: int) -> np.ndarray:
    """Return coordinates (dimensions, n) along the longest axes of the pivots' distances (k, n)."""
    squares = far.astype(np.int64) ** 2
    k, n = squares.shape
    centred = squares.sum(axis=1, keepdims=True) / n + squares.sum(axis=0) / k
    centred -= squares + squares.sum() / (k * n)
    gram = np.stack([(centred * row).sum(axis=1) for row in centred])
    axes = np.zeros((dimensions, n))
    for axis in axes:
        direction, length = _first_direction(gram)
        if length <= 0:
            break
        axis[:] = (centred * direction[:, None]).sum(axis=0) / np.sqrt(np.sqrt(length))
        gram = gram - length * direction[:, None] * direction
    return axes


def _first_direction(gram: np.ndarray) -> tuple[np.ndarray, float]:
    """Return an approximate first eigenvector (k,) of a symmetric matrix, and its eigenvalue.

    If the two largest eigenvalues are almost equal, the result is a mixture of their vectors.
    """
    power = gram
    for _ in range(N_SQUARINGS):
        trace = np.diag(power).sum()
        if trace <= 0:
            return np.zeros(len(gram)), 0.0
        power = power / trace
        power = (power[:, :, None] * power).sum(axis=1)
    column = power[:, np.diag(power).argmax()]
    direction = column / np.sqrt((column * column).sum())
    return direction, float((gram * direction * direction[:, None]).sum())


def _in_moves(x: np.ndarray, joined: Links) -> np.ndarray:
    """Scale coordinates so that the median length of a move is 1."""
    difference = x[:, joined.ends[0]] - x[:, joined.ends[1]]
    typical = float(np.median(np.sqrt((difference * difference).sum(axis=0))))
    return x / typical if typical > 0 else x


def scattered(x: np.ndarray, apart: float) -> np.ndarray:
    """Add a different small offset to each state's coordinates (dimensions, n).

    The offsets evenly fill a square or cube with sides of `apart` moves.
    """
    numbers = np.arange(1, x.shape[1] + 1)
    steps = np.array(STEPS[len(x)])[:, None]
    return x + apart * (steps * numbers % 1 - 0.5)


# ------------------------------------------------------------------------------------ the descent


def _descend(x: np.ndarray, joined: Links, pivots: np.ndarray, far: np.ndarray) -> None:
    """Reduce the sparse stress of coordinates (dimensions, n), in place."""
    weights = _weights(far)
    ideal = far.astype(float)
    order = np.argsort(STEPS[1][0] * np.arange(1, len(pivots) + 1) % 1, kind="stable").tolist()
    share = 1 / (joined.degrees() + 1)
    step = 1 / float(weights[weights > 0].min(initial=1.0))
    last = LAST_STEP / float(weights.max(initial=1.0))
    slower = _root(last / step, ROUNDS - 1)
    for _ in range(ROUNDS):
        for turn, k in enumerate(order):
            _mend_pivot(x, int(pivots[k]), ideal[k], np.minimum(step * weights[k], 1))
            if turn % max(1, len(order) // N_GROUPS) == 0:
                _mend_moves(x, joined, min(step, 1.0) * share)
        step *= slower


def _weights(far: np.ndarray) -> np.ndarray:
    """Return the weights (k, n) of the terms, one for each pivot and state.

    A term also represents other pairs: the state, and each state that is nearest to this pivot and
    at most half as far from the pivot.
    """
    nearest = far.argmin(axis=0)
    weights = np.zeros(far.shape)
    for k, row in enumerate(far):
        near = np.bincount(row[nearest == k], minlength=int(row.max()) + 1).cumsum()
        weights[k] = near[row // 2] / np.maximum(row, 1).astype(float) ** 2
        weights[k, row <= 0] = 0
    return weights


def _root(number: float, degree: int) -> float:
    """Return the root of a number between 0 and 1, by bisection, to full precision."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = power = (low + high) / 2
        for _ in range(degree - 1):
            power *= middle
        low, high = (middle, high) if power < number else (low, middle)
    return high


def _mend_pivot(x: np.ndarray, pivot: int, ideal: np.ndarray, share: np.ndarray) -> None:
    """Move each state towards or away from a fixed pivot, by its share (n,) of the error."""
    difference = x - x[:, pivot, None]
    length = _lengths(difference) + 1e-9
    x += difference * (share * (ideal - length) / length)


def _mend_moves(x: np.ndarray, joined: Links, share: np.ndarray) -> None:
    """Move the states of each pair towards or away from each other, by their shares (n,)."""
    tails, heads = joined.ends
    difference = np.stack([axis.take(tails) - axis.take(heads) for axis in x])
    length = _lengths(difference) + 1e-9
    difference *= (1 - length) / length
    for axis, push in zip(x, difference, strict=True):
        axis += share * np.bincount(tails, push, len(share))
        axis -= share * np.bincount(heads, push, len(share))


def _lengths(vectors: np.ndarray) -> np.ndarray:
    """Return the lengths (n,) of vectors (dimensions, n), faster than numpy's ``sum(axis=0)``."""
    first, *other_axes = vectors
    squares = first * first
    for axis in other_axes:
        squares += axis * axis
    return np.sqrt(squares)


# --------------------------------------------------------------------------- goal and orientation


def _add_goal(x: np.ndarray, graph: ArrayGraph) -> None:
    """Place the goal at distance 1 from its predecessor, away from the centre of the map."""
    if not graph.goal:
        return
    last = _before_goal(graph)
    direction = x[:, last] - x.sum(axis=1) / max(1, len(graph) - 1)
    length = float(np.sqrt((direction * direction).sum()))
    if length == 0:
        direction, length = np.eye(len(x))[0], 1.0
    x[:, graph.goal] = x[:, last] + direction / length


def _before_goal(graph: ArrayGraph) -> int:
    """Return the state before the goal on the first solution, or any state before the goal."""
    if solutions_known(graph):
        return first_solution(graph).nodes[-2]
    offsets, sources = graph.reversed
    return int(sources[offsets[reached_goal(graph)]])


def _turned(x: np.ndarray) -> np.ndarray:
    """Centre the map at 0, turn its longest axis to the first one, and put the start top left."""
    x = x - x.sum(axis=1, keepdims=True) / x.shape[1]
    spread = np.stack([(x * row).sum(axis=1) for row in x])
    turned = np.zeros_like(x)
    for axis, coordinates in enumerate(turned):
        direction, length = _first_direction(spread)
        if length <= 0:
            break
        coordinates[:] = (x * direction[:, None]).sum(axis=0)
        if (coordinates[0] > 0) == (axis == 0):
            coordinates *= -1
        spread = spread - length * direction[:, None] * direction
    return turned
