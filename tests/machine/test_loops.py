"""Loops compiled in a child process, kept on disk, checked before they are run; and three ways."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time

import numpy as np
import psutil
import pytest
from compilers import FAILING, HANGING, compiler, left

from stategraph.errors import CompileError, InputError
from stategraph.machine import cache, cc, loops
from stategraph.machine.loops import loops_of, way

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

needs_cc = pytest.mark.skipif(way() != "cc", reason="no C compiler")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(loops, "_LOADED", {})
    return tmp_path / "cache"


@pytest.mark.parametrize("chosen", ["cc", "numba", "plain"])
def test_loops_say_the_same_whichever_way_they_run(folder, monkeypatch, chosen):
    if chosen == "cc" and way() != "cc":
        pytest.skip("no C compiler")
    monkeypatch.setenv(loops.VARIABLE, chosen)
    assert loops_of(TEXT, ["total"]).run("total", ITEMS) == 45


def test_without_any_compiler_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr(loops, "find_compiler", lambda: None)
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(loops.importlib.util, "find_spec", lambda name: None)
    assert way() is None
    with pytest.raises(CompileError, match=r"no C compiler.*stategraph\[numba\]"):
        loops_of(TEXT, ["total"])


@needs_cc
def test_what_was_compiled_lies_ready(folder):
    one = loops_of(TEXT, ["total"])
    assert not one.look()
    one.begin()
    assert one.wait()
    assert one.run("total", ITEMS) == 45
    (path,) = folder.iterdir()
    loops._LOADED.clear()
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
    loops._LOADED.clear()
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
    monkeypatch.setattr(cache, "KEPT", 3)
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
    monkeypatch.setattr(cc.tempfile, "tempdir", str(tmp_path))
    if by == "time":
        monkeypatch.setattr(cc, "MOST_SECONDS", 0.2)
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
from stategraph.machine.loops import loops_of

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
    monkeypatch.setattr(cc, "MOST_SECONDS", 0.5)
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
    monkeypatch.setattr(cc, "SLOW_SECONDS", 0.0)
    monkeypatch.setattr(cc, "_in_vain", {})
    hanging = loops_of(TEXT, ["total"])
    hanging.begin(0.1)
    hanging.drop()  # nobody has waited
    hanging.begin(0.1)
    assert not hanging.wait(0.1)
    hanging.drop()
    with pytest.raises(CompileError, match=r"my-cc \(named by CC\) did not end in time before"):
        hanging.begin(0.1)
    hanging.begin()
    hanging.drop()


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
def test_a_broken_compiler_is_told_once_with_its_cost_and_its_cure(folder, monkeypatch, run):
    monkeypatch.setattr("stategraph.machine.kernel.SMALL", 0)
    monkeypatch.setenv("CC", "/bin/false -v")
    got = run("solve", "psychopath/first-push", "--search", "pushing")
    (line,) = [line for line in got.err.splitlines() if "plain Python" in line]
    assert got.code == 0
    assert line.endswith(
        "first-push.yaml: runs as plain Python, several times slower on large levels: the C "
        "compiler /bin/false -v (named by CC) ended with 1 and said nothing; set CC to one that "
        "works, or unset it"
    )


def test_a_way_that_there_is_not_is_refused(monkeypatch):
    monkeypatch.setenv(loops.VARIABLE, "gcc")
    with pytest.raises(InputError, match="STATEGRAPH_COMPILE is 'gcc'; it must be one of cc, "):
        way()
