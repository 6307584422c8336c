"""Players without a plan, in numbers: how one fares who chooses at random.

`stategraph.analysis.blind_play` says how the figures are found, and how far they can be trusted.
*MUSE* (`muse`) asks how much such a player would have to be told to play one solution.
"""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.analysis.blind_player import make_room
from stategraph.graph import ArrayGraph


def win_chance(graph: ArrayGraph) -> float | None:
    """Return h: the chance that a player who chooses uniformly among the moves ever wins.

    The solution of (I - Q) h = b over the states that can still win, dead states absorbing, to 1e-9
    (else unknown). Iterated: more than linear, so above 50,000 such states only when asked for.
    Source: absorbing Markov chains, Kemeny and Snell 1960.
    """
    play = analysis.blind_play(graph)
    return float(play.wins[0]) if play.trusted else None


def expected_moves(graph: ArrayGraph) -> float | None:
    """Return t: the moves that a player who chooses uniformly makes until they win or die.

    The solution of (I - Q) t = 1 over the states that can still win, dead states absorbing, to 1e-9
    (else unknown). Iterated: more than linear, so above 50,000 such states only when asked for.
    Source: absorbing Markov chains, Kemeny and Snell 1960.
    """
    play = analysis.blind_play(graph)
    return float(play.moves[0]) if play.trusted else None


def expected_moves_with_restarts(graph: ArrayGraph) -> float | None:
    """Return t / h: the moves until a win, of one who chooses uniformly and restarts when dead.

    Every try takes t moves on average and wins with chance h. Iterated: more than linear, see
    `win_chance`. Source: absorbing Markov chains, Kemeny and Snell 1960.
    """
    play = analysis.blind_play(graph)
    return float(play.moves[0] / play.wins[0]) if play.trusted else None


def blind_residual(graph: ArrayGraph) -> float:
    """Return the largest error left in an equation of the blind player.

    Relative to the largest value plus the largest constant, to one digit. Iterated:
    more than linear, see `win_chance`. Own definition.
    """
    return float(f"{analysis.blind_play(graph).residual:.0e}")


def muse(graph: ArrayGraph) -> float:
    """Return MUSE: the bits of information in the likeliest solution of a uniform player.

    μ(goal) = 0, μ(dead) = ∞, μ(u) = log2 ``|A(u)|`` + min μ(next), A(u) the moves of u: the
    smallest sum of log2 ``|A(u)|`` along any solution, which they play with chance 2^-μ. Dijkstra
    backwards, O(moves * log states). Source: Chen, White and Sturtevant, Entropy as a measure of
    puzzle difficulty (AIIDE 2023).

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> slide = nx.DiGraph(["01", "02", "03", "14", "1G", "25", "26", "2G", "37", "38"])
    >>> 2 ** muse(StateGraph.from_networkx(slide, "0", "G"))
    6.0
    """
    make_room()
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    goal = analysis.reached_goal(graph)
    offsets, sources = graph.reversed
    bits = np.log2(np.maximum(np.diff(graph.offsets), 1))[sources]
    backwards = csr_array((bits, sources, offsets), shape=(len(graph), len(graph)))
    return float(dijkstra(backwards, indices=goal)[0])
