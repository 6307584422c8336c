"""Pictures of mazes: agents are discs with a letter, each kind of food has its own shape.

::

     /1\\    ┌─┐    ╱╲      1 has the colour of P and 2 that of Q, the only agent that may eat it;
    /___\\   │2│    ╲╱ 3    3 is for both
            └─┘
"""

from __future__ import annotations

from collections.abc import Iterable

from stategraph.rules import Drawing, Grid
from stategraph.rules.drawing import BLACK, ORANGE, SKY, YELLOW, stamp

# mark and (row, column)
Thing = tuple[str, tuple[int, int]]

AGENTS = {"P": ORANGE, "Q": SKY}
# for each food: colour, corners, and how far below the middle its digit is
FOODS = {
    "1": (ORANGE, [(0.5, 0.08), (0.94, 0.84), (0.06, 0.84)], 0.08),
    "2": (SKY, [(0.18, 0.18), (0.82, 0.18), (0.82, 0.82), (0.18, 0.82)], 0),
    "3": (YELLOW, [(0.5, 0.04), (0.96, 0.5), (0.5, 0.96), (0.04, 0.5)], 0),
}


def draw(board: Grid, things: Iterable[Thing]) -> Drawing:
    """Return a picture of the board; later things are drawn on top of earlier ones."""
    drawing = Drawing.of(board)
    for mark, (y, x) in things:
        _thing(drawing, mark, y, x)
    return drawing


@stamp
def _thing(drawing: Drawing, mark: str, y: int, x: int) -> None:
    if mark in AGENTS:
        drawing.disc(x + 0.5, y + 0.5, 0.42, AGENTS[mark], mark)
    else:
        colour, corners, lower = FOODS[mark]
        drawing.polygon([(x + dx, y + dy) for dx, dy in corners], colour, BLACK)
        drawing.text(x + 0.5, y + 0.5 + lower, mark, 0.46)
