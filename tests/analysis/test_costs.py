"""Cheapest paths and Pareto fronts compared with all simple paths of small graphs."""

from __future__ import annotations

import networkx as nx
from hypothesis import assume, given
from hypothesis import strategies as st
from toys import unique_labels

import stategraph as sg
from stategraph.analysis.costs import cheapest_solution, pareto
from stategraph.ask.costs import costly, through_graph
from stategraph.errors import QuestionError
from stategraph.level_files import Level
from stategraph.rules import Puzzle
from stategraph.rules.family import NO_FAMILY

KINDS = ("moves", "move R*", "move *1", "not move L*", "to made > 1")


def made_of(case):
    level = Level(NO_FAMILY, Puzzle.of(case.puzzle()), name="case", file="case")
    graph = sg.expand(level)
    # all simple paths: a path with a cycle costs no less
    ways = []
    if graph.goal is not None:
        arrows = nx.MultiDiGraph()
        arrows.add_nodes_from(range(len(graph)))
        for u in range(len(graph)):
            for k, (label, v) in enumerate(graph.moves(u)):
                arrows.add_edge(u, v, key=(label, int(graph.offsets[u]) + k))
        if graph.goal == 0:
            ways = [()]
        else:
            for path in nx.all_simple_edge_paths(arrows, 0, graph.goal):
                ways.append(tuple(key[1] for _, _, key in path))
    return level, graph, ways


def cost_of(level, graph, names):
    return [costly(level, graph, [name]).costs[0].tolist() for name in names]


@given(unique_labels(), st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
def test_the_cheapest_solution_is_the_cheapest_of_all(case, names):
    level, graph, ways = made_of(case)
    try:
        costs = cost_of(level, graph, names)
    except QuestionError:
        assume(False)
    found = cheapest_solution(graph, costly(level, graph, names))
    if not ways:
        assert found is None
        return
    sums = {way: (*(sum(c[e] for e in way) for c in costs), len(way)) for way in ways}
    least = min(sums.values())
    best = [way for way in ways if sums[way] == least]
    assert found.costs == least[:-1]
    assert found.count == len(best)
    assert "".join(found.way.labels) == min("".join(map(graph.label, way)) for way in best)
    assert through_graph(graph, found.way).nodes[-1] == graph.goal


@given(unique_labels(), st.permutations(KINDS))
def test_a_front_holds_every_pair_that_no_other_beats(case, kinds):
    level, graph, ways = made_of(case)
    names = kinds[:2]
    try:
        costs = cost_of(level, graph, names)
    except QuestionError:
        assume(False)
    found = pareto(graph, costly(level, graph, list(names)))
    pairs = {way: tuple(sum(c[e] for e in way) for c in costs) for way in ways}
    every = set(pairs.values())
    front = sorted(
        p for p in every if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in every)
    )
    assert [one.costs for one in found] == front
    for one in found:
        equal = [way for way in ways if pairs[way] == one.costs]
        short = min(map(len, equal))
        best = [way for way in equal if len(way) == short]
        assert one.count == len(best)
        assert "".join(one.way.labels) == min("".join(map(graph.label, way)) for way in best)
    by_moves = pareto(graph, costly(level, graph, list(names)), "moves")
    assert [(one.costs, one.count) for one in by_moves] == [(it.costs, it.count) for it in found]
    for one in by_moves:
        equal = [way for way in ways if pairs[way] == one.costs]
        short = min(map(len, equal))
        labels = [tuple(map(graph.label, way)) for way in equal if len(way) == short]
        assert one.way.labels == min(labels)


@given(
    unique_labels(),
    st.sampled_from(["move R*", "made = 1", "left = 1", "trap", "start", "goal"]),
    st.sampled_from(["move *1", "made = 2", "left = 2", "start", "goal", None]),
)
def test_avoiding_and_passing(case, avoid, through):
    level, graph, _ = made_of(case)
    try:
        found = cheapest_solution(
            graph, costly(level, graph, ["moves"], avoid=avoid, through=through)
        )
    except QuestionError:
        assume(False)
    assert (None if found is None else len(found.way)) == slowly(graph, avoid, through)


def slowly(graph, avoid, through) -> int | None:
    """Return the moves of a shortest such solution, by a search over (node, passed)."""

    def told(text):
        if text is None:
            return lambda u, label, v: True
        if text.startswith("move"):
            wanted = text.split()[1]
            return lambda u, label, v: (
                (label.startswith(wanted[:-1]) if wanted[-1] == "*" else label.endswith(wanted[1:]))
                if u is not None
                else False
            )
        states = graph.where(text)
        return lambda u, label, v: bool(states[v])

    bad, good = told(avoid), told(through)
    if avoid and bad(None, None, 0):
        return None
    front, seen, far = {(0, good(None, None, 0))}, set(), 0
    while front:
        if (graph.goal, True) in front:
            return far
        seen |= front
        front = {
            (v, passed or good(u, label, v))
            for u, passed in front
            for label, v in graph.moves(u)
            if not bad(u, label, v)
        } - seen
        far += 1
    return None
