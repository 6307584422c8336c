"""A board with the purpose of each element.

::

    ┏━━━━━━━━┓  ┏━━━━━━━━━━━━━━┓  ┌┄┄┄┄┄┄┄┐  thick and red: needed; thick and blue: restricts;
    ┃        ┃  ┃              ┃  ┆       ┆  dashed: matters less; grey: decoration.
    ┗ needed ┛  ┗ restricts -2 ┛  └ traps ┘  A number: the shortest solution without the element
                                             is longer (+) or shorter (-) by that many moves
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stategraph.design import Ablation, Finding
from stategraph.pictures.font import text_width
from stategraph.rules.drawing import (
    BLACK,
    BLUE,
    GREEN,
    LINE,
    ORANGE,
    PINK,
    RED,
    WHITE,
    Drawing,
    Point,
)
from stategraph.rules.shapes import BoardShape, Disc, Words
from stategraph.tell.ablate import SAYS, word


class _Style(NamedTuple):
    colour: str
    width: float
    dashed: bool


STYLES = {
    "needed": _Style(RED, 0.14, False),
    "bars": _Style(BLUE, 0.14, False),
    "shortens": _Style(ORANGE, 0.1, False),
    "varies": _Style(GREEN, 0.1, True),
    "traps": _Style(PINK, 0.1, True),
    "dead_ends": _Style(PINK, 0.05, True),
    "decoration": _Style(LINE, 0.05, False),
    "fixed": _Style(BLACK, 0.05, True),  # has no word, since most openings of tiles are fixed
    "unknown": _Style(BLACK, 0.05, True),
}

# left, top, right and bottom
Box = tuple[float, float, float, float]

# height of the words beside elements; distance of a word from its line
WORD, BESIDE = 0.22, 0.1

# length of an arrow's head along its path
HEAD = 0.4

# height of a line of the legend, relative to the board's longer side
KEY_LINE = 0.07


def weights_drawing(board: Drawing, ablation: Ablation) -> Drawing:
    """Return the board with a frame and a word for each element, and a legend below."""
    kinds = [verdict for verdict in STYLES if ablation.called(verdict)]
    line = KEY_LINE * max(board.width, board.height)
    picture = Drawing(board.width, board.height + line * (len(kinds) + 0.5))
    picture.rect(0, 0, picture.width, picture.height, WHITE)
    # the most important elements are drawn last, on top
    findings = [finding for verdict in reversed(kinds) for finding in ablation.called(verdict)]
    for shapes, on_paths in zip(_layers(board), (True, False), strict=True):
        layer = Drawing(board.width, board.height)
        layer.shapes += shapes
        picture.place(layer, 0, 0)
        for finding in findings:
            if _is_line(finding) is on_paths:
                _frame(picture, finding)
    occupied = [_box(shape) for shape in _layers(board)[1] if isinstance(shape, Disc)]
    for finding in reversed(findings):  # important elements get the free space for their words
        _word(picture, finding, ablation, occupied)
    texts = [f"{len(ablation.called(verdict))} × {SAYS[verdict]}" for verdict in kinds]
    widest = max((text_width(text, 1.0) for text in texts), default=1.0)
    height = min(0.6 * line, (picture.width - 3 * line) / widest)
    for k, (verdict, text) in enumerate(zip(kinds, texts, strict=True)):
        _key(picture, verdict, text, board.height + line * (k + 0.75), height, line)
    return picture


def _layers(board: Drawing) -> tuple[list[BoardShape], list[BoardShape]]:
    """Split a board's shapes into the ground, and everything from the first disc with text on."""
    texts = (k for k, shape in enumerate(board.shapes) if isinstance(shape, Words))
    first = next(texts, len(board.shapes) + 1) - 1  # index of the disc, which precedes its text
    return board.shapes[:first], board.shapes[first:]


def _is_line(finding: Finding) -> bool:
    return len(finding.element.outline) == 2


def _short(path: Sequence[Point]) -> list[Point]:
    """Return a path shortened by its arrow's head."""
    points, remaining = list(path), HEAD
    while len(points) > 2 and math.dist(*points[-2:]) <= remaining:
        remaining -= math.dist(*points[-2:])
        points.pop()
    points[-1] = _towards(
        points[-1], points[-2], min(remaining / (math.dist(*points[-2:]) or 1.0), 0.9)
    )
    return points


def _frame(drawing: Drawing, finding: Finding) -> None:
    """Draw a frame around an element, or a line along it, in the style of its verdict."""
    style, outline = STYLES[finding.verdict], finding.element.outline
    if _is_line(finding):
        path = _short(finding.element.path or outline)
        drawing.line(path, WHITE, style.width + 0.05)
        drawing.line(path, style.colour, style.width, style.dashed)
        return
    middle = _middle(outline)
    inset = [_towards(point, middle, 0.1) for point in outline]
    drawing.line([*inset, inset[0]], style.colour, style.width * _size(outline), style.dashed)


def _word(drawing: Drawing, finding: Finding, ablation: Ablation, occupied: list[Box]) -> None:
    """Write the word of an element at its lower edge, or beside its line if there is room."""
    text, outline = _label(finding, ablation), finding.element.outline
    if not text:
        return
    height = WORD if len(outline) == 2 else WORD * _size(outline)
    half = min(0.5 * text_width(text, height) + 0.3 * height, 0.5 * drawing.width)
    if len(outline) == 2:
        places = list(_beside(finding.element.path or outline, half, 0.62 * height))
    else:
        places = [(_middle(outline)[0], max(point[1] for point in outline) - 0.5 * height)]
    for x, y in places:
        x = min(max(x, half), drawing.width - half)
        box = x - half, y - 0.62 * height, x + half, y + 0.62 * height
        if len(outline) == 2 and any(_meet(box, other) for other in occupied):
            continue  # without any room, only the legend explains the line
        occupied.append(box)
        drawing.rect(x - half, y - 0.62 * height, 2 * half, 1.24 * height, WHITE,
                     STYLES[finding.verdict].colour)  # fmt: skip
        drawing.text(x, y, text, height)
        return


def _beside(path: Sequence[Point], half: float, high: float) -> Iterator[Point]:
    """Yield possible centres of a word beside the middle segment of a line.

    `half` is half the word's width, and `high` half its height. The first positions are close to
    the line, on its right in the direction of travel.
    """
    k = len(path) // 2
    (ax, ay), (bx, by) = path[k - 1 : k + 1]
    far = math.dist((ax, ay), (bx, by)) or 1.0
    across = (ay - by) / far, (bx - ax) / far
    for gap in (BESIDE, BESIDE + 0.15, BESIDE + 0.3):
        away = abs(across[0]) * half + abs(across[1]) * high + gap
        for side in (away, -away):
            for share in (0.5, 0.35, 0.65, 0.2, 0.8):
                yield (
                    ax + share * (bx - ax) + side * across[0],
                    ay + share * (by - ay) + side * across[1],
                )


def _box(disc: Disc) -> Box:
    """Return a square around a disc; it is a little smaller, since its corners are empty."""
    (x, y), reach = disc.middle, 0.85 * disc.radius
    return x - reach, y - reach, x + reach, y + reach


def _meet(first: Box, second: Box) -> bool:
    """Return whether two boxes overlap."""
    return all(first[k] < second[k + 2] and second[k] < first[k + 2] for k in (0, 1))


def _label(finding: Finding, ablation: Ablation) -> str:
    """Return the word for a finding, and for some the change of the shortest solution's length."""
    if finding.verdict == "fixed":
        return ""
    length, base_length = finding.trial.shortest, ablation.base.shortest
    if (
        finding.verdict in ("bars", "shortens")
        and length is not None
        and base_length not in (None, length)
    ):
        return f"{word(finding.verdict)} {length - base_length:+d}"
    return word(finding.verdict)


def _middle(outline: Sequence[Point]) -> Point:
    xs, ys = zip(*outline, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _size(outline: Sequence[Point]) -> float:
    """Return the scale factor for the word and the lines of an element, from its size in cells."""
    xs, ys = zip(*outline, strict=True)
    return min(1.5, max(xs) - min(xs), max(ys) - min(ys))


def _towards(point: Point, middle: Point, share: float) -> Point:
    (x, y), (mx, my) = point, middle
    return x + share * (mx - x), y + share * (my - y)


def _key(drawing: Drawing, verdict: str, text: str, y: float, height: float, line: float) -> None:
    """Write one line of the legend: a sample line and its meaning, in text of size `height`."""
    style, text_left = STYLES[verdict], 2.6 * line
    drawing.line([(0.4 * line, y), (2.0 * line, y)], style.colour, style.width * line, style.dashed)
    drawing.text(text_left + text_width(text, height) / 2, y, text, height)
