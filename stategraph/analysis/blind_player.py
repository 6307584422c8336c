"""Players without a plan: how they fare, exactly.

The *blind player* chooses uniformly among the moves of every state. Such a play is a Markov chain
that ends in the goal or in the dead states, so one system of linear equations tells what a million
simulated plays can only estimate::

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

# What the figures of the start must be right to, relative to them.
ACCURACY = 1e-9

# So many bytes for each coefficient the factors may take. SuperLU goes on trying for minutes where
# it cannot have them.
FILL = 1_000

# Bytes of code and buffers of SciPy's solvers, at most.
SOLVER = 128 << 20

# How often a solution is refined by what it leaves.
ROUNDS = 3

# Of so few states factors are found at once; of more they may take minutes where steps along
# gradients take seconds. Of these each round has so many at most.
FEW = 2_000
STEPS = 2_000

# So many times what rounding may leave of one equation is left where a solution is as good as it
# can be.
SLIPS = 16


@dataclass(frozen=True)
class BlindPlay:
    """How the blind player fares from every state.

    Attributes
    ----------
    wins : (n,) float64
        the chance that they ever win; 0 for dead states
    moves : (n,) float64
        the moves they are expected to make until they win or die; 0 there
    residual : float
        the largest error left in an equation, relative to the largest value plus the constant
    error : float
        what both figures of the start are proven not to be off by more than, relative to them
    """

    wins: np.ndarray
    moves: np.ndarray
    residual: float
    error: float

    @property
    def trusted(self) -> bool:
        """Whether the start's figures are right to 1e-9."""
        return self.error <= ACCURACY


def blind_play(graph: ArrayGraph) -> BlindPlay:
    """Solve the blind player's equations; kept.

    With Q the chances to step from one state that can still win to another: (I - Q) h = the chance
    to win at once, and (I - Q) t = 1. Each equation is multiplied by the state's number of moves,
    so that all coefficients are whole. SciPy's conjugate gradients solve them, or for few states,
    and where these do not get there, its sparse LU factors; refined by residuals in the widest
    floats there are. More than linear: steps as many as the space is wide, or factors whose size
    depends on it. Needs the whole graph.

    Raises
    ------
    NetworkXNoPath
        when the goal is not reached

    Notes
    -----
    What a residual r does to the answer is (I - Q)⁻¹ r, at most max t · max r, because the rows of
    (I - Q)⁻¹ have no negative entries and sum to t: that bounds the error.
    """
    reached_goal(graph)
    return graph.remember("blind_play", lambda: _blind_play(graph))


def blind_visits(graph: ArrayGraph) -> np.ndarray:
    """Return how often (n,) float64 the blind player is expected to be in each state; kept.

    Until they win or die: both ends count 0, and all visits add up to the moves of the start. They
    solve the equations of `blind_play` read backwards: v (I - Q) = 1 at the start. Needs the whole
    graph, and takes as long. ``NetworkXNoPath`` when the goal is not reached.
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
    # rounding while a residual is computed
    slip = (degrees.max() + 4) * np.finfo(t.dtype).eps
    bounds = [
        t.max() * (left.max() + slip * x.max()) / x[0] for x, left in ((t, t_left), (h, h_left))
    ]
    residual = max(t_left.max() / (t.max() + 1), h_left.max() / (h.max() + 1))
    wins[nodes], moves[nodes] = h, t
    return BlindPlay(wins, moves, float(residual), float(max(bounds)))


def _equations(graph: ArrayGraph, nodes: np.ndarray) -> tuple:
    """Return, over the alive `nodes`, D(I - Q), the moves into the goal, and D: their moves."""
    from scipy.sparse import csr_array, diags_array

    place = np.full(len(graph), -1, np.int64)
    place[nodes] = np.arange(len(nodes))
    moves = np.flatnonzero(place[graph.sources] >= 0)
    rows, heads = place[graph.sources[moves]], graph.targets[moves]
    stays = place[heads] >= 0
    steps = csr_array(
        (np.ones(np.count_nonzero(stays)), (rows[stays], place[heads[stays]])),
        shape=(len(nodes), len(nodes)),
    )
    winning = np.bincount(rows[heads == graph.goal], minlength=len(nodes)).astype(float)
    degrees = np.diff(graph.offsets)[nodes].astype(float)
    return (diags_array(degrees) - steps).tocsc(), winning, degrees


def make_room(more: int = 0) -> None:
    """Raise ``MemoryError`` where SciPy's solvers find no room, and so many bytes `more`."""
    memory.make_room(SOLVER + more)


def _solve(matrix: Any, *rights: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return of each right-hand side the solution x, and what is left of it."""
    if matrix.shape[0] > FEW:
        found = [_stepwise(matrix, right) for right in rights]
        if all(one is not None for one in found):
            return cast("list[tuple[np.ndarray, np.ndarray]]", found)
    make_room(FILL * matrix.nnz)
    from scipy.sparse.linalg import splu

    factors, wide = splu(matrix), matrix.astype(np.longdouble)
    solved = []
    for right in rights:
        x = np.zeros(len(right), np.longdouble)
        left = right.astype(np.longdouble)
        for _ in range(ROUNDS):
            x += factors.solve(left.astype(np.float64))
            left = right - wide @ x
        solved.append((x, left))
    return solved


def _stepwise(matrix: Any, right: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Return what `_solve` does, by steps along gradients; None where they do not get there.

    Conjugate gradients where every move can be taken back, for then the coefficients are symmetric;
    else their stabilised kind. They get there when no more is left than rounding makes.
    """
    make_room()
    from scipy.sparse import diags_array
    from scipy.sparse.linalg import bicgstab, cg

    rows = matrix.tocsr()
    method = cg if abs(rows - rows.T).nnz == 0 else bicgstab
    scaled = diags_array(1 / rows.diagonal())
    wide, largest = rows.astype(np.longdouble), float(abs(rows).sum(axis=1).max())
    x, left = np.zeros(len(right), np.longdouble), right.astype(np.longdouble)
    for _ in range(ROUNDS + 1):
        most = np.abs(left).max() or 1.0
        with np.errstate(all="ignore"):  # where they do not get there
            rest = (left / most).astype(np.float64)
            found, _ = method(rows, rest, M=scaled, rtol=1e-9, maxiter=STEPS)
        x += np.nan_to_num(found) * most
        left = right - wide @ x
        if np.abs(left).max() <= SLIPS * np.finfo(x.dtype).eps * largest * np.abs(x).max():
            return x, left
    return None
