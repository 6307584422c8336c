"""The state graph: arrays for analyses, and a networkx graph for other programs."""

from stategraph.graph.array_graph import ArrayGraph, Extent
from stategraph.graph.move_labels import (
    MAX_LABELS,
    label_ranks,
    occurring_labels,
    pieces,
    sorted_labels,
)

__all__ = [
    "MAX_LABELS",
    "ArrayGraph",
    "Extent",
    "label_ranks",
    "occurring_labels",
    "pieces",
    "sorted_labels",
]
