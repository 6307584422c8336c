"""Moves that a family supplies itself: their tables are arrays, numbers and records."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from stategraph.errors import CompileError
from stategraph.expand import expand
from stategraph.machine.language import Int64Rows, Int64s
from stategraph.native.custom_moves import annotation_of
from stategraph.rules import One, OwnMoves, Puzzle

MOST = 5


class Steps(NamedTuple):
    """The sizes of steps."""

    by: Int64s


class Line(NamedTuple):
    """A line of cells; `MOST` is also the name of a constant."""

    end: int
    steps: Steps
    walls: Int64Rows
    MOST: Int64s


def after(x, line):
    """Return the next place."""
    return min(x + line.steps.by[0], line.end, MOST)


def walk(states, head, new, label, won, count, line, seen):
    """Write the step of a place."""
    x = states[head, 0]
    line.MOST[0] = max(line.MOST[0], x)
    to = after(x, line)
    if to != x and not line.walls[0, to]:
        seen[0] += 1
        new[count, 0], label[count], won[count] = to, 0, to == line.end
        count += 1
    return count


def puzzle(end, walls=()):
    """Return a walk along a line, and the tables of its last run."""
    grid = np.array([[x in walls for x in range(8)]], np.int64)
    tables = (
        Line(end, Steps(np.ones(1, np.int64)), grid, np.zeros(1, np.int64)),
        np.zeros(1, np.int64),
    )

    def rule(s):
        to = min(s.x + 1, end, MOST)
        if to != s.x and to not in walls:
            yield "step", s.but(x=to)

    made = Puzzle({"x": 0}, [rule], lambda s: s.x == end, x=One(8))
    made.own_moves = OwnMoves(walk, [after], ["step"], lambda: tables)
    return made, tables


@pytest.mark.parametrize(("end", "walls", "states"), [(4, (), 5), (7, (), 6), (4, (3,), 3)])
def test_tables_may_be_records(end, walls, states):
    made, (line, seen) = puzzle(end, walls)
    assert len(expand(made, engine="native")) == states
    assert (int(seen[0]), int(line.MOST[0])) == (states - 1, states - 1 - (end == states - 1))


def test_a_table_of_another_type_is_refused():
    with pytest.raises(CompileError, match="float64"):
        annotation_of("float64")
