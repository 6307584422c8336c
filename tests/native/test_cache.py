"""Compiled rules on disk: shared, written anew where they are damaged, never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from toys import one_rule

from stategraph import load
from stategraph.engines.native import Native
from stategraph.expand import expand
from stategraph.native import cache as modules


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv(modules.VARIABLE, str(tmp_path / "cache"))
    for name in rule_modules():
        monkeypatch.delitem(sys.modules, name)
    yield tmp_path / "cache"
    for name in rule_modules():
        del sys.modules[name]


def rule_modules() -> list[str]:
    return [name for name in sys.modules if name.startswith("stategraph_rules_")]


LEVEL = "spacewreck/eight-rooms"


def test_levels_of_one_structure_share_a_module(cache):
    for name in ("psychopath/notebook-1", "psychopath/notebook-3", "psychopath/notebook-5"):
        Native(load(name).puzzle)
    assert len(list(cache.glob("*.py"))) <= 2


def test_edited_rules_are_another_module(cache):
    def version(step):
        def rule(s):
            yield "x", s.but(x=(s.x + step) % 5)

        return one_rule(rule)

    one, two = (Native(version(step)).rules.program.text for step in (1, 2))
    assert one != two
    assert len(list(cache.glob("*.py"))) == 2


def test_a_damaged_module_is_written_anew(cache):
    puzzle = load(LEVEL).puzzle
    path = Native(puzzle).rules.module.__file__
    with open(path, "w") as file:
        file.write("def expand(: nonsense")
    (name,) = rule_modules()
    del sys.modules[name]
    assert len(expand(puzzle, engine="native")) == 9


ANALYSE = [sys.executable, "-m", "stategraph", "analyse", "--json", "--engine", "native", LEVEL]


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Return a folder with the compiled rules of a level, and what was said of it."""
    folder = tmp_path_factory.mktemp("filled")
    environment = {**os.environ, modules.VARIABLE: str(folder)}
    done = subprocess.run(ANALYSE, capture_output=True, env=environment, check=True)
    return folder, done.stdout


@pytest.mark.long
@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x80\x04K\x01."])
def test_damaged_machine_code_is_compiled_anew(tmp_path, damage, filled):
    folder, said = filled
    shutil.copytree(folder, tmp_path / "cache")
    files = [*(tmp_path / "cache" / "__pycache__").glob("*.nb?")]
    assert files
    for file in files:
        file.write_bytes(damage)
    environment = {**os.environ, modules.VARIABLE: str(tmp_path / "cache")}
    again = subprocess.run(ANALYSE, capture_output=True, env=environment, check=True)
    assert (again.stdout, again.stderr) == (said, b"")


@pytest.mark.long
def test_a_cache_that_cannot_be_written_is_passed_over(tmp_path):
    (tmp_path / "file").write_text("")
    run = [sys.executable, "-m", "stategraph", "solve", "--engine", "native", LEVEL]
    environment = {
        **os.environ, modules.VARIABLE: str(tmp_path / "file"),
        "XDG_CACHE_HOME": str(tmp_path / "b"),
    }  # fmt: skip
    done = subprocess.run(run, capture_output=True, env=environment, check=True)
    assert (done.stdout, done.stderr) == (b"R3L5L8\n", b"")


def test_without_the_compiler_numba_runs_the_text_as_it_is(tmp_path):
    run = [sys.executable, "-m", "stategraph", "solve", "--engine", "native", LEVEL]
    environment = {
        **os.environ, "NUMBA_DISABLE_JIT": "1", modules.VARIABLE: str(tmp_path),
    }  # fmt: skip
    done = subprocess.run(run, capture_output=True, env=environment, check=True)
    assert (done.stdout, done.stderr) == (b"R3L5L8\n", b"")


@pytest.mark.long
def test_two_processes_may_fill_the_cache_at_once(tmp_path):
    environment = {**os.environ, modules.VARIABLE: str(tmp_path / "cache")}
    both = [subprocess.Popen(ANALYSE, stdout=subprocess.PIPE, env=environment) for _ in "ab"]
    outputs = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert outputs[0] == outputs[1] != b""


def test_the_cache_keeps_the_newest_modules(cache, monkeypatch):
    monkeypatch.setattr(modules, "KEPT", 3)
    paths = []
    for k in range(5):
        paths.append(modules.load_module(f"# module {k}\n").__file__)
        os.utime(paths[-1], (k, k))
    modules.load_module("# one more\n")
    assert [os.path.exists(path) for path in paths] == [False, False, False, True, True]
