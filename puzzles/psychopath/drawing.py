"""A push-block board as a picture: doors are exits, crates blocks, the disc is the player.

::

    ┌───┐  ┌───┐
    │┌─┐│  │┌X┐│     a crate on a door leaves the door's rim in sight
    └┴ ┴┘  └───┘
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.psychopath.rules import EXITS
from stategraph.rules import Drawing, Grid
from stategraph.rules.drawing import BLACK, GREEN, ORANGE, SKY, WHITE

__all__ = ["draw"]

NEAR, FAR, CUT = 0.15, 0.85, 0.12
CRATE = [
    (NEAR + CUT, NEAR), (FAR - CUT, NEAR), (FAR, NEAR + CUT), (FAR, FAR - CUT),
    (FAR - CUT, FAR), (NEAR + CUT, FAR), (NEAR, FAR - CUT), (NEAR, NEAR + CUT),
]  # fmt: skip


def draw(board: Grid, player: int, blocks: Iterable[int]) -> Drawing:
    """Return the board with the player and the blocks on their cells."""
    drawing = Drawing.of(board)
    for y, x in map(board.place, sorted(board.find(EXITS))):
        drawing.rect(x + 0.04, y + 0.04, 0.92, 0.92, GREEN, BLACK)
        drawing.rect(x + 0.26, y + 0.22, 0.48, 0.74, WHITE, BLACK)
    for y, x in map(board.place, sorted(blocks)):
        drawing.polygon([(x + dx, y + dy) for dx, dy in CRATE], ORANGE, BLACK)
        drawing.line([(x + 0.3, y + 0.3), (x + 0.7, y + 0.7)], BLACK, 0.08)
        drawing.line([(x + 0.3, y + 0.7), (x + 0.7, y + 0.3)], BLACK, 0.08)
    y, x = board.place(player)
    drawing.disc(x + 0.5, y + 0.5, 0.36, SKY, "u")
    return drawing
