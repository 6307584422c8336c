"""Every kernel of the project can be compiled: none runs as plain Python because of its text."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from kernels import every_kernel, types_of

from stategraph.errors import CompileError
from stategraph.machine.c_compiler import Compilation, find_compiler
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Array, Int32s, Record, Rows

KERNELS = every_kernel()


def test_kernels_are_found():
    assert len(KERNELS) > 50
    assert {name.split(".")[1] for name in KERNELS} >= {"kernels", "analysis", "search", "store"}


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_is_translated(name):
    KERNELS[name]._translated(types_of(KERNELS[name]))


@pytest.mark.long
@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_is_compiled(name):
    if (compiler := find_compiler()) is None:
        pytest.skip("no C compiler")
    assert Compilation(compiler, KERNELS[name]._translated(types_of(KERNELS[name])).text).result()


def _row(rows, at):
    return rows[at, 0] + len(rows)


def looks(rows, items, at, found):
    for item in items:
        found[_row(rows, item)] = at
    return found.size


class Table(NamedTuple):
    rows: Rows
    chosen: Int32s
    last: int


def sums(table: Table, found):
    found[table.last] = _row(table.rows, table.chosen[0])


def guesses(items):
    return sorted(items)


def test_the_types_are_those_of_the_use():
    types = types_of(Kernel(looks, [_row]))
    assert types == (Array("int64", 2), Array("int64"), "int64", Array("int64"))


def test_the_types_of_records_are_those_of_their_annotations():
    fields = ("rows", Array("int64", 2)), ("chosen", Array("int32")), ("last", "int64")
    assert types_of(Kernel(sums, [_row])) == (Record("Table", fields), Array("int64"))


def test_a_text_that_is_not_translated_would_be_noticed():
    with pytest.raises(CompileError, match="sorted"):
        Kernel(guesses)._translated((Array("int64"),))
