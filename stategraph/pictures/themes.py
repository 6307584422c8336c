"""Colours of the roles of nodes and arrows, and the legend that explains them.

Shapes and lines repeat the information of colours. The start is a house, the goal is a double
circle, and stuck states are squares. Trap moves are dashed, summaries of several moves are dotted,
and the highlighted path is the thickest line. So every picture is readable in grey, and *print*
uses only grey. Every text has a contrast of at least 4.5 : 1 to its background.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stategraph.pictures.diagram import Diagram, Node

# Colour scales with even steps of lightness. Cividis [1]_ also suits colour-blind readers. Viridis
# [2]_ contains no grey, and is used where grey has a meaning. Greys are for print.
#
# .. [1] J. R. Nuñez, C. R. Anderton, R. S. Renslow, Optimizing colormaps with consideration for
#    color vision deficiency, PLoS ONE 13 (2018).
# .. [2] S. van der Walt, N. Smith, E. Firing, the colour maps of matplotlib (2015).
CIVIDIS = (
    "#00224e", "#1a386f", "#434e6c", "#61656f", "#7d7c78", "#9b9476", "#bcae6c", "#dec958",
    "#fee838",
)  # fmt: skip
VIRIDIS = (
    "#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30",
    "#fde725",
)  # fmt: skip
GREYS = ("#f0f0f0", "#d9d9d9", "#bdbdbd", "#959595", "#727272", "#515151", "#242424", "#000000")

# roles that are written above a board, since the board hides the node's shape
_WRITTEN_ROLES = ("start", "goal", "stuck")


@dataclass(frozen=True)
class NodeStyle:
    """The style of a node: fill, outline and text colours."""

    fill: str
    rim: str
    ink: str


@dataclass(frozen=True)
class Line:
    """The style of an arrow: colour, colour of its label, width in points, and dashes."""

    colour: str
    ink: str
    width: float
    style: str = "solid"


@dataclass(frozen=True)
class Theme:
    """The styles of all roles on one background.

    Attributes
    ----------
    paper, ink, faint : str
        the colours of the background, of texts, and of frames
    mark : str
        the outline of a state on the highlighted path
    nodes, edges : Mapping
        the style of each role
    ramp : tuple of colours
        a scale with even steps, from small to large numbers
    spots : tuple of colours
        the same for maps, in which grey points are dead states
    bars : tuple of three colours
        for states that can still win, for dead states that can move, and for stuck states
    """

    paper: str
    ink: str
    faint: str
    mark: str
    nodes: Mapping[str, NodeStyle]
    edges: Mapping[str, Line]
    ramp: tuple[str, ...] = CIVIDIS[::-1]
    bars: tuple[str, str, str] = ("#9ecae1", "#969696", "#252525")
    spots: tuple[str, ...] = VIRIDIS[::-1]

    def shade(self, share: float) -> str:
        """Return the colour of the ramp at `share`, from 0 to 1."""
        return "#" + shades(self.ramp, np.array(share)).tobytes().hex()


_BLACK = "#1b1b1b"

LIGHT = Theme(
    "#ffffff", _BLACK, "#6b7280", "#c26a00",
    dict(
        start=NodeStyle("#7fd17f", "#1a6b1a", _BLACK),
        goal=NodeStyle("#f4b6b6", "#b30000", _BLACK),
        alive=NodeStyle("#dcecf9", "#4a78a8", _BLACK),
        dead=NodeStyle("#d4d4d4", "#6b7280", "#333333"),
        stuck=NodeStyle("#b8b8b8", "#333333", _BLACK),
        open=NodeStyle("#ffffff", "#6b7280", _BLACK),
        mixed=NodeStyle("#f3e3b3", "#8a6d1a", _BLACK),
        unreached=NodeStyle("#fafafa", "#8a7a45", "#333333"),
    ),
    dict(
        solution=Line("#e08a00", "#8f5200", 4),
        shortest=Line("#e0a84f", "#8f5200", 1.8),
        trap=Line("#a50f15", "#a50f15", 1.6, "dashed"),
        dead=Line("#a0a0a0", "#666666", 1),
        alive=Line("#6f7f8f", "#505860", 1),
        way=Line("#505860", "#505860", 1.4, "dotted"),
        must=Line("#2f5f8f", "#2f5f8f", 1.8),
        may=Line("#6f7f8f", "#505860", 1, "dashed"),
    ),
)  # fmt: skip

DARK = Theme(
    "#15181d", "#e8e8e8", "#9aa3b0", "#ffb84d",
    dict(
        start=NodeStyle("#1f6b2c", "#7fd17f", "#ffffff"),
        goal=NodeStyle("#8a1f1f", "#ff9d9d", "#ffffff"),
        alive=NodeStyle("#1d4266", "#7fb2e0", "#ffffff"),
        dead=NodeStyle("#3a3f47", "#9aa3b0", "#e8e8e8"),
        stuck=NodeStyle("#5a6068", "#d0d5dc", "#ffffff"),
        open=NodeStyle("#15181d", "#9aa3b0", "#e8e8e8"),
        mixed=NodeStyle("#5c4a14", "#d9b95c", "#ffffff"),
        unreached=NodeStyle("#1e1e1e", "#b5a978", "#f0ead2"),
    ),
    dict(
        solution=Line("#ffa726", "#ffc266", 4),
        shortest=Line("#b87a20", "#ffc266", 1.8),
        trap=Line("#ff7b7b", "#ff9d9d", 1.6, "dashed"),
        dead=Line("#7a828e", "#a8b0bb", 1),
        alive=Line("#8fa0b3", "#b8c4d2", 1),
        way=Line("#c0c8d2", "#c0c8d2", 1.4, "dotted"),
        must=Line("#9ccbf5", "#9ccbf5", 1.8),
        may=Line("#8fa0b3", "#b8c4d2", 1, "dashed"),
    ),
    CIVIDIS, ("#4f8fc4", "#9aa3b0", "#f2f2f2"),
)  # fmt: skip

PRINT = Theme(
    "#ffffff", "#000000", "#000000", "#000000",
    dict(
        start=NodeStyle("#ffffff", "#000000", "#000000"),
        goal=NodeStyle("#ffffff", "#000000", "#000000"),
        alive=NodeStyle("#ffffff", "#000000", "#000000"),
        dead=NodeStyle("#d9d9d9", "#000000", "#000000"),
        stuck=NodeStyle("#bfbfbf", "#000000", "#000000"),
        open=NodeStyle("#ffffff", "#000000", "#000000"),
        mixed=NodeStyle("#ececec", "#000000", "#000000"),
        unreached=NodeStyle("#f7f7f7", "#000000", "#000000"),
    ),
    dict(
        solution=Line("#000000", "#000000", 3.5),
        shortest=Line("#000000", "#000000", 1.8),
        trap=Line("#000000", "#000000", 1.4, "dashed"),
        dead=Line("#8c8c8c", "#595959", 0.7),
        alive=Line("#000000", "#000000", 0.7),
        way=Line("#000000", "#000000", 1.2, "dotted"),
        must=Line("#000000", "#000000", 1.8),
        may=Line("#000000", "#000000", 0.8, "dashed"),
    ),
    GREYS, ("#d9d9d9", "#a6a6a6", "#000000"), GREYS,
)  # fmt: skip

# like the plot in the Spacewreck document: green start, red goal, light blue other nodes, and an
# orange solution that is five times as thick as other moves
DISTANCE = Theme(
    "#ffffff", "#000000", "#6b7280", "orange",
    dict.fromkeys(
        ("alive", "dead", "stuck", "open", "mixed", "unreached"),
        NodeStyle("lightblue", "#404040", "#000000"),
    )
    | dict(
        start=NodeStyle("green", "#1a6b1a", "#ffffff"),
        goal=NodeStyle("red", "#b30000", "#ffffff"),
    ),
    dict.fromkeys(("shortest", "trap", "dead", "alive", "way"), Line("#404040", "#404040", 1.0))
    | dict(must=Line("#404040", "#404040", 1.6), may=Line("#404040", "#404040", 1.0, "dashed"))
    | dict(solution=Line("orange", "#8f5200", 5.0)),
)  # fmt: skip

THEMES = {"light": LIGHT, "dark": DARK, "print": PRINT, "distance": DISTANCE}

NODE_WORDS = {
    "start": "start (house)",
    "goal": "goal (double circle)",
    "alive": "can still win",
    "dead": "dead: cannot win",
    "mixed": "mixed: some of its states are dead",
    "other": "other states",
    "stuck": "stuck (square)",
    "open": "not expanded (dotted)",
    "unreached": "never reached (dotted)",
}
EDGE_WORDS = {
    "shortest": "other shortest solutions",
    "trap": "trap move",
    "way": "several moves in one arrow",
    "must": "every state of the class has such a move",
    "may": "only some of its states have one (dashed)",
}


def look_of(node: Node, theme: Theme) -> NodeStyle:
    """Return the style of a node: that of its role, with another fill if the node has a number."""
    look = theme.nodes[node.role]
    if node.share is None:
        return look
    fill = theme.shade(node.share)
    return NodeStyle(fill, look.rim, "#000000" if luminance(fill) > 0.179 else "#ffffff")


def above_board(node: Node) -> str:
    """Return the text above the board in a node: the text of a pack, or some roles, or ""."""
    return node.text if node.pack else node.role if node.role in _WRITTEN_ROLES else ""


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1, as WCAG 2 defines it.

    Black text on colours with a luminance above 0.179 has a contrast of at least 4.58 : 1, and so
    has white text on all other colours.

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return round(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2], 9)


def legend(diagram: Diagram, theme: Theme) -> tuple[dict[str, str], dict[str, str]]:
    """Return the legend texts of a diagram, by role: one dict for nodes, one for arrows.

    Roles with the same style share one entry.
    """
    node_roles = {node.role for node in diagram.nodes if node.share is None}
    edge_roles = {edge.role for edge in diagram.edges}
    words = EDGE_WORDS
    if diagram.highlight is not None:
        words = {"solution": diagram.highlight.words} | EDGE_WORDS
        if diagram.highlight.is_chosen:
            edge_roles.add("solution")
            words["shortest"] = "shortest solutions"
    if "dead" in node_roles and theme.nodes["dead"] == theme.nodes["alive"]:
        node_roles = node_roles - {"alive", "dead"} | {"other"}
    plain = theme.edges["alive"]
    return (
        {role: words for role, words in NODE_WORDS.items() if role in node_roles},
        {role: text for role, text in words.items()
         if role in edge_roles and theme.edges[role] != plain},
    )  # fmt: skip


def shades(ramp: Sequence[str], shares: np.ndarray) -> np.ndarray:
    """Return the colours (..., 3) uint8 of `shares` between 0 and 1, interpolated linearly.

    >>> shades(["#000000", "#ffffff"], np.array([0.0, 0.5, 1.0])).tolist()
    [[0, 0, 0], [128, 128, 128], [255, 255, 255]]
    """
    stops = np.array([[int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in ramp], float)
    at = np.linspace(0, 1, len(stops))
    parts = [np.interp(shares, at, stops[:, k]) for k in range(3)]
    return np.rint(np.stack(parts, axis=-1)).astype(np.uint8)
