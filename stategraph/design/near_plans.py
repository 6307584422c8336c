"""Plans that differ in at most one element, up to the names of spots and kinds.

::

    1 ──red──► 2 ──red──► 3        equal plans: 1 and 2 exchanged, blue instead of red
    2 ──blue─► 1 ──blue─► 3

A plan is a directed graph with a node for each spot, kind, link and person. Two plans differ in one
element if the graphs are isomorphic after one element is left out of both, or out of one of them.
An element is a link, the kind of a spot, or the place of a person.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from stategraph.rules.floor_plans import FloorPlan

if TYPE_CHECKING:
    import networkx as nx

# Rounds of colour refinement.
ROUNDS = 2

# The name of an element, and the two ends of an edge.
Element = tuple[str, object]
Edge = tuple[Element, Element]


class Marked(NamedTuple):
    """A graph: the colour of each node after refinement, the edges, and a mark.

    Isomorphic graphs have equal marks.
    """

    colours: dict[Element, int]
    edges: list[Edge]
    mark: int


class PlanForm:
    """A plan, for comparisons with many others."""

    def __init__(self, plan: FloorPlan):
        self.plan = plan

    @cached_property
    def whole(self) -> Marked:
        """The graph of the plan."""
        return _graph(self.plan, None)

    @cached_property
    def reduced(self) -> list[Marked]:
        """The graphs of the plan without one element."""
        return [_graph(self.plan, element) for element in _elements(self.plan)]


def are_near_plans(first: PlanForm, other: PlanForm) -> bool:
    """Return whether two plans differ in at most one element, up to names.

    O(elements * size of the plan), if refinement distinguishes most nodes.

    Examples
    --------
    >>> from stategraph import load
    >>> ships = [load(f"spacewreck/{name}") for name in ("eight-rooms", "both-arrive")]
    >>> eight_rooms, both_arrive = (PlanForm(ship.family.plan(ship.puzzle)) for ship in ships)
    >>> are_near_plans(eight_rooms, eight_rooms), are_near_plans(eight_rooms, both_arrive)
    (True, False)
    """
    if abs(len(first.plan.links) - len(other.plan.links)) > 1:
        return False
    return (
        _is_among(first.whole, [other.whole, *other.reduced])
        or _is_among(other.whole, first.reduced)
        or any(_is_among(graph, other.reduced) for graph in first.reduced)
    )


def _is_among(graph: Marked, others: list[Marked]) -> bool:
    """Return whether a graph is isomorphic to one of the others."""
    import networkx as nx

    return any(
        nx.vf2pp_is_isomorphic(_drawn(graph), _drawn(other), node_label="colour")
        for other in others
        if other.mark == graph.mark
    )


def _elements(plan: FloorPlan) -> Iterator[Element]:
    yield from (("link", number) for number in range(len(plan.links)))
    yield from (("spot", number) for number, spot in enumerate(plan.spots) if spot.kind)
    yield from (("person", name) for name in plan.people)


def _graph(plan: FloorPlan, left_out: Element | None) -> Marked:
    """Return the graph of a plan without one element."""
    edges: list[Edge] = []
    for number, link in enumerate(plan.links):
        if left_out != ("link", number):
            node = "link", number
            edges += [(("spot", link.tail), node), (node, ("spot", link.head))]
            edges.append((node, ("kind", link.kind)))
    for number, spot in enumerate(plan.spots):
        if spot.kind and left_out != ("spot", number):
            edges.append((("spot", number), ("kind", spot.kind)))
    for name, at in plan.people.items():
        if left_out != ("person", name):
            edges.append((("person", name), ("spot", at)))
    nodes: list[Element] = [("spot", number) for number in range(len(plan.spots))]
    nodes += [node for edge in edges for node in edge]
    colours = {node: hash(node if node[0] == "person" else node[0]) for node in nodes}
    colours["spot", len(plan.spots) - 1] = hash("goal")
    return _refined(colours, edges)


def _refined(colours: dict[Element, int], edges: list[Edge]) -> Marked:
    """Combine the colour of each node with the colours of its neighbours, in some rounds."""
    for _ in range(ROUNDS):
        out: dict[Element, list[int]] = {node: [] for node in colours}
        into: dict[Element, list[int]] = {node: [] for node in colours}
        for tail, head in edges:
            out[tail].append(colours[head])
            into[head].append(colours[tail])
        colours = {
            node: hash((colour, tuple(sorted(out[node])), tuple(sorted(into[node]))))
            for node, colour in colours.items()
        }
    return Marked(colours, edges, hash(tuple(sorted(colours.values()))))


def _drawn(graph: Marked) -> nx.DiGraph:
    import networkx as nx

    drawn = nx.DiGraph()
    drawn.add_nodes_from((node, {"colour": colour}) for node, colour in graph.colours.items())
    drawn.add_edges_from(graph.edges)
    return drawn
