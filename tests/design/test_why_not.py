"""Answers to "why not this move?", compared with the distances of the whole graph."""

from __future__ import annotations

import json
import random

import pytest
from yards import SOKOBAN, yard

from stategraph import expand, load
from stategraph.analysis.distances import moves_to_goal
from stategraph.design import explain_moves
from stategraph.tell import why_not as tell


def asked(level, graph, *labels):
    """Return the answer for some moves from the start."""
    state, nodes = level.puzzle.start, [0]
    for label in labels:
        state = dict(level.puzzle.moves(state))[label]
        nodes.append(graph.goal if level.puzzle.is_goal(state) else graph.find(state))
    return explain_moves(level, graph, nodes, labels)


@pytest.mark.parametrize("seed", range(15))
def test_the_verdict_is_that_of_the_distances(seed):
    from dataclasses import replace

    puzzle, graph = yard(random.Random(f"why not {seed}"), 4)
    level = replace(load("sokoban/first-push"), puzzle=puzzle, family=SOKOBAN)
    left = moves_to_goal(graph)
    for node in range(0, len(graph), max(1, len(graph) // 20)):
        for move in range(int(graph.offsets[node]), int(graph.offsets[node + 1])):
            to = int(graph.targets[move])
            found = explain_moves(level, graph, [node, to], [graph.label(move)])
            if left[node] < 0:
                assert found.verdict == "unknown"
            elif left[to] < 0:
                assert found.verdict == "lost" and found.reasons[0].values["parts"]
            else:
                more = 1 + left[to] - left[node]
                assert found.more == more and len(found.continuation) == left[to]
                assert found.verdict == ("longer" if more else "best")
                assert bool(found.reasons) == bool(more)


def test_a_move_that_loses_has_its_dead_pattern():
    level = load("psychopath/warehouse")
    found = asked(level, level.expand(), "U", "U")
    assert tell.words(found)[0] == "why not U U: lost: dead pattern block 1:4"


def test_a_move_that_is_taken_back():
    level = load("psychopath/warehouse")
    found = asked(level, level.expand(), "U")
    assert (found.verdict, found.more) == ("longer", 2)
    assert tell.words(found)[0] == "why not U: 2 more moves, because it is taken back after 1 move"


def test_a_detour_moves_a_piece_more_often():
    level = load("puzzlescript/causeway")
    (reason,) = asked(level, level.expand(), "R", "R", "R").reasons
    assert reason.values == {"piece": "crate on 2:2", "more": 4, "of": 6}


def test_another_actor_and_one_more_change():
    level = load("spacewreck/eight-rooms")
    found = asked(level, level.expand(), "L4")
    assert [fact.kind for fact in found.reasons] == ["moves_more", "more_chapters"]
    assert found.continuation == ("R3", "L2", "L5", "L8")


def test_a_move_that_is_not_needed():
    """The best moves after it are the best moves of all."""
    level = load("rushhour/back-first")
    found = asked(level, level.expand(), "E+")
    assert (found.verdict, found.more) == ("longer", 1)
    assert found.continuation == found.instead
    assert [fact.kind for fact in found.reasons] == ["not_needed"]
    said = "why not E+: 1 more move, because the best moves are the same without it"
    assert tell.words(found)[0] == said


def test_on_the_command_line(run):
    said = run("query", "spacewreck/eight-rooms", "--why-not", "L4", "--json")
    record = json.loads(said.out)
    assert said.code == 0 and record["verdict"] == "longer"
    lines = run("query", "spacewreck/eight-rooms", "--why-not", "R3").out.splitlines()
    assert lines[0] == "why not R3: it is one of the best moves"


def test_moves_that_cannot_be_played(run):
    said = run("query", "spacewreck/eight-rooms", "--why-not", "R8")
    assert said.code == 2 and "--why-not: 'R8' cannot be played at the start" in said.err


def test_an_incomplete_graph_answers_unknown():
    level = load("psychopath/warehouse")
    graph = expand(level, max_states=500)
    found = asked(level, graph, "U")
    assert found.verdict == "unknown" and tell.record(found)["unknown"]
