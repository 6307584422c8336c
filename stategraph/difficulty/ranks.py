"""Do two rankings agree? Spearman's rank correlation, how sure it is, and what chance reaches.

::

    metric      3   5   8   9        ranks 1 2 3 4
    people     .2  .1  .4  .7        ranks 2 1 3 4        ρ = 0.8

An interval comes of drawing the levels again and again, with replacement (the bootstrap [1]_).
Where many metrics are tried on few levels, some agree by chance: `chance` says how well the best of
them does when the levels are shuffled [2]_.

.. [1] B. Efron, Better bootstrap confidence intervals, Journal of the American Statistical
   Association 82 (1987): here the plain percentiles.
.. [2] P. Westfall, S. Young, Resampling-Based Multiple Testing (1993): the largest of all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

# How often levels are drawn again, or shuffled, and how sure an interval is.
DRAWN, SHUFFLED = 2_000, 500
SURE = 0.95


class Agreement(NamedTuple):
    """A rank correlation with its interval; `rho` is None where one ranking is all alike.

    Attributes
    ----------
    rho, low, high : float or None
    n : int
        how many levels
    """

    rho: float | None
    low: float | None
    high: float | None
    n: int


def agreement(one: np.ndarray, other: np.ndarray, seed: int = 0, drawn: int = DRAWN) -> Agreement:
    """Return how well two rankings (n,) agree; what is NaN in either is left out.

    >>> found = agreement(np.array([3, 5, 8, 9.]), np.array([.2, .1, .4, .7]))
    >>> found.rho, found.n
    (0.8, 4)
    """
    known = ~(np.isnan(one) | np.isnan(other))
    one, other = one[known], other[known]
    n = len(one)
    if n < 3 or not np.ptp(one) or not np.ptp(other):
        return Agreement(None, None, None, n)
    draws = np.random.default_rng(seed).integers(0, n, (drawn, n))
    many = correlations(one[draws], other[draws])
    many = many[~np.isnan(many)]
    low, high = np.quantile(many, [(1 - SURE) / 2, (1 + SURE) / 2])
    (rho,) = correlations(one[None], other[None])
    rho, low, high = (round(float(value), 3) for value in (rho, low, high))
    return Agreement(rho, low, high, n)


def correlations(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return Spearman's ρ (k,) of rows (k, n); NaN where a row is all alike."""
    from scipy.stats import rankdata

    ranks = [rankdata(rows, axis=1) for rows in (one, other)]
    a, b = (rows - rows.mean(axis=1, keepdims=True) for rows in ranks)
    with np.errstate(invalid="ignore", divide="ignore"):
        return (a * b).sum(axis=1) / np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))


def chance(
    metrics: np.ndarray, people: np.ndarray, seed: int = 0, shuffled: int = SHUFFLED
) -> float:
    """Return the ρ that the best of all metrics (k, n) reaches by chance, one time in twenty.

    Without regard to its sign. Unknown values (NaN) take part as the median.
    """
    from scipy.stats import rankdata

    if len(people) < 3:
        return 1.0
    middle = np.nanmedian(metrics, axis=1, keepdims=True)
    ranks = rankdata(np.where(np.isnan(metrics), middle, metrics), axis=1)
    told = _standard(ranks)
    draw = np.random.default_rng(seed)
    mine = _standard(rankdata(people)[None])[0]
    largest = [float(np.abs(told @ draw.permutation(mine)).max()) for _ in range(shuffled)]
    return round(float(np.quantile(largest, SURE)), 3)


def _standard(rows: np.ndarray) -> np.ndarray:
    """Return rows (k, n) less their means, of length 1; rows that are all alike as 0."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    length = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return rows / np.where(length > 0, length, 1)
