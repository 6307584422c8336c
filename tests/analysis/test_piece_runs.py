"""Lines of one piece, and states that look dead, against slow answers."""

from __future__ import annotations

import heapq
import math

import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import repeated_labels

from stategraph.analysis import moves_to_goal
from stategraph.analysis.looks_dead import looks_dead
from stategraph.analysis.patterns import patterns_of
from stategraph.analysis.piece_runs import LineResults, lines_to_goal, pieces_by, pieces_of
from stategraph.analysis.shares import line_shares
from stategraph.analysis.walk_contraction import contracted
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.load import load

# pieces of labels, as blocks have them: the second one moves from cell a to cell b
MOVED = {"R1": ("a", "b"), "R2": ("b", "a"), "R10": ("a", "a"), "L": ("c", "c"), "0": None}


def moved(label):
    return MOVED.get(label, ("d", "d"))


def naive_lines(graph, pieces, start):
    """Return the fewest lines from a state to each state by Dijkstra over (state, piece)."""
    far, queue = {}, [(0, start, 0)]
    while queue:
        lines, node, piece = heapq.heappop(queue)
        if (node, piece) in far:
            continue
        far[node, piece] = lines
        for move in range(graph.offsets[node], graph.offsets[node + 1]):
            before, to = int(pieces.before[move]), int(graph.targets[move])
            after = piece if before < 0 else int(pieces.after[move])
            heapq.heappush(queue, (lines + (before >= 0 and before != piece), to, after))
    best = {}
    for (node, _), lines in far.items():
        best[node] = min(best.get(node, math.inf), lines)
    return best


@settings(max_examples=examples(150))
@given(repeated_labels())
def test_fewest_lines_to_the_goal(case):
    made = case.made
    if made.goal is None:
        return
    pieces = pieces_by(made, moved)
    found = lines_to_goal(made, pieces)
    for node in made:
        assert found[node] == naive_lines(made, pieces, node).get(made.goal, -1)


@settings(max_examples=examples(20))
@given(repeated_labels())
def test_the_search_is_the_same_compiled(both, case):
    if case.made.goal is not None:
        both(lines_to_goal, case.made, pieces_by(case.made, moved))


def naive_results(graph, pieces, start, avoided):
    """Return the results of lines from a state: paths are tried piece by piece."""
    seen, open_ = set(), [(start, None)]
    while open_:
        node, piece = open_.pop()
        if (node, piece) in seen:
            continue
        seen.add((node, piece))
        for move in range(graph.offsets[node], graph.offsets[node + 1]):
            before, to = int(pieces.before[move]), int(graph.targets[move])
            if not avoided[to] and (before < 0 or piece in (None, before)):
                open_.append((to, piece if before < 0 else int(pieces.after[move])))
    return {node for node, _ in seen} - {start}


@settings(max_examples=examples(150))
@given(repeated_labels(), st.integers(0, 255))
def test_results_of_lines_and_their_moves(case, mask):
    made, pieces = case.made, pieces_by(case.made, moved)
    avoided = np.array([bool(mask >> k & 1) for k in range(len(made))])
    results = LineResults(made, pieces, avoided)
    for node in made:
        found = results.of(node).tolist()
        assert len(found) == len(set(found))
        assert set(found) == naive_results(made, pieces, node, avoided)
        for end in found:
            moves = results.moves(node, end)
            places = [node, *(int(made.targets[move]) for move in moves)]
            assert places[-1] == end
            assert [int(made.sources[move]) for move in moves] == places[:-1]
            ends = [(pieces.before[m], pieces.after[m]) for m in moves if pieces.before[m] >= 0]
            assert all(a[1] == b[0] for a, b in zip(ends, ends[1:], strict=False))


@settings(max_examples=examples(100))
@given(repeated_labels())
def test_shares_of_solutions_with_the_fewest_lines(case):
    made = case.made
    if made.goal is None:
        return
    pieces = pieces_by(made, moved)
    left = lines_to_goal(made, pieces)
    results = LineResults(made, pieces, np.zeros(len(made), bool))
    solutions = []

    def walk(path):
        if left[path[-1]] == 0:
            solutions.append(path)
            return
        for end in results.of(path[-1]).tolist():
            if left[end] == left[path[-1]] - 1:
                walk([*path, end])

    walk([0])
    found = {} if left[0] == 0 else {n: share for n, share, _ in line_shares(left, results)}
    passed = {node for path in solutions for node in path if left[node]}
    assert set(found) == passed
    for node in passed:
        share = sum(node in path for path in solutions) / len(solutions)
        assert found[node] == pytest.approx(share)


@pytest.mark.parametrize(
    ("name", "lines"),
    [("sokoban/three-in-a-row", 4), ("spacewreck/eight-rooms", 2), ("psychopath/first-push", 1)],
)
def test_known_lines(name, lines):
    level = load(name)
    graph = expand(level.puzzle)
    seen = graph if level.family.actor else contracted(level.puzzle)
    assert lines_to_goal(seen, pieces_of(level, seen))[0] == lines


def test_single_steps_show_no_piece():
    level = load("sokoban/first-push")
    assert pieces_of(level, expand(level.puzzle)) is None


@pytest.mark.parametrize("name", ["psychopath/snake", "sokoban/three-in-a-row", "sokoban/too-late"])
def test_what_looks_dead_has_a_dead_pattern_of_one_part(name):
    """States with a pattern of one present part look dead; all others have none."""
    level = load(name)
    graph = expand(level.puzzle)
    mask, found = looks_dead(level, graph), patterns_of(level, graph)
    assert mask.any()
    assert not (mask & (moves_to_goal(graph) >= 0)).any()
    for pattern in found.patterns:
        if len(pattern) == 1 and not pattern.parts[0].lacks and len(pattern.parts[0].values) == 1:
            assert mask[pattern.nodes].all()
    for node in np.flatnonzero(mask).tolist():
        assert found.of[node] >= 0


@pytest.mark.parametrize("name", ["sokoban/three-in-a-row", "sokoban/spare-goal"])
def test_classes_look_dead_like_their_states(name):
    level = load(name)
    graph = expand(level.puzzle)
    walks, flood = graph.by("walks"), contracted(level.puzzle)
    assert np.array_equal(looks_dead(level, walks), looks_dead(level, flood))
    alive = moves_to_goal(graph) >= 0
    boxes = {box for node in np.flatnonzero(alive).tolist() for box in graph.state(node).boxes}
    won = {box for node in [graph.goal] for box in graph.state(node).boxes}
    for node in walks:
        seen = not set(walks.state(node).boxes) <= boxes | won
        assert seen >= looks_dead(level, walks)[node]


def test_a_part_of_a_graph_proves_nothing():
    level = load("psychopath/snake")
    part = expand(level.puzzle, Limits(states=100))
    assert looks_dead(level, part) is None
