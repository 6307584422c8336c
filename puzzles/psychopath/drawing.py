"""A push-block board as a picture: doors are exits, crates blocks, the disc is the player.

::

    ┌───┐  ┌───┐
    │┌─┐│  │┌X┐│     a door has a white rim, for green is as dark as wall in grey;
    └┴ ┴┘  └───┘     a crate that stands on it is smaller and leaves its frame in sight
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.psychopath.rules import EXITS
from stategraph.rules import Drawing, Grid
from stategraph.rules.drawing import BLACK, GREEN, LINE, ORANGE, SKY, WHITE

__all__ = ["draw"]

# half a crate: its corners are cut
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


def draw(board: Grid, player: int, blocks: Iterable[int]) -> Drawing:
    """Return the board with the player and the blocks on their cells."""
    drawing = Drawing.of(board)
    exits = board.find(EXITS)
    for y, x in map(board.place, sorted(exits)):
        drawing.rect(x + 0.02, y + 0.02, 0.96, 0.96, WHITE, LINE)
        drawing.rect(x + 0.14, y + 0.14, 0.72, 0.72, GREEN, BLACK)
        drawing.rect(x + 0.3, y + 0.28, 0.4, 0.58, WHITE, BLACK)
    for block in sorted(blocks):
        y, x = board.place(block)
        _crate(drawing, x + 0.5, y + 0.5, ON_EXIT if block in exits else HALF)
    y, x = board.place(player)
    drawing.disc(x + 0.5, y + 0.5, 0.36, SKY, "u")
    return drawing


def _crate(drawing: Drawing, x: float, y: float, half: float) -> None:
    """Draw a crossed crate around (x, y)."""
    drawing.polygon([(x + half * dx, y + half * dy) for dx, dy in CRATE], ORANGE, BLACK)
    end = 0.6 * half
    for rise in (end, -end):
        drawing.line([(x - end, y - rise), (x + end, y + rise)], BLACK, 0.08)
