"""A diagram as a picture, by one of three layouts: dot, dot in a hurry, our own.

    diagram ──► goal placed ──► dot, or our own ──► SVG ──► PNG

From the prettiest to the surest; which one it is follows from the numbers of nodes and arrows
alone, and a PNG is its SVG painted dot by dot: the same graph gives the same picture in every
format, on every machine and whatever else runs there. Only where dot is not done at the deadline
does our own layout stand in, and whoever lands in that safety net is told. Our own layout, in this
process, is linear and takes some seconds at most; they are kept free for it.
"""

from __future__ import annotations

import base64
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from stategraph.errors import InputError
from stategraph.pictures.diagram import GOALS, Diagram, drawn_goals, place_goal
from stategraph.pictures.themes import THEMES, Theme
from stategraph.rules.drawing import Drawing

LAYOUTS = ("dot", "fast", "layered")

# The longer side of a board that Graphviz draws, in pixels.
SIDE = 120

# (most nodes, most edges) for which dot, and dot in a hurry, take a small part of the deadline.
_SIZES = {"dot": (400, 700), "fast": (700, 1_200)}

# Told of every picture alike, so that whoever draws many can say it once.
NO_DOT = "Graphviz's 'dot' is not installed: drawn with the layout of our own"

# The part of the deadline that is for Graphviz; the rest is for our own layout after it.
SHARE = 0.7

# A strip of more columns than this, few of them with more than this many nodes, is cut into rows.
LONG, THIN = 15, 3

Tell = Callable[[str], None]


def silent(text: str) -> None:
    """Tell nobody."""


def draw(
    diagram: Diagram,
    form: str,
    *,
    theme: str = "light",
    goal: str | None = None,
    boards: Mapping[int, Drawing] | None = None,
    layout: str | None = None,
    deadline: float = 10.0,
    tell: Tell = silent,
) -> bytes:
    """Return a diagram drawn as "svg", "png" or "pdf", or as the text of Graphviz, "dot".

    Parameters
    ----------
    theme : {"light", "dark", "print", "distance"}
        *distance* is the plot of the Spacewreck document: columns, and its colours
    goal : {"one", "split", "none"}, optional
        how the goal is drawn: as one node, once for every arrow to it, or not at all; by default
        split when many arrows lead to it
    boards : Mapping, optional
        a drawing for some of the states, by their number
    layout : {"dot", "fast", "layered"}, optional
        pins the layout
    deadline : float
        seconds that a picture may take; ``dot`` is ended when most of them are over
    """
    if theme == "distance" and (form == "dot" or layout in ("dot", "fast")):
        raise InputError("the style 'distance' is drawn by our own layout, not by Graphviz")
    assert goal is None or goal in GOALS
    placed = place_goal(diagram, goal or drawn_goals(diagram))
    look = THEMES[theme]
    if form == "dot":
        from stategraph.pictures.dot import dot_text

        if boards:
            tell("the boards are in pictures only, not in DOT")
        return dot_text(placed, theme=look).encode()
    made = _by_dot(placed, form, look, boards or {}, layout, deadline, tell)
    if made is None:
        from stategraph.pictures.canvas import ARROWS, SHAPES, draw_diagram
        from stategraph.pictures.paint import paint

        if len(placed.edges) > ARROWS or len(placed.nodes) > SHAPES:
            tell(f"{len(placed.edges):,} moves are drawn as plain lines, without their labels")
        made = paint(draw_diagram(placed, look, boards or {}), form)
    return made


def _by_dot(
    diagram: Diagram,
    form: str,
    theme: Theme,
    boards: Mapping[int, Drawing],
    layout: str | None,
    deadline: float,
    tell: Tell,
) -> bytes | None:
    """Return the picture that Graphviz makes; None where our own layout is to make it."""
    chosen = layout or _layout(diagram)
    if theme is THEMES["distance"] or chosen == "layered":
        return None
    from stategraph.pictures.dot import NoPictureError, has_dot

    if not has_dot():
        tell(NO_DOT)
        return None
    try:
        made = _try_dot(
            diagram, "pdf" if form == "pdf" else "svg", theme, boards, chosen, SHARE * deadline
        )
    except NoPictureError as error:
        tell(f"layout {chosen!r} {error}")
        return None
    if form == "png":
        from stategraph.pictures.raster import png

        return png(made)
    return made


def _layout(diagram: Diagram) -> str:
    """Return the layout for a diagram of its size."""
    nodes = sum(node.states > 0 for node in diagram.nodes)  # goals drawn again are easy to place
    columns = 1 + max(node.column for node in diagram.nodes)
    if columns > LONG and nodes < THIN * columns:
        return "layered"
    fitting = (
        name
        for name, (most, edges) in _SIZES.items()
        if nodes <= most and len(diagram.edges) <= edges
    )
    return next(fitting, "layered")


def _try_dot(
    diagram: Diagram,
    form: str,
    theme: Theme,
    boards: Mapping[int, Drawing],
    layout: str,
    seconds: float,
) -> bytes:
    """Return the picture by one of Graphviz's layouts, or raise `NoPictureError`."""
    from stategraph.pictures.dot import FailedError, dot_text, run_dot
    from stategraph.pictures.dot_svg import improved

    with tempfile.TemporaryDirectory(prefix="stategraph-") as folder:
        images = _images(boards, form, folder)
        end = time.monotonic() + seconds  # for the layout, however long the boards took

        def run(loose: bool) -> bytes:
            text = dot_text(diagram, layout == "fast", loose, theme, images)
            return run_dot(text, form, max(0.001, end - time.monotonic()), folder)

        try:
            made = run(loose=False)
        except FailedError:  # is cured by looser labels; a lack of time is not
            made = run(loose=True)
    if form == "svg":
        made = improved(made, theme.paper)
        for state, name in images.items():
            picture = base64.b64encode(boards[state].svg().encode())
            made = made.replace(
                f'"{name}"'.encode(), b'"data:image/svg+xml;base64,' + picture + b'"'
            )
    return made


def _images(boards: Mapping[int, Drawing], form: str, folder: str) -> dict[int, str]:
    """Write the boards as images and return their names.

    Of an SVG, into which they are written afterwards, Graphviz only measures them.
    """
    from stategraph.pictures.boards import board_picture
    from stategraph.pictures.raster import blank, png

    names = {state: f"board{state}.png" for state in boards}
    for state, name in names.items():
        board = board_picture(boards[state], "svg", SIDE)
        made = blank(board, dots=1) if form == "svg" else png(board, dots=1)
        Path(folder, name).write_bytes(made)
    return names
