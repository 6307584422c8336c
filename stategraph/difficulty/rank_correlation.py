"""Rank correlations: Spearman's ρ, its interval, and the value reached by chance.

::

    metric      3   5   8   9        ranks 1 2 3 4
    people     .2  .1  .4  .7        ranks 2 1 3 4        ρ = 0.8

Intervals are computed by resampling the levels with replacement (the bootstrap [1]_). If many
metrics are tested on few levels, some agree by chance: `chance` returns the agreement of the best
metric when the levels are shuffled [2]_.

.. [1] B. Efron, Better bootstrap confidence intervals, Journal of the American Statistical
   Association 82 (1987). This module uses the plain percentile interval.
.. [2] P. Westfall, S. Young, Resampling-Based Multiple Testing (1993). `chance` uses the
distribution of the largest statistic.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

# The number of bootstrap samples, the number of shuffles, and the confidence of an interval.
N_SAMPLES, N_SHUFFLES = 2_000, 500
CONFIDENCE = 0.95


class Agreement(NamedTuple):
    """A rank correlation with its interval. `rho` is None if a ranking is constant.

    Attributes
    ----------
    rho, low, high : float or None
    n : int
        the number of levels
    """

    rho: float | None
    low: float | None
    high: float | None
    n: int


def agreement(first: np.ndarray, second: np.ndarray) -> Agreement:
    """Return the rank correlation of two arrays (n,). Pairs with a NaN are left out.

    >>> result = agreement(np.array([3, 5, 8, 9.]), np.array([.2, .1, .4, .7]))
    >>> result.rho, result.n
    (0.8, 4)
    """
    both_known = ~(np.isnan(first) | np.isnan(second))
    first, second = first[both_known], second[both_known]
    n = len(first)
    if n < 3 or not np.ptp(first) or not np.ptp(second):
        return Agreement(None, None, None, n)
    draws = np.random.default_rng(0).integers(0, n, (N_SAMPLES, n))
    sample_correlations = correlations(first[draws], second[draws])
    sample_correlations = sample_correlations[~np.isnan(sample_correlations)]
    low, high = np.quantile(sample_correlations, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    (rho,) = correlations(first[None], second[None])
    rho, low, high = (round(float(value), 3) for value in (rho, low, high))
    return Agreement(rho, low, high, n)


def correlations(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return Spearman's ρ (k,) of rows (k, n). It is NaN if all values of a row are equal."""
    from scipy.stats import rankdata

    ranks = [rankdata(rows, axis=1) for rows in (first, second)]
    a, b = (rows - rows.mean(axis=1, keepdims=True) for rows in ranks)
    with np.errstate(invalid="ignore", divide="ignore"):
        return (a * b).sum(axis=1) / np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))


def chance(metrics: np.ndarray, people: np.ndarray) -> float:
    """Return the ρ that the best of k metrics (k, n) reaches or exceeds by chance once in twenty.

    The best metric is the one with the largest absolute ρ. Unknown values (NaN) are replaced by the
    median.
    """
    from scipy.stats import rankdata

    if len(people) < 3:
        return 1.0
    middle = np.nanmedian(metrics, axis=1, keepdims=True)
    ranks = rankdata(np.where(np.isnan(metrics), middle, metrics), axis=1)
    standard = _standard(ranks)
    draw = np.random.default_rng(0)
    people_ranks = _standard(rankdata(people)[None])[0]
    largest = [
        float(np.abs(standard @ draw.permutation(people_ranks)).max()) for _ in range(N_SHUFFLES)
    ]
    return round(float(np.quantile(largest, CONFIDENCE)), 3)


def _standard(rows: np.ndarray) -> np.ndarray:
    """Centre rows (k, n) and scale them to length 1. Rows of equal values become 0."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    length = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return rows / np.where(length > 0, length, 1)
