"""The gates that every solution passes, and the chapters between them.

Gates are the dominators of the goal; a chapter is the segment between two of them.

::

    start ─► 12 states ─► gate ─► gate ─► 310 states ─► goal
                └╌╌► 40 dead states           └╌╌► 5 dead states
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis import dead
from stategraph.analysis.gates_and_chapters import gates
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.diagram_builder import DiagramBuilder
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.node_boards import Describe
from stategraph.pictures.views.row_layout import lay_out, merged
from stategraph.readable import count


def chapters(
    graph: ArrayGraph, describe: Describe = repr, highlight: HighlightedPath | None = None
) -> Diagram:
    """Return the gates, the states between them, and the dead states beside them.

    If there are too many parts, neighbouring parts are joined. O(states + moves). Raises
    ``InputError`` if the gates are unknown, which they are without a solution or on a partial
    graph.
    """
    if graph.goal is None or not graph.complete:
        raise InputError("the gates on the way to the goal are not known")
    sketch = DiagramBuilder(graph, describe, highlight)
    chain = gates(graph)
    order = np.argsort(chain.chapter, kind="stable")
    order = order[chain.chapter[order] >= 0]
    inner = np.split(order, np.flatnonzero(np.diff(chain.chapter[order])) + 1)
    parts = [part for gate, states in zip(chain.nodes.tolist(), inner, strict=True)
             for part in _chapter(gate, states)]  # fmt: skip
    runs = merged([np.array([k]) for k in range(len(parts))])
    joined = [np.concatenate([parts[k] for k in run]) for run in runs]
    among = np.isin(np.arange(len(graph)), chain.nodes)
    named = [(states, _between(states, among)) for states in joined]
    column = lay_out(sketch, named, dict.fromkeys(chain.nodes[1:-1].tolist(), "gate"))
    is_dead = dead(graph)
    _add_dead(sketch, is_dead, column)
    words = f"{count(len(chain) - 2, 'gate')}, which every solution passes"
    if len(chain) <= 2:
        words = "no gates: solutions share only the start and the goal"
    words += f"; {count(int(np.count_nonzero(is_dead)), 'dead state')}"
    return sketch.diagram(words)


def _chapter(gate: int, states: np.ndarray) -> list[np.ndarray]:
    """Return the parts of a chapter: its gate, and its other states if there are any."""
    other_states = states[states != gate]
    return [np.array([gate])] + ([other_states] if len(other_states) else [])


def _between(states: np.ndarray, among: np.ndarray) -> str:
    passed = int(np.count_nonzero(among[states]))
    return f"\n{count(passed, 'gate')} among them" if passed else "\ncan still win"


def _add_dead(sketch: DiagramBuilder, is_dead: np.ndarray, column: np.ndarray) -> None:
    """Add the dead states; those entered from the same column form a pack."""
    graph = sketch.graph
    # The graph was expanded breadth first, so the first state with a move to a state is its parent.
    reached, slot = np.unique(graph.targets, return_index=True)
    parent = np.zeros(len(graph), np.int64)
    parent[reached] = graph.sources[slot]
    parent[~is_dead] = np.flatnonzero(~is_dead)
    while not np.array_equal(parent, parent[parent]):
        parent = parent[parent]
    dead_nodes = np.flatnonzero(is_dead)
    at = column[parent[dead_nodes]]
    for where in np.unique(at).tolist():
        sketch.pack(dead_nodes[at == where], where + 1, "\ndead", "dead")
