"""Answers: phrases, tables, and the agreement of a record with its words."""

from __future__ import annotations

import ast
import operator
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stategraph import analysis
from stategraph.design import compare
from stategraph.expand import expand
from stategraph.invent.archive import Archive
from stategraph.invent.repair import Repair
from stategraph.load import load
from stategraph.metrics import analyse
from stategraph.tell import algorithm_properties, diff, invent, phrases, polish, query
from stategraph.tell import level as tell_level
from stategraph.tell.analyse import words

ROOT = Path(__file__).parents[2] / "stategraph" / "tell"


@given(st.lists(st.tuples(st.text("ab1", max_size=5), st.text("x ", max_size=4)), min_size=1))
def test_columns_are_as_wide_as_their_widest_cell(rows):
    lines = phrases.columns(rows)
    wide = max(len(first) for first, _ in rows)
    assert len(lines) == len(rows)
    for line, (first, second) in zip(lines, rows, strict=True):
        assert line[:wide].rstrip() == first.rstrip()
        assert line[wide + 2 :].strip() == second.strip()
        assert line == line.rstrip()


def test_many_moves_are_cut_in_the_middle():
    assert phrases.after(["R3", "L5"]) == "after R3 L5"
    text = phrases.after([f"R{k}" for k in range(40)])
    assert text.startswith("after R0 R1 R2") and text.endswith("R38 R39 (40 moves)")
    assert len(text) < 70


def test_a_level_file_that_states_wrong_answers_is_contradicted(tmp_path):
    level = load("spacewreck/eight-rooms")
    numbers = analyse(level, expand(level.puzzle)).numbers
    assert tell_level.contradictions(level, numbers, is_full=True) == []
    level.expect.update(shortest=4, lengh=3)
    assert tell_level.contradictions(level, numbers, is_full=True) == [
        "expect names 'lengh', which is not an answer of 'analyse'",
        "expect says shortest: 4, found 3",
    ]
    assert tell_level.contradictions(level, {"shortest": 3, "unknown": ["shortest"]}) == []
    assert tell_level.contradictions(level, {"shortest": 3}) == ["expect says shortest: 4, found 3"]


def test_words_of_an_analysis_say_its_numbers():
    level = load("spacewreck/eight-rooms")
    lines = words(analyse(level, expand(level.puzzle)), by_moves=True)
    assert "  shortest solution  3 moves: R3L5L8 (the only one)" in lines
    assert "trap moves, nearest to the start:" in lines


@pytest.mark.parametrize(
    "name, rank",
    [
        ("spacewreck/both-arrive", " (the only one)"),
        ("pacman/one-for-both", " (first of 2 in "),
        ("spacewreck/long-way", " (first of 3 in "),
    ],
)
def test_only_a_single_solution_is_called_the_only_one(name, rank):
    level = load(name)
    found = words(analyse(level, expand(level.puzzle)), by_moves=True)
    (line,) = (line for line in found if line.startswith("  shortest solution "))
    assert rank in line


def test_moves_are_cut_when_they_are_longer_than_60_characters():
    assert phrases.moves_in_words(["a" * 20, "b" * 20, "c" * 18]).endswith("c" * 18)
    assert phrases.moves_in_words(["a" * 20, "b" * 20, "c" * 19]).endswith(" (3 moves)")


def test_lines_of_an_option_are_told_as_removed_or_added():
    before, after = load("spacewreck/eight-rooms"), load("spacewreck/eight-rooms")
    graph = expand(before.puzzle)
    found = compare(before, after, (graph, graph), expand)
    game = ("RULES\n[ a ] -> [ b ]\nLEVELS", "RULES\n  [ a ] -> [ c ]\n[ b ] -> [ ]\nLEVELS")
    found = replace(found, others={"game": game, "limit": ("3", "4")})
    assert [line for line in diff.words(before, found) if "game" in line or "limit" in line] == [
        "removed from game: [ a ] -> [ b ]",
        "added to game: [ a ] -> [ c ]",
        "added to game: [ b ] -> [ ]",
        "limit: 3 -> 4",
    ]


def test_every_record_of_a_state_has_the_same_keys():
    level = load("spacewreck/eight-rooms")
    graph = expand(level.puzzle)
    seen = query.record(level, graph, analysis.query(graph, 0), graph.state(0))
    for complete, played in ((True, False), (False, False), (False, True)):
        unseen = query.record_of_unseen(
            level, level.puzzle.start, complete=complete, reached=played, graph=graph
        )
        assert list(unseen) == list(seen)


@pytest.mark.parametrize("path", sorted(ROOT.glob("*.py")), ids=lambda path: path.stem)
def test_every_answer_has_a_record_or_words(path):
    """One file per answer: names that no other answer uses belong to one answer."""
    names = {node.name for node in ast.parse(path.read_text()).body if hasattr(node, "name")}
    shared = ("__init__", "board_text", "dead_regions", "main_numbers", "partial_board", "phrases")
    shared += ("records", "store", "trap_reasons", "views")
    assert path.stem in shared or names & {"record", "words"}


@pytest.mark.parametrize("proven, sure", [(True, ""), (False, ", some too large to decide")])
def test_a_solution_that_stays_open_says_whether_that_is_proven(proven, sure):
    text = polish._open(Repair((), tried=5, most=1, proven=proven, complete=proven))
    start = "unintended solutions remain: no single change is enough; 5 levels examined"
    assert text.startswith(f"{start}{sure}")
    assert sure or text == start


def test_memory_is_said_in_kibibytes():
    row = SimpleNamespace(algorithm="none")
    assert algorithm_properties._space(row, SimpleNamespace(bytes=None)) == "unknown"
    assert algorithm_properties._space(row, SimpleNamespace(bytes=5 * 1024)) == "5 KiB at most"


def test_the_rate_of_a_search_is_levels_by_seconds():
    found = SimpleNamespace(
        levels=5,
        seconds=0.5,
        failures=Counter(),
        archive=Archive((), operator.eq),
        hardest_demand="",
    )
    assert invent.progress(found).startswith("5 levels examined, 10/s, 0 found")


@pytest.mark.parametrize("shortcut, lost", [((), None), (None, ()), (None, None)])
def test_one_cause_searched_in_vain_leaves_a_difference_open(shortcut, lost):
    found = SimpleNamespace(
        shortcut=SimpleNamespace(causes=shortcut),
        detour=None,
        lost=(SimpleNamespace(causes=lost),),
        gained=None,
        closed=(),
        opened=(),
    )
    assert diff._open(found) == (None in (shortcut, lost))
