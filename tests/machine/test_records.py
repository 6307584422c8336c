"""Records of the kernel language: the same on each backend, checked before they reach C."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from stategraph.errors import CompileError
from stategraph.machine import backends, cache
from stategraph.machine.backends import loops_of, types_of
from stategraph.machine.c_translator import translate
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Array, Bools, Int32s, Int64Rows, Items, Record

TEXT = '''
from typing import NamedTuple
from stategraph.machine.language import Bools, Int32s, Int64Rows


class Table(NamedTuple):
    """A table, and the column of its sums."""

    rows: Int64Rows
    sums: int


class Board(NamedTuple):
    step: Int32s
    table: Table
    cells: int
    seen: Bools


def add_up(table: Table, row):
    rows = 0
    for k in range(table.rows.shape[1] - 1):
        rows += table.rows[row, k]
    table.rows[row, table.sums] = rows
    return rows


def total(board: Board, found: Int32s):
    table = board.table
    seen, sums = board.seen, 0
    for row in board.step:
        seen[row] = True
        sums += add_up(table, row)
    found[0] = table.rows.size + len(seen)
    return sums * board.cells, board.step.size
'''


class Table(NamedTuple):
    rows: Int64Rows
    sums: int


class Board(NamedTuple):
    step: Int32s
    table: Table
    cells: int
    seen: Bools


def board(**fields) -> Board:
    table = Table(np.arange(12).reshape(3, 4), 3)
    made = Board(np.array([0, 2], np.int32), table, 10, np.zeros(3, bool))
    return made._replace(**fields)


@pytest.fixture(params=["cc", "numba", "plain"])
def chosen(request, monkeypatch):
    if request.param == "cc" and backends.backend() != "cc":
        pytest.skip("no C compiler")
    monkeypatch.setenv(backends.VARIABLE, request.param)
    return request.param


needs_cc = pytest.mark.skipif(backends.backend() != "cc", reason="no C compiler")


def check_total(run):
    given, found = board(), np.zeros(1, np.int32)
    assert run(given, found) == ((0 + 1 + 2 + 8 + 9 + 10) * 10, 2)
    assert given.table.rows[:, 3].tolist() == [3, 7, 27]
    assert given.seen.tolist() == [True, False, True]
    assert found.tolist() == [15]


def test_a_text_with_records_gives_the_same_on_each_backend(chosen):
    made = loops_of(TEXT, ["total"])
    check_total(lambda *args: made.run("total", *args))


def add_up(table, row):
    rows = 0
    for k in range(table.rows.shape[1] - 1):
        rows += table.rows[row, k]
    table.rows[row, table.sums] = rows
    return rows


def total(board: Board, found):
    sums = 0
    for row in board.step:
        board.seen[row] = True
        sums += add_up(board.table, row)
    found[0] = board.table.rows.size + len(board.seen)
    return sums * board.cells, board.step.size


def test_a_kernel_with_records_gives_the_same_on_each_backend(chosen):
    check_total(Kernel(total, [add_up]).compiled)


class Pile(NamedTuple):
    items: Items
    first: np.uint64


def rotated(pile: Pile):
    for k in range(pile.items.size):
        pile.items[k] ^= pile.first


def test_a_kernel_is_compiled_for_the_types_of_the_fields():
    for dtype in (np.uint64, np.uint32):
        for first in (3, np.uint64(1) << np.uint64(63)):
            given = Pile(np.arange(3, dtype=dtype), first)
            if (dtype is np.uint64) == isinstance(first, np.uint64):
                Kernel(rotated).compiled(given)
                assert given.items.tolist() == [int(first) ^ k for k in range(3)]
            else:
                with pytest.raises(CompileError, match="a uint64 together with a signed number"):
                    Kernel(rotated)._translated(types_of([given]))


def test_the_type_of_a_record_is_that_of_its_fields():
    inner = Record("Table", (("rows", Array("int64", 2)), ("sums", "int64")))
    (kind,) = types_of([board()])
    assert kind.name == "Board"
    assert dict(kind.fields) == {
        "step": Array("int32"), "table": inner, "cells": "int64", "seen": Array("bool"),
    }  # fmt: skip


def test_the_work_on_a_record_is_that_of_its_arrays(monkeypatch):
    made = Kernel(total, [add_up])
    monkeypatch.setattr(made, "compiled", lambda *args, work: work)
    assert made(board(seen=np.zeros(20_000, bool)), np.zeros(1)) == 2 + 12 + 20_000 + 1


@needs_cc
def test_machine_code_of_records_lies_ready(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(backends, "_LOADED", {})
    made = loops_of(TEXT, ["total"])
    assert not made.look()
    check_total(lambda *args: made.run("total", *args))
    backends._LOADED.clear()
    assert loops_of(TEXT, ["total"]).look()
    assert not loops_of(TEXT.replace("Int32s", "Int64s"), ["total"]).look()


FROZEN = np.zeros((3, 4), np.int64)
FROZEN.flags.writeable = False


@needs_cc
@pytest.mark.parametrize(
    ("given", "why"),
    [
        (board(step=np.zeros(2, np.int64)), r"^Board.step: an array of int64 \(2,\)"),
        (board(table=Table(np.zeros(3, np.int64), 1)), r"^Table.rows: an array of int64 \(3,\)"),
        (board(table=Table(FROZEN, 3)), "^Table.rows: an array that .* cannot be written"),
        (board(table=board()), "^a Board where the record Table is meant"),
        (board().table, "^a Table where the record Board is meant"),
        (3, "^a int where the record Board is meant"),
    ],
)
def test_what_is_not_the_record_of_a_text_never_reaches_c(given, why):
    with pytest.raises(TypeError, match=why):
        loops_of(TEXT, ["total"]).run("total", given, np.zeros(1, np.int32))


@needs_cc
def test_a_field_that_does_not_fit_is_not_cut():
    with pytest.raises(OverflowError, match="^Board.cells: 9223372036854775808 does not fit int64"):
        loops_of(TEXT, ["total"]).run("total", board(cells=1 << 63), np.zeros(1, np.int32))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (board(step=np.zeros(2, np.int64)), "board.step is a Array.*int64.*, not a Array.*int32"),
        (board(step=3), "board.step is a Array.*, not a Array.*int32"),
        (board(table=Table(np.zeros(3, np.int64), 1)), "board.table.rows is a .*dims=1.*dims=2"),
        (board(table=(np.zeros((3, 4)), 3)), "board.table is a tuple, not a Table"),
        (board().table, "board is a Table, not a Board"),
    ],
)
def test_a_kernel_refuses_a_record_unlike_its_annotation_on_each_backend(chosen, given, why):
    with pytest.raises(TypeError, match=why):
        Kernel(total, [add_up]).compiled(given, np.zeros(1, np.int32))


BODY = "def f(pair: Pair, at):\n    {}\n"
CLASS = "class Pair(NamedTuple):\n    items: Int64s\n    first: int\n    size: int\n"
OTHERS = """
def put(pair: Pair):
    pair.items[0] += 1
    return pair.items[0]
"""


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("return pair.last", "Pair has no field last: pair.last"),
        ("return pair.first.real", "no attribute that is translated"),
        ("return pair", "a record where a number is needed"),
        ("other = pair\n    return other.last", "Pair has no field last: other.last"),
        ("pair = pair.items\n    return 0", "the name of pair.items has another meaning, too"),
        ("other = pair.items\n    other = at", "the name of pair.items has another meaning, too"),
        ("return pair.items", "an array where a number is needed: pair.items"),
        ("return pair[0]", "no array that is given"),
        ("return pair.first[0]", "no array that is given"),
        ("return pair.items[0, 1]", "an array of 1 dimensions"),
        ("pair.first = 3\n    return 0", "a field of a record is assigned; keep what changes"),
        ("pair.first += 3\n    return 0", "a field of a record is assigned; keep what changes"),
        ("pair.items = pair.items\n    return 0", "an array where a number is needed"),
        ("pair = 3\n    return 0", "the name of a record is given to a number"),
        ("return put(pair) + pair.items[0]", "a call that writes into an array beside"),
        ("return put(pair, 3)", "put takes 1 arguments"),
        ("return put(at)", "no array that is given"),
    ],
)
def test_a_use_of_a_record_is_refused_with_its_line(body, why):
    with pytest.raises(CompileError, match=rf"^line \d+: {why}"):
        translate(CLASS + BODY.format(body) + OTHERS, {"f": None})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("class Pair:\n    first: int\n", "line 1: a class that is not a NamedTuple"),
        ("class Pair(tuple):\n    first: int\n", "line 1: a class that is not a NamedTuple"),
        (CLASS + "    last: int = 3\n", "line 5: a field with a default"),
        (CLASS + "    def half(self):\n        return 1\n", "line 5: neither a field nor a"),
        (CLASS + "    last: Floats\n", "line 5: an unknown type"),
        (CLASS + "    last: Items\n", "line 5: item='', dims=1. is not a type"),
    ],
)
def test_a_record_of_other_parts_is_refused(text, why):
    with pytest.raises(CompileError, match=why.replace("line 5: item", ".*item")):
        translate(text + BODY.format("return 0"), {"f": None})


def test_a_field_may_bear_the_name_of_what_arrays_have():
    text = CLASS + BODY.format("return pair.size + pair.items.size")
    imports = "from typing import NamedTuple\nfrom stategraph.machine.language import Int64s\n"
    made = loops_of(imports + text, ["f"])

    class Pair(NamedTuple):
        items: Int64Rows
        first: int
        size: int

    assert made.run("f", Pair(np.arange(4), 1, 5), 0) == 9
