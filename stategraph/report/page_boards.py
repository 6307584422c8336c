"""Boards as SVG in a page; the part that all boards share is written only once.

::

    <symbol id="floor"> walls, floor, rooms, ... </symbol>
    <svg> <use href="#floor"/> the player, the blocks </svg>     one per state
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.pictures.board_frames import Marks
from stategraph.rules.drawing import Drawing
from stategraph.rules.shapes import BoardShape
from stategraph.rules.svg import elements, printable
from stategraph.tell.phrases import state_in_words

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.variables import State

# longer side in pixels of a single board, of a board in a film, and of a board in a table
LARGE, SMALL, THUMBNAIL = 440, 190, 72

FLOOR = "floor"


class Boards:
    """Draws the boards of one level, with numbered rows and columns."""

    def __init__(self, level: Level, graph: ArrayGraph):
        self.level = level
        first = level.draw(level.puzzle.start, rim=True)
        last = level.draw(graph.state(len(graph) - 1), rim=True)
        pairs = zip(first.shapes, last.shapes, strict=False)
        # The shared part consists of the first shapes that the start and the last state have in
        # common.
        self._floor = [a for a, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]

    def floor(self) -> Markup:
        """Return the shared part of all boards, invisible; the page must contain it once."""
        from markupsafe import Markup

        inner = _inner(self._floor)
        return Markup(
            f'<svg width="0" height="0" class="hidden" aria-hidden="true">'
            f'<symbol id="{FLOOR}" overflow="visible">{inner}</symbol></svg>'
        )

    def board(
        self,
        state: State,
        description: str,
        pixels: int = SMALL,
        previous: State | None = None,
        marks: Marks | None = None,
    ) -> Markup:
        """Return the board of a state; its text for screen readers begins with `description`.

        If `previous` is given, the move from that state is marked. `marks` adds further marks.
        """
        level = self.level
        drawing = level.draw(state) if previous is None else level.draw_move(previous, state)
        if marks is not None:
            marks(drawing)
        drawing = level.rimmed(drawing)
        label = f"{description}: {state_in_words(self.level, state)}"
        floor_size = len(self._floor)
        if drawing.shapes[:floor_size] != self._floor:
            return _svg(drawing, pixels, label, _inner(drawing.shapes))
        other_shapes = _inner(drawing.shapes[floor_size:])
        return _svg(drawing, pixels, label, f'<use href="#{FLOOR}"/>{other_shapes}')


def thumbnail(level: Level) -> Markup:
    """Return a small board of the start, for a table that also names the level."""
    drawing = level.draw(level.puzzle.start)
    return _svg(drawing, THUMBNAIL, "", _inner(drawing.shapes))


def drawn_board(drawing: Drawing, pixels: int, label: str) -> Markup:
    """Return a drawing whose longer side has `pixels` pixels; `label` describes it."""
    return _svg(drawing, pixels, label, _inner(drawing.shapes))


def _inner(shapes: Sequence[BoardShape]) -> str:
    """Return shapes as SVG elements, one per line."""
    return f"{elements(shapes)}\n" if shapes else ""


def _svg(drawing: Drawing, pixels: int, label: str, inner: str) -> Markup:
    from markupsafe import Markup, escape

    scale = pixels / max(drawing.width, drawing.height)
    box = f"0 0 {drawing.width:g} {drawing.height:g}"
    size = f'width="{drawing.width * scale:.0f}" height="{drawing.height * scale:.0f}"'
    words = f'role="img" aria-label="{escape(printable(label))}"' if label else 'aria-hidden="true"'
    return Markup(f'<svg class="board" viewBox="{box}" {size} {words}>\n{inner}</svg>')
