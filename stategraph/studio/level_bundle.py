"""Bundles: all data of a level that the page needs, as bytes that a browser unpacks.

::

    zlib( length of head (uint32) | head: JSON | array | array | ... )

The head lists the name, the dtype and the length of each array. Each array begins at a multiple of
four bytes. All numbers are little-endian. The same level gives the same bytes.

=========  ========  =============================================================================
array      type      meaning
=========  ========  =============================================================================
degrees    uint32    number of moves of each state
newest     planes    for each move: the highest earlier number, plus 1, minus its target
labels     uint16    label of each move
left       int32     moves left from each state, -1 if it is dead
x, y       uint16    position of each state in the picture
columns    uint8/16  for each k, the k-th piece of each board plus 1, or 0
wins       uint32    board after each move into the goal
traps      uint32    moves into dead states, nearest first
reasons    uint8/16  reason why each state is dead plus 1, an index into ``losses``, or 0
chances    uint16    chance of a random player to win, see `win_chances`; empty if unknown
=========  ========  =============================================================================

States are numbered in order of discovery. So a target is at most one more than the highest earlier
number, and most values of `newest` are 0. The type *planes* stores the lowest bytes of all numbers
first, then all second bytes, and so on.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from stategraph import analysis
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.players import level_key
from stategraph.readable import Record
from stategraph.rules.svg import elements, printable
from stategraph.studio.board_descriptions import BoardDescriptions
from stategraph.studio.board_table import BoardTable, Piece, board_table
from stategraph.studio.loss_reasons import loss_reasons
from stategraph.studio.picture_positions import places
from stategraph.studio.trap_reasons import no_solution, trap_groups
from stategraph.studio.win_chances import chances

if TYPE_CHECKING:
    from stategraph.variables import State

VERSION = 1

# Maximum number of states of a level that the studio sends as a whole.
MAX_BUNDLED_STATES = 200_000

# Higher levels of zlib take several times as long and save a few percent.
ZLIB_LEVEL = 7

N_BYTE_PLANES = 4


def bundle(level: Level, graph: ArrayGraph, **more: object) -> bytes:
    """Return the bundle of a level and its complete graph; `more` is added to the head.

    O(states + moves), plus the time for drawing the boards of all states.
    """
    states, wins = _states_to_draw(level, graph)
    table = board_table(lambda board: level.draw(states[board]), range(len(states)))
    traps, groups = trap_groups(level, graph, table)
    reasons, losses = loss_reasons(level, graph)
    x, y, aspect = places(graph)
    arrays = {
        **move_arrays(graph),
        "left": analysis.moves_to_goal(graph).astype(np.int32),
        "x": x,
        "y": y,
        "columns": _columns(table),
        "wins": wins,
        "traps": traps.astype(np.uint32),
        "reasons": (reasons + 1).astype(np.uint8 if len(losses) < 255 else np.uint16),
        "chances": chances(graph),
    }
    return packed(
        {
            **head(level, graph),
            **_drawn(table),
            "things": _things(level, table, states),
            "descriptions": BoardDescriptions(level).lines(states),
            "groups": groups,
            "losses": losses,
            "aspect": aspect,
            **more,
        },
        arrays,
    )


def head(level: Level, graph: ArrayGraph) -> Record:
    """Return the data about a level that does not belong to single states."""
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
        "keys": dict(family.keys),
        "states": len(graph),
        "moves": graph.number_of_edges(),
        "goal": -1 if graph.goal is None else graph.goal,
        "trap_moves": len(analysis.trap_moves(graph)),
        "dead": int(np.count_nonzero(analysis.dead(graph))),
        "why": no_solution(level, graph),
        "ground": BoardDescriptions(level).ground(),
        "corner": list(family.corner),
    }


def packed(head: Mapping[str, object], arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return a head and arrays in the format described above in this module."""
    kinds = [[name, array.dtype.name, array.size] for name, array in arrays.items()]
    text = json.dumps({**head, "arrays": kinds}, ensure_ascii=True).encode()
    text += b" " * (-len(text) % 4)
    parts = [len(text).to_bytes(4, "little"), text]
    for array in arrays.values():
        raw = array.astype(array.dtype.newbyteorder("<")).tobytes()
        parts += [raw, b"\0" * (-len(raw) % 4)]
    return zlib.compress(b"".join(parts), ZLIB_LEVEL)


# ------------------------------------------------------------------------------------------ parts


def move_arrays(graph: ArrayGraph) -> dict[str, np.ndarray]:
    """Return the arrays ``degrees``, ``newest`` and ``labels`` of a graph."""
    return {
        "degrees": np.diff(graph.offsets).astype(np.uint32),
        "newest": _planes(_newest(graph)),
        "labels": graph.labels.astype(np.uint16),
    }


def _newest(graph: ArrayGraph) -> np.ndarray:
    """Return, for each move, the next new number minus the target, shape (m,) int64."""
    targets = graph.targets.astype(np.int64)
    highest = np.maximum.accumulate(np.concatenate(([0], targets)))[:-1]
    return highest + 1 - targets


def _planes(numbers: np.ndarray) -> np.ndarray:
    """Return the bytes (4 * k,) uint8 of k numbers: all lowest bytes, then all second bytes, ..."""
    return np.concatenate(
        [(numbers >> (8 * k) & 255).astype(np.uint8) for k in range(N_BYTE_PLANES)]
    )


def _columns(table: BoardTable) -> np.ndarray:
    """Return, for each k, the k-th piece of each board plus 1, or 0.

    The length is the maximum number of pieces times the number of boards.
    """
    kind = np.uint8 if len(table.pieces) < 255 else np.uint16
    boards, most = len(table.counts), int(table.counts.max(initial=0))
    columns = np.zeros((most, boards), kind)
    row = np.repeat(np.arange(boards), table.counts)
    columns[np.arange(len(table.shown)) - table.offsets[:-1][row], row] = table.shown + 1
    return columns.reshape(-1)


def _drawn(table: BoardTable) -> Record:
    """Return the floor and the pieces as SVG, and the centre of each piece."""
    return {
        "width": table.width,
        "height": table.height,
        "boards": len(table.counts),
        "floor": elements(table.floor),
        "pieces": [elements(piece) for piece in table.pieces],
        "middles": [list(middle(piece)) for piece in table.pieces],
    }


def _things(level: Level, table: BoardTable, states: Sequence[State]) -> list[Record | None]:
    """Return the description of each piece, from the first and the last state that show it."""
    descriptions, piece_numbers = BoardDescriptions(level), table.shown
    first = np.unique(piece_numbers, return_index=True)[1]
    last = len(piece_numbers) - 1 - np.unique(piece_numbers[::-1], return_index=True)[1]
    ends = first, last
    boards = np.searchsorted(table.offsets, np.stack(ends, axis=1), side="right") - 1
    return [
        descriptions.piece([states[board] for board in pair], *middle(piece))
        for pair, piece in zip(boards.tolist(), table.pieces, strict=True)
    ]


def middle(piece: Piece) -> tuple[float, float]:
    """Return the centre (x, y) of the area that a piece covers."""
    points = [point for shape in piece for point in shape.points]
    xs, ys = zip(*points, strict=True)
    return round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3)


def _states_to_draw(level: Level, graph: ArrayGraph) -> tuple[list[State], np.ndarray]:
    """Return the states whose boards are drawn, and the board of each winning move.

    The states of the graph come first. The goal node represents many states, so the goal states
    that moves reach follow.
    """
    won = analysis.winning_states(graph, level.puzzle.moves)
    board_of: dict[object, int] = {}
    wins = [board_of.setdefault(state, len(graph) + len(board_of)) for state in won]
    return [*graph.all_states(), *board_of], np.array(wins, np.uint32)
