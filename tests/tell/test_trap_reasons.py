"""Reasons of trap moves in words, and boards that show nothing else."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from stategraph import difficulty, expand, load
from stategraph.analysis import dead
from stategraph.analysis.dead_patterns import patterns_of
from stategraph.analysis.trap_reasons import reasons_of
from stategraph.cli import main
from stategraph.tell import dead_regions
from stategraph.tell.difficulty import fatal_reason
from stategraph.tell.partial_board import partial_board
from stategraph.tell.trap_reasons import by_reason, cause, in_one_sentence

LEVELS = (
    "labyrinth/first-shift", "pacman/long-wait", "pledge/ferry", "psychopath/fill-the-pit",
    "psychopath/snake", "puzzlescript/causeway", "sokoban/three-in-a-row", "sokoban/too-late",
    "spacewreck/merry-go-round",
)  # fmt: skip


@pytest.mark.parametrize("name", LEVELS)
def test_each_pattern_has_one_reason_and_each_reason_a_board(name):
    level = load(name)
    graph = expand(level)
    found, reasons = patterns_of(level, graph), reasons_of(level, graph)
    patterns = [pattern for reason in reasons.reasons for pattern in reason.patterns]
    assert sorted(map(id, patterns)) == sorted(map(id, found.patterns))
    assert np.array_equal(reasons.of >= 0, found.of >= 0)
    size = [len(row) for row in level.describe(graph.state(0)).split("\n")]
    for reason in reasons.reasons:
        assert cause(level, reason)
        board = partial_board(level, graph, reason)
        assert not board or len(board) >= len(size)
        is_placed = any(p.variable == "player" for p in reason.parts)
        if name.startswith("psychopath") and not is_placed:
            assert not any("u" in line for line in board)  # the player, who may be anywhere


def test_symmetric_patterns_are_one():
    level = load("sokoban/too-late")
    graph = expand(level)
    first, second = reasons_of(level, graph).reasons
    assert (first.same_set, len(first.patterns)) == (True, 12)
    assert (second.same_set, len(second.patterns)) == (False, 2)
    assert cause(level, second) == "box 2:7 and box 3:7, or symmetric"
    board = partial_board(level, graph, first)
    assert board[1:] == [
        "0 #########", "1 #$$$#$$$#", "2 #       #", "3 #.     .#", "4 #$$$#$$$#", "5 #########"
    ]  # fmt: skip


def test_dead_states_are_lost_by_their_most_frequent_reason():
    level = load("sokoban/too-late")
    graph = expand(level)
    reasons = reasons_of(level, graph)
    phrases = [cause(level, reason) for reason in reasons.reasons]
    nodes = [np.flatnonzero(reasons.of == number) for number in (-1, 0, 1)]
    assert in_one_sentence(level, reasons, nodes[0]) == ""
    assert in_one_sentence(level, reasons, nodes[1]) == phrases[0]
    assert in_one_sentence(level, reasons, nodes[2]) == phrases[1]
    more = np.concatenate([nodes[1][:1], nodes[2][:2]])
    assert in_one_sentence(level, reasons, more) == f"{phrases[1]}, or 1 more reason"


def test_decisions_with_fatal_moves_say_why_they_lose():
    found = difficulty("sokoban/too-late")
    fatal = [bool(fatal_reason(found, decision)) for decision in found.decisions]
    assert fatal == [bool(decision.fatal) for decision in found.decisions]
    assert any(fatal)


def test_moves_by_reason_add_up():
    level = load("sokoban/too-late")
    graph = expand(level).by("walks")
    reasons = reasons_of(level, graph)
    traps = np.flatnonzero(~dead(graph)[graph.sources] & dead(graph)[graph.targets])
    groups = by_reason(reasons, graph, Counter(traps.tolist()))
    assert [(number, counts.total()) for number, counts in groups] == [(0, 142), (1, 4)]


def test_traps_and_lost_plays_are_told_by_reason(capsys, tmp_path):
    assert main(["analyse", "sokoban/too-late"]) == 0
    out = capsys.readouterr().out
    assert "reasons of the 146 trap moves:\n  142 by box on any cell of the top row" in out
    rows = ["level,player,moves", "too-late,a,L L U", "too-late,b,R R U", "too-late,c,L L U"]
    plays = tmp_path / "plays.csv"
    plays.write_text("\n".join(rows))
    assert main(["plays", "sokoban/too-late", str(plays)]) == 0
    out = capsys.readouterr().out
    assert "3 of 3: box on any cell of the top row or the bottom row; most often (2) after" in out


@pytest.mark.parametrize(
    ("name", "caption"),
    [
        (
            "sokoban/too-late",
            "5,608: box on any cell of the/top row or the bottom row/"
            "48: box 2:7 and box 3:7, or/symmetric",
        ),
        (
            "psychopath/many-traps",
            "10,634: block on 4:6 or 4:7/645: block 3:6 and block 4:5/125: other reasons",
        ),
        ("psychopath/carousels", "108: block 7:7"),
    ],
)
def test_a_caption_of_dead_states_lists_their_reasons(name, caption):
    level = load(name)
    graph = expand(level)
    tell = dead_regions.reasons(level, graph)
    assert tell is not None
    assert tell(np.flatnonzero(dead(graph))) == "".join(f"\n{line}" for line in caption.split("/"))
