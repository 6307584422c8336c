"""Words of a family have the same values for arrays of states as for single states."""

from __future__ import annotations

import numpy as np
import pytest

from stategraph.ask.columns import word_value
from stategraph.errors import RuleError
from stategraph.rules import Cells, One, Set, Table, Tuple, each
from stategraph.variables import Variables

KINDS = {
    "a": One(5),
    "b": One(9),
    "few": Set(6),
    "many": Set(70),
    "row": Tuple(4, 5),
    "long": Tuple(40, 5),
}
VARIABLES = Variables(KINDS)

SQUARES = Table([k * k for k in range(5)])
ODD = Cells([1, 3, 5])
STATES = [
    VARIABLES.state(
        {
            "a": k % 5,
            "b": k % 9,
            "few": {cell for cell in range(6) if k >> cell & 1},
            "many": {cell for cell in range(70) if (k * 7 + cell) % 13 == 0},
            "row": [(k + i * i) % 5 for i in range(4)],
            "long": [(k * i + i) % 5 for i in range(40)],
        }
    )
    for k in range(64)
]

WORDS = {
    "+": lambda s: s.a + s.b + 3,
    "-": lambda s: s.a - s.b,
    "number - variable": lambda s: 2 - s.a,
    "*": lambda s: s.a * s.b,
    "//": lambda s: (s.b - 4) // 3,
    "%": lambda s: (s.b - 4) % 3,
    "truth + truth": lambda s: (s.a > 1) + (s.b > 5),
    "truth - truth": lambda s: (s.a > 1) - (s.b > 5),
    "truth * truth": lambda s: (s.a > 1) * (s.b > 5) * 3,
    "<": lambda s: s.a < s.b - 3,
    "<=": lambda s: s.a <= s.b - 3,
    ">": lambda s: s.a > s.b - 3,
    "== and !=": lambda s: (s.a == s.b) + 2 * (s.a != s.b),
    "truth & truth": lambda s: (s.a > 1) & (s.b > 5),
    "truth | truth": lambda s: (s.a > 1) | (s.b > 5),
    "truth ^ truth": lambda s: (s.a > 1) ^ (s.b > 5),
    "not": lambda s: not s.a,
    "if": lambda s: s.a if s.b > 4 else 10 - s.b,
    "if in if": lambda s: (1 if s.a > 2 else 2) if s.b > 4 else (3 if s.a > 1 else 4),
    "a table": lambda s: SQUARES[s.a],
    "in a board": lambda s: s.a in ODD,
    "outside of a board": lambda s: s.b - 3 in ODD,
    "in a set": lambda s: s.a in s.few,
    "outside of a set": lambda s: s.b - 3 in s.few,
    "in a set of two words": lambda s: s.a + 62 in s.many,
    "cell 69": lambda s: 69 in s.many,
    "any": lambda s: bool(s.few),
    "any of two words": lambda s: bool(s.many),
    "a set within a board": lambda s: s.few <= ODD,
    "with a cell": lambda s: 2 in s.few + s.a,
    "without a cell": lambda s: 2 in s.few - s.a,
    "with a cell of the second word": lambda s: 67 in s.many + (s.a + 64),
    "without a cell of the second word": lambda s: 67 in s.many - (s.a + 64),
    "without constant cells": lambda s: bool(s.few - 0 - 1 - 3 - 5),
    "without constant cells of two words": lambda s: bool(s.many - 2 - 69 - 41),
    "an item": lambda s: s.row[2],
    "an item at a variable": lambda s: s.row[s.a] if s.a < 4 else 9,
    "an item that was put": lambda s: s.row.put(1, 3)[s.a] if s.a < 4 else 9,
    "an item put at a variable": lambda s: s.row.put(s.a, 4)[1] if s.a < 4 else 9,
    "an item of the second word at a variable": lambda s: s.long[s.b + 24],
    "an item of two words that was put": lambda s: s.long.put(30, 4)[s.b + 24],
    "a number": lambda s: 7,
    "a truth": lambda s: True,
}


@pytest.mark.parametrize("word", WORDS.values(), ids=WORDS)
def test_a_word_says_of_all_states_what_it_says_of_each(word):
    rows = VARIABLES.packed(STATES)
    assert word_value(VARIABLES, rows, word, []).tolist() == [int(word(state)) for state in STATES]


def test_a_word_is_said_of_numbers_and_variables():
    rows = VARIABLES.packed(STATES)
    found = word_value(VARIABLES, rows, lambda s, one, two: one - two, ["a", 3])
    assert found.dtype == np.int64
    assert found.tolist() == [state.a - 3 for state in STATES]


def looks_at_each(s):
    for _ in each(s.few):
        pass
    return True


@pytest.mark.parametrize(
    "word, reason",
    [
        (lambda s: SQUARES[s.b], "asks for a value outside 0..4"),
        (lambda s: SQUARES[s.a - 1], "asks for a value outside 0..4"),
        (lambda s: sum(1 for _ in each(s.few)), "only `for` and `yield from` may take them"),
        (looks_at_each, "ask cell by cell"),
    ],
)
def test_a_word_that_some_state_cannot_answer_is_refused(word, reason):
    with pytest.raises(RuleError, match=reason):
        word_value(VARIABLES, VARIABLES.packed(STATES), word, [])


@pytest.mark.parametrize(
    "word",
    [lambda s: SQUARES[s.b] if s.b < 5 else 99, lambda s: 99 if s.b >= 5 else SQUARES[s.b]],
    ids=["then", "else"],
)
def test_only_the_states_of_a_branch_must_be_able_to_answer(word):
    found = word_value(VARIABLES, VARIABLES.packed(STATES), word, [])
    assert found.tolist() == [word(state) for state in STATES]


@pytest.mark.parametrize(
    "word",
    [lambda s: SQUARES[s.b] if s.b >= 5 else 99, lambda s: 99 if s.b < 5 else SQUARES[s.b]],
    ids=["then", "else"],
)
def test_all_states_of_a_branch_must_be_able_to_answer(word):
    with pytest.raises(RuleError, match=r"asks for a value outside 0\.\.4"):
        word_value(VARIABLES, VARIABLES.packed(STATES), word, [])
