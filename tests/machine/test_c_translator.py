"""Translated Python has the same meaning in C; all other text is refused with its line."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stategraph.errors import CompileError
from stategraph.machine.backends import CLoops, PlainLoops, backend
from stategraph.machine.c_translator import translate
from stategraph.machine.language import Array

LOOPS = '''
import numpy as np

LEAST, TWICE = -3, 1 << 1


def pair(a, b):
    return a // b, a % b


def mixed(rows, i):
    """A hash."""
    h = np.uint64(0)
    for k in range(rows.shape[1]):
        h = (h ^ np.uint64(rows[i, k])) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    return np.int64(h >> np.uint64(7))


def arithmetic(out, a, b, c):
    out[0], out[1] = pair(a, b)
    out[2] = (a << (c & 31)) >> (b & 7)
    out[3] = a & b | c ^ ~a
    out[4] = min(a, b, c) - max(a, LEAST) * TWICE + -c
    out[5] = 1 if a < b <= c else 2 if not a else 3
    out[-1] = a < b and (b < c or c == 0)
    out[6] = -a // b + -a % b
    out[7] = a * np.int64(3) - int(LEAST) + int(True)


def control(items, small, seen, n):
    total = found = 0
    for k in range(n, -1, -2):
        if k % 3 == 0:
            continue
        total += k
        if total > 50:
            break
    for item in items:
        if item < 0 or seen[item]:
            pass
        else:
            seen[item] = found < 9
            found += 1
    at = 0
    while True:
        at += 1
        if at >= len(items):
            break
        small[at] += items[at] * 3
        small[at - 1] = small[at] = small[at] + 1
    first, at = at, total
    return total, found, first, at, items.size


def member(a, b, c):
    return a in (b, c - 1, LEAST), a not in (b, 2) and c in (a,), b in ()


def hashed(rows, out):
    for i in range(rows.shape[0]):
        out[i] = mixed(rows, i) & 1023
'''


@pytest.fixture(scope="module")
def loops():
    if backend() != "cc":
        pytest.skip("no C compiler")
    space: dict = {}
    exec(LOOPS, space)
    plain = PlainLoops(space)

    def both(name, types, *args):
        """Run both backends on copies; return their common result."""
        made = both.made.setdefault(name, CLoops(lambda: translate(LOOPS, {name: types})))
        outcomes = []
        for way_ in (plain, made):
            copies = [arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args]
            outcomes.append((way_.run(name, *copies), copies))
        (one, ours), (two, theirs) = outcomes
        assert one == two
        for a, b in zip(ours, theirs, strict=True):
            assert np.array_equal(a, b)
        return one

    both.made = {}
    return both


ints = st.integers(-(2**40), 2**40)


@given(ints, ints.filter(bool), ints)
def test_arithmetic_is_pythons(loops, a, b, c):
    types = (Array("int64"), "int64", "int64", "int64")
    a, b, c = (np.int64(x) for x in (a, b, c))
    loops("arithmetic", types, np.zeros(9, np.int64), a, b, c)


@given(*3 * [st.integers(-4, 4)])
def test_membership_is_pythons(loops, a, b, c):
    loops("member", ("int64", "int64", "int64"), a, b, c)


@given(st.lists(st.integers(-3, 11), min_size=1, max_size=9), st.integers(0, 40))
def test_control_flow_is_pythons(loops, items, n):
    types = (Array("int32"), Array("uint16"), Array("bool"), "int64")
    arrays = np.array(items, np.int32), np.zeros(12, np.uint16), np.zeros(12, bool)
    loops("control", types, *arrays, n)


def test_unsigned_numbers_wrap_round(loops):
    rows = np.random.default_rng(1).integers(-(2**62), 2**62, (50, 3))
    loops("hashed", (Array("int64", 2), Array("int64")), rows, np.zeros(50, np.int64))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("return a / 2", "line 2: no operation that is translated: a / 2"),
        ("return [a]", "line 2: no expression that is translated"),
        ("return b", "line 2: has no value yet: b"),
        ("x = np.zeros(3)\n    return x", "line 2: no function that is translated"),
        ("return np.uint64(a) + 1", "line 2: a uint64 together with a signed number"),
        ("return a and 3", "line 2: and, or of numbers gives one of them"),
        ("with a:\n        pass", "line 2: no statement that is translated"),
        ("return f(a)", "line 2: a function cannot call itself"),
        ("return a[0]", "line 2: no array that is given"),
        ("for k in range(3):\n        pass\n    else:\n        a = 1", "line 2: a loop with else"),
        ("if a:\n        return 1, 2\n    return 3", "line 4: returns something else than before"),
        ("return 1 << 3 + 2.5", "line 2: no whole number: 2.5"),
        ("return 18446744073709551616", "line 2: does not fit 63 bits"),
        ("h = np.uint64(1)\n    h = 2", "line 3: is int64 in one place and uint64 in another"),
        ("return min(a, key=3)", "line 2: an argument by name"),
        ("return a in [1, 2]", "line 2: in is between a number and a tuple"),
        ("return a in (1, 2) in (3,)", "line 2: in is between a number and a tuple"),
        ("return a in (1, min(a, 2))", "line 2: in is between a number and a tuple"),
        ("return a in (np.uint64(1), 2)", "line 2: in is between a number and a tuple"),
        ("return a.real", "line 2: no attribute that is translated"),
    ],
)
def test_what_is_not_translated_is_refused_with_its_line(body, why):
    with pytest.raises(CompileError) as error:
        translate(f"def f(a):\n    {body}\n", {"f": None})
    assert str(error.value).startswith(why)


def test_arrays_are_written_only_where_they_may_be(loops):
    made = CLoops(lambda: translate("def f(a: Int32s):\n    a[0] = 1\n", {"f": None}))
    frozen = np.zeros(3, np.int32)
    frozen.flags.writeable = False
    for wrong in (frozen, np.zeros(3), np.zeros((3, 3), np.int32), np.zeros(6, np.int32)[::2]):
        with pytest.raises(TypeError, match="array"):
            made.run("f", wrong)
    made.run("f", fine := np.zeros(3, np.int32))
    assert fine.tolist() == [1, 0, 0]
