"""PuzzleScript sources that the engine plays with a warning, and limits of the input."""

from __future__ import annotations

import contextlib
import time

import pytest
from stategraph_puzzles.puzzlescript import family, game_reader
from stategraph_puzzles.puzzlescript.game import Game
from stategraph_puzzles.puzzlescript.game_reader import MAX_CELLS, MAX_LINE_LENGTH, MAX_RULES
from stategraph_puzzles.puzzlescript.rules import GameLevel, puzzle

from stategraph.rules import LevelError

GAME = """title Warnings
OBJECTS
Background .
green
{sprite}
Wall #
brown

Player P
white

Crate *
orange

Ghost G
grey
LEGEND
Solid = Crate or Wall or Player or Ghost
SOUNDS
COLLISIONLAYERS
Background
Player, Wall, Crate, Ghost
RULES
{rules}
WINCONDITIONS
LEVELS
{level}
"""
PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"
FIRST_RULE = 24


def made(rules="", level="P*.", sprite=""):
    return Game(GAME.format(rules=rules, level=level, sprite=sprite))


def after(game, keys):
    """Return the board after some keys."""
    level = puzzle(GameLevel(game))
    state = level.start
    for key in keys:
        state = dict(level.moves(state)).get(key, state)
    return family.text(level, state)


@pytest.mark.parametrize(
    ("rule", "same_as", "words"),
    [
        # all of it is left of an arrow that never comes: it does nothing
        ("[ Player ][ -> [ Ghost ]", "", ["-> inside", "one [ too many", "it does nothing"]),
        ("[ Player ] -> [ Ghost", "", ["a [ without its ]", "it does nothing"]),
        ("[ Player ] ->", "", ["it does nothing"]),
        # the whole line is left out
        ("[ Player ] -> Ghost ]", "", ["ghost stands outside", "a ] without its ["]),
        ("[ Player ] ] -> [ Ghost ]", "", ["a ] without its ["]),
        # the words outside of rows are left out
        (
            "[ > Player ]...[ Crate ] -> [ Player ]...[ Ghost ]",
            "[ > Player ] [ Crate ] -> [ Player ] [ Ghost ]",
            ["... stands outside"],
        ),
        (
            "right [ > Player | Crate ] -> right [ > Player | > Crate ]",
            "right [ > Player | Crate ] -> [ > Player | > Crate ]",
            ["right stands outside"],
        ),
        (
            "[ > Player ] Crate [ Crate ] -> [ Player ] [ Ghost ]",
            "[ > Player ] [ Crate ] -> [ Player ] [ Ghost ]",
            ["crate stands outside"],
        ),
        ("[ [ > Player | Crate ] -> [ > Player | > Crate ]", PUSH, ["one [ too many"]),
        # a command may stand anywhere behind the arrow
        (
            "[ > Player | . | ] -> [ > Player again | . | Ghost ]",
            "[ > Player | . | ] -> [ > Player | . | Ghost ] again",
            ["again counts as a command"],
        ),
        (
            "[ > Player | . ] -> cancel [ > Player | . ]",
            "[ > Player | . ] -> [ > Player | . ] cancel",
            ["cancel counts as a command"],
        ),
    ],
)
@pytest.mark.parametrize("level", ["P*.", ".*P", "P.*..", "P...G"])
def test_odd_rules_play_as_the_engine_plays_them(rule, same_as, words, level):
    odd, plain = made(rule, level), made(same_as, level)
    for keys in ("R", "L", "RR", "RRR", "LLR"):
        assert after(odd, keys) == after(plain, keys)
    assert {line for line, _ in odd.source.warnings} == {FIRST_RULE}
    for word in words:
        assert any(word in text for _, text in odd.source.warnings)
    assert plain.source.warnings == []


def test_a_rule_without_effect_still_begins_a_group():
    first = "[ > Player | Crate ] -> [ > Player | > Crate ]"
    idle, joined = "[ Player ] ->", "+ [ Ghost ] -> [ Crate ]"
    kept = made(f"{first}\n{idle}\n{joined}").early.groups
    assert [len(group) for group in kept] == [4, 1]
    left_out = made(f"{first}\n[ Player ] -> ]\n{joined}").early.groups
    assert [len(group) for group in left_out] == [5]


@pytest.mark.parametrize(
    ("rule", "word"),
    [
        ("[ Player again ] -> [ Player ]", "commands stand behind"),
        ("[ Player ] -> [ Player ] -> [ Player ]", "a rule has one ->"),
        ("[ Player [ Crate ] -> [ Player ]", "do not match"),
        ("[ Player ] house [ Crate ] -> [ Player ] [ Crate ]", "house is not a command"),
        ("[ Player ... Crate ] -> [ ]", "stands alone"),
    ],
)
def test_what_the_engine_calls_an_error_is_refused(rule, word):
    with pytest.raises(LevelError, match=word) as caught:
        made(rule)
    assert caught.value.line == FIRST_RULE


def test_junk_behind_a_sprite_is_left_out():
    game = made(PUSH, sprite="00000\n.....\n \n..0..\n.....\n")
    assert list(game.source.things) == ["background", "wall", "player", "crate", "ghost"]
    assert game.source.things["background"].sprite == ["00000", "....."]
    assert [line for line, _ in game.source.warnings] == [8, 9]
    assert after(game, "R") == ".P*"


def test_a_row_of_a_sprite_is_cut():
    game = made(PUSH, sprite="00000\n.......\n0...0\n")
    assert game.source.things["background"].sprite == ["00000", ".....", "0...0"]
    assert [line for line, _ in game.source.warnings] == [6]


def test_the_rest_of_a_fifth_row_is_a_name():
    game = made(PUSH, sprite="00000\n" * 4 + "0000077\n", level="P*.")
    assert game.source.synonyms["77"] == "background"
    assert [line for line, _ in game.source.warnings] == [9]


def test_a_message_may_hold_brackets():
    game = made(f"{PUSH} again message press [x] or [z]")
    assert game.source.warnings == []
    assert game.early.groups[0][0].commands == ("again", "message")


def test_a_message_needs_no_blank():
    game = made(PUSH, level="MessageI am (here\nP*.\n\nmessages\n\nmessage\nP..")
    assert [one.rows for one in game.source.levels] == [None, ("p*.",), None, None, ("p..",)]
    assert [text.split(":")[0] for _, text in game.source.warnings] == [
        "a blank is missing behind message"
    ] * 2


@pytest.mark.parametrize(
    ("level", "board", "word"),
    [("P*..\n#", "P*..\n####", "continued"), ("P*\n..##", "P*\n..", "cut")],
)
def test_a_ragged_level_is_told(level, board, word):
    game = made(PUSH, level=level)
    assert after(game, "").lower() == board.lower()
    ((line, text),) = game.source.warnings
    assert line == FIRST_RULE + 4 and word in text and "equally long" in text


def test_an_aggregate_of_one_layer_is_reported():
    text = GAME.format(rules=PUSH, level="P*Q.", sprite="")
    game = Game(text.replace("SOUNDS", "Q = Crate and Ghost\nR = Wall and Background\nSOUNDS"))
    shared = "q: crate and ghost are on one layer, so no cell holds both"
    assert game.source.warnings == [(19, shared)]
    assert after(game, "") == "P**."


def test_warnings_are_remarks(run, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(GAME.format(rules="[ Player ] ->", level="P*.", sprite=""))
    got = run("board", str(path), "-o", str(tmp_path / "board.svg"))
    assert got.code == 0
    assert f"game.txt: line {FIRST_RULE}: the rule has no row behind the ->" in got.err


@pytest.mark.parametrize("mark", ["a", "[", "(", " ", "] ", "( ) ", "] m"])
def test_long_lines_are_read_in_linear_time(mark, monkeypatch):
    monkeypatch.setattr(game_reader, "MAX_LINE_LENGTH", 10**7)
    began = time.process_time()
    with contextlib.suppress(LevelError):
        made("[ Player ] -> (a remark) " + mark * 60_000)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("how", "word"),
    [
        ({"rules": PUSH + " " * MAX_LINE_LENGTH}, "characters: split it"),
        ({"rules": "\n".join([PUSH] * (MAX_RULES + 1))}, "rules: leave some out"),
        ({"rules": " ".join([" | ".join(["[ Solid"] + ["Solid"] * 9), "] -> []"])}, "same rows"),
        (
            {"rules": "[" + " | ".join(["moving Crate"] * 9) + "] -> [" + 8 * "|" + "]"},
            "name fewer objects",
        ),
        ({"level": "\n".join(["." * 500] * (MAX_CELLS // 500 + 1))}, "draw a smaller one"),
        ({"level": "." * 10**6}, "characters: split it"),
    ],
)
def test_what_is_too_large_is_refused_at_once(how, word):
    began = time.process_time()
    with pytest.raises(LevelError, match=word) as caught:
        made(**how)
    assert caught.value.line >= FIRST_RULE
    assert time.process_time() - began < 2
