"""Exact results of random play: the chance to win and the expected moves.

The *random player* chooses uniformly among the moves of every state. Such a play is a Markov chain
that ends in the goal or in a dead state. One system of linear equations therefore gives exact
results, which a million simulated plays can only estimate::

                 ┌─ win ──► goal        h(start) = 1/2 · 1 + 1/2 · h(a)
    start ───────┤                      h(a)     = 1/2 · h(start) + 1/2 · 0
      ▲          └─► a ── fall ──► dead     so h(start) = 2/3
      └── back ──────┘
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from stategraph.analysis.distances import moves_to_goal, reached_goal
from stategraph.engines import memory
from stategraph.graph import ArrayGraph

# Largest accepted relative error of the start's figures.
ACCURACY = 1e-9

# Bytes reserved for each coefficient of the matrix. Without enough memory, SuperLU runs for minutes
# before it fails.
FILL = 1_000

# Upper bound on the bytes of code and buffers of SciPy's solvers.
SOLVER = 128 << 20

# Rounds of iterative refinement.
ROUNDS = 3

# Up to this many states, an LU factorisation is fast. For more it may take minutes where gradient
# methods take seconds.
MAX_STATES_FOR_LU = 2_000
STEPS = 2_000  # iterations of a gradient method in one round

# A solution is accepted when its residual is at most this many times the rounding error of one
# equation.
SLIPS = 16


@dataclass(frozen=True)
class BlindPlay:
    """The results of the random player from every state.

    Attributes
    ----------
    wins : (n,) float64
        the chance to reach the goal; 0 for dead states
    moves : (n,) float64
        the expected number of moves until the goal or a dead state; 0 there
    residual : float
        the largest error that remains in an equation, relative to the largest value plus the
        constant
    error : float
        a proven bound on the relative error of both figures of the start
    """

    wins: np.ndarray
    moves: np.ndarray
    residual: float
    error: float

    @property
    def trusted(self) -> bool:
        """True if the figures of the start are accurate to 1e-9."""
        return self.error <= ACCURACY


def blind_play(graph: ArrayGraph) -> BlindPlay:
    """Solve the equations of the random player; cached on the graph.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph

    Returns
    -------
    BlindPlay

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Notes
    -----
    Let Q hold the probabilities of moving from one living state to another. The chances h satisfy
    (I - Q) h = b, where b is the chance to win with the next move. The expected moves t satisfy
    (I - Q) t = 1. Each equation is multiplied by the number of moves of its state, so that all
    coefficients are integers.

    SciPy's conjugate gradient methods solve the equations. Its sparse LU factorisation solves small
    systems, and systems for which gradients do not converge. Residuals in the widest available
    float type refine the solution.

    A residual r changes the solution by (I - Q)⁻¹ r, which is at most max t · max r: the rows of
    (I - Q)⁻¹ have no negative entries and sum to t. This bounds the error.

    The cost is more than linear: the number of iterations grows with the diameter of the graph, and
    the size of the LU factors with its structure. The graph must be complete.

    Examples
    --------
    >>> from stategraph import expand
    >>> round(float(blind_play(expand("spacewreck/eight-rooms")).wins[0]), 3)
    0.6
    """
    reached_goal(graph)
    return graph.remember("blind_play", lambda: _blind_play(graph))


def blind_visits(graph: ArrayGraph) -> np.ndarray:
    """Return the expected number of visits of the random player to each state; cached.

    Returns
    -------
    (n,) float64
        visits until the goal or a dead state; both ends count 0. The sum of all visits is the
        expected number of moves from the start.

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Notes
    -----
    The visits v solve the transposed equations of `blind_play`: v (I - Q) is 1 at the start and 0
    elsewhere. The cost is the same. The graph must be complete.
    """
    reached_goal(graph)
    return graph.remember("blind_visits", lambda: _blind_visits(graph))


def _blind_visits(graph: ArrayGraph) -> np.ndarray:
    nodes = np.flatnonzero(moves_to_goal(graph) > 0)
    visits = np.zeros(len(graph))
    if graph.goal != 0:
        matrix, _, degrees = _equations(graph, nodes)
        start = (nodes == 0).astype(float)
        ((x, _),) = _solve(matrix.T.tocsc(), start)
        visits[nodes] = x * degrees
    return visits


def _blind_play(graph: ArrayGraph) -> BlindPlay:
    nodes = np.flatnonzero(moves_to_goal(graph) > 0)
    wins, moves = np.zeros((2, len(graph)))
    wins[graph.goal] = 1.0
    if graph.goal == 0:
        return BlindPlay(wins, moves, 0.0, 0.0)
    matrix, winning, degrees = _equations(graph, nodes)
    (t, t_left), (h, h_left) = _solve(matrix, degrees, winning)
    t_left, h_left = np.abs(t_left) / degrees, np.abs(h_left) / degrees
    # rounding errors in the computation of a residual
    slip = (degrees.max() + 4) * np.finfo(t.dtype).eps
    bounds = [
        t.max() * (residuals.max() + slip * x.max()) / x[0]
        for x, residuals in ((t, t_left), (h, h_left))
    ]
    residual = max(t_left.max() / (t.max() + 1), h_left.max() / (h.max() + 1))
    wins[nodes], moves[nodes] = h, t
    return BlindPlay(wins, moves, float(residual), float(max(bounds)))


def _equations(graph: ArrayGraph, nodes: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray]:
    """Return D(I - Q), the winning moves b, and the diagonal D, over the living `nodes`.

    D holds the number of moves of each state. `winning` counts the moves of each state into the
    goal.
    """
    from scipy.sparse import csr_array, diags_array

    index_of = np.full(len(graph), -1, np.int64)
    index_of[nodes] = np.arange(len(nodes))
    moves = np.flatnonzero(index_of[graph.sources] >= 0)
    rows, heads = index_of[graph.sources[moves]], graph.targets[moves]
    stays = index_of[heads] >= 0
    steps = csr_array(
        (np.ones(np.count_nonzero(stays)), (rows[stays], index_of[heads[stays]])),
        shape=(len(nodes), len(nodes)),
    )
    winning = np.bincount(rows[heads == graph.goal], minlength=len(nodes)).astype(float)
    degrees = np.diff(graph.offsets)[nodes].astype(float)
    return (diags_array(degrees) - steps).tocsc(), winning, degrees


def make_room(more: int = 0) -> None:
    """Raise ``MemoryError`` unless SciPy's solvers and `more` bytes fit into memory."""
    memory.make_room(SOLVER + more)


def _solve(matrix: Any, *rights: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the solution x and its residual for each right-hand side."""
    if matrix.shape[0] > MAX_STATES_FOR_LU:
        solutions = [_stepwise(matrix, right) for right in rights]
        if all(solution is not None for solution in solutions):
            return cast("list[tuple[np.ndarray, np.ndarray]]", solutions)
    make_room(FILL * matrix.nnz)
    from scipy.sparse.linalg import splu

    factors, wide = splu(matrix), matrix.astype(np.longdouble)
    solved = []
    for right in rights:
        x = np.zeros(len(right), np.longdouble)
        residual = right.astype(np.longdouble)
        for _ in range(ROUNDS):
            x += factors.solve(residual.astype(np.float64))
            residual = right - wide @ x
        solved.append((x, residual))
    return solved


def _stepwise(matrix: Any, right: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Solve one system with a gradient method; return None if it does not converge.

    Conjugate gradients need a symmetric matrix, so they are used if every move can be taken back.
    Otherwise the stabilised biconjugate gradient method (BiCGSTAB) is used. The method has
    converged when only rounding errors remain.
    """
    make_room()
    from scipy.sparse import diags_array
    from scipy.sparse.linalg import bicgstab, cg

    rows = matrix.tocsr()
    method = cg if abs(rows - rows.T).nnz == 0 else bicgstab
    scaled = diags_array(1 / rows.diagonal())
    wide, largest = rows.astype(np.longdouble), float(abs(rows).sum(axis=1).max())
    x, residual = np.zeros(len(right), np.longdouble), right.astype(np.longdouble)
    for _ in range(ROUNDS + 1):
        most = np.abs(residual).max() or 1.0
        with np.errstate(all="ignore"):  # a method that diverges may overflow
            scaled_residual = (residual / most).astype(np.float64)
            step, _ = method(rows, scaled_residual, M=scaled, rtol=1e-9, maxiter=STEPS)
        x += np.nan_to_num(step) * most
        residual = right - wide @ x
        if np.abs(residual).max() <= SLIPS * np.finfo(x.dtype).eps * largest * np.abs(x).max():
            return x, residual
    return None
