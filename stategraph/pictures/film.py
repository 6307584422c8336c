"""A way through a state graph, board after board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stategraph.laws import states_along
from stategraph.pictures.boards import choose, film_picture

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level


def film(
    level: Level,
    graph: ArrayGraph,
    way: Way,
    form: str,
    tell: Callable[[str], None] = lambda text: None,
    rim: bool = False,
) -> bytes:
    """Return the boards of a way as "svg", "png" or "pdf", or as a moving "gif".

    On each the move that led to it is marked.
    Of a long way some boards are left out, unless it moves; `tell` is told so.
    """
    states = states_along(level.puzzle, graph, way)
    shown = list(range(len(states))) if form == "gif" else choose(len(states))
    if len(shown) < len(states):
        tell(f"{len(shown)} of {len(states)} boards are shown; a .gif shows all")
    captions = ["start", *(f"{k}. {label}" for k, label in enumerate(way.labels, 1))]
    drawn = [
        level.draw_move(states[k - 1], states[k], rim) if k else level.draw(states[k], rim)
        for k in shown
    ]
    return film_picture(drawn, [captions[k] for k in shown], form)
