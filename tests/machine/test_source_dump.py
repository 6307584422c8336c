"""The texts of compiled loops are kept where a folder is named, and machine code names them."""

from __future__ import annotations

import re
import traceback

import numpy as np
import pytest

from stategraph.machine import backends, cache, source_dump
from stategraph.machine.backends import backend, loops_of

TEXT = """
from stategraph.machine.language import Int64s


def first(items: Int64s):
    return items[0]
"""
ITEMS = np.arange(3) + 7


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setenv(source_dump.VARIABLE, str(tmp_path / "kept"))
    monkeypatch.setattr(backends, "_LOADED", {})
    return tmp_path / "kept"


@pytest.mark.skipif(backend() != "cc", reason="no C compiler")
@pytest.mark.parametrize("shared", [False, True])
def test_python_and_c_are_kept_and_the_library_names_them(folder, tmp_path, shared):
    assert loops_of(TEXT, ["first"], shared).run("first", ITEMS) == 7
    c, python = sorted(folder.iterdir())
    assert (c.stem, c.suffix, python.name) == (python.stem, ".c", f"{c.stem}.py")
    assert re.fullmatch("first-[0-9a-f]{12}", c.stem)
    assert python.read_text("utf-8") == TEXT
    assert "void loop_first(" in c.read_text("utf-8")
    (library,) = (tmp_path / "cache").iterdir()
    held = library.read_bytes()
    assert c.name.encode() in held and str(folder).encode() in held
    assert b".debug_line" in held and b".symtab" in held


@pytest.mark.skipif(backend() != "cc", reason="no C compiler")
def test_what_is_gone_is_kept_again_though_its_library_is_there(folder, monkeypatch):
    for _ in range(2):
        monkeypatch.setattr(backends, "_LOADED", {})
        loops_of(TEXT, ["first"]).run("first", ITEMS)
        assert len(found := sorted(folder.iterdir())) == 2
        found[0].unlink()


@pytest.mark.skipif(backend() != "cc", reason="no C compiler")
def test_without_a_folder_nothing_is_kept_and_the_library_names_no_text(
    folder, tmp_path, monkeypatch
):
    monkeypatch.delenv(source_dump.VARIABLE)
    loops_of(TEXT, ["first"]).run("first", ITEMS)
    assert not folder.exists()
    (library,) = (tmp_path / "cache").iterdir()
    assert b".debug_line" not in library.read_bytes()


def test_plain_python_has_lines_for_a_debugger(folder, monkeypatch):
    monkeypatch.setenv(backends.VARIABLE, "plain")
    with pytest.raises(IndexError) as error:
        loops_of(TEXT, ["first"]).run("first", ITEMS[:0])
    *_, last = traceback.extract_tb(error.value.__traceback__)
    assert last.filename == str(next(folder.iterdir()))
    assert last.line == "return items[0]"


def test_a_folder_that_cannot_be_made_is_told(folder, run, monkeypatch):
    folder.write_text("a file")
    monkeypatch.setattr("stategraph.engines.engine_choice.HAND_OVER_STATES", 0)
    got = run("analyse", "spacewreck/eight-rooms", "--engine", "native")
    assert got.code == 4
    assert got.err.startswith(f"stategraph: cannot make {folder}: ")
