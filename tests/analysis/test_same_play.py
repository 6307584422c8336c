"""The same play under other names, held to networkx's isomorphism."""

from __future__ import annotations

import random

import networkx as nx
import pytest
import toys
from hypothesis import given
from hypothesis import strategies as st

from stategraph import load
from stategraph.analysis.same_play import Sameness, play_mark, same_play
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph


def shown(case: toys.Case) -> nx.MultiDiGraph:
    """Return the common facts of two graphs: start and goal marked, moves with labels."""
    play = case.play.copy()
    for node in play:
        play.nodes[node]["kind"] = (node == case.start, node == case.goal)
    for _, _, label, data in play.edges(keys=True, data=True):
        data["label"] = label
    return play


def isomorphic(one: toys.Case, two: toys.Case) -> bool:
    """Return whether a renaming of states alone makes the graphs equal."""
    kinds = nx.algorithms.isomorphism.categorical_node_match("kind", None)

    def labels(a, b):
        return sorted(x["label"] for x in a.values()) == sorted(x["label"] for x in b.values())

    return nx.is_isomorphic(shown(one), shown(two), kinds, labels)


def renamed(case: toys.Case, names: dict[str, str]) -> toys.Case:
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(case.graph)
    for u, v, label in case.graph.edges(keys=True):
        graph.add_edge(u, v, key=names.get(label, label))
    return toys.Case(graph, case.start, case.goal)


def shuffled(case: toys.Case, seed: int) -> toys.Case:
    """Return the case with its states called otherwise and its moves in another order."""
    rng = random.Random(seed)
    nodes = sorted(case.graph)
    called = dict(zip(nodes, rng.sample([n.upper() for n in nodes], len(nodes)), strict=True))
    edges = list(case.graph.edges(keys=True))
    rng.shuffle(edges)
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(called.values())
    for u, v, label in edges:
        graph.add_edge(called[u], called[v], key=label)
    return toys.Case(graph, called[case.start], called[case.goal])


@given(toys.unique_labels(), st.integers(0, 5))
def test_other_names_of_states_change_nothing(case, seed):
    other = shuffled(case, seed)
    assert play_mark(case.made) == play_mark(other.made)
    assert same_play(case.made, other.made) == Sameness(True)


@given(toys.unique_labels(), toys.unique_labels())
def test_same_marks_mean_isomorphic_graphs(one, two):
    assert (play_mark(one.made) == play_mark(two.made)) == isomorphic(one, two)


@given(toys.unique_labels(), st.permutations(toys.LABELS), st.integers(0, 5))
def test_a_renaming_of_labels_is_found(case, names, seed):
    mapping = dict(zip(toys.LABELS, names, strict=True))
    other = shuffled(renamed(case, mapping), seed)
    found = same_play(case.made, other.made)
    assert found.same
    if found.labels is not None:
        assert isomorphic(renamed(case, dict(found.labels)), other)


@given(toys.unique_labels(), toys.unique_labels())
def test_a_renaming_is_never_made_up(one, two):
    found = same_play(one.made, two.made)
    assert found.same is not None
    if found.same:
        assert isomorphic(renamed(one, dict(found.labels or {})), two)
    elif len(set(map(str, one.play.edges(keys=True)))) <= 6:
        used = sorted({label for _, _, label in one.play.edges(keys=True)})
        others = sorted({label for _, _, label in two.play.edges(keys=True)})
        for chosen in permutations_onto(used, others):
            assert not isomorphic(renamed(one, chosen), two)


def permutations_onto(used: list[str], others: list[str]):
    from itertools import permutations

    if len(used) != len(others):
        return []
    return [dict(zip(used, order, strict=True)) for order in permutations(others)]


@given(toys.repeated_labels(), toys.repeated_labels())
def test_labels_met_twice_are_never_called_the_same_wrongly(one, two):
    found = same_play(one.made, two.made)
    if found.same and found.labels is None:
        assert isomorphic(one, two)


def test_incomplete_graphs_are_not_judged():
    part = expand(toys.lamps(), Limits(states=4))
    assert not part.complete
    assert same_play(part, part) == Sameness(None)


@pytest.mark.parametrize("name", ["psychopath/carousels", "psychopath/round-about"])
def test_a_mirrored_board_plays_the_same(name):
    level = load(name)
    rows = [row[::-1] for row in level.puzzle.board.lines]
    text = "\n".join([f"{len(rows[0])} {len(rows)}", "0", *rows])
    mirrored = level.family.read(text, {})
    found = same_play(expand(level.puzzle), expand(mirrored))
    assert found == Sameness(True, {"D": "D", "L": "R", "R": "L", "U": "U"})


def test_a_ship_with_its_rooms_numbered_anew_plays_the_same():
    level = load("spacewreck/forty-five-rooms")
    ship, start = level.puzzle.board, level.puzzle.start
    order = list(range(1, ship.rooms))
    random.Random(3).shuffle(order)
    number = {old: new for new, old in enumerate([*order, ship.rooms], 1)}
    colours = [ship.colours[old - 1] for old in order]
    ways = [f"{number[a]} {number[b]} {colour}" for a, b, colour in ship.listed]
    head = f"{ship.rooms} {len(ways)}", " ".join(colours)
    begin = f"{number[start.rocket]} {number[start.lucky]}"
    other = level.family.read("\n".join([*head, begin, *ways]), {})
    found = same_play(expand(level.puzzle), expand(other))
    assert found.same
    assert {old: f"{old[0]}{number[int(old[1:])]}" for old in found.labels} == found.labels


def test_symmetry_is_no_obstacle():
    # from the middle ten moves lead to ten states that nothing tells apart
    star = nx.MultiDiGraph()
    other = nx.MultiDiGraph()
    for k in range(10):
        star.add_edge("m", k, key=f"a{k}")
        star.add_edge(k, "g", key="on")
        other.add_edge("m", k, key=f"b{9 - k}")
        other.add_edge(k, "g", key="go")
    made = [StateGraph.from_networkx(graph, "m", "g") for graph in (star, other)]
    found = same_play(*made)
    assert found.same
    assert found.labels["on"] == "go"
