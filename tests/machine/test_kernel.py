"""Kernels: compiled for large work alone, and for the dtypes that they are called with."""

from __future__ import annotations

import os
import signal
import sys
import time

import numpy as np
import pytest
from compilers import HANGING, compiler, left

from stategraph.errors import CompileError
from stategraph.machine import backends, c_compiler, cache, deadline, kernel
from stategraph.machine.kernel import Kernel

ADDED = 3


def _twice(x):
    return 2 * x


def total(items):
    """Return a total."""
    s = 0
    for item in items:
        s += _twice(item) + ADDED
    return s


@pytest.fixture(params=["cc", "numba", "plain"])
def chosen(request, monkeypatch):
    if request.param == "cc" and backends.backend() != "cc":
        pytest.skip("no C compiler")
    monkeypatch.setenv(backends.VARIABLE, request.param)
    return request.param


def test_a_kernel_is_compiled_for_each_choice_of_dtypes(chosen):
    made = Kernel(total, [_twice])
    for dtype in (np.int64, np.int32, np.uint16, np.bool_):
        items = np.array([1, 0, 1], dtype)
        assert made.plain(items.astype(np.int64)) == made.compiled(items) == 13


def test_a_kernel_runs_in_the_chosen_way(chosen):
    made = Kernel(total, [_twice])
    assert made.compiled(np.arange(3)) == 15
    (used,) = made._compiled.values()
    expected = {"cc": "CLoops", "numba": "NumbaLoops", "plain": "PlainLoops"}
    assert type(used).__name__ == expected[chosen]


def calling(tmp_path, constants):
    """Return a kernel whose helper is in a separate module, with separate constants."""
    helper = "FAR, OWN = 5, 1\ndef helper(x):\n    return x + FAR + OWN\n"
    main = constants + "\ndef main(items):\n    return helper(items[0]) * 10 + FAR\n"
    known = {}
    for name, text in (("helper", helper), ("main", main)):
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        module = {"__name__": name, **known}
        exec(compile(text, str(path), "exec"), module)
        known[name] = module[name]
    return Kernel(known["main"], [known["helper"]])


def test_a_helper_knows_the_constants_of_its_own_module(chosen, tmp_path):
    made = calling(tmp_path, "FAR = 4 + 1")
    assert made.compiled(np.array([2])) == made.plain(np.array([2])) == 85


@pytest.mark.parametrize("chosen", ["cc", "numba"], indirect=True)
def test_one_name_cannot_mean_two_things(chosen, tmp_path):
    with pytest.raises(ValueError, match="main.main: FAR is 7, and 5 in code compiled with it"):
        calling(tmp_path, "FAR = 7").compiled(np.array([2]))


def test_a_kernel_is_compiled_only_for_large_work(monkeypatch):
    made = Kernel(total, [_twice])
    monkeypatch.setattr(made, "compiled", lambda items, work: "compiled")
    assert made(np.arange(3)) == 15
    assert made(np.arange(3), work=10**9) == "compiled"
    assert made(np.zeros(kernel.MIN_ITEMS_TO_COMPILE, np.int64)) == "compiled"
    assert (
        made(np.zeros(kernel.MIN_ITEMS_TO_COMPILE, np.int64), work=1)
        == 3 * kernel.MIN_ITEMS_TO_COMPILE
    )


def test_little_work_that_comes_again_and_again_is_compiled_where_no_seconds_are_limited(
    monkeypatch,
):
    made, left = Kernel(total, [_twice]), [None]
    monkeypatch.setattr(made, "compiled", lambda items, work: "compiled")
    monkeypatch.setattr(kernel, "seconds_left", lambda: left[0])
    little, times = np.arange(3), kernel.ITEMS_WORTH_COMPILING // (kernel.MIN_ITEMS_TO_COMPILE - 1)
    for _ in range(times):
        assert made(little, work=kernel.MIN_ITEMS_TO_COMPILE - 1) == 15
    assert made(little, work=kernel.MIN_ITEMS_TO_COMPILE - 1) == "compiled"
    left[0] = 1.0
    assert made(little) == 15


def test_without_a_compiler_the_plain_text_runs(monkeypatch):
    monkeypatch.setattr(backends, "backend", lambda: None)
    assert Kernel(total, [_twice]).compiled(np.arange(3)) == 15


def test_a_kernel_whose_compiler_fails_runs_as_it_stands(monkeypatch):
    def fails(*args):
        raise CompileError("cc cannot be run")

    monkeypatch.setattr(backends, "backend", lambda: "cc")
    monkeypatch.setattr(backends.CLoops, "begin", fails)
    assert Kernel(total, [_twice]).compiled(np.arange(3)) == 15


def test_a_kernel_reads_arrays_that_are_no_single_piece():
    made = Kernel(total, [_twice])
    items = np.arange(20)[::2]
    assert made.compiled(items) == made.plain(items)


def test_a_kernel_keeps_its_name_and_docstring():
    made = Kernel(total, [_twice])
    assert (made.__name__, made.__doc__) == ("total", "Return a total.")
    assert sys.modules[total.__module__].total is total


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
def test_a_compiler_that_hangs_is_waited_for_once(tmp_path, monkeypatch):
    monkeypatch.setenv("CC", compiler(tmp_path, HANGING))
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(kernel, "USUAL_WAIT", 0.2)
    monkeypatch.setattr(c_compiler, "SLOW_SECONDS", 0.1)
    monkeypatch.setattr(c_compiler, "_in_vain", {})
    began = time.monotonic()
    assert Kernel(total, [_twice]).compiled(np.arange(3)) == 15
    monkeypatch.setattr(c_compiler.subprocess, "Popen", None)  # not started again
    assert Kernel(total, [_twice]).compiled(np.arange(3)) == 15
    assert time.monotonic() - began < 20


@pytest.fixture
def hanging(tmp_path, monkeypatch):
    """Have a compiler that hangs, and no cache; return the compilers that are started."""
    if os.name != "posix":
        pytest.skip("a shell script")
    monkeypatch.setenv("CC", compiler(tmp_path, HANGING))
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(c_compiler, "_in_vain", {})
    started = []
    popen = c_compiler.subprocess.Popen
    monkeypatch.setattr(
        c_compiler.subprocess,
        "Popen",
        lambda *a, **how: started.append(popen(*a, **how)) or started[-1],
    )
    yield started
    deadline.until(None)


def test_no_compiler_is_started_when_the_seconds_are_over(hanging, monkeypatch):
    made = Kernel(total, [_twice])
    deadline.until(time.monotonic() - 1)
    assert made.compiled(np.arange(3)) == 15
    assert hanging == []
    deadline.until(None)  # and that was so for once
    monkeypatch.setattr(kernel, "USUAL_WAIT", 0.2)
    assert made.compiled(np.arange(3)) == 15
    assert [left(child.pid) for child in hanging] == [[]]


def test_a_compiler_is_waited_for_as_long_as_there_are_seconds_left(hanging, monkeypatch):
    waited = []
    monkeypatch.setattr(backends.CLoops, "wait", lambda self, seconds: waited.append(seconds))
    made, items = Kernel(total, [_twice]), np.arange(3)
    deadline.until(time.monotonic() + 60)
    monkeypatch.setattr(kernel, "USUAL_WAIT", 100.0)
    assert made.compiled(items) == 15
    deadline.until(time.monotonic() - 3)
    assert made.compiled(items, work=5_000_000) == 15  # plain text would take as long
    assert 0 < waited[0] <= 60
    assert waited[1:] == [1.0]


def test_whoever_interrupts_a_kernel_stops_its_compiler(hanging, monkeypatch):
    def interrupted(self, seconds):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(backends.CLoops, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Kernel(total, [_twice]).compiled(np.arange(3))
    assert [left(child.pid) for child in hanging] == [[]]


def test_a_graph_is_analysed_within_its_seconds_where_the_compiler_hangs(
    hanging, run, tmp_path, monkeypatch
):
    graph = tmp_path / "graph.npz"
    assert run("expand", "spacewreck/eight-rooms", "-o", graph).code == 0
    monkeypatch.setattr(kernel, "MIN_ITEMS_TO_COMPILE", 0)
    monkeypatch.setattr(deadline, "GRACE", 60.0)  # on a busy machine
    monkeypatch.setattr(deadline, "HARD", 120.0)
    got = run("analyse", graph, "--max-seconds", "0", "--json")
    assert (got.code, hanging) == (0, [])
    assert got.out == run("analyse", graph, "--json", "-q", "--max-seconds", "0").out
    assert deadline.seconds_left() is None


def test_a_library_that_shows_nothing_is_not_used(monkeypatch):
    monkeypatch.setattr(backends, "backend", lambda: "cc")
    monkeypatch.setattr(backends.CLoops, "look", lambda self: True)
    monkeypatch.setattr(backends.CLoops, "wait", lambda self, seconds=None: True)
    monkeypatch.setattr(
        backends.CLoops, "_finish", lambda self: setattr(self, "_library", Nothing())
    )
    assert Kernel(total, [_twice]).compiled(np.arange(3)) == 15


class Nothing:
    """A library without functions, which complains as those of ctypes do."""

    def __getitem__(self, name):
        raise AttributeError(name)
