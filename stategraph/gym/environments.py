"""Gymnasium environments: one copy of a level, and many copies that move together.

Both use one `Model`, so they cannot differ. Actions are its labels. ``info["action_mask"]`` marks
the legal actions, and ``info["node"]`` is the number of the state. If requested, ``info["dead"]``
is true for dead states. All goal states are one node of the graph and appear as the goal state that
was found first.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from stategraph.errors import InputError
from stategraph.gym.decision_process import Model
from stategraph.gym.observations import Observed
from stategraph.level_files import Level
from stategraph.readable import Record

MODES = ["rgb_array", "ansi"]
METADATA: Record = {"render_modes": MODES, "render_fps": 4}


class _Shown:
    """The common part of both environments: first states, checks, info and rendered frames."""

    def __init__(self, level: Level, model: Model, observations: Observed, settings: Record):
        self.level, self.model, self.observed = level, model, observations
        self.begins, self.strict = settings["begin"] == "anywhere", settings["illegal"] == "error"
        self.render_mode = settings["render_mode"]
        if self.render_mode not in (None, *MODES):
            raise InputError(f"render_mode {self.render_mode!r} is not one of rgb_array, ansi")
        if self.render_mode == "rgb_array":
            observations.check_boards()
        self._alive = np.flatnonzero(~model.dead & ~model.ends)
        if self.begins and not len(self._alive):
            raise InputError(f"{level.name}: no state can win, so play cannot begin")

    def info(self, nodes: int | np.ndarray) -> Record:
        """Return the info of one state, or of many (k,)."""
        values = {"node": nodes, "action_mask": self.model.legal[nodes]}
        if self.model.dead_handling != "untold":
            values["dead"] = self.model.dead[nodes]
        return values

    def first(self, random: np.random.Generator, copies: int) -> np.ndarray:
        """Return the first states (copies,) of episodes."""
        if not self.begins:
            return np.zeros(copies, np.int64)
        return self._alive[random.integers(len(self._alive), size=copies)]

    def check(self, nodes: np.ndarray, actions: np.ndarray) -> None:
        """Raise ``InvalidAction`` for unknown and, in strict mode, illegal actions."""
        if ((actions < 0) | (actions >= len(self.model.labels))).any():
            raise InvalidAction(f"actions are 0 to {len(self.model.labels) - 1}, not {actions}")
        if self.strict and not self.model.legal[nodes, actions].all():
            wrong = int(np.flatnonzero(self.model.legal[nodes, actions] == 0)[0])
            label, node = self.model.labels[int(actions[wrong])], int(nodes[wrong])
            raise InvalidAction(f"{label} is not a move of state {node}")

    def frame(self, node: int) -> object:
        """Return a state in the form of `render_mode`."""
        if self.render_mode == "ansi":
            return self.level.describe(self.observed.graph.state(node))
        return self.observed.image(node).copy() if self.render_mode else None


def _whole(actions: object, copies: int) -> np.ndarray:
    """Return the actions, shape (copies,); raise ``InvalidAction`` unless each is an integer."""
    array = np.asarray(actions)
    if array.shape != (copies,) or array.dtype.kind not in "iu":
        raise InvalidAction(f"actions are whole numbers, one for each copy, not {actions!r}")
    return array


class LevelEnv(gymnasium.Env):
    """One copy of a level; `graph` is its state graph, and `labels` are its actions.

    >>> import stategraph as sg
    >>> env = sg.env("spacewreck/eight-rooms", reward="shaped")
    >>> seen, info = env.reset(seed=1)
    >>> {name: int(value) for name, value in seen.items()}
    {'lucky': 2, 'rocket': 1}
    >>> [env.labels[k] for k in info["action_mask"].nonzero()[0]]
    ['L4', 'R3']
    >>> [env.step(env.labels.index(label))[1:3] for label in ("R3", "L5", "L8")]
    [(0.0, False), (0.0, False), (0.0, True)]
    """

    metadata = METADATA

    def __init__(self, level: Level, model: Model, observations: Observed, settings: Record):
        self._shown = _Shown(level, model, observations, settings)
        self.model, self.labels, self.graph = model, model.labels, observations.graph
        self.render_mode = settings["render_mode"]
        self.observation_space = observations.space
        self.action_space = gymnasium.spaces.Discrete(len(model.labels))
        self._node, self._moves, self._over = 0, 0, True

    def reset(
        self, *, seed: int | None = None, options: Record | None = None
    ) -> tuple[object, Record]:
        """Start an episode."""
        super().reset(seed=seed)
        self._node = int(self._shown.first(self.np_random, 1)[0])
        self._moves, self._over = 0, bool(self.model.ends[self._node])
        return self._shown.observed.one(self._node), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Record]:
        """Make a move; ``ResetNeeded`` after the end of an episode."""
        if self._over:
            raise ResetNeeded("the episode is over, or has not begun: call reset")
        self._shown.check(np.array([self._node]), _whole([action], 1))
        node, reward = self.model.step(self._node, int(action))
        self._node, self._moves = int(node), self._moves + 1
        ended = bool(self.model.ends[self._node])
        cut = not ended and self._moves >= self.model.max_moves
        cut = cut or bool(self.model.cuts[self._node])
        self._over = ended or cut
        observation = self._shown.observed.one(self._node)
        return observation, float(reward), ended, cut, self._info()

    def render(self) -> Any:
        """Return the state in the form of `render_mode`: an image, or its text."""
        return self._shown.frame(self._node)

    def _info(self) -> Record:
        info = self._shown.info(self._node)
        return {**info, "action_mask": info["action_mask"].copy()}


class LevelVectorEnv(gymnasium.vector.VectorEnv):
    """Copies of a level that move together, at millions of steps per second.

    A copy whose episode ends starts a new one at the next step, and ignores the action of that step
    (Gymnasium's ``NEXT_STEP``). Otherwise as `LevelEnv`.

    >>> import stategraph as sg
    >>> envs = sg.env("spacewreck/eight-rooms", copies=3)
    >>> _ = envs.reset(seed=1)
    >>> actions = [envs.labels.index(label) for label in ("R3", "L4", "L8")]
    >>> _, rewards, ended, _, info = envs.step(actions)
    >>> info["node"].tolist(), rewards.tolist(), ended.any()
    ([1, 2, 0], [-1.0, -1.0, -1.0], np.False_)
    """

    metadata = {**METADATA, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        level: Level,
        model: Model,
        observations: Observed,
        settings: Record,
        copies: int,
    ):
        self._shown = _Shown(level, model, observations, settings)
        self.model, self.labels, self.graph = model, model.labels, observations.graph
        self.num_envs = copies
        self.render_mode = settings["render_mode"]
        self.single_observation_space = observations.space
        self.single_action_space = gymnasium.spaces.Discrete(len(model.labels))
        self.observation_space = batch_space(self.single_observation_space, copies)
        self.action_space = batch_space(self.single_action_space, copies)
        self._nodes, self._moves = np.zeros(copies, np.int64), np.zeros(copies, np.int64)
        self._over = np.zeros(copies, bool)

    def reset(self, *, seed: Any = None, options: Record | None = None) -> tuple[Any, Record]:
        """Start an episode in each copy."""
        super().reset(seed=seed)
        self._nodes = self._shown.first(self.np_random, self.num_envs)
        self._moves[:] = 0
        self._over = self.model.ends[self._nodes]
        return self._shown.observed.many(self._nodes), self._info()

    def step(self, actions: object) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, Record]:
        """Make a move in each copy, or start a new episode after the last one ended. O(k)."""
        model, restarts = self.model, self._over
        legal_actions = np.where(restarts, 0, _whole(actions, self.num_envs))
        if self._shown.strict:
            going = ~restarts
            self._shown.check(self._nodes[going], legal_actions[going])
        else:
            self._shown.check(self._nodes, legal_actions)
        next_nodes, rewards = model.step(self._nodes, legal_actions)
        nodes, moves = next_nodes.astype(np.int64), self._moves + 1
        if restarts.any():
            rewards[restarts], moves[restarts] = 0.0, 0
            nodes[restarts] = self._shown.first(self.np_random, int(restarts.sum()))
        ended = model.ends[nodes] & ~restarts
        cut = (((moves >= model.max_moves) & ~ended) | model.cuts[nodes]) & ~restarts
        self._nodes, self._moves, self._over = nodes, moves, ended | cut
        return self._shown.observed.many(nodes), rewards, ended, cut, self._info()

    def render(self) -> tuple[Any, ...] | None:
        """Return the state of each copy in the form of `render_mode`."""
        if self.render_mode is None:
            return None
        return tuple(self._shown.frame(node) for node in self._nodes.tolist())

    def _info(self) -> Record:
        info = self._shown.info(self._nodes)
        info["node"] = self._nodes.copy()
        present = np.ones(self.num_envs, bool)
        return info | {f"_{name}": present for name in info}
