"""Levels made unsolvable by a script: the printed reason names the planted element.

Each is a bundled level that can be won, and one edit after which it cannot: a wall, a block or a
box that blocks the solution, or a corridor taken away.
"""

from __future__ import annotations

import random
import re

import pytest

from stategraph import load
from stategraph.analysis import solvable
from stategraph.design import why
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.level_files import read_native
from stategraph.rules import Element
from stategraph.tell.unsolvable_reason import MAX_SINGLE, sentence

PLANTED = {
    "psychopath/first-push": ("wall", "block"),
    "psychopath/covered-exits": ("wall", "block"),
    "psychopath/tight-room": ("wall", "block"),
    "psychopath/block-on-exit": ("block",),
    "psychopath/notebook-6": ("wall",),
    "psychopath/notebook-8": ("wall",),
    "sokoban/first-push": ("wall",),
    "sokoban/next-door": ("wall",),
    "sokoban/two-to-put-away": ("wall",),
    "sokoban/spare-goal": ("box",),
    "spacewreck/eight-rooms": ("corridor",),
    "spacewreck/long-way": ("corridor",),
    "spacewreck/merry-go-round": ("corridor",),
}
CASES = [(name, kind) for name, kinds in PLANTED.items() for kind in kinds]


def doctored(name, kind):
    """Return a level that can no longer be won, and the name of the edited element."""
    level, draw = load(name), random.Random(f"{name} {kind}")
    family, puzzle = level.family, level.puzzle
    elements = family.elements(puzzle)
    if kind == "corridor":
        edits = [(element, family.without) for element in elements]
    else:
        taken = {element.at[1:] for element in elements}
        cells = [puzzle.board.place(cell) for cell in range(puzzle.board.size)]
        free = [place for place in cells if place not in taken and place != here(puzzle)]
        edits = [(Element.cell(kind, *place), plant) for place in free]
    draw.shuffle(edits)
    for element, edit in edits:
        try:
            made = edit(puzzle, [element])
            again = family.read(family.write(made, made.start), family.settings(made))
        except LevelError:
            continue
        if solvable(expand(again)) is False:
            text = family.write(made, made.start)
            return read_native(family, text, "doctored"), element.name
    pytest.fail(f"no {kind} makes {name} unsolvable")


def here(puzzle):
    return puzzle.board.place(puzzle.start.player)


def plant(puzzle, elements):
    """Return the puzzle with an element more."""
    owner = load("psychopath/first-push" if hasattr(puzzle.start, "blocks") else "sokoban/corner")
    return owner.family.including(puzzle, elements, puzzle)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_the_sentence_names_what_was_planted(name, kind):
    level, planted = doctored(name, kind)
    graph = expand(level.puzzle)
    found = why(level, graph)
    assert found is not None and found.proven
    assert found.kind == ("addition" if kind == "corridor" else "removal")
    assert planted in {part for some in found.blame for part in some}
    if len(found.blame) <= MAX_SINGLE:  # of more, some are named, and the record has them all
        element, place = planted.split(" ", 1)
        text = re.split(" with(?:out)? (?:an? )?", sentence(level, found))[-1]
        groups = [group for group in re.split(", or (?:an? )?", text) if group.startswith(element)]
        places = {p for one in groups for p in re.split(", | or ", one.removeprefix(f"{element} "))}
        assert place in places
    assert kind == "corridor" or len(found.blame) <= MAX_SINGLE
