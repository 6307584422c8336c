"""Exact results of random play: the chance to win and the expected number of moves.

The *random player* chooses uniformly among the moves of every state. Such a play is a Markov chain
that ends in the goal or in a dead state. A system of linear equations therefore gives exact
results. A million simulated plays could only estimate these results::

                 ┌─ win ──► goal        h(start) = 1/2 · 1 + 1/2 · h(a)
    start ───────┤                      h(a)     = 1/2 · h(start) + 1/2 · 0
      ▲          └─► a ── fall ──► dead     so h(start) = 2/3
      └── back ──────┘
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from stategraph.analysis.distances import moves_to_goal, reached_goal
from stategraph.engines import memory
from stategraph.graph import ArrayGraph

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

# Largest accepted relative error of the results at the start.
MAX_RELATIVE_ERROR = 1e-9

# Bytes reserved for each coefficient of the matrix. Without enough memory, SuperLU runs for minutes
# before it fails.
BYTES_PER_COEFFICIENT = 1_000

# Upper bound on the memory, in bytes, for the code and the buffers of SciPy's solvers.
SOLVER_BYTES = 128 << 20

# Rounds of iterative refinement.
REFINEMENT_ROUNDS = 3

# Maximum number of states for which LU factorisation is tried first. For larger graphs it may take
# minutes, while gradient methods take seconds.
MAX_STATES_FOR_LU = 2_000
MAX_GRADIENT_STEPS = 2_000  # maximum number of iterations of a gradient method in one round

# A solution is accepted when its residual is at most this many times the rounding error of one
# equation.
MAX_ROUNDING_ERRORS = 16


@dataclass(frozen=True)
class RandomPlay:
    """The results of random play from every state.

    Attributes
    ----------
    wins : (n,) float64
        the chance to reach the goal; 0 for dead states
    moves : (n,) float64
        the expected number of moves until the goal or a dead state is reached; 0 in these states
    residual : float
        the largest remaining error of an equation, relative to the largest value plus the constant
        term of the equation
    error : float
        a proven bound on the relative errors of ``wins`` and ``moves`` at the start
    """

    wins: np.ndarray
    moves: np.ndarray
    residual: float
    error: float

    @property
    def trusted(self) -> bool:
        """True if the results at the start have a relative error of at most 1e-9."""
        return self.error <= MAX_RELATIVE_ERROR


def play_at_random(graph: ArrayGraph) -> RandomPlay:
    """Solve the equations of the random player; cached on the graph.

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Notes
    -----
    Let Q hold the probabilities of moving from one living state to another. The chances to win h
    satisfy (I - Q) h = b, where b holds the chances to win with the next move. The expected numbers
    of moves t satisfy (I - Q) t = 1. The equation of each state is multiplied by the number of
    moves of this state, so that all coefficients are integers.

    SciPy's conjugate gradient methods solve the equations. Small systems, and systems for which
    these methods do not converge, are solved by a sparse LU factorisation. Iterative refinement
    improves the solution, with residuals in the widest available float type.

    A residual r means an error (I - Q)⁻¹ r of the solution. The entries of (I - Q)⁻¹ are not
    negative, and its rows sum to t. The error is therefore at most max t · max r.

    The cost grows faster than linearly. The number of iterations depends on the diameter of the
    graph, and the size of the LU factors on its structure. The graph must be complete.

    Examples
    --------
    >>> from stategraph import expand
    >>> round(float(play_at_random(expand("spacewreck/eight-rooms")).wins[0]), 3)
    0.6
    """
    reached_goal(graph)
    return graph.remember("play_at_random", lambda: _play_at_random(graph))


def random_visits(graph: ArrayGraph) -> np.ndarray:
    """Return how often the random player is expected to visit each state; cached.

    Returns
    -------
    (n,) float64
        the expected number of visits to each living state before the goal, and 0 for the goal and
        dead states. The sum of all visits is the expected number of moves from the start.

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Notes
    -----
    The visits v solve the transposed equations of `play_at_random`: v (I - Q) is 1 at the start and
    0 elsewhere. The cost is that of `play_at_random`. The graph must be complete.
    """
    reached_goal(graph)
    return graph.remember("random_visits", lambda: _random_visits(graph))


def _random_visits(graph: ArrayGraph) -> np.ndarray:
    nodes = np.flatnonzero(moves_to_goal(graph) > 0)
    visits = np.zeros(len(graph))
    if graph.goal != 0:
        matrix, _, degrees = _equations(graph, nodes)
        start = (nodes == 0).astype(float)
        ((x, _),) = _solve(matrix.T.tocsc(), start)
        visits[nodes] = x * degrees
    return visits


def _play_at_random(graph: ArrayGraph) -> RandomPlay:
    nodes = np.flatnonzero(moves_to_goal(graph) > 0)
    wins, moves = np.zeros((2, len(graph)))
    wins[graph.goal] = 1.0
    if graph.goal == 0:
        return RandomPlay(wins, moves, 0.0, 0.0)
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
    return RandomPlay(wins, moves, float(residual), float(max(bounds)))


def _equations(graph: ArrayGraph, nodes: np.ndarray) -> tuple[csr_matrix, np.ndarray, np.ndarray]:
    """Return the matrix D(I - Q), the vector D b, and the diagonal D, for the living `nodes`.

    D holds the number of moves of each state. D b is the number of winning moves of each state.
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
    memory.make_room(SOLVER_BYTES + more)


def _solve(matrix: csr_matrix, *rights: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the solution x and its residual for each right-hand side."""
    if matrix.shape[0] > MAX_STATES_FOR_LU:
        solutions = [_stepwise(matrix, right) for right in rights]
        if all(solution is not None for solution in solutions):
            return cast("list[tuple[np.ndarray, np.ndarray]]", solutions)
    make_room(BYTES_PER_COEFFICIENT * matrix.nnz)
    from scipy.sparse.linalg import splu

    factors, wide = splu(matrix), matrix.astype(np.longdouble)
    solved = []
    for right in rights:
        x = np.zeros(len(right), np.longdouble)
        residual = right.astype(np.longdouble)
        for _ in range(REFINEMENT_ROUNDS):
            x += factors.solve(residual.astype(np.float64))
            residual = right - wide @ x
        solved.append((x, residual))
    return solved


def _stepwise(matrix: csr_matrix, right: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Solve one system with a conjugate gradient method; return None if it does not converge.

    The plain conjugate gradient method needs a symmetric matrix, so it is used if every move can be
    taken back. Otherwise the stabilised biconjugate gradient method (BiCGSTAB) is used. A method
    has converged if its residual consists only of rounding errors.
    """
    make_room()
    from scipy.sparse import diags_array
    from scipy.sparse.linalg import bicgstab, cg

    rows = matrix.tocsr()
    method = cg if abs(rows - rows.T).nnz == 0 else bicgstab
    scaled = diags_array(1 / rows.diagonal())
    wide, largest = rows.astype(np.longdouble), float(abs(rows).sum(axis=1).max())
    x, residual = np.zeros(len(right), np.longdouble), right.astype(np.longdouble)
    for _ in range(REFINEMENT_ROUNDS + 1):
        most = np.abs(residual).max() or 1.0
        with np.errstate(all="ignore"):  # numbers may overflow if the method diverges
            scaled_residual = (residual / most).astype(np.float64)
            step, _ = method(rows, scaled_residual, M=scaled, rtol=1e-9, maxiter=MAX_GRADIENT_STEPS)
        x += np.nan_to_num(step) * most
        residual = right - wide @ x
        if (
            np.abs(residual).max()
            <= MAX_ROUNDING_ERRORS * np.finfo(x.dtype).eps * largest * np.abs(x).max()
        ):
            return x, residual
    return None
