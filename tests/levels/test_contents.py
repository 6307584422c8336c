"""The tables of bundled levels say what the level files say, and yield to them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from stategraph.levels import contents, family_names
from stategraph.levels.families import family


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


def test_a_list_of_levels_imports_no_family():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "stategraph", "list"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "spacewreck/eight-rooms" in done.stdout
    assert "stategraph.levels.contents" in names
    assert not {"numpy", "networkx", "puzzles.spacewreck"} & names
