"""Where each state is drawn: columns by the moves from the start, as in our pictures."""

from __future__ import annotations

import numpy as np

from stategraph.analysis import moves_from_start
from stategraph.graph import ArrayGraph
from stategraph.pictures.layout import positions

# Coordinates are whole numbers up to this one.
FINEST = 65_535


def places(graph: ArrayGraph) -> tuple[np.ndarray, np.ndarray, float]:
    """Return x and y (n,) uint16 of every state, each over the whole range, y downwards.

    And how many times wider than high they are to be drawn; 0: as the page has room.
    """
    made = positions(moves_from_start(graph), graph.sources, graph.targets)
    return _stretched(made[:, 0]), _stretched(-made[:, 1]), 0.0


def _stretched(numbers: np.ndarray) -> np.ndarray:
    low, span = float(numbers.min()), float(np.ptp(numbers))
    if not span:
        return np.full(len(numbers), FINEST // 2, np.uint16)
    return np.round((numbers - low) / span * FINEST).astype(np.uint16)
