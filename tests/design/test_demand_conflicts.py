"""Contradictions between demands: the pair is named, and bundled levels contradict none."""

import pytest

from stategraph import expand
from stategraph.design import demand, measure_all
from stategraph.design.demand_conflicts import ORDERED, conflict
from stategraph.errors import InputError
from stategraph.invent import wishes


def test_the_pair_that_conflicts_is_named_before_a_search():
    asked = [demand("needed", "all"), demand("decoys", {"at least": 1})]
    with pytest.raises(InputError, match="'needed: all' and 'decoys: at least 1'"):
        wishes(asked, [], "shortest", 100)
    asked = [demand("pushes", [20, 30]), demand("shortest", {"at most": 19})]
    assert [one.name for one in conflict(asked)] == ["pushes", "shortest"]
    asked = [demand("unique", True), demand("shortest_count", {"at least": 2})]
    assert [one.name for one in conflict(asked)] == ["unique", "shortest_count"]


def test_demands_that_touch_do_not_conflict():
    assert conflict([demand("pushes", 20), demand("shortest", 20)]) is None
    assert conflict([demand("needed", ["box 1:1"]), demand("decoys", 2)]) is None


@pytest.mark.parametrize(
    "name", ["sokoban/too-late", "sokoban/corner", "spacewreck/eight-rooms", "psychopath/snake"]
)
def test_no_level_conflicts_with_its_own_numbers(name):
    graph = expand(name)
    names = {name for pair in ORDERED for name in pair}
    found = measure_all(graph.level, graph, names)
    known = {name: found[name] for name in names if found[name] is not None}
    assert len(known) > 6
    assert conflict([demand(name, value) for name, value in known.items()]) is None
