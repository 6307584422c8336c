"""The state graph: as arrays for analyses, and as a networkx graph for everybody else."""

from stategraph.graph.arrays import ArrayGraph
from stategraph.graph.labels import (
    MAX_LABELS,
    label_ranks,
    occurring_labels,
    pieces,
    sorted_labels,
)

__all__ = ["MAX_LABELS", "ArrayGraph", "label_ranks", "occurring_labels", "pieces", "sorted_labels"]
