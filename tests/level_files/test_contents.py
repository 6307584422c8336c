"""The tables of bundled levels agree with the level files; the files take precedence."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from stategraph.level_files import contents, families, family_names, read_level
from stategraph.level_files.families import family


@pytest.mark.parametrize("name", family_names())
def test_a_table_is_what_the_level_files_make(name):
    folder = family(name).levels
    if not (folder / contents.NAME).is_file():
        pytest.skip("a family of another package, without a table")
    assert (folder / contents.NAME).read_text("utf-8") == contents.text(name), "run: make levels"


def test_a_table_yields_to_a_folder_that_holds_other_levels(monkeypatch, tmp_path):
    (tmp_path / "one.yaml").write_text("not looked at")
    table = tmp_path / contents.NAME
    table.write_text('{"summary": "s", "levels": [{"level": "pledge/one", "title": "One"}]}')
    monkeypatch.setattr(contents, "_table", lambda name: table)
    assert contents.contents("pledge")["levels"] == [{"level": "pledge/one", "title": "One"}]
    (tmp_path / "two.yaml").write_text("a new one")
    assert len(contents.contents("pledge")["levels"]) > 2


def test_tables_are_written_beside_the_levels(monkeypatch, tmp_path):
    """A family without a folder, or with an empty one, gets no table."""
    own, bare, empty = (copy.copy(family("pledge")) for _ in range(3))
    own.levels, bare.levels, empty.levels = tmp_path, None, tmp_path / "empty"
    found = {"bare": bare, "empty": empty, "pledge": own}
    entries = {name: SimpleNamespace(load=lambda one=one: one) for name, one in found.items()}
    empty.levels.mkdir()
    (tmp_path / "one.yaml").write_text(read_level("pledge/change-places").text, "utf-8")
    monkeypatch.setattr(families, "_entry_points", lambda: entries)
    contents.write_tables()
    made = json.loads((tmp_path / contents.NAME).read_text("utf-8"))
    assert made["summary"] == own.summary
    assert [one["level"] for one in made["levels"]] == ["pledge/one"]
    assert not list(empty.levels.iterdir())


def test_a_list_of_levels_imports_no_family():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "stategraph", "list"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "spacewreck/eight-rooms" in done.stdout
    assert "stategraph.level_files.contents" in names
    assert not {"numpy", "networkx", "stategraph_puzzles.spacewreck"} & names
