"""Elements of a level: what a designer puts into it, and may take out again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Element:
    """Something that a designer puts into a level and may take out again.

    Attributes
    ----------
    name : str
        as its designer calls it, ``block 3:4``; no two elements of a puzzle share a name
    kind : str
        ``block``
    at : hashable
        what its family knows it by
    outline : tuple of (x, y)
        where it is on the family's drawing: the corners of a polygon, or the two ends of a line
    path : tuple of (x, y)
        of a line that bends, all places that it passes, both ends too; else empty
    """

    name: str
    kind: str
    at: Any
    outline: tuple[tuple[float, float], ...]
    path: tuple[tuple[float, float], ...] = ()

    @classmethod
    def cell(cls, kind: str, row: int, column: int) -> Element:
        """Return an element that fills a cell of a board drawn by ``Drawing.of``.

        >>> Element.cell("wall", 2, 5).name
        'wall 2:5'
        """
        x, y = float(column), float(row)
        corners = (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
        return cls(f"{kind} {row}:{column}", kind, (kind, row, column), corners)
