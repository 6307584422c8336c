"""Unit labels of moves, derived from their effects on the actor and the board.

::

    X X X X X      R: the actor moves from 1:2 to 1:3, and the cells 1:3 and 1:4 change,
    X _ u p _      so the label of the unit is "push 1:3 right"
    X X X X X
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stategraph.analysis.shortest_solutions import GraphPath
from stategraph.analysis.walkers import UNKNOWN, Places, Walker, names_of
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items, Rows
from stategraph.variables import Set, Tuple, Variables

# A function from a state and a label to the next state. It is needed for moves into the goal, since
# all goal states share one node.
Successor = Callable[[Any, str], Any]


class UnitLabels:
    """Assigns numbers to the unit labels of moves that are passed in batches.

    The module `walks` uses these labels.
    """

    def __init__(self, variables: Variables, walker: Walker):
        self._variables, self._walker = variables, walker
        self._places = Places(variables, walker)
        self._ids: dict[str, int] = {}

    @property
    def names(self) -> list[str]:
        """The distinct labels, in the order of their numbers."""
        return list(self._ids)

    def of(
        self, before: np.ndarray, after: np.ndarray, labels: np.ndarray, names: Sequence[str]
    ) -> np.ndarray:
        """Return the number (k,) int64 of the unit label of each move."""
        has_target = np.ones(len(before), bool)
        effects = _effects(self._variables, self._walker, before, after, has_target)
        return self.of_effects(labels, names, effects)

    def of_effects(
        self, labels: np.ndarray, names: Sequence[str], effects: np.ndarray
    ) -> np.ndarray:
        """Return the number (k,) int64 of the unit label of each move, given its effects."""
        rows = np.column_stack([labels, effects])
        groups, heads = _grouped(rows)
        texts = [
            _named(self._places, names[label], *effect) for label, *effect in rows[heads].tolist()
        ]
        ids = [self._ids.setdefault(text, len(self._ids)) for text in texts]
        return np.take(np.array(ids, np.int64), groups)


def blocks_pushed(
    graph: ArrayGraph, path: GraphPath, walker: Walker, played: Successor | None = None
) -> list[int]:
    """Return the block that is moved by each push or pull of a path. O(moves of the path).

    Parameters
    ----------
    graph : ArrayGraph
    path : GraphPath
    walker, played
        as for `walks`

    Returns
    -------
    list of int
        each block is identified by its cell at the beginning of the path
    """
    moves = np.array(path.moves, np.int64)
    blocks: list[int] = []
    first_cell: dict[int, int] = {}
    places = Places(variables_of(graph), walker)
    for before, after, *cells in effects_of(graph, walker, moves, played).tolist():
        pushed = _pushed(places.cell(before), places.cell(after), *cells)
        if pushed is not None:
            _, from_, to = pushed
            first_cell[to] = first_cell.pop(from_, from_)
            blocks.append(first_cell[to])
    return blocks


def effects_of(
    graph: ArrayGraph, walker: Walker, moves: np.ndarray, played: Successor | None
) -> np.ndarray:
    """Return the effects of some moves; `played` gives the true targets of winning moves."""
    before = graph.states[graph.sources[moves]]
    after = graph.states[graph.targets[moves]]
    has_target = graph.targets[moves] != (-1 if graph.goal is None else graph.goal)
    variables = variables_of(graph)
    if played is not None:
        for k in np.flatnonzero(~has_target).tolist():
            state = played(graph.state(int(graph.sources[moves[k]])), graph.label(int(moves[k])))
            after[k] = variables.pack(state)
        has_target[:] = True
    return _effects(variables, walker, before, after, has_target)


def variables_of(graph: ArrayGraph) -> Variables:
    """Return the variables of a graph; raise ``InputError`` if its states have none."""
    if graph.variables is None:
        raise InputError("by walks: this graph has no variables, and therefore no walker")
    return graph.variables


def _grouped(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the group (k,) int64 of each row (k, w), and the first row of each group.

    Equal rows are one group.
    """
    groups = np.zeros(len(rows), np.int64)
    heads = np.zeros(0, np.int64)
    for column in rows.T:
        values = np.unique(column, return_inverse=True)[1].reshape(-1)
        pairs = groups * (int(values.max(initial=0)) + 1) + values
        _, heads, groups = np.unique(pairs, return_index=True, return_inverse=True)
        groups = groups.reshape(-1)
    return groups, heads


def _effects(
    variables: Variables,
    walker: Walker,
    before: np.ndarray,
    after: np.ndarray,
    has_target: np.ndarray,
) -> np.ndarray:
    """Return the effect (k, 5) int64 of each move.

    The columns are the actor's position before and after, the number of changed cells, and two
    changed cells. The number is 3 for three or more cells, for a change that is not on a cell,
    and for an unknown target (`has_target` is False). The columns of the changed cells are -1 if
    the number is 3, or if fewer cells changed.
    """
    places = Places(variables, walker)
    effects = np.full((len(before), 5), -1, np.int64)
    effects[:, 0], effects[:, 1] = places.of(before), places.of(after)
    fields = _cell_fields(variables, walker)
    work = len(before) * int(fields[:, 2].sum())
    _change_cells(before, after, has_target, fields, effects, work=work)
    return effects


def _cell_fields(variables: Variables, walker: Walker) -> np.ndarray:
    """Return (word, shift, width, first cell, bits per cell) for each field of a packed state.

    The fields of the actor are omitted. The first cell is -1 if the field does not describe cells
    of the actor's board.
    """
    board, fields, walkers = Places(variables, walker).board, [], names_of(walker)
    for name, kind in variables.kinds.items():
        if name in walkers:
            continue
        cell_bits, cells = 1, -1
        if isinstance(kind, Set) and board is not None and kind.board is board:
            cells = 0
        elif isinstance(kind, Tuple) and board is not None and kind.length == board.size:
            cell_bits, cells = kind.bits, 0
        for (word, shift), width in zip(variables.places[name], kind.fields, strict=True):
            fields.append((word, shift, width, cells, cell_bits))
            cells += width // cell_bits if cells >= 0 else 0
    return np.array(fields, np.int64).reshape(-1, 5)


@Kernel
def _change_cells(
    before: Rows, after: Rows, has_target: Items, fields: Rows, effects: Rows
) -> None:
    for k in range(has_target.size):
        count = 0 if has_target[k] else 3
        first = -1
        second = -1
        for f in range(fields.shape[0]):
            word = fields[f, 0]
            changed = before[k, word] ^ after[k, word]
            if changed == 0 or count == 3:
                continue
            for bit in range(fields[f, 2]):
                if (changed >> (fields[f, 1] + bit)) & 1 == 0 or count == 3:
                    continue
                cell = fields[f, 3] + bit // fields[f, 4] if fields[f, 3] >= 0 else -1
                if cell < 0:
                    count = 3
                elif count == 0:
                    first = cell
                    count = 1
                elif cell != first and count == 1:
                    second = cell
                    count = 2
                elif cell != first and cell != second:
                    count = 3
        effects[k, 2] = count
        if count < 3:
            effects[k, 3] = first
            effects[k, 4] = second


# Pattern of the labels that `_named` writes for units that move a block.
_MOVED = re.compile(r"(?:push|pull) (\d+):(\d+) (up|down|left|right|)(?: ?to (\d+):(\d+))?")


def moved_block(label: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the old and the new (row, column) of the block that a unit moves, or None.

    >>> moved_block("push 1:3 right"), moved_block("pull 4:2 up to 1:2"), moved_block("U at 1:1")
    (((1, 3), (1, 4)), ((4, 2), (1, 2)), None)
    """
    match = _MOVED.fullmatch(label)
    if match is None:
        return None
    old = int(match[1]), int(match[2])
    if match[4]:
        return old, (int(match[4]), int(match[5]))
    down, right = next(unit for unit, name in DIRECTIONS.items() if name == match[3])
    return old, (old[0] + down, old[1] + right)


DIRECTIONS = {(1, 0): "down", (-1, 0): "up", (0, 1): "right", (0, -1): "left"}


def _named(
    places: Places, label: str, before: int, after: int, count: int, first: int, second: int
) -> str:
    """Return the label of a unit: a push or pull of a block, a walk, or a move at a position."""
    if before == UNKNOWN:
        return label
    if count == 0:
        return f"walk {places.show(after)}" if after != UNKNOWN else label
    pushed = _pushed(places.cell(before), places.cell(after), count, first, second)
    if pushed is None:
        return f"{label} at {places.show(before)}"
    verb, from_, to = pushed
    return f"{verb} {places.show_cell(from_)} {_direction(places.board, from_, to)}"


def _pushed(
    before: int, after: int, count: int, first: int, second: int
) -> tuple[str, int, int] | None:
    """Return ("push" or "pull", old cell, new cell) of the moved block; None if none moves.

    After a push the actor stands where the block was; after a pull the block lies where the actor
    was.
    """
    if count == 2 and after in (first, second):
        return "push", after, first + second - after
    if count == 2 and before in (first, second):
        return "pull", first + second - before, before
    return None


def _direction(board: Any, first: int, second: int) -> str:
    """Return the direction from one cell to another, or the target cell if no direction fits."""
    (r, c), (row, column) = board.place(first), board.place(second)
    down, right = row - r, column - c
    if down and right:
        return f"to {row}:{column}"
    unit = (down > 0) - (down < 0), (right > 0) - (right < 0)
    return DIRECTIONS[unit] if abs(down + right) == 1 else f"{DIRECTIONS[unit]} to {row}:{column}"
