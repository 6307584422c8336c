"""What a model of difficulty is given of a level: a few numbers in its player's own units.

Each is an average over all shortest solutions, every one of them as likely as the others, so that
it does not hang on which of them is the first::

                ┌─► b ─┐
    start ─► a ─┤      ├─► d ─► goal        two solutions; at a, two moves of three are right
                ├─► c ─┘                    so there the player is wrong once in three times
                └─► dead
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from stategraph.analysis import moves_to_goal, shortest_paths
from stategraph.graph import ArrayGraph
from stategraph.graph.arrays import rows_of
from stategraph.rules.guesses import DEAD

# What a number is of, in words.
FEATURES = {
    "length": "pushes or turns of a shortest solution",
    "only_moves": "decisions with one right move of several",
    "only_bits": "bits that say which move is right, at decisions with one right move",
    "bits": "bits that say which moves are right, at all decisions",
    "counterintuitive": "right moves after which the heuristic guesses no fewer",
    "tempting": "decisions at which the heuristic likes a wrong move as well as the right ones",
    "wrong_turns": "decisions with a wrong move that can be made good",
    "danger": "share of fatal moves in a state that can still win",
    "farthest": "pushes or turns to the goal from the state farthest from it",
    "states": "states",
    "branching": "moves of a state",
}


class Chances(NamedTuple):
    """The states on shortest solutions, and how likely one passes them.

    Attributes
    ----------
    nodes : (k,) int64
        the states, the goal apart, by their distance from the start
    passes : (k,) float64
        the share of the shortest solutions that pass each
    made : (j,) float64
        the share that makes each of the moves of `stategraph.analysis.ShortestPaths`
    """

    nodes: np.ndarray
    passes: np.ndarray
    made: np.ndarray


def chances(graph: ArrayGraph) -> Chances:
    """Return how likely a shortest solution, fairly drawn, passes each state; kept.

    O(states + moves). ``NetworkXNoPath`` where the goal is not reached.
    """
    return graph.remember("chances", lambda: _chances(graph))


def _chances(graph: ArrayGraph) -> Chances:
    ways = shortest_paths(graph)
    offsets, targets, last = ways.offsets, ways.targets, len(ways.nodes) - 1
    # by levels, as logarithms: there may be 10^300 ways and more
    left = moves_to_goal(graph)[ways.nodes]
    starts = np.searchsorted(-left, -np.arange(ways.length, -2, -1))
    ahead = np.zeros(last + 1)
    made, passes = np.zeros(len(targets)), np.zeros(last + 1)
    passes[0] = 1.0
    for first, end in reversed(list(zip(starts, starts[1:], strict=False))[:-1]):
        some = slice(offsets[first], offsets[end])
        rows = np.repeat(np.arange(end - first), np.diff(offsets[first : end + 1]))
        most = np.full(end - first, -np.inf)
        np.maximum.at(most, rows, ahead[targets[some]])
        weights = np.exp(ahead[targets[some]] - most[rows])
        total = np.bincount(rows, weights, end - first)
        ahead[first:end] = most + np.log(total)
        made[some] = weights / total[rows]
    for first, end in list(zip(starts, starts[1:], strict=False))[:-1]:
        some = slice(offsets[first], offsets[end])
        made[some] *= np.repeat(passes[first:end], np.diff(offsets[first : end + 1]))
        np.add.at(passes, targets[some], made[some])
    return Chances(ways.nodes[:-1], passes[:-1], made)


def features(
    graph: ArrayGraph, heuristic: Callable[[Any], int | None] | None = None
) -> dict[str, float | None]:
    """Return `FEATURES` of a graph of units, or of moves; None is what nobody can tell.

    O(states + moves), and a call of the heuristic for each state on a shortest solution and each
    state that a move leads to from there.

    Raises
    ------
    NetworkXNoPath
        when the goal is not reached

    >>> from stategraph import expand
    >>> found = features(expand("psychopath/first-push").by("walks"))
    >>> found["length"], found["only_moves"], found["counterintuitive"] is None
    (3.0, 1.0, True)
    """
    found = chances(graph)
    offers = offers_of(graph, found.nodes, heuristic)
    guessed = heuristic is not None

    def average(chosen: np.ndarray) -> float:
        return float(found.passes @ chosen)

    only = (offers.choices > 1) & (offers.right == 1)
    bits = np.log2(offers.choices / np.maximum(offers.right, 1))
    return {
        "length": float(shortest_paths(graph).length),
        "only_moves": average(only),
        "only_bits": average(only * bits),
        "bits": average(bits),
        "counterintuitive": _odd(graph, found, offers) if guessed else None,
        "tempting": average(offers.tempting > 0) if guessed else None,
        "wrong_turns": average(offers.wrong > 0),
        "danger": danger(graph),
        "farthest": float(moves_to_goal(graph).max()),
        "states": float(len(graph)),
        "branching": graph.number_of_edges() / len(graph),
    }


def danger(graph: ArrayGraph) -> float:
    """Return the share of fatal moves in a state that can still win, on average over all of them.

    The goal apart; 0 where there is no other. O(states + moves).
    """
    alive = moves_to_goal(graph) >= 0
    states = np.flatnonzero(alive & (np.diff(graph.offsets) > 0))
    if not len(states):
        return 0.0
    ends, moves = rows_of(graph.offsets, states)
    fatal = np.concatenate(([0], np.cumsum(~alive[graph.targets[moves]])))[ends]
    return float((np.diff(fatal) / np.diff(ends)).mean())


class Offers(NamedTuple):
    """What some states offer: how many moves (k,) int64 of which kind.

    Attributes
    ----------
    choices, right : all moves, and those that a shortest solution makes
    wrong, dead : those that only waste moves, and those into dead states
    hidden : of the dead ones those that do not look dead: the heuristic does not know it, or,
        without one, there is a move then
    tempting : the wrong and dead ones after which the heuristic guesses no more than after a right
        one
    guesses : (k,) float64 the heuristic's guess in the state, 0 without one
    """

    choices: np.ndarray
    right: np.ndarray
    wrong: np.ndarray
    dead: np.ndarray
    hidden: np.ndarray
    tempting: np.ndarray
    guesses: np.ndarray


def offers_of(
    graph: ArrayGraph, nodes: np.ndarray, heuristic: Callable[[Any], int | None] | None = None
) -> Offers:
    """Return what the states `nodes` (k,) that can still win offer. O(moves out of them)."""
    left = moves_to_goal(graph)
    ends, moves = rows_of(graph.offsets, nodes)
    rows = np.repeat(np.arange(len(nodes)), np.diff(ends))
    heads = graph.targets[moves]
    right = left[heads] == left[nodes][rows] - 1
    right &= left[heads] >= 0
    dead = left[heads] < 0
    guess = _guesses(graph, np.concatenate([nodes, heads]), heuristic)
    before, after = guess[: len(nodes)], guess[len(nodes) :]
    best = np.full(len(nodes), np.inf)
    np.minimum.at(best, rows[right], after[right])
    shown = np.isinf(after) if heuristic else graph.offsets[heads] == graph.offsets[heads + 1]
    hidden = dead & ~shown
    tempting = ~right & ~np.isinf(after) & (after <= best[rows])

    def many(chosen: np.ndarray) -> np.ndarray:
        return np.bincount(rows[chosen], minlength=len(nodes))

    return Offers(
        choices=np.diff(ends),
        right=many(right),
        wrong=many(~right & ~dead),
        dead=many(dead),
        hidden=many(hidden),
        tempting=many(tempting),
        guesses=before,
    )


def _guesses(
    graph: ArrayGraph, nodes: np.ndarray, heuristic: Callable[[Any], int | None] | None
) -> np.ndarray:
    """Return the heuristic's guess (k,) float64 in each node: infinite: dead; 0 without one.

    In the goal it is 0: that node stands for all states that win.
    """
    if heuristic is None:
        return np.zeros(len(nodes))
    known, which = np.unique(nodes, return_inverse=True)
    guess = np.zeros(len(known))
    for k, node in enumerate(known.tolist()):
        if node != graph.goal:
            told = heuristic(graph.state(node))
            guess[k] = np.inf if told is None or told >= DEAD else told
    return guess[which.reshape(-1)]


def _odd(graph: ArrayGraph, found: Chances, offers: Offers) -> float:
    """Return how many right moves of a solution leave the guess as it is, or larger."""
    ways = shortest_paths(graph)
    guess = np.append(offers.guesses, 0.0)
    tails = np.repeat(np.arange(len(ways.nodes)), np.diff(ways.offsets))
    return float(found.made[guess[ways.targets] >= guess[tails]].sum())
