"""Positions and sizes of the nodes of a diagram in the built-in layout.

Constants for lengths are in points::

          NODE   GAP
        ┌──────┐     ┌──────┐
        │  o ──┼─R3──┼─► o  │  ROW      nodes form columns; a move to the next column is straight,
        └──────┘     └──────┘           all others are curved (`bends_of`)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from stategraph.pictures.builtin_layout import positions, rows, spread
from stategraph.pictures.diagram import Diagram, Node
from stategraph.pictures.font import text_width
from stategraph.pictures.scene import MAX_SIDE
from stategraph.pictures.themes import Theme, above_board
from stategraph.rules.drawing import Drawing

# size of a plain node, gap between columns, minimum distance of nodes in a column, gap between the
# rows of a picture that is cut into rows
NODE, GAP, ROW, STRIP = 40.0, 68.0, 58.0, 46.0

# longer side of a board in place of a node, and the margin around it
BOARD, RIM = 94.0, 5.0

# text sizes in nodes and above boards
TEXT, ABOVE = 9.0, 9.0


@dataclass(frozen=True)
class PlacedDiagram:
    """A diagram with the position (n, 2), the size (n, 2) and the row (n,) of each node."""

    diagram: Diagram
    place: np.ndarray
    size: np.ndarray
    row: np.ndarray
    theme: Theme
    boards: Mapping[int, Drawing]

    def board(self, node: Node) -> Drawing | None:
        """Return the board that replaces a node, if any."""
        return self.boards.get(node.shown)


def laid_out(diagram: Diagram, theme: Theme, boards: Mapping[int, Drawing]) -> PlacedDiagram:
    """Return a diagram with the position and size of each node. O(nodes + arrows)."""
    columns = np.array([node.column for node in diagram.nodes])
    columns = np.where(columns < 0, columns.max(initial=0) + 1, columns)
    ends = ends_of(diagram)
    frames = np.array([node.box for node in diagram.nodes])
    empty = np.zeros((len(diagram.nodes), 2))
    sheet = PlacedDiagram(diagram, empty, empty, empty[:, 0], theme, boards)
    size = np.array([_size(node, sheet.board(node)) for node in diagram.nodes])
    place = positions(columns, ends[:, 0], ends[:, 1], frames)
    place[:, 0] = spread(columns, size[:, 0], GAP)
    place[:, 1] *= -max(ROW, float(size[:, 1].max()) + 22)
    tall = float(np.ptp(place[:, 1]) + size[:, 1].max()) + STRIP
    row = rows(place[:, 0] / 72, tall / 72)
    firsts = np.array([place[row == k, 0].min() for k in range(row.max() + 1)])
    place[:, 0] -= firsts[row] - firsts[0]
    sheet = replace(sheet, place=place, size=size, row=row)
    place[:, 1] += _down(sheet, ends)
    return sheet


def _down(sheet: PlacedDiagram, ends: np.ndarray) -> np.ndarray:
    """Return the shift (n,) that moves each row of nodes below the previous row.

    The height of a row includes its nodes and the curves of its arrows. `ends` (m, 2) are the nodes
    that the arrows join.
    """
    (place, row), bends = (sheet.place, sheet.row), np.array([*bends_of(sheet.diagram)])
    starts, stops = place[ends[:, 0]], place[ends[:, 1]]
    crests = (starts + stops)[:, 1] / 2 + bends / 2 * (stops - starts)[:, 0]
    rows_of = np.where(row[ends[:, 0]] == row[ends[:, 1]], row[ends[:, 0]], -1)
    down, foot = np.zeros(len(row)), 0.0
    for k in range(row.max() + 1):
        in_row, half = row == k, sheet.size[row == k, 1] / 2
        tops = np.append(place[in_row, 1] - half, crests[rows_of == k])
        feet = np.append(place[in_row, 1] + half, crests[rows_of == k])
        down[in_row] = foot + STRIP - tops.min() if k else 0.0
        foot = down[in_row][0] + feet.max()
    return down


def _size(node: Node, board: Drawing | None) -> tuple[float, float]:
    """Return the (width, height) of a node with its margin."""
    if board is not None:
        scale = scale_of(board)
        above = [line for line in above_board(node).split("\n") if line]
        wide = max([board.width * scale, *(text_width(line, ABOVE) for line in above)])
        return wide + 2 * RIM, board.height * scale + 2 * RIM + 1.25 * ABOVE * len(above)
    parts = node.text.split("\n")
    widest = max(text_width(part, TEXT) for part in parts)
    if not node.pack:
        side = max(NODE, widest + 6)
        return side, side
    return widest + 16, len(parts) * 1.3 * TEXT + 12


def scale_of(board: Drawing) -> float:
    """Return the length in points of a cell of a board that replaces a node."""
    return BOARD / max(board.width, board.height)


def shrunk(sheet: PlacedDiagram) -> PlacedDiagram:
    """Shrink a picture of many nodes to the maximum size, width and height separately."""
    wide, tall = np.ptp(sheet.place, axis=0) + 1
    share = np.minimum(1, MAX_SIDE / np.array([wide, tall]))
    return replace(sheet, place=sheet.place * share, size=sheet.size * share.min())


def ends_of(diagram: Diagram) -> np.ndarray:
    """Return the source and target node of each arrow, shape (m, 2)."""
    return np.array([(e.source, e.target) for e in diagram.edges], np.int64).reshape(-1, 2)


def bends_of(diagram: Diagram) -> Iterator[float]:
    """Yield the curvature of each arrow; 0 is straight.

    Parallel arrows differ, and arrows that do not lead to the right are strongly curved.
    """
    earlier: Counter[tuple[int, int]] = Counter()
    for edge in diagram.edges:
        pair = (edge.source, edge.target)
        ahead = diagram.nodes[edge.target].column - diagram.nodes[edge.source].column
        yield 0.22 * earlier[pair] + (0.0 if ahead == 1 else 0.28 if ahead < 1 else 0.1)
        earlier[pair] += 1
