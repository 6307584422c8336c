"""Quotients by variables: compared with sets, and with the claims of their docstring."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain, combinations

import networkx as nx
import numpy as np
import pytest
from effort import sampled, some

from stategraph.analysis import (
    dead,
    first_solution,
    moves_from_start,
    moves_to_goal,
    path_to,
    shortest,
)
from stategraph.analysis.variable_quotient import by_variables
from stategraph.engines.limits import Limits
from stategraph.errors import InputError, MovesError
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.laws.typed_solutions import play
from stategraph.load import load
from stategraph.rules import One, Puzzle
from tests.support.random_levels import MAKERS, random_level

LEVELS = [(family, number) for family in MAKERS for number in some(range(12), 4)]


def choices(graph):
    """Return all sets of one to two variables."""
    names = list(graph.variables.kinds)
    return chain(combinations(names, 1), combinations(names, 2))


def naive(graph, names):
    """Return the classes as sets of states, and the states that have each arrow, by sets."""

    def key(node):
        state = graph.state(node)
        return node == graph.goal, *(state[name] for name in names)

    classes, arrows, inside = defaultdict(set), defaultdict(set), Counter()
    for node in graph:
        classes[key(node)].add(node)
        for label, target in graph.moves(node):
            if key(target) == key(node):
                inside[key(node)] += 1
            else:
                arrows[key(node), label, key(target)].add(node)
    return classes, arrows, inside, key


@pytest.mark.parametrize(("family", "number"), LEVELS)
@pytest.mark.parametrize("limit", sampled([1_500, 20]))
def test_against_sets(family, number, limit):
    graph = expand(random_level(family, number)[1], Limits(limit))
    gone, can_win = dead(graph), moves_to_goal(graph) >= 0
    for names in choices(graph):
        made = by_variables(graph, names)
        classes, arrows, inside, key = naive(graph, names)
        of = {key(node): int(made.owner[node]) for node in graph}
        assert sorted(of.values()) == list(range(len(classes)))
        for where, states in classes.items():
            k, members = of[where], sorted(states)
            assert made.owner[members].tolist() == [k] * len(members)
            assert made.sizes[k] == len(members)
            assert made.dead[k] == np.count_nonzero(gone[members])
            assert made.alive[k] == np.count_nonzero(can_win[members])
            assert made.inside[k] == inside[where]
            state = made.graph.state(k)
            assert [state[name] for name in names] == list(where[1:]) or k == made.graph.goal
        found = {
            (int(made.graph.sources[e]), made.graph.label(e), int(made.graph.targets[e])): (
                int(made.having[e]),
                bool(made.must[e]),
            )
            for e in range(made.graph.number_of_edges())
        }
        expected = {
            (of[a], label, of[b]): (
                len(states),
                graph.complete and len(states) == len(classes[a]),
            )
            for (a, label, b), states in arrows.items()
        }
        assert found == expected and len(found) == made.graph.number_of_edges()


@pytest.mark.parametrize(("family", "number"), LEVELS)
def test_what_carries_over_to_states(family, number):
    graph = expand(random_level(family, number)[1])
    left, start = moves_to_goal(graph), moves_from_start(graph)
    for names in choices(graph):
        made = by_variables(graph, names)
        may = moves_to_goal(made.graph) >= 0 if made.graph.goal is not None else None
        for k, verdict in enumerate(made.verdicts):
            states = np.flatnonzero(made.owner == k)
            kinds = {"alive": {True}, "dead": {False}, "mixed": {True, False}}[verdict]
            assert set((left[states] >= 0).tolist()) == kinds
            if may is not None and not may[k]:  # no may-path, no play
                assert verdict == "dead"
        for source, target in zip(made.graph.sources, made.graph.targets, strict=True):
            if made.verdicts[source] == "dead":
                assert made.verdicts[target] in ("dead", "mixed")
        if graph.goal is None:
            assert made.least_changes is None and made.most_moves is None
            continue
        assert made.least_changes <= start[graph.goal]
        if made.most_moves is not None:
            states = made.owner == made.owner[0]
            assert (left[states] >= 0).all() and left[states].max() <= made.most_moves


@pytest.mark.parametrize(("family", "number"), LEVELS[::3])
def test_pairs_count_each_state_once(family, number):
    graph = expand(random_level(family, number)[1])
    for names in choices(graph):
        made = by_variables(graph, names)
        expected = defaultdict(set)
        for node in graph:
            for _, target in graph.moves(node):
                if made.owner[node] != made.owner[target]:
                    expected[int(made.owner[node]), int(made.owner[target])].add(node)
        tails, heads, having = (some.tolist() for some in made.pairs())
        found = dict(zip(zip(tails, heads, strict=True), having, strict=True))
        assert found == {pair: len(states) for pair, states in expected.items()}


def test_a_may_path_need_not_be_playable():
    """Class a=1 is entered in b=0, which is stuck, and left from b=1."""

    def moves(s):
        table = {(0, 0): [("x", 1, 0), ("y", 2, 0)], (2, 0): [("z", 1, 1)], (1, 1): [("g", 3, 0)]}
        for label, a, b in table.get((s.a, s.b), []):
            yield label, s.but(a=a, b=b)

    puzzle = Puzzle(dict(a=0, b=0), [moves], lambda s: s.a == 3, a=One(4), b=One(2))
    graph = expand(puzzle)
    made = by_variables(graph, ["a"])
    assert made.verdicts == ["alive", "mixed", "alive", "alive"]
    assert (made.least_changes, made.most_moves, shortest(graph)) == (2, None, 3)
    assert first_solution(made.graph).labels == ("x", "g")
    with pytest.raises(MovesError):
        play(puzzle, "x g")


@pytest.mark.parametrize(("family", "number"), LEVELS[::5])
def test_a_path_of_states_is_one_of_arrows(family, number):
    graph = expand(random_level(family, number)[1], Limits(1_500))
    classes = by_variables(graph, list(graph.variables.kinds)[:1]).as_graph()
    quotient = classes.quotient
    for node in range(0, len(graph), 1 + len(graph) // 20):
        way = path_to(graph, node)
        passed = quotient.owner[list(way.nodes)].tolist()
        ends = [k for k in range(1, len(passed)) if passed[k] != passed[k - 1]]
        projected = quotient.project(classes, way)
        assert quotient.ends(way) == ends
        assert projected.nodes == (passed[0], *(passed[k] for k in ends))
        assert [label.split(" ", 1)[1] for label in projected.labels] == [
            way.labels[k - 1] for k in ends
        ]
        arrows = zip(projected.nodes, projected.labels, projected.nodes[1:], strict=False)
        assert all((label, to) in classes.moves(one) for one, label, to in arrows)
    with pytest.raises(InputError, match="need not be playable"):
        quotient.lift(projected)


def test_classes_are_numbered_breadth_first():
    made = by_variables(expand(load("sokoban/too-late").puzzle), ["boxes"])
    order = [0, *(v for _, v in nx.bfs_edges(StateGraph.over(made.graph), 0))]
    assert order == list(range(len(made.sizes)))


def test_on_a_part_of_a_graph_nothing_is_guessed():
    graph = expand(load("psychopath/first-push").puzzle, Limits(60))
    made = by_variables(graph, ["blocks"])
    assert not made.must.any() and made.least_changes is None and made.most_moves is None
    assert set(made.verdicts) <= {"unknown", "mixed", "alive"}
    assert [v for k, v in enumerate(made.verdicts) if k != made.graph.goal].count("alive") == 0


def test_variables_that_are_not_there():
    graph = expand(load("psychopath/first-push").puzzle)
    with pytest.raises(InputError, match="unknown variable 'blok'.*did you mean blocks"):
        by_variables(graph, ["blok"])
    plain = StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2)
    with pytest.raises(InputError, match="no variables"):
        by_variables(plain, ["blocks"])


def test_a_start_that_wins():
    graph = expand(load("spacewreck/already-there").puzzle)
    made = by_variables(graph, ["rocket"])
    assert (made.sizes.tolist(), made.verdicts, made.least_changes) == ([1], ["alive"], 0)


def test_a_graph_of_classes_says_whether_it_is_whole():
    puzzle = random_level("pacman", 1)[1]
    for limits in (None, Limits(20)):
        graph = expand(puzzle, limits)
        classes = by_variables(graph, next(choices(graph)))
        for made in (classes.graph, classes.as_graph()):
            assert made.complete is graph.complete
            assert made.graph == {"start": 0, "goal": made.goal, "complete": made.complete}


def corridor(side):
    """Return a walk along a = 0, 1, 2 to the goal, 3, with a branch of `side` more cells."""

    def moves(s):
        if s.a < 3:
            yield "on", s.but(a=s.a + 1)
        if s.a != 1 and s.a < 3 + side:
            yield "aside", s.but(a=max(s.a, 3) + 1)

    return Puzzle(dict(a=0), [moves], lambda s: s.a == 3, a=One(4 + side))


def test_moves_that_every_state_has_prove_a_length():
    made = by_variables(expand(corridor(5)), ["a"])
    assert (made.least_changes, made.most_moves) == (3, 3)
    start = by_variables(expand(load("spacewreck/already-there").puzzle), ["rocket"])
    assert (start.least_changes, start.most_moves) == (0, 0)


def test_no_length_is_proven_on_a_part_of_a_graph_with_its_goal():
    graph = expand(corridor(500), Limits(100))
    assert graph.goal is not None and not graph.complete
    made = by_variables(graph, ["a"])
    assert (made.least_changes, made.most_moves) == (None, None)
