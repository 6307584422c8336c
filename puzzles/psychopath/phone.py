"""Reader of the level files of the phone version: five lines, then rows of Pathology tiles.

::

    Round the Corner     name
    A. Author            author
    16                   moves of the best known solution, 0: not known
    5                    columns
    3                    rows
    00000                tiles
    04253
    00600
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from stategraph.rules import LevelError, Puzzle, numbers, row

from .oneway import oneway
from .pathology import board_of

HEADER = 5  # lines before the board

_NUMBER = re.compile("[ \t]*[0-9]{1,9}[ \t]*")


def is_phone(rows: Sequence[str]) -> bool:
    """Return whether lines look like this format: lines 3 to 5 are numbers, but not tiles.

    Digits may also be tiles. Lines 5 and 6 of a Pathology text have equal length, so they must
    differ here.
    """
    numeric = len(rows) > HEADER and all(map(_NUMBER.fullmatch, rows[2:HEADER]))
    return numeric and len(rows[HEADER].strip(" \t")) != len(rows[HEADER - 1].strip(" \t"))


def read_phone(rows: Sequence[str]) -> Puzzle:
    """Return the puzzle of a level file."""
    row(rows, 2, "the name of the level and its author")
    (best,) = numbers(rows, 3, ("moves of the best known solution", 0, None))
    (width,) = numbers(rows, 4, ("columns", 1, None))
    (height,) = numbers(rows, 5, ("rows", 1, None))
    tiles = rows[HEADER:]
    if len(tiles) < height:
        raise LevelError(f"missing: row {len(tiles) + 1} of {height}", len(rows) + 1)
    if len(tiles) > height:
        raise LevelError(f"more than the {height} rows that line 5 announces", HEADER + height + 1)
    board = board_of(tiles, HEADER)
    if len(board[0]) != width:
        raise LevelError(
            f"a row of {len(board[0])} tiles, where line 4 announces {width} columns", HEADER + 1
        )
    return oneway(board, best)
