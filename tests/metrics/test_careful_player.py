"""Metrics of careful players against slow answers, and on levels whose values are known."""

from __future__ import annotations

import math

import networkx as nx
import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import repeated_labels

from stategraph.analysis.piece_moves import labelled_moves
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.load import load
from stategraph.metrics import measure_level
from stategraph.metrics.careful_player import (
    careful_danger,
    careful_only_bits,
    lines,
    tempting_line_bits,
)

CAREFUL = ("careful_only_bits", "careful_danger", "lines", "tempting_line_bits")


def some_dead(case, bits):
    """Return a mask of some of the dead states of a graph."""
    alive = nx.ancestors(case.play, case.goal) | {case.goal}
    names = enumerate(case.made.states)
    return np.array([state not in alive and bool(bits >> k & 1) for k, state in names])


@settings(max_examples=examples(150))
@given(repeated_labels(), st.integers(0, 255))
def test_only_bits_and_danger_count_moves_that_do_not_look_dead(case, bits):
    made, play = case.made, case.play
    if case.goal not in play or made.goal == 0:
        return
    shown = {made.states[k] for k in np.flatnonzero(some_dead(case, bits)).tolist()}
    mask = np.array([state in shown for state in made.states])
    left = nx.single_source_shortest_path_length(play.reverse(), case.goal)
    offers = {
        node: [to for _, to, _ in play.out_edges(node, keys=True) if to not in shown]
        for node in play
    }
    shares = [
        sum(to not in left for to in offers[node]) / len(offers[node])
        for node in left
        if offers[node] and node != case.goal
    ]
    assert careful_danger(made, mask) == pytest.approx(np.mean(shares) if shares else 0)

    def bits_of(path):
        total = 0.0
        for node, after in zip(path, path[1:], strict=False):
            right = [to for to in offers[node] if left.get(to, math.inf) == left[node] - 1]
            total += math.log2(len(offers[node])) if len(right) == 1 else 0.0
            assert after in right
        return total

    paths = []

    def walk(path):
        if path[-1] == case.goal:
            paths.append(path)
        for to in offers[path[-1]]:
            if left.get(to, math.inf) == left[path[-1]] - 1:
                walk([*path, to])

    walk([case.start])
    found = careful_only_bits(made, mask)
    assert found == pytest.approx(np.mean([bits_of(path) for path in paths]))


def test_a_tempting_line_is_wrong_and_looks_as_good():
    # from s, piece A reaches the right state a, and B the wrong states b and c; B continues to g
    graph = nx.MultiDiGraph()
    for u, label, v in ("sAa", "sBb", "bBc", "aBg", "bAd", "dBg"):
        graph.add_edge(u, v, key=label)
    made = StateGraph.from_networkx(graph, "s", "g")
    pieces = labelled_moves(made, lambda label: (label, label))
    mask = np.zeros(len(made), bool)
    guess = {"s": 2, "a": 1, "b": 1, "c": 0, "d": 1, "g": 0}.__getitem__
    assert lines(made, pieces) == 2
    assert tempting_line_bits(made, pieces, mask, guess) == pytest.approx(math.log2(1 + 2))
    mask[made.find("c")] = True
    assert tempting_line_bits(made, pieces, mask, guess) == pytest.approx(math.log2(1 + 1))


@pytest.mark.parametrize("name", ["spacewreck/eight-rooms", "sokoban/three-in-a-row"])
def test_a_part_of_a_level_has_no_such_numbers(name):
    level = load(name)
    whole = expand(level.puzzle)
    for most in range(1, len(whole), max(1, len(whole) // 5)):
        part = measure_level(level, expand(level.puzzle, Limits(states=most)), CAREFUL)
        assert [part[metric] for metric in CAREFUL] == [None] * 4
        assert part["unknown"] == list(CAREFUL)


def test_known_numbers():
    level = load("sokoban/three-in-a-row")
    found = measure_level(level, expand(level.puzzle).by("walks"), CAREFUL)
    assert (found["lines"], found["unknown"]) == (4, [])
    assert 0 < found["careful_danger"] < 1 < found["careful_only_bits"]
    assert found["tempting_line_bits"] > 1


def test_nobody_chooses_a_line_where_the_solution_moves_no_piece():
    level = load("labyrinth/turnstile")
    found = measure_level(level, expand(level.puzzle).by("walks"), CAREFUL)
    assert (found["lines"], found["tempting_line_bits"], found["unknown"]) == (0, 0.0, [])
