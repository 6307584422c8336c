"""Edits of pieces that cover a line of cells, such as the cars of Rush Hour.

All cells with the same sign are one piece. An edit never leaves the rest of a piece that is not a
line of two or more cells::

    . B B B        a wall on the middle cell of B         . . x .      no line is left of B
    a wall on its last cell                               . B B x
"""

from __future__ import annotations

from stategraph.design import board_edits
from stategraph.errors import InputError
from stategraph.rules.family import Family
from stategraph.rules.signs import Rows, is_line

Place = tuple[int, int]


def line_signs(family: Family) -> set[str]:
    """Return the signs of a family whose cells are one piece."""
    return {sign.text for sign in family.signs if sign.line}


def drawn(board: Rows, family: Family, places: list[Place], text: str) -> Rows:
    """Draw a piece over some cells.

    If its old cells and these cells are a line, the piece becomes longer. Otherwise, the piece has
    only the given cells.
    """
    old = _cells(board, text)
    if not is_line([*old, *places]):
        board = _with(board, old, family.signs[0].text)
    for place in places:
        board = board_edits.paint(board, family, place, text)
    return board


def moved(board: Rows, family: Family, source: Place, target: Place) -> Rows:
    """Move the piece on cell `source` so that this cell of the piece comes to `target`.

    Raises ``InputError`` if a cell is not on the board, or is not free.
    """
    text, ground = board[source[0]][source[1]], family.signs[0].text
    names = {sign.text: sign.name for sign in family.signs}
    old = _cells(board, text)
    down, right = target[0] - source[0], target[1] - source[1]
    cells = [(row + down, column + right) for row, column in old]
    for row, column in cells:
        if not (0 <= row < len(board) and 0 <= column < len(board[0])):
            raise InputError(f"{names[text]} would leave the board")
        if board[row][column] not in (ground, text):
            raise InputError(f"{names[text]} would stand on {names[board[row][column]]}")
    return _with(_with(board, old, ground), cells, text)


def without_fragments(board: Rows, family: Family, but: str = "") -> Rows:
    """Remove all cells of pieces that are not in the longest line of their piece.

    The piece `but` stays as it is, since its next cells may follow.
    """
    for text in sorted(line_signs(family) - {but}):
        cells = _cells(board, text)
        if cells and not is_line(cells):
            board = _with(board, cells, family.signs[0].text)
            board = _with(board, _longest_line(cells), text)
    return board


def _longest_line(cells: list[Place]) -> list[Place]:
    """Return the longest line among some cells, or [] without a line of two cells."""
    lines: list[list[Place]] = [[]]
    for row, column in cells:
        for down, right in ((0, 1), (1, 0)):
            line = [(row, column)]
            while (line[-1][0] + down, line[-1][1] + right) in cells:
                line.append((line[-1][0] + down, line[-1][1] + right))
            lines.append(line)
    longest = max(lines, key=len)
    return longest if len(longest) > 1 else []


def _cells(board: Rows, text: str) -> list[Place]:
    return [(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign == text]


def _with(board: Rows, cells: list[Place], text: str) -> Rows:
    """Return the board with a sign in some cells."""
    return [
        [text if (r, c) in cells else sign for c, sign in enumerate(row)]
        for r, row in enumerate(board)
    ]
