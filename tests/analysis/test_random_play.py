"""Players without a plan: exact figures against dense algebra and against played games."""

from __future__ import annotations

import math
import random

import networkx as nx
import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from toys import diamonds, plain, repeated_labels, ship

from stategraph.analysis import moves_to_goal, play_at_random, random_play
from stategraph.analysis.random_play import random_visits
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import (
    blind_residual,
    expected_moves,
    expected_moves_with_restarts,
    muse,
    win_chance,
)

many = settings(max_examples=examples(150))
SLIDE = ["01", "02", "03", "14", "1G", "25", "26", "2G", "37", "38"]


def dense(case) -> tuple[dict, dict]:
    """Return h and t of every alive state by dense algebra."""
    alive = sorted(case.alive - {case.goal})
    a = np.eye(len(alive))
    win = np.zeros(len(alive))
    for i, u in enumerate(alive):
        moves = list(case.play.out_edges(u, keys=True))
        for _, v, _ in moves:
            if v in alive:
                a[i, alive.index(v)] -= 1 / len(moves)
            win[i] += (v == case.goal) / len(moves)
    h, t = np.linalg.solve(a, win), np.linalg.solve(a, np.ones(len(alive)))
    return dict(zip(alive, h, strict=True)), dict(zip(alive, t, strict=True))


@many
@given(repeated_labels())
def test_the_random_player_is_that_of_dense_algebra(case):
    made = case.made
    if case.goal not in case.play:
        with pytest.raises(nx.NetworkXNoPath):
            play_at_random(made)
        return
    h, t = dense(case)
    h[case.goal], t[case.goal] = 1, 0
    found = play_at_random(made)
    assert found.trusted
    for node in made:
        name = made.states[node]
        assert found.wins[node] == pytest.approx(h.get(name, 0), rel=1e-9)
        assert found.moves[node] == pytest.approx(t.get(name, 0), rel=1e-9)
    assert blind_residual(made) <= 1e-9


@many
@given(repeated_labels())
def test_steps_along_gradients_get_where_factors_get(case):
    made = case.made
    if case.goal not in case.play or case.goal == 0:
        return
    h, t = dense(case)
    nodes = np.flatnonzero(moves_to_goal(made) > 0)
    if not len(nodes):
        return
    matrix, winning, degrees = random_play._equations(made, nodes)
    for right, known in ((winning, h), (degrees, t)):
        found = random_play._stepwise(matrix, right)
        if found is not None:
            expected = [known[made.states[node]] for node in nodes]
            assert found[0].astype(float) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("taken_back", [True, False])
def test_a_tangle_is_solved_without_factors(monkeypatch, taken_back):
    monkeypatch.setattr("scipy.sparse.linalg.splu", None)
    made = nx.random_regular_graph(4, 2 * random_play.MAX_STATES_FOR_LU, seed=1).to_directed()
    if not taken_back:
        made.remove_edges_from([(u, v) for u, v in made.edges if u > v and (u + v) % 5 == 0])
    found = play_at_random(StateGraph.from_networkx(made, 0, 7))
    assert found.trusted
    assert found.wins[0] == pytest.approx(1, rel=1e-9) or not taken_back


@many
@given(repeated_labels())
def test_muse_is_a_lightest_path(case):
    made, play = case.made, case.play
    if case.goal not in play:
        with pytest.raises(nx.NetworkXNoPath):
            muse(made)
        return
    bits = lambda u, v, _: math.log2(play.out_degree(u))  # noqa: E731
    expected = nx.dijkstra_path_length(play, case.start, case.goal, bits)
    assert muse(made) == pytest.approx(expected)


def played(graph: StateGraph, plays: int, seed: int) -> tuple[list[int], list[bool]]:
    """Return how many moves each play made, and whether it won."""
    from stategraph.analysis import dead

    gone, draw = dead(graph), random.Random(seed)
    lengths, wins = [], []
    for _ in range(plays):
        node = length = 0
        while node != graph.goal and not gone[node]:
            row = range(int(graph.offsets[node]), int(graph.offsets[node + 1]))
            node = int(graph.targets[draw.choice(row)])
            length += 1
        lengths.append(length)
        wins.append(node == graph.goal)
    return lengths, wins


def trapdoors() -> StateGraph:
    """Return a ladder with a fall at every rung."""
    rungs = ", ".join(f"{a} u {b}, {b} d {a}, {a} f z" for a, b in zip("abcd", "bcdg", strict=True))
    return expand(plain("a", rungs, "g"))


@pytest.mark.parametrize(
    "graph",
    [expand(ship()), StateGraph.from_networkx(nx.DiGraph(SLIDE), "0", "G"), trapdoors()],
    ids=["ship", "slide", "trapdoors"],
)
def test_played_games_agree_within_three_sigma(graph):
    plays = 20_000
    lengths, wins = played(graph, plays, seed=1)
    h, t = win_chance(graph), expected_moves(graph)
    assert abs(np.mean(wins) - h) < 3 * math.sqrt(h * (1 - h) / plays)
    assert abs(np.mean(lengths) - t) <= 3 * np.std(lengths) / math.sqrt(plays)


def test_known_figures():
    made = expand(ship())
    assert win_chance(made) == pytest.approx(0.6, rel=1e-9)
    assert expected_moves(made) == pytest.approx(6.4, rel=1e-9)
    assert expected_moves_with_restarts(made) == pytest.approx(32 / 3, rel=1e-9)
    assert muse(made) == 3.0
    assert muse(StateGraph.from_networkx(nx.DiGraph(SLIDE), "0", "G")) == math.log2(6)
    forth = StateGraph.from_networkx(diamonds(4), 0, 12)
    assert (win_chance(forth), expected_moves(forth), muse(forth)) == (1, 8, 4)


def test_a_start_that_wins_needs_no_luck():
    made = StateGraph.from_networkx(nx.empty_graph(1, nx.DiGraph), 0, 0)
    assert (win_chance(made), expected_moves(made), muse(made)) == (1, 0, 0)
    assert expected_moves_with_restarts(made) == 0


def ladder(rungs: int) -> StateGraph:
    """Return a ladder whose every rung is climbed with chance 1/8; else he is at its foot."""
    graph = nx.MultiDiGraph()
    for rung in range(rungs):
        graph.add_edge(rung, rung + 1, key="up")
        graph.add_edges_from((rung, 0, f"down{k}") for k in range(7))
    return StateGraph.from_networkx(graph, 0, rungs)


def test_a_long_way_up_is_told_to_nine_digits():
    assert expected_moves(ladder(8)) == pytest.approx((8**9 - 8) / 7, rel=1e-9)


def test_what_the_equations_cannot_tell_to_nine_digits_is_not_told():
    made = ladder(20)  # some 8^20 moves
    assert not play_at_random(made).trusted
    assert (win_chance(made), expected_moves(made)) == (None, None)
    assert expected_moves_with_restarts(made) is None


@pytest.mark.parametrize(("links", "goal", "visits"), [
    ([("a", "b")], "b", [1, 0]),
    ([("a", "b")], "a", [0]),
    ([("a", "b"), ("b", "a"), ("b", "c")], "c", [2, 2, 0]),
])  # fmt: skip
def test_visits_of_a_short_path(links, goal, visits):
    made = StateGraph.from_networkx(nx.DiGraph(links), "a", goal)
    assert random_visits(made)[: len(visits)] == pytest.approx(visits)


@pytest.mark.parametrize("moves", [1, 2, 5])
def test_the_error_of_a_single_move_is_that_of_its_rounding(moves):
    """A residual of a state with d moves has d + 4 rounding errors."""
    links = nx.MultiDiGraph([("a", "b", f"{k}") for k in range(moves)])
    found = play_at_random(StateGraph.from_networkx(links, "a", "b"))
    assert (found.wins[0], found.moves[0]) == (1, 1)
    assert found.error == pytest.approx(
        float((moves + 4) * np.finfo(np.longdouble).eps), rel=1e-9, abs=0
    )
