"""Symmetries: found against brute force, believed on proof alone, every witness lifted."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from effort import some
from stategraph_puzzles.pacman import family as pacman
from stategraph_puzzles.psychopath import family as psychopath
from stategraph_puzzles.spacewreck import family as spacewreck

import stategraph
from stategraph.analysis import (
    dead,
    dead_end_cycles,
    first_solution,
    moves_to_goal,
    path_to,
    shortest,
    symmetry,
    witness,
)
from stategraph.analysis.lifting import node_solution, reported, reported_solution
from stategraph.analysis.symmetry import UNCHANGED, symmetric, symmetries
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.laws.typed_solutions import play
from stategraph.load import load
from stategraph.metrics import METRICS, measure
from stategraph.rules import Grid, One
from stategraph.rules.candidate_symmetries import TURNS, candidates, identity
from stategraph.variables import Variables
from tests.support.random_levels import MAKERS, random_level

LEVELS = [(family, number) for family in MAKERS for number in some(range(16), 6)]
SYMMETRIC = [
    "psychopath/first-push",
    "pacman/first-meal",
    "pacman/passing-place",
    "sokoban/too-late",
    "spacewreck/long-way",
    "spacewreck/merry-go-round",
    "spacewreck/million-ways",
    "spacewreck/no-way-out",
]


def quotient(name):
    level = load(name)
    graph = expand(level.puzzle)
    return level, graph, symmetric(graph, level.family.renamings(level.puzzle))


def heeds(graph, image):
    """Return whether a partial map of nodes is one of moves too, up to a renaming of labels."""
    names = {}
    for x, y in image.items():
        here, there = graph.moves(x), graph.moves(y)
        if len(here) != len(there):
            return False
        for label, target in here:
            fit = {other for other, to in there if to == image.get(target)}
            names[label] = names.get(label, fit) & fit
    choices = nx.Graph()
    choices.add_nodes_from(("old", label) for label in names)
    choices.add_edges_from(
        (("old", label), ("new", other)) for label, fit in names.items() for other in fit
    )
    found = nx.bipartite.maximum_matching(choices, [("old", label) for label in names])
    return sum(kind == "old" for kind, _ in found) == len(names)


def naive_image(graph, symmetry):
    number = {graph.state(node): node for node in graph if node != graph.goal}
    image = {node: number[new] for state, node in number.items()
             if (new := symmetry.of(state)) in number}  # fmt: skip
    return image | ({} if graph.goal is None else {graph.goal: graph.goal})


@pytest.mark.parametrize("telling", [0, 1, symmetry.TELLING_STATES])
@pytest.mark.parametrize(("family", "number"), LEVELS)
def test_found_is_what_all_proposals_prove_naively(monkeypatch, family, number, telling):
    monkeypatch.setattr(symmetry, "TELLING_STATES", telling)
    owner, puzzle = random_level(family, number)
    graph = expand(puzzle)
    known = list(owner.renamings(puzzle))
    found = {proven.symmetry.key: proven for proven in symmetries(graph, known)}
    for proposal in candidates(graph.variables, known):
        image = naive_image(graph, proposal)
        moved = any(x != y for x, y in image.items())
        assert (proposal.key in found) == (moved and heeds(graph, image)), proposal.name
        if proposal.key in found:
            array = found[proposal.key].image
            assert {x: int(y) for x, y in enumerate(array) if y >= 0} == image


@pytest.mark.parametrize(("family", "number"), LEVELS)
def test_classes_and_lifting(family, number):
    owner, puzzle = random_level(family, number)
    graph = expand(puzzle)
    made = symmetric(graph, owner.renamings(puzzle))
    orbits = made.quotient
    joined = nx.Graph()
    joined.add_nodes_from(range(len(graph)))
    for proven in symmetries(graph, owner.renamings(puzzle)):
        joined.add_edges_from(naive_image(graph, proven.symmetry).items())
    classes = {min(part): part for part in nx.connected_components(joined)}
    assert orbits.first.tolist() == sorted(classes)
    for k, lowest in enumerate(orbits.first.tolist()):
        assert {int(node) for node in np.flatnonzero(orbits.owner == k)} == classes[lowest]
    assert np.array_equal(dead(graph), dead(made)[orbits.owner])
    assert np.array_equal(moves_to_goal(graph), moves_to_goal(made)[orbits.owner])
    assert shortest(graph) == shortest(made)
    for node in {*range(0, len(made), 1 + len(made) // 30), made.goal} - {None}:
        way = path_to(made, node)
        lifted = orbits.lift(way).way
        played = play(puzzle, " ".join(lifted.labels))
        assert len(lifted) == len(way) and orbits.owner[lifted.nodes[-1]] == node
        if node == made.goal:
            assert puzzle.is_goal(played.states[-1])
        else:
            assert played.states[-1] == graph.state(lifted.nodes[-1])
            assert orbits.node_of(lifted.nodes[-1]) == made.find(played.states[-1]) == node
    for cycle in dead_end_cycles(made)[:8]:
        way, _ = witness(made, cycle)
        _, round_trip = reported(made, way)
        assert round_trip.nodes[0] == round_trip.nodes[-1] == orbits.first[way.nodes[0]]
        begun = puzzle.starting(graph.state(round_trip.nodes[0]))
        assert play(begun, " ".join(round_trip.labels)).states[-1] == begun.start


@pytest.mark.parametrize("name", SYMMETRIC)
def test_metrics_that_stay(name):
    _, graph, made = quotient(name)
    assert len(made) < len(graph)
    kept = [metric for metric in UNCHANGED if metric in METRICS and metric != "first_solution"]
    assert measure(made, kept) == measure(graph, kept)
    if graph.goal is not None:
        assert reported_solution(made) == first_solution(graph)
        shown = node_solution(made)
        assert shown.nodes == tuple(made.quotient.owner[list(first_solution(graph).nodes)])


@pytest.mark.parametrize("name", SYMMETRIC)
def test_a_way_of_the_level_is_one_through_classes_and_back(name):
    _, graph, made = quotient(name)
    for node in range(0, len(graph), 1 + len(graph) // 12):
        way = path_to(graph, node)
        folded = made.quotient.project(made, way)
        assert folded.nodes == tuple(made.quotient.owner[list(way.nodes)])
        back = made.quotient.lift(folded).way
        assert made.quotient.project(made, back).nodes == folded.nodes and len(back) == len(way)


def room(*rows):
    wide = "X" * (len(rows[0]) + 2)
    return psychopath.read("\n".join([wide, *(f"X{row}X" for row in rows), wide]), {})


# Burnside: states of the room by how many of them each of its symmetries leaves alone
@pytest.mark.parametrize(
    ("rows", "states", "classes"),
    [
        # 8 cells round the exit, and the goal: (9 + 1 + 1 + 1 + 3 + 3 + 3 + 3) / 8
        (("u__", "_e_", "___"), 9, 3),
        # 5 x 5 without the middle, and the goal: (25 + 1 + 1 + 1 + 5 + 5 + 5 + 5) / 8
        (("u____", "_____", "__e__", "_____", "_____"), 25, 6),
        # a rectangle: (15 + 1 + 5 + 3) / 4 of 14 cells and the goal
        (("u____", "__e__", "_____"), 15, 6),
        # left and right only: (6 + 2) / 2 of 5 cells and the goal
        (("_e_", "u__"), 6, 4),
    ],
)
def test_orbits_by_burnside(rows, states, classes):
    graph = expand(room(*rows))
    group = symmetries(graph)
    fixed = [len(graph)]
    fixed += [int(np.count_nonzero(g.image == np.arange(len(graph)))) for g in group]
    assert all((g.image >= 0).all() for g in group)
    orbits = len(symmetric(graph))
    assert (len(graph), sum(fixed) / len(fixed), orbits) == (states, classes, classes)


def test_every_automorphism_of_a_small_board_is_found():
    """Brute force: all permutations of the states of the 3 x 3 room that rename moves."""
    graph = expand(room("u__", "_e_", "___"))
    nodes = [node for node in graph if node != graph.goal]
    all_of_them = set()
    drawn = nx.DiGraph((u, v) for u in graph for _, v in graph.moves(u))
    matcher = nx.algorithms.isomorphism.DiGraphMatcher(drawn, drawn)
    for image in matcher.isomorphisms_iter():
        if image[graph.goal] == graph.goal and heeds(graph, image):
            all_of_them.add(tuple(image[node] for node in nodes))
    found = {tuple(nodes)}
    found |= {tuple(proven.image[nodes].tolist()) for proven in symmetries(graph)}
    assert found == all_of_them and len(found) == 8


def test_agents_and_rooms_change_places():
    swapped = pacman.read("%%%%%%%\n%P 3 Q%\n%%%%%%%", {})
    assert [g.symmetry.name for g in symmetries(expand(swapped))] == [
        "mirrored left to right and P and Q swapped"
    ]
    ship = spacewreck.read("4 4\nred green green\n1 1\n1 2 red\n1 3 red\n2 4 red\n3 4 red\n", {})
    graph = expand(ship)
    names = [g.symmetry.name for g in symmetries(graph, spacewreck.renamings(ship))]
    assert names == [
        "rocket and lucky swapped",
        "rooms renamed 2→3 3→2",
        "rooms renamed 2→3 3→2 and rocket and lucky swapped",
    ]


def test_turns_are_a_group():
    made = list(candidates(expand(room("u__", "_e_", "___")).variables))
    same = identity(made[0].variables)
    keys = {same.key, *(g.key for g in made)}
    assert len(keys) == len(TURNS) == 8
    assert {g.after(h).key for g, h in itertools.product([same, *made], repeat=2)} == keys


def test_each_turn_of_a_board_is_proposed_with_and_without_a_swap():
    """The names say what happens to the cells 0:1 and 1:2 of a board of two rows."""
    board = Grid(["...", "..."])
    variables = Variables({"p": One(board), "q": One(board)})
    state = variables.state({"p": board.cell(0, 1), "q": board.cell(1, 2)})
    images = {
        symmetry.name: tuple(map(board.place, (symmetry.of(state).p, symmetry.of(state).q)))
        for symmetry in candidates(variables)
    }
    turned = {
        "mirrored left to right": ((0, 1), (1, 0)),
        "mirrored top to bottom": ((1, 1), (0, 2)),
        "turned by 180°": ((1, 1), (0, 0)),
    }
    swapped = {f"{name} and p and q swapped": both[::-1] for name, both in turned.items()}
    assert images == {"p and q swapped": ((1, 2), (0, 1)), **turned, **swapped}


def test_what_looks_symmetric_and_is_not_is_not_believed():
    """The board is its mirror image, but the goal is not: no symmetry is proven."""
    graph = expand(room("u_e", "___"))
    assert symmetries(graph) == []
    assert len(symmetric(graph)) == len(graph)


def test_on_a_part_of_a_graph_nothing_is_proven():
    graph = expand(load("psychopath/first-push").puzzle, Limits(60))
    made = symmetric(graph)
    assert symmetries(graph) == [] and made.stopped == graph.stopped
    assert (len(made), made.expanded) == (len(graph), graph.expanded)


def test_packed_states_of_many_words():
    """A board of more than 64 cells: its blocks take several words."""
    graph = expand(room("u_________", *["__________"] * 7, "____pe____"), Limits(3_000))
    for candidate in candidates(graph.variables):
        rows = candidate.of_rows(graph.states)
        for node in range(0, len(graph), 97):
            state, new = graph.state(node), graph.variables.unpack(rows[node].tolist())
            cells = dict(enumerate(candidate.tables[0]))
            assert new.player == cells[state.player]
            assert new.blocks == {cells[block] for block in state.blocks}


def ship_renamings(ship):
    """Return by brute force the renamings of rooms, except the last, that keep all corridors."""
    board, kept = ship.board, set()
    ways = {way for way in board.corridors if way[0] < board.rooms}
    for order in itertools.permutations(range(1, board.rooms)):
        table = (0, *order, board.rooms)
        colours = {}
        pairs = [(board.colours[room - 1], board.colours[to - 1])
                 for room, to in enumerate(table[1:-1], 1)]  # fmt: skip
        for names in itertools.permutations(sorted({*board.colours, *(way[2] for way in ways)})):
            colours = dict(zip(sorted({*board.colours, *(way[2] for way in ways)}), names,
                               strict=True))  # fmt: skip
            same_rooms = all(colours[one] == other for one, other in pairs)
            if same_rooms and {(table[a], table[b], colours[c]) for a, b, c in ways} == ways:
                kept.add(table)
    return kept


@pytest.mark.parametrize("number", range(40))
def test_rooms_are_renamed_in_all_ways(number):
    """The proposed generators generate all renamings."""
    _, ship = random_level("spacewreck", number)
    tables = [values["rocket"] for _, values in spacewreck.renamings(ship)]
    group = {tuple(range(ship.board.rooms + 1))}
    queue = list(group)
    for done in queue:
        for table in tables:
            product = tuple(table[room] for room in done)
            if product not in group:
                group.add(product)
                queue.append(product)
    assert group == ship_renamings(ship)


def test_a_picture_of_classes_says_how_its_solution_is_played():
    made = stategraph.expand("pacman/first-meal").by("symmetry")
    drawn = str(made.draw(view="solution", layout="layered")._repr_mimebundle_())
    assert "288 classes of 1,051 states" in drawn
    assert f"the solution is played {' '.join(made.solution().labels)}" in drawn
