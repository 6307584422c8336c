"""A maze as a picture: agents are discs with their letter, each kind of food has its own shape.

::

     /1\\    ┌─┐    ╱╲      1 has P's colour, 2 has Q's, since nobody else may eat them;
    /___\\   │2│    ╲╱ 3    3 is for both
            └─┘
"""

from __future__ import annotations

from collections.abc import Iterable

from stategraph.rules import Drawing, Grid
from stategraph.rules.drawing import BLACK, ORANGE, SKY, YELLOW, stamp

# its mark and its (row, column)
Thing = tuple[str, tuple[int, int]]

AGENTS = {"P": ORANGE, "Q": SKY}
# colour, corners, and how far below the middle the digit stands
FOODS = {
    "1": (ORANGE, [(0.5, 0.08), (0.94, 0.84), (0.06, 0.84)], 0.08),
    "2": (SKY, [(0.18, 0.18), (0.82, 0.18), (0.82, 0.82), (0.18, 0.82)], 0),
    "3": (YELLOW, [(0.5, 0.04), (0.96, 0.5), (0.5, 0.96), (0.04, 0.5)], 0),
}


def draw(board: Grid, things: Iterable[Thing]) -> Drawing:
    """Return the board with the agents and foods on it, the last of them on top."""
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
