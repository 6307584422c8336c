"""Details of answers in words that no verb's example shows."""

from __future__ import annotations

from stategraph import difficulty, load
from stategraph.design.diff import Departure
from stategraph.difficulty.estimate import easy
from stategraph.expand import expand
from stategraph.metrics import analyse
from stategraph.tell import board_text, diff, heuristic, main_numbers
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
    lines = diff._departure("before", "all others", one, _NoCauses())
    assert lines[1] == "  without that, still 9 moves, because of wall 3:2 or pit 1:1"
    alone = Departure(("R",), 1, "R", True, still=1)
    assert diff._departure("before", "all", alone, _NoCauses())[1] == "  without that, still 1 move"


def test_a_number_that_does_not_exist_is_not_unknown():
    level = load("spacewreck/no-way-out")
    row = analyse(level, expand(level.puzzle)).row()
    cells = [text for text, _ in main_numbers.people_cells(row, None)]
    assert row["narrowness"] is None and cells[1] != "unknown"
    cut = {**row, "unknown": [*row["unknown"], "narrowness"]}
    assert main_numbers.people_cells(cut, None)[1][0] == "unknown"
    known = {**row, "narrowness": 3}
    assert main_numbers.people_cells(known, None)[1] == ("3", "3")


class _NoCauses:
    def because(self, one):
        return ""
