"""Pictures of Rush Hour boards: cars with their letters, and the exit at the right.

::

    ┌──────┐
    │  A   │ ►     A is orange, cars of two cells are blue, longer ones yellow;
    └──────┘       an arrow at the right edge marks the exit in the row of A
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

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
    cars = {car: lane[state[car]] for car, lane in board.lanes.items()}
    return draw_cars(board.height, board.width, board.walls, cars)


def draw_cars(
    height: int, width: int, walls: Collection[Place], cars: Mapping[str, Sequence[Place]]
) -> Drawing:
    """Return a picture of a board with cars, each given by its cells in a line."""
    drawing = Drawing(width + EXIT, height)
    row = cars[RED][0][0] if RED in cars else -1
    _ground(drawing, height, width, frozenset(walls), row)
    for car, cells in cars.items():
        _car(drawing, car, tuple(cells))
    return drawing


def draw_tile(mark: str, is_wall: bool) -> Drawing:
    """Return a picture of one cell: free, a wall, or a part of the car `mark`."""
    drawing = Drawing(1, 1)
    _cells(drawing, 1, 1, frozenset([(0, 0)] if is_wall else []))
    if mark:
        _car(drawing, mark, ((0, 0),))
    return drawing


def middle(cells: Sequence[Place]) -> tuple[float, float]:
    """Return the middle (x, y) of a car."""
    (top, left), (bottom, right) = cells[0], cells[-1]
    return (left + right + 1) / 2, (top + bottom + 1) / 2


@stamp
def _ground(
    drawing: Drawing, height: int, width: int, walls: frozenset[Place], exit_row: int
) -> None:
    """Draw the cells, and the strip at the right with the exit, unless `exit_row` is -1."""
    drawing.rect(0, 0, width + EXIT, height, WHITE)
    _cells(drawing, height, width, walls)
    if exit_row >= 0:
        y = exit_row + 0.5
        drawing.arrow((width + 0.05, y), (width + EXIT - 0.1, y), GREEN, 0.12, 0.35)


@stamp
def _cells(drawing: Drawing, height: int, width: int, walls: frozenset[Place]) -> None:
    drawing.rect(0, 0, width, height, FLOOR)
    for k in range(height + 1):
        drawing.line([(0, k), (width, k)], LINE, 0.03)
    for k in range(width + 1):
        drawing.line([(k, 0), (k, height)], LINE, 0.03)
    for row, column in sorted(walls):
        drawing.rect(column, row, 1, 1, WALL)


@stamp
def _car(drawing: Drawing, car: str, cells: tuple[Place, ...]) -> None:
    (top, left), (bottom, right) = cells[0], cells[-1]
    width, height = right - left + 1 - 2 * GAP, bottom - top + 1 - 2 * GAP
    fill = ORANGE if car == RED else SKY if len(cells) <= 2 else YELLOW
    drawing.rect(left + GAP, top + GAP, width, height, fill, BLACK)
    x, y = middle(cells)
    drawing.text(x, y, car, 0.5)
