"""Fitting of models to results of people, and their errors on levels that are left out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from stategraph.difficulty.model import INTERVAL_SHARE, DifficultyModel, Term, rounded

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
