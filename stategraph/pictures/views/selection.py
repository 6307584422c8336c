"""Selected states, and the moves between them."""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.analysis import moves_from_start
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.diagram_builder import DiagramBuilder
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.node_boards import Describe
from stategraph.readable import count


def subset(
    graph: ArrayGraph,
    states: Sequence[int],
    describe: Describe = repr,
    highlight: HighlightedPath | None = None,
) -> Diagram:
    """Return the diagram of the states with the numbers `states`, and of all moves between them.

    O(states + moves) of the graph. Raises ``NodeNotFound``.

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> road = StateGraph.from_networkx(nx.path_graph(5, nx.DiGraph), 0, 4)
    >>> print(subset(road, [1, 2]).caption)
    2 states chosen
    drawn of 5 states: 2 one by one, 3 left out; of 4 moves: 1 one by one, 3 left out
    """
    sketch = DiagramBuilder(graph, describe, highlight)
    depth = moves_from_start(graph)
    chosen = sorted(graph.check(state) for state in states)
    # skip empty columns
    column = {moves: k for k, moves in enumerate(sorted({int(depth[state]) for state in chosen}))}
    for state in chosen:
        sketch.state(state, column[int(depth[state])])
    return sketch.diagram(f"{count(len(chosen), 'state')} chosen")
