"""Levels made unsolvable by a script: the printed reason names the planted element.

Each is a bundled level that can be won, and one edit after which it cannot: a thing that blocks the
solution, a corridor or an opening taken away, or a tile turned.
"""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace
from functools import partial

import pytest
from effort import sampled_rows
from stategraph_puzzles.tiles import BOX, OPENINGS

from stategraph import load
from stategraph.analysis import solvable
from stategraph.design import why
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.rules import Element
from stategraph.tell.unsolvable_reason import MAX_SINGLE, sentence

# the kinds of edits that take an element away
TAKEN = ("corridor", "opening")

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
    "spacewreck/rooms-with-letters": ("corridor",),
    "spacewreck/invented/six-rooms": ("corridor",),
    "labyrinth/nine-tiles": ("opening", "turn"),
    "labyrinth/waiting-outside": ("opening", "turn"),
    "labyrinth/the-tower": ("opening", "turn"),
    "labyrinth/over-the-edge": ("turn",),
    "labyrinth/first-shift": ("turn",),
    "labyrinth/straight-up": ("straight",),
    "labyrinth/the-ride": ("straight",),
    "puzzlescript/tumble": ("wall", "blue", "red"),
    "puzzlescript/looking-glass": ("star",),
    "puzzlescript/pack/05-crate-steps-aside": ("wall", "crate", "water"),
    "puzzlescript/one-is-enough": ("wall", "crate"),
}
CASES = [row for name, kinds in PLANTED.items() for row in sampled_rows([(name, k) for k in kinds])]


def doctored(name, kind):
    """Return a level that can no longer be won, and the names that the edit may be called by."""
    level, draw = load(name), random.Random(f"{name} {kind}")
    family = level.family
    edits = list(EDITS.get(kind, planting)(level, kind))
    draw.shuffle(edits)
    for names, edit in edits:
        try:
            made = edit()
            text, settings = family.write(made, made.start), family.settings(made)
            changed = replace(level, puzzle=family.read(text, settings))
        except LevelError:
            continue
        if solvable(expand(changed.puzzle)) is False:
            return changed, names
    pytest.fail(f"no {kind} makes {name} unsolvable")


def planting(level, kind):
    """Yield edits that put a thing of a kind on a cell without removable things."""
    family, puzzle, board = level.family, level.puzzle, level.puzzle.board
    taken = {element.at[1:] for element in family.elements(puzzle)}
    walkers = {puzzle.start[name] for name in family.walkers(puzzle)}
    taken |= {board.place(cell) for cell in walkers if isinstance(cell, int)}
    for place in sorted(set(map(board.place, range(board.size))) - taken):
        element = Element.cell(kind, *place)
        yield {element.name}, partial(family.including, puzzle, [element], puzzle)


def taking(level, kind):
    """Yield edits that take an element away."""
    for element in level.family.elements(level.puzzle):
        yield {element.name}, partial(level.family.without, level.puzzle, [element])


def turning(level, kind):
    """Yield edits that turn a tile of a labyrinth.

    A corner that is turned has lost one opening or both. A straight tile has lost both, and no
    opening that is added to it is as good as both.
    """
    family, puzzle = level.family, level.puzzle
    text, settings = family.write(puzzle, puzzle.start), family.settings(puzzle)
    rows = family.grid(text)
    for (r, row), quarters in itertools.product(enumerate(rows), range(1, 4)):
        for c, sign in enumerate(row):
            turned = sign
            for _ in range(quarters):
                turned = family.turned(turned)
            if sign not in TURNED[kind]:
                continue
            changed = [list(each) for each in rows]
            changed[r][c] = turned
            closed = set(OPENINGS[BOX.index(sign)]) - set(OPENINGS[BOX.index(turned)])
            made = family.regrid(text, changed)
            names = {f"opening {r}:{c} {d}" for d in closed}
            names = names if kind == "turn" else {f"turned tile {r}:{c} {sign}"}
            yield names, partial(family.read, made, settings)


TURNED = {"turn": "┌┐└┘", "straight": "│─"}
EDITS = dict.fromkeys(TAKEN, taking) | dict.fromkeys(TURNED, turning)

# the kinds of changes that undo edits; all other edits are undone by a removal
UNDONE = {**dict.fromkeys(EDITS, "addition"), "straight": "replacement"}

# the largest number of sets that rank before a thing that was put on the board
MOST_BETTER = 1


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_the_sentence_names_what_was_planted(name, kind):
    level, planted = doctored(name, kind)
    found = why(level, expand(level.puzzle))
    assert found is not None and found.proven
    adds = kind in EDITS
    assert found.kind == UNDONE.get(kind, "removal")
    (named, *_) = (some for some in found.blame if planted & set(some))
    assert len(named) == 1
    assert adds or found.blame.index(named) <= MOST_BETTER
    if len(found.blame) <= MAX_SINGLE:  # of more, some are named, and the record has them all
        element, place = re.fullmatch(r"([a-z ]+) (.+)", named[0]).groups()
        text = re.split(" with(?:out)? (?:an? )?", sentence(level, found))[-1]
        groups = [group for group in re.split(", or (?:an? )?", text) if group.startswith(element)]
        places = {p for one in groups for p in re.split(", | or ", one.removeprefix(f"{element} "))}
        assert place in places
    assert adds or len(found.blame) <= MAX_SINGLE
