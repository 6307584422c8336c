"""The API page of the site lists each public name once, and others by their import names."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

import stategraph
from stategraph import errors

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def drawn_pages(monkeypatch):
    monkeypatch.syspath_prepend(DOCS)
    yield importlib.import_module("drawn_pages")
    del sys.modules["drawn_pages"]


def test_every_public_name_is_in_one_group(drawn_pages):
    named = [name for names in drawn_pages.API.values() for name in names.split()]
    assert sorted(named) == sorted(stategraph.__all__)
    assert all(0 < len(drawn_pages.summary(name)) < 100 for name in named)


def test_packages_show_what_users_import(drawn_pages):
    lines = "\n".join(drawn_pages.reference("level_files"))
    assert ".. autofunction:: stategraph.level_files.read_level\n" in lines
    assert "`Level <stategraph.Level>`" in lines  # it is on the API page
    assert drawn_pages.public_names(errors)[0] == "CompileError"
    assert not any(name.startswith("_") for name in drawn_pages.homes().values())
