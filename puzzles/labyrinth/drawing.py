"""Pictures of labyrinth boards.

::

       ◎            goal: a framed tile, two rings at its top
    ► ┌ ┐           arrows: the end where the spare enters, and the direction of the slide
      ● │ ◄         player: an orange disc; outside, it is below the board
      ▲       ─     start: a framed tile, a triangle below it; the spare is at the right
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.rules import State
from stategraph.rules.drawing import (
    BLUE,
    FLOOR,
    GREEN,
    LINE,
    ORANGE,
    WALL,
    WHITE,
    Drawing,
    stamp,
)

from ..tiles import OPENINGS
from .rules import Board

MARGIN = 0.75
BELOW = 1.1
ARM = {"L": (0.0, 0.34), "R": (0.34, 0.34), "U": (0.34, 0.0), "D": (0.34, 0.34)}


def draw(board: Board, state: State) -> Drawing:
    """Return a picture of the board, the spare tile and the player."""
    drawing = Drawing(board.width + 2 * MARGIN + 1.2, board.height + MARGIN + BELOW)
    drawing.rect(0, 0, drawing.width, drawing.height, WHITE)
    for cell, number in enumerate(state.tiles):
        _tile(drawing, number, *corner(board, cell))
    _tile(drawing, state.spare, *corner(board, board.size))
    _slides(drawing, board)
    _ends(drawing, board)
    x, y = place_of(board, state.player)
    drawing.disc(x, y, 0.23, ORANGE)
    return drawing


def draw_tiles(rows: Sequence[Sequence[int]]) -> Drawing:
    """Return a picture of the tiles of a board, without its margin."""
    drawing = Drawing(len(rows[0]), len(rows))
    for y, row in enumerate(rows):
        for x, number in enumerate(row):
            _tile(drawing, number, x, y)
    return drawing


def corner(board: Board, cell: int) -> tuple[float, float]:
    """Return the top left corner of a tile, given its cell; the spare tile has number `size`."""
    if cell == board.size:
        return board.width + 2 * MARGIN + 0.1, MARGIN + (board.height - 1) / 2
    row, column = board.place(cell)
    return MARGIN + column, MARGIN + row


@stamp
def _tile(drawing: Drawing, number: int, x: float, y: float) -> None:
    """Draw a tile with its top left corner at (x, y): light paths on a dark ground."""
    tile = Drawing(1, 1)
    tile.rect(0, 0, 1, 1, WALL)
    for direction in OPENINGS[number]:
        tile.rect(*ARM[direction], *((0.66, 0.32) if direction in "LR" else (0.32, 0.66)), FLOOR)
    tile.line([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)], LINE, 0.04)
    drawing.place(tile, x, y)


@stamp
def _slides(drawing: Drawing, board: Board) -> None:
    right = MARGIN + board.width
    for row in range(board.height):
        y = MARGIN + row + 0.5
        ends = (0.15, MARGIN - 0.1) if row % 2 == 0 else (right + MARGIN - 0.15, right + 0.1)
        drawing.arrow((ends[0], y), (ends[1], y), BLUE, 0.1, 0.3)


@stamp
def _ends(drawing: Drawing, board: Board) -> None:
    for row, column in (board.start, board.goal):
        low, high = 0.05, 0.95
        corners = [(low, low), (high, low), (high, high), (low, high), (low, low)]
        frame = [(MARGIN + column + x, MARGIN + row + y) for x, y in corners]
        drawing.line(frame, GREEN, 0.07)
    row, column = board.start
    x, y = MARGIN + column + 0.5, MARGIN + row + 1
    drawing.polygon([(x - 0.35, y + 0.4), (x + 0.35, y + 0.4), (x, y - 0.1)], GREEN, WHITE)
    row, column = board.goal
    x, y = MARGIN + column + 0.5, MARGIN + row - 0.2
    for radius, fill in ((0.3, GREEN), (0.21, WHITE), (0.12, GREEN)):
        drawing.disc(x, y, radius, fill, stroke="")


def place_of(board: Board, player: int) -> tuple[float, float]:
    """Return the player's position on the picture, also below the start or above the goal."""
    if player < board.size:
        row, column = board.place(player)
        return MARGIN + column + 0.5, MARGIN + row + 0.5
    if player == board.size:
        return MARGIN + board.start[1] + 0.5, MARGIN + board.height + 0.75
    return MARGIN + board.goal[1] + 0.5, 0.3
