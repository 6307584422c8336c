"""Creation of environments, and their registration with Gymnasium."""

from __future__ import annotations

from typing import Any

import gymnasium

from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.gym.decision_process import ILLEGAL, Model, check_word
from stategraph.gym.environments import LevelEnv, LevelVectorEnv
from stategraph.gym.observations import OBSERVED, Observed
from stategraph.level_files import Level
from stategraph.load import load

NAME = "stategraph/Level-v0"

BEGIN = ("start", "anywhere")


def make(
    level: Level,
    *,
    copies: int | None = None,
    observe: str = "variables",
    begin: str = "start",
    illegal: str = "stay",
    render_mode: str | None = None,
    pixels: int = 96,
    **model: Any,
) -> LevelEnv | LevelVectorEnv:
    """Return an environment of a level, or one of many copies; see ``stategraph.env``."""
    check_word("observe", observe, OBSERVED)
    check_word("begin", begin, BEGIN)
    check_word("illegal", illegal, ILLEGAL)
    if pixels < 1 or (copies is not None and copies < 1):
        raise InputError("copies and pixels are at least 1")
    graph = (level.graph or expand(level.puzzle)).real
    observations = Observed(level, graph, observe, pixels)
    settings = dict(begin=begin, illegal=illegal, render_mode=render_mode)
    process = Model(graph, **model)
    if copies is None:
        return LevelEnv(level, process, observations, settings)
    return LevelVectorEnv(level, process, observations, settings, copies)


def one(level: str | Level, **how: Any) -> LevelEnv | LevelVectorEnv:
    """Create an environment for ``gymnasium.make``."""
    return make(level if isinstance(level, Level) else load(level), **how)


def many(num_envs: int, **how: Any) -> LevelEnv | LevelVectorEnv:
    """Create an environment with many copies for ``gymnasium.make_vec``."""
    return one(copies=num_envs, **how)


if NAME not in gymnasium.registry:
    gymnasium.register(
        NAME,
        entry_point=f"{__name__}:one",
        vector_entry_point=f"{__name__}:many",
        order_enforce=False,
    )
