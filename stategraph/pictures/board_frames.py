"""Frames around parts of a state, or around elements of a level.

::

    ┏━━━┓  red: it is there     ┌┄┄┄┐  dashed: one of several possible places, or a missing thing
    ┗━━━┛                       └┄┄┄┘
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from stategraph.rules.drawing import RED, WHITE, Drawing, Point

if TYPE_CHECKING:
    from stategraph.analysis.partial_states import Condition
    from stategraph.level_files import Level
    from stategraph.rules import Element

# a function that adds marks to a drawing
Marks = Callable[[Drawing], None]

# in cells: half the side of a frame, its line width; maximum number of frames for one part
HALF, THICK, PLACES = 0.47, 0.1, 40


def part_marks(level: Level, parts: Sequence[Condition]) -> Marks:
    """Return a function that frames the positions of parts of a state.

    Parts without a position on the board get no frame.
    """

    def add(drawing: Drawing) -> None:
        for part in parts:
            spots = list(filter(None, _spots(level, part)))
            for spot in spots:
                frame(drawing, _around(spot), dashed=part.lacks or len(spots) > 1)

    return add


def _spots(level: Level, part: Condition) -> list[Point | None]:
    family, puzzle = level.family, level.puzzle
    if part.item is not None:
        return [family.spot_of_item(puzzle, part.variable, part.item)]
    return [family.spot(puzzle, part.variable, value) for value in part.values[:PLACES]]


def element_marks(sets: Sequence[Sequence[Element]]) -> Marks:
    """Return a function that frames the elements of all sets.

    With several sets, elements of sets with more than one element show the number of their set.
    """

    def add(drawing: Drawing) -> None:
        for number, elements in enumerate(sets, 1):
            for element in elements:
                frame(drawing, element.outline)
                if element.outline and len(sets) > 1 and len(elements) > 1:
                    _number(drawing, element.outline, number)

    return add


def frame(drawing: Drawing, outline: Sequence[Point], dashed: bool = False) -> None:
    """Draw a frame around an outline, or an arrow along a line with two ends."""
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
