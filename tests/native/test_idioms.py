"""Any rule: compiled rules give the graph of plain Python, or are refused."""

from __future__ import annotations

import importlib

import pytest
from alike import assert_same
from idiom_boards import IDIOMS

from stategraph.engines import engine_choice
from stategraph.errors import TraceError
from stategraph.expand import expand

for about in ("values", "texts", "conditions", "effects", "objects", "functions"):
    importlib.import_module(f"idioms_of_{about}")  # which fills IDIOMS


@pytest.fixture
def unchecked(monkeypatch, interpreted):
    """Compare compiled rules with plain ones nowhere: they must be right by themselves."""
    monkeypatch.setattr(engine_choice, "_compare", lambda *_: None)
    monkeypatch.setattr(engine_choice, "check_graph", lambda *_: None)


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize("name", IDIOMS)
def test_compiled_rules_give_the_same_graph_or_are_refused(name):
    kind, puzzle = IDIOMS[name]
    if kind == "native":
        assert_same(puzzle)
        return
    with pytest.raises(TraceError, match=r"\w"):
        expand(puzzle, engine="native")


def test_there_are_enough_idioms():
    assert len(IDIOMS) >= 120
