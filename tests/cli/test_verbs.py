"""All verbs: each has a file and is in the help; tests of verbs without a test file."""

from __future__ import annotations

import json
import re
from dataclasses import FrozenInstanceError, is_dataclass
from pathlib import Path

import pytest
from package_order import ABOUT_VERBS

import stategraph.cli
from stategraph import load
from stategraph.cli import ALIASES, GROUPS, parser
from stategraph.cli.graphs import By
from stategraph.cli.limits import TimeLimit
from stategraph.cli.parsing import build
from stategraph.errors import InputError
from stategraph.level_files import family_names
from stategraph.level_files.contents import template

VERBS = Path(stategraph.cli.__file__).parent


# They still work, but the help does not list them.
OLD_NAMES = {"analyze", "expand", "hints", "import", "table"}

FILES = {path.stem for path in VERBS.glob("*.py")} - {"__init__", *ABOUT_VERBS}


def test_a_verb_is_a_file_of_its_name():
    verbs = next(a for a in parser()._actions if a.choices).choices
    assert {file.replace("_", "-") for file in FILES} | OLD_NAMES == set(verbs)


def test_no_namespace_of_argparse_leaves_the_parser():
    holders = [path.stem for path in VERBS.glob("*.py") if "namespace" in path.read_text("utf-8")]
    assert holders == ["parsing"]


@pytest.mark.parametrize("file", sorted(FILES))
def test_a_request_is_frozen_and_built_from_its_options(file):
    verb = next(a for a in parser()._actions if a.choices).choices[file.replace("_", "-")]
    kind = verb.get_default("verb").request
    options = {action.dest: action.default for action in verb._actions}
    request = build(kind, {**options, "time_limit": TimeLimit()})
    assert names_of(request) - {"by", "time_limit"} <= set(options)
    with pytest.raises(FrozenInstanceError):
        request.level = "another"


def names_of(request):
    """Return the names of the options of a request and of its parts."""
    found = set()
    for name, value in vars(request).items():
        found |= names_of(value) if is_dataclass(value) and not isinstance(value, By) else {name}
    return found


def test_help_lists_every_verb_but_old_names(run):
    listed = re.findall(r"^    ([a-z-]+)(?: |$)", run("--help").out, re.M)
    assert listed[:3] == ["solve", "verify", "ask"]
    assert sorted(listed) == sorted(file.replace("_", "-") for file in FILES)


def test_every_verb_has_help_with_an_example(run):
    verbs = next(a for a in parser()._actions if hasattr(a, "choices") and a.choices).choices
    assert set(verbs) >= {"solve", "analyse", "render", "query", "verify", "list", "new", "expect"}
    for verb in verbs:
        got = run(verb, "--help")
        assert got.code == 0
        assert f"$ stategraph {ALIASES.get(verb, verb)}" in got.out
        assert len(got.out.splitlines()) <= 60


def test_help_groups_the_verbs_by_task(run):
    titles = re.findall(r"^(\w+):$", run("--help").out, re.M)
    assert titles == ["Solve", "Look", "Judge", "Draw", "Make", "Exchange", "options"]


def test_common_options_are_described_once(run):
    shared = run("help", "options")
    assert (shared.code, shared.err) == (0, "")
    common = (
        *("--level", "--puzzle", "--trust", "--start", "--goal"),
        *("--max-states", "--max-memory", "--max-seconds", "--engine"),
    )
    for name in common:
        assert re.search(rf"^  {name} [A-Z]*  +\w", shared.out, re.M), name
    for verb in ("solve", "analyse", "render", "check"):
        text = run(verb, "--help").out
        assert text.endswith(f"options):\n  {' '.join(common)} -q -v\n")
        assert not re.search(r"^  --(puzzle|trust|engine|max-\w+)", text, re.M)


def test_old_verbs_answer_as_the_new_ones(run, tmp_path):
    eight = "spacewreck/eight-rooms"
    old, new = tmp_path / "old.npz", tmp_path / "new.npz"
    assert run("expand", eight, "-o", old).code == run("export", eight, "-o", new).code == 0
    assert old.read_bytes() == new.read_bytes()
    assert run("table", eight).out == run("list", eight).out
    assert (
        run("table", "spacewreck", "--json").out
        == run("list", "spacewreck", "--metrics", "main", "--json").out
    )
    files = [tmp_path / name for name in ("a.hints", "b.hints", "c.json", "d.hints.json")]
    for verb, file in zip(("hints", "export", "hints", "export"), files, strict=True):
        assert run(verb, eight, "-o", file).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[2].read_bytes() == files[3].read_bytes()
    reader = run("export", "--reader", "python")
    assert (reader.code, reader.out) == (0, run("hints", "--reader", "python").out)
    assert run("table").code == 2


def test_export_refuses_what_its_format_does_not_take(run, tmp_path):
    eight, graph = "spacewreck/eight-rooms", tmp_path / "g.graphml"
    for words, why in (
        (["-o", graph, "--symmetry"], "--symmetry and --store need FILE.npz"),
        (["-o", tmp_path / "g.hints", "--by", "turns"], "a game looks single states up"),
        ([], "export takes -o FILE or --store DIR"),
    ):
        got = run("export", eight, *words)
        assert (got.code, got.out) == (2, "")
        assert why in got.err
    assert not any(tmp_path.iterdir())


def test_every_level_that_help_names_is_there(run):
    named = re.compile(rf"\b(?:{'|'.join(family_names())})/[\w-]+")
    for verb in (name.replace("_", "-") for names in GROUPS.values() for name in names):
        for line in re.findall(r"^ +\$ (.*)", run(verb, "--help").out, re.MULTILINE):
            assert [load(name).name for name in named.findall(line)] == named.findall(line)


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


def test_levels_of_a_family_have_the_size_of_its_template_unless_one_is_given(run, monkeypatch):
    sizes = []

    def stopped(level, keep, counts, size):
        sizes.append(size)
        raise InputError("stopped")

    monkeypatch.setattr("stategraph.invent.maker", stopped)
    for words in (["sokoban"], ["sokoban", "--size", "5x9"], ["sokoban/first-push"]):
        assert "stopped" in run("invent", *words, "-o", "found").err
    board = template("sokoban").puzzle.board
    assert sizes == [(board.height, board.width), (5, 9), None]
