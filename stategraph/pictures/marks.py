"""Frames round what is spoken of: parts of a state, elements of a level.

::

    ┏━━━┓  red: it is there     ┌┄┄┄┐  dashed: it is one of several places, or something is missing
    ┗━━━┛                       └┄┄┄┘  there
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from stategraph.rules.drawing import RED, WHITE, Drawing, Point

if TYPE_CHECKING:
    from stategraph.analysis.patterns import Part
    from stategraph.levels import Level
    from stategraph.rules import Element

# What adds marks to a drawing.
Marks = Callable[[Drawing], None]

# Half the side of a frame, and how thick it is; so many places of one thing are framed.
HALF, THICK, PLACES = 0.47, 0.1, 40


def part_marks(level: Level, parts: Sequence[Part]) -> Marks:
    """Return what frames the places of parts of a state; those that have none are left out."""

    def add(drawing: Drawing) -> None:
        for part in parts:
            spots = list(filter(None, _spots(level, part)))
            for spot in spots:
                frame(drawing, _around(spot), dashed=part.lacks or len(spots) > 1)

    return add


def _spots(level: Level, part: Part) -> list[Point | None]:
    family, puzzle = level.family, level.puzzle
    if part.item is not None:
        return [family.spot_of_item(puzzle, part.variable, part.item)]
    return [family.spot(puzzle, part.variable, value) for value in part.values[:PLACES]]


def element_marks(sets: Sequence[Sequence[Element]]) -> Marks:
    """Return what frames elements; where some belong together, the number of their set is there."""

    def add(drawing: Drawing) -> None:
        for number, elements in enumerate(sets, 1):
            for element in elements:
                frame(drawing, element.outline)
                if element.outline and len(sets) > 1 and len(elements) > 1:
                    _number(drawing, element.outline, number)

    return add


def frame(drawing: Drawing, outline: Sequence[Point], dashed: bool = False) -> None:
    """Draw round an outline, or an arrow along it where it is a line of two ends."""
    if len(outline) > 2:
        thick = THICK * min(1.0, max(x for x, _ in outline) - min(x for x, _ in outline))
        closed = [*outline, outline[0]]
        drawing.line(closed, WHITE, 2 * thick)
        drawing.line(closed, RED, thick, dashed)
    elif outline:
        drawing.line(outline, WHITE, 2 * THICK)
        drawing.arrow(outline[0], outline[1], RED, THICK, 3 * THICK)


def _around(spot: Point) -> list[Point]:
    x, y = spot
    return [(x + dx * HALF, y + dy * HALF) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _number(drawing: Drawing, outline: Iterable[Point], number: int) -> None:
    xs, ys = zip(*outline, strict=True)
    x, y = max(xs) - 0.18, min(ys) + 0.18
    drawing.disc(x, y, 0.2, WHITE, str(number), RED)
