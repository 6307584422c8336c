"""Compiled rules on disk: shared, rewritten if they are damaged, and never an obstacle."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from toys import one_rule

from stategraph import load
from stategraph.engines.native import Native
from stategraph.machine import backends, cache


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(backends, "_LOADED", {})
    return tmp_path / "cache"


LEVEL = "spacewreck/eight-rooms"


def test_levels_of_one_structure_share_machine_code():
    names = ("psychopath/notebook-1", "psychopath/notebook-3", "psychopath/notebook-5")
    assert len({Native(load(name).puzzle).rules.program.text for name in names}) <= 2


def test_edited_rules_are_another_program():
    def version(step):
        def rule(s):
            yield "x", s.but(x=(s.x + step) % 5)

        return one_rule(rule)

    one, two = (Native(version(step)).rules.program.text for step in (1, 2))
    assert one != two


ANALYSE = [sys.executable, "-m", "stategraph", "analyse", "--json", "--engine", "native", LEVEL]


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Return a folder with the compiled rules of a level, and the messages about it."""
    folder = tmp_path_factory.mktemp("filled")
    environment = {**os.environ, cache.VARIABLE: str(folder)}
    done = subprocess.run(ANALYSE, capture_output=True, env=environment, check=True)
    return folder, done.stdout


@pytest.mark.long
@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x80\x04K\x01."])
def test_damaged_machine_code_is_compiled_anew(tmp_path, damage, filled):
    folder, said = filled
    shutil.copytree(folder, tmp_path / "cache")
    files = [*(tmp_path / "cache").glob("*.so")]
    assert files
    for file in files:
        file.write_bytes(damage)
    environment = {**os.environ, cache.VARIABLE: str(tmp_path / "cache")}
    again = subprocess.run(ANALYSE, capture_output=True, env=environment, check=True)
    assert (again.stdout, again.stderr) == (said, b"")


@pytest.mark.long
def test_a_cache_that_cannot_be_written_is_passed_over(tmp_path):
    (tmp_path / "file").write_text("")
    run = [sys.executable, "-m", "stategraph", "solve", "--engine", "native", LEVEL]
    environment = {
        **os.environ, cache.VARIABLE: str(tmp_path / "file"),
        "XDG_CACHE_HOME": str(tmp_path / "b"),
    }  # fmt: skip
    done = subprocess.run(run, capture_output=True, env=environment, check=True)
    assert (done.stdout, done.stderr) == (b"R3L5L8\n", b"")


def test_where_it_is_asked_for_the_text_runs_as_it_is(tmp_path):
    run = [sys.executable, "-m", "stategraph", "solve", "--engine", "native", LEVEL]
    environment = {
        **os.environ, backends.VARIABLE: "plain", cache.VARIABLE: str(tmp_path),
    }  # fmt: skip
    done = subprocess.run(run, capture_output=True, env=environment, check=True)
    assert (done.stdout, done.stderr) == (b"R3L5L8\n", b"")


@pytest.mark.long
def test_two_processes_may_fill_the_cache_at_once(tmp_path):
    environment = {**os.environ, cache.VARIABLE: str(tmp_path / "cache")}
    both = [subprocess.Popen(ANALYSE, stdout=subprocess.PIPE, env=environment) for _ in "ab"]
    outputs = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert outputs[0] == outputs[1] != b""
