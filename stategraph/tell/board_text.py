"""Boards as text, with row and column numbers, and arranged side by side.

::

      01234567         a cell is ROW:COLUMN: the block is at 2:6
    0 XXXXXXXX
    1 X__X___X
    2 Xu____PX
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stategraph.level_files import Level
    from stategraph.variables import State

# width of a terminal in characters; maximum height of a board in an answer, in lines
MAX_COLUMNS, MAX_LINES = 100, 24


def board_in_words(level: Level, state: State) -> list[str]:
    """Return the lines of a state's board, or [] if the family describes states in one line.

    The board has row and column numbers if its lines are the rows of the level.
    """
    lines = level.describe(state).split("\n")
    if not 1 < len(lines) <= MAX_LINES or max(map(len, lines)) > MAX_COLUMNS // 2:
        return []
    board = getattr(level.puzzle, "board", None)  # None for a plain puzzle
    height, width = (getattr(board, side, 0) for side in ("height", "width"))
    is_whole_board = (len(lines), max(map(len, lines))) == (height, width)
    if board is None or not is_whole_board:
        return lines
    margin = len(str(board.height - 1))
    heads = [
        f"{'':{margin}} " + "".join(f"{k:{places}}"[-places:][0] for k in range(board.width))
        for places in range(len(str(board.width - 1)), 0, -1)
    ]
    rows = [f"{row:{margin}} {line}" for row, line in enumerate(lines)]
    return [head.rstrip() for head in heads] + rows


def state_lines(level: Level, state: State) -> list[str]:
    """Return the lines of the family's text for a state. A board has row and column numbers."""
    return board_in_words(level, state) or level.describe(state).split("\n")


def side_by_side(boards: Sequence[Sequence[str]], wide: int = MAX_COLUMNS) -> list[str]:
    """Arrange boards in rows, each with as many boards as fit next to each other.

    >>> side_by_side([["ab", "c"], ["d"]], 10), side_by_side([["ab"], ["c"]], 4)
    (['ab  d', 'c'], ['ab', 'c'])
    """
    lines: list[str] = []
    row: list[Sequence[str]] = []
    for board in [*boards, None]:
        size = sum(_width(neighbour) + 2 for neighbour in row)
        if board is None or (row and size + _width(board) > wide):
            tall = max((len(neighbour) for neighbour in row), default=0)
            lines += [_line(row, k) for k in range(tall)]
            row = []
        if board is not None:
            row.append(board)
    return lines


def _width(board: Sequence[str]) -> int:
    return max(map(len, board))


def _line(row: Sequence[Sequence[str]], k: int) -> str:
    """Join the k-th lines of boards that stand next to each other."""
    parts = [f"{board[k] if k < len(board) else '':{_width(board)}}" for board in row]
    return "  ".join(parts).rstrip()
