"""Levels as Gymnasium environments for learning, in one copy or thousands.

Importing this package registers ``stategraph/Level-v0``::

    gymnasium.make("stategraph.gym:stategraph/Level-v0", level="psychopath/notebook-1")
    gymnasium.make_vec("stategraph.gym:stategraph/Level-v0", 4096, level="psychopath/notebook-1")
"""

from stategraph.gym.decision_process import DEAD, ILLEGAL, Model
from stategraph.gym.environments import LevelEnv, LevelVectorEnv
from stategraph.gym.observations import OBSERVED
from stategraph.gym.registration import NAME, make
from stategraph.gym.rewards import REWARDS

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
