"""Pictures of Sokoban boards: crates, goals and the player.

::

    ┌───┐    ◇      a goal is a white diamond with a green rim; a box on a goal shows a smaller
    │ X │   ◇·◇     diamond instead of its cross
    └───┘    ◇
"""

from __future__ import annotations

from stategraph.rules import Drawing, Grid, Rows, State
from stategraph.rules.drawing import BLACK, GREEN, ORANGE, SKY, WHITE, stamp

from .rules import BOXES, GOALS, PLAYERS, WALLS, EnclosedGrid


def draw(board: EnclosedGrid, state: State) -> Drawing:
    """Return a picture of the board with the player and the boxes."""
    drawing = Drawing.of(board)
    _goals(drawing, board)
    for box in sorted(state.boxes):
        _box(drawing, board, box)
    _player(drawing, board, state.player)
    return drawing


def draw_signs(rows: Rows) -> Drawing:
    """Return a picture of a board, even if it lacks enclosing walls or has several players."""
    board = Grid(list(map("".join, rows)), WALLS)
    drawing = Drawing.of(board)
    _goals(drawing, board)
    for box in sorted(board.find(BOXES)):
        _box(drawing, board, box)
    for player in sorted(board.find(PLAYERS)):
        _player(drawing, board, player)
    return drawing


@stamp
def _player(drawing: Drawing, board: Grid, cell: int) -> None:
    y, x = board.place(cell)
    drawing.disc(x + 0.5, y + 0.5, 0.34, SKY, "@")


@stamp
def _goals(drawing: Drawing, board: Grid) -> None:
    for y, x in map(board.place, sorted(board.find(GOALS))):
        _diamond(drawing, x + 0.5, y + 0.5, 0.4, GREEN)
        _diamond(drawing, x + 0.5, y + 0.5, 0.2, WHITE)


@stamp
def _box(drawing: Drawing, board: Grid, cell: int) -> None:
    y, x = board.place(cell)
    drawing.rect(x + 0.13, y + 0.13, 0.74, 0.74, ORANGE, BLACK)
    if cell in board.find(GOALS):
        _diamond(drawing, x + 0.5, y + 0.5, 0.3, GREEN)
        _diamond(drawing, x + 0.5, y + 0.5, 0.15, WHITE)
    else:
        drawing.line([(x + 0.25, y + 0.25), (x + 0.75, y + 0.75)], BLACK, 0.08)
        drawing.line([(x + 0.25, y + 0.75), (x + 0.75, y + 0.25)], BLACK, 0.08)


def _diamond(drawing: Drawing, x: float, y: float, half: float, fill: str) -> None:
    corners = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
    drawing.polygon(corners, fill, BLACK)
