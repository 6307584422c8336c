"""Details of answers in words that no verb's example shows."""

from __future__ import annotations

import operator
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from stategraph import difficulty, load
from stategraph.analysis.heuristic_check import check_heuristic
from stategraph.design import WhyNot
from stategraph.design.diff import Departure
from stategraph.difficulty.calibration import Calibration
from stategraph.difficulty.estimate import easy
from stategraph.difficulty.rank_correlation import Agreement
from stategraph.expand import expand
from stategraph.invent.archive import Archive
from stategraph.invent.level_search import Search
from stategraph.invent.mutations import Draft
from stategraph.invent.repair import Fix, Repair
from stategraph.metrics import analyse
from stategraph.tell import (
    ablate,
    board_text,
    calibrate,
    diff,
    glossary,
    heuristic,
    invent,
    main_numbers,
    overview,
    repair,
    story,
    why_not,
)
from stategraph.tell.difficulty import percentiles, sentence


def test_boards_stand_side_by_side_up_to_the_last_column():
    assert board_text.side_by_side([["abc"], ["de"]], 7) == ["abc  de"]
    assert board_text.side_by_side([["abc"], ["de"]], 6) == ["abc", "de"]


def test_twenty_gaps_have_a_bar_each_and_twenty_one_share_them():
    assert heuristic._bars({0: 1, 19: 1})[0].split()[:2] == ["0", "1"]
    assert heuristic._bars({0: 1, 20: 1})[0].split()[:3] == ["0", "to", "1"]


def test_the_interval_of_an_easy_level_ends_at_the_share_of_harder_ones():
    found = difficulty("psychopath/snake")
    assert easy(found.percentile)
    least, _, most = percentiles(found)
    assert 0 < least < most
    assert sentence(found).endswith(f": {100 - most:.0f}% to {100 - least:.0f}%)")


def test_what_stays_without_the_blamed_edits_is_told_with_its_causes():
    one = Departure(("R",), 1, "R", True, still=9, still_because=(("wall 3:2",), ("pit 1:1",)))
    lines = diff._departure("before", "old", True, one, _NoCauses())
    assert lines[1] == "  without that, still 9 moves, because of wall 3:2 or pit 1:1"
    alone = Departure(("R",), 1, "R", True, still=1)
    lines = diff._departure("before", "old", True, alone, _NoCauses())
    assert lines[1] == "  without that, still 1 move"


@pytest.mark.parametrize(
    ("won", "wanted"),
    [
        (True, "lost shortcut: R leaves the new solutions at move 1, R"),
        (None, "lost shortcut: R leaves the new solutions at move 1, R"),
        (False, "lost solution: R fails at move 1, R, in the new version, which cannot be won"),
    ],
)
def test_a_version_that_cannot_be_won_has_no_solutions_to_leave(won, wanted):
    one = Departure(("R",), 1, "R", False)
    assert diff._departure("lost shortcut", "new", won, one, _NoCauses()) == [wanted]


def test_a_number_that_does_not_exist_is_not_unknown():
    level = load("spacewreck/no-way-out")
    row = analyse(level, expand(level.puzzle)).row()
    cells = [text for text, _ in main_numbers.people_cells(row, None)]
    assert row["narrowness"] is None and cells[1] != "unknown"
    cut = {**row, "unknown": [*row["unknown"], "narrowness"]}
    assert main_numbers.people_cells(cut, None)[1][0] == "unknown"
    known = {**row, "narrowness": 3}
    assert main_numbers.people_cells(known, None)[1] == ("3", "3")


def test_the_fewest_moves_are_named_only_if_the_solution_with_fewest_units_has_more():
    moves = SimpleNamespace(numbers={"shortest": 3})
    graph = expand(load("spacewreck/eight-rooms").puzzle).by("turns")
    rows = {
        steps: overview._fewest_moves(moves, SimpleNamespace(numbers={"steps": steps}, graph=graph))
        for steps in (None, 3, 4)
    }
    assert (rows[None], rows[3]) == ([], [])
    assert rows[4] == [("fewest moves", "3, in more turns (solve prints them)")]


@pytest.mark.parametrize("proven", [True, False])
def test_a_repair_without_proof_leaves_one_answer_open(proven):
    level = load("spacewreck/eight-rooms")
    record = repair.record(level, Repair((), 1, 1, proven, True), None)
    assert record["unknown"] == ["repaired"] * (not proven)
    assert (record["repaired"], record["fewest"]) == (False if proven else None, None)
    record = repair.record(level, Repair((Fix(Draft("x"), ()),), 1, 1, proven, True), None)
    assert record["unknown"] == ["fewest"] * (not proven)
    assert (record["repaired"], record["fewest"]) == (True, proven)


@pytest.mark.parametrize("low", [-0.1, 0.0, 0.1, None])
def test_a_model_that_may_agree_no_better_than_chance_is_doubtful(low):
    own = SimpleNamespace(offset=None)
    found = Calibration(["a"] * 9, {}, {}, {}, own, Agreement(0.5, low, 0.9, 9), None)
    assert calibrate.warnings(found) == [
        "the model does not agree with levels left out: do not rely on it"
    ] * (low != 0.1)


def test_players_without_a_model_have_correlations_nevertheless():
    found = Calibration(["a"] * 3, {"solved": np.ones(3)}, {"solved": []}, {}, None, None, None)
    few, same = calibrate.warnings(found)
    assert few.startswith("3 levels: too few for reliable correlations")
    assert same == "solved: it is the same for all levels, or their numbers are"
    nothing = replace(found, people={}, agreements={})
    assert calibrate.warnings(nothing) == ["three levels are too few for any result"]


@pytest.mark.long
def test_moves_that_make_a_heuristic_fall_are_listed():
    level = load("psychopath/warehouse")
    graph = expand(level.puzzle)
    check = check_heuristic(graph, lambda state: 0 if state.player % 2 else 9)
    record = heuristic.record(level, graph, "odd", check, 3)
    assert not record["consistent"]
    lines = heuristic.words(level, record)
    at = next(k for k, line in enumerate(lines) if line.startswith("moves that make it fall by"))
    assert len(lines) - at - 1 == len(record["nearest_falling"]) > 0
    assert all(" from 9 to 0, " in line for line in lines[at + 1 :])


@pytest.mark.parametrize("verdict", ["lost", "longer", "best", "unknown"])
def test_answers_to_why_not_are_open_only_if_the_verdict_is(verdict):
    record = why_not.record(WhyNot(("R",), verdict, 2, ("L",), ("U",)))
    empty = {name for name, value in record.items() if value is None}
    assert empty - {"continuation"} == set(record["unknown"]) - {"continuation"}
    assert bool(record["unknown"]) == (verdict == "unknown")


def test_no_delivery_means_that_nothing_was_found():
    search = Search(Archive((), operator.eq), levels=7)
    assert invent.words(search, [], [])[0] == "none found among 7 levels"
    level = load("sokoban/first-push")
    lines = invent.words(search, [SimpleNamespace(level=level)], ["a.yaml"])
    assert lines[0].startswith("a.yaml: One box, one goal (")
    assert lines[1] == "1 level found among 7 levels"


def test_the_main_trap_is_told_with_its_share_of_the_trap_moves():
    values = {"reason": "box 1:1", "moves": 3, "traps": 4}
    fact = SimpleNamespace(kind="main_trap", values=values)
    words = story._fact_in_words(story.SPECIAL, fact)
    assert words == "the main trap is box 1:1 (3 of 4 trap moves)"


def test_each_verdict_of_an_ablation_is_explained():
    texts = {term.name: term.text for term in glossary._own()}
    for name, text in ablate.SAYS.items():
        assert texts[name] == f"In `ablate`, of an element: {text.partition(': ')[2]}."


class _NoCauses:
    def because(self, one):
        return ""
