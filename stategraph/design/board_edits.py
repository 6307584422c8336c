"""Edits of a board with the tools of a designer: each returns a new board.

A board consists of rows of signs, see `stategraph.rules.signs`. `Family.grid` converts a level's
text to a board, and `Family.regrid` converts back. A board need not be a valid level: one without a
player can be edited too.

>>> from stategraph.level_files.families import family
>>> sokoban = family("sokoban")
>>> board = sokoban.grid("#####\\n#@$.#\\n#####")
>>> shown = lambda board: "/".join("".join(row) for row in board)
>>> shown(paint(board, sokoban, (1, 3), "@"))        # a second player replaces the first
'#####/# $@#/#####'
>>> shown(move(board, sokoban, (1, 2), (1, 3)))      # the box covers the goal
'#####/#@ *#/#####'
>>> shown(resize(board, sokoban, 3, 6))
'##### /#@$.# /##### '
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.errors import InputError
from stategraph.rules.family import Family
from stategraph.rules.signs import Rows, Sign

# the (row, column) of a cell
Place = tuple[int, int]

# maximum size of an edited board; the readers of formats have their own limits
MAX_CELLS = 10_000


def paint(board: Rows, family: Family, place: Place, text: str) -> Rows:
    """Put the sign `text` into a cell of a board. A unique sign is removed from its old cell."""
    sign = _sign(family, text)
    new_board = _without(board, family, sign) if sign.alone else _copy(board)
    row, column = within(new_board, place)
    new_board[row][column] = text
    return new_board


def erase(board: Rows, family: Family, place: Place) -> Rows:
    """Return the board with empty ground in a cell."""
    return paint(board, family, place, family.signs[0].text)


def paint_all(board: Rows, family: Family, places: Sequence[Place], text: str) -> Rows:
    """Put a sign into several cells of a board. A unique sign is put only into the last cell."""
    if _sign(family, text).alone:
        places = places[-1:]
    for place in places:
        board = paint(board, family, place, text)
    return board


def clear(board: Rows, family: Family) -> Rows:
    """Return an empty board of the same size, with a border of walls if the family has them."""
    ground = family.signs[0].text
    rim = _showing(family, ("wall",)) or ground
    last, end = len(board) - 1, len(board[0]) - 1
    return [
        [rim if r in (0, last) or c in (0, end) else ground for c in range(end + 1)]
        for r in range(last + 1)
    ]


def fill(board: Rows, family: Family, place: Place, text: str) -> Rows:
    """Put a sign into all cells of an area that has the same sign in every cell.

    The area contains the given cell. Cells are adjacent if they share a side. Raises ``InputError``
    for a unique sign.
    """
    if _sign(family, text).alone:
        raise InputError(f"{text!r} can be in one cell only")
    new_board = _copy(board)
    row, column = within(new_board, place)
    old, open_ = new_board[row][column], [(row, column)]
    if old == text:
        return new_board
    while open_:
        row, column = open_.pop()
        if (
            0 <= row < len(new_board)
            and 0 <= column < len(new_board[0])
            and new_board[row][column] == old
        ):
            new_board[row][column] = text
            open_ += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return new_board


def move(board: Rows, family: Family, source: Place, target: Place) -> Rows:
    """Move the upper part of a cell of a board to another cell.

    Its lower part remains. In the other cell, the moved part is put on top of the old content if a
    sign exists for both; otherwise the old content is lost.
    """
    new_board = _copy(board)
    (row, column), (to_row, to_column) = within(new_board, source), within(new_board, target)
    sign = _sign(family, new_board[row][column])
    if (row, column) == (to_row, to_column) or not sign.parts:
        return new_board
    new_board[row][column] = _showing(family, sign.under) or family.signs[0].text
    target_sign = _sign(family, new_board[to_row][to_column]).parts
    moved = _showing(family, (*sign.parts[:1], *target_sign)) or _showing(family, sign.parts[:1])
    new_board[to_row][to_column] = moved or sign.text
    return new_board


def resize(board: Rows, family: Family, height: int, width: int) -> Rows:
    """Resize a board: cut it off, or extend it by empty ground, on the right and at the bottom."""
    if height < 1 or width < 1 or height * width > MAX_CELLS:
        raise InputError(f"a board of {height} by {width}; it has 1 to {MAX_CELLS:,} cells")
    ground = family.signs[0].text
    rows = [(row + [ground] * width)[:width] for row in board[:height]]
    return rows + [[ground] * width for _ in range(height - len(rows))]


def shift(board: Rows, family: Family, down: int, right: int) -> Rows:
    """Shift the content of a board. Content that would leave the board is lost."""
    height, width, ground = len(board), len(board[0]), family.signs[0].text

    def at(row: int, column: int) -> str:
        inside = 0 <= row < height and 0 <= column < width
        return board[row][column] if inside else ground

    return [[at(r - down, c - right) for c in range(width)] for r in range(height)]


def mirror(board: Rows, family: Family) -> Rows:
    """Return the board with left and right exchanged."""
    return [[family.mirrored(sign) for sign in reversed(row)] for row in board]


def turn(board: Rows, family: Family) -> Rows:
    """Return the board after a quarter turn, clockwise."""
    return [[family.turned(sign) for sign in row] for row in zip(*reversed(board), strict=True)]


def _copy(board: Rows) -> Rows:
    return [list(row) for row in board]


def within(board: Rows, place: Place) -> Place:
    """Return `place`; raise ``InputError`` if it is not on the board."""
    row, column = place
    if not (0 <= row < len(board) and 0 <= column < len(board[0])):
        raise InputError(f"{row}:{column} is not on the board")
    return place


def _sign(family: Family, text: str) -> Sign:
    """Return the sign with that text; raise ``InputError`` if the family has none."""
    for sign in family.signs:
        if sign.text == text:
            return sign
    raise InputError(f"{text!r} is not a sign of {family.name}")


def _showing(family: Family, parts: tuple[str, ...]) -> str | None:
    """Return the text of the sign that shows these parts, or None."""
    return next((sign.text for sign in family.signs if sign.parts == parts), None)


def _without(board: Rows, family: Family, alone: Sign) -> Rows:
    """Remove the object of a sign that may occur once, such as the player; its ground remains."""
    lower_sign = {
        sign.text: _showing(family, sign.under) or family.signs[0].text
        for sign in family.signs
        if sign.parts[:1] == alone.parts[:1]
    }
    return [[lower_sign.get(sign, sign) for sign in row] for row in board]
