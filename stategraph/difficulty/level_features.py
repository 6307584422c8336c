"""The features of a level that a difficulty model uses, in the player's units.

Features of solutions are averages over all shortest solutions with equal weights, so they do not
depend on which solution is the first one::

                ┌─► b ─┐
    start ─► a ─┤      ├─► d ─► goal        two solutions; at a, two moves of three are right
                ├─► c ─┘                    so there the player is wrong once in three times
                └─► dead
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from stategraph.analysis import moves_to_goal, shortest_paths
from stategraph.analysis.heuristic_check import values_of
from stategraph.analysis.piece_moves import PieceMoves
from stategraph.analysis.solution_shares import Shares, shares
from stategraph.graph import ArrayGraph
from stategraph.graph.compressed_rows import rows_of
from stategraph.level_files import Level
from stategraph.metrics.careful_player import (
    careful_danger,
    careful_only_bits,
    lines,
    tempting_line_bits,
)
from stategraph.metrics.measuring import arguments_of

if TYPE_CHECKING:
    from stategraph.rules.puzzle import PartialHeuristic

# The arguments of `features` besides the graph.
ARGUMENTS = ("heuristic", "looks_dead", "pieces")

# Descriptions of the features.
FEATURES = {
    "length": "pushes or turns of a shortest solution",
    "only_moves": "decisions with one right move of several",
    "only_bits": "bits of choice at decisions with one right move",
    "bits": "bits of choice at all decisions",
    "counterintuitive": "right moves after which the heuristic does not fall",
    "tempting": "decisions with a wrong move that looks as good by the heuristic",
    "wrong_turns": "decisions with a wrong move that can be taken back",
    "danger": "share of fatal moves in a state that can still win",
    "careful_only_bits": "bits of choice among moves that do not look dead",
    "careful_danger": "share of fatal moves among moves that do not look dead",
    "lines": "fewest runs of moves of one piece in any solution",
    "tempting_line_bits": "bits of choice between runs that look equally good",
    "farthest": "pushes or turns to the goal from the state farthest from it",
    "states": "states",
    "branching": "moves of a state",
}


def level_features(level: Level, graph: ArrayGraph) -> dict[str, float | None]:
    """Return the `FEATURES` of a level's graph, with the arguments that its family provides."""
    level_arguments = arguments_of(level, graph)
    return features(graph, **{name: level_arguments.get(name) for name in ARGUMENTS})


def features(
    graph: ArrayGraph,
    heuristic: PartialHeuristic | None = None,
    looks_dead: np.ndarray | None = None,
    pieces: PieceMoves | None = None,
) -> dict[str, float | None]:
    """Return the `FEATURES` of a graph of units or of moves. Unknown values are None.

    Parameters
    ----------
    graph : ArrayGraph
    heuristic : callable, optional
    looks_dead : (n,) bool, optional
        the states that look dead
    pieces : PieceMoves, optional
        the piece that each move moves

    Returns
    -------
    dict of str to float or None

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Notes
    -----
    O(states + moves). The heuristic is called once for each state on a shortest solution, and for
    each successor of such a state. It is also called for each result of a line on a solution with
    the fewest lines.

    Examples
    --------
    >>> from stategraph import expand
    >>> values = features(expand("psychopath/first-push").by("walks"))
    >>> values["length"], values["only_moves"], values["counterintuitive"] is None
    (3.0, 1.0, True)
    """
    share = shares(graph)
    offers = offers_of(graph, share.nodes, heuristic, looks_dead)
    has_heuristic = heuristic is not None
    none_look_dead = np.zeros(len(graph), bool)

    def average(weights: np.ndarray) -> float:
        return float(share.passes @ weights)

    only = (offers.choices > 1) & (offers.right == 1)
    bits = np.log2(offers.choices / np.maximum(offers.right, 1))
    values: dict[str, float | None] = {
        "length": float(shortest_paths(graph).length),
        "only_moves": average(only),
        "only_bits": average(only * bits),
        "bits": average(bits),
        "counterintuitive": _odd(graph, share, offers) if has_heuristic else None,
        "tempting": average(offers.tempting > 0) if has_heuristic else None,
        "wrong_turns": average(offers.wrong > 0),
        "danger": careful_danger(graph, none_look_dead),
        "farthest": float(moves_to_goal(graph).max()),
        "states": float(len(graph)),
        "branching": graph.number_of_edges() / len(graph),
    }
    return {name: values.get(name) for name in FEATURES} | _careful(
        graph, heuristic, looks_dead, pieces
    )


def _careful(
    graph: ArrayGraph,
    heuristic: PartialHeuristic | None,
    looks_dead: np.ndarray | None,
    pieces: PieceMoves | None,
) -> dict[str, float | None]:
    """Return the features that depend on `looks_dead` or on `pieces`."""
    values: dict[str, float | None] = {}
    if looks_dead is not None:
        values["careful_only_bits"] = careful_only_bits(graph, looks_dead)
        values["careful_danger"] = careful_danger(graph, looks_dead)
    if pieces is not None:
        values["lines"] = lines(graph, pieces)
    if looks_dead is not None and pieces is not None and heuristic is not None:
        values["tempting_line_bits"] = tempting_line_bits(graph, pieces, looks_dead, heuristic)
    return values


class Offers(NamedTuple):
    """The number of moves of each kind in each of k states, as arrays (k,) int64.

    Attributes
    ----------
    choices, right : all moves, and those of shortest solutions
    wrong, dead : moves that only waste moves, and moves into dead states
    hidden : dead moves that do not look dead; if that is unknown, those into a state with a move
    tempting : wrong and dead moves after which the heuristic is at most that after a right move
    estimates : (k,) float64, the heuristic of the state, 0 without one
    """

    choices: np.ndarray
    right: np.ndarray
    wrong: np.ndarray
    dead: np.ndarray
    hidden: np.ndarray
    tempting: np.ndarray
    estimates: np.ndarray


def offers_of(
    graph: ArrayGraph,
    nodes: np.ndarray,
    heuristic: PartialHeuristic | None = None,
    looks_dead: np.ndarray | None = None,
) -> Offers:
    """Count the moves of each kind that the living states `nodes` (k,) offer.

    O(moves of the nodes).
    """
    to_goal = moves_to_goal(graph)
    ends, moves = rows_of(graph.offsets, nodes)
    rows = np.repeat(np.arange(len(nodes)), np.diff(ends))
    heads = graph.targets[moves]
    right = to_goal[heads] == to_goal[nodes][rows] - 1
    dead = to_goal[heads] < 0
    every = np.concatenate([nodes, heads])
    guess = np.zeros(len(every)) if heuristic is None else values_of(graph, every, heuristic)
    node_estimates, head_estimates = guess[: len(nodes)], guess[len(nodes) :]
    best_right = np.full(len(nodes), np.inf)
    np.minimum.at(best_right, rows[right], head_estimates[right])
    stuck = graph.offsets[heads] == graph.offsets[heads + 1]
    visible = stuck if looks_dead is None else looks_dead[heads]
    hidden = dead & ~visible
    tempting = ~right & ~np.isinf(head_estimates) & (head_estimates <= best_right[rows])

    def many(mask: np.ndarray) -> np.ndarray:
        return np.bincount(rows[mask], minlength=len(nodes))

    return Offers(
        choices=np.diff(ends),
        right=many(right),
        wrong=many(~right & ~dead),
        dead=many(dead),
        hidden=many(hidden),
        tempting=many(tempting),
        estimates=node_estimates,
    )


def _odd(graph: ArrayGraph, share: Shares, offers: Offers) -> float:
    """Return the expected number of right moves that do not decrease the heuristic."""
    paths = shortest_paths(graph)
    guess = np.append(offers.estimates, 0.0)
    tails = np.repeat(np.arange(len(paths.nodes)), np.diff(paths.offsets))
    return float(share.made[guess[paths.targets] >= guess[tails]].sum())
