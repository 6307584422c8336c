"""A small model of difficulty: a sum of logarithms with non-negative weights.

::

    bits at only moves ──► log ──► × 0.28 ┐
    share of fatal moves ► log ──► × 0.18 ┼─► + constant ──► share of plays that fail
    length ─────────────► log ──► × 0.07 ┘

Since weights are not negative, a larger value of a feature never decreases an estimate. The shipped
models were fitted to plays of people by a script of the project; their file contains no level.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from stategraph.difficulty.level_features import FEATURES
from stategraph.errors import InputError, did_you_mean
from stategraph.files import read_text
from stategraph.readable import Record

SHIPPED = Path(__file__).parent / "people.json"

# The meaning of a sum.
SHAPES = ("share", "factor", "score")

# Bound on weights and spreads of a model, so that no sum is infinite.
MAX_PARAMETER = 1e9

# The share of results of people that lie between `low` and `high` in cross-validation.
INTERVAL_SHARE = 0.8


@dataclass(frozen=True)
class Term:
    """The contribution of one number: ``weight * (log(1 + number) - centre) / spread``."""

    feature: str
    centre: float
    spread: float
    weight: float

    def of(self, value: float) -> float:
        """Return the contribution of a value."""
        return self.weight * (math.log1p(value) - self.centre) / self.spread


@dataclass(frozen=True)
class DifficultyModel:
    """A model that computes an estimate from numbers.

    Attributes
    ----------
    of : str
        the estimated quantity, in words
    shape : {"share", "factor", "score"}
        the meaning of the sum: the logit of a share, the logarithm of a factor, or the score itself
    constant : float
    terms : tuple of Term
    errors : (low, high)
        the errors of the sum in cross-validation lie between these, with probability
        `INTERVAL_SHARE`
    reference : tuple of float
        quantiles of the sums of the levels that it was fitted to, at equal steps
    levels : int
        the number of these levels
    people : str
        a description of the plays
    spread : (between, within) or None
        the standard deviation of the mean error of a group of levels with the same players, and of
        the errors of its levels around this mean; None if unknown
    offset : (mean, sd) or None
        the mean and uncertainty of the number that was added to `constant` for other players
    """

    of: str
    shape: str
    constant: float
    terms: tuple[Term, ...]
    errors: tuple[float, float]
    reference: tuple[float, ...]
    levels: int
    people: str
    spread: tuple[float, float] | None = None
    offset: tuple[float, float] | None = None

    def sum(self, numbers: Mapping[str, float | None]) -> float | None:
        """Return the sum for the numbers of a level, or None if a needed number is unknown."""
        total = self.constant
        for term in self.terms:
            value = numbers.get(term.feature)
            if value is None:
                return None
            total += term.of(value)
        return total

    def converted(self, total: float) -> float:
        """Convert a sum to an estimate, as `shape` says.

        >>> model = DifficultyModel("", "share", 0, (), (0, 0), (), 0, "")
        >>> model.converted(0.0)
        0.5
        """
        if self.shape == "share":
            return 1 / (1 + math.exp(-max(min(total, 700.0), -700.0)))
        return math.exp(min(total, 700.0)) if self.shape == "factor" else total

    def percentile(self, total: float) -> float:
        """Return the percentage of reference levels with a smaller sum."""
        shares = np.linspace(0, 100, len(self.reference))
        return float(np.interp(total, self.reference, shares))

    def moved(self, misses: np.ndarray, noises: np.ndarray, people: str) -> DifficultyModel:
        """Return the model with an offset for other players, given results for a few levels.

        The offset is added to all sums. Its prior distribution has mean 0 and the standard
        deviation `spread[0]` of groups of players. The offset is the posterior mean given the known
        levels (empirical Bayes, as in B. Efron, C. Morris, Data analysis using Stein's estimator
        and its generalizations, Journal of the American Statistical Association 70, 1975). More
        known levels make the interval narrower.

        Parameters
        ----------
        misses : (k,) float64
            result minus sum of each known level
        noises : (k,) float64
            standard deviation of each result, because it comes from few plays
        people : str
            a description of the plays

        Raises
        ------
        ValueError
            if the model has no `spread`
        """
        if self.spread is None:
            raise ValueError("the model does not know how groups of players differ")
        between_groups, within_groups = self.spread
        weights = 1 / (within_groups**2 + noises**2)
        variance = 1 / (1 / between_groups**2 + weights.sum())
        offset = float(variance * (weights @ misses))
        narrower = math.sqrt((variance + within_groups**2) / (between_groups**2 + within_groups**2))
        low, high = (rounded(error * narrower) for error in self.errors)
        return replace(
            self,
            constant=rounded(self.constant + offset),
            errors=(low, high),
            reference=tuple(rounded(q + offset) for q in self.reference),
            people=people,
            offset=(rounded(offset), rounded(math.sqrt(variance))),
        )

    def record(self) -> Record:
        """Return the model as a dict for a file."""
        return asdict(self)


def rounded(value: float, digits: int = 4) -> float:
    """Round a number to the number of digits that files and records use."""
    return float(f"{value:.{digits}g}")


@cache
def shipped() -> Record:
    """Return the shipped data: ``models`` of each kind, and ``evidence`` for each metric.

    The ``source`` of each piece of evidence describes its study.
    """
    shipped_data: Record = json.loads(SHIPPED.read_text("utf-8"))
    for agreement in itertools.chain(*shipped_data["evidence"].values()):
        agreement["source"] = shipped_data["sources"][agreement["source"]]
    return shipped_data


def models() -> dict[str, DifficultyModel]:
    """Return the shipped models. The keys are names of families, and ``any``."""
    return {kind: _model(record) for kind, record in shipped()["models"].items()}


def read_model(file: str) -> DifficultyModel:
    """Return a model that ``calibrate`` wrote to a file.

    Raises
    ------
    InputError
        with the file, and the name of an unknown feature (from another version)
    """
    try:
        model = _model(json.loads(read_text(file)))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(f"{file}: is not a model written by 'stategraph calibrate -o'") from None
    for term in model.terms:
        if term.feature not in FEATURES:
            suggestion = did_you_mean(term.feature, FEATURES)
            raise InputError(f"{file}: unknown feature {term.feature!r}{suggestion}")
    return model


def _model(record: Any) -> DifficultyModel:
    terms = tuple(
        Term(str(term["feature"]), *(_number(term[k]) for k in ("centre", "spread", "weight")))
        for term in record["terms"]
    )
    low, high = map(_number, record["errors"])
    reference = tuple(map(_number, record["reference"]))
    if (
        record["shape"] not in SHAPES
        or not reference
        or any(term.spread < 1 / MAX_PARAMETER for term in terms)
    ):
        raise ValueError
    if list(reference) != sorted(reference) or low > high:
        raise ValueError
    return DifficultyModel(
        str(record["of"]),
        record["shape"],
        _number(record["constant"]),
        terms,
        (low, high),
        reference,
        int(record["levels"]),
        str(record["people"]),
        _pair(record.get("spread")),
        _pair(record.get("offset")),
    )


def _pair(value: Any) -> tuple[float, float] | None:
    if value is None:
        return None
    first, second = map(_number, value)
    return first, second


def _number(value: Any) -> float:
    if isinstance(value, bool) or not abs(value) <= MAX_PARAMETER:
        raise ValueError
    return float(value)
