"""The cells that a piece of a dead state can still reach by any moves.

::

    #######
    #$  . #    a box on 1:1 can never move again; a box on 1:3 can never leave row 1
    #  $@.#
    #######

A step is the change of one piece by a move from a dead state. All states after a dead state are
dead, so these steps contain every later change of the piece.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from stategraph.analysis.dead_ends import dead
from stategraph.analysis.piece_moves import GONE
from stategraph.graph import ArrayGraph
from stategraph.variables import One, Set, Variables

# The steps of the pieces of a variable: a mapping from each cell to the cells after one step.
Steps = dict[int, set[int]]


def reach_when_dead(graph: ArrayGraph, name: str, cells: Iterable[int]) -> set[int] | None:
    """Return the cells that a piece on one of `cells` may reach in dead states.

    O(moves) for each variable; cached on the graph.

    Parameters
    ----------
    graph : ArrayGraph
        a complete graph of states with variables
    name : str
        a variable: a set of pieces, or the position of one piece
    cells : iterable of int
        the possible current cells of the piece

    Returns
    -------
    set of int, or None
        `cells` and all cells that can be reached from them, and `GONE` if the piece may be
        consumed. The result may contain too many cells, but never too few. None if the pieces of a
        set cannot be told apart because a move changes several members, or because a piece jumps

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("sokoban/first-push")
    >>> graph, boxes = expand(level), level.puzzle.variables.kinds["boxes"]
    >>> corner, wall = boxes.board.cell(1, 1), boxes.board.cell(1, 3)
    >>> [boxes.show(cell) for cell in sorted(reach_when_dead(graph, "boxes", [corner]))]
    ['1:1']
    >>> [boxes.show(cell) for cell in sorted(reach_when_dead(graph, "boxes", [wall]))]
    ['1:1', '1:2', '1:3', '1:4', '1:5']
    """
    steps: Steps | None = graph.remember(f"steps when dead: {name}", lambda: _steps(graph, name))
    if steps is None:
        return None
    reached = set(cells)
    queue = list(reached)
    for cell in queue:  # the queue grows
        new_cells = steps.get(cell, set()) - reached
        reached |= new_cells
        queue += new_cells
    return reached


def _steps(graph: ArrayGraph, name: str) -> Steps | None:
    variables = graph.variables
    kind = None if variables is None else variables.kinds[name]
    if variables is None or not isinstance(kind, (One, Set)):
        return None
    chosen = np.flatnonzero(dead(graph)[graph.sources])
    rows = graph.states[graph.sources[chosen]], graph.states[graph.targets[chosen]]
    if isinstance(kind, Set):
        return _of_members(kind, *_changes(variables, name, *rows))
    before, after = (variables.values(row, name) for row in rows)
    steps: Steps = {}
    for old, new in np.unique(np.stack([before, after], axis=1), axis=0).tolist():
        steps.setdefault(old, set()).add(new)
    return steps


def _changes(
    variables: Variables, name: str, before: np.ndarray, after: np.ndarray
) -> tuple[list[int], list[int]]:
    """Return the distinct changes of a set, as bits of lost members and of gained members."""
    old = [column for _, column in variables.fields(before, name)]
    new = [column for _, column in variables.fields(after, name)]
    widths = [bits for bits, _ in variables.fields(before[:1], name)]
    pairs = list(zip(old, new, strict=True))
    columns = [a & ~b for a, b in pairs] + [b & ~a for a, b in pairs]
    rows = np.unique(np.stack(columns, axis=1), axis=0)
    return _joined(rows[:, : len(widths)], widths), _joined(rows[:, len(widths) :], widths)


def _joined(rows: np.ndarray, widths: list[int]) -> list[int]:
    """Join the fields of each row (k, fields) to one integer."""
    firsts = np.cumsum([0, *widths[:-1]]).tolist()
    return [
        sum(field << first for field, first in zip(row, firsts, strict=True))
        for row in rows.tolist()
    ]


def _of_members(kind: Set, lost_bits: list[int], gained_bits: list[int]) -> Steps | None:
    steps: Steps = {}
    for removed, added in zip(map(_bits, lost_bits), map(_bits, gained_bits), strict=True):
        if not removed and not added:
            continue
        if len(removed) != 1 or len(added) > 1:
            return None
        target = added[0] if added else GONE
        if target != GONE and not _adjacent(kind, removed[0], target):
            return None
        steps.setdefault(removed[0], set()).add(target)
    return steps


def _bits(whole: int) -> list[int]:
    return [bit for bit in range(whole.bit_length()) if whole >> bit & 1]


def _adjacent(kind: Set, cell: int, other: int) -> bool:
    """Return whether two cells are adjacent; they are not if a row of pieces was pushed."""
    board: object = kind.board
    if board is None or not hasattr(board, "place"):
        return False
    (r, c), (row, column) = board.place(cell), board.place(other)
    return bool(abs(r - row) + abs(c - column) == 1)
