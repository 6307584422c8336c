"""Levels as environments of Gymnasium: programs learn to play, one copy or thousands at a time.

To import this room is to register ``stategraph/Level-v0``::

    gymnasium.make("stategraph.gym:stategraph/Level-v0", level="psychopath/notebook-1")
    gymnasium.make_vec("stategraph.gym:stategraph/Level-v0", 4096, level="psychopath/notebook-1")
"""

from stategraph.gym.environments import LevelEnv, LevelVectorEnv
from stategraph.gym.model import DEAD, ILLEGAL, REWARDS, Model
from stategraph.gym.observed import OBSERVED
from stategraph.gym.registered import NAME, make

__all__ = [
    "DEAD",
    "ILLEGAL",
    "NAME",
    "OBSERVED",
    "REWARDS",
    "LevelEnv",
    "LevelVectorEnv",
    "Model",
    "make",
]
