"""The ten path tiles that several families share, numbered 0 to 9.

::

    number   0 1 2 3 4 5 6 7 8 9
    drawn    ┌ ┐ └ ┘ ┬ ┤ ┴ ├ │ ─
"""

from __future__ import annotations

BOX = "┌┐└┘┬┤┴├│─"

# the open edges of each tile: left, up, right, down
OPENINGS = ("RD", "LD", "UR", "LU", "LRD", "LUD", "LUR", "URD", "UD", "LR")

# where each edge is after an exchange of left and right, and after a quarter turn
_MIRRORED = dict(zip("LURD", "RULD", strict=True))
_TURNED = dict(zip("LURD", "URDL", strict=True))


def mirrored(sign: str) -> str:
    """Return a tile's sign with left and right exchanged; other signs stay the same.

    >>> mirrored("┌"), mirrored("#")
    ('┐', '#')
    """
    return _with_edges(sign, _MIRRORED)


def turned(sign: str) -> str:
    """Return a tile's sign after a quarter turn clockwise; other signs stay the same.

    >>> "".join(map(turned, "┌┐┘└┬│#"))
    '┐┘└┌┤─#'
    """
    return _with_edges(sign, _TURNED)


def other_turns(sign: str) -> list[str]:
    """Return the signs of a tile after one, two and three quarter turns that differ from `sign`.

    >>> other_turns("┬"), other_turns("│")
    (['┤', '┴', '├'], ['─'])
    """
    signs = [sign]
    while (following := turned(signs[-1])) not in signs:
        signs.append(following)
    return signs[1:]


def _with_edges(sign: str, new_edge: dict[str, str]) -> str:
    if sign not in BOX:
        return sign
    opened = {new_edge[direction] for direction in OPENINGS[BOX.index(sign)]}
    return BOX[next(k for k, tile in enumerate(OPENINGS) if set(tile) == opened)]


def square(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a square, its top left corner first."""
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def edge(direction: str, x: float, y: float, size: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of the path from the middle of a tile to its edge on one side.

    The tile is a square of `size` with its top left corner at (x, y).

    >>> edge("R", 0, 0, 3)
    ((2.0, 1.0), (3.0, 1.0), (3.0, 2.0), (2.0, 2.0))
    """
    third = size / 3
    left, top = {"L": (0, 1), "R": (2, 1), "U": (1, 0), "D": (1, 2)}[direction]
    corners = (left, top), (left + 1, top), (left + 1, top + 1), (left, top + 1)
    return tuple((x + third * dx, y + third * dy) for dx, dy in corners)
