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
from stategraph.pictures.drawn_way import DrawnWay
from stategraph.pictures.sketch import Sketch
from stategraph.pictures.views.parts import Describe, lay_out, merged
from stategraph.tell.phrases import count


def chapters(graph: ArrayGraph, describe: Describe = repr, way: DrawnWay | None = None) -> Diagram:
    """Return the gates that every solution passes, the states between, and the dead ones beside.

    Chapters with nothing in them are joined. O(states + moves). Raises ``InputError`` where gates
    are not known: without a solution, and on a graph that is not complete.
    """
    if graph.goal is None or not graph.complete:
        raise InputError("the gates on the way to the goal are not known")
    sketch = Sketch(graph, describe, way)
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
    """Return a gate, and the other states of its chapter where there are any."""
    others = states[states != gate]
    return [np.array([gate])] + ([others] if len(others) else [])


def _between(states: np.ndarray, among: np.ndarray) -> str:
    passed = int(np.count_nonzero(among[states]))
    return f"\n{count(passed, 'gate')} among them" if passed else "\ncan still win"


def _fallen(sketch: Sketch, gone: np.ndarray, column: np.ndarray) -> None:
    """Add the dead states, those that are lost from one column together."""
    graph = sketch.graph
    # breadth first, a state is found from the first state that leads to it
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
