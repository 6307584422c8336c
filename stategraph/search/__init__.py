"""Searches from the start of a puzzle that stop at a goal: for what one search finds and costs."""

from stategraph.search.compared import (
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
    "Comparison",
    "Found",
    "astar",
    "breadth_first",
    "compare",
    "iterative_deepening",
]
