"""Loops compiled in a child process, kept on disk and checked before each run; all backends."""

from __future__ import annotations

import ctypes
import io
import os
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import psutil
import pytest
from compilers import FAILING, HANGING, compiler, left

from stategraph.errors import CompileError, InputError
from stategraph.machine import backends, c_compiler, cache, detached_compiler
from stategraph.machine.backends import backend, loops_of

TEXT = """
import numpy as np
from stategraph.machine.language import Int64s, prefetch


def total(items: Int64s):
    s = 0
    for k in range(items.size):
        prefetch(items, k + 8)
        s += items[k]
    return s
"""
ITEMS = np.arange(10)

needs_cc = pytest.mark.skipif(backend() != "cc", reason="no C compiler")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(backends, "_LOADED", {})
    return tmp_path / "cache"


@pytest.mark.parametrize("chosen", ["cc", "numba", "plain"])
def test_loops_say_the_same_whichever_way_they_run(folder, monkeypatch, chosen):
    if chosen == "cc" and backend() != "cc":
        pytest.skip("no C compiler")
    monkeypatch.setenv(backends.VARIABLE, chosen)
    assert loops_of(TEXT, ["total"]).run("total", ITEMS) == 45


def test_without_any_compiler_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr(backends, "find_compiler", lambda: None)
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(backends.importlib.util, "find_spec", lambda name: None)
    assert backend() is None
    with pytest.raises(CompileError, match=r"no C compiler.*pip install numba"):
        loops_of(TEXT, ["total"])


@needs_cc
def test_what_was_compiled_lies_ready(folder):
    one = loops_of(TEXT, ["total"])
    assert not one.look()
    one.begin()
    assert one.wait()
    assert one.run("total", ITEMS) == 45
    (path,) = folder.iterdir()
    backends._LOADED.clear()
    assert loops_of(TEXT, ["total"]).look()
    assert os.listdir(folder) == [path.name]


@needs_cc
def test_what_another_process_drops_meanwhile_is_compiled_anew(folder, monkeypatch):
    gone = folder / "gone.so"
    monkeypatch.setattr(cache, "find", lambda key: gone)
    one = loops_of(TEXT, ["total"])
    assert not one.look()
    assert one.run("total", ITEMS) == 45


@needs_cc
@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_damaged_machine_code_is_compiled_anew_and_never_run(folder, monkeypatch, damage):
    loops_of(TEXT, ["total"]).run("total", ITEMS)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.unlink()  # what this process has mapped stays as it is
    half = len(whole) // 2
    path.write_bytes(whole[:half] + b"\xcc" * 64 + whole[half + 64 :] if damage is None else damage)
    backends._LOADED.clear()
    loaded = []
    load = ctypes.CDLL
    monkeypatch.setattr(ctypes, "CDLL", lambda name: (loaded.append(name), load(name))[1])
    again = loops_of(TEXT, ["total"])
    assert not again.look()
    assert loaded == []
    assert again.run("total", ITEMS) == 45
    assert path.read_bytes() == whole


@needs_cc
def test_a_folder_that_others_may_write_is_passed_over(folder, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    folder.mkdir()
    folder.chmod(0o777)
    assert loops_of(TEXT, ["total"]).run("total", ITEMS) == 45
    assert list(folder.iterdir()) == []
    assert list((tmp_path / "other").rglob("*.so"))


def test_the_newest_libraries_are_kept_and_nothing_of_a_killed_writer(folder, monkeypatch):
    monkeypatch.setattr(cache, "MAX_LIBRARIES", 3)
    folder.mkdir(mode=0o700)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left = folder / f".a-b.so.{gone.pid}.tmp"
    left.write_bytes(b"half")
    paths = []
    for k in range(5):
        paths.append(cache.keep(f"key{k}", b"library"))
        os.utime(paths[-1], (k, k))
    cache.keep("key9", b"library")
    assert [path.exists() for path in paths] == [False, False, False, True, True]
    assert not left.exists()


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
@pytest.mark.parametrize("shared", [False, True])
def test_a_compiler_that_fails_is_one_line(folder, monkeypatch, tmp_path, shared):
    monkeypatch.setenv("CC", compiler(tmp_path, FAILING))
    failing = loops_of(TEXT, ["total"], shared)
    for _ in range(2):
        with pytest.raises(
            CompileError,
            match=r"my-cc \(named by CC\) ended with 1: loops.c: error: no such.*unset it$",
        ):
            failing.run("total", ITEMS)
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
@pytest.mark.parametrize("by", ["drop", "time"])
def test_a_compiler_that_hangs_is_ended_with_all_it_started(folder, monkeypatch, tmp_path, by):
    monkeypatch.setenv("CC", compiler(tmp_path, HANGING))
    monkeypatch.setattr(c_compiler.tempfile, "tempdir", str(tmp_path))
    if by == "time":
        monkeypatch.setattr(c_compiler, "MAX_SECONDS", 0.2)
    hanging = loops_of(TEXT, ["total"])
    began = time.monotonic()
    hanging.begin()
    child = hanging._compilation._child
    assert not hanging.ready()
    assert not hanging.wait(0.01)
    if by == "drop":
        hanging.drop()
    else:
        with pytest.raises(
            CompileError, match=r"my-cc \(named by CC\) ended with -9 and said nothing; "
        ):
            hanging.run("total", ITEMS)
    assert time.monotonic() - began < 20
    assert left(child.pid) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache", "my-cc"]


SHARED = f"""
import sys
from stategraph.machine.backends import loops_of

made = loops_of({TEXT!r}, ["total"], shared=True)
made.begin()
print(made._compilation._child.pid)
made.drop()
"""


@needs_cc
def test_what_many_puzzles_share_is_kept_though_whoever_began_it_has_ended(folder):
    done = subprocess.run(
        [sys.executable, "-c", SHARED], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert left(int(done.stdout)) == []
    again = loops_of(TEXT, ["total"], shared=True)
    assert again.look()
    assert again.run("total", ITEMS) == 45


@needs_cc
def test_what_many_puzzles_share_is_waited_for_too(folder):
    made = loops_of(TEXT, ["total"], shared=True)
    assert made.run("total", ITEMS) == 45
    made.drop()
    assert [path.suffix for path in folder.iterdir()] == [".so"]


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
def test_a_compiler_that_is_left_to_itself_and_hangs_is_ended(folder, monkeypatch, tmp_path):
    script = compiler(tmp_path, HANGING)
    monkeypatch.setenv("CC", script)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(c_compiler, "MAX_SECONDS", 0.5)
    hanging = loops_of(TEXT, ["total"], shared=True)
    hanging.begin()
    child = hanging._compilation._child
    hanging.drop()
    assert child.wait(60) == 1
    assert [one for one in psutil.process_iter(["cmdline"]) if script in str(one.info)] == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache", "my-cc"]
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
def test_who_is_more_patient_than_those_who_waited_in_vain_tries_again(
    folder, monkeypatch, tmp_path
):
    monkeypatch.setenv("CC", compiler(tmp_path, HANGING))
    monkeypatch.setattr(c_compiler, "SLOW_SECONDS", 0.0)
    monkeypatch.setattr(c_compiler, "_in_vain", {})
    hanging = loops_of(TEXT, ["total"])
    hanging.begin(0.1)
    hanging.drop()  # without a wait
    hanging.begin(0.1)
    assert not hanging.wait(0.1)
    hanging.drop()
    with pytest.raises(CompileError, match=r"my-cc \(named by CC\) did not end in time before"):
        hanging.begin(0.1)
    hanging.begin()
    hanging.drop()


# In a separate process: loaded machine code is not compiled again.
SOLVED_COMPILED = """
from stategraph.machine import kernel
from stategraph.cli import main

kernel.SMALL = 0
raise SystemExit(main(["solve", "psychopath/first-push", "--search", "pushing"]))
"""


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
def test_a_broken_compiler_is_told_once_with_its_cost_and_its_cure(tmp_path):
    environment = {**os.environ, "CC": "/bin/false -v", cache.VARIABLE: str(tmp_path / "cache")}
    got = subprocess.run(
        [sys.executable, "-c", SOLVED_COMPILED], env=environment, capture_output=True, text=True
    )
    assert got.returncode == 0, got.stderr
    (line,) = [line for line in got.stderr.splitlines() if "plain Python" in line]
    assert line.endswith(
        "first-push.yaml: runs as plain Python, several times slower on large levels: the C "
        "compiler /bin/false -v (named by CC) ended with 1 and said nothing; set CC to one that "
        "works, or unset it"
    )


def test_a_way_that_there_is_not_is_refused(monkeypatch):
    monkeypatch.setenv(backends.VARIABLE, "gcc")
    with pytest.raises(InputError, match="STATEGRAPH_COMPILE is 'gcc'; it must be one of cc, "):
        backend()


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
@pytest.mark.parametrize("length", [190, 200, 201, 400])
def test_of_what_a_compiler_says_the_first_200_characters_are_told(
    folder, monkeypatch, tmp_path, length
):
    said = "error: ".ljust(length, "x")
    script = f"#!/bin/sh\necho '{said}' >&2\nexit 1\n"
    monkeypatch.setenv("CC", compiler(tmp_path, script))
    with pytest.raises(CompileError) as error:
        loops_of(TEXT, ["total"]).run("total", ITEMS)
    assert str(error.value).rpartition("error: ")[2].count("x") == min(length, 200) - len("error: ")


@needs_cc
def test_the_largest_and_the_smallest_number_are_handed_over(folder, monkeypatch):
    text = "def less(a, b):\n    return a - b\n"
    monkeypatch.setenv(backends.VARIABLE, "cc")
    made = loops_of(text, ["less"])
    largest, smallest = (1 << 63) - 1, -(1 << 63)
    assert made.run("less", largest, 0) == largest
    assert made.run("less", smallest, 0) == smallest
    for beyond in (largest + 1, smallest - 1):
        with pytest.raises(OverflowError, match=f"{beyond} does not fit"):
            made.run("less", beyond, 0)


def test_numba_compiles_what_it_can_and_refuses_the_rest(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setenv(backends.VARIABLE, "numba")
    made = loops_of("def wrapped(a):\n    return a * a\n", ["wrapped"])
    assert made.run("wrapped", 1 << 40) == 0  # Python would not wrap around
    odd = loops_of("def odd(a):\n    return a.name\n", ["odd"])
    with pytest.raises(CompileError, match="^numba: "):
        odd.run("odd", 1)


def test_nothing_is_compiled_for_all_without_a_folder_to_keep_it_in(monkeypatch):
    monkeypatch.setattr(cache, "folder", lambda: None)
    with pytest.raises(CompileError, match="no folder to keep machine code in"):
        detached_compiler.LastingCompilation(c_compiler.find_compiler(), TEXT, "key")


def test_who_lets_a_compiler_go_on_is_not_kept_alive_by_it():
    ended = threading.Event()
    compiling = object.__new__(detached_compiler.LastingCompilation)
    compiling._said, compiling._child = io.BytesIO(), SimpleNamespace(wait=ended.wait)
    before = set(threading.enumerate())
    compiling.drop()
    waiting = set(threading.enumerate()) - before
    ended.set()
    assert [thread.daemon for thread in waiting] == [True]
