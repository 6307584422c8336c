"""Heat maps: numbers on the cells of a board; darker cells have larger numbers.

::

    ┌──────┐  ┌──────┐  ┌╲    ╱┐
    │░░░░░░│  │▓▓▓▓▓▓│  │  ╲╱  │       a cell that is never visited has a cross
    └─ 12 ─┘  └─1.4k─┘  └╱    ╲┘
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.analysis.heat import KIND_NAMES, Heat
from stategraph.pictures.font import text_width
from stategraph.rules.drawing import BLACK, LINE, WALL, WHITE, Drawing, Point

if TYPE_CHECKING:
    from stategraph.level_files import Level

# yellow to brown, also distinct in grey print (ColorBrewer's YlOrBr)
SHADES = ("#fff7bc", "#fee391", "#fec44f", "#fe9929", "#ec7014", "#cc4c02", "#8c2d04")

# opacity of the colours (hexadecimal); height of numbers in cells; height of the line below the
# board, relative to its longer side
VEIL, NUMBER, LINE_BELOW = "c8", 0.27, 0.07


def heat_drawing(level: Level, board: Drawing, heat: Heat, rim: bool = True) -> Drawing:
    """Return a level's board with numbers on its cells, and an explanation below."""
    spots = heat.spots(level)
    most = max(spots.values(), default=0)
    drawing = Drawing(board.width, board.height)
    drawing.shapes = list(board.shapes)
    for spot, number in spots.items():
        if heat.kind == "never":
            _cross(drawing, spot)
        else:
            _shade(drawing, spot, number / most)
    for spot, number in spots.items():
        if heat.kind != "never":
            _number(drawing, spot, short(number))
    return _with_line(level.rimmed(drawing) if rim else drawing, words(heat))


def words(heat: Heat) -> str:
    """Return the meaning of the numbers, and their sum."""
    names = " and ".join(name.replace("_", " ") for name in heat.variables)
    total = f"{heat.total:.6g}" if isinstance(heat.total, float) else f"{heat.total:,}"
    if heat.kind == "never":
        return f"{names}, {KIND_NAMES['never']}: {total}, crossed"
    return f"{names}, {KIND_NAMES[heat.kind]}: {total} in all"


def short(number: float) -> str:
    """Return a number in few letters, with at least two digits.

    >>> [short(n) for n in (7, 1234, 56789, 1_540_287, 12e9, 0.0312, 3.14159, 27.3)]
    ['7', '1234', '57k', '1.5M', '12G', '0.031', '3.1', '27']
    """
    if isinstance(number, int) and number < 10_000:
        return str(number)
    for unit in ("", "k", "M", "G", "T"):
        if number < 999.5:
            return (f"{number:.2g}" if number < 99.5 else f"{number:.0f}") + unit
        number /= 1000
    return f"{number * 1e12:.0e}".replace("e+", "e")


def _shade(drawing: Drawing, spot: Point, share: float) -> None:
    x, y = spot
    shade = SHADES[min(len(SHADES) - 1, int(share * len(SHADES)))]
    drawing.rect(x - 0.46, y - 0.46, 0.92, 0.92, shade + VEIL)


def _cross(drawing: Drawing, spot: Point) -> None:
    x, y = spot
    for rise in (0.34, -0.34):
        drawing.line([(x - 0.34, y - rise), (x + 0.34, y + rise)], WHITE, 0.16)
        drawing.line([(x - 0.34, y - rise), (x + 0.34, y + rise)], WALL, 0.08)


def _number(drawing: Drawing, spot: Point, text: str) -> None:
    x, y = spot[0], spot[1] + 0.3
    half = 0.5 * text_width(text, NUMBER) + 0.06
    drawing.rect(x - half, y - 0.62 * NUMBER, 2 * half, 1.24 * NUMBER, WHITE, LINE)
    drawing.text(x, y, text, NUMBER)


def _with_line(board: Drawing, text: str) -> Drawing:
    """Return a board with a line of text below it."""
    line = LINE_BELOW * max(board.width, board.height)
    picture = Drawing(board.width, board.height + 1.6 * line)
    picture.rect(0, 0, picture.width, picture.height, WHITE)
    picture.place(board, 0, 0)
    height = min(0.6 * line, (picture.width - line) / max(1.0, text_width(text, 1.0)))
    picture.text(picture.width / 2, board.height + 0.8 * line, text, height, BLACK)
    return picture
