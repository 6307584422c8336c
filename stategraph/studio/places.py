"""Where each state is drawn: small graphs in columns, larger ones as a map."""

from __future__ import annotations

import numpy as np

from stategraph.analysis import moves_from_start
from stategraph.graph import ArrayGraph
from stategraph.pictures.layout import positions
from stategraph.pictures.map import mapped, place, scattered

# Coordinates are whole numbers up to this one; of many states fewer ones, which take less room.
FINEST, COARSER = 65_535, 1_024

# Up to so many states, each can be followed in columns by the moves from the start.
IN_COLUMNS = 500

# The side of the square over which the states of a class are spread, in moves between classes.
SPREAD = 0.6

# Up to so many states are coordinates that fine.
FINE = 20_000


def places(graph: ArrayGraph) -> tuple[np.ndarray, np.ndarray, float]:
    """Return x and y (n,) uint16 of every state, y downwards, over the whole range.

    And how many times wider than high they are to be drawn; 0: as the page has room.
    """
    if len(graph) <= IN_COLUMNS:
        made = positions(moves_from_start(graph), graph.sources, graph.targets)
        return _stretched(made[:, 0], FINEST), _stretched(-made[:, 1], FINEST), 0.0
    made = _on_the_map(graph)
    wide, tall = np.ptp(made, axis=0)
    steps = FINEST if len(graph) <= FINE else COARSER
    aspect = float(np.clip(wide / tall if tall else 4.0, 0.25, 4.0))
    return _stretched(made[:, 0], steps), _stretched(-made[:, 1], steps), round(aspect, 3)


def _on_the_map(graph: ArrayGraph) -> np.ndarray:
    """Return where each state (n, 2) stands; of a large graph, around its class."""
    shown = mapped(graph)
    if shown is None or shown is graph:
        return place(graph)
    return scattered(place(shown)[shown.quotient.owner].T, SPREAD).T


def _stretched(numbers: np.ndarray, steps: int) -> np.ndarray:
    """Return numbers as whole ones from 0 to `FINEST`, at most `steps` of them."""
    low, span = float(numbers.min()), float(np.ptp(numbers))
    if not span:
        return np.full(len(numbers), FINEST // 2, np.uint16)
    return (np.round((numbers - low) / span * steps) * (FINEST // steps)).astype(np.uint16)
