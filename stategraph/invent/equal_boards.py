"""Comparison of boards: levels that share more than half of their elements.

::

    $ . #      $ . #
    # @ #      # @ _      five of six elements are in the same places: mostly equal
"""

from __future__ import annotations

from dataclasses import dataclass

from stategraph.design.level_distance import Form, form_distance, form_of
from stategraph.invent.mutations import elements_of
from stategraph.level_files import Level


@dataclass(frozen=True)
class Board:
    """The elements of a level: their positions, and their number."""

    form: Form
    elements: int


def board_of(level: Level) -> Board:
    """Return the elements of a level, for comparisons with many others.

    A tile and its openings count as one element, because an edit replaces the whole tile.
    """
    form, elements = form_of(level), len(elements_of(level))
    cells = sum(map(len, form.board)) if form.board else elements
    return Board(form, min(elements, cells))


def mostly_equal(one: Board, other: Board) -> bool:
    """Return whether more than half of the elements are in the same places, up to symmetry.

    Levels of a family that declares no elements are never mostly equal.
    """
    most = (min(one.elements, other.elements) - 1) // 2
    return form_distance(one.form, other.form, most) is not None
