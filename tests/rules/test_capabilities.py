"""Capabilities: a small core, parts of two to five methods, and a table of all parts."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from stategraph.errors import LevelError
from stategraph.rules import Family, One, Puzzle, capabilities

ROOT = Path(__file__).parents[2]
CAPABILITIES = [getattr(capabilities, name) for name in capabilities.__all__]


def public(cls):
    """Return the public names in the body of a class, and of its annotations."""
    return {name for name in {*vars(cls), *inspect.get_annotations(cls)} if name[0] != "_"}


def test_the_core_of_a_family_is_small():
    assert public(Family) == {"name", "summary", "options", "levels", "template", "read", "text"}
    assert set(CAPABILITIES) < set(Family.__mro__)


def test_no_two_capabilities_have_a_part_in_common():
    parts = [name for cls in CAPABILITIES for name in public(cls) - {"name"}]
    assert sorted(parts) == sorted(set(parts))


@pytest.mark.parametrize("capability", CAPABILITIES, ids=lambda cls: cls.__name__)
def test_each_has_a_file_with_an_example_and_a_row_with_its_parts(capability):
    methods = [part for part in vars(capability).values() if inspect.isfunction(part)]
    assert 2 <= len(methods) <= 5
    assert "Examples\n" in inspect.getdoc(capability)
    page = (ROOT / "puzzles/README.md").read_text("utf-8")
    (row,) = re.findall(rf"^\| `{capability.__name__}` \| ([^|]*) \|", page, re.M)
    assert set(re.findall(r"`(\w+)`", row)) == public(capability) - {"name"}


def test_a_family_without_optional_parts_answers_none():
    class Bare(Family):
        name = "bare"

        def read(self, text, options):
            return Puzzle({"x": 0}, [lambda s: iter(())], lambda s: False, x=One(2))

    bare = Bare()
    puzzle = bare.read("", {})
    assert bare.elements(puzzle) == [] and bare.plan(puzzle) is None and bare.words(puzzle) == {}
    assert bare.text(puzzle, puzzle.start) == repr(puzzle.start)
    assert [board.text for board in bare.boards("a\nb")] == ["a\nb"]
    for refused in (bare.write, bare.puzzlescript):
        with pytest.raises(LevelError, match="bare"):
            refused(*(puzzle, puzzle.start, "t")[: len(inspect.signature(refused).parameters)])
