"""Elements of a level, which a designer can add and remove."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Element:
    """An element of a level that a designer can add and remove.

    Attributes
    ----------
    name : str
        a name for designers, ``block 3:4``; unique in a puzzle
    kind : str
        ``block``
    at : hashable
        the family's own identification
    outline : tuple of (x, y)
        position on the family's drawing: the corners of a polygon, or the two ends of a line
    path : tuple of (x, y)
        all points of a bent line, both ends included; else empty
    """

    name: str
    kind: str
    at: Any
    outline: tuple[tuple[float, float], ...]
    path: tuple[tuple[float, float], ...] = ()

    @classmethod
    def cell(cls, kind: str, row: int, column: int) -> Element:
        """Return an element that fills a cell of a board drawn by ``Drawing.of``.

        >>> wall = Element.cell("wall", 2, 5)
        >>> wall.name, wall.outline
        ('wall 2:5', ((5.0, 2.0), (6.0, 2.0), (6.0, 3.0), (5.0, 3.0)))
        """
        x, y = float(column), float(row)
        corners = (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
        return cls(f"{kind} {row}:{column}", kind, (kind, row, column), corners)
