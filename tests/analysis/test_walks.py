"""Graphs of units: against known sizes and plain constructions, and lifted to the level."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from effort import sampled
from random_levels import random_level
from toys import plain

from stategraph import InputError, StateGraph, analyse, expand
from stategraph.analysis import (
    dead_states,
    first_solution,
    nearest_trap_moves,
    path_along,
    path_to,
)
from stategraph.analysis.proof import solutions_known
from stategraph.analysis.quotient_choice import units_of
from stategraph.analysis.turns import turns
from stategraph.analysis.walkers import Places
from stategraph.engines.limits import Limits
from stategraph.expand import expand as expand_puzzle
from stategraph.graph import ArrayGraph
from stategraph.laws import replay, states_along
from stategraph.level_files import Level, parse_level
from stategraph.metrics import measure_level
from stategraph.rules import Grid, Set
from stategraph.variables import Variables

SIZES = {
    "psychopath/first-push": (121, 9),
    "sokoban/two-to-put-away": (285, 30),
    "sokoban/too-late": (7_769, 332),
    "psychopath/warehouse": (221_227, 10_828),
}
WALKERS = {"psychopath": "player", "sokoban": "player", "labyrinth": "player"}


def level_of(family, number):
    owner, puzzle = random_level(family, number)
    return Level(owner, puzzle, f"{family} {number}", "random")


# ------------------------------------------------------------------------- the plain constructions


def plain_walks(graph, walker):
    """Return the classes of a graph (a set for each state) and the units between them, plainly."""

    def rest(node):
        return [value for name, value in graph.variables.named(graph.state(node)) if name != walker]

    inner = nx.DiGraph()
    inner.add_nodes_from(range(len(graph)))
    for u in range(len(graph)):
        for _, v in graph.moves(u):
            if v != graph.goal and rest(u) == rest(v):
                inner.add_edge(u, v)
    owner = {}
    for members in nx.strongly_connected_components(inner):
        owner |= dict.fromkeys(members, frozenset(members))
    units = nx.DiGraph()
    units.add_nodes_from(owner.values())
    for u in range(len(graph)):
        for _, v in graph.moves(u):
            if owner[u] != owner[v]:
                units.add_edge(owner[u], owner[v])
    return owner, units


def plain_turns(graph, actor):
    """Return each state as its own class, and every run of one actor as a unit, plainly."""
    units = nx.DiGraph()
    units.add_nodes_from(range(len(graph)))
    for name in {actor(label) for label in graph.label_names}:
        alone = nx.DiGraph()
        alone.add_nodes_from(range(len(graph)))
        for u in range(len(graph)):
            alone.add_edges_from((u, v) for label, v in graph.moves(u) if actor(label) == name)
        units.add_edges_from((u, v) for u in alone for v in nx.descendants(alone, u))
    return dict(enumerate(range(len(graph)))), units


def fewest_plainly(graph, ends_unit):
    """Return (units, moves) of the best way to the goal, by Dijkstra's algorithm over (state, by).

    ``ends_unit(before, move, after)`` gives who moved, and whether that began a new unit.
    """
    weighed = nx.DiGraph()
    weighed.add_node((0, None))
    ahead, met = [(0, None)], {(0, None)}
    for u, by in ahead:
        for label, v in graph.moves(u):
            then, new = ends_unit(u, by, label, v)
            weight = 10**6 * new + 1
            old = weighed.get_edge_data((u, by), (v, then), {"weight": weight})["weight"]
            weighed.add_edge((u, by), (v, then), weight=min(weight, old))
            if (v, then) not in met:
                met.add((v, then))
                ahead.append((v, then))
    far = nx.single_source_dijkstra_path_length(weighed, (0, None))
    return divmod(min(d for (node, _), d in far.items() if node == graph.goal), 10**6)


def compare(level, kind):
    """Compare a random level's graph of units with the plain one; return whether it has a goal."""
    graph = expand(level)
    units = graph.by(kind)
    if kind == "walks":
        owner, plain = plain_walks(graph, WALKERS[level.family.name])
    else:
        owner, plain = plain_turns(graph, level.family.actor)
    node = {owner[state]: units.quotient.node_of(state) for state in range(len(graph))}
    assert len(set(node.values())) == len(node) == len(units)
    assert {(node[a], node[b]) for a, b in plain.edges} == {(u, v) for u, v, _ in units.edges}
    assert node[owner[0]] == 0
    far = nx.single_source_shortest_path_length(plain, owner[0])
    depth = [far[group] for group in sorted(node, key=node.__getitem__)]
    assert depth == sorted(depth)  # breadth first
    assert set(dead_states(units)) == {node[owner[state]] for state in dead_states(graph)}
    _compare_ways(level, graph, units, owner, far)
    return graph.goal is not None


def _compare_ways(level, graph, units, owner, far):
    quotient = units.quotient
    for trap in nearest_trap_moves(units, 3):
        way = path_to(units, trap["from"])
        whole = path_along(units, (*way.nodes, trap["to"]), (*way.labels, trap["label"]))
        lifted = quotient.lift(whole).way
        assert not replay(level.puzzle, " ".join(lifted.labels)).rest
        folded = quotient.project(units, lifted)
        assert (folded.nodes[0], folded.nodes[-1]) == (whole.nodes[0], whole.nodes[-1])
        assert len(states_along(level.puzzle, units, whole)) == len(whole.nodes)
        if quotient.kind == "walks":  # turns of one actor, one after the other, are one
            assert folded.nodes == whole.nodes and len(quotient.ends(lifted)) == len(whole)
    if graph.goal is None:
        with pytest.raises(nx.NetworkXNoPath):
            quotient.solution(units)
        return
    best, first = quotient.solution(units), first_solution(units)
    assert len(first) == far[owner[graph.goal]]
    for way in (best, quotient.lift(first).way):
        played = replay(level.puzzle, " ".join(way.labels))
        assert not played.rest and level.puzzle.is_goal(played.states[-1])
        assert len(quotient.project(units, way)) == len(first) == len(quotient.ends(way))
    assert quotient.project(units, quotient.lift(first).way).nodes == first.nodes
    assert (len(first), len(best)) == _best(level, graph, units)
    assert len(best) <= len(quotient.lift(first).way)


def _best(level, graph, units):
    if units.quotient.kind == "walks":
        owner = units.quotient.owner
        return fewest_plainly(graph, lambda u, by, label, v: (None, owner[u] != owner[v]))
    actor = level.family.actor
    return fewest_plainly(graph, lambda u, by, label, v: (actor(label), actor(label) != by))


# ----------------------------------------------------------------------------------- known levels


@pytest.mark.parametrize("name", SIZES)
def test_classes_of_known_levels(name):
    graph = expand(name)
    walks = graph.by("walks")
    assert (len(graph), len(walks)) == SIZES[name]
    way = walks.quotient.solution(walks)
    played = replay(graph.level.puzzle, " ".join(way.labels))
    assert not played.rest and graph.level.puzzle.is_goal(played.states[-1])


def test_a_push_says_what_goes_where():
    walks = expand("psychopath/first-push").by("walks")
    way = first_solution(walks)
    assert way.labels == ("push 2:4 right", "push 2:5 right", "walk 2:7")
    assert walks.quotient.solution(walks).text == "RRRDRRU"


def test_a_push_on_a_board_of_several_words_says_what_goes_where():
    """The box is in the second word of the set, whose cells are those of the room."""
    room = ["##########", *["#        #"] * 8, "#@$ .    #", "##########"]
    text = "puzzle: sokoban\nlevel: |\n" + "".join(f"  {row}\n" for row in room)
    graph = expand(parse_level(text, "x.yaml"))
    assert len(graph.variables.kinds["boxes"].fields) == 2
    way = first_solution(graph.by("walks"))
    assert way.labels == ("push 9:2 right", "push 9:3 right")


def test_too_many_turns_are_refused():
    graph = expand("spacewreck/eight-rooms")
    actor = graph.level.family.actor
    number = len(turns(graph, actor).targets)
    assert len(turns(graph, actor, number).targets) == number == 17
    for most in range(number):
        with pytest.raises(InputError, match=f"by turns: there are more than {most} turns"):
            turns(graph, actor, most)


def test_labels_do_not_depend_on_how_the_graph_was_made(tmp_path):
    graph = expand("sokoban/too-late")
    graph.save(tmp_path / "late.npz")
    one, two = graph.by("walks"), expand(str(tmp_path / "late.npz")).by("walks")
    assert one.label_names == two.label_names
    assert (one.targets == two.targets).all() and (one.labels == two.labels).all()


def test_one_more_turn_than_switches():
    for name in ("spacewreck/long-way", "pacman/first-meal"):
        graph = expand(name)
        turns = first_solution(graph.by("turns"))
        least = measure_level(graph.level, graph, ["least_switches"])["least_switches"]
        assert len(turns) == least + 1


def test_who_does_not_walk_is_told():
    for name, kind, why in (
        ("spacewreck/eight-rooms", "walks", "rocket and lucky walk"),
        ("pledge/about-turn", "walks", "no actor can walk back and forth"),
        ("psychopath/first-push", "wlks", "did you mean walks"),
    ):
        with pytest.raises(InputError, match=why):
            expand(name).by(kind)


def test_a_graph_from_elsewhere_has_no_walker(tmp_path):
    graph = expand("psychopath/first-push")
    graph.save(tmp_path / "first.graphml")
    with pytest.raises(InputError, match="has no variables"):
        expand(str(tmp_path / "first.graphml")).by("walks")


def test_analyse_tells_units_beside_steps():
    found = analyse("sokoban/three-in-a-row")
    units = found["units"]
    assert (found.shortest, units["shortest"], units["steps"]) == (32, 12, 32)
    assert units["kind"] == "walks" and units["states"] == 662
    assert found["actor_switches"] == 3 == units["actor_switches"]
    assert analyse("pledge/straight-home")["units"]["kind"] == "turns"


# --------------------------------------------------------------------------------- random levels


@pytest.mark.parametrize("family", sampled(["psychopath", "sokoban", "labyrinth"]))
def test_walks_are_those_of_a_plain_construction(family):
    assert sum(_compared(family, number, "walks") for number in range(40)) >= 3


@pytest.mark.parametrize("family", ["spacewreck", "pacman"])
def test_turns_are_those_of_a_plain_construction(family):
    assert sum(_compared(family, number, "turns") for number in range(20)) >= 3


@pytest.mark.long
@pytest.mark.parametrize("family", ["psychopath", "sokoban", "labyrinth", "spacewreck", "pacman"])
def test_units_of_many_levels(family):
    kind = "walks" if family in WALKERS else "turns"
    many = 50 if family == "pacman" else 250  # the plain construction goes through all runs
    assert sum(_compared(family, number, kind) for number in range(many)) >= many // 10


def _compared(family, number, kind):
    level = level_of(family, number)
    if len(expand_puzzle(level.puzzle, Limits(400))) > 399:
        return False
    try:
        return compare(level, kind)
    except InputError as error:  # such as a labyrinth in which no walk can be reversed
        assert "walk" in str(error)
        return False


# ------------------------------------------------------------------------------ graphs not whole


@pytest.mark.parametrize("family", sampled(["psychopath", "sokoban", "spacewreck", "pacman"]))
def test_what_a_limit_leaves_open_is_never_guessed(family):
    kind = "walks" if family in WALKERS else "turns"
    told = 0
    for number in range(15):
        level = level_of(family, number)
        whole = expand(level)
        units = whole.by(kind)
        for states in (3, 8, 20, max(len(whole) * 3 // 4, 1), max(len(whole) - 1, 1)):
            part = expand_puzzle(level.puzzle, Limits(states))
            part.level = level
            some: ArrayGraph = part.by(kind)
            assert some.complete == part.complete
            real = some.quotient
            first = [whole.find(part.state(int(state))) for state in real.first]
            for node in range(min(some.expanded, len(some))):
                if node == some.goal:
                    continue
                there = units.quotient.node_of(first[node])
                mine = sorted(label for label, _ in some.moves(node))
                assert mine == sorted(label for label, _ in units.moves(there))
            if some.goal is not None and not part.complete:
                told += 1
                assert len(first_solution(some)) == len(first_solution(units))
                if solutions_known(some):
                    steps = (len(q.quotient.solution(q)) for q in (some, units))
                    assert len(set(steps)) == 1
    assert told or family in ("psychopath", "pacman")  # classes in which everything is open


def test_numbers_of_units_are_unknown_where_the_graph_is_not_whole():
    level = expand("sokoban/first-push").level
    part = StateGraph.over(expand_puzzle(level.puzzle, Limits(50)))
    part.level = level
    units = analyse(part)["units"]
    assert not units["complete"] and units["states"] is None and "states" in units["unknown"]


def test_who_moves_tells_the_units():
    kinds = {name: units_of(expand(name).level, expand(name)) for name in (
        "sokoban/first-push", "pacman/after-you", "labyrinth/nine-tiles", "spacewreck/long-way",
    )}  # fmt: skip
    assert list(kinds.values()) == ["walks", "turns", "walks", "turns"]


def test_a_turn_between_two_states_is_that_of_its_actor():
    """Both actors can move between the same states, and their turns differ."""
    graph = expand_puzzle(plain("a", "a L1 b, a R1 b, b L2 c, b R2 c, c L3 g", "g"))
    made = turns(graph, lambda label: label[0])
    for labels in (("L1", "R2", "L3"), ("R1", "L2", "L3"), ("R1", "R2", "L3")):
        folded = made.quotient.project(made, path_along(graph, [0, 1, 2, graph.goal], labels))
        played = made.quotient.lift(folded).way
        assert [label[0] for label in played.labels] == [label[0] for label in labels]


def test_a_place_of_several_actors_is_a_number_with_a_digit_for_each():
    """The digits are 1 to 8, for the four cells of `left` and then those of `right`."""
    board = Grid(["..", ".."], "#")
    kinds = dict(left=Set(board), right=Set(board))
    variables = Variables(kinds)
    places = Places(variables, ("left", "right"))
    for left, right, number, text in (
        ([1], [], 2, "0:1"),
        ([], [3], 8, "1:1"),
        ([1], [2], 2 * 9 + 7, "0:1+1:0"),
        ([0, 3], [3], (1 * 9 + 4) * 9 + 8, "0:0+1:1+1:1"),
    ):
        state = variables.state(dict(left=left, right=right))
        rows = np.array([variables.pack(state)], np.int64)
        assert places.of(rows).tolist() == [number]
        assert places.show(number) == text
