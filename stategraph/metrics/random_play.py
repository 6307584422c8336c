"""Metrics of random play, in which the player chooses every move at random.

`stategraph.analysis.play_at_random` describes the computation and its accuracy. Chances and numbers
of moves are None if the accuracy is not reached. *MUSE* (`muse`) is the amount of information that
such a player needs to play one solution.
"""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.analysis.random_play import make_room
from stategraph.graph import ArrayGraph

# If there are more living states, metrics of random play are left out unless requested.
MAX_LIVING_STATES = 50_000


def has_many_living_states(graph: ArrayGraph) -> bool:
    """Return whether the equations of random play are solved on request only."""
    return int(np.count_nonzero(analysis.moves_to_goal(graph) >= 0)) > MAX_LIVING_STATES


def win_chance(graph: ArrayGraph) -> float | None:
    """Return h: the probability that a player who chooses every move uniformly at random wins.

    The vector h solves (I - Q) h = b over the living states, where dead states are absorbing. It is
    accurate to 1e-9, or else unknown. The iterative solver takes more than linear time, so the
    metric is computed above 50,000 living states only on request. Source: absorbing Markov chains,
    Kemeny and Snell 1960.

    Examples
    --------
    >>> from stategraph import expand
    >>> win_chance(expand("spacewreck/eight-rooms"))
    0.6
    """
    play = analysis.play_at_random(graph)
    return float(play.wins[0]) if play.trusted else None


def expected_moves(graph: ArrayGraph) -> float | None:
    """Return t: the expected number of random moves until a win or a dead state.

    The player chooses every move uniformly. The vector t solves (I - Q) t = 1 over the living
    states, where dead states are absorbing. It is accurate to 1e-9, or else unknown. The iterative
    solver takes more than linear time, so the metric is computed above 50,000 living states only on
    request. Source: absorbing Markov chains, Kemeny and Snell 1960.

    Examples
    --------
    >>> from stategraph import expand
    >>> expected_moves(expand("spacewreck/eight-rooms"))
    6.4
    """
    play = analysis.play_at_random(graph)
    return float(play.moves[0]) if play.trusted else None


def expected_moves_with_restarts(graph: ArrayGraph) -> float | None:
    """Return t / h: the expected number of moves until a win, if each dead state restarts play.

    The player chooses uniformly. Each attempt takes t moves on average and wins with probability h.
    The iterative solver takes more than linear time, see `win_chance`. Source: absorbing Markov
    chains, Kemeny and Snell 1960.

    Examples
    --------
    >>> from stategraph import expand
    >>> round(expected_moves_with_restarts(expand("spacewreck/eight-rooms")), 3)
    10.667
    """
    play = analysis.play_at_random(graph)
    return float(play.moves[0] / play.wins[0]) if play.trusted else None


def blind_residual(graph: ArrayGraph) -> float:
    """Return the largest error that remains in an equation of the random player.

    The error is relative to the largest value plus the largest constant, and rounded to one digit.
    The iterative solver takes more than linear time, see `win_chance`. Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> blind_residual(expand("spacewreck/eight-rooms")) < 1e-9
    True
    """
    return float(f"{analysis.play_at_random(graph).residual:.0e}")


def muse(graph: ArrayGraph) -> float:
    """Return MUSE: the bits of information in a uniform player's most likely solution.

    Let A(u) be the moves of state u. Then μ(goal) = 0, μ(dead) = ∞, μ(u) = log2 ``|A(u)|`` + min
    μ(next). This is the smallest sum of log2 ``|A(u)|`` along any solution; the player plays that
    solution with chance 2^-μ. Dijkstra's algorithm backwards, O(moves * log states). Source: Chen,
    White and Sturtevant, Entropy as a measure of puzzle difficulty (AIIDE 2023).

    Examples
    --------
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
