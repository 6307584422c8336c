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
from collections.abc import Mapping, Sequence
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
            raise InputError(f"{file}: there is no feature {term.feature!r}{suggestion}")
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


# ------------------------------------------------------------------------------------- fitting


# Strength of the ridge penalty, as an equivalent number of levels.
RIDGE_LEVELS = 10.0

# Number of quantiles that represent the sums of the reference levels.
N_QUANTILES = 21


def fitted(
    numbers: Sequence[Mapping[str, float | None]],
    people: np.ndarray,
    features: Sequence[str],
    groups: Sequence[object],
    attributes: Mapping[str, str],
) -> DifficultyModel:
    """Return a model that is fitted to results of people.

    Parameters
    ----------
    numbers : sequence of mappings
        the features of each level
    people : (n,) float64
        the results, on the scale of the sum
    features : sequence of str
        the features to weigh
    groups : sequence
        the group of each level; groups are left out together to estimate the errors
    attributes : mapping
        the attributes ``of``, ``shape`` and ``people`` of the model

    Returns
    -------
    DifficultyModel

    Notes
    -----
    The method is ridge regression with non-negative weights, O(n).
    """
    rows = design(numbers, features)
    constant, terms = weighted(rows, people, features)
    errors = people - left_out(rows, people, groups)
    sums = constant + sum_of(rows, terms)
    low, high = interval(errors)
    return DifficultyModel(
        attributes["of"],
        attributes["shape"],
        rounded(constant),
        terms,
        (rounded(low), rounded(high)),
        tuple(rounded(float(q)) for q in np.quantile(sums, np.linspace(0, 1, N_QUANTILES))),
        len(people),
        attributes["people"],
        spread_of(errors, groups),
    )


def interval(errors: np.ndarray) -> tuple[float, float]:
    """Return the interval that contains a further error with probability `INTERVAL_SHARE`.

    Each end is the error at rank (n + 1) p among the n sorted errors, where p is the probability of
    a smaller error. Therefore the probability is right for small n too (V. Vovk, A. Gammerman, G.
    Shafer, Algorithmic Learning in a Random World, 2005).
    """
    tails = [(1 - INTERVAL_SHARE) / 2, (1 + INTERVAL_SHARE) / 2]
    low, high = np.quantile(errors, tails, method="weibull")
    return float(low), float(high)


def spread_of(errors: np.ndarray, groups: Sequence[object]) -> tuple[float, float] | None:
    """Return the standard deviations of errors between and within groups, or None if unknown.

    The method of moments for one random factor (R. A. Fisher, Statistical Methods for Research
    Workers, 1925). There must be at least two groups, and at least one group must have two levels.
    """
    group_numbers = np.unique(np.array([str(group) for group in groups]), return_inverse=True)[1]
    sizes = np.bincount(group_numbers).astype(float)
    n, k = len(errors), len(sizes)
    if not 1 < k < n:
        return None
    means = np.bincount(group_numbers, errors) / sizes
    variance_within = float(((errors - means[group_numbers]) ** 2).sum() / (n - k))
    variance_among = float((sizes * (means - errors.mean()) ** 2).sum() / (k - 1))
    size = (n - (sizes**2).sum() / n) / (k - 1)
    variance_between = max(
        (variance_among - variance_within) / size, variance_within / n
    )  # never 0: offsets are never certain
    if variance_within <= 0:
        return None
    return rounded(math.sqrt(variance_between)), rounded(math.sqrt(variance_within))


def design(numbers: Sequence[Mapping[str, float | None]], features: Sequence[str]) -> np.ndarray:
    """Return the logarithms of the features, (n, k); unknown features are NaN."""
    rows = [[row.get(name) for name in features] for row in numbers]
    return np.log1p(np.array(rows, float).reshape(len(rows), len(features)))


def weighted(
    rows: np.ndarray, people: np.ndarray, features: Sequence[str]
) -> tuple[float, tuple[Term, ...]]:
    """Return the constant and the terms of the best fit; see `fitted`."""
    from scipy.optimize import nnls

    centre, spread = rows.mean(axis=0), rows.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    standardized, k = (rows - centre) / spread, rows.shape[1]
    with_ridge = np.vstack([standardized, math.sqrt(RIDGE_LEVELS) * np.eye(k)])
    weights, _ = nnls(with_ridge, np.concatenate([people - people.mean(), np.zeros(k)]))
    columns = zip(features, centre, spread, weights, strict=True)
    terms = tuple(Term(name, *(rounded(float(x)) for x in rest)) for name, *rest in columns)
    return float(people.mean()), terms


def sum_of(rows: np.ndarray, terms: Sequence[Term]) -> np.ndarray:
    """Return the sum (n,) of the terms for rows of `design`."""
    centre, spread, weight = np.array([[t.centre, t.spread, t.weight] for t in terms]).T
    return (rows - centre) / spread @ weight


def left_out(rows: np.ndarray, people: np.ndarray, groups: Sequence[object]) -> np.ndarray:
    """Return predictions (n,) for each level by a model fitted without its group."""
    predictions = np.empty(len(people))
    group_numbers = np.unique(np.array([str(group) for group in groups]), return_inverse=True)[1]
    names = [str(k) for k in range(rows.shape[1])]
    for group in range(int(group_numbers.max(initial=-1)) + 1):
        in_group = group_numbers == group
        if in_group.all():
            predictions[:] = people.mean()
            continue
        constant, terms = weighted(rows[~in_group], people[~in_group], names)
        predictions[in_group] = constant + sum_of(rows[in_group], terms)
    return predictions
