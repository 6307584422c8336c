"""Capabilities: a small core, parts of two to five methods, and a table of all parts."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from stategraph.errors import LevelError
from stategraph.rules import Drawing, Family, Grid, One, Puzzle, Tuple, capabilities

ROOT = Path(__file__).parents[2]
CAPABILITIES = [getattr(capabilities, name) for name in capabilities.__all__]


class Bare(Family):
    """A family without optional parts."""

    name = "bare"

    def read(self, text, options):
        return Puzzle({"x": 0}, [lambda s: iter(())], lambda s: False, x=One(2))


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
    bare = Bare()
    puzzle = bare.read("", {})
    assert bare.elements(puzzle) == [] and bare.plan(puzzle) is None and bare.words(puzzle) == {}
    assert bare.text(puzzle, puzzle.start) == repr(puzzle.start)
    assert [board.text for board in bare.boards("a\nb")] == ["a\nb"]
    for refused in (bare.write, bare.puzzlescript):
        with pytest.raises(LevelError, match="bare"):
            refused(*(puzzle, puzzle.start, "t")[: len(inspect.signature(refused).parameters)])


def test_values_and_items_have_the_places_of_their_cells_unless_states_are_texts():
    board = Grid(["..#", "..."], "#")

    class Texts(Bare):
        corner = (10.0, 20.0)

    class Pictures(Texts):
        def draw(self, puzzle, state):
            return Drawing.of(puzzle.board)

    puzzle = Puzzle(
        {"at": 0, "tiles": [0] * 5, "pair": [0, 0], "count": 0},
        [lambda s: iter(())],
        lambda s: False,
        at=One(board, "home"),
        tiles=Tuple(5, 2),
        pair=Tuple(2, 2),
        count=One(5),
        board=board,
    )
    cells = [(10.5, 20.5), (11.5, 20.5), (10.5, 21.5), (11.5, 21.5), (12.5, 21.5)]
    drawn, text = Pictures(), Texts()
    assert [drawn.spot(puzzle, "at", cell) for cell in range(6)] == [*cells, None]
    assert [drawn.spot_of_item(puzzle, "tiles", cell) for cell in range(5)] == cells
    assert drawn.spot(puzzle, "count", 0) is None
    assert drawn.spot_of_item(puzzle, "pair", 0) is None
    bare = Puzzle({"row": [0]}, puzzle.rules, puzzle.is_goal, row=Tuple(1, 2))
    assert drawn.spot_of_item(bare, "row", 0) is None
    assert text.spot(puzzle, "at", 0) is None and text.spot_of_item(puzzle, "tiles", 0) is None


def test_the_obvious_plan_is_that_of_the_first_admissible_heuristic():
    class Explained(Bare):
        heuristics = {
            name: lambda puzzle, name=name: lambda state: f"{name} of {state} in {puzzle}"
            for name in ("wild", "first", "second")
        }
        admissible = ("first", "second")

    assert Explained().relaxed("puzzle").left("state") == "first of state in puzzle"
    Explained.admissible = ()
    assert Explained().relaxed("puzzle") is None


@pytest.mark.parametrize(
    ("actor", "runner", "runs", "among"),
    [
        (None, None, (False, False), ("", "")),
        (lambda label: label[0], None, (False, False), ("", "")),
        (lambda label: label[0], "A", (True, False), ("A", "A")),
        # a plural if several move at once, or if no move is the runner's
        (lambda label: {"A": "all"}.get(label[0]), "all", (True, False), ("all", "all")),
    ],
)
def test_the_runner_is_the_actor_that_never_stops(actor, runner, runs, among):
    family = Bare()
    family.actor, family.runner = actor, runner
    assert (family.runs("A1"), family.runs("B2")) == runs
    assert (family.runner_among(["B2", "A1"]), family.runner_among(["B2"])) == among
