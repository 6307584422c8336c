"""Record and text of ``export`` and ``expand`` about the state graph that they wrote."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level


def record(level: Level, graph: ArrayGraph) -> Record:
    """Return the size of a state graph, and whether it is complete."""
    return {
        "puzzle": puzzle_name(level),
        "complete": graph.complete,
        "states": len(graph),
        "moves": graph.number_of_edges(),
    }


def words(graph: ArrayGraph, files: Iterable[str]) -> list[str]:
    """Return the files to which a state graph was written, and the size of the graph."""
    size = f"{count(len(graph), 'state')}, {count(graph.number_of_edges(), 'move')}"
    return [f"{', '.join(files)}: {size}"]
