"""The list of dependencies of a run: versions, and every variable that is read."""

from __future__ import annotations

import re
import sys

import pytest
from readmes import ROOT

from stategraph.machine import source_dump


def named():
    """Return the environment variables of this project that its code names."""
    texts = [path.read_text("utf-8") for path in (ROOT / "stategraph").rglob("*.py")]
    return {name for text in texts for name in re.findall(r"\bSTATEGRAPH_[A-Z]+\b", text)}


def test_the_version_is_one_line(run):
    assert re.fullmatch(r"stategraph \d+\.\d+\.\d+(rc\d+)?\n", run("--version").out)


@pytest.mark.parametrize("words", [("--version", "--verbose"), ("-v", "--version")])
def test_versions_and_variables_are_listed_with_their_values(run, monkeypatch, words):
    monkeypatch.setenv(source_dump.VARIABLE, "/some/folder")
    monkeypatch.delenv("CC", raising=False)
    lines = run(*words).out.splitlines()
    assert lines[0] == run("--version").out.rstrip()
    assert lines[1].startswith(f"Python {sys.version.split()[0]} ")
    assert {line.split()[0] for line in lines[2:5]} == {"numpy", "scipy", "networkx"}
    assert {"CC: not set", "STATEGRAPH_KEEP: /some/folder"} <= set(lines)
    assert {line.partition(":")[0] for line in lines if "STATEGRAPH" in line} == named()


def test_each_variable_is_documented():
    page = (ROOT / "stategraph" / "cli" / "README.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(STATEGRAPH_[A-Z]+)` \|", page, re.M))
    assert listed == named() and len(listed) == 3
