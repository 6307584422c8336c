"""The gates that every solution passes, and the chapters between them.

Gates are the dominators of the goal; a chapter is the segment between two of them.

::

    start ─► 12 states ─► gate ─► gate ─► 310 states ─► goal
                └╌╌► 40 dead states           └╌╌► 5 dead states
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis import dead
from stategraph.analysis.dominators import gates
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.diagram_builder import DiagramBuilder
from stategraph.pictures.highlighted_path import DrawnWay
from stategraph.pictures.views.row_layout import Describe, lay_out, merged
from stategraph.tell.phrases import count


def chapters(graph: ArrayGraph, describe: Describe = repr, way: DrawnWay | None = None) -> Diagram:
    """Return the gates, the states between them, and the dead states beside them.

    Consecutive gates without states between them are joined. O(states + moves). Raises
    ``InputError`` if gates are unknown: without a solution, and on a partial graph.
    """
    if graph.goal is None or not graph.complete:
        raise InputError("the gates on the way to the goal are not known")
    sketch = DiagramBuilder(graph, describe, way)
    made = gates(graph)
    order = np.argsort(made.chapter, kind="stable")
    order = order[made.chapter[order] >= 0]
    inner = np.split(order, np.flatnonzero(np.diff(made.chapter[order])) + 1)
    parts = [part for gate, states in zip(made.nodes.tolist(), inner, strict=True)
             for part in _chapter(gate, states)]  # fmt: skip
    runs = merged([np.array([k]) for k in range(len(parts))])
    joined = [np.concatenate([parts[k] for k in run]) for run in runs]
    among = np.isin(np.arange(len(graph)), made.nodes)
    named = [(states, _between(states, among)) for states in joined]
    column = lay_out(sketch, named, dict.fromkeys(made.nodes[1:-1].tolist(), "gate"))
    gone = dead(graph)
    _fallen(sketch, gone, column)
    words = f"{count(len(made) - 2, 'gate')}, which every solution passes"
    if len(made) <= 2:
        words = "no gates: solutions share no state but the start and the goal"
    words += f"; {count(int(np.count_nonzero(gone)), 'dead state')}"
    return sketch.diagram(words)


def _chapter(gate: int, states: np.ndarray) -> list[np.ndarray]:
    """Return a gate, and the other states of its chapter, if any."""
    others = states[states != gate]
    return [np.array([gate])] + ([others] if len(others) else [])


def _between(states: np.ndarray, among: np.ndarray) -> str:
    passed = int(np.count_nonzero(among[states]))
    return f"\n{count(passed, 'gate')} among them" if passed else "\ncan still win"


def _fallen(sketch: DiagramBuilder, gone: np.ndarray, column: np.ndarray) -> None:
    """Add the dead states; those lost from the same column form a pack."""
    graph = sketch.graph
    # breadth first: the first state that leads to a state is its parent
    found, slot = np.unique(graph.targets, return_index=True)
    parent = np.zeros(len(graph), np.int64)
    parent[found] = graph.sources[slot]
    parent[~gone] = np.flatnonzero(~gone)
    while not np.array_equal(parent, parent[parent]):
        parent = parent[parent]
    lost = np.flatnonzero(gone)
    at = column[parent[lost]]
    for where in np.unique(at).tolist():
        sketch.pack(lost[at == where], where + 1, "\ndead", "dead")
