"""Symmetries of ships: renamings of rooms and colours that preserve the ship.

::

    1 ──green──► 2 ──blue──► 4      exchange rooms 2 and 3, and pink and green, if rooms
    1 ──pink───► 3 ──blue──► 4      2 and 3 have one colour, or are pink and green
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from stategraph.rules import Puzzle

if TYPE_CHECKING:
    import networkx as nx

    from .rules import Ship

# maximum number of room pairs that are tried; maximum number of corridors of a ship that is
# searched
PAIRS, CORRIDORS = 200, 400

Renaming = tuple[str, dict[str, tuple[int, ...]]]


def renamings(puzzle: Puzzle) -> Iterator[Renaming]:
    """Yield generators of the group of renamings that keep the goal: (text, tables by variable).

    For each room and each later room of the same stable colour, yield one renaming, if any, that
    maps the earlier room to the later one and fixes all rooms before both [1]_. The algorithm VF2++
    computes it.

    .. [1] C. C. Sims, Computational methods in the study of permutation groups, 1970: a strong
       generating set.
    """
    ship = puzzle.board
    if len(ship.corridors) > CORRIDORS:
        return
    graph = _graph(ship)
    looks, rooms = _looks(graph), range(1, ship.rooms)
    pairs = [(a, b) for a in rooms for b in rooms if a < b and looks[a] == looks[b]]
    for first, second in pairs[:PAIRS]:
        mapping = _automorphism(graph, looks, first, second)
        if mapping is not None:
            table = (0, *(mapping[room] for room in range(1, ship.rooms + 1)))
            moved = [f"{room}→{to}" for room, to in enumerate(table) if room != to]
            yield f"rooms renamed {' '.join(moved)}", {"rocket": table, "lucky": table}


def _automorphism(
    ship_graph: nx.DiGraph, looks: dict[int, int], source: int, target: int
) -> dict[int, int] | None:
    """Return an automorphism that maps `source` to `target` and fixes all nodes before `source`."""
    import networkx as nx

    first, second = ship_graph.copy(), ship_graph.copy()
    for graph, marked_node in ((first, source), (second, target)):
        for node, attributes in graph.nodes(data=True):
            attributes["as"] = looks[node], node if node < source else 0, node == marked_node
    return nx.vf2pp_isomorphism(first, second, node_label="as")


def _looks(ship_graph: nx.DiGraph) -> dict[int, int]:
    """Return the stable colour of each node, computed by colour refinement."""
    looks: dict[int, Any] = dict(ship_graph.nodes(data="kind"))
    for _ in range(len(looks)):
        signatures = {
            node: (
                looks[node],
                tuple(sorted(looks[other] for other in ship_graph.successors(node))),
                tuple(sorted(looks[other] for other in ship_graph.predecessors(node))),
            )
            for node in ship_graph
        }
        rank = {look: k for k, look in enumerate(sorted(set(signatures.values())))}
        settled = len(rank) == len(set(looks.values()))
        looks = {node: rank[look] for node, look in signatures.items()}
        if settled:
            break
    return looks


def _graph(ship: Ship) -> nx.DiGraph:
    """Return the ship as a graph: rooms 1..n, then a node per colour and per corridor."""
    import networkx as nx

    graph = nx.DiGraph()
    # corridors from the last room are omitted, since play ends there
    corridors = [corridor for corridor in ship.corridors if corridor[0] < ship.rooms]
    names = sorted({*ship.colours, *(name for _, _, name in corridors)})
    colour = {name: ship.rooms + 1 + k for k, name in enumerate(names)}
    for room in range(1, ship.rooms + 1):
        graph.add_node(room, kind=0 if room < ship.rooms else 1)
    for node in colour.values():
        graph.add_node(node, kind=2)
    for room, name in enumerate(ship.colours, 1):
        graph.add_edge(room, colour[name])
    for node, (source, to, name) in enumerate(corridors, ship.rooms + 1 + len(names)):
        graph.add_node(node, kind=3)
        graph.add_edges_from([(source, node), (node, to), (node, colour[name])])
    return graph
