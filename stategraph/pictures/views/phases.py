"""The strongly connected components: the phases of play, between which there is no way back."""

from __future__ import annotations

import numpy as np

from stategraph import kernels
from stategraph.analysis import components, dead, moves_from_start
from stategraph.graph import StateGraph
from stategraph.pictures.diagram import Diagram, Sketch, counted
from stategraph.pictures.views.parts import Describe

__all__ = ["phases"]

# So many components stand for themselves.
COMPONENTS = 8


def phases(graph: StateGraph, describe: Describe = repr) -> Diagram:
    """Return the strongly connected components as packs: the phases of play. O(states + moves).

    Within a component every state can be reached from every other, so nothing in it is final. The
    largest stand for themselves; the others together with those of like distance from the start.
    """
    sketch = Sketch(graph, describe)
    component = components(graph)
    size = np.bincount(component)
    first = np.full(len(size), len(graph))
    np.minimum.at(first, component, np.arange(len(graph)))
    depth = moves_from_start(graph)[first]
    ends = [component[0]] + ([] if graph.goal is None else [component[graph.goal]])
    kept = np.unique(np.concatenate([_telling(graph, size, first), ends]))
    column = _phase_columns(graph, component, len(size))
    for part in kept[np.argsort(first[kept])].tolist():
        states = np.flatnonzero(component == part)
        if len(states) == 1:
            sketch.state(int(states[0]), int(column[part]))
        else:
            sketch.pack(states, int(column[part]), "\none component", _tone(graph, states))
    rest = np.setdiff1d(np.arange(len(size)), kept)
    if len(rest):
        _bands(sketch, component, rest, depth)
    loops = int(np.count_nonzero(size > 1))
    words = (
        f"{counted(len(size), 'strongly connected component')}, {loops:,} of more than one state; "
        f"the largest holds {counted(int(size.max()), 'state')}"
    )
    return sketch.diagram(words)


def _telling(graph: StateGraph, size: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Return the components (k,) that stand for themselves: all, or the largest that can win."""
    if len(size) <= 3 * COMPONENTS:
        return np.arange(len(size))
    gone = dead(graph)[first]
    large = np.lexsort((first, -size, gone))
    hopeful = int(np.count_nonzero(~gone))
    return large[: min(COMPONENTS, hopeful or COMPONENTS)]


def _tone(graph: StateGraph, states: np.ndarray) -> str:
    return "dead" if dead(graph)[states[0]] else "alive"


def _phase_columns(graph: StateGraph, component: np.ndarray, count: int) -> np.ndarray:
    """Return how many moves between components lead to each at least, (count,)."""
    tails, heads = component[graph.sources], component[graph.targets]
    apart = tails != heads
    tails, heads = tails[apart], heads[apart]
    order = np.argsort(tails, kind="stable")
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(tails, minlength=count), out=offsets[1:])
    roots = component[:1].astype(np.int32)
    return kernels.distances(offsets, heads[order].astype(np.int32), roots)


def _bands(sketch: Sketch, component: np.ndarray, rest: np.ndarray, depth: np.ndarray) -> None:
    """Add the components in `rest` together, by their distance from the start, dead ones apart."""
    graph = sketch.graph
    gone = dead(graph)
    inside = np.zeros(len(depth), bool)
    inside[rest] = True
    states = np.flatnonzero(inside[component])
    far = depth[component[states]]
    edges = np.unique(np.linspace(far.min(), far.max() + 1, 6).astype(int))
    last = max(node.column for node in sketch.nodes)
    for k, (low, high) in enumerate(zip(edges, edges[1:], strict=False)):
        for lost in (False, True):
            band = states[(far >= low) & (far < high) & (gone[states] == lost)]
            if len(band):
                parts = counted(len(np.unique(component[band])), "component")
                words = f"\nin {parts}\n{low}–{high - 1} moves away"
                at = 1 + k * max(1, last) // len(edges)
                sketch.pack(band, at, words, "dead" if lost else "alive")
