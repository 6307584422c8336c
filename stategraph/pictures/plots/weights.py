"""A board on which each element shows what it is for.

::

    ┏━━━┓  ┏━━━┓  ┌┄┄┄┐        thick and red: needed; thick and blue: bars other solutions;
    ┃ ! ┃  ┃-10┃  ┆ t ┆   ·    dashed: matters for less; a dot: decoration. The sign tells it
    ┗━━━┛  ┗━━━┛  └┄┄┄┘        too: ! no solution without it, -10 ten moves fewer
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stategraph.design import Ablation, Finding
from stategraph.pictures.boards import board_picture
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
)


class _Style(NamedTuple):
    colour: str
    width: float
    dashed: bool
    sign: str


STYLES = {
    "needed": _Style(RED, 0.14, False, "!"),
    "bars": _Style(BLUE, 0.14, False, "≠"),
    "shortens": _Style(ORANGE, 0.1, False, "+"),
    "varies": _Style(GREEN, 0.1, True, "±"),
    "traps": _Style(PINK, 0.1, True, "t"),
    "decoration": _Style(LINE, 0.05, False, "·"),
    "fixed": _Style(BLACK, 0.05, True, ""),  # most openings of tiles are, and need no sign each
    "unknown": _Style(BLACK, 0.05, True, "?"),
}

# The height of a line of the key, as a share of the board's longer side.
KEY_LINE = 0.07


def weights_picture(board: Drawing, ablation: Ablation, form: str) -> bytes:
    """Return the board with what its elements are for, as "svg", "png" or "pdf"."""
    return board_picture(weights_drawing(board, ablation), form)


def weights_drawing(board: Drawing, ablation: Ablation) -> Drawing:
    """Return the board with a frame and a sign on each element, and a key below."""
    kinds = [verdict for verdict in STYLES if ablation.called(verdict)]
    line = KEY_LINE * max(board.width, board.height)
    made = Drawing(board.width, board.height + line * (len(kinds) + 0.5))
    made.rect(0, 0, made.width, made.height, WHITE)
    made.place(board, 0, 0)
    # what weighs most is drawn last, on top
    for verdict in reversed(kinds):
        for finding in ablation.called(verdict):
            _mark(made, finding, ablation)
    for k, verdict in enumerate(kinds):
        _key(made, verdict, len(ablation.called(verdict)), board.height + line * (k + 0.75), line)
    return made


def _mark(drawing: Drawing, finding: Finding, ablation: Ablation) -> None:
    style, outline = STYLES[finding.verdict], finding.element.outline
    xs, ys = zip(*outline, strict=True)
    middle = sum(xs) / len(xs), sum(ys) / len(ys)
    size = 0.5 if len(outline) == 2 else min(1.5, max(xs) - min(xs), max(ys) - min(ys))
    if len(outline) > 2:
        inset = [_towards(point, middle, 0.1) for point in outline]
        drawing.line([*inset, inset[0]], style.colour, style.width * size, style.dashed)
    else:
        drawing.line(outline, style.colour, style.width, style.dashed)
    _badge(drawing, middle, 0.3 * size, _sign(finding, ablation), style)


def _badge(
    drawing: Drawing, place: tuple[float, float], radius: float, sign: str, style: _Style
) -> None:
    """Draw a sign on a disc; nothing where there is no sign."""
    if sign:
        drawing.disc(*place, radius, WHITE, stroke=style.colour)
        drawing.text(*place, sign, radius * min(1.5, 3.2 / len(sign)))


def _sign(finding: Finding, ablation: Ablation) -> str:
    """Return the sign of a finding: by how many moves the shortest solution changes, or a mark."""
    now, was = finding.trial.shortest, ablation.base.shortest
    if finding.verdict in ("bars", "shortens") and now is not None and was is not None:
        return f"{now - was:+d}" if now != was else STYLES["bars"].sign
    return STYLES[finding.verdict].sign


def _towards(point: Sequence[float], middle: Sequence[float], share: float) -> tuple[float, float]:
    (x, y), (mx, my) = point, middle
    return x + share * (mx - x), y + share * (my - y)


def _key(drawing: Drawing, verdict: str, count: int, y: float, line: float) -> None:
    style = STYLES[verdict]
    x = 0.15 * drawing.width
    drawing.line([(x - line, y), (x + line, y)], style.colour, style.width * line, style.dashed)
    _badge(drawing, (x, y), 0.4 * line, style.sign, style)
    drawing.text(0.55 * drawing.width, y, f"{verdict}: {count}", 0.7 * line)
