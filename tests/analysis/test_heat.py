"""Heat on boards, compared with counts of every state."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from stategraph import load
from stategraph.analysis import dead, moves_to_goal, play_at_random, solutions_in_order
from stategraph.analysis.heat import KINDS, heat, members
from stategraph.analysis.random_play import random_visits
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.laws import states_along

LEVELS = (
    "psychopath/snake",
    "psychopath/covered-exits",
    "psychopath/fill-the-pit",
    "sokoban/two-to-put-away",
    "pacman/first-meal",
    "spacewreck/minefield",
    "labyrinth/nine-tiles",
    "pledge/ferry",
    "puzzlescript/hall",
    "puzzlescript/causeway",
)


def counted(level, states, names):
    """Return how often each cell is taken in some states, by brute force."""
    spot = level.family.spot
    return Counter(
        (name, value)
        for state in states
        for name in names
        for value in members(state[name])
        if spot(level.puzzle, name, value) is not None
    )


@pytest.mark.parametrize("name", LEVELS)
def test_heat_adds_up_to_what_it_counts(name):
    level = load(name)
    graph = expand(level.puzzle)
    gone = dead(graph)
    states = [graph.state(node) for node in range(len(graph))]
    for kind, some in (
        ("alive", [state for state, lost in zip(states, gone, strict=True) if not lost]),
        ("dead", [state for state, lost in zip(states, gone, strict=True) if lost]),
        (
            "solutions",
            [
                state
                for way in solutions_in_order(graph)
                for state in states_along(level.puzzle, graph, way)
            ],
        ),
    ):
        found = heat(level, graph, kind)
        assert found.cells == counted(level, some, found.variables)
        assert found.variables == level.family.walkers(level.puzzle)
        assert found.total == sum(found.spots(level).values())
        if all(type(state[who]) is int for state in states for who in found.variables):
            assert found.total == len(some) * len(found.variables)


@pytest.mark.parametrize("name", LEVELS)
def test_visits_add_up_to_the_moves_of_the_random_player(name):
    level = load(name)
    graph = expand(level.puzzle)
    visits, play = random_visits(graph), play_at_random(graph)
    assert visits.sum() == pytest.approx(play.moves[0])
    alive = moves_to_goal(graph) > 0
    assert not visits[~alive].any() and (visits[alive] >= 0).all()
    # flow conservation: the start gets one unit, and each other state gets shares of its sources
    share = visits[graph.sources] / np.diff(graph.offsets)[graph.sources]
    into = np.bincount(graph.targets, share, len(graph))
    into[0] += 1
    assert into[alive] == pytest.approx(visits[alive])
    found = heat(level, graph, "visits")
    if found.variables != ("player",) or "puzzlescript" not in name:
        assert found.total == pytest.approx(play.moves[0] * len(found.variables))


@pytest.mark.parametrize("name", LEVELS)
def test_what_is_never_visited_no_state_has(name):
    level = load(name)
    graph = expand(level.puzzle)
    states = {graph.state(node) for node in range(len(graph))}
    states |= {to for state in states for _, to in level.puzzle.moves(state)}
    found = heat(level, graph, "never")
    taken = counted(level, states, found.variables)
    assert not found.cells.keys() & taken.keys()
    spots = {level.family.spot(level.puzzle, *cell) for cell in taken}
    every = {
        level.family.spot(level.puzzle, name, value)
        for name in found.variables
        for value in range(
            level.puzzle.variables.kinds[name].least, level.puzzle.variables.kinds[name].n
        )
    } - {None}
    assert set(found.spots(level)) == every - spots
    assert set(found.cells.values()) <= {1}


def test_where_things_lie_when_all_is_lost():
    level = load("psychopath/snake")
    graph = expand(level.puzzle)
    found = heat(level, graph, "lost")
    lost = [graph.state(node) for node in np.flatnonzero(dead(graph)).tolist()]
    assert found.variables == ("blocks",)
    assert found.cells == counted(level, lost, ["blocks"])
    assert found.total == 5 * len(lost)


def test_what_cannot_be_counted_is_refused():
    level = load("psychopath/snake")
    graph = expand(level.puzzle)
    for kind, names, reason in (
        ("aliv", (), "did you mean alive"),
        ("alive", ("block",), "did you mean blocks"),
    ):
        with pytest.raises(InputError, match=reason):
            heat(level, graph, kind, names)
    pit = load("psychopath/fill-the-pit")
    for kind, names in (("alive", ("tiles",)), ("lost", ())):
        with pytest.raises(InputError, match="no places|no variable has places"):
            heat(pit, expand(pit.puzzle), kind, names)
    assert all(KINDS.values())


def test_of_a_part_of_a_graph_no_heat_is_told():
    level = load("psychopath/snake")
    with pytest.raises(InputError, match="limit of 9 states"):
        heat(level, expand(level.puzzle, Limits(states=9)), "alive")
