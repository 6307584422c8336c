"""Everything about a level as one object: as a mapping, as a row, as text."""

from __future__ import annotations

import json

import pytest
from toys import lamps

from stategraph import load
from stategraph.analysis import moves_to_goal
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.level_files import Level
from stategraph.metrics import (
    COLUMNS,
    METRICS,
    Analysis,
    analyse,
    measure_level,
    summary,
    units,
)
from stategraph.metrics.units import HEADLINES, in_units
from stategraph.rules import NO_FAMILY


def analysed(name: str = "spacewreck/eight-rooms", **limits) -> Analysis:
    level = load(name)
    return analyse(level, expand(level.puzzle, Limits(**limits)))


def test_it_holds_the_numbers_of_the_level():
    found = analysed()
    assert (found.name, found.puzzle) == ("spacewreck/eight-rooms", "spacewreck")
    record = measure_level(found.level, found.graph)
    short = summary(found.graph)
    for name, value in {**record, **short}.items():
        assert found[name] == getattr(found, name) == value
    assert found.first_solution_moves == ["R3", "L5", "L8"]
    assert found.nearest_trap_moves == [{"from": 4, "label": "L7", "to": 7}]
    assert list(found) == list(found.to_dict())
    assert set(found) <= set(dir(found))
    assert len(found) == len(list(found))


def test_what_it_does_not_have_is_an_error():
    found = analysed()
    with pytest.raises(KeyError):
        found["shortness"]
    with pytest.raises(AttributeError, match="shortness"):
        assert found.shortness
    assert "play" not in found
    assert found.get("play") is None


def test_the_play_of_a_runner_is_there_when_asked_for():
    found = analysed("pledge/ferry")
    assert found.play["runner"] == "knight"
    witnesses = ["play", "largest_dead_end_cycles", "nearest_trap_moves", "patterns"]
    assert list(found)[-4:] == witnesses
    assert found.cap == found.level.puzzle.facts["cap"]


@pytest.mark.parametrize(
    ("name", "alone"), [("pledge/for-ever", True), ("pledge/ferry", False), ("pledge/island", True)]
)
def test_a_run_is_endless_if_the_runner_is_the_only_one_who_can_move(name, alone):
    found = analysed(name)
    play, runs = found.play, found.level.family.runs
    assert all(map(runs, found.graph.label_names)) == alone
    assert (play["endless_run"] is not None) == (alone and play["cycle"] is not None)


def test_some_winning_end_of_play_is_reached_if_any_is():
    level = load("pledge/both-in-any-case")
    names = set(level.family.arrivals(level.puzzle))
    whole, part = (analysed(level.name, **limits).play for limits in ({}, {"states": 20}))
    assert whole["each"].keys() == part["each"].keys() == names == {"red", "blue"}
    assert whole["can_win"] == any(one["can_win"] for one in whole["each"].values())
    assert all(one["can_win"] is None and one["unknown"] for one in part["each"].values())


def test_witnesses_are_found_when_they_are_asked_for(monkeypatch):
    found = analysed()
    asked = []
    monkeypatch.setattr(
        "stategraph.analysis.nearest_trap_moves", lambda graph, most: asked.append(most)
    )
    assert found.trap_moves == 1
    repr(found)
    assert asked == []
    assert found.nearest_trap_moves is None
    assert found["nearest_trap_moves"] is None
    assert asked == [100]
    again = analysed()
    again.find_all()
    assert asked == [100, 100]
    assert again.nearest_trap_moves is None
    assert asked == [100, 100]


def test_a_part_says_what_is_unknown_in_the_order_of_its_keys():
    found = analysed("spacewreck/minefield", states=5)
    assert not found.complete
    assert found.unknown == [name for name in found if name in found.unknown]
    assert found.unknown[:5] == [
        "solvable", "shortest", "shortest_count", "first_solution", "first_solution_moves",
    ]  # fmt: skip
    assert all(found[name] is None for name in found.unknown)
    assert found.at_least.keys() == {"dead_states", "stuck_states", "dead_end_cycles", "max_depth"}
    row = found.row()
    assert tuple(row) == COLUMNS
    assert row["states"] is None
    assert row["unknown"][:2] == ["states", "moves"]
    metrics = set(found.unknown) & set(METRICS)
    assert set(row["unknown"]) == {"states", "moves", *metrics, *HEADLINES}


def test_the_units_of_a_part_are_unknown_if_only_the_whole_graph_shows_them():
    level = Level(NO_FAMILY, lamps(), "lamps", "lamps")
    part, whole = (analyse(level, expand(level.puzzle, Limits(states=k))) for k in (4, None))
    assert part.units is None and "units" in part.unknown
    assert whole.units is None and whole.unknown == []
    row = whole.row()
    assert (row["by"], row["length"], row["narrowness"]) == (None, 3, 1)


def test_random_players_of_many_units_are_left_out(monkeypatch):
    level = load("psychopath/first-push")
    graph = expand(level.puzzle)
    living = int((moves_to_goal(in_units(level, graph)) >= 0).sum())
    slow = {name for name, metric in METRICS.items() if metric.needs == "slow"}
    for most, left_out in ((living, set()), (living - 1, slow)):
        monkeypatch.setattr(units, "MAX_UNITS_OF_RANDOM_PLAYER", most)
        assert set(analyse(level, graph).units["left_out"]) == left_out
        assert analyse(level, graph, slow=True).units["left_out"] == []


@pytest.mark.parametrize("limits", [{}, {"states": 5}], ids=["whole", "part"])
def test_the_summary_comes_first(limits):
    found = analysed("spacewreck/minefield", **limits)
    short = list(summary(found.graph))
    assert list(found)[: len(short) + 1] == ["puzzle", *short]


def test_states_that_cannot_be_reached_are_all_others():
    found = analysed()
    assert found.unreachable_states == found.most_states - found.states == 41
    assert analysed(states=5).unreachable_states is None


def test_the_text_is_short_and_tells_the_name():
    text = str(analysed())
    assert text.startswith("spacewreck/eight-rooms")
    assert len(text.splitlines()) < 20
    assert "R3L5L8" in text
    assert "unknown" in str(analysed("spacewreck/minefield", states=5))
    assert repr(analysed()).startswith("<Analysis of spacewreck/eight-rooms: states 9, moves 14")
    assert "<td>R3L5L8</td>" in analysed()._repr_html_()


def test_many_are_a_table():
    pandas = pytest.importorskip("pandas")
    names = ["spacewreck/eight-rooms", "spacewreck/no-way-out", "pledge/ferry"]
    many = [analysed(name) for name in names]
    table = pandas.DataFrame(many)
    assert table.shape[0] == 3
    assert set(table.columns) == set().union(*many)
    assert list(table.columns)[: len(many[0])] == list(many[0])
    assert table["states"].tolist() == [found.states for found in many]
    assert table["first_solution"].tolist()[0] == "R3L5L8"
    rows = pandas.DataFrame([found.row() for found in many])
    assert tuple(rows.columns) == COLUMNS
    assert rows["level"].tolist() == names


def test_it_can_be_written_as_json():
    found = analysed("pledge/ferry")
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()
