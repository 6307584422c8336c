"""Symmetries of ships: renamings of rooms and colours that preserve the ship.

::

    1 ──green──► 2 ──blue──► 4      exchange rooms 2 and 3, and pink and green, if rooms
    1 ──pink───► 3 ──blue──► 4      2 and 3 have one colour, or are pink and green
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stategraph.rules import Puzzle

# maximum number of pairs of rooms tried; maximum number of corridors of a ship
PAIRS, CORRIDORS = 200, 400

Renaming = tuple[str, dict[str, tuple[int, ...]]]


def renamings(puzzle: Puzzle) -> Iterator[Renaming]:
    """Yield generators of all renamings of rooms that keep the goal: (text, tables by variable).

    For each room and each later room of equal look, yield one renaming that takes the first to the
    second and keeps all earlier rooms [1]_. The algorithm VF2++ computes it.

    .. [1] C. C. Sims, Computational methods in the study of permutation groups, 1970: a strong
       generating set.
    """
    ship = puzzle.board
    if len(ship.corridors) > CORRIDORS:
        return
    drawn = _drawn(ship)
    looks, rooms = _looks(drawn), range(1, ship.rooms)
    pairs = [(a, b) for a in rooms for b in rooms if a < b and looks[a] == looks[b]]
    for one, other in pairs[:PAIRS]:
        found = _automorphism(drawn, looks, one, other)
        if found is not None:
            table = (0, *(found[room] for room in range(1, ship.rooms + 1)))
            moved = [f"{room}→{to}" for room, to in enumerate(table) if room != to]
            yield f"rooms renamed {' '.join(moved)}", {"rocket": table, "lucky": table}


def _automorphism(drawn: Any, looks: dict[int, Any], one: int, other: int) -> Any:
    """Return an automorphism that takes `one` to `other` and keeps all earlier nodes, or None."""
    import networkx as nx

    first, second = drawn.copy(), drawn.copy()
    for graph, chosen in ((first, one), (second, other)):
        for node, told in graph.nodes(data=True):
            told["as"] = looks[node], node if node < one else 0, node == chosen
    return nx.vf2pp_isomorphism(first, second, node_label="as")


def _looks(drawn: Any) -> dict[int, int]:
    """Return the stable colour of each node: colour refinement."""
    looks: dict[int, Any] = dict(drawn.nodes(data="kind"))
    for _ in range(len(looks)):
        seen = {
            node: (
                looks[node],
                tuple(sorted(looks[other] for other in drawn.successors(node))),
                tuple(sorted(looks[other] for other in drawn.predecessors(node))),
            )
            for node in drawn
        }
        rank = {look: k for k, look in enumerate(sorted(set(seen.values())))}
        settled = len(rank) == len(set(looks.values()))
        looks = {node: rank[look] for node, look in seen.items()}
        if settled:
            break
    return looks


def _drawn(ship: Any) -> Any:
    """Return the ship as a graph: rooms 1..n, then a node per colour and per corridor."""
    import networkx as nx

    drawn = nx.DiGraph()
    ways = [way for way in ship.corridors if way[0] < ship.rooms]  # play ends in the last room
    names = sorted({*ship.colours, *(name for _, _, name in ways)})
    colour = {name: ship.rooms + 1 + k for k, name in enumerate(names)}
    for room in range(1, ship.rooms + 1):
        drawn.add_node(room, kind=0 if room < ship.rooms else 1)
    for node in colour.values():
        drawn.add_node(node, kind=2)
    for room, name in enumerate(ship.colours, 1):
        drawn.add_edge(room, colour[name])
    for node, (here, to, name) in enumerate(ways, ship.rooms + 1 + len(names)):
        drawn.add_node(node, kind=3)
        drawn.add_edges_from([(here, node), (node, to), (node, colour[name])])
    return drawn
