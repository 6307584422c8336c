"""A bundle: all that the page needs to know of a level, as bytes that a browser unpacks.

::

    zlib( length of head (uint32) | head: JSON | array | array | ... )

The head says of each array its name, its type and its length; each begins at a multiple of four
bytes. All is little-endian. The same level gives the same bytes.

=========  ========  =============================================================================
array      type      what
=========  ========  =============================================================================
degrees    uint16    the moves of each state
newest     planes    of each move: the highest number met so far, plus 1, minus its target
labels     uint16    the label of each move
left       int32     the moves left from each state, -1 where it is dead
x, y       uint16    where each state is drawn
columns    uint8/16  the k-th piece of each board plus 1, or 0, for each k
wins       uint32    the board after each move into the goal
traps      uint32    the moves into dead states, nearest first
=========  ========  =============================================================================

States are numbered as they are found, so a target is at most one more than the highest before it:
`newest` is mostly 0. Its planes are the lowest bytes of all numbers, then the next ones.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stategraph import analysis
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.players import level_key
from stategraph.rules.drawing import Drawing, printable
from stategraph.studio.boards import BoardTable, Piece, board_table
from stategraph.studio.places import places
from stategraph.studio.reasons import no_solution, trap_groups
from stategraph.studio.spoken import Spoken

VERSION = 1

# So many states has the largest level that is sent whole.
MOST_STATES = 200_000

# zlib packs harder than by this in several times the time, for some bytes in a hundred.
LEVEL = 7

PLANES = 4


def bundle(level: Level, graph: ArrayGraph) -> bytes:
    """Return the bundle of a level and its graph, which must be complete.

    O(states + moves), and the time in which the family draws each state.
    """
    states, wins = _states_to_draw(level, graph)
    table = board_table(level.draw, states)
    traps, groups = trap_groups(level, graph, table)
    x, y, aspect = places(graph)
    arrays = {
        "degrees": np.diff(graph.offsets).astype(np.uint16),
        "newest": _planes(_newest(graph)),
        "labels": graph.labels.astype(np.uint16),
        "left": analysis.moves_to_goal(graph).astype(np.int32),
        "x": x,
        "y": y,
        "columns": _columns(table),
        "wins": wins,
        "traps": traps.astype(np.uint32),
    }
    return packed(
        {
            **head(level, graph),
            **_drawn(table),
            "said": _said(level, table, states),
            "told": Spoken(level).told(states),
            "groups": groups,
            "aspect": aspect,
        },
        arrays,
    )


def head(level: Level, graph: ArrayGraph) -> dict[str, Any]:
    """Return what the page says of a level before any state of it."""
    family = level.family
    names = graph.label_names
    return {
        "version": VERSION,
        "title": printable(level.title or level.name),
        "name": printable(level.name),
        "family": family.name,
        "summary": family.summary,
        "hash": level_key(level),
        "names": [printable(name) for name in names],
        "actors": [family.actor(name) for name in names] if family.actor else [],
        "runner": family.runner_among(names),
        "arrows": list(family.arrows),
        "states": len(graph),
        "moves": graph.number_of_edges(),
        "goal": -1 if graph.goal is None else graph.goal,
        "trap_moves": len(analysis.trap_moves(graph)),
        "dead": int(np.count_nonzero(analysis.dead(graph))),
        "why": no_solution(level, graph),
        "ground": Spoken(level).ground(),
    }


def packed(head: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return a head and arrays as the bytes that the module shows."""
    kinds = [[name, array.dtype.name, array.size] for name, array in arrays.items()]
    text = json.dumps({**head, "arrays": kinds}, ensure_ascii=True).encode()
    text += b" " * (-len(text) % 4)
    parts = [len(text).to_bytes(4, "little"), text]
    for array in arrays.values():
        raw = array.astype(array.dtype.newbyteorder("<")).tobytes()
        parts += [raw, b"\0" * (-len(raw) % 4)]
    return zlib.compress(b"".join(parts), LEVEL)


# ------------------------------------------------------------------------------------------ parts


def _newest(graph: ArrayGraph) -> np.ndarray:
    """Return by how much each move falls short of the next new state (m,) int64."""
    targets = graph.targets.astype(np.int64)
    highest = np.maximum.accumulate(np.concatenate(([0], targets)))[:-1]
    return highest + 1 - targets


def _planes(numbers: np.ndarray) -> np.ndarray:
    """Return the bytes (4 * k,) uint8 of k numbers: all the lowest, then all the next, ..."""
    return np.concatenate([(numbers >> (8 * k) & 255).astype(np.uint8) for k in range(PLANES)])


def _columns(table: BoardTable) -> np.ndarray:
    """Return the k-th piece of each board plus 1, 0 for none: (most pieces * boards,)."""
    kind = np.uint8 if len(table.pieces) < 255 else np.uint16
    boards, most = len(table.counts), int(table.counts.max(initial=0))
    made = np.zeros((most, boards), kind)
    row = np.repeat(np.arange(boards), table.counts)
    made[np.arange(len(table.shown)) - table.offsets[:-1][row], row] = table.shown + 1
    return made.reshape(-1)


def _drawn(table: BoardTable) -> dict[str, Any]:
    """Return the floor and the pieces as SVG, and the middle of each piece."""
    return {
        "width": table.width,
        "height": table.height,
        "boards": len(table.counts),
        "floor": svg_of(table.floor),
        "pieces": [svg_of(piece) for piece in table.pieces],
        "middles": [list(middle(piece)) for piece in table.pieces],
    }


def _said(level: Level, table: BoardTable, states: Sequence[Any]) -> list[dict[str, Any] | None]:
    """Return what each piece is, as the first state and the last have it whose boards show it."""
    spoken, shown = Spoken(level), table.shown
    ends = (np.unique(shown, return_index=True)[1],
            len(shown) - 1 - np.unique(shown[::-1], return_index=True)[1])  # fmt: skip
    boards = np.searchsorted(table.offsets, np.stack(ends, axis=1), side="right") - 1
    return [
        spoken.piece([states[board] for board in pair], *middle(piece))
        for pair, piece in zip(boards.tolist(), table.pieces, strict=True)
    ]


def svg_of(piece: Piece) -> str:
    """Return some shapes as SVG elements."""
    drawing = Drawing(1, 1)
    drawing.shapes = list(piece)
    return drawing.svg_shapes() if piece else ""


def middle(piece: Piece) -> tuple[float, float]:
    """Return the middle (x, y) of what a piece covers."""
    points = [point for shape in piece for point in shape.points]
    xs, ys = zip(*points, strict=True)
    return round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3)


def _states_to_draw(level: Level, graph: ArrayGraph) -> tuple[list[Any], np.ndarray]:
    """Return the states whose boards are drawn, and which of them each winning move leads to.

    Those of the graph come first; the goal stands for many, and those really reached follow.
    """
    won = analysis.winning_states(graph, level.puzzle.moves)
    known: dict[Any, int] = {}
    wins = [known.setdefault(state, len(graph) + len(known)) for state in won]
    return [*graph.all_states(), *known], np.array(wins, np.uint32)
