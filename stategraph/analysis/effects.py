"""What a move does to the walker and to the cells of the board, and how a unit is called by that.

::

    X X X X X      R: the walker goes from 1:2 to 1:3, and the cells 1:3 and 1:4 change:
    X _ u p _      push 1:3 right
    X X X X X
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stategraph.analysis.paths import Way
from stategraph.analysis.walkers import UNKNOWN, Places, Walker, names_of
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel
from stategraph.variables import Set, Tuple, Variables

# The state that a move of this label really leads to, where the goal's node does not tell.
Successor = Callable[[Any, str], Any]


class UnitLabels:
    """The labels of units, as `walks` names them, of moves that come a few at a time.

    Attributes
    ----------
    names : list of str
        those that were met, each once
    """

    def __init__(self, variables: Variables, walker: Walker):
        self._variables, self._walker = variables, walker
        self._places = Places(variables, walker)
        self._ids: dict[str, int] = {}

    @property
    def names(self) -> list[str]:
        """The labels that were met; those of each number."""
        return list(self._ids)

    def of(
        self, before: np.ndarray, after: np.ndarray, labels: np.ndarray, names: Sequence[str]
    ) -> np.ndarray:
        """Return the number (k,) int64 of the unit that each move between packed states makes."""
        told = np.ones(len(before), bool)
        effects = _effects(self._variables, self._walker, before, after, told)
        return self.of_effects(labels, names, effects)

    def of_effects(
        self, labels: np.ndarray, names: Sequence[str], effects: np.ndarray
    ) -> np.ndarray:
        """Return the number (k,) int64 of the unit that each move makes, by its `effects_of`."""
        rows = np.column_stack([labels, effects])
        groups, heads = _grouped(rows)
        texts = [
            _named(self._places, names[label], *effect) for label, *effect in rows[heads].tolist()
        ]
        ids = [self._ids.setdefault(text, len(self._ids)) for text in texts]
        return np.array(ids, np.int64)[groups]


def blocks_pushed(
    graph: ArrayGraph, way: Way, walker: Walker, played: Successor | None = None
) -> list[int]:
    """Return the block that each push or pull of a way moves, by the cell where it stood at first.

    O(moves of the way). `walker` and `played` are as for `walks`.
    """
    moves = np.array(way.moves, np.int64)
    found: list[int] = []
    stood: dict[int, int] = {}
    places = Places(variables_of(graph), walker)
    for before, after, *cells in effects_of(graph, walker, moves, played).tolist():
        pushed = _pushed(places.cell(before), places.cell(after), *cells)
        if pushed is not None:
            _, from_, to = pushed
            stood[to] = stood.pop(from_, from_)
            found.append(stood[to])
    return found


def effects_of(
    graph: ArrayGraph, walker: Walker, moves: np.ndarray, played: Successor | None
) -> np.ndarray:
    """Return what some moves do, as `_effects`; of those into the goal as `played` tells."""
    before = graph.states[graph.sources[moves]]
    after = graph.states[graph.targets[moves]]
    told = graph.targets[moves] != (-1 if graph.goal is None else graph.goal)
    variables = variables_of(graph)
    if played is not None:
        for k in np.flatnonzero(~told).tolist():
            state = played(graph.state(int(graph.sources[moves[k]])), graph.label(int(moves[k])))
            after[k] = variables.pack(state)
        told[:] = True
    return _effects(variables, walker, before, after, told)


def variables_of(graph: ArrayGraph) -> Variables:
    """Return the variables of a graph; ``InputError`` where its states have none."""
    if graph.variables is None:
        raise InputError("by walks: the states of this graph have no variables, so nobody walks")
    return graph.variables


def _grouped(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the group (k,) int64 of each row (k, w), of equal ones, and the first of each."""
    groups = np.zeros(len(rows), np.int64)
    heads = np.zeros(0, np.int64)
    for column in rows.T:
        values = np.unique(column, return_inverse=True)[1].reshape(-1)
        pairs = groups * (int(values.max(initial=0)) + 1) + values
        _, heads, groups = np.unique(pairs, return_index=True, return_inverse=True)
        groups = groups.reshape(-1)
    return groups, heads


def _effects(
    variables: Variables, walker: Walker, before: np.ndarray, after: np.ndarray, told: np.ndarray
) -> np.ndarray:
    """Return (k, 5) int64: where the walker is before and after, how many cells changed, and which.

    3 cells stand for more, for what is no cell, and for moves of which it is not `told` where they
    lead. Cells that are not there, or not named since they are too many, are -1.
    """
    places = Places(variables, walker)
    effects = np.full((len(before), 5), -1, np.int64)
    effects[:, 0], effects[:, 1] = places.of(before), places.of(after)
    fields = _cell_fields(variables, walker)
    work = len(before) * int(fields[:, 2].sum())
    _change_cells(before, after, told, fields, effects, work=work)
    return effects


def _cell_fields(variables: Variables, walker: Walker) -> np.ndarray:
    """Return (word, shift, width, first cell, bits of a cell) of each field but the walker's.

    The first cell is -1 where a field holds no cells of the walker's board.
    """
    board, fields, walkers = Places(variables, walker).board, [], names_of(walker)
    for name, kind in variables.kinds.items():
        if name in walkers:
            continue
        each, cells = 1, -1
        if isinstance(kind, Set) and board is not None and kind.board is board:
            cells = 0
        elif isinstance(kind, Tuple) and board is not None and kind.length == board.size:
            each, cells = kind.bits, 0
        for (word, shift), width in zip(variables.places[name], kind.fields, strict=True):
            fields.append((word, shift, width, cells, each))
            cells += width // each if cells >= 0 else 0
    return np.array(fields, np.int64).reshape(-1, 5)


@Kernel
def _change_cells(before, after, told, fields, effects):
    for k in range(told.size):
        count = 0 if told[k] else 3
        one = -1
        two = -1
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
                    one = cell
                    count = 1
                elif cell != one and count == 1:
                    two = cell
                    count = 2
                elif cell != one and cell != two:
                    count = 3
        effects[k, 2] = count
        if count < 3:
            effects[k, 3] = one
            effects[k, 4] = two


WAYS = {(1, 0): "down", (-1, 0): "up", (0, 1): "right", (0, -1): "left"}


def _named(
    places: Places, label: str, before: int, after: int, count: int, one: int, two: int
) -> str:
    """Return the label of a unit: what the walker pushed or pulled, or where the move was made."""
    if before == UNKNOWN:
        return label
    if count == 0:
        return f"walk {places.show(after)}" if after != UNKNOWN else label
    pushed = _pushed(places.cell(before), places.cell(after), count, one, two)
    if pushed is None:
        return f"{label} at {places.show(before)}"
    verb, from_, to = pushed
    return f"{verb} {places.show_cell(from_)} {_way(places.board, from_, to)}"


def _pushed(before: int, after: int, count: int, one: int, two: int) -> tuple[str, int, int] | None:
    """Return whether an effect is a push or a pull, of what lay where, and where it lies then.

    What is pushed makes room for the walker; what is pulled takes the walker's place.
    """
    if count == 2 and after in (one, two):
        return "push", after, one + two - after
    if count == 2 and before in (one, two):
        return "pull", one + two - before, before
    return None


def _way(board: Any, one: int, two: int) -> str:
    """Return how one cell lies from another: down, up, right, left, or its place."""
    (r, c), (row, column) = board.place(one), board.place(two)
    down, right = row - r, column - c
    if down and right:
        return f"to {row}:{column}"
    unit = (down > 0) - (down < 0), (right > 0) - (right < 0)
    return WAYS[unit] if abs(down + right) == 1 else f"{WAYS[unit]} to {row}:{column}"
