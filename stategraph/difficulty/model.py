"""A small model of difficulty: weighted logarithms of a few numbers, none of which may count less.

::

    bits at only moves ──► log ──► × 0.28 ┐
    share of fatal moves ► log ──► × 0.18 ┼─► + constant ──► share of plays that fail
    length ─────────────► log ──► × 0.07 ┘

More narrowness never makes an estimate smaller: weights are not negative. What is shipped was
fitted to what people did, by a script of the project; the file holds no level.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from stategraph.difficulty.level_features import FEATURES
from stategraph.errors import InputError, did_you_mean
from stategraph.files import read_text

SHIPPED = Path(__file__).parent / "people.json"

# How an estimate is told: what a sum stands for.
SHAPES = ("share", "factor", "score")

# Weights and spreads of a model are no larger; so no sum is infinite.
LARGEST = 1e9

# So much of what people did lies between `low` and `high`, in cross-validation.
COVERED = 0.8


@dataclass(frozen=True)
class Term:
    """What one number adds: ``weight * (log(1 + number) - centre) / spread``."""

    feature: str
    centre: float
    spread: float
    weight: float

    def of(self, value: float) -> float:
        """Return what a value of the number adds."""
        return self.weight * (math.log1p(value) - self.centre) / self.spread


@dataclass(frozen=True)
class DifficultyModel:
    """How an estimate is made of numbers.

    Attributes
    ----------
    of : str
        what is estimated, in words
    shape : {"share", "factor", "score"}
        what the sum is: the logit of a share, the logarithm of a factor, or itself
    constant : float
    terms : tuple of Term
    errors : (low, high)
        between these the sum was off in cross-validation, `COVERED` of the time
    reference : tuple of float
        sums of the levels it was fitted to, at equal shares of them from the least to the most
    levels : int
        how many
    people : str
        whose plays they were, in words
    """

    of: str
    shape: str
    constant: float
    terms: tuple[Term, ...]
    errors: tuple[float, float]
    reference: tuple[float, ...]
    levels: int
    people: str

    def sum(self, numbers: Mapping[str, float | None]) -> float | None:
        """Return the sum for a level's numbers; None where one of them is not known."""
        total = self.constant
        for term in self.terms:
            value = numbers.get(term.feature)
            if value is None:
                return None
            total += term.of(value)
        return total

    def told(self, total: float) -> float:
        """Return what a sum stands for.

        >>> model = DifficultyModel("", "share", 0, (), (0, 0), (), 0, "")
        >>> model.told(0.0)
        0.5
        """
        if self.shape == "share":
            return 1 / (1 + math.exp(-max(min(total, 700.0), -700.0)))
        return math.exp(min(total, 700.0)) if self.shape == "factor" else total

    def percentile(self, total: float) -> float:
        """Return how many of 100 reference levels have a smaller sum."""
        shares = np.linspace(0, 100, len(self.reference))
        return float(np.interp(total, self.reference, shares))

    def record(self) -> dict[str, Any]:
        """Return the model as a file holds it."""
        return asdict(self)


def rounded(value: float, digits: int = 4) -> float:
    """Return a number as files and records hold it."""
    return float(f"{value:.{digits}g}")


@cache
def shipped() -> dict[str, Any]:
    """Return what the program knows of people: ``models`` by kind, and ``evidence`` by metric.

    Which study each evidence is from, stands in it under ``source``, in words.
    """
    found: dict[str, Any] = json.loads(SHIPPED.read_text("utf-8"))
    for one in itertools.chain(*found["evidence"].values()):
        one["source"] = found["sources"][one["source"]]
    return found


def models() -> dict[str, DifficultyModel]:
    """Return the shipped models by kind: names of families, and ``any``."""
    return {kind: _model(record) for kind, record in shipped()["models"].items()}


def read_model(file: str) -> DifficultyModel:
    """Return the model that ``calibrate`` wrote to a file.

    Raises
    ------
    InputError
        naming the file, and the feature that nobody knows, as of another version
    """
    try:
        made = _model(json.loads(read_text(file)))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(f"{file}: is no model as 'stategraph calibrate -o' writes it") from None
    for term in made.terms:
        if term.feature not in FEATURES:
            near = did_you_mean(term.feature, FEATURES)
            raise InputError(f"{file}: there is no feature {term.feature!r}{near}")
    return made


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
        or any(term.spread < 1 / LARGEST for term in terms)
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
    )


def _number(value: Any) -> float:
    if isinstance(value, bool) or not abs(value) <= LARGEST:
        raise ValueError
    return float(value)


# ------------------------------------------------------------------------------------- fitting


# How strongly weights are drawn to 0, in levels' worth.
RIDGE = 10.0

# At so many equal shares the sums of reference levels are kept.
SHARES = 21


def fitted(
    numbers: Sequence[Mapping[str, float | None]],
    people: np.ndarray,
    features: Sequence[str],
    groups: Sequence[Any],
    told: Mapping[str, str],
) -> DifficultyModel:
    """Return the model of what people did; `told` are its ``of``, ``shape`` and ``people``.

    Weights are a ridge regression's that may not be negative. O(n).

    Parameters
    ----------
    numbers : of each level
    people : (n,) float64
        on the scale of the sum
    groups : of each level
        whose levels are left out together, to see how far the model is off
    """
    rows = design(numbers, features)
    constant, terms = weighted(rows, people, features)
    off = people - left_out(rows, people, groups)
    tail = (1 - COVERED) / 2
    sums = constant + sum_of(rows, terms)
    return DifficultyModel(
        told["of"],
        told["shape"],
        rounded(constant),
        terms,
        (rounded(float(np.quantile(off, tail))), rounded(float(np.quantile(off, 1 - tail)))),
        tuple(rounded(float(q)) for q in np.quantile(sums, np.linspace(0, 1, SHARES))),
        len(people),
        told["people"],
    )


def design(numbers: Sequence[Mapping[str, float | None]], features: Sequence[str]) -> np.ndarray:
    """Return the logarithms (n, k) that a model weighs; what is not known is NaN."""
    rows = [[row.get(name) for name in features] for row in numbers]
    return np.log1p(np.array(rows, float).reshape(len(rows), len(features)))


def weighted(
    rows: np.ndarray, people: np.ndarray, features: Sequence[str]
) -> tuple[float, tuple[Term, ...]]:
    """Return the constant and the terms of the model that fits best, as `fitted` says."""
    from scipy.optimize import nnls

    centre, spread = rows.mean(axis=0), rows.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    scaled, k = (rows - centre) / spread, rows.shape[1]
    drawn = np.vstack([scaled, math.sqrt(RIDGE) * np.eye(k)])
    weights, _ = nnls(drawn, np.concatenate([people - people.mean(), np.zeros(k)]))
    columns = zip(features, centre, spread, weights, strict=True)
    terms = tuple(Term(name, *(rounded(float(x)) for x in rest)) for name, *rest in columns)
    return float(people.mean()), terms


def sum_of(rows: np.ndarray, terms: Sequence[Term]) -> np.ndarray:
    """Return what the terms add up to (n,) for rows of `design`."""
    centre, spread, weight = np.array([[t.centre, t.spread, t.weight] for t in terms]).T
    return (rows - centre) / spread @ weight


def left_out(rows: np.ndarray, people: np.ndarray, groups: Sequence[Any]) -> np.ndarray:
    """Return what a model says of each level (n,) that has seen no level of its group."""
    said = np.empty(len(people))
    which = np.unique(np.array([str(group) for group in groups]), return_inverse=True)[1]
    names = [str(k) for k in range(rows.shape[1])]
    for group in range(int(which.max(initial=-1)) + 1):
        out = which == group
        if out.all():
            said[:] = people.mean()
            continue
        constant, terms = weighted(rows[~out], people[~out], names)
        said[out] = constant + sum_of(rows[out], terms)
    return said
