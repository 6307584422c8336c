"""Our own layout, drawn with matplotlib: one column for each number of moves from the start.

::

    start ─► ● ─► ● ─► goal        x: moves from the start
         └─► ● ─► ●                y: nodes sorted by the mean height of their neighbours

Within a column nodes are sorted by the barycentre [1]_ of their neighbours, a few rounds from the
left and from the right; each round is a handful of array operations over all columns at once.

.. [1] K. Sugiyama, S. Tagawa, M. Toda, Methods for visual understanding of hierarchical system
   structures, IEEE Trans. SMC 11 (1981).
"""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.pictures.diagram import Diagram, Node
from stategraph.pictures.figures import figure, save

__all__ = ["positions", "draw_layered", "Style", "STYLES"]

ROUNDS = 12

# Up to so many moves, each is an arrow with its label; more are plain lines.
ARROWS = 2_000


@dataclass(frozen=True)
class Style:
    """Colours of the roles, and how thick the shortest solution is compared with other moves."""

    fill: dict[str, str]
    edge: dict[str, str]
    thick: float


STYLES = {
    "roles": Style(
        dict(
            start="#7fd17f",
            goal="#f4b6b6",
            alive="#dcecf9",
            dead="#d4d4d4",
            stuck="#b8b8b8",
            open="#ffffff",
        ),
        dict(solution="#e08a00", trap="#a50f15", dead="#b0b0b0", alive="#6f7f8f"),
        3.5,
    ),
    "distance": Style(
        dict.fromkeys(("alive", "dead", "stuck", "open"), "lightblue")
        | dict(start="green", goal="red"),
        dict.fromkeys(("trap", "dead", "alive"), "#404040") | dict(solution="orange"),
        5.0,
    ),
}


# The start and the goal keep their own colours, whatever passes through them.
RIMS = {"start": "#1a6b1a", "goal": "#b30000"}


def positions(
    columns: np.ndarray, sources: np.ndarray, targets: np.ndarray, boxes: np.ndarray | None = None
) -> np.ndarray:
    """Return the place (n, 2) float of every node: its column, its height around 0.

    O((n + m) log n) for each of a fixed number of rounds.

    Parameters
    ----------
    columns : (n,) int
        -1 for nodes that no moves reach, which get a column of their own at the right
    sources, targets : (m,) int
        the edges
    boxes : (n,) int, optional
        nodes of one box stand together, below those of none (-1), and no other node among them
    """
    n = len(columns)
    columns = np.where(columns < 0, columns.max(initial=0) + 1, columns)
    boxes = np.full(n, -1) if boxes is None else boxes
    # a cell is what stands in one column of one box
    _, cell = np.unique((boxes + 1) * (columns.max() + 1) + columns, return_inverse=True)
    sizes = np.bincount(cell)
    starts = np.cumsum(sizes) - sizes
    base = _bands(boxes, columns, sizes[cell])
    height = np.zeros(n)

    def settle(wish: np.ndarray) -> None:
        order = np.lexsort((np.arange(n), wish, cell))
        rank = np.arange(n) - starts[cell[order]]
        height[order] = base[order] + rank - (sizes[cell[order]] - 1) / 2

    settle(height)
    forward = columns[sources] < columns[targets]
    for k in range(ROUNDS):
        near, far = (sources, targets) if k % 2 == 0 else (targets, sources)
        near, far = near[forward], far[forward]
        count = np.bincount(far, minlength=n)
        total = np.bincount(far, weights=height[near], minlength=n)
        settle(np.where(count > 0, total / np.maximum(count, 1), height))
    return np.stack([columns.astype(float), height], axis=1)


def _bands(boxes: np.ndarray, columns: np.ndarray, crowd: np.ndarray) -> np.ndarray:
    """Return the height (n,) around which each node's box stands, side by side where they fit.

    `crowd` (n,) is how many nodes share a node's column and box.
    """
    free = boxes < 0
    base = np.zeros(len(boxes))
    bands: list[list[tuple[int, int, int, np.ndarray]]] = []  # (first column, last, height, nodes)
    order = np.argsort(boxes, kind="stable")[np.count_nonzero(free) :]
    groups = np.split(order, np.flatnonzero(np.diff(boxes[order])) + 1) if len(order) else []
    for nodes in sorted(groups, key=lambda nodes: int(columns[nodes].min())):
        first, last = int(columns[nodes].min()), int(columns[nodes].max())
        band = next((band for band in bands if band[-1][1] < first), None)
        if band is None:
            bands.append(band := [])
        band.append((first, last, int(crowd[nodes].max()), nodes))
    floor = -(crowd[free].max(initial=0) / 2) - 0.7
    for band in bands:
        tall = max(height for _, _, height, _ in band)
        for *_, nodes in band:
            base[nodes] = floor - tall / 2
        floor -= tall + 1.0
    return base


def draw_layered(diagram: Diagram, form: str, style: str = "roles") -> bytes:
    """Return a diagram drawn as "svg", "png" or "pdf"."""
    look = STYLES[style]
    columns = np.array([node.column for node in diagram.nodes])
    ends = np.array([(e.source, e.target) for e in diagram.edges], np.int64).reshape(-1, 2)
    boxes = np.array([node.box for node in diagram.nodes])
    place = positions(columns, ends[:, 0], ends[:, 1], boxes) * (1.5, 0.8)
    width = min(60.0, place[:, 0].max() + 2)
    tall = min(60.0, np.ptp(place[:, 1]) + 2)
    made, axes = figure(width, tall)
    axes.set_aspect("equal" if width < 60 and tall < 60 else "auto")
    axes.axis("off")
    axes.set_title(diagram.caption, fontsize=9, y=0, va="top")
    _boxes(axes, diagram, place)
    outlines = [_node(axes, k, node, place[k], look) for k, node in enumerate(diagram.nodes)]
    if len(diagram.edges) <= ARROWS:
        _arrows(axes, diagram, place, outlines, look)
    else:
        _lines(axes, diagram, place, ends, look)
    axes.autoscale_view()
    data = save(made, form)
    return _with_tooltips(data, diagram) if form == "svg" else data


def _node(axes: Any, k: int, node: Node, place: np.ndarray, look: Style) -> Any:
    """Draw a node and return its outline."""
    from matplotlib.patches import Circle, Polygon, Rectangle

    x, y = place
    line: dict[str, Any] = dict(
        ec=RIMS.get(node.role, "#e08a00" if node.marked else "#404040"),
        lw=2.2 if node.marked else 0.8,
        zorder=3,
    )
    fill = look.fill[node.role]
    if node.role == "start":
        house = [
            (x - 0.3, y - 0.25),
            (x + 0.3, y - 0.25),
            (x + 0.3, y + 0.1),
            (x, y + 0.32),
            (x - 0.3, y + 0.1),
        ]
        patches: list[Any] = [Polygon(house, fc=fill, **line)]
    elif node.role == "goal":
        patches = [Circle((x, y), 0.32, fc="white", **line), Circle((x, y), 0.26, fc=fill, **line)]
    elif node.role == "stuck":
        patches = [Rectangle((x - 0.25, y - 0.22), 0.5, 0.44, fc=fill, **line)]
    else:
        ls = ":" if node.role == "open" else "-"
        patches = [Circle((x, y), 0.27, fc=fill, ls=ls, **line)]
    patches[0].set_gid(f"state{k}")
    for patch in patches:
        axes.add_patch(patch)
    ink = "white" if fill in ("green", "red") else "black"
    axes.text(x, y, _plain(node.text), ha="center", va="center", fontsize=6.5, zorder=4, color=ink)
    return patches[0]


def _arrows(axes: Any, diagram: Diagram, place: np.ndarray, outlines: list, look: Style) -> None:
    from matplotlib.patches import FancyArrowPatch

    met: dict[tuple[int, int], int] = {}
    for edge in diagram.edges:
        pair = (edge.source, edge.target)
        met[pair] = met.get(pair, 0) + 1
        forward = diagram.nodes[edge.target].column == diagram.nodes[edge.source].column + 1
        bend = 0.22 * (met[pair] - 1) + (0.0 if forward else 0.28)
        a, b = place[edge.source], place[edge.target]
        solution, colour = edge.role == "solution", look.edge[edge.role]
        if edge.source == edge.target:
            middle = a + (0, 0.62)
            curve, tip = "arc3,rad=-1.6", a + (0.16, 0.22)
            a, b = a + (-0.16, 0.22), tip
            ends: dict[str, Any] = dict(shrinkA=0, shrinkB=0)
        else:
            # off the middle, where the labels of crossing moves would meet
            knee = (a + b) / 2 + np.array([b[1] - a[1], a[0] - b[0]]) * bend
            middle = 0.38 * a + 0.47 * knee + 0.15 * b
            curve = f"arc3,rad={bend:g}"
            ends = dict(
                patchA=outlines[edge.source], patchB=outlines[edge.target], shrinkA=0, shrinkB=1
            )
        axes.add_patch(
            FancyArrowPatch(
                tuple(a), tuple(b), connectionstyle=curve, arrowstyle="-|>", color=colour, **ends,
                mutation_scale=14 if solution else 8, zorder=2 if solution else 1,
                lw=look.thick if solution else look.thick / 5 if look.thick == 5 else 0.9,
                ls="--" if edge.role == "trap" else "-",
            )
        )  # fmt: skip
        ink = colour if solution or edge.role == "trap" else "#404040"
        axes.text(
            *middle, _plain(edge.label), color=ink, fontsize=8 if solution else 6,
            ha="center", va="center", fontweight="bold" if solution else "normal", zorder=5,
            bbox=dict(fc="white", ec="none", alpha=0.75, pad=0.4),
        )  # fmt: skip


def _lines(axes: Any, diagram: Diagram, place: np.ndarray, ends: np.ndarray, look: Style) -> None:
    from matplotlib.collections import LineCollection

    for role in ("alive", "dead", "trap", "solution"):
        chosen = [k for k, edge in enumerate(diagram.edges) if edge.role == role]
        lines = LineCollection(
            [place[ends[k]] for k in chosen],
            colors=look.edge[role],
            linewidths=look.thick if role == "solution" else 0.4,
            linestyles="dashed" if role == "trap" else "solid",
            zorder=2 if role == "solution" else 1,
        )
        axes.add_collection(lines)


def _boxes(axes: Any, diagram: Diagram, place: np.ndarray) -> None:
    """Draw a dashed frame round the nodes of each dead-end cycle."""
    from matplotlib.patches import FancyBboxPatch

    for box, title in enumerate(diagram.boxes):
        inside = place[[k for k, node in enumerate(diagram.nodes) if node.box == box]]
        (left, low), (right, high) = inside.min(axis=0) - 0.32, inside.max(axis=0) + 0.32
        frame = FancyBboxPatch(
            (left, low),
            right - left,
            high - low,
            boxstyle="round,pad=0.05",
            fill=False,
            ec="#8a8f98",
            ls="--",
        )
        axes.add_patch(frame)
        axes.text(
            (left + right) / 2,
            high + 0.08,
            title,
            fontsize=6,
            ha="center",
            va="bottom",
            color="#404040",
        )


def _plain(text: str) -> str:
    """Return a text that matplotlib shows as it stands: it reads formulas between dollar signs."""
    return text.replace("$", r"\$")


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
