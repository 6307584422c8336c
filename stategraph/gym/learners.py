"""Two textbook learners [1]_, as examples of bots that learn from an environment alone.

``stategraph plays psychopath/notebook-1 --bot stategraph.gym.learners:q_learning`` evaluates one.

.. [1] R. Sutton, A. Barto, Reinforcement Learning (2018), sections 4.4 and 6.5.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from stategraph.gym.environments import LevelEnv, LevelVectorEnv
from stategraph.gym.registration import make
from stategraph.level_files import Level

Chooser = Callable[[Any, tuple[str, ...], random.Random], str]


def value_iteration(level: Level, reward: str = "step", discount: float = 0.99) -> Chooser:
    """Return the best policy, by value iteration. O(sweeps * n * a)."""
    env = make(level, reward=reward, discount=discount, dead="terminated")
    model = env.model
    states = np.arange(len(model.next))
    values, previous = np.zeros(len(states)), None
    while previous is None or np.abs(values - previous).max() > 1e-9:
        previous, action_values = values, np.full(model.next.shape, -np.inf)
        for action in range(len(model.labels)):
            next_nodes, rewards = model.step(states, np.full(len(states), action))
            action_values[:, action] = rewards + discount * previous[next_nodes]
        action_values[model.legal == 0] = -np.inf
        values = np.where(model.ends | ~model.legal.any(axis=1), 0.0, action_values.max(axis=1))
    return greedy(env, action_values)


def q_learning(
    level: Level,
    reward: str = "shaped",
    episodes: int = 300,
    rate: float = 0.5,
    discount: float = 0.99,
    explore: float = 0.1,
    seed: int = 0,
    ended: Callable[[int, np.ndarray], None] | None = None,
) -> Chooser:
    """Return a policy learned by playing with some random moves.

    After each episode, ``ended(moves, q)`` is called with the number of moves and the table of
    values.
    """
    env: Any = make(level, observe="number", reward=reward, discount=discount)
    draw, q = np.random.default_rng(seed), np.zeros(env.model.next.shape)
    for _ in range(episodes):
        (state, info), moves, finished = env.reset(), 0, False
        while not finished:
            legal = np.flatnonzero(info["action_mask"])
            if not len(legal):
                break
            legal_values = q[state, legal]
            choices = (
                legal if draw.random() < explore else legal[legal_values == legal_values.max()]
            )
            action = choices[int(draw.random() * len(choices))]
            next_node, gain, won, cut, info = env.step(action)
            next_value = 0.0 if won else q[next_node, info["action_mask"] > 0].max(initial=-np.inf)
            aim = gain + discount * (next_value if np.isfinite(next_value) else 0.0)
            q[state, action] += rate * (aim - q[state, action])
            state, moves, finished = next_node, moves + 1, won or cut
        if ended is not None:
            ended(moves, q)
    return greedy(env, q)


def greedy(env: LevelEnv | LevelVectorEnv, action_values: np.ndarray) -> Chooser:
    """Return a bot that makes the move with the highest value; the first of several such moves."""
    column = {label: k for k, label in enumerate(env.labels)}

    def choose(state: object, labels: tuple[str, ...], draw: random.Random) -> str:
        node = env.graph.find(state)
        return max(labels, key=lambda label: action_values[node, column[label]])

    return choose
