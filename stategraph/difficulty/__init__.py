"""Difficulty of levels for people, estimated by models that are fitted to the results of people."""

from __future__ import annotations

from stategraph.difficulty.calibration import (
    Calibration,
    Playtests,
    calibrate,
    read_playtests,
)
from stategraph.difficulty.estimate import (
    Difficulty,
    Driver,
    difficulty,
)
from stategraph.difficulty.hard_decisions import (
    Decision,
    decisions_of,
)
from stategraph.difficulty.level_features import (
    FEATURES,
    features,
)
from stategraph.difficulty.model import (
    DifficultyModel,
    models,
    read_model,
)

__all__ = [
    "FEATURES",
    "Calibration",
    "Decision",
    "Difficulty",
    "DifficultyModel",
    "Driver",
    "Playtests",
    "calibrate",
    "decisions_of",
    "difficulty",
    "features",
    "models",
    "read_model",
    "read_playtests",
]
