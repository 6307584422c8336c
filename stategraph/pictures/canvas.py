"""Diagrams drawn with matplotlib, in the layout of our own: the way without Graphviz.

Up to a few hundred nodes each is a shape with its text and each move an arrow with its label; more
are marks and plain lines. One unit of the axes is one inch, unless the picture would grow too
large.
"""

from __future__ import annotations

import io
import textwrap
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.pictures.diagram import Diagram, Node
from stategraph.pictures.figures import figure, plain, save
from stategraph.pictures.layout import positions, rows, spread
from stategraph.pictures.themes import NAMED, THEMES, Theme, legend
from stategraph.rules.drawing import Drawing

# Up to so many moves, each is an arrow with its label; more are plain lines.
ARROWS = 1_000

# Up to so many nodes, each is a shape with its text; more are plain marks.
SHAPES = 1_000

# No side of a picture is longer, in inches.
LARGEST = 40.0

# Inches: a plain node, the room between columns and between rows, a character, a line of text.
NODE, GAP, ROW, CHARACTER, LINE = 0.56, 0.95, 0.8, 0.056, 0.13

# The longer side of a board that stands for a node, in inches.
BOARD = 1.3


@dataclass(frozen=True)
class Sheet:
    """A diagram with the place (n, 2), the size (n, 2) and the row (n,) of each node, in inches."""

    diagram: Diagram
    place: np.ndarray
    size: np.ndarray
    row: np.ndarray
    theme: Theme
    boards: Mapping[int, Drawing]


def draw_diagram(
    diagram: Diagram,
    form: str,
    theme: Theme = THEMES["light"],
    boards: Mapping[int, Drawing] | None = None,
) -> bytes:
    """Return a diagram drawn as "svg", "png" or "pdf"; `boards` (by number) stand for states."""
    sheet = _sheet(diagram, theme, boards or {})
    labelled = len(diagram.edges) <= ARROWS and len(diagram.nodes) <= SHAPES
    knees = _knees(sheet) if labelled else np.zeros((0, 2))
    # a bow passes halfway between its middle and its knee
    bows = (sheet.place[_ends(diagram)].mean(axis=1) + knees) / 2 if labelled else knees
    reach = np.concatenate([sheet.place, bows])
    low, high = reach.min(axis=0), reach.max(axis=0)
    width, tall = high - low + sheet.size.max(axis=0) + 0.9
    scale = min(1.0, LARGEST / width), min(1.0, LARGEST / tall)
    across = max(7.0, width * scale[0])
    words = _written(diagram.caption, across)
    made, axes = figure(across, tall * scale[1] + _size_of_words(across) / 60 * (len(words) + 2))
    made.set_facecolor(theme.paper)
    axes.set(aspect="equal" if min(scale) == 1 else "auto", anchor="NW")
    axes.axis("off")
    _below(made, axes, sheet, words)
    _frames(axes, sheet)
    if len(diagram.nodes) <= SHAPES:
        for k in range(len(diagram.nodes)):
            _node(axes, k, sheet)
    else:
        _marks(axes, sheet, min(scale))
    leaving: Counter[int] = Counter()  # moves into other rows, of each node
    for k, knee in enumerate(knees):
        _arrow(axes, k, knee, sheet, leaving)
    if not labelled:
        _lines(axes, sheet)
    middle = (low + high) / 2
    axes.set(xlim=(middle[0] - width / 2, middle[0] + width / 2))
    axes.set(ylim=(middle[1] - tall / 2, middle[1] + tall / 2))
    for artist in (*axes.texts, *axes.patches):
        artist.set_in_layout(False)  # what cannot stick out need not be measured
    data = save(made, form)
    return _with_tooltips(data, diagram) if form == "svg" else data


def _sheet(diagram: Diagram, theme: Theme, boards: Mapping[int, Drawing]) -> Sheet:
    columns = np.array([node.column for node in diagram.nodes])
    columns = np.where(columns < 0, columns.max(initial=0) + 1, columns)
    ends = _ends(diagram)
    frames = np.array([node.box for node in diagram.nodes])
    size = np.array([_size(node, _board(node, boards)) for node in diagram.nodes])
    place = positions(columns, ends[:, 0], ends[:, 1], frames)
    place[:, 0] = spread(columns, size[:, 0], GAP)
    place[:, 1] *= max(ROW, float(size[:, 1].max()) + 0.3)
    tall = float(np.ptp(place[:, 1])) + 1.2
    row = rows(place[:, 0], tall)
    firsts = np.array([place[row == k, 0].min() for k in range(row.max() + 1)])
    place[:, 0] -= firsts[row] - firsts[0]
    place[:, 1] -= tall * row
    return Sheet(diagram, place, size, row, theme, boards)


def _board(node: Node, boards: Mapping[int, Drawing]) -> Drawing | None:
    return boards.get(node.state) if node.alone else None


def _size(node: Node, board: Drawing | None) -> tuple[float, float]:
    if board is not None:
        scale = BOARD / max(board.width, board.height)
        return board.width * scale + 0.14, board.height * scale + 0.14
    if not node.pack:
        return NODE, NODE
    lines = node.text.split("\n")
    return max(map(len, lines)) * CHARACTER * 1.1 + 0.2, len(lines) * LINE + 0.16


def _size_of_words(width: float) -> float:
    """Return the size of the caption in points; a large picture is looked at from afar."""
    return min(16.0, 7.5 + width / 5)


def _written(caption: str, width: float) -> list[str]:
    """Return the caption in lines that fit below a picture `width` inches wide."""
    across = int(width * 135 / _size_of_words(width))
    return [piece for line in caption.split("\n") for piece in textwrap.wrap(line, across) or [""]]


def _below(made: Any, axes: Any, sheet: Sheet, words: list[str]) -> None:
    """Write the caption below the picture, and the legend below that."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    theme, width = sheet.theme, float(made.get_size_inches()[0])
    size = _size_of_words(width)
    text = plain("\n".join(words))
    axes.set_title(text, fontsize=size, y=0, va="top", color=theme.ink, loc="left")
    nodes, edges = legend(sheet.diagram)
    handles: list[Any] = [
        Patch(fc=theme.nodes[role].fill, ec=theme.nodes[role].rim, label=name)
        for role, name in nodes.items()
    ]
    for role, name in edges.items():
        line = theme.edges[role]
        handles.append(Line2D([], [], color=line.colour, lw=line.width, ls=line.style, label=name))
    made.legend(
        handles=handles, loc="outside lower left", ncols=max(2, int(width * 4.5 / size)),
        fontsize=0.85 * size, frameon=False, labelcolor=theme.ink,
    )  # fmt: skip


# ---------------------------------------------------------------------------------------- nodes


def _node(axes: Any, k: int, sheet: Sheet) -> None:
    node, look = sheet.diagram.nodes[k], sheet.theme.nodes[sheet.diagram.nodes[k].role]
    x, y = sheet.place[k]
    rim = sheet.theme.mark if node.marked and node.role == "alive" else look.rim
    line: dict[str, Any] = dict(ec=rim, lw=2.2 if node.marked else 0.8, zorder=3)
    line["ls"] = ":" if node.role == "open" else "-"
    board = _board(node, sheet.boards)
    patches = _outline(node, x, y, sheet.size[k], board is not None)
    patches[0].set_gid(f"state{k}")
    for patch in patches:
        patch.set(fc=look.fill, **line)
        axes.add_artist(patch)
    if board is not None:
        from stategraph.pictures.boards import add_board

        add_board(axes, board, (x, y), BOARD / max(board.width, board.height))
        above = y + sheet.size[k][1] / 2 + 0.05
        word = node.role if node.role in NAMED else ""
        axes.text(x, above, word, ha="center", va="bottom", fontsize=8, color=sheet.theme.ink)
    else:
        text = dict(ha="center", va="center", fontsize=7, zorder=4, color=look.ink)
        axes.text(x, y, plain(node.text), **text)


def _outline(node: Node, x: float, y: float, size: np.ndarray, board: bool) -> list[Any]:
    """Return the shapes of a node, the outermost first."""
    from matplotlib.patches import Circle, Polygon, Rectangle

    w, h = size / 2
    if board:
        rims = [Rectangle((x - w, y - h), 2 * w, 2 * h)]
        if node.role == "goal":
            rims.append(Rectangle((x - w + 0.03, y - h + 0.03), 2 * w - 0.06, 2 * h - 0.06))
        return rims
    if node.role == "start":
        w, h = max(w + 0.02, 0.3), max(h - 0.03, 0.25)
        roof = [(x + w, y + h - 0.12), (x, y + h + 0.1), (x - w, y + h - 0.12)]
        return [Polygon([(x - w, y - h), (x + w, y - h), *roof])]
    if node.role == "goal":
        return [Circle((x, y), 0.32), Circle((x, y), 0.26)]
    if node.pack:
        # a sheet with another one behind it
        sheets = [(x - w + 0.05, y - h + 0.05), (x - w, y - h)]
        return [Rectangle(corner, 2 * w, 2 * h) for corner in sheets]
    if node.role == "stuck":
        return [Rectangle((x - 0.25, y - 0.22), 0.5, 0.44)]
    return [Circle((x, y), 0.27)]


_MARKS = {"start": "^", "goal": "o", "stuck": "s"}


def _marks(axes: Any, sheet: Sheet, scale: float) -> None:
    """Draw many nodes as plain marks, the rarer roles on top."""
    area = max(9.0, (72 * NODE * scale) ** 2 / 2)  # square points
    for order, role in enumerate(("alive", "open", "dead", "stuck", "goal", "start")):
        chosen = [k for k, node in enumerate(sheet.diagram.nodes) if node.role == role]
        look = sheet.theme.nodes[role]
        big = max(150.0, area) if role in ("start", "goal") else area
        axes.scatter(
            *sheet.place[chosen].T, s=big, marker=_MARKS.get(role, "o"), zorder=3 + order,
            fc=look.fill, ec=look.rim, linewidths=2 if role == "goal" else 0.3,
        )  # fmt: skip


# ---------------------------------------------------------------------------------------- moves


def _ends(diagram: Diagram) -> np.ndarray:
    """Return the nodes (m, 2) that the arrows join."""
    return np.array([(e.source, e.target) for e in diagram.edges], np.int64).reshape(-1, 2)


def _bends(diagram: Diagram) -> list[float]:
    """Return how far each arrow bends: parallel ones apart, those that lead back in a bow."""
    met: dict[tuple[int, int], int] = {}
    bends = []
    for edge in diagram.edges:
        pair = (edge.source, edge.target)
        met[pair] = met.get(pair, 0) + 1
        ahead = diagram.nodes[edge.target].column - diagram.nodes[edge.source].column
        bends.append(0.22 * (met[pair] - 1) + (0.0 if ahead == 1 else 0.28 if ahead < 1 else 0.1))
    return bends


def _knees(sheet: Sheet) -> np.ndarray:
    """Return the point (m, 2) that bends each arrow; of those over rows the middle."""
    ends = _ends(sheet.diagram)
    a, b = sheet.place[ends[:, 0]], sheet.place[ends[:, 1]]
    bend = np.where(np.diff(sheet.row[ends]).ravel() == 0, _bends(sheet.diagram), 0.0)
    across = np.stack([b[:, 1] - a[:, 1], a[:, 0] - b[:, 0]], axis=1)
    return (a + b) / 2 + across * bend[:, None]


def _arrow(axes: Any, k: int, knee: np.ndarray, sheet: Sheet, leaving: Counter[int]) -> None:
    edge = sheet.diagram.edges[k]
    a, b = sheet.place[edge.source], sheet.place[edge.target]
    if edge.source == edge.target:
        up = sheet.size[edge.source][1] / 2
        _stroke(axes, sheet, k, a + (-0.16, up - 0.06), a + (0.16, up - 0.06), -1.6)
        _label(axes, sheet, k, a + (0, up + 0.34), edge.label)
    elif sheet.row[edge.source] != sheet.row[edge.target]:
        _over_rows(axes, sheet, k, leaving[edge.source])
        leaving[edge.source] += 1
    else:
        bend = float(np.linalg.norm(knee - (a + b) / 2) / np.linalg.norm(b - a))
        _stroke(
            axes, sheet, k, _rim(sheet, edge.source, knee), _rim(sheet, edge.target, knee), bend
        )
        # off the middle, where the labels of crossing moves would meet
        _label(axes, sheet, k, 0.38 * a + 0.47 * knee + 0.15 * b, edge.label)


def _rim(sheet: Sheet, k: int, towards: np.ndarray) -> np.ndarray:
    """Return the point where a line from the middle of a node leaves its outline.

    Found by hand, since matplotlib's search for it takes longer than all the rest.
    """
    node, middle = sheet.diagram.nodes[k], sheet.place[k]
    way = towards - middle
    if node.pack or node.role in ("start", "stuck") or node.state in sheet.boards:
        reach = 1 / float(np.max(np.abs(way) / (sheet.size[k] / 2 + 0.02)))
    else:
        reach = (0.33 if node.role == "goal" else 0.28) / float(np.linalg.norm(way))
    return middle + way * min(reach, 0.95)


def _over_rows(axes: Any, sheet: Sheet, k: int, before: int) -> None:
    """Draw a move into another row as two short arrows: one that leaves, one that arrives.

    Labels stand one above the other where `before` others leave the same node.
    """
    edge, nodes = sheet.diagram.edges[k], sheet.diagram.nodes
    a, b = sheet.place[edge.source], sheet.place[edge.target]
    way = 1 if nodes[edge.target].column > nodes[edge.source].column else -1
    out = a + (way * (sheet.size[edge.source][0] / 2 + 0.45), 0)
    come = b - (way * (sheet.size[edge.target][0] / 2 + 0.45), 0)
    _stroke(axes, sheet, k, _rim(sheet, edge.source, out), out, 0)
    _stroke(axes, sheet, k, come, _rim(sheet, edge.target, come), 0)
    _label(axes, sheet, k, (a + 2 * out) / 3 + (0, 0.1 + 0.12 * before), edge.label)


def _stroke(axes: Any, sheet: Sheet, k: int, a: Any, b: Any, bend: float) -> None:
    from matplotlib.patches import FancyArrowPatch

    edge = sheet.diagram.edges[k]
    line, first = sheet.theme.edges[edge.role], edge.role == "solution"
    axes.add_artist(
        FancyArrowPatch(
            tuple(a), tuple(b), connectionstyle=f"arc3,rad={bend:.4g}", arrowstyle="-|>",
            color=line.colour, mutation_scale=14 if first else 8, zorder=2 if first else 1,
            lw=line.width, ls=line.style, shrinkA=0, shrinkB=0,
        )
    )  # fmt: skip


def _label(axes: Any, sheet: Sheet, k: int, where: Any, text: str) -> None:
    edge = sheet.diagram.edges[k]
    first = edge.role == "solution"
    axes.text(
        *where, plain(text), color=sheet.theme.edges[edge.role].ink, fontsize=8 if first else 6.5,
        ha="center", va="center", fontweight="bold" if first else "normal", zorder=5,
        bbox=dict(fc=sheet.theme.paper, ec="none", alpha=0.75, pad=0.4),
    )  # fmt: skip


def _lines(axes: Any, sheet: Sheet) -> None:
    """Draw many moves as plain lines, without their labels."""
    from matplotlib.collections import LineCollection

    edges, ends = sheet.diagram.edges, _ends(sheet.diagram)
    thin = min(0.4, 2_000 / len(edges))  # so that many do not become one dark plane
    for order, role in enumerate(("alive", "dead", "way", "shortest", "trap", "solution")):
        chosen = [k for k, edge in enumerate(edges) if edge.role == role]
        line = sheet.theme.edges[role]
        lines = LineCollection(
            list(sheet.place[ends[chosen]]) if chosen else [],
            colors=line.colour,
            linewidths=line.width * (1 if role == "solution" else thin),
            linestyles=line.style,
            zorder=1 + order / 10,
        )
        axes.add_collection(lines)


def _frames(axes: Any, sheet: Sheet) -> None:
    """Draw a dashed frame, with its title, round the nodes that belong together."""
    from matplotlib.patches import FancyBboxPatch

    parts: dict[tuple[int, int], list[int]] = {}  # a frame that is cut has a part in each row
    for k, node in enumerate(sheet.diagram.nodes):
        if node.box >= 0:
            parts.setdefault((node.box, int(sheet.row[k])), []).append(k)
    for (box, _), inside in sorted(parts.items()):
        half = sheet.size[inside] / 2 + 0.05
        left, low = (sheet.place[inside] - half).min(axis=0)
        right, high = (sheet.place[inside] + half).max(axis=0)
        frame = FancyBboxPatch(
            (left, low), right - left, high - low, boxstyle="round,pad=0.05", fill=False,
            ec=sheet.theme.faint, ls="--",
        )  # fmt: skip
        axes.add_artist(frame)
        text = dict(fontsize=6, ha="center", va="bottom", color=sheet.theme.ink)
        axes.text((left + right) / 2, high + 0.08, plain(sheet.diagram.boxes[box]), **text)


def _with_tooltips(data: bytes, diagram: Diagram) -> bytes:
    """Return the SVG with each state's description as its tooltip."""
    for prefix, uri in (
        ("", "http://www.w3.org/2000/svg"),
        ("xlink", "http://www.w3.org/1999/xlink"),
    ):
        ElementTree.register_namespace(prefix, uri)
    tree = ElementTree.ElementTree(ElementTree.fromstring(data))
    for element in tree.iter("{http://www.w3.org/2000/svg}g"):
        name = element.get("id", "")
        if name.startswith("state") and name[5:].isdigit():
            tip = ElementTree.Element("{http://www.w3.org/2000/svg}title")
            tip.text = diagram.nodes[int(name[5:])].tooltip
            element.insert(0, tip)
    out = io.BytesIO()
    tree.write(out, encoding="utf-8", xml_declaration=True)
    return out.getvalue()
