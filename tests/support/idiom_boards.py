"""Boards on which an idiom of Python in rules is tried, and the decorators that note it.

A condition is true where ``s.b == STOP``, in plain Python. The board ends there, far from the start
of a board of ``SIZE * SIZE`` states. An idiom is marked by what becomes of it: `native` rules are
compiled, `plain` ones are refused with a `TraceError` and run as plain Python.
"""

from __future__ import annotations

from stategraph.rules import Cells, Grid, Lists, One, Puzzle, Set, Table, Tuple

SIZE, STOP = 12, 9
STOPS = Table([k == STOP for k in range(SIZE)])
CELLS = Cells({STOP})
NEXT = Lists(SIZE, 1, {(k, 0): [k + 1] for k in range(SIZE - 1)})
BOTH = Lists(SIZE, 1, {(k, 0): [k, (k + 1) % SIZE] for k in range(SIZE)})
BOARD = Grid(["." * 4] * 3, "")
LETTERS = "abcdefghijkl"

IDIOMS: dict[str, tuple[str, Puzzle]] = {}
_FILES: dict[str, str] = {}


def _board(stops, *others):
    def right(s):
        if s.a < SIZE - 1:
            yield "R", s.but(a=s.a + 1)

    def down(s):
        if s.b < SIZE - 1 and not stops(s):
            yield "D", s.but(b=s.b + 1)

    return puzzle(right, down)


def puzzle(*rules):
    return Puzzle(
        {"a": 0, "b": 0, "row": (3, 5), "set": {1, 4}},
        rules,
        lambda s: s.b == SIZE - 1 and s.a == 0,
        a=One(SIZE), b=One(SIZE), row=Tuple(2, SIZE), set=Set(SIZE),
    )  # fmt: skip


def note_as(kind, make):
    def note(function):
        file = function.__code__.co_filename  # which is imported again to find doctests in it
        assert _FILES.setdefault(function.__name__, file) == file
        IDIOMS[function.__name__] = kind, make(function)
        return function

    return note


native, plain = note_as("native", _board), note_as("plain", _board)


def _with_right(rule):
    def right(s):
        if s.a < SIZE - 1:
            yield "R", s.but(a=s.a + 1)

    return puzzle(right, rule)


native_rule, plain_rule = note_as("native", _with_right), note_as("plain", _with_right)
