"""All verbs: a file each, each in the help; and those that need no tests of their own file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rooms import ABOUT_VERBS

import stategraph.cli
from stategraph import load
from stategraph.cli import GROUPS, parser
from stategraph.levels import family_names

VERBS = Path(stategraph.cli.__file__).parent


FILES = {path.stem for path in VERBS.glob("*.py")} - {"__init__", *ABOUT_VERBS}


def test_a_verb_is_a_file_of_its_name():
    verbs = next(a for a in parser()._actions if a.choices).choices
    assert {file.replace("_", "-") for file in FILES} | {"import", "analyze"} == set(verbs)


@pytest.mark.parametrize("file", sorted(FILES))
def test_a_verb_parses_asks_tells_and_exits_in_sixty_lines(file):
    text = (VERBS / f"{file}.py").read_text("utf-8")
    words = re.findall(r'^[A-Z]+ = """.*?^"""\n', text, re.M | re.S)
    assert 20 <= len(text.splitlines()) - sum(len(each.splitlines()) for each in words) <= 60


def test_help_lists_every_verb_but_old_names(run):
    listed = re.findall(r"^    ([a-z-]+)(?: |$)", run("--help").out, re.M)
    assert listed[:3] == ["solve", "analyse", "explain"]
    assert sorted(listed) == sorted(file.replace("_", "-") for file in FILES)


def test_every_verb_has_help_with_an_example(run):
    verbs = next(a for a in parser()._actions if hasattr(a, "choices") and a.choices).choices
    assert set(verbs) >= {"solve", "analyse", "render", "query", "verify", "list", "new", "expect"}
    for verb in verbs:
        got = run(verb, "--help")
        assert got.code == 0
        assert f"$ stategraph {verb.replace('analyze', 'analyse')}" in got.out


def test_every_level_that_help_names_is_there(run):
    named = re.compile(rf"\b(?:{'|'.join(family_names())})/[\w-]+")
    for verb in (name.replace("_", "-") for names in GROUPS.values() for name in names):
        for line in re.findall(r"^ +\$ (.*)", run(verb, "--help").out, re.MULTILINE):
            assert [load(name).name for name in named.findall(line)] == named.findall(line)


def test_version(run):
    assert run("--version").out.startswith("stategraph 0.")


def test_list_shows_every_level_with_its_answer(run):
    assert "spacewreck/eight-rooms" in run("list").out
    record = json.loads(run("list", "spacewreck", "--json").out)
    answers = {level["level"]: level["shortest"] for level in record["spacewreck"]["levels"]}
    assert answers["spacewreck/eight-rooms"] == 3


def test_new_gives_a_level_that_solves(run, tmp_path):
    path = tmp_path / "mine.yaml"
    assert run("new", "spacewreck", "-o", path).code == 0
    assert run("solve", path).code == 0
    assert run("new", "spacewreck", "-o", path).code == 2  # never over an existing file
    assert run("new", "chess").code == 2
