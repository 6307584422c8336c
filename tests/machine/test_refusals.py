"""Text outside the language of kernels is refused when it is translated, with its line."""

from __future__ import annotations

import numpy as np
import pytest

from stategraph.errors import CompileError
from stategraph.machine.backends import types_of
from stategraph.machine.c_translator import translate
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Array

U = "np.uint64(a)"

# statements of a function of a number `a`, an array `items`, and a table `rows`
REFUSED = {
    "a uint64 together with a signed number": [
        f"return {U} + a",
        f"return np.int64({U} << 3)",
        f"x = {U}\n    x += 1\n    return 0",
        f"x = {U} // a\n    return 0",
    ],
    "a uint64 is compared with a signed number": [
        f"return {U} < a",
        f"return a == {U}",
        f"return a < 3 <= {U}",
        f"x = {U}\n    return x in (1, 2)",
        f"x = {U}\n    return a in (3, x)",
    ],
    "is int64 in one case and uint64 in the other": [f"return 1 if ({U} if a else a) else 2"],
    "is int64 in one place and uint64 in another": [
        f"x = a\n    x = {U}\n    return x",
        f"a = {U}\n    return a",
    ],
    "a uint64 among signed numbers": [f"items[0] = {U}\n    return 0"],
    "a uint64 where a signed number is needed": [
        f"return {U}",
        f"return items[{U}]",
        f"return min(a, {U})",
        f"for k in range({U}):\n        pass\n    return 0",
        f"return a, {U}",
    ],
    "int of a uint64 may not fit": [f"return int({U})"],
    "does not fit a uint64": ["x = np.uint64(-1)\n    return 0", f"x = np.uint64({1 << 64})"],
    "does not fit 63 bits": [f"return {1 << 63}"],
    "a shift by less than 0 or more": ["return a << 64", "return a >> -1"],
    "no operation that is translated": ["return a / 2", "return a ** 2", "return a @ a"],
    "arithmetic of two truths": ["return (a < 1) + (a > 5)", "return (a < 1) - True"],
    "- of a truth": ["return -(a < 1)"],
    "~ of a truth": ["return ~(a < 1)"],
    "no comparison that is translated": ["return a is 3"],
    "an array where a number is needed": ["return items", "x = y = items\n    return 0"],
    "the name of items has another meaning, too": [
        "x = items\n    x = 3\n    return 0",
        "x = 3\n    x = items\n    return 0",
        "x = rows\n    x = items\n    return 0",
        "x, y = items, 3\n    x = y\n    return 0",
    ],
    "no whole number": ["return 1.5", "return 'x'", "return None"],
    "an index from the end that is not constant": ["return items[-a]"],
    "not one of the 1 dimensions": ["return items.shape[1]", "return items.shape[a]"],
    "an array of 1 dimensions": ["return items[a, a]"],
    "an array of 2 dimensions": ["return rows[a]"],
    "a loop over the rows": ["for row in rows:\n        pass\n    return 0"],
    "a step that is 0, or not constant": [
        "for k in range(0, 9, a):\n        pass\n    return 0",
        "for k in range(0, 9, 0):\n        pass\n    return 0",
    ],
    "no array that is given": ["for k in enumerate(a):\n        pass\n    return 0"],
    "range takes one to three": ["for k in range():\n        pass\n    return 0"],
    "prefetch takes an array and an index": ["prefetch(items)\n    return 0"],
    "int64 of 0 arguments": ["return np.int64()"],
    "no function that is translated": [
        "return len()",
        "return abs(a)",
        "return pow(a, 2)",
        "return np.sum(items)",
    ],
    "no expression that is translated": [
        "return items[1:3]",
        "return [a]",
        "return (b := a)",
        "return f'{a}'",
    ],
    "no statement that is translated": [
        "assert a\n    return 0",
        "global b\n    return 0",
        "x: int = a\n    return x",
        "del a\n    return 0",
        "try:\n        pass\n    finally:\n        pass\n    return 0",
        "def g():\n        pass\n    return 0",
    ],
    "nothing can be put here": ["x, *y = a, a\n    return 0", "items.size = 3\n    return 0"],
    "may end without the number": [
        "if a:\n        return 1",
        "while a:\n        return 1",
        "while False:\n        return 1",
        "while True:\n        if a:\n            break\n        return 1",
    ],
    "a call that writes into an array beside": [
        "return put(items, a) + put(items, 2)",
        "return put(items, a) + items[0]",
        "return put(items, a) < items[0]",
        "return min(put(items, a), items[0])",
        "return own(put(items, a), items[0])",
        "items[items[0]] = put(items, a)\n    return 0",
    ],
    "a call that writes into an array would be made twice": [
        "items[put(items, a)] += 1\n    return 0",
        "return a < put(items, a) < 5",
    ],
    "an argument by name": ["return own(a, b=2)", "own(a, b=2)\n    return 0"],
    "own takes 2 arguments": ["return own(a)"],
    "gives not one number": ["return two(a) + 1"],
    "returns 2 values, not 3": ["x, y, z = two(a)\n    return 0"],
}

OTHERS = """
def put(items, a):
    items[0] += a
    return items[0]

def own(a, b):
    return a - b

def two(a):
    return a, 2
"""


@pytest.mark.parametrize(
    ("why", "body"), [(why, body) for why, bodies in REFUSED.items() for body in bodies]
)
def test_a_function_is_refused(why, body):
    text = f"def f(a, items, rows):\n    {body}\n{OTHERS}"
    with pytest.raises(CompileError, match=f"^line [1-5]: {why}"):
        translate(text, {"f": ("int64", Array("int64"), Array("int64", 2))})


@pytest.mark.parametrize(
    "head", ["a, b=1", "a, *, b", "a, *b", "a, **b", "a, b, /"], ids=lambda head: head
)
def test_arguments_that_are_not_by_place_alone_are_refused(head):
    with pytest.raises(CompileError, match="an argument that is not by place alone"):
        translate(f"def f({head}):\n    return 1\n", {"f": ("int64", "int64")})


@pytest.mark.parametrize(
    "line", ["A = 1 / 2", "A = B = 1", "A, B = 1", "A[0] = 1", "A += 1", "A = 1 // 0", "A = '3'"]
)
def test_constants_that_are_no_whole_numbers_are_refused(line):
    with pytest.raises(CompileError, match="^line 1: "):
        translate(f"{line}\ndef f(a):\n    return a\n", {"f": None})


def first(items, a):
    return items[0] + a


@pytest.mark.parametrize(
    ("items", "a", "why"),
    [
        (np.zeros(3), 1, "float64.* is not a type"),
        (np.zeros((2, 2, 2), np.int64), 1, "dims=3.* is not a type"),
        (np.zeros(3, np.int64), 1.5, "float is not a type"),
        (np.zeros(3, np.int64), "x", "str is not a type"),
        (np.zeros(3, np.int64), np.uint64(3), "a uint64 together with a signed number"),
    ],
)
def test_arguments_of_other_types_are_refused(items, a, why):
    with pytest.raises(CompileError, match=why):
        Kernel(first)._translated(types_of((items, a)))


def test_a_number_that_does_not_fit_is_not_cut():
    with pytest.raises(OverflowError, match="9223372036854775808 does not fit int64"):
        Kernel(first).compiled(np.zeros(3, np.int64), 1 << 63)


def last(items):
    return items[LAST]


LAST = -1


def test_a_named_index_may_count_from_the_end():
    items = np.arange(5)
    assert Kernel(last).compiled(items) == Kernel(last).plain(items) == 4


def quotients(items, found):
    found[0] = items[0] // items[1]
    found[1] = items[0] % items[1]


def test_a_uint64_divided_by_zero_is_zero():
    found = np.ones(2, np.uint64)
    Kernel(quotients).compiled(np.array([7, 0], np.uint64), found)
    assert found.tolist() == [0, 0]


def put(items, a):
    items[0] += a
    return items[0]


def in_turn(items, a):
    return items[0], put(items, a), items[0]


def test_what_is_returned_is_computed_in_turn():
    for way in ("plain", "compiled"):
        assert getattr(Kernel(in_turn, [put]), way)(np.array([5]), 2) == (5, 7, 7)
