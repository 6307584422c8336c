"""A level as a Markov decision process in arrays.

::

    labels  D L R U          actions are the labels of moves, in code point order
    next    0 0 1 0          (n, a): the next state; an illegal action changes nothing
    legal   0 0 1 0
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from stategraph.analysis import dead
from stategraph.errors import InputError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.gym.rewards import REWARDS, rewards_of
from stategraph.players.simulated_player import patience

# Options for dead states: not marked, marked in ``info["dead"]``, or marked and ending the episode.
DEAD = ("untold", "info", "terminated", "truncated")

# Options for illegal actions: the state stays the same and the move counts, or an error is raised.
ILLEGAL = ("stay", "error")


class Model:
    """The effects and rewards of actions on a complete graph.

    The arrays take 5 bytes per state and action.

    Attributes
    ----------
    labels : tuple of str
        of the actions 0, 1, ...
    next : (n, a) int32
        the state after each action; the same state if the action is illegal
    legal : (n, a) int8
        1 for legal actions
    dead : (n,) bool
    ends, cuts : (n,) bool
        states in which an episode is terminated, or truncated
    gain : (n,) float64
        the reward for entering a state, without shaping
    potential : (n,) float64
        see `stategraph.gym.rewards`; zeros if rewards are not shaped
    discount : float
    max_moves : int
        an episode is truncated after this number of moves

    >>> from stategraph import expand
    >>> model = Model(expand("spacewreck/eight-rooms"), reward="shaped")
    >>> model.labels[:2], model.next[0, :2].tolist(), model.legal[0, :2].tolist()
    (('L2', 'L4'), [0, 2], [0, 1])
    >>> after, rewards = model.step(np.array([0, 0]), np.array([1, model.labels.index("R3")]))
    >>> after.tolist(), rewards.tolist()
    ([2, 1], [-2.0, 0.0])
    """

    def __init__(
        self,
        graph: ArrayGraph,
        *,
        reward: str = "step",
        discount: float = 1.0,
        dead: str = "untold",
        max_moves: int | None = None,
    ):
        check_word("reward", reward, REWARDS)
        check_word("dead", dead, DEAD)
        if not graph.complete:
            raise InputError(
                f"an environment needs the whole graph, which stopped at the {graph.stopped}"
            )
        if graph.goal is None and reward == "shaped":
            raise InputError("shaped rewards need a goal, and no state can win")
        if not 0 < discount <= 1:
            raise InputError(f"discount {discount:g} is not above 0 and at most 1")
        if max_moves is not None and max_moves < 1:
            raise InputError(f"max_moves {max_moves} is less than 1")
        self.labels, self.dead_handling = graph.label_names, dead
        self.discount = discount
        self.max_moves = patience(graph) if max_moves is None else max_moves
        self.next, self.legal = _tables(graph)
        self._end(graph, dead)
        self.gain, self.potential = rewards_of(graph, reward, self.dead, self.ends)

    def step(self, nodes: Any, actions: Any) -> tuple[Any, Any]:
        """Return the next states and the rewards (float64) of actions (k,) in states (k,). O(k).

        A single state and a single action give a single next state and reward.
        """
        next_nodes = self.next[nodes, actions]
        shaped = self.discount * self.potential[next_nodes] - self.potential[nodes]
        return next_nodes, self.gain[next_nodes] + shaped

    def _end(self, graph: ArrayGraph, report: str) -> None:
        """Set the states that end episodes."""
        self.dead, none = dead(graph), np.zeros(len(graph), bool)
        won = none.copy()
        won[[] if graph.goal is None else graph.goal] = True
        self.ends = won | (self.dead if report == "terminated" else none)
        self.cuts = self.dead if report == "truncated" else none


def _tables(graph: ArrayGraph) -> tuple[np.ndarray, np.ndarray]:
    """Return the next state of each action, and the legal actions."""
    size = len(graph), len(graph.label_names)
    next_nodes = np.repeat(np.arange(size[0], dtype=np.int32), size[1]).reshape(size)
    legal = np.zeros(size, np.int8)
    sources, labels = graph.sources, np.asarray(graph.labels)
    next_nodes[sources, labels] = graph.targets
    legal[sources, labels] = 1
    return next_nodes, legal


def check_word(name: str, word: str, allowed: Iterable[str]) -> None:
    """Raise ``InputError`` if a word is not one of the allowed words."""
    words = list(allowed)
    if word not in words:
        raise InputError(
            f"{name} {word!r} is not one of {', '.join(words)}{did_you_mean(word, words)}"
        )
