"""Pictures of Pledge boards, one unit per cell.

::

    ┌───┬───┬───┐
    │       │ ╳ │⌂     light paths on a dark ground; slot: a cross; home: a house
    □ ──►       │      start in the ring: a doorstep; knight: an arrow head, small at home
    └───┴───┴───┘
    count 2            the knight's count

Several knights differ by colour, letter and shape, and so do their homes. Knights in the same cell
are drawn smaller, side by side.
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.rules import State
from stategraph.rules.drawing import (
    BLACK,
    BLUE,
    FLOOR,
    GREEN,
    LINE,
    ORANGE,
    RED,
    SKY,
    WALL,
    WHITE,
    YELLOW,
    Drawing,
    stamp,
)

from .board import HEADINGS, SLOT, STEP, Board, Knight, Place, openings

# Shapes of knights that head to the right, by letter: colour, and corners (ahead, to the right).
# All have a point ahead. The shape of the back differs: notched for a single knight, flat for red,
# a body for yellow, a tail for green, and round for blue.
KNIGHT_SHAPES = {
    "": (ORANGE, [(0.48, 0.0), (-0.44, 0.4), (-0.22, 0.0), (-0.44, -0.4)]),
    "R": (RED, [(0.48, 0.0), (-0.4, 0.46), (-0.4, -0.46)]),
    "Y": (YELLOW, [(0.48, 0.0), (0.08, 0.38), (-0.44, 0.38), (-0.44, -0.38), (0.08, -0.38)]),
    "G": (GREEN, [(0.48, 0.0), (-0.2, 0.46), (-0.48, 0.0), (-0.2, -0.46)]),
    "B": (
        BLUE,
        [(0.48, 0.0), (0.04, 0.35), (-0.14, 0.38), (-0.34, 0.29), (-0.44, 0.1)]
        + [(-0.44, -0.1), (-0.34, -0.29), (-0.14, -0.38), (0.04, -0.35)],
    ),
}
INK = {"R": WHITE, "Y": BLACK, "G": WHITE, "B": WHITE}

# offsets of knights that share a cell
BESIDE = (-0.24, -0.24), (0.24, 0.24), (0.24, -0.24), (-0.24, 0.24)


def draw(board: Board, state: State) -> Drawing:
    """Return a picture of the tiles, starts, homes, knights and counts."""
    drawing = Drawing(board.width + 2.0, board.height + 3.4)
    drawing.rect(0, 0, drawing.width, drawing.height, WHITE)
    for k, tile in enumerate(board.tiles_of(state)):
        row, column = board.grid.place(k)
        _tile(drawing, 1 + 3 * column, 1 + 3 * row, tile)
    for knight in board.knights:
        if not board.holds(knight.start):  # a start on a tile would slide with it
            _start(drawing, knight.start)
    for place, owners in board.homes.items():
        _home(drawing, place, "".join(knight.letter for knight in owners))
    _knights(drawing, board, state)
    _counts(drawing, board, state)
    return drawing


def draw_tiles(rows: Sequence[Sequence[int]]) -> Drawing:
    """Return a picture of the tiles of a board, without the ring around it."""
    drawing = Drawing(3 * len(rows[0]), 3 * len(rows))
    for y, row in enumerate(rows):
        for x, tile in enumerate(row):
            _tile(drawing, 3 * x, 3 * y, tile)
    return drawing


def _counts(drawing: Drawing, board: Board, state: State) -> None:
    """Write the count of each knight below the board."""
    caption, size = f"count {state[board.knights[0].names[2]]}", 1.2
    if board.knights[0].colour:
        counts = (f"{knight.letter} {state[knight.names[2]]}" for knight in board.knights)
        caption = ", ".join(counts)
        size = min(size, 1.6 * drawing.width / len(caption))
    drawing.text(drawing.width / 2, board.height + 2.6, caption, size)


def _knights(drawing: Drawing, board: Board, state: State) -> None:
    """Draw each knight in its cell; a knight at home or in a shared cell is smaller."""
    standing: dict[Place, list[Knight]] = {}
    for knight in board.knights:
        standing.setdefault(board.spot(state[knight.names[0]]), []).append(knight)
    for spot, knights in standing.items():
        for k, knight in enumerate(knights):
            alone = len(knights) == 1
            size, offset = (1.0, (0.0, 0.0)) if alone else (0.5, BESIDE[k])
            if alone and spot == knight.home:
                size = 0.5
            heading = HEADINGS[state[knight.names[1]]]
            _knight(drawing, spot, heading, size, knight.letter, offset)


@stamp
def _tile(drawing: Drawing, x: int, y: int, tile: int) -> None:
    """Draw a tile with its top left corner at (x, y)."""
    if tile == SLOT:
        drawing.rect(x, y, 3, 3, WHITE)
        for top, bottom in ((0.5, 2.5), (2.5, 0.5)):
            drawing.line([(x + top, y + 0.5), (x + bottom, y + 2.5)], BLUE, 0.16)
    else:
        drawing.rect(x, y, 3, 3, WALL)
    for direction in openings(tile):
        # paint the middle cell and the cell at the edge
        down, right = STEP[direction]
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
def _home(drawing: Drawing, place: Place, letters: str) -> None:
    """Draw a house with a wide door and its knights' letters; a single owner colours the roof."""
    y, x = 1 + place[0], 1 + place[1]
    roof, wall = y + 0.5, y + 0.97
    corners = [(x + 0.5, y + 0.04), (x + 0.97, roof), (x + 0.88, roof), (x + 0.88, wall)]
    corners += [(x + 0.12, wall), (x + 0.12, roof), (x + 0.03, roof)]
    colour = GREEN if not letters else KNIGHT_SHAPES[letters][0] if len(letters) == 1 else ORANGE
    drawing.polygon(corners, colour, BLACK)
    drawing.rect(x + 0.22, y + 0.43, 0.56, 0.54, WHITE, BLACK)
    if letters:
        drawing.text(x + 0.5, y + 0.7, letters, min(0.5, 0.75 / len(letters)))


@stamp
def _knight(
    drawing: Drawing,
    place: Place,
    heading: str,
    size: float,
    letter: str,
    offset: tuple[float, float],
) -> None:
    """Draw an arrow head; size 1 fills the cell, size 1/2 the door of a house.

    `offset` is the offset (x, y) from the middle of the cell, used if several knights share a cell.
    """
    y, x = 1.5 + place[0] + offset[1] + (0 if any(offset) else (1 - size) * 0.4), 1.5 + place[1]
    x += offset[0]
    down, right = (size * step for step in STEP[heading])
    colour, shape = KNIGHT_SHAPES[letter]
    corners = [(x + a * right - b * down, y + a * down + b * right) for a, b in shape]
    drawing.polygon(corners, colour, BLACK)
    if letter:
        drawing.text(x - 0.12 * right, y - 0.12 * down, letter, 0.44 * size, INK[letter])
