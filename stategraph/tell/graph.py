"""A state graph that was written: the record and the words of ``export`` and ``expand``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level


def record(level: Level, graph: ArrayGraph) -> dict[str, Any]:
    """Return how large a state graph is, and whether it is whole."""
    return {
        "puzzle": puzzle_name(level),
        "complete": graph.complete,
        "states": len(graph),
        "moves": graph.number_of_edges(),
    }


def words(graph: ArrayGraph, files: Iterable[str]) -> list[str]:
    """Return where a state graph is, and how large."""
    size = f"{count(len(graph), 'state')}, {count(graph.number_of_edges(), 'move')}"
    return [f"{', '.join(files)}: {size}"]
