"""Random boards of text, and what may be done to a board without changing its puzzle.

::

    turns(["u_", "pe"])   the board in its eight positions:  u_  pu  ep  _e  _u  ...
                                                             pe  e_  _u  up  ep
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st


@st.composite
def boards(draw, marks: str, agents: str, most: tuple[int, int] = (4, 4)) -> list[str]:
    """Draw a board of at most (rows, columns) with each of the `agents` once.

    A mark that occurs more often in `marks` is drawn more often.
    """
    height = draw(st.integers(1, most[0]))
    width = draw(st.integers(-(-len(agents) // height), most[1]))
    size = height * width
    tiles = draw(st.lists(st.sampled_from(marks), min_size=size, max_size=size))
    cells = draw(st.permutations(range(size)))
    for cell, agent in zip(cells, agents, strict=False):
        tiles[cell] = agent
    return ["".join(tiles[first : first + width]) for first in range(0, size, width)]


def turns(rows: Sequence[str]) -> list[list[str]]:
    """Return the board in its eight positions, turned and mirrored; as it is comes first."""
    found = [list(rows)]
    for _ in range(3):
        found.append(_turned(found[-1]))
    return found + [[row[::-1] for row in board] for board in found]


def _turned(rows: Sequence[str]) -> list[str]:
    return ["".join(column) for column in zip(*reversed(rows), strict=True)]


def framed(rows: Sequence[str], wall: str) -> list[str]:
    """Return the board with a frame of walls."""
    edge = wall * (len(rows[0]) + 2)
    return [edge, *(wall + row + wall for row in rows), edge]


def beside(rows: Sequence[str], wall: str, chamber: str) -> list[str]:
    """Return the board with a chamber below it that cannot be entered, tiled with `chamber`."""
    width = len(rows[0])
    return [*rows, wall * width, (chamber * width)[:width], wall * width]
