"""The number of elements in which two levels differ, up to the symmetry of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from stategraph.design import board_edits
from stategraph.level_files import Level
from stategraph.rules.family import Family
from stategraph.rules.painting import Rows


def level_distance(one: Level, other: Level) -> int | None:
    """Return the fewest elements that are moved, inserted, removed or replaced between two levels.

    Walls are elements, too. Boards are compared up to mirroring and turning; each option with
    another value counts as one element. Levels without a board are compared by the lines of their
    native text. None if the levels belong to different families, or if their boards have different
    sizes. O(cells).

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
    if one.family.name != other.family.name:
        return None
    family = one.family
    texts = [level.family.write(level.puzzle, level.puzzle.start) for level in (one, other)]
    if not family.signs:
        first, second = (Counter(text.splitlines()) for text in texts)
        return _edits(first - second, second - first)
    board, there = (family.grid(text) for text in texts)
    options = [level.family.settings(level.puzzle) for level in (one, other)]
    changed = sum(
        options[0].get(name) != options[1].get(name) for name in {**options[0], **options[1]}
    )
    parts = {sign.text: sign.parts for sign in family.signs}
    near = [_board_distance(image, there, parts) for image in images(board, family, there)]
    return min(near) + changed if near else None


def images(board: Rows, family: Family, like: Rows) -> Iterator[Rows]:
    """Yield the mirror images and turns of a board that have the size of another one."""
    for image in (board, board_edits.mirror(board, family)):
        for _ in range(4):
            if (len(image), len(image[0])) == (len(like), len(like[0])):
                yield image
            image = board_edits.turn(image, family)


def _board_distance(board: Rows, other: Rows, parts: dict[str, tuple[str, ...]]) -> int:
    """Return the fewest edits between two boards of the same size."""
    gone, come = Counter[Any](), Counter[Any]()
    for old, new in zip(board, other, strict=True):
        for before, after in zip(old, new, strict=True):
            if before != after:
                first, second = (Counter(parts.get(text, (text,))) for text in (before, after))
                gone += first - second
                come += second - first
    return _edits(gone, come)


def _edits(gone: Counter[Any], come: Counter[Any]) -> int:
    """Return the number of edits; an element that goes and one that comes are one edit.

    >>> _edits(Counter(box=1, wall=1), Counter(box=1))
    2
    """
    return max(gone.total(), come.total())
