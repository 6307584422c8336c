"""The built-in layout: one column for each number of moves from the start.

::

    start ─► ● ─► ● ─► goal        x: moves from the start
         └─► ● ─► ●                y: nodes sorted by the mean height of their neighbours

Within a column, nodes are sorted by the barycentre [1]_ of their neighbours. The sorting is
repeated a few rounds, alternately by the neighbours on the left and on the right. Each round
consists of a few array operations over all columns at once. A picture that is much wider than high
is cut into rows, like text.

.. [1] K. Sugiyama, S. Tagawa, M. Toda, Methods for visual understanding of hierarchical system
   structures, IEEE Trans. SMC 11 (1981).
"""

from __future__ import annotations

import numpy as np

ROUNDS = 12

# A picture is cut into rows of at most PAGE inches if it is wider than WIDE inches and about FLAT
# times as wide as high.
WIDE, FLAT, PAGE = 16.0, 2.5, 36.0


def positions(
    columns: np.ndarray, sources: np.ndarray, targets: np.ndarray, boxes: np.ndarray | None = None
) -> np.ndarray:
    """Return the column and the height of every node, shape (n, 2).

    O((n + m) log n) for each of a fixed number of rounds.

    Parameters
    ----------
    columns : (n,) int
        -1 for unreachable nodes, which get an extra column at the right
    sources, targets : (m,) int
        the edges
    boxes : (n,) int, optional
        the number of each node's box, or -1. Nodes of one box are adjacent, below the nodes without
        a box

    Returns
    -------
    (n, 2) float64
    """
    n = len(columns)
    columns = np.where(columns < 0, columns.max(initial=0) + 1, columns)
    boxes = np.full(n, -1) if boxes is None else boxes
    # a cell is the part of a box in one column
    _, cell = np.unique((boxes + 1) * (columns.max() + 1) + columns, return_inverse=True)
    sizes = np.bincount(cell)
    starts = np.cumsum(sizes) - sizes
    base = _bands(boxes, columns, sizes[cell])
    height = np.zeros(n)

    def settle(wish: np.ndarray) -> None:
        order = np.lexsort((np.arange(n), wish, cell))
        rank = np.arange(n) - starts[cell[order]]
        height[order] = base[order] + rank - (sizes[cell[order]] - 1) / 2

    settle(height)
    forward = columns[sources] < columns[targets]
    for k in range(ROUNDS):
        near, far = (sources, targets) if k % 2 == 0 else (targets, sources)
        near, far = near[forward], far[forward]
        count = np.bincount(far, minlength=n)
        total = np.bincount(far, weights=height[near], minlength=n)
        settle(np.where(count > 0, total / np.maximum(count, 1), height))
    return np.stack([columns.astype(float), height], axis=1)


def _bands(boxes: np.ndarray, columns: np.ndarray, crowd: np.ndarray) -> np.ndarray:
    """Return the height (n,) of each node's box; boxes stand side by side if they fit.

    `crowd` (n,) is the number of nodes in a node's column and box.
    """
    free = boxes < 0
    base = np.zeros(len(boxes))
    bands: list[list[tuple[int, int, int, np.ndarray]]] = []  # (first column, last, height, nodes)
    order = np.argsort(boxes, kind="stable")[np.count_nonzero(free) :]
    groups = np.split(order, np.flatnonzero(np.diff(boxes[order])) + 1) if len(order) else []
    for nodes in sorted(groups, key=lambda nodes: int(columns[nodes].min())):
        first, last = int(columns[nodes].min()), int(columns[nodes].max())
        band = next((band for band in bands if band[-1][1] < first), None)
        if band is None:
            bands.append(band := [])
        band.append((first, last, int(crowd[nodes].max()), nodes))
    floor = -(crowd[free].max(initial=0) / 2) - 0.7
    for band in bands:
        tall = max(height for _, _, height, _ in band)
        for *_, nodes in band:
            base[nodes] = floor - tall / 2
        floor -= tall + 1.0
    return base


def spread(columns: np.ndarray, widths: np.ndarray, gap: float) -> np.ndarray:
    """Return the x coordinate (n,) of every node.

    A column is as wide as its widest node, and `gap` is the space between columns.

    >>> spread(np.array([0, 1, 1]), np.array([1.0, 1.0, 3.0]), 0.5).tolist()
    [0.5, 3.0, 3.0]
    """
    widest = np.zeros(int(columns.max(initial=0)) + 1)
    np.maximum.at(widest, columns, widths)
    ends = np.cumsum(widest + gap)
    return (ends - gap - widest / 2)[columns]


def rows(x: np.ndarray, tall: float) -> np.ndarray:
    """Return the row (n,) of every node when a wide picture is cut into rows.

    The picture is `tall` inches high. All rows are 0 if it need not be cut. Nodes with equal x
    share a row.
    """
    width = float(np.ptp(x)) + 1
    if width <= WIDE or width <= FLAT * (tall + 1):
        return np.zeros(len(x), np.int64)
    count = max(round((width / (2 * (tall + 1))) ** 0.5), int(width / PAGE) + 1)
    cut = ((x - x.min()) * count / width).astype(np.int64)
    return np.unique(cut, return_inverse=True)[1]  # skips empty rows
