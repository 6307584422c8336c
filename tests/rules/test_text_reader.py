"""Errors in the text of a level: their lines and messages."""

from __future__ import annotations

import pytest

from stategraph.errors import LevelError
from stategraph.rules import Element, Sign, cut
from stategraph.rules import text_reader as reader

SIZE = [("width", 1, None), ("height", 2, 9)]
SIGNS = [Sign(" ", "floor"), Sign("#", "wall", ("wall",))]


def at_most_9_digits(what, found):
    return f"{what} must be a whole number of at most 9 digits, not {found}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "missing: width, height"),
        ("8", "expected 2 numbers (width, height), found '8'"),
        ("8 9 10", "expected 2 numbers (width, height), found '8 9 10'"),
        ("0 3", "width must be at least 1, not 0"),
        ("1 1", "height must be between 2 and 9, not 1"),
        ("1 10", "height must be between 2 and 9, not 10"),
        ("x 3", at_most_9_digits("width", "'x'")),
        ("1 ٣", at_most_9_digits("height", "'٣'")),
        ("1 -3", at_most_9_digits("height", "'-3'")),
        ("1000000000 3", at_most_9_digits("width", "'1000000000'")),
        (f"{'9' * 40} 3", at_most_9_digits("width", repr("9" * 40))),
        (f"{'9' * 41} 3", at_most_9_digits("width", repr("9" * 37 + "..."))),
    ],
)
def test_numbers_that_are_refused(text, message):
    with pytest.raises(LevelError) as caught:
        reader.numbers(["first", *filter(None, [text])], 2, *SIZE)
    assert str(caught.value) == f"2: {message}"


def test_numbers_at_their_bounds():
    assert reader.numbers(["1 2"], 1, *SIZE) == [1, 2]
    assert reader.numbers(["999999999\t9"], 1, *SIZE) == [999_999_999, 9]
    assert reader.number("-3", "shift", 1, least=-3) == -3
    with pytest.raises(LevelError, match=r"^1: expected 1 number \(width\), found ''$"):
        reader.numbers([""], 1, SIZE[0])


def test_lines_end_only_at_line_ends():
    assert reader.lines("\ufeffa\x0b\x85\u2028b\n\r\rc\r\n \t\n") == [
        "a\x0b\x85\u2028b",
        "",
        "",
        "c",
    ]


def test_the_line_of_a_bad_tile():
    rows = ["#@ #", "# @#", "@"]
    with pytest.raises(LevelError, match="^12: a second player$"):
        reader.exactly_one(rows, "@", "player", first=11)
    with pytest.raises(LevelError, match="^there is no exit$"):
        reader.exactly_one(rows, "e", "exit")
    with pytest.raises(LevelError, match="^5: '@' is not a sign of a board$"):
        cut(["##", "#@"], SIGNS, {}, 4)


def test_what_is_put_on_a_board_is_taken_off_again():
    bare = {"block": {"p": "_", "P": "e"}}
    rows = [list("_e"), list("#_")]
    blocks = [Element.cell("block", 0, 1), Element.cell("block", 1, 1)]
    reader.put(rows, blocks, bare)
    assert rows == [list("_P"), list("#p")]
    reader.take_off(rows, blocks, bare)
    assert rows == [list("_e"), list("#_")]
    for row, column in ((1, 0), (2, 0), (0, 2)):
        with pytest.raises(LevelError, match=f"no room for block {row}:{column}"):
            reader.put(rows, [Element.cell("block", row, column)], bare)
