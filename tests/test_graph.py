"""StateGraph answers networkx as an equal plain MultiDiGraph does."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys

import known
import networkx as nx
import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from toys import DECLARED_PUZZLES, ship, square, trapdoor, unique_labels

from stategraph import expand
from stategraph.errors import InputError
from stategraph.expand import expand as expand_puzzle
from stategraph.graph import MAX_LABELS, ArrayGraph, sorted_labels
from stategraph.graph.state_graph import StateGraph
from stategraph.level_files import family_names

# ------------------------------------------------------------------------------- equal plain graphs


def tangle(n: int = 40, m: int = 160) -> nx.MultiDiGraph:
    """Return a random graph: parallel moves, self-loops, unreachable nodes."""
    rng = random.Random(1)
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(range(n))
    for _ in range(m):
        graph.add_edge(rng.randrange(n), rng.randrange(n), key=rng.choice("abcdef"))
    return graph


def renumbered(graph: nx.MultiDiGraph, states: list) -> nx.MultiDiGraph:
    """Return `graph` with the node ``states[k]`` called k, as a plain graph."""
    number = {state: k for k, state in enumerate(states)}
    made = nx.MultiDiGraph()
    made.add_nodes_from((k, {"state": state}) for k, state in enumerate(states))
    for state in states:
        for _, to, key in graph.edges(state, keys=True):
            made.add_edge(number[state], number[to], key=key, label=key)
    return made


def played(puzzle) -> nx.MultiDiGraph:
    """Return the state graph of a puzzle with a single goal state, by networkx alone."""
    graph = nx.MultiDiGraph()
    todo = [puzzle.start]
    while todo:
        state = todo.pop()
        if state not in graph.nodes or "done" not in graph.nodes[state]:
            graph.add_node(state, done=True)
            for label, to in [] if puzzle.is_goal(state) else puzzle.moves(state):
                graph.add_edge(state, to, key=label)
                todo.append(to)
    return graph


def pairs() -> dict[str, tuple[StateGraph, nx.MultiDiGraph]]:
    raw = tangle()
    goal = 17
    raw.remove_edges_from(list(raw.out_edges(goal, keys=True)))
    made = StateGraph.from_networkx(raw, 0, goal)
    found = {"tangle": (made, renumbered(raw, made.states))}
    for name, puzzle in (("square", square()), ("trapdoor", trapdoor())):
        made = expand(puzzle)
        states = [made.state(node) for node in made]
        found[name] = made, renumbered(played(puzzle), states)
    return found


PAIRS = pairs()
START, NODE = 0, 3


def texts(items) -> list[str]:
    return sorted(map(repr, items))


def parts(found) -> set[frozenset]:
    return set(map(frozenset, found))


def plain_copy(graph) -> tuple:
    """Return the content of a mutable copy, after checking that it can be changed."""
    assert type(graph) is nx.MultiDiGraph
    graph.add_edge(0, "new")
    graph.remove_node("new")
    return texts(graph.nodes(data=True)), texts(graph.edges(keys=True, data=True))


OPERATIONS = {
    "len": len,
    "iter": list,
    "nodes": lambda g: list(g.nodes),
    "nodes with data": lambda g: list(g.nodes(data=True)),
    "nodes with one attribute": lambda g: list(g.nodes(data="state")),
    "node attributes": lambda g: [g.nodes[n]["state"] for n in g],
    "get_node_attributes": lambda g: nx.get_node_attributes(g, "state"),
    "number_of_nodes": lambda g: (g.number_of_nodes(), g.order()),
    "number_of_edges": lambda g: (g.number_of_edges(), g.size(), len(g.edges)),
    "number_of_edges between": lambda g: [g.number_of_edges(u, v) for u in g for v in g],
    "kind": lambda g: (g.is_directed(), g.is_multigraph(), isinstance(g, nx.MultiDiGraph)),
    "contains": lambda g: [n in g for n in (0, 1, len(g), -1, "0", 0.5, None, (0,))],
    "has_node": lambda g: [g.has_node(n) for n in (0, 1, len(g), -1, [0])],
    "edges": lambda g: list(g.edges),
    "edges with keys and data": lambda g: list(g.edges(keys=True, data=True)),
    "edges of some nodes": lambda g: list(g.edges([0, 1], keys=True)),
    "in_edges": lambda g: sorted(g.in_edges(keys=True)),
    "out_edges": lambda g: list(g.out_edges(NODE, keys=True)),
    "edge look-up": lambda g: [g.edges[edge] for edge in g.edges],
    "edge in edges": lambda g: [(0, n, "R") in g.edges for n in g],
    "degrees": lambda g: [dict(d()) for d in (g.degree, g.in_degree, g.out_degree)],
    "degree of a node": lambda g: (g.degree(NODE), g.in_degree[NODE], g.out_degree[NODE]),
    "rows": lambda g: {u: {v: dict(d) for v, d in g[u].items()} for u in g},
    "adjacency": lambda g: [(u, {v: dict(d) for v, d in row.items()}) for u, row in g.adjacency()],
    "succ and pred": lambda g: [(dict(g.succ[u]), dict(g.pred[u])) for u in g],
    "has_edge": lambda g: [g.has_edge(u, v) for u in g for v in [*g, 999]],
    "has_edge with key": lambda g: [g.has_edge(u, v, k) for u, v, _ in g.edges for k in "abRD"],
    "get_edge_data": lambda g: [g.get_edge_data(u, v) for u in g for v in g],
    "successors": lambda g: [list(g.successors(u)) for u in g],
    "predecessors": lambda g: [list(g.predecessors(u)) for u in g],
    "neighbors": lambda g: [list(g.neighbors(u)) for u in g],
    "nbunch_iter": lambda g: list(g.nbunch_iter([0, 999, 1])),
    "has_path": lambda g: [nx.has_path(g, u, v) for u in g for v in g],
    "shortest_path": lambda g: nx.shortest_path(g, START),
    "shortest_path_length": lambda g: dict(nx.shortest_path_length(g, START)),
    "all_shortest_paths": lambda g: texts(nx.all_shortest_paths(g, START, NODE)),
    "all_simple_paths": lambda g: texts(nx.all_simple_edge_paths(g, START, NODE, cutoff=3)),
    "descendants": lambda g: [nx.descendants(g, u) for u in g],
    "ancestors": lambda g: [nx.ancestors(g, u) for u in g],
    "bfs_layers": lambda g: [sorted(layer) for layer in nx.bfs_layers(g, START)],
    "bfs_edges": lambda g: list(nx.bfs_edges(g, START)),
    "dfs_preorder": lambda g: list(nx.dfs_preorder_nodes(g, START)),
    "bidirectional_dijkstra": lambda g: nx.bidirectional_dijkstra(g, START, NODE),
    "dijkstra": lambda g: nx.single_source_dijkstra_path_length(g, START),
    "strongly_connected_components": lambda g: parts(nx.strongly_connected_components(g)),
    "weakly_connected_components": lambda g: parts(nx.weakly_connected_components(g)),
    "condensation": lambda g: texts(nx.condensation(g).edges),
    "immediate_dominators": lambda g: nx.immediate_dominators(g, START),
    "simple_cycles": lambda g: len(list(nx.simple_cycles(g, length_bound=3))),
    "is_directed_acyclic_graph": nx.is_directed_acyclic_graph,
    "number_of_selfloops": lambda g: (nx.number_of_selfloops(g), texts(nx.selfloop_edges(g))),
    "density": nx.density,
    "pagerank": lambda g: {n: round(rank, 9) for n, rank in nx.pagerank(g).items()},
    "numpy matrix": lambda g: nx.to_numpy_array(g).tolist(),
    "scipy matrix": lambda g: nx.to_scipy_sparse_array(g).toarray().tolist(),
    "node_link_data": lambda g: texts(nx.node_link_data(g, edges="edges")["edges"]),
    "dict of dicts": nx.to_dict_of_dicts,
    "edge list": lambda g: list(nx.to_edgelist(g)),
    "adjacency list text": lambda g: list(nx.generate_adjlist(g)),
    "multiline adjacency text": lambda g: list(nx.generate_multiline_adjlist(g)),
    "circular_layout": lambda g: sorted(nx.circular_layout(g)),
    "spring_layout": lambda g: sorted(nx.spring_layout(nx.DiGraph(g), iterations=2, seed=1)),
    "subgraph": lambda g: texts(g.subgraph([0, 1, 2, 3]).edges(keys=True, data=True)),
    "subgraph of absent nodes": lambda g: list(g.subgraph([2, 999])),
    "subgraph copy": lambda g: plain_copy(g.subgraph([0, 1, 2, 3]).copy()),
    "components of a subgraph": lambda g: parts(
        nx.strongly_connected_components(g.subgraph(range(0, len(g), 2)))
    ),
    "edge_subgraph": lambda g: texts(g.edge_subgraph(list(g.edges)[:3]).edges),
    "subgraph_view": lambda g: texts(
        nx.subgraph_view(g, filter_edge=lambda u, v, k: k < "c").edges
    ),
    "restricted_view": lambda g: texts(nx.restricted_view(g, [1], []).edges),
    "reverse view": lambda g: texts(g.reverse(copy=False).edges(keys=True)),
    "descendants in the reverse view": lambda g: nx.descendants(g.reverse(copy=False), NODE),
    "reverse copy": lambda g: plain_copy(g.reverse()),
    "copy": lambda g: plain_copy(g.copy()),
    "copy as view": lambda g: texts(g.copy(as_view=True).edges),
    "as MultiDiGraph": lambda g: plain_copy(nx.MultiDiGraph(g)),
    "as DiGraph": lambda g: texts(nx.DiGraph(g).edges(data=True)),
    "as Graph": lambda g: texts(map(sorted, nx.Graph(g).edges)),
    "to_directed": lambda g: plain_copy(g.to_directed()),
    "to_undirected": lambda g: nx.to_dict_of_dicts(g.to_undirected()),
    "undirected view": lambda g: nx.number_connected_components(g.to_undirected(as_view=True)),
    "create_empty_copy": lambda g: plain_copy(nx.create_empty_copy(g)),
    "relabel_nodes": lambda g: texts(nx.relabel_nodes(g, {0: "zero"}).edges(keys=True)),
    "convert_node_labels": lambda g: texts(
        nx.convert_node_labels_to_integers(g, first_label=100).nodes(data=True)
    ),
    "compose": lambda g: texts(nx.compose(g, nx.MultiDiGraph([(0, "new")])).edges(keys=True)),
    "disjoint_union": lambda g: nx.disjoint_union(g, g).number_of_edges(),
    "transitive_closure": lambda g: texts(set(nx.transitive_closure(nx.DiGraph(g)).edges)),
    # and errors are the same, too
    "successors of an absent node": lambda g: list(g.successors(999)),
    "predecessors of an absent node": lambda g: list(g.predecessors(999)),
    "neighbors of an absent node": lambda g: list(g.neighbors(-1)),
    "edges of an absent node": lambda g: list(g.edges(999)),
    "row of an absent node": lambda g: g[999],
    "attributes of an absent node": lambda g: g.nodes[999],
    "data of an absent edge": lambda g: g.edges[0, 0, "no such label"],
    "edge data by a bad key": lambda g: g.get_edge_data(0, 999, default="none"),
    "shortest path from an absent node": lambda g: nx.shortest_path(g, 999, 0),
    "shortest path to an absent node": lambda g: nx.shortest_path(g, 0, 999),
    "shortest path where there is none": lambda g: nx.shortest_path(g, 3, 0),
    "descendants of an absent node": lambda g: nx.descendants(g, 999),
    "bfs from an absent node": lambda g: list(nx.bfs_layers(g, [999])),
    "degree of an absent node": lambda g: g.degree(999),
}


def outcome(operation, graph):
    try:
        return "gives", operation(graph)
    except Exception as error:
        return "raises", type(error)


@pytest.mark.parametrize("graphs", PAIRS.values(), ids=PAIRS)
@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_same_as_a_plain_graph(operation, graphs):
    ours, plain = graphs
    assert outcome(operation, ours) == outcome(operation, plain)


@pytest.mark.parametrize("graphs", PAIRS.values(), ids=PAIRS)
class TestEqualGraphs:
    def test_graphs_equal(self, graphs):
        ours, plain = graphs
        plain.graph.update(ours.graph)
        assert nx.utils.graphs_equal(ours, plain)

    def test_isomorphic(self, graphs):
        assert nx.is_isomorphic(*graphs)

    def test_scipy_free_drawings_agree(self, graphs):
        ours, plain = map(nx.circular_layout, graphs)
        assert all((ours[node] == plain[node]).all() for node in plain)

    def test_text_formats_are_written(self, graphs):
        ours, plain = graphs
        # graphml knows no states that are tuples
        bare = [nx.MultiDiGraph(graph.edges(keys=True)) for graph in graphs]
        assert list(nx.generate_graphml(bare[0])) == list(nx.generate_graphml(bare[1]))
        assert list(nx.generate_edgelist(ours)) == list(nx.generate_edgelist(plain))


@settings(max_examples=examples(200))
@given(unique_labels())
def test_random_graphs_are_equal_to_their_plain_twins(case):
    plain = renumbered(case.play, case.made.states)
    plain.graph.update(case.made.graph)
    assert nx.utils.graphs_equal(case.made, plain)
    assert sorted(case.made.in_edges(keys=True)) == sorted(plain.in_edges(keys=True))


# ------------------------------------------------------------------------- what differs on purpose


@pytest.fixture
def made() -> StateGraph:
    return expand(square())


@pytest.mark.parametrize("node", [True, 1.0, np.int64(1), np.int32(0)], ids=repr)
def test_only_ints_are_nodes(made, node):
    """A plain graph takes any value equal to a node, an array behind a view should not."""
    assert node in nx.MultiDiGraph(made)
    assert node not in made
    assert not made.has_node(node)
    with pytest.raises(nx.NodeNotFound, match="is not in the graph"):
        made.check(node)


def test_check_returns_a_node(made):
    assert [made.check(node) for node in made] == [0, 1, 2, 3]


@pytest.mark.parametrize("node", [-1, 4, "0", None, 0.5], ids=repr)
def test_check_refuses_what_is_no_node(made, node):
    with pytest.raises(nx.NodeNotFound):
        made.check(node)


def test_repr_says_what_the_graph_is(made):
    assert repr(made) == "<StateGraph: 4 states, 4 moves, goal 3, complete>"
    assert str(made) == "StateGraph with 4 nodes and 4 edges"


def test_without_arrays_it_is_a_plain_graph():
    assert type(StateGraph()) is nx.MultiDiGraph
    assert sorted(StateGraph([(1, 2), (2, 3)]).edges()) == [(1, 2), (2, 3)]


# ---------------------------------------------------------------------------------------- read-only

CHANGES = {
    "add_node": lambda g: g.add_node(9),
    "add_nodes_from": lambda g: g.add_nodes_from([9]),
    "remove_node": lambda g: g.remove_node(0),
    "remove_nodes_from": lambda g: g.remove_nodes_from([0]),
    "add_edge": lambda g: g.add_edge(0, 1),
    "add_edges_from": lambda g: g.add_edges_from([(0, 1)]),
    "add_weighted_edges_from": lambda g: g.add_weighted_edges_from([(0, 1, 2.0)]),
    "remove_edge": lambda g: g.remove_edge(0, 1),
    "remove_edges_from": lambda g: g.remove_edges_from([(0, 1)]),
    "clear": lambda g: g.clear(),
    "clear_edges": lambda g: g.clear_edges(),
    "update": lambda g: g.update(edges=[(0, 1)]),
    "add_path": lambda g: nx.add_path(g, [0, 1]),
    "relabel in place": lambda g: nx.relabel_nodes(g, {0: 9}, copy=False),
    "write a node's attribute": lambda g: g.nodes[0].update(colour="red"),
    "write an edge's attribute": lambda g: g.edges[0, 1, "R"].__setitem__("weight", 2),
    "set_node_attributes": lambda g: nx.set_node_attributes(g, {0: {"x": 1}}),
    "set_edge_attributes": lambda g: nx.set_edge_attributes(g, 1, "weight"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_it_is_frozen(made, change):
    before = texts(made.edges(keys=True, data=True))
    with pytest.raises(nx.NetworkXError, match="Frozen"):
        change(made)
    assert texts(made.edges(keys=True, data=True)) == before


def test_networkx_knows_that_it_is_frozen(made):
    assert nx.is_frozen(made)
    assert nx.freeze(made) is made


@pytest.mark.parametrize("name", ["offsets", "targets", "labels", "states"])
def test_arrays_are_unwritable(made, name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(made, name)[0] = 0


# ----------------------------------------------------------------------------------------- copying


@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))],
    ids=["copy.copy", "copy.deepcopy", "pickle"],
)  # fmt: skip
@pytest.mark.parametrize("graph", [expand(p) for p in DECLARED_PUZZLES] + [PAIRS["tangle"][0]])
def test_twins_are_the_same_state_graph(twin, graph):
    other = twin(graph)
    assert type(other) is StateGraph
    assert other is not graph
    assert nx.utils.graphs_equal(other, graph)
    assert (other.goal, other.expanded, other.stopped) == (graph.goal, graph.expanded, "")
    assert [other.state(node) for node in other] == [graph.state(node) for node in graph]
    assert other.label_names == graph.label_names


def test_attributes_of_copies_can_be_written(made):
    other = made.copy()
    other.nodes[0]["colour"] = "red"
    assert made.nodes[0] == {"state": made.state(0)}


# ------------------------------------------------------------------------------------ look-ups


@pytest.mark.parametrize("puzzle", DECLARED_PUZZLES)
def test_find_is_the_inverse_of_state(puzzle):
    graph = expand(puzzle)
    assert [graph.find(graph.state(node)) for node in graph] == list(graph)


def test_find_of_an_unreachable_state_is_none():
    graph = expand(ship())
    assert graph.find(graph.variables.parse("rocket=7, lucky=7")) is None
    assert expand(trapdoor()).find("nowhere") is None


def test_moves_are_in_the_order_of_the_rules():
    graph = expand(square())
    assert graph.moves(0) == [("R", 1), ("D", 2)]
    assert [graph.moves(node) for node in (1, 2, 3)] == [[("D", 3)], [("R", 3)], []]


def test_label_names_are_in_code_point_order():
    graph = expand(ship())
    assert list(graph.label_names) == sorted(graph.label_names)
    assert {graph.label(move) for move in range(graph.number_of_edges())} == set(graph.label_names)


def test_remember_asks_once(made):
    assert made.remember("key", lambda: [1]) is made.remember("key", lambda: [2])


def test_sources_and_reverse_rows_agree_with_the_rows():
    graph = PAIRS["tangle"][0]
    edges = list(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True))
    assert edges == [(u, v) for u in graph for _, v in graph.moves(u)]
    offsets, sources = graph.reversed
    for v in graph:
        slots = slice(offsets[v], offsets[v + 1])
        found = [(u, v) for u in sources[slots].tolist()]
        assert found == [e for e in edges if e[1] == v]


def test_sources_may_be_filled_slice_by_slice(monkeypatch):
    whole = PAIRS["tangle"][0]
    twin = pickle.loads(pickle.dumps(whole))
    slices = lambda n: (slice(k, k + 3) for k in range(0, n, 3))  # noqa: E731
    monkeypatch.setattr("stategraph.graph.array_graph.pieces", slices)
    assert twin.sources.tolist() == whole.sources.tolist()


def test_induced_keeps_the_moves_between_its_nodes():
    graph = PAIRS["tangle"][0]
    nodes = np.array([7, 2, 11, 3, 19])
    part, moves = graph.induced(nodes)
    ours = {(part.states[u], part.states[v], k) for u, v, k in part.edges(keys=True)}
    assert ours == set(graph.subgraph(nodes.tolist()).edges(keys=True))
    pairs = zip(graph.sources[moves], graph.targets[moves], strict=True)
    assert [(int(u), int(v)) for u, v in pairs] == [
        (part.states[u], part.states[v]) for u in part for _, v in part.moves(u)
    ]


# -------------------------------------------------------------------------------- from_networkx


def test_nodes_are_numbered_breadth_first_in_the_order_of_the_graph():
    graph = nx.DiGraph(["sc", "sa", "cg", "ab", "ag"])
    made = StateGraph.from_networkx(graph, "s", "g")
    assert made.states == list("scagb")
    assert made.goal == 3


@pytest.mark.parametrize(
    "goal",
    [{"g", "h"}, ["g", "h"], frozenset("gh")],
    ids=["set", "list", "frozenset"],
)
def test_several_goals_are_one_node(goal):
    made = StateGraph.from_networkx(nx.DiGraph(["sg", "sh", "gx"]), "s", goal)
    assert made.moves(0) == [("g", 1), ("h", 1)]
    assert (made.goal, made.states, made.graph["goal"]) == (1, ["s", "g"], 1)


@pytest.mark.parametrize(
    "name",
    [("a", 1), frozenset("ab"), 7, "g"],
    ids=["tuple", "frozenset", "number", "text"],
)
def test_any_hashable_may_be_a_goal(name):
    graph = nx.DiGraph([("s", name)])
    assert StateGraph.from_networkx(graph, "s", name).states == ["s", name]


def test_a_start_that_is_a_goal():
    made = StateGraph.from_networkx(nx.DiGraph(["ab", "ba"]), "a", "a")
    assert (len(made), made.number_of_edges(), made.goal) == (1, 0, 0)


def test_a_goal_out_of_reach():
    made = StateGraph.from_networkx(nx.DiGraph(["ab", "ca"]), "a", "c")
    assert made.goal is None
    assert made.graph["goal"] is None
    assert repr(made) == "<StateGraph: 2 states, 1 move, no goal reached, complete>"


def test_dropped_nodes_and_moves_are_counted():
    # u, v and their moves are out of reach; g x and x y come after the goal
    made = StateGraph.from_networkx(nx.DiGraph(["sg", "gx", "xy", "uv", "vs"]), "s", "g")
    assert (len(made), made.number_of_edges()) == (2, 1)
    assert (made.graph["dropped_nodes"], made.graph["dropped_moves"]) == (4, 4)


def test_a_goal_out_of_reach_is_dropped_like_any_node():
    made = StateGraph.from_networkx(nx.DiGraph(["sg", "hs"]), "s", {"g", "h"})
    assert (made.graph["dropped_nodes"], made.graph["dropped_moves"]) == (1, 1)


def test_nothing_dropped():
    made = StateGraph.from_networkx(nx.DiGraph(["sg", "sh"]), "s", {"g", "h"})
    assert (made.graph["dropped_nodes"], made.graph["dropped_moves"]) == (0, 0)


def test_a_move_met_twice_is_one_move():
    graph = nx.MultiDiGraph()
    graph.add_edge("s", "g", label="x")
    graph.add_edge("s", "g", label="x")
    graph.add_edge("s", "g", label="y")
    made = StateGraph.from_networkx(graph, "s", "g")
    assert made.moves(0) == [("x", 1), ("y", 1)]
    assert made.graph["dropped_moves"] == 1


def test_a_label_may_be_shared_by_moves():
    graph = nx.DiGraph()
    graph.add_edge("s", "a", label="x")
    graph.add_edge("s", "b", label="x")
    assert StateGraph.from_networkx(graph, "s", "b").moves(0) == [("x", 1), ("x", 2)]


def test_a_move_is_named_by_attribute_or_key_or_target():
    simple, multi = nx.DiGraph(), nx.MultiDiGraph()
    simple.add_edge("s", "a", label="x", name="n")
    simple.add_edge("s", "b")
    multi.add_edge("s", "a", key="k", label="x")
    multi.add_edge("s", "b", key="k")
    multi.add_edge("s", "c")

    def names(graph, **how):
        return [label for label, _ in StateGraph.from_networkx(graph, "s", "b", **how).moves(0)]

    assert names(simple) == ["x", "b"]
    assert names(simple, label="name") == ["n", "b"]
    assert names(multi) == ["x", "k", "0"]


def test_undirected_graphs_are_refused():
    with pytest.raises(nx.NetworkXNotImplemented, match="directed"):
        StateGraph.from_networkx(nx.path_graph(3), 0, 2)


@pytest.mark.parametrize("start, goal", [("x", 2), (0, "x"), (0, {2, "x"}), (0, ["x"])])
def test_absent_nodes_are_named(start, goal):
    with pytest.raises(nx.NodeNotFound, match="'x'"):
        StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), start, goal)


def test_a_state_graph_of_a_state_graph_is_the_same():
    graph = expand(ship())
    again = StateGraph.from_networkx(graph, 0, graph.goal)
    assert nx.utils.edges_equal(again.edges(keys=True), graph.edges(keys=True), directed=True)
    assert again.states == list(graph)


def test_too_many_labels_are_refused():
    names = [str(k) for k in range(MAX_LABELS + 1)]
    with pytest.raises(InputError, match="65,536 different labels"):
        sorted_labels(np.zeros(0, np.int64), dict(enumerate(names)))
    assert (
        len(sorted_labels(np.zeros(0, np.int64), dict(enumerate(names[1:])))["label_names"])
        == MAX_LABELS
    )


# ------------------------------------------------------------------------- what networkx can write


@pytest.mark.parametrize("puzzle", [ship(), square(), trapdoor()], ids=["ship", "square", "trap"])
def test_a_move_has_its_label_as_an_attribute(puzzle):
    graph = expand(puzzle)
    labels = nx.get_edge_attributes(graph, "label")
    assert labels == {edge: edge[2] for edge in graph.edges}
    assert len(labels) == graph.number_of_edges() > 0


def goalless() -> StateGraph:
    return StateGraph.from_networkx(nx.DiGraph([(0, 1), (1, 0)]), 0, [])


@pytest.mark.parametrize(
    "graph",
    [expand(ship()), goalless(), expand(ship()).subgraph([0, 1, 2])],
    ids=["ship", "goalless", "subgraph"],
)
def test_networkx_writes_it_as_graphml(graph, tmp_path):
    nx.write_graphml(graph, tmp_path / "x.graphml")
    found = nx.read_graphml(tmp_path / "x.graphml", node_type=int, force_multigraph=True)
    assert sorted(found.edges(data="label")) == sorted(graph.edges(data="label"))
    assert dict(found.nodes(data="state")) == {n: str(graph.nodes[n]["state"]) for n in graph}


def same_gexf(graph, path):
    """Write a graph with networkx, read it back and compare."""
    nx.write_gexf(graph, path)
    found = nx.read_gexf(path, node_type=int)
    assert dict(found.nodes(data="state")) == {n: str(graph.nodes[n]["state"]) for n in graph}
    moves = sorted((u, v, data["label"]) for u, v, data in found.edges(data=True))
    assert moves == sorted(graph.edges(data="label"))


@pytest.mark.parametrize(
    "graph",
    [expand(ship()), goalless(), expand(ship()).subgraph([0, 1, 2])],
    ids=["ship", "goalless", "subgraph"],
)
def test_networkx_writes_it_as_gexf(graph, tmp_path):
    same_gexf(graph, tmp_path / "x.gexf")


def test_networkx_writes_a_level_of_each_family_as_gexf(tmp_path):
    for name in family_names():
        level = min(known.bundled(name), key=lambda level: level.expect["states"])
        same_gexf(level.expand(), tmp_path / "x.gexf")


@pytest.mark.long
@pytest.mark.parametrize("name", family_names())
def test_networkx_writes_every_small_bundled_level_as_gexf(name, tmp_path):
    for level in known.bundled(name):
        if level.expect["states"] <= 1_000:  # networkx takes minutes for large graphs
            same_gexf(level.expand(), tmp_path / "x.gexf")


@pytest.mark.parametrize("graph", [expand(ship()), goalless()], ids=["ship", "goalless"])
def test_a_copy_is_the_one_that_networkx_would_make(graph):
    theirs, ours = nx.MultiDiGraph.copy(graph), graph.copy()
    assert type(ours) is nx.MultiDiGraph
    assert nx.utils.graphs_equal(theirs, ours)
    assert ours.graph == theirs.graph
    assert [list(ours.pred[node]) for node in ours] == [list(theirs.pred[node]) for node in ours]
    ours.add_edge(0, 0, "new")
    assert not graph.has_edge(0, 0)
    with pytest.raises(nx.NetworkXError, match="Frozen"):
        graph.copy(as_view=True).add_node(99)


def test_a_copy_of_attributes_holds_the_state_itself(made):
    for copied in (made.nodes[0].copy(), dict(made.nodes[0]), made.copy().nodes[0]):
        assert copied["state"] == made.state(0) and type(copied["state"]) is type(made.state(0))
    assert type(made.copy().nodes[0]) is dict


def test_an_unreached_goal_stays_none():
    assert goalless().graph["goal"] is None
    assert dict(goalless().graph).items() >= {"start": 0, "goal": None}.items()


def test_a_data_frame_of_moves_has_their_labels():
    pytest.importorskip("pandas")
    graph = expand(ship())
    frame = nx.to_pandas_edgelist(graph)
    rows = zip(frame["source"], frame["target"], frame["label"], strict=True)
    assert sorted(rows) == sorted(graph.edges(keys=True))


def test_networkx_draws_it():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    figure, axes = pyplot.subplots()
    nx.draw(expand(ship()), pos=nx.circular_layout(expand(ship())), ax=axes)
    assert axes.collections
    pyplot.close(figure)


# ---------------------------------------------------------------------- arrays, and networkx's view


def test_the_arrays_and_what_networkx_sees_remember_together():
    arrays = expand_puzzle(trapdoor())
    assert not isinstance(arrays, nx.Graph)
    graph = StateGraph.over(arrays)
    assert isinstance(graph, nx.MultiDiGraph) and isinstance(graph, ArrayGraph)
    assert StateGraph.over(graph) is graph
    assert graph.targets is arrays.targets
    assert graph.reversed is arrays.reversed
    assert nx.is_isomorphic(graph, nx.MultiDiGraph(graph))
    assert pickle.loads(pickle.dumps(arrays)).moves(0) == graph.moves(0)
    assert type(pickle.loads(pickle.dumps(arrays))) is ArrayGraph


def test_what_a_small_level_takes_to_be_solved_imports_no_more_than_it_uses():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "stategraph", "solve", "spacewreck/eight-rooms"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    heavy = {"networkx", "scipy", "matplotlib", "numba", "llvmlite", "pandas", "joblib", "PIL"}
    assert {"numpy", "stategraph.engines.direct"} <= names
    assert not heavy & names
    assert "stategraph.face" not in names
    assert len({name for name in names if name.startswith("stategraph.")}) <= 110
