"""A whole path on one board: each move is an arrow, and arrows have numbers where the path turns.

::

    @ 1 ───► ───► 3 ┐       blue: pieces of the player; black: other things
             ▲      ▼
             └── ◄──┘       blue arrows keep right, so that opposite ones lie side by side
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from stategraph.analysis.heat import members
from stategraph.rules.drawing import BLACK, BLUE, RED, WHITE, Drawing, Point
from stategraph.variables import One, Set

if TYPE_CHECKING:
    from stategraph.level_files import Level
    from stategraph.variables import State

# in cells: offset of the player's arrows to the right, offset between arrows on the same line,
# maximum offset
RIGHT_OFFSET, LINE_GAP, MAX_LINE_GAP = 0.15, 0.08, 0.36

# in cells: width of an arrow, length of its head, gap at both ends, radius of a number's disc
WIDTH, HEAD, INSET, NUMBER = 0.055, 0.17, 0.1, 0.15


def arrows_drawing(
    level: Level, states: Sequence[State], trap_step: int | None = None, rim: bool = True
) -> Drawing:
    """Return the board of the first state, with all moves of the path through `states`.

    The arrows of move number `trap_step`, counted from 1, are red, since this move is a trap move.
    """
    drawing = level.draw(states[0])
    walked = set(level.family.walkers(level.puzzle))
    passed: Counter[tuple[bool, Point, Point]] = Counter()
    headings: dict[str, Point] = {}
    numbers = []
    for step in range(1, len(states)):
        for name, start, end in moved(level, states[step - 1], states[step]):
            colour = RED if step == trap_step else BLUE if name in walked else BLACK
            lane = name in walked, start, end
            a, b = _lane(start, end, RIGHT_OFFSET * lane[0] + LINE_GAP * passed[lane])
            passed[lane] += 1
            drawing.line([a, b], WHITE, 2.4 * WIDTH)
            drawing.arrow(a, b, colour, WIDTH, HEAD)
            heading = round(end[0] - start[0], 3), round(end[1] - start[1], 3)
            if name not in walked or headings.get(name) != heading or step == trap_step:
                numbers.append((step, a, b, colour))
            headings[name] = heading
    for step, a, b, colour in numbers:
        x, y = (a[0] + 0.3 * (b[0] - a[0]), a[1] + 0.3 * (b[1] - a[1]))
        drawing.disc(x, y, NUMBER if step < 100 else 1.3 * NUMBER, WHITE, stroke=colour)
        drawing.text(x, y, str(step), 0.2)
    return level.rimmed(drawing) if rim else drawing


def moved(level: Level, before: State, after: State) -> Iterator[tuple[str, Point, Point]]:
    """Yield (variable, old spot, new spot) for everything that a move displaces.

    If a set loses an element, the element is assumed to have moved to the nearest new one.
    """
    variables = level.puzzle.variables
    for name, kind in ({} if variables is None else variables.kinds).items():
        if isinstance(kind, (One, Set)) and before[name] != after[name]:
            vacated = [_spot(level, name, value) for value in _only_in(before[name], after[name])]
            entered = [_spot(level, name, value) for value in _only_in(after[name], before[name])]
            ends = [spot for spot in entered if spot is not None]
            for start in (spot for spot in vacated if spot is not None):
                if ends:
                    end = min(ends, key=lambda spot: (math.dist(start, spot), spot))
                    ends.remove(end)
                    yield name, start, end


def _only_in(first: object, second: object) -> list[int]:
    return [value for value in members(first) if value not in set(members(second))]


def _spot(level: Level, name: str, value: int) -> Point | None:
    return level.family.spot(level.puzzle, name, value)


def _lane(start: Point, end: Point, right: float) -> tuple[Point, Point]:
    """Return the ends of an arrow shifted to the right of the line between two points."""
    (ax, ay), (bx, by) = start, end
    far = math.dist(start, end) or 1.0
    ux, uy = (bx - ax) / far, (by - ay) / far
    right = min(MAX_LINE_GAP, right)
    dx, dy = -uy * right, ux * right
    return (
        (ax + INSET * ux + dx, ay + INSET * uy + dy),
        (bx - INSET * ux + dx, by - INSET * uy + dy),
    )
