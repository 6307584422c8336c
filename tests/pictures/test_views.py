"""Views: their contents; shown, packed and omitted states add up to the whole."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from effort import examples, sampled, some
from hypothesis import example, given
from hypothesis import strategies as st
from toys import Case, diamonds, grid, repeated_labels

from stategraph import level_files, load
from stategraph.analysis import (
    dead,
    moves_from_start,
    moves_to_goal,
    shortest,
    stuck,
    trap_moves,
)
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.pictures import VIEWS, compose, render, views
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.dot import dot_text
from stategraph.pictures.highlighted_path import default_highlight
from stategraph.pictures.options import Options
from stategraph.pictures.view_choice import PLOTS, choose_view
from stategraph.pictures.views import around, chapters, components, dead_ends, solution
from stategraph.pictures.views.neighbourhood import MAX_NEIGHBOURS, _rings

DRAWN = [view for view in VIEWS if view not in PLOTS]

DEAD_ENDS = "this is the view 'dead-ends'"

# a picture with more nodes than this is illegible
MOST = 160


def made(graph, start, goal):
    return StateGraph.from_networkx(graph, start, goal)


def adds_up(graph: StateGraph, diagram: Diagram) -> None:
    """Hold the laws of every view."""
    assert sum(diagram.states.values()) == len(graph)
    assert sum(diagram.moves.values()) == graph.number_of_edges()
    assert min(diagram.states.values()) >= 0 and min(diagram.moves.values()) >= 0
    drawn = sum(node.states for node in diagram.nodes)
    assert drawn == len(graph) - diagram.states["left out"]
    arrows = sum(edge.moves for edge in diagram.edges)
    # the others lie within a pack
    assert (
        diagram.moves["one by one"] <= arrows <= graph.number_of_edges() - diagram.moves["left out"]
    )
    starts = [node for node in diagram.nodes if node.role == "start"]
    goals = [node for node in diagram.nodes if node.role == "goal"]
    assert len(starts) == (graph.goal != 0)
    assert len(goals) == (graph.goal is not None)
    assert all(node.column >= 0 for node in diagram.nodes)
    tone = {"dead", "stuck"}
    gone = dead(graph)
    for node in diagram.nodes:
        if node.role not in ("start", "goal"):
            assert gone[node.state] == (node.role in tone)
            assert (node.role == "stuck") <= stuck(graph)[node.state]


def arrows_of(diagram: Diagram) -> nx.DiGraph:
    """Return the arrows between different nodes."""
    arrows = nx.DiGraph()
    arrows.add_nodes_from(range(len(diagram.nodes)))
    arrows.add_edges_from((e.source, e.target) for e in diagram.edges if e.source != e.target)
    return arrows


def all_can_be_followed(graph: StateGraph, diagram: Diagram) -> None:
    """Hold that arrows lead from the start to every node, the goal among them."""
    start = next(k for k, node in enumerate(diagram.nodes) if node.state == 0)
    assert nx.descendants(arrows_of(diagram), start) | {start} == set(range(len(diagram.nodes)))


def standing(graph: StateGraph, diagram: Diagram) -> set:
    """Return the states that stand alone."""
    return {graph.state(node.state) for node in diagram.nodes if not node.pack}


@given(repeated_labels())
def test_what_is_shown_packed_and_left_out_is_the_whole(case):
    for view in DRAWN:
        diagram = compose(case.made, view)
        assert diagram is not None
        adds_up(case.made, diagram)
        if view != "around":
            all_can_be_followed(case.made, diagram)
        text = render(case.made, "dot", Options(view=view))
        assert text == render(case.made, "dot", Options(view=view))


@pytest.mark.parametrize("name", sampled(level_files.family_names(), 2))
def test_the_bundled_levels_add_up_in_every_view(name):
    for path in some(level_files.bundled(name), 5):
        level = load(f"{name}/{path.stem}")
        graph = expand(level.puzzle, Limits(states=examples(30_000)))
        for view in DRAWN[1:] if len(graph) > 2_000 else DRAWN:
            diagram = compose(graph, view, describe=level.describe)
            adds_up(graph, diagram)
            if view in ("solution", "dead-ends", "components", "chapters"):
                all_can_be_followed(graph, diagram)
            if view == "components":
                assert nx.is_directed_acyclic_graph(arrows_of(diagram))
            assert view == "whole" or len(diagram.nodes) <= MOST, (path, view)


def wide() -> Case:
    """Return a graph with four detours beside its only shortest solution."""
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "f", key="l")
    for name in "bcde":
        graph.add_edge("a", name, key=name)
        graph.add_edge(name, "f", key="l")
    return Case(graph, "a", "f")


@given(repeated_labels(), st.integers(0, 3))
@example(wide(), 2)
def test_the_solution_view_is_the_corridor(case, slack):
    graph = case.made
    if graph.goal is None:
        with pytest.raises(InputError):
            solution(graph)
        return
    diagram = solution(graph, highlight=default_highlight(graph), slack=slack)
    through = moves_from_start(graph) + moves_to_goal(graph)
    alive = moves_to_goal(graph) >= 0
    corridor = {
        graph.state(int(n)) for n in np.flatnonzero(alive & (through <= shortest(graph) + slack))
    }
    beside = {graph.state(int(graph.targets[e])) for e in trap_moves(graph)
              if graph.state(int(graph.sources[e])) in corridor}  # fmt: skip
    # a distance with many states is a pack
    assert standing(graph, diagram) <= corridor | beside
    assert sum(node.states for node in diagram.nodes) == len(corridor | beside)
    labels = [edge.label for edge in diagram.edges if edge.role == "solution"]
    assert len(labels) == shortest(graph)
    best = sum(edge.moves for edge in diagram.edges if edge.role in ("solution", "shortest"))
    steps = moves_from_start(graph)[graph.sources] + 1 + moves_to_goal(graph)[graph.targets]
    ahead = alive[graph.targets] & (steps == shortest(graph))
    assert best == np.count_nonzero(ahead)


def test_a_wide_corridor_becomes_a_ladder():
    graph = made(grid(20), (0, 0), (19, 19))
    diagram = solution(graph, highlight=default_highlight(graph))
    adds_up(graph, diagram)
    alone = [node for node in diagram.nodes if not node.pack]
    assert "all 35,345,263,800 shortest solutions of 38 moves" in diagram.caption
    assert {node.column for node in alone} == {node.column for node in diagram.nodes}


def test_a_long_corridor_is_cut_into_parts_that_all_solutions_pass():
    graph = made(diamonds(200), 0, 600)
    diagram = solution(graph, highlight=default_highlight(graph))
    adds_up(graph, diagram)
    assert len(diagram.nodes) <= MOST
    assert "1.6 · 10^60 shortest solutions of 400 moves" in diagram.caption


@given(repeated_labels())
def test_the_dead_ends_are_all_there(case):
    graph = case.made
    diagram = dead_ends(graph)
    parts = list(nx.weakly_connected_components(case.play.subgraph(case.dead)))
    shown = sum(node.states for node in diagram.nodes if node.role in ("dead", "stuck"))
    assert shown + (case.start in case.dead) == len(case.dead)
    framed = [f"dead region of {len(part)} state{'s' * (len(part) > 1)}" for part in parts]
    assert sorted(diagram.boxes) == sorted(framed)
    assert diagram.states["left out"] == 0
    if case.dead:
        assert f"{len(parts)} dead region" in diagram.caption
    traps = sum(edge.moves for edge in diagram.edges if edge.role == "trap")
    assert traps == len(trap_moves(graph))
    assert f"{len(case.traps)} trap move" in diagram.caption or not case.dead


@given(repeated_labels(), st.integers(0, 7), st.integers(1, 4))
def test_around_are_the_neighbours(case, state, radius):
    graph = case.made
    state %= len(graph)
    diagram = around(graph, state=state, radius=radius)
    name = graph.state(state)
    near = nx.single_source_shortest_path_length(case.play.to_undirected(), name, cutoff=radius)
    others = {case.start} | ({case.goal} & set(case.play) if name in case.alive else set())
    # the state of the goal node is the goal's, and no state is packed in so small a graph
    assert standing(graph, diagram) == set(near) | others
    framed = [node for node in diagram.nodes if node.box == 0]
    assert [node.state for node in framed] == [state]
    ways = [edge for edge in diagram.edges if edge.role == "way"]
    assert len(ways) == len(others - set(near))


def test_around_a_hub_packs_what_is_too_much():
    star = nx.DiGraph([("s", k) for k in range(500)] + [(k, "g") for k in range(500)])
    graph = made(star, "s", "g")
    diagram = around(graph, state=0, radius=1)
    adds_up(graph, diagram)
    assert len(diagram.nodes) < 40
    assert "within 1 move of" in diagram.caption


def test_a_ring_that_is_too_large_is_left_out_whole_unless_it_is_the_first():
    paths = [("s", "a"), *(("a", k) for k in range(50)), *((k, "g") for k in range(50))]
    graph = made(nx.DiGraph(paths), "s", "g")
    rings, further = _rings(graph, 0, 3)
    assert [len(ring) for ring in rings] == [1, 1] and len(further) == 50
    rings, further = _rings(graph, 1, 3)  # its first ring is the start and the 50 states
    assert len(rings) == 2 and len(rings[1]) < MAX_NEIGHBOURS
    assert len(rings[1]) + len(further) == 51


@given(repeated_labels())
def test_the_phases_are_the_strongly_connected_components(case):
    diagram = components(case.made)
    sizes = sorted(map(len, nx.strongly_connected_components(case.play)))
    assert sorted(node.states for node in diagram.nodes) == sizes
    assert diagram.states["left out"] == 0


def test_many_phases_are_told_by_their_distance():
    chain = nx.path_graph(300, nx.DiGraph)
    chain.add_edges_from((k, f"dead{k}") for k in range(299))
    graph = made(chain, 0, 299)
    diagram = components(graph)
    adds_up(graph, diagram)
    assert len(diagram.nodes) < 30
    assert nx.is_directed_acyclic_graph(arrows_of(diagram))
    ahead = [
        (diagram.nodes[e.source].column, diagram.nodes[e.target].column) for e in diagram.edges
    ]
    assert all(one <= other for one, other in ahead)
    assert "599 strongly connected components" in diagram.caption
    assert sum(node.states for node in diagram.nodes if node.role == "dead") == 299


@given(repeated_labels())
def test_the_chapters_lie_between_the_gates(case):
    graph = case.made
    if graph.goal is None:
        with pytest.raises(InputError):
            chapters(graph)
        return
    diagram = chapters(graph)
    named = {graph.state(n.state) for n in diagram.nodes if n.text.endswith("\ngate")}
    passed = set()
    for node in set(case.alive) - {case.start, case.goal}:
        rest = case.play.subgraph(set(case.play) - {node})
        if not nx.has_path(rest, case.start, case.goal):
            passed.add(node)
    assert named == passed
    assert diagram.states["left out"] == 0
    for index, node in enumerate(diagram.nodes):
        if node.text.endswith("\ndead"):
            sources = [edge.source for edge in diagram.edges if edge.target == index]
            assert node.column - 1 in [diagram.nodes[source].column for source in sources]


def test_dead_states_stand_one_column_behind_the_state_that_leads_to_them():
    """A trap leads from the start to x, another one from the gate two columns later to y and z."""
    graph = nx.DiGraph([("s", "a"), ("a", "b"), ("b", "goal"), ("s", "x"), ("b", "y"), ("y", "z")])
    diagram = chapters(made(graph, "s", "goal"))
    assert [(node.text, node.column) for node in diagram.nodes] == [
        ("s", 0),
        ("a\ngate", 1),
        ("b\ngate", 2),
        ("goal", 3),
        ("1 state\ndead", 1),
        ("2 states\ndead", 3),
    ]


def test_ways_are_spelled_out_where_they_are_short():
    level = load("spacewreck/eight-rooms")
    diagram = dead_ends(expand(level.puzzle), level.describe)
    ways = [edge for edge in diagram.edges if edge.role == "way"]
    assert [edge.label for edge in ways] == ["L4 R3"]
    assert [edge.label for edge in diagram.edges if edge.role == "trap"] == ["L7"]


def test_a_stopped_expansion_claims_nothing():
    level = load("psychopath/warehouse")
    graph = expand(level.puzzle, Limits(states=40))
    for view in DRAWN:
        told = []
        diagram = compose(graph, view, describe=level.describe, tell=told.append)
        adds_up(graph, diagram)
        if view in ("solution", "chapters"):
            assert told == [f"the puzzle is not known to the end: {DEAD_ENDS} instead of {view!r}"]
    assert "no dead ends are proven" in dead_ends(graph).caption


@pytest.mark.parametrize(
    ("size", "view", "says"),
    [
        (8, "whole", ""),
        (9, "map", "81 states are too many to read one by one: this is their map"),
        (30, "map", "900 states are too many to read one by one: this is their map"),
        (50, "map", "2,500 states"),
        (142, "profile", "20,164 states"),
    ],
)
def test_the_default_goes_by_size_and_says_why(size, view, says):
    graph = made(grid(size), (0, 0), (size - 1, size - 1))
    chosen, why = choose_view(graph)
    assert chosen == view and says in why and bool(says) == bool(why)


@pytest.mark.parametrize(("size", "view"), [(22, "whole"), (23, "solution")])
def test_boards_and_layouts_are_of_diagrams(size, view):
    graph = made(grid(size), (0, 0), (size - 1, size - 1))
    assert choose_view(graph, diagram=True)[0] == view
    assert choose_view(graph, "dot", diagram=True)[0] == "whole"


def test_labels_within_a_column_stand_below_each_other():
    graph = nx.MultiDiGraph([("s", "a"), ("s", "g")])
    for label in ("down", "up"):
        graph.add_edge("a", "g", key=label)
    text = dot_text(compose(made(graph, "s", "g"), "whole"))
    assert "down\nup" in text or "up\ndown" in text


@pytest.mark.long
def test_a_large_whole_is_the_map_unless_forced():
    graph = made(grid(50), (0, 0), (49, 49))
    told = []
    assert compose(graph, "whole", tell=told.append) is None
    assert told == [
        "2,500 states are too many to draw one by one: this is their map; --force draws them all"
    ]
    assert len(compose(graph, "whole", force=True).nodes) == 2_500
    assert compose(made(grid(150), (0, 0), (149, 149)), "whole", force=True) is None


def test_a_dead_region_is_counted_whole_though_a_stuck_state_stands_beside_it():
    graph = nx.path_graph(["start", "goal"], nx.DiGraph)
    nx.add_path(graph, ["start", *range(100)])
    diagram = dead_ends(made(graph, "start", "goal"))
    packs = [node.text for node in diagram.nodes if node.pack]
    assert packs == ["dead region of\n100 states\n1 stuck"]
    assert [node.role for node in diagram.nodes].count("stuck") == 1


def test_many_parallel_moves_are_one_arrow():
    graph = nx.MultiDiGraph()
    for k in range(50):
        graph.add_edge("a", "b", key=f"x{k:02}")
        graph.add_edge("b", "g", key=f"y{k % 5}")
    diagram = compose(made(graph, "a", "g"), "whole")
    adds_up(made(graph, "a", "g"), diagram)
    roles = {edge.label: edge.role for edge in diagram.edges if edge.source == 0}
    assert roles == {"x00": "solution", "x01 (+48)": "shortest"}
    assert len(diagram.edges) == 2 + 5


def test_long_texts_are_cut():
    graph = made(nx.MultiDiGraph([("s" * 5_000, "g")]), "s" * 5_000, "g")
    graph.label_names = ("m" * 10_000,)
    diagram = compose(graph, "whole", describe=str)
    assert diagram.edges[0].label == "m" * 29 + "…"
    assert len(diagram.nodes[0].tooltip) == 1_000


def test_too_many_frames_are_none():
    graph = nx.DiGraph([(0, "goal")])
    for k in range(150):
        graph.add_edges_from([(0, (k, 1)), ((k, 1), (k, 2)), ((k, 2), (k, 1))])
    assert compose(made(graph, 0, "goal"), "whole").boxes == []


# ------------------------------------------------------------------------ states never reached


def test_what_play_never_reaches_is_drawn_with_its_moves():
    level = load("spacewreck/eight-rooms")
    graph = expand(level.puzzle)
    beyond = views.never_reached(level.family, level.puzzle, graph)
    seen = {graph.state(node) for node in range(len(graph))}
    assert len(beyond) == 41 and not {state for state, _ in beyond} & seen
    made = views.with_beyond(graph, beyond, level.describe)
    drawn = [node for node in made.nodes if node.role == "unreached"]
    assert len(drawn) == 41 and len(made.nodes) == 50
    moves = {(made.nodes[e.source].tooltip.partition(";")[0], e.label) for e in made.edges}
    for state, out in beyond:
        assert {(level.describe(state), label) for label, _ in out} <= moves
    into = [e for e in made.edges if e.source >= len(graph) and e.target == graph.goal]
    assert into and all(edge.label in ("R8", "L8") for edge in into)


def test_a_goal_that_is_never_reached_is_among_them():
    level = load("spacewreck/no-way-out")
    graph = expand(level.puzzle)
    beyond = views.never_reached(level.family, level.puzzle, graph)
    wins = [state for state, _ in beyond if level.puzzle.is_goal(state)]
    assert len(wins) == 1 and len(beyond) + len(graph) == (level.puzzle.board.rooms - 1) ** 2 + 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("sokoban/corner",), "the states that play never reaches are not known"),
        (("spacewreck/minefield", "--view", "profile"), "--unreachable needs --view whole"),
        (("spacewreck/minefield", "--layout", "dot"), "--unreachable needs --view whole"),
    ],
)
def test_where_states_cannot_be_named_the_complaint_is_a_line(run, tmp_path, words, says):
    got = run("render", *words, "--unreachable", "-o", tmp_path / "x.svg")
    assert got.code == 2 and got.err.count("\n") == 1 and says in got.err
    assert not list(tmp_path.iterdir())
    assert (
        run("render", "spacewreck/minefield", "--unreachable", "-o", tmp_path / "y.svg").code == 0
    )
