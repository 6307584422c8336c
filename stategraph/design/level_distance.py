"""The number of elements in which two levels differ, up to the symmetry of the board."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import ne
from typing import TypeVar

from stategraph.design import board_edits
from stategraph.level_files import Level
from stategraph.rules.family import Family
from stategraph.rules.signs import Rows

# The elements in a cell, the upper one first.
Parts = tuple[str, ...]


# a piece of a level, as text or as a key
Piece = TypeVar("Piece")


def level_distance(first_level: Level, other: Level, most: float = math.inf) -> int | None:
    """Return the smallest number of element edits that turn one level into another.

    Walls are elements, too. An element may be moved, inserted, removed or replaced. Boards are
    compared up to mirroring and turning. Each option with a different value counts as one edit.
    Levels without a board are compared by the lines of their native text. The result is None if the
    levels belong to different families, if their boards have different sizes, or if the distance is
    larger than `most`. O(cells).

    Examples
    --------
    >>> from stategraph.level_files import parse_level
    >>> def level(row):
    ...     board = f"  #######\\n  {row}\\n  #######"
    ...     return parse_level(f"puzzle: sokoban\\nlevel: |\\n{board}", "a.yaml")
    >>> first = level("#@$ . #")
    >>> level_distance(first, level("# . $@#"))
    0
    >>> level_distance(first, level("#@ $. #"))
    1
    """
    return form_distance(form_of(first_level), form_of(other), most)


@dataclass(frozen=True)
class Form:
    """A level as text: the board in signs or, without a board, the lines; and the options."""

    family: Family
    lines: Counter[str]
    board: Rows
    options: Mapping[str, object]


def form_of(level: Level) -> Form:
    """Return the form of a level, which serves many comparisons."""
    family, puzzle = level.family, level.puzzle
    text, options = family.write(puzzle, puzzle.start), family.settings(puzzle)
    board = family.grid(text) if family.signs else []
    return Form(family, Counter() if board else Counter(text.splitlines()), board, options)


def form_distance(first: Form, other: Form, most: float = math.inf) -> int | None:
    """Return the `level_distance` of two levels with the given forms."""
    if first.family.name != other.family.name:
        return None
    if not first.family.signs:
        edits = _edits(first.lines - other.lines, other.lines - first.lines)
        return edits if edits <= most else None
    names = {**first.options, **other.options}
    changed = sum(first.options.get(name) != other.options.get(name) for name in names)
    near = _board_distance(first.board, other.board, first.family, most - changed)
    return None if near is None else near + changed


def images(board: Rows, family: Family, like: Rows) -> Iterator[Rows]:
    """Yield the mirror images and turns of a board that have the same size as `like`."""
    for image in (board, board_edits.mirror(board, family)):
        for _ in range(4):
            if (len(image), len(image[0])) == (len(like), len(like[0])):
                yield image
            image = board_edits.turn(image, family)


def _board_distance(board: Rows, other: Rows, family: Family, most: float) -> int | None:
    """Return the smallest number of edits between two boards up to symmetry; None above `most`.

    An edit changes at most two cells. So half the number of different cells is a lower bound, and
    most images need no exact comparison.
    """
    parts = {sign.text: sign.parts for sign in family.signs}

    def parts_of(rows: Rows) -> list[Parts]:
        return [parts.get(text, (text,)) for text in chain.from_iterable(rows)]

    cells = parts_of(other)
    flat = [parts_of(image) for image in images(board, family, other)]
    best = None
    for different, image in sorted((sum(map(ne, image, cells)), image) for image in flat):
        if (different + 1) // 2 > most or (best is not None and (different + 1) // 2 >= best):
            break
        distance = _cell_distance(image, cells)
        if distance <= most and (best is None or distance < best):
            best = distance
    return best


def _cell_distance(cells: Sequence[Parts], other_cells: Sequence[Parts]) -> int:
    """Return the smallest number of edits between the cells of two boards."""
    removed, added = Counter[object](), Counter[object]()
    for old_parts, new_parts in zip(cells, other_cells, strict=True):
        if old_parts != new_parts:
            first, second = Counter(old_parts), Counter(new_parts)
            removed += first - second
            added += second - first
    return _edits(removed, added)


def _edits(removed: Counter[Piece], added: Counter[Piece]) -> int:
    """Return the number of edits. A removed element and an inserted element form one edit.

    >>> _edits(Counter(box=1, wall=1), Counter(box=1))
    2
    """
    return max(removed.total(), added.total())
