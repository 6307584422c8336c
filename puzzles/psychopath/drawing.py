"""Pictures of push-block boards: doors are exits, crates are blocks, the disc is the player.

::

    ┌───┐  ┌───┐
    │┌─┐│  │┌X┐│     a door has a white rim, since green and wall are equally dark in grey;
    └┴ ┴┘  └───┘     a crate on a door is smaller, so that the frame stays visible

A directional crate has arrows instead of a cross; a hole is a black pit.
"""

from __future__ import annotations

from collections.abc import Iterable

from stategraph.rules import Drawing, Grid
from stategraph.rules.drawing import BLACK, GREEN, LINE, ORANGE, SKY, WHITE, stamp

from .oneway import HOLE, PUSH_DIRECTIONS
from .rules import EXITS

# half the side of a crate; its corners are cut off
HALF, ON_EXIT = 0.35, 0.27
CRATE = [
    (-0.66, -1),
    (0.66, -1),
    (1, -0.66),
    (1, 0.66),
    (0.66, 1),
    (-0.66, 1),
    (-1, 0.66),
    (-1, -0.66),
]


# direction of an arrow on a crate
AIM = {"D": (0, 1), "L": (-1, 0), "R": (1, 0), "U": (0, -1)}


def draw(board: Grid, players: Iterable[int], pieces: Iterable[tuple[str, int]]) -> Drawing:
    """Return a picture of the board with its player and the (mark, cell) of blocks and holes."""
    drawing = Drawing.of(board)
    _doors(drawing, board)
    for mark, cell in pieces:
        _piece(drawing, board, mark, cell)
    for player in players:
        _player(drawing, board, player)
    return drawing


@stamp
def _piece(drawing: Drawing, board: Grid, mark: str, cell: int) -> None:
    y, x = board.place(cell)
    if mark == HOLE:
        drawing.rect(x + 0.08, y + 0.08, 0.84, 0.84, BLACK, LINE)
    else:
        half = ON_EXIT if cell in board.find(EXITS) else HALF
        _crate(drawing, x + 0.5, y + 0.5, half, "" if mark == "p" else PUSH_DIRECTIONS[mark])


@stamp
def _player(drawing: Drawing, board: Grid, cell: int) -> None:
    y, x = board.place(cell)
    drawing.disc(x + 0.5, y + 0.5, 0.36, SKY, "u")


@stamp
def _doors(drawing: Drawing, board: Grid) -> None:
    for y, x in map(board.place, sorted(board.find(EXITS))):
        drawing.rect(x + 0.02, y + 0.02, 0.96, 0.96, WHITE, LINE)
        drawing.rect(x + 0.14, y + 0.14, 0.72, 0.72, GREEN, BLACK)
        drawing.rect(x + 0.3, y + 0.28, 0.4, 0.58, WHITE, BLACK)


def _crate(drawing: Drawing, x: float, y: float, half: float, directions: str) -> None:
    """Draw a crate around (x, y), with a cross, or with arrows in some directions."""
    drawing.polygon([(x + half * dx, y + half * dy) for dx, dy in CRATE], ORANGE, BLACK)
    for dx, dy in map(AIM.__getitem__, directions):
        tip = x + 0.85 * half * dx, y + 0.85 * half * dy
        drawing.arrow((x, y), tip, BLACK, 0.08, 0.5 * half)
    if directions:
        return
    end = 0.6 * half
    for rise in (end, -end):
        drawing.line([(x - end, y - rise), (x + end, y + rise)], BLACK, 0.08)
