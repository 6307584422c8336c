"""Compressed sparse rows: the moves of node u are ``offsets[u]:offsets[u+1]``."""

from __future__ import annotations

import numpy as np


def rows_of(
    offsets: np.ndarray, nodes: np.ndarray, without: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Select the rows of `nodes`: return their offsets (k+1,) int64 and move numbers (m,).

    The row of ``nodes[without]`` becomes empty.

    >>> rows_of(np.array([0, 2, 3, 6]), np.array([2, 0]))
    (array([0, 3, 5]), array([3, 4, 5, 0, 1]))
    """
    degrees = offsets[nodes + 1] - offsets[nodes]
    if without is not None:
        degrees[without] = 0
    ends = np.concatenate(([0], np.cumsum(degrees)))
    return ends, np.arange(ends[-1]) + np.repeat(offsets[nodes] - ends[:-1], degrees)
