"""Pictures of Rush Hour boards: cars with their letters, and the exit at the right.

::

    ┌──────┐
    │  A   │ ►     A is orange, cars of two cells are blue, longer ones yellow;
    └──────┘       an arrow at the right edge marks the exit in the row of A
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.rules import Drawing, State
from stategraph.rules.drawing import (
    BLACK,
    FLOOR,
    GREEN,
    LINE,
    ORANGE,
    SKY,
    WALL,
    WHITE,
    YELLOW,
    stamp,
)

from .rules import RED, Parking, Place

# width of the strip with the exit, and of the gap around a car
EXIT, GAP = 0.7, 0.08


def draw(board: Parking, state: State) -> Drawing:
    """Return a picture of the board and its cars."""
    drawing = Drawing(board.width + EXIT, board.height)
    _ground(drawing, board)
    for car, lane in board.lanes.items():
        _car(drawing, car, tuple(lane[state[car]]))
    return drawing


def middle(cells: Sequence[Place]) -> tuple[float, float]:
    """Return the middle (x, y) of a car."""
    (top, left), (bottom, right) = cells[0], cells[-1]
    return (left + right + 1) / 2, (top + bottom + 1) / 2


@stamp
def _ground(drawing: Drawing, board: Parking) -> None:
    drawing.rect(0, 0, board.width + EXIT, board.height, WHITE)
    drawing.rect(0, 0, board.width, board.height, FLOOR)
    for k in range(board.height + 1):
        drawing.line([(0, k), (board.width, k)], LINE, 0.03)
    for k in range(board.width + 1):
        drawing.line([(k, 0), (k, board.height)], LINE, 0.03)
    for row, column in sorted(board.walls):
        drawing.rect(column, row, 1, 1, WALL)
    y = board.lanes[RED][0][0][0] + 0.5
    drawing.arrow((board.width + 0.05, y), (board.width + EXIT - 0.1, y), GREEN, 0.12, 0.35)


@stamp
def _car(drawing: Drawing, car: str, cells: tuple[Place, ...]) -> None:
    (top, left), (bottom, right) = cells[0], cells[-1]
    width, height = right - left + 1 - 2 * GAP, bottom - top + 1 - 2 * GAP
    fill = ORANGE if car == RED else SKY if len(cells) == 2 else YELLOW
    drawing.rect(left + GAP, top + GAP, width, height, fill, BLACK)
    x, y = middle(cells)
    drawing.text(x, y, car, 0.5)
