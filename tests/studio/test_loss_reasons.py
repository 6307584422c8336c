"""The reasons of losses and the chances of random players, compared with the whole graph."""

from __future__ import annotations

import numpy as np
import pytest

from stategraph import analysis
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.studio.loss_reasons import loss_reasons
from stategraph.studio.single_states import States
from stategraph.studio.win_chances import CODES_PER_HALVING, MAX_LIVING, UNKNOWN_CODE, chances


def test_a_box_that_can_never_win_is_framed_and_the_sentence_holds():
    level = read_level("sokoban/three-in-a-row")
    graph = expand(level.puzzle)
    of, reasons = loss_reasons(level, graph)
    dead = analysis.dead(graph)
    assert np.array_equal(of >= 0, dead)  # here every dead state has a reason
    board = level.puzzle.variables.kinds["boxes"].board
    single = [k for k, reason in enumerate(reasons) if "with a box here" in reason["text"]]
    assert len(single) == 10
    for k in single:
        ((x, y),) = reasons[k]["cells"]
        cell = board.cell(int(y), int(x))
        there = [node for node in range(len(graph)) if cell in graph.state(node)["boxes"]]
        assert dead[there].all() and set(np.flatnonzero(of == k)) <= set(there)
        if "can never move again" in reasons[k]["text"]:
            for node in there:
                assert all(cell in graph.state(t)["boxes"] for _, t in graph.moves(node))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "sokoban/first-push",
            "This box can never leave this row. The level cannot be won with a box here.",
        ),
        (
            "psychopath/carousels",
            "This block can never move again. The level cannot be won with a block here.",
        ),
        (
            "psychopath/many-traps",
            "The level cannot be won from any state with block 3:6 and block 4:5.",
        ),
        (
            "psychopath/fill-the-pit",
            "The level cannot be won from any state in which this cell is like this.",
        ),
        ("puzzlescript/tumble", "The level cannot be won from any state with red 3:7."),
    ],
)
def test_reasons_are_sentences(name, text):
    level = read_level(name)
    assert text in [reason["text"] for reason in loss_reasons(level, expand(level.puzzle))[1]]


def test_many_possible_cells_are_not_framed_and_a_few_are():
    level = read_level("puzzlescript/tumble")
    _, reasons = loss_reasons(level, expand(level.puzzle))
    areas = [
        [
            len(reason["area"])
            for reason in reasons
            if f"player on one of {count} cells" in reason["text"]
        ]
        for count in (13, 4)
    ]
    assert areas == [[0], [4]]


def test_nothing_is_claimed_about_an_incomplete_graph():
    level = read_level("sokoban/first-push")
    graph = expand(level.puzzle, Limits(states=60))
    assert graph.stopped
    of, reasons = loss_reasons(level, graph)
    assert (of == -1).all() and reasons == []
    states = States(level, graph)
    seen = [states.look(node) for node in range(len(graph))]
    assert {one["reason"] for one in seen} == {-1} and all("chance" not in one for one in seen)


@pytest.mark.parametrize(
    "name",
    ["sokoban/first-push", "psychopath/carousels", "puzzlescript/tumble", "spacewreck/eight-rooms"],
)
def test_chances_are_those_of_the_equations(name):
    graph = expand(read_level(name).puzzle)
    wins, codes = analysis.play_at_random(graph).wins, chances(graph).astype(float)
    told = np.where(codes == 0, 0.0, 2 ** ((1 - codes) / CODES_PER_HALVING))
    assert (codes != UNKNOWN_CODE).all()
    assert np.abs(told - wins).max() <= 2e-3
    doomed = analysis.dead(graph)
    risky = {node for node in range(len(graph)) if doomed[list(graph_after(graph, node))].any()}
    assert {int(node) for node in np.flatnonzero(codes == 1)} == set(range(len(graph))) - risky
    assert np.array_equal(codes == 0, doomed)


def graph_after(graph, node: int) -> set[int]:
    """Return the states that can be reached from a state."""
    queue, known = [node], {node}
    for at in queue:
        fresh = {target for _, target in graph.moves(at)} - known
        known |= fresh
        queue += fresh
    return known


def test_without_dead_states_a_random_player_always_wins_and_without_a_solution_never():
    assert set(chances(expand(read_level("pacman/two-gates").puzzle))) == {1}
    assert set(chances(expand(read_level("sokoban/corner").puzzle))) == {0}


def test_chances_that_would_take_long_are_left_out(monkeypatch):
    graph = expand(read_level("psychopath/carousels").puzzle)
    assert np.count_nonzero(analysis.moves_to_goal(graph) >= 0) < MAX_LIVING
    monkeypatch.setattr("stategraph.studio.win_chances.MAX_LIVING", 100)
    assert len(chances(graph)) == 0
