"""A pledge board as a picture, one unit a cell.

::

    ┌───┬───┬───┐
    │       │ ╳ │⌂     paths light on dark; the slot: a cross; the home: a house
    □ ──►       │      the start in the ring: a doorstep; the knight: an arrow head, small at home
    └───┴───┴───┘
    count 2            the arrow's count below
"""

from __future__ import annotations

from typing import Any

from puzzles.pledge.rules import HEADINGS, SLOT, STEP, Board, Place, openings
from stategraph.rules.drawing import (
    BLACK,
    BLUE,
    FLOOR,
    GREEN,
    LINE,
    ORANGE,
    SKY,
    WALL,
    WHITE,
    Drawing,
    stamp,
)


def draw(board: Board, state: Any) -> Drawing:
    """Return the tiles, the start and the home, and the knight with his count."""
    drawing = Drawing(board.width + 2.0, board.height + 3.4)
    drawing.rect(0, 0, drawing.width, drawing.height, WHITE)
    for k, tile in enumerate(board.tiles_of(state)):
        row, column = board.grid.place(k)
        _tile(drawing, 1 + 3 * column, 1 + 3 * row, tile)
    if not board.holds(board.start):  # there, no tile slides over it
        _start(drawing, board.start)
    _home(drawing, board.home)
    spot = board.spot(state.cell)
    _knight(drawing, spot, HEADINGS[state.heading], 0.5 if spot == board.home else 1.0)
    drawing.text(drawing.width / 2, board.height + 2.6, f"count {state.count}", 1.2)
    return drawing


@stamp
def _tile(drawing: Drawing, x: int, y: int, tile: int) -> None:
    """Draw a tile with its top left corner at (x, y)."""
    if tile == SLOT:
        drawing.rect(x, y, 3, 3, WHITE)
        for top, bottom in ((0.5, 2.5), (2.5, 0.5)):
            drawing.line([(x + top, y + 0.5), (x + bottom, y + 2.5)], BLUE, 0.16)
    else:
        drawing.rect(x, y, 3, 3, WALL)
    for way in openings(tile):
        # the middle cell and the one at the edge
        down, right = STEP[way]
        left, top = x + 1 + min(0, right), y + 1 + min(0, down)
        drawing.rect(left, top, 1 + abs(right), 1 + abs(down), FLOOR)
    drawing.line([(x, y), (x + 3, y), (x + 3, y + 3), (x, y + 3), (x, y)], LINE, 0.1)


@stamp
def _start(drawing: Drawing, place: Place) -> None:
    """Draw a doorstep: a square in a square."""
    y, x = 1 + place[0], 1 + place[1]
    drawing.rect(x + 0.05, y + 0.05, 0.9, 0.9, SKY)
    drawing.rect(x + 0.3, y + 0.3, 0.4, 0.4, WHITE)


@stamp
def _home(drawing: Drawing, place: Place) -> None:
    """Draw a house with a wide door."""
    y, x = 1 + place[0], 1 + place[1]
    roof, wall = y + 0.5, y + 0.97
    corners = [(x + 0.5, y + 0.04), (x + 0.97, roof), (x + 0.88, roof), (x + 0.88, wall)]
    corners += [(x + 0.12, wall), (x + 0.12, roof), (x + 0.03, roof)]
    drawing.polygon(corners, GREEN, BLACK)
    drawing.rect(x + 0.22, y + 0.43, 0.56, 0.54, WHITE, BLACK)


@stamp
def _knight(drawing: Drawing, place: Place, heading: str, size: float) -> None:
    """Draw an arrow head with a notch; of size 1 it fills its cell, of 1/2 the door of a house."""
    y, x = 1.5 + place[0] + (1 - size) * 0.4, 1.5 + place[1]
    down, right = (size * step for step in STEP[heading])
    shape = [(0.48, 0.0), (-0.44, 0.4), (-0.22, 0.0), (-0.44, -0.4)]  # (ahead, to the right)
    corners = [(x + a * right - b * down, y + a * down + b * right) for a, b in shape]
    drawing.polygon(corners, ORANGE, BLACK)
