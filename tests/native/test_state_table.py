"""States find their numbers with any index; arrays grow in place, or are copied."""

from __future__ import annotations

import mmap

import numpy as np
import pytest

from stategraph.engines.array_stores import InMemory
from stategraph.expand import expand
from stategraph.native import growing, state_table
from stategraph.native.growing import Growing
from stategraph.native.state_table import StateTable
from stategraph.rules import One, Puzzle, each


def torus(side=40):
    """Return a walk on a torus: states of 12 bits, met from one corner on."""

    def walk(s):
        for name, step in each([("x", 1), ("y", 1), ("x", -1)]):
            yield f"{name}{step}", s.but(**{name: (s[name] + step + side) % side})

    goal = lambda s: (s.x == 3) & (s.y == 7)  # noqa: E731
    return Puzzle({"x": 0, "y": 0}, [walk], goal, x=One(side), y=One(side))


def same(one, two):
    arrays = ("offsets", "targets", "labels", "states")
    return one.goal == two.goal and all(
        np.array_equal(getattr(one, name), getattr(two, name)) for name in arrays
    )


@pytest.fixture
def indices(monkeypatch, interpreted):
    """Return the kinds of index that an expansion has had, which begins with few slots."""
    met = []
    reindex = StateTable._reindex

    def told(self, size, goal):
        reindex(self, size, goal)
        met.append(self.dense)

    monkeypatch.setattr(StateTable, "_reindex", told)
    monkeypatch.setattr(state_table, "FIRST_SLOTS", 64)
    monkeypatch.setattr(state_table, "SMALL_BITS", 4)
    return met


def test_an_index_is_dense_from_the_beginning_or_once_there_are_many_states(indices, monkeypatch):
    direct = expand(torus(), engine="direct")
    monkeypatch.setattr(state_table, "DENSE_BITS", 4)
    assert same(direct, expand(torus(), engine="native"))
    assert indices[0] is False
    assert indices[-1] is True
    monkeypatch.setattr(state_table, "DENSE_BITS", 12)
    for many, kinds in ((100, [False] * 4 + [True]), (1, [True])):
        indices.clear()
        monkeypatch.setattr(state_table, "MANY_STATES", many)
        assert same(direct, expand(torus(), engine="native"))
        assert indices == kinds


@pytest.mark.parametrize("lack", ["free memory", "addresses"])
def test_an_index_is_hashed_where_a_dense_one_does_not_fit(indices, monkeypatch, lack):
    if lack == "free memory":
        monkeypatch.setattr("stategraph.engines.limits.free_memory", lambda: 1 << 12)
    else:
        zeros, asked = np.zeros, []

        def few(size, *args):
            if size == (1 << 10,) and not asked:
                asked.append(size)
                raise MemoryError
            return zeros(size, *args)

        monkeypatch.setattr(growing, "_PRIVATE", 0)
        monkeypatch.setattr(growing.np, "zeros", few)
    assert same(expand(torus(20), engine="direct"), expand(torus(20), engine="native"))
    assert not any(indices)


def test_an_index_may_take_more_memory_if_the_other_arrays_are_elsewhere(indices, monkeypatch):
    monkeypatch.setattr("stategraph.engines.limits.free_memory", lambda: 1 << 13)
    for keeper, kinds in ((None, {False}), (InMemory(), {False, True})):
        indices.clear()
        expand(torus(20), engine="native", keeper=keeper)
        assert set(indices) == kinds


def test_a_dense_index_has_no_place_for_the_goal(monkeypatch):
    monkeypatch.setattr(state_table, "SMALL_BITS", 4)
    monkeypatch.setattr(state_table, "DENSE_BITS", 4)
    variables = torus().variables
    states = [variables.state({"x": x, "y": 1}) for x in range(5)]
    kept = StateTable(variables, states, lambda: 1 << 30)
    monkeypatch.setattr(state_table, "DENSE_BITS", 12)
    monkeypatch.setattr(state_table, "MANY_STATES", 1)
    kept._reindex(64, goal=2)
    assert kept.dense
    assert kept.index[kept.states[:5, 0]].tolist() == [1, 2, 0, 4, 5]


@pytest.mark.parametrize("way", ["mapped", "copied", "held", "small"])
def test_an_array_grows_and_shrinks(way, monkeypatch):
    if way == "copied":
        monkeypatch.setattr(growing, "_PRIVATE", 0)
    some = Growing(3, np.int32, 2, mapped=way != "small")
    some.array[:] = [[1, 2], [3, 4], [5, 6]]
    held = some.array[:1] if way == "held" else None  # a mapping that is looked at cannot move
    some.resize(100_000)
    assert some.array.shape == (100_000, 2)
    assert some.array[:4].tolist() == [[1, 2], [3, 4], [5, 6], [0, 0]]
    some.array[-1] = 7
    some.resize(2)
    assert some.array.tolist() == [[1, 2], [3, 4]]
    some.resize(0)
    assert some.array.shape == (0, 2)
    assert held is None or held.tolist() == [[1, 2]]


@pytest.mark.parametrize("mapped", [True, False])
def test_an_array_grows_enough_and_by_half(mapped):
    """The copies then take a constant time per item."""
    for size, least in ((0, 1), (10, 11), (100, 5)):
        assert Growing(size, np.int32, mapped=mapped).ample(least) == least + size // 2


def test_a_mapping_is_private():
    """A shared one, as `mmap` makes by default, cannot grow."""
    assert not hasattr(mmap, "MAP_PRIVATE") or growing._PRIVATE & mmap.MAP_PRIVATE


@pytest.fixture
def hashed(monkeypatch):
    """Return a table of five states, with a hashed index of 64 slots."""
    for name, bits in (("FIRST_SLOTS", 64), ("SMALL_BITS", 4), ("DENSE_BITS", 4)):
        monkeypatch.setattr(state_table, name, bits)
    variables = torus().variables
    states = [variables.state({"x": x, "y": 1}) for x in range(5)]
    return StateTable(variables, states, lambda: 1 << 50)


def test_an_index_grows_when_three_eighths_are_exceeded(hashed):
    assert (hashed.index.size, hashed.dense) == (64, False)
    hashed.grow(24 - 5)
    assert hashed.index.size == 64
    hashed.grow(25 - 5)
    assert hashed.index.size == 128


def test_a_dense_index_without_room_is_not_tried_again(hashed, monkeypatch):
    tried = []

    def growing_(*args, sparse=False, **how):
        if sparse:
            tried.append(args)
            raise MemoryError
        return Growing(*args, **how)

    monkeypatch.setattr(state_table, "Growing", growing_)
    monkeypatch.setattr(state_table, "MAX_BYTES_PER_STATE", 1 << 40)
    for _ in range(2):
        hashed._reindex(64, -1)
        assert not hashed.dense
    assert len(tried) == 1
