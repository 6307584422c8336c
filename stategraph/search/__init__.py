"""Searches from the start of a puzzle that stop at a goal.

Two kinds: `shortest_way` proves a shortest solution of a puzzle that is too big to expand;
`compare` runs the textbook's searches side by side, for what each of them finds and costs.
"""

from stategraph.search.solve import SEARCHES, ShortestWay, best_search, shortest_way
from stategraph.search.textbook import (
    ALGORITHMS,
    Comparison,
    Found,
    astar,
    breadth_first,
    compare,
    iterative_deepening,
)

__all__ = [
    "ALGORITHMS",
    "SEARCHES",
    "Comparison",
    "Found",
    "ShortestWay",
    "astar",
    "best_search",
    "breadth_first",
    "compare",
    "iterative_deepening",
    "shortest_way",
]
