"""Diagrams in the built-in layout, used without Graphviz.

Up to a thousand nodes are shapes with text; more are plain marks. Up to a thousand moves are arrows
with labels; more are plain lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from stategraph.pictures.diagram import Diagram, Edge, Node
from stategraph.pictures.font import text_width
from stategraph.pictures.legend import add_legend, add_scale, add_words
from stategraph.pictures.node_geometry import (
    ABOVE,
    RIM,
    TEXT,
    PlacedDiagram,
    bends_of,
    ends_of,
    laid_out,
    scale_of,
    shrunk,
)
from stategraph.pictures.scene import Scene, lines, rectangle
from stategraph.pictures.themes import (
    THEMES,
    Theme,
    above_board,
    legend,
    look_of,
)
from stategraph.rules.drawing import Drawing
from stategraph.rules.shapes import (
    Curve,
    Disc,
    Inset,
    Pen,
    Point,
    Polygon,
    Segments,
    Shape,
    Together,
    Words,
)

# maximum number of moves drawn as arrows with labels; more are plain lines
MAX_ARROWS = 1_000

# maximum number of nodes drawn as shapes with text; more are plain marks
MAX_SHAPES = 1_000

# difference between the radius of a plain node, or of a goal, and half the node's size; distance
# between an outline and the tip of an arrow
DISC, GOAL, CLEAR = -0.6, 3.0, 0.8

# text sizes: labels of arrows, labels on the highlighted path, titles of frames
LABEL, FIRST, TITLE = 9.0, 10.0, 9.0

# places of a label on its arrow, from 0 at the source to 1 at the target. The first one is best: in
# the middle, the labels of crossing moves would overlap.
LABEL_PLACES = np.array([0.385, 0.3, 0.5, 0.6, 0.7, 0.8, 0.2])

# maximum length of the name of a node that the label of a move into another row shows
MAX_NAME = 8

# width of the outline of a node, and of a node on the highlighted path
THIN, THICK = 0.8, 2.2


def draw_diagram(
    diagram: Diagram,
    theme: Theme = THEMES["light"],
    boards: Mapping[int, Drawing] | None = None,
) -> Scene:
    """Return a diagram as shapes. O(nodes + arrows).

    `boards` maps states to the boards that replace their nodes.
    """
    sheet = laid_out(diagram, theme, boards or {})
    scene = Scene(theme.paper)
    if len(diagram.nodes) > MAX_SHAPES:
        sheet = shrunk(sheet)
        scene.add(*_lines(sheet), *_marks(sheet))
    elif len(diagram.edges) > MAX_ARROWS:
        frames, titles = _frames(sheet)
        scene.add(*frames, *_lines(sheet), *_nodes(sheet), *titles)
    else:
        (frames, titles), (strokes, labels) = _frames(sheet), _arrows(sheet)
        scene.add(*frames, *strokes, *_nodes(sheet), *titles, *labels)
    add_words(scene, diagram.caption, theme)
    add_legend(scene, *legend(diagram, theme), theme)
    if diagram.scale is not None:
        add_scale(scene, diagram.scale, theme)
    return scene


# ---------------------------------------------------------------------------------------- nodes


def _nodes(sheet: PlacedDiagram) -> Iterator[Shape]:
    for k, node in enumerate(sheet.diagram.nodes):
        yield Together(node.tooltip, _node(sheet, k))


def _node(sheet: PlacedDiagram, k: int) -> list[Shape]:
    """Return the shapes of a node: its outline, and its text or its board."""
    node, place, size = sheet.diagram.nodes[k], sheet.place[k], sheet.size[k]
    look = look_of(node, sheet.theme)
    rim = sheet.theme.mark if node.marked and node.role == "alive" else look.rim
    style = "dotted" if node.role in ("open", "unreached") else "solid"
    pen = Pen(rim, THICK if node.marked else THIN, style)
    board = sheet.board(node)
    shapes = _outline(node, place, size, look.fill, pen, board is not None)
    if board is not None:
        (x, y), words, scale = _point(place), above_board(node), scale_of(board)
        foot = y + float(size[1]) / 2 - RIM - board.height * scale
        if words:
            middle = (foot + y - float(size[1]) / 2 + RIM) / 2 - 0.1 * ABOVE
            shapes += lines(words, (x, middle), ABOVE, look.ink)
        corner = x - board.width * scale / 2, foot
        shapes.append(Inset(board.shapes, board.width, board.height, corner, scale))
    else:
        shapes += lines(node.text, _point(place), TEXT, look.ink)
    return shapes


def _outline(
    node: Node, place: np.ndarray, size: np.ndarray, fill: str, pen: Pen, board: bool
) -> list[Shape]:
    """Return the shapes around a node, the outermost first."""
    (x, y), (w, h) = place.tolist(), (size / 2).tolist()
    if board:
        inset = 2.2 if node.role == "goal" else 0.0
        rims: list[Shape] = [rectangle(x - w, y - h, x + w, y + h, fill, pen)]
        if inset:
            w, h = w - inset, h - inset
            rims.append(rectangle(x - w, y - h, x + w, y + h, fill, pen))
        return rims
    if node.role == "start":
        w, h = max(w + 1.4, 21.6), max(h - 2.2, 18.0)
        roof = [(x + w, y - h + 8.6), (x, y - h - 7.2), (x - w, y - h + 8.6)]
        return [Polygon([(x - w, y + h), (x + w, y + h), *roof], fill, pen)]
    if node.role == "goal":
        outer = w + GOAL
        return [Disc((x, y), outer, fill, pen), Disc((x, y), outer - 4.3, fill, pen)]
    if node.pack:  # looks like two sheets of paper
        return [
            rectangle(x - w + away, y - h - away, x + w + away, y + h - away, fill, pen)
            for away in (3.6, 0.0)
        ]
    if node.role == "stuck":
        return [rectangle(x - w + 2, y - h + 4.2, x + w - 2, y + h - 4.2, fill, pen)]
    return [Disc((x, y), w + DISC, fill, pen)]


def _marks(sheet: PlacedDiagram) -> Iterator[Shape]:
    """Draw many nodes as plain marks, with the rarer roles on top."""
    small = max(1.5, float(sheet.size[:, 0].min()) / 2.8)
    for role in ("unreached", "alive", "open", "mixed", "dead", "stuck", "goal", "start"):
        look = sheet.theme.nodes[role]
        pen = Pen(look.rim, 2.0 if role == "goal" else 0.3)
        r = max(6.1, small) if role in ("start", "goal") else small
        for k, node in enumerate(sheet.diagram.nodes):
            if node.role == role:
                x, y = sheet.place[k].tolist()
                fill = look_of(node, sheet.theme).fill
                if role == "start":
                    yield Polygon([(x - r, y + r), (x + r, y + r), (x, y - r)], fill, pen)
                elif role == "stuck":
                    yield rectangle(x - r, y - r, x + r, y + r, fill, pen)
                else:
                    yield Disc((x, y), r, fill, pen)


# ---------------------------------------------------------------------------------------- moves


def _arrows(sheet: PlacedDiagram) -> tuple[list[Shape], list[Shape]]:
    """Return the arrows, with the highlighted path on top, and their labels."""
    strokes: dict[bool, list[Shape]] = {False: [], True: []}
    labels: list[Shape] = []
    leaving: Counter[int] = Counter()  # by node: number of moves into other rows
    taken = np.empty((0, 4))  # the middle and half the size of each label
    for edge, bend in zip(sheet.diagram.edges, bends_of(sheet.diagram), strict=True):
        first = edge.role == "solution"
        if edge.source == edge.target:
            shapes, label_place = _loop(sheet, edge)
        elif sheet.row[edge.source] != sheet.row[edge.target]:
            edge = replace(edge, label=f"{edge.label}{_to(sheet, edge)}")
            shapes, label_place = _over_rows(sheet, edge, leaving[edge.source])
            leaving[edge.source] += 1
        else:
            shapes, label_place = _bow(sheet, edge, bend, taken)
        strokes[first] += shapes
        taken = np.vstack([taken, [*label_place, *_half_size(edge)]])
        labels += _label(sheet.theme, edge, label_place)
    return strokes[False] + strokes[True], labels


def _bow(
    sheet: PlacedDiagram, edge: Edge, bend: float, taken: np.ndarray
) -> tuple[list[Shape], np.ndarray]:
    a, b = sheet.place[edge.source], sheet.place[edge.target]
    knee = (a + b) / 2 + bend * np.array([a[1] - b[1], b[0] - a[0]])
    ends = _rim(sheet, edge.source, knee), _rim(sheet, edge.target, knee)
    t = LABEL_PLACES[:, None]
    points = (1 - t) ** 2 * a + 2 * t * (1 - t) * knee + t**2 * b
    return _arrow(sheet.theme, edge, ends[0], knee, ends[1]), _free_place(
        sheet, edge, points, taken
    )


def _free_place(
    sheet: PlacedDiagram, edge: Edge, points: np.ndarray, taken: np.ndarray
) -> np.ndarray:
    """Return the first of the points (k, 2) at which a label hides the least.

    Hiding a node is worse than hiding a label in one of the `taken` places.
    """
    half = _half_size(edge)

    def hides(places: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        near = np.abs(points[:, None] - places) < sizes + half
        overlaps: np.ndarray = near.all(axis=2).any(axis=1)
        return overlaps

    hidden = 2 * hides(sheet.place, sheet.size / 2) + hides(taken[:, :2], taken[:, 2:])
    return points[np.argmin(hidden)]


def _half_size(edge: Edge) -> np.ndarray:
    """Return half the width and half the height of the label of a move."""
    rows = edge.label.split("\n")
    wide = max(text_width(row, LABEL) for row in rows)
    return np.array([wide, 1.3 * LABEL * len(rows)]) / 2


def _loop(sheet: PlacedDiagram, edge: Edge) -> tuple[list[Shape], np.ndarray]:
    """Return a move from a node to itself, drawn above it."""
    middle, up = sheet.place[edge.source], sheet.size[edge.source][1] / 2
    flat = sheet.diagram.nodes[edge.source].pack
    ends = [middle + (x, -up - 1 if flat else 4.3 - up) for x in (-11.5, 11.5)]
    return _arrow(sheet.theme, edge, ends[0], middle - (0, up + 32), ends[1]), middle - (0, up + 24)


def _over_rows(sheet: PlacedDiagram, edge: Edge, before: int) -> tuple[list[Shape], np.ndarray]:
    """Return two short arrows for a move into another row: one at its source, one at its target.

    `before` is the number of earlier moves from the same node into other rows. Their labels are
    stacked.
    """
    nodes = sheet.diagram.nodes
    a, b = sheet.place[edge.source], sheet.place[edge.target]
    sign = 1 if nodes[edge.target].column > nodes[edge.source].column else -1
    out = a + (sign * (sheet.size[edge.source][0] / 2 + 32), 0)
    come = b - (sign * (sheet.size[edge.target][0] / 2 + 32), 0)
    strokes = [
        *_arrow(sheet.theme, edge, _rim(sheet, edge.source, out), None, out),
        *_arrow(sheet.theme, edge, come, None, _rim(sheet, edge.target, come)),
    ]
    away = float(sheet.size[edge.source][0]) / 2 + max(16.0, float(_half_size(edge)[0]) + 1)
    return strokes, a + (sign * away, -7.2 - 8.6 * before)


def _to(sheet: PlacedDiagram, edge: Edge) -> str:
    """Return the end of a label that names the target in another row, if its text is short.

    The highlighted path continues at the left of the next row, so its targets are not named.
    """
    target = sheet.diagram.nodes[edge.target]
    is_short = len(target.text) <= MAX_NAME and "\n" not in target.text
    named = edge.role != "solution" and is_short and sheet.board(target) is None
    return f" to {target.text}" if named else ""


def _rim(sheet: PlacedDiagram, k: int, towards: np.ndarray) -> np.ndarray:
    """Return the point where a line from the middle of a node leaves its outline."""
    node, middle = sheet.diagram.nodes[k], sheet.place[k]
    direction = towards - middle
    if node.pack or node.role in ("start", "stuck") or sheet.board(node) is not None:
        reach = 1 / float(np.max(np.abs(direction) / (sheet.size[k] / 2 + 1.4)))
    else:
        radius = float(sheet.size[k, 0]) / 2 + (GOAL if node.role == "goal" else DISC) + CLEAR
        reach = radius / float(np.hypot(*direction))
    return middle + direction * min(reach, 0.95)


def _arrow(
    theme: Theme, edge: Edge, start: np.ndarray, knee: np.ndarray | None, end: np.ndarray
) -> list[Shape]:
    """Return an arrow as a line and a head; `knee` is the control point of a curved line."""
    line = theme.edges[edge.role]
    knee = (start + end) / 2 if knee is None else knee
    direction = end - knee
    ahead = direction / max(1e-9, float(np.hypot(*direction)))
    long, half = 4.6 + 1.5 * line.width, 1.7 + 0.8 * line.width
    neck = end - ahead * long
    side = half * np.array([-ahead[1], ahead[0]])
    head = [_point(corner) for corner in (end, neck + side, neck - side)]
    pen = Pen(line.colour, line.width, line.style)
    shaft = Curve(_point(start), _point(knee), _point(neck + 0.15 * long * ahead), pen)
    return [shaft, Polygon(head, line.colour)]


def _point(place: np.ndarray) -> Point:
    return float(place[0]), float(place[1])


def _label(theme: Theme, edge: Edge, where: np.ndarray) -> list[Shape]:
    """Return the label of a move."""
    if not edge.label:
        return []
    first = edge.role == "solution"
    size, ink = FIRST if first else LABEL, theme.edges[edge.role].ink
    return _on_paper(lines(edge.label, _point(where), size, ink, bold=first), theme)


def _on_paper(words: list[Words], theme: Theme) -> list[Shape]:
    """Return lines of text on a translucent background."""
    size = words[0].size
    half = max(text_width(line.text, size, line.bold) for line in words) / 2 + 0.5
    x, top, foot = words[0].place[0], words[0].place[1], words[-1].place[1]
    paper = rectangle(x - half, top - 0.6 * size, x + half, foot + 0.6 * size, theme.paper)
    return [paper._replace(opacity=0.75), *words]


def _lines(sheet: PlacedDiagram) -> Iterator[Shape]:
    """Draw many moves as plain lines, without their labels."""
    edges, ends = sheet.diagram.edges, ends_of(sheet.diagram)
    thin = min(0.4, 2_000 / len(edges)) if edges else 1.0  # avoids one dark area
    for role in ("alive", "dead", "may", "must", "way", "shortest", "trap", "solution"):
        chosen = [k for k, edge in enumerate(edges) if edge.role == role]
        line = sheet.theme.edges[role]
        pen = Pen(line.colour, line.width * (1 if role == "solution" else thin), line.style)
        if chosen:
            yield Segments(sheet.place[ends[chosen]], pen)


def _frames(sheet: PlacedDiagram) -> tuple[list[Shape], list[Shape]]:
    """Return dashed frames around groups of nodes, and their titles."""
    frames: list[Shape] = []
    titles: list[Shape] = []
    parts: dict[tuple[int, int], list[int]] = {}  # a frame has one part per row of nodes
    for k, node in enumerate(sheet.diagram.nodes):
        if node.box >= 0:
            parts.setdefault((node.box, int(sheet.row[k])), []).append(k)
    for (box, _), inside in sorted(parts.items()):
        half = sheet.size[inside] / 2 + 7
        left, top = (sheet.place[inside] - half).min(axis=0).tolist()
        right, bottom = (sheet.place[inside] + half).max(axis=0).tolist()
        pen = Pen(sheet.theme.faint, 1.0, "dashed")
        frames.append(rectangle(left, top, right, bottom, "", pen))
        title, place = sheet.diagram.boxes[box], ((left + right) / 2, top - TITLE)
        titles += _on_paper([Words(title, place, TITLE, sheet.theme.ink)], sheet.theme)
    return frames, titles
