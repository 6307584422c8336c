"""The position of each state in the picture: in columns for small graphs, else on a map."""

from __future__ import annotations

import numpy as np

from stategraph.analysis import moves_from_start
from stategraph.analysis.lifting import quotient_of
from stategraph.graph import ArrayGraph
from stategraph.pictures.builtin_layout import positions
from stategraph.pictures.map import mapped, place, scattered

# Coordinates are integers from 0 to MAX_COORDINATE. Large graphs use only about COARSE_COORDINATES
# different values, which compress better.
MAX_COORDINATE, COARSE_COORDINATES = 65_535, 1_024

# Maximum number of states of a graph in columns by distance from the start.
MAX_STATES_IN_COLUMNS = 500

# Side of the square in which the states of a class are spread; the unit is the length of a move
# between classes.
SPREAD_SIDE = 0.6

# Maximum number of states of a graph with the finest coordinates.
MAX_FINE_STATES = 20_000


def places(graph: ArrayGraph) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the position of every state, and the aspect ratio of the picture.

    Returns
    -------
    x, y : (n,) uint16
        positions over the whole range of uint16; y points downwards
    aspect : float
        width divided by height; 0 if the picture may have any aspect ratio
    """
    if len(graph) <= MAX_STATES_IN_COLUMNS:
        points = positions(moves_from_start(graph), graph.sources, graph.targets)
        return (
            _stretched(points[:, 0], MAX_COORDINATE),
            _stretched(-points[:, 1], MAX_COORDINATE),
            0.0,
        )
    points = _on_the_map(graph)
    wide, tall = np.ptp(points, axis=0)
    steps = MAX_COORDINATE if len(graph) <= MAX_FINE_STATES else COARSE_COORDINATES
    aspect = float(np.clip(wide / tall if tall else 4.0, 0.25, 4.0))
    return _stretched(points[:, 0], steps), _stretched(-points[:, 1], steps), round(aspect, 3)


def _on_the_map(graph: ArrayGraph) -> np.ndarray:
    """Return the position of each state on a map (n, 2); in a large graph, near its class."""
    class_graph = mapped(graph)
    if class_graph is None or class_graph is graph:
        return place(graph)
    return scattered(place(class_graph)[quotient_of(class_graph).owner].T, SPREAD_SIDE).T


def _stretched(numbers: np.ndarray, steps: int) -> np.ndarray:
    """Scale numbers to integers up to `MAX_COORDINATE`, at most ``steps + 1`` different ones."""
    low, span = float(numbers.min()), float(np.ptp(numbers))
    if not span:
        return np.full(len(numbers), MAX_COORDINATE // 2, np.uint16)
    return (np.round((numbers - low) / span * steps) * (MAX_COORDINATE // steps)).astype(np.uint16)
