"""Detours planted by a script: `compare` blames the edit, and nothing stays after it is undone.

Each is a bundled level, and one edit after which the shortest solution is longer: an opening that
is taken away, or a thing that is put on the board.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from itertools import islice

import pytest
from effort import sampled_rows

from stategraph import expand, load
from stategraph.analysis import shortest
from stategraph.design import compare
from stategraph.errors import LevelError
from stategraph.rules import Element

PLANTED = {
    ("labyrinth/nine-tiles", "opening"): 3,
    ("labyrinth/the-tower", "opening"): 2,
    ("puzzlescript/one-is-enough", "water"): 2,
    ("puzzlescript/one-is-enough", "wall"): 2,
    ("puzzlescript/looking-glass", "wall"): 2,
}
CASES = [
    row
    for case, most in PLANTED.items()
    for row in sampled_rows([(*case, number) for number in range(most)])
]


def edits(level, kind):
    """Yield the name of each element that may be edited, and the edit."""
    family, puzzle = level.family, level.puzzle
    if kind == "opening":
        for element in family.elements(puzzle):
            yield element.name, partial(family.without, puzzle, [element])
        return
    for place in map(puzzle.board.place, range(puzzle.board.size)):
        element = Element.cell(kind, *place)
        yield element.name, partial(family.including, puzzle, [element], puzzle)


def detours(level, kind):
    """Yield levels whose solution an edit makes longer, with the name of the edited element."""
    least, found = shortest(expand(level.puzzle)), list(edits(level, kind))
    random.Random(kind).shuffle(found)
    for name, edit in found:
        try:
            made = replace(level, puzzle=edit())
        except LevelError:
            continue
        if (shortest(expand(made.puzzle, until_goal=True)) or 0) > least:
            yield made, name


@pytest.mark.parametrize(("name", "kind", "number"), CASES)
def test_the_planted_edit_is_blamed(name, kind, number):
    level = load(name)
    made, planted = next(islice(detours(level, kind), number, None))
    graphs = [expand(each.puzzle) for each in (level, made)]
    found = compare(level, made, graphs, expand)
    assert found.removed + found.added == (planted,)
    assert (found.shortcut, found.detour.causes) == (None, ((planted,),))
    undone = compare(made, level, graphs[::-1], expand)
    assert undone.removed + undone.added == (planted,)
    assert (undone.detour, undone.shortcut.causes) == (None, ((planted,),))
    assert len(undone.shortcut.solution) == shortest(graphs[0])
    assert (undone.shortcut.still, undone.shortcut.still_because) == (None, None)
