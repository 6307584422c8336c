"""Players without a plan: how they fare, exactly.

The *blind player* chooses uniformly among the moves of every state. His play is a Markov chain that
ends in the goal or in the dead states, so one system of linear equations tells what a million
simulated plays can only estimate::

                 ┌─ win ──► goal        h(start) = 1/2 · 1 + 1/2 · h(a)
    start ───────┤                      h(a)     = 1/2 · h(start) + 1/2 · 0
      ▲          └─► a ── fall ──► dead     so h(start) = 2/3
      └── back ──────┘

*MUSE* asks how much he would have to be told to play one solution.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush

import networkx as nx
import numpy as np

from stategraph.analysis.distances import moves_to_goal
from stategraph.graph import StateGraph
from stategraph.kernels import Kernel

__all__ = [
    "BlindPlay",
    "blind_play",
    "win_chance",
    "expected_moves",
    "expected_moves_with_restarts",
    "blind_residual",
    "muse",
]

# What the equations are solved to, and checked against.
ACCURACY = 1e-9


@dataclass(frozen=True)
class BlindPlay:
    """How the blind player fares from every state.

    Attributes
    ----------
    wins : (n,) float64
        the chance that he ever wins; 0 for dead states
    moves : (n,) float64
        the moves he is expected to make until he wins or dies; 0 there
    residual : float
        the largest error left in an equation, relative to the largest value and constant
    trusted : bool
        whether the chances to win and to die, solved one by one, sum to 1 within 1e-9 everywhere
    """

    wins: np.ndarray
    moves: np.ndarray
    residual: float
    trusted: bool


def blind_play(graph: StateGraph) -> BlindPlay:
    """Solve the blind player's equations; kept.

    With Q the chances to step from one state that can still win to another: (I - Q) h = the chance
    to win at once, and (I - Q) t = 1. Solved by SciPy's sparse LU factors, whose size depends on
    the graph: more than linear, 2 s for 100,000 states of Pacman. Needs the whole graph.

    Raises
    ------
    NetworkXNoPath
        when the goal is not reached
    """
    if graph.goal is None:
        raise nx.NetworkXNoPath("The goal is not reached.")
    return graph.remember("blind_play", lambda: _blind_play(graph))


def _blind_play(graph: StateGraph) -> BlindPlay:
    from scipy.sparse.linalg import splu

    nodes = np.flatnonzero(moves_to_goal(graph) > 0)
    wins, moves = np.zeros((2, len(graph)))
    wins[graph.goal] = 1.0
    if not len(nodes):
        return BlindPlay(wins, moves, 0.0, True)
    matrix, win, die = _equations(graph, nodes)
    factors, ones = splu(matrix.tocsc()), np.ones(len(nodes))
    h, lost, t = (factors.solve(right) for right in (win, die, ones))
    wins[nodes], moves[nodes] = h, t
    residual = max(_residual(matrix, x, right) for x, right in ((h, win), (t, ones)))
    trusted = residual <= ACCURACY and float(np.abs(h + lost - 1).max()) <= ACCURACY
    return BlindPlay(wins, moves, residual, trusted)


def _equations(graph: StateGraph, nodes: np.ndarray) -> tuple:
    """Return I - Q over the alive `nodes`, and their chances to win and to die with one move."""
    from scipy.sparse import csr_array, eye_array

    place = np.full(len(graph), -1, np.int64)
    place[nodes] = np.arange(len(nodes))
    moves = np.flatnonzero(place[graph.sources] >= 0)
    rows, heads = place[graph.sources[moves]], graph.targets[moves]
    chance = 1.0 / np.diff(graph.offsets)[nodes][rows]
    stays, wins = place[heads] >= 0, heads == graph.goal
    q = csr_array(
        (chance[stays], (rows[stays], place[heads[stays]])), shape=(len(nodes), len(nodes))
    )
    win, die = (
        np.bincount(rows[some], chance[some], minlength=len(nodes))
        for some in (wins, ~(wins | stays))
    )
    return eye_array(len(nodes), format="csr") - q, win, die


def _residual(matrix: np.ndarray, x: np.ndarray, right: np.ndarray) -> float:
    return float(np.abs(matrix @ x - right).max() / (np.abs(x).max() + right.max()))


def win_chance(graph: StateGraph) -> float | None:
    """Return h: the chance that a player who chooses uniformly among the moves ever wins.

    The solution of (I - Q) h = b over the states that can still win, dead states absorbing, to 1e-9
    (else unknown). Sparse LU: more than linear, so above 50,000 such states only when asked for.
    """
    play = blind_play(graph)
    return float(play.wins[0]) if play.trusted else None


def expected_moves(graph: StateGraph) -> float | None:
    """Return t: the moves that a player who chooses uniformly makes until he wins or dies.

    The solution of (I - Q) t = 1 over the states that can still win, dead states absorbing, to 1e-9
    (else unknown). Sparse LU: more than linear, so above 50,000 such states only when asked for.
    """
    play = blind_play(graph)
    return float(play.moves[0]) if play.trusted else None


def expected_moves_with_restarts(graph: StateGraph) -> float | None:
    """Return t / h: the moves until he wins, of one who chooses uniformly and restarts when dead.

    Every try takes t moves on average and wins with chance h. More than linear, see `win_chance`.
    """
    play = blind_play(graph)
    return float(play.moves[0] / play.wins[0]) if play.trusted else None


def blind_residual(graph: StateGraph) -> float:
    """Return the largest error left in an equation of the blind player.

    Relative to the largest value plus the largest constant, to one digit. See `win_chance`.
    """
    return float(f"{blind_play(graph).residual:.0e}")


def muse(graph: StateGraph) -> float:
    """Return MUSE: the bits of information in the likeliest solution of a uniform player.

    μ(goal) = 0, μ(dead) = ∞, μ(u) = log2 |A(u)| + min μ(next), A(u) the moves of u: the smallest
    sum of log2 |A(u)| along any solution, so that he plays that one with chance 2^-μ. Dijkstra
    backwards, O(moves * log states). Source: Chen, White and Sturtevant, Entropy as a measure of
    puzzle difficulty (AIIDE 2023).

    >>> slide = nx.DiGraph(["01", "02", "03", "14", "1G", "25", "26", "2G", "37", "38"])
    >>> 2 ** muse(StateGraph.from_networkx(slide, "0", "G"))
    6.0
    """
    if graph.goal is None:
        raise nx.NetworkXNoPath("The goal is not reached.")
    offsets, sources = graph.reversed
    bits = np.log2(np.maximum(np.diff(graph.offsets), 1))
    return float(_lightest(offsets, sources, bits, graph.goal))


@Kernel
def _lightest(offsets, sources, bits, goal):
    """Return the smallest sum of the weights `bits` along any way from node 0 to `goal`.

    Moves are grouped by target: Dijkstra's search runs backwards.
    """
    done = np.zeros(offsets.size - 1, np.bool_)
    best = np.full(offsets.size - 1, np.inf)
    best[goal] = 0.0
    heap = [(0.0, np.int64(goal))]
    while len(heap) > 0:
        total, v = heappop(heap)
        if done[v]:
            continue
        done[v] = True
        if v == 0:
            break
        for e in range(offsets[v], offsets[v + 1]):
            u = sources[e]
            if total + bits[u] < best[u]:
                best[u] = total + bits[u]
                heappush(heap, (best[u], np.int64(u)))
    return best[0]
