"""Reader and writer of Pathology level texts: one row per line, one tile per character.

::

    00000      0 floor   1 wall   2 block   3 exit   4 player   5 hole
    04253      6 7 8 9   blocks that go only left, up, right, down
    00600      A B C D   only left and up, right and up, right and down, left and down
               E F G H   any direction except left, up, right, down
               I J       only left and right, only up and down
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from stategraph.rules import LevelError, Puzzle, State, exactly_one

from .oneway import HOLE, PUSH_DIRECTIONS, oneway, pieces

# the native mark for each Pathology tile; directional blocks have the same mark in both formats
OURS = {"0": "_", "1": "X", "2": "p", "3": "e", "4": "u", "5": HOLE}
OURS |= {mark: mark for mark in PUSH_DIRECTIONS if mark != "p"}
THEIRS = {ours: theirs for theirs, ours in OURS.items()}

_ROW = re.compile("[0-9A-J]+")


def is_pathology(rows: Sequence[str]) -> bool:
    """Return whether lines look like this format: the first two are rows of equal length."""
    first = [row.rstrip(" \t") for row in rows[:2]]
    return len(set(map(len, first))) == 1 < len(first) and all(map(_ROW.fullmatch, first))


def read_pathology(rows: Sequence[str]) -> Puzzle:
    """Return the puzzle of a level text."""
    return oneway(board_of(rows, 0))


def board_of(rows: Sequence[str], skipped: int) -> list[str]:
    """Convert rows of Pathology tiles to a native board; `skipped` lines precede them in the file.

    Raises
    ------
    LevelError
        with the line and the wrong tile
    """
    tiles = [row.rstrip(" \t") for row in rows]
    if not tiles:
        raise LevelError("missing: the board", skipped + 1)
    for line, row in enumerate(tiles, skipped + 1):
        for tile in row:
            if tile not in OURS:
                raise LevelError(f"unknown tile {tile!r}; known: 0 to 9 and A to J", line)
        if len(row) != len(tiles[0]):
            raise LevelError(f"a row of {len(row)} tiles in a board {len(tiles[0])} wide", line)
    exactly_one(tiles, "4", "player (4)", skipped + 1)
    if not any("3" in row for row in tiles):
        raise LevelError("there is no exit (3)")
    return ["".join(OURS[tile] for tile in row) for row in tiles]


def write_pathology(puzzle: Puzzle, state: State) -> str:
    """Return the level text of the level that starts in `state`.

    Raises
    ------
    LevelError
        if something is on an exit, which the format cannot express
    """
    board = puzzle.board
    rows = [
        ["X" if mark in "Xx" else "e" if mark in "eP" else "_" for mark in row]
        for row in board.lines
    ]
    for mark, cell in [("u", state.player), *pieces(puzzle, state)]:
        row, column = board.place(cell)
        if rows[row][column] == "e":
            raise LevelError(f"something stands on the exit {row}:{column}")
        rows[row][column] = mark
    return "".join("".join(THEIRS[mark] for mark in row) + "\n" for row in rows)
