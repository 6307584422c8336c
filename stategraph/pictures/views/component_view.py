"""The phases of play: the condensation of the graph into strongly connected components.

Play never returns from a later component to an earlier one.
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis import components as components_of
from stategraph.analysis import dead, longest_chain
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.diagram_builder import DiagramBuilder
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.node_boards import Describe
from stategraph.readable import count

# maximum number of large components with separate nodes; approximate number of bands of others
MAX_COMPONENTS, N_BANDS = 6, 5


def components(
    graph: ArrayGraph, describe: Describe = repr, highlight: HighlightedPath | None = None
) -> Diagram:
    """Return the strongly connected components as packs: the phases of play.

    Within a component, every state can be reached from every other state, so moves inside it can be
    undone. The largest components have separate nodes. The others are grouped into bands by
    their layer: the number of components before them on the longest path. So no arrow leads back.
    O(states + moves), plus sorting.
    """
    sketch = DiagramBuilder(graph, describe, highlight)
    component = components_of(graph)
    size = np.bincount(component)
    first = np.full(len(size), len(graph))
    np.minimum.at(first, component, np.arange(len(graph)))
    separate = _separate(graph, component, size, first)
    layer = longest_chain(graph, backwards=True)
    cuts = _cuts(layer, layer[separate])
    column = np.searchsorted(cuts, layer, side="right") - 1
    for part in separate[np.argsort(first[separate])].tolist():
        states = np.flatnonzero(component == part)
        if len(states) == 1:
            sketch.state(int(states[0]), int(column[part]))
        else:
            tone = "dead" if dead(graph)[states[0]] else "alive"
            sketch.pack(states, int(column[part]), "\none component", tone)
    _bands(sketch, component, np.setdiff1d(np.arange(len(size)), separate), column)
    loops = int(np.count_nonzero(size > 1))
    words = (
        f"{count(len(size), 'strongly connected component')}, {loops:,} of more than one state; "
        f"the largest holds {count(int(size.max()), 'state')}"
    )
    return sketch.diagram(words)


def _separate(
    graph: ArrayGraph, component: np.ndarray, size: np.ndarray, first: np.ndarray
) -> np.ndarray:
    """Return the components (k,) with separate nodes.

    These are all components if they are few. Otherwise they are those of the start and of the goal,
    and the largest that can win.
    """
    if len(size) <= 3 * MAX_COMPONENTS:
        return np.arange(len(size))
    ends = component[[0] + ([] if graph.goal is None else [graph.goal])]
    is_dead = dead(graph)[first]
    large = np.lexsort((first, -size, is_dead))
    large = large[(size[large] > 1) & (is_dead[large] == is_dead.all())]
    return np.unique(np.concatenate([large[:MAX_COMPONENTS], ends]))


def _cuts(layer: np.ndarray, own_layers: np.ndarray) -> np.ndarray:
    """Return the first layer of each band.

    Each of `own_layers` is a separate band; the other layers are divided evenly.
    """
    even = np.linspace(0, layer.max() + 1, N_BANDS + 1).astype(np.int64)[:-1]
    return np.unique(np.concatenate([even, own_layers, own_layers + 1]))


def _bands(
    sketch: DiagramBuilder, component: np.ndarray, remaining: np.ndarray, column: np.ndarray
) -> None:
    """Add the components in `remaining`: per column, a pack of live and a pack of dead states."""
    is_dead = dead(sketch.graph)
    inside = np.zeros(len(column), bool)
    inside[remaining] = True
    states = np.flatnonzero(inside[component])
    at = column[component[states]]
    for where in np.unique(at).tolist():
        for only_dead in (False, True):
            band = states[(at == where) & (is_dead[states] == only_dead)]
            parts = count(len(np.unique(component[band])), "component")
            sketch.pack(band, where, f"\nin {parts}", "dead" if only_dead else "alive")
