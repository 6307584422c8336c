"""The API page of the site lists each public name once."""

from __future__ import annotations

import sys
from pathlib import Path

import stategraph

DOCS = Path(__file__).parents[2] / "docs"


def test_every_public_name_is_in_one_group(monkeypatch):
    monkeypatch.syspath_prepend(DOCS)
    import drawn_pages

    named = [name for names in drawn_pages.API.values() for name in names.split()]
    assert sorted(named) == sorted(stategraph.__all__)
    assert all(0 < len(drawn_pages.summary(name)) < 100 for name in named)
    del sys.modules["drawn_pages"]
