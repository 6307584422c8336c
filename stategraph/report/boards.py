"""Boards in a page: each an SVG; what all of them share is written once.

::

    <symbol id="floor"> walls, floor, rooms, ... </symbol>
    <svg> <use href="#floor"/> the player, the blocks </svg>     one such for each state
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.pictures.boards import choose
from stategraph.pictures.marks import Marks
from stategraph.rules.drawing import Drawing, printable
from stategraph.tell.phrases import state_in_words

if TYPE_CHECKING:
    from markupsafe import Markup

# The longer side of a board on its own, of one in a film, of one in a table, in pixels.
LARGE, SMALL, THUMBNAIL = 440, 190, 72

# A film shows at most so many boards, chosen evenly.
FRAMES = 40

FLOOR = "floor"


@dataclass(frozen=True)
class Frame:
    """A board of a film; `moves` are those since the frame before, the last one number `step`."""

    step: int
    moves: tuple[str, ...]
    board: Markup


@dataclass(frozen=True)
class Film:
    """The boards of a way, or some of them."""

    frames: list[Frame]
    labels: tuple[str, ...]

    @property
    def left_out(self) -> int:
        """How many boards are not shown."""
        return len(self.labels) + 1 - len(self.frames)


class Boards:
    """Draws the boards of one level, the numbers of rows and columns on their rims."""

    def __init__(self, level: Level, graph: ArrayGraph):
        self._level = level
        first = level.draw(level.puzzle.start, rim=True)
        last = level.draw(graph.state(len(graph) - 1), rim=True)
        pairs = zip(first.shapes, last.shapes, strict=False)
        # a floor of one or two shapes is not worth sharing
        self._floor = [a for a, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]

    def floor(self) -> Markup:
        """Return what all boards share, invisible; it must stand in the page once."""
        from markupsafe import Markup

        shared = Drawing(1, 1)
        shared.shapes = self._floor
        inner = _inner(shared)
        return Markup(
            f'<svg width="0" height="0" class="hidden" aria-hidden="true">'
            f'<symbol id="{FLOOR}" overflow="visible">{inner}</symbol></svg>'
        )

    def board(
        self,
        state: Any,
        about: str,
        pixels: int = SMALL,
        before: Any | None = None,
        marks: Marks | None = None,
    ) -> Markup:
        """Return the board of a state; `about` is said of it before its words.

        The move from the state `before` is marked on it, if there is one, and what `marks` frame.
        """
        level = self._level
        drawing = level.draw(state) if before is None else level.draw_move(before, state)
        if marks is not None:
            marks(drawing)
        drawing = level.rimmed(drawing)
        label = f"{about}: {state_in_words(self._level, state)}"
        known = len(self._floor)
        if drawing.shapes[:known] != self._floor:
            return _svg(drawing, pixels, label, _inner(drawing))
        rest = Drawing(drawing.width, drawing.height)
        rest.shapes = drawing.shapes[known:]
        return _svg(drawing, pixels, label, f'<use href="#{FLOOR}"/>{_inner(rest)}')

    def film(self, states: Sequence[Any], labels: tuple[str, ...]) -> Film:
        """Return the boards of a way, one more than its labels; of a long one, some of them."""
        steps = choose(len(states), FRAMES)
        frames = []
        for before, step in zip([-1, *steps], steps, strict=False):
            about = f"After move {step}" if step else "At the start"
            moves = labels[max(before, 0) : step]
            came = states[step - 1] if step else None
            frames.append(Frame(step, moves, self.board(states[step], about, before=came)))
        return Film(frames, labels)


def thumbnail(level: Level) -> Markup:
    """Return the board at the start, small, for a table that names the level beside it."""
    drawing = level.draw(level.puzzle.start)
    return _svg(drawing, THUMBNAIL, "", _inner(drawing))


def drawn_board(drawing: Drawing, pixels: int, label: str) -> Markup:
    """Return a drawing with its longer side so long; `label` is what it shows."""
    return _svg(drawing, pixels, label, _inner(drawing))


def _inner(drawing: Drawing) -> str:
    """Return the SVG elements of a drawing, each ending its line."""
    return f"{drawing.svg_shapes()}\n" if drawing.shapes else ""


def _svg(drawing: Drawing, pixels: int, label: str, inner: str) -> Markup:
    from markupsafe import Markup, escape

    scale = pixels / max(drawing.width, drawing.height)
    box = f"0 0 {drawing.width:g} {drawing.height:g}"
    size = f'width="{drawing.width * scale:.0f}" height="{drawing.height * scale:.0f}"'
    words = f'role="img" aria-label="{escape(printable(label))}"' if label else 'aria-hidden="true"'
    return Markup(f'<svg class="board" viewBox="{box}" {size} {words}>\n{inner}</svg>')
