"""The hardest start, held to trying every state."""

from __future__ import annotations

import networkx as nx
import pytest

from stategraph import analysis, expand, load
from stategraph.design import alive_per_distance, hardest
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError, RuleError
from stategraph.level_files import parse_level

SMALL = [
    "labyrinth/first-shift",
    "labyrinth/straight-up",
    "pacman/passing-place",
    "pledge/about-turn",
    "pledge/straight-home",
    "psychopath/first-push",
    "psychopath/block-on-exit",
    "spacewreck/eight-rooms",
    "spacewreck/already-there",
]


@pytest.mark.parametrize("name", SMALL)
def test_no_state_that_can_be_written_is_farther(name):
    level = load(name)
    family, puzzle, graph = level.family, level.puzzle, expand(level.puzzle)
    found = hardest(level, graph, expand)
    left = analysis.moves_to_goal(graph).tolist()
    farthest, refused = -1, []
    for node in range(len(graph)):
        try:
            family.write(puzzle, graph.state(node))
        except LevelError:
            refused.append(node)
        else:
            farthest = max(farthest, left[node])
    assert found.moves_left == farthest
    assert left.index(farthest) <= found.node
    assert left[found.node] == farthest
    assert analysis.shortest(expand(parse_level(found.text, "x.yaml").puzzle)) == farthest
    passed = [node for node in refused if (left[node], -node) > (farthest, -found.node)]
    assert sum(one.states for one in found.passed_over) == len(passed)
    for one in found.passed_over:
        assert one.node in passed
        assert one.moves_left == left[one.node] >= farthest
        with pytest.raises(LevelError, match="^" + one.reason[:20]):
            family.write(puzzle, graph.state(one.node))


def test_the_counts_of_states_per_distance():
    graph = expand(load("spacewreck/eight-rooms").puzzle)
    left = nx.shortest_path_length(graph, target=graph.goal)
    counts = [list(left.values()).count(d) for d in range(5)]
    assert alive_per_distance(graph) == counts == [1, 2, 1, 2, 1]


def test_a_format_that_can_say_nothing():
    level = load("spacewreck/eight-rooms")

    class Mute(type(level.family)):
        def write(self, puzzle, state):
            raise LevelError("no words")

    import dataclasses

    mute = dataclasses.replace(level, family=Mute())
    found = hardest(mute, expand(level.puzzle), expand)
    assert (found.node, found.text) == (None, "")
    ((reason, states),) = ((one.reason, one.states) for one in found.passed_over)
    assert (reason, states) == ("no words", 7)


def test_a_family_that_writes_something_else_is_caught(monkeypatch):
    level = load("spacewreck/eight-rooms")
    write = type(level.family).write
    monkeypatch.setattr(type(level.family), "write", lambda self, p, s: write(self, p, p.start))
    with pytest.raises(RuleError, match="a level of 3 moves for a state with 4 left"):
        hardest(level, expand(level.puzzle), expand)
    monkeypatch.setattr(type(level.family), "write", lambda self, p, s: "nonsense\n")
    with pytest.raises(RuleError, match="writes a level that it cannot read"):
        hardest(level, expand(level.puzzle), expand)


def test_nothing_is_said_of_graphs_that_are_not_whole():
    level = load("spacewreck/eight-rooms")
    with pytest.raises(ValueError, match="whole graph"):
        hardest(level, expand(level.puzzle, Limits(states=4)), expand)
    lost = load("spacewreck/no-way-out")
    with pytest.raises(ValueError, match="with a goal"):
        hardest(lost, expand(lost.puzzle), expand)


def test_a_family_that_is_not_installed_is_written_in_its_own_format():
    level = load("spacewreck/eight-rooms")

    class Mine(type(level.family)):
        name = "mine"

    import dataclasses

    mine = dataclasses.replace(level, family=Mine())
    found = hardest(mine, expand(level.puzzle), expand)
    again = mine.family.read(found.text, {})
    assert analysis.shortest(expand(again)) == found.moves_left == 4
    # a family of an installed one's name is not that one
    twin = dataclasses.replace(level, family=type(level.family)())
    assert hardest(twin, expand(level.puzzle), expand).text == found.text
