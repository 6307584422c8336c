"""The piece that each move of a graph moves: the cell of the piece before and after.

::

    X u p _ X   R    the block on cell 1 moves to cell 2: (1, 2)
    X u p ~ X   R    the block falls into the water: (1, GONE)
    X _ u _ X   R    a walk: (NO_PIECE, NO_PIECE)

If labels name actors, as in ``R3 L5``, the piece is the actor, and its number is stored instead of
both cells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import numpy as np

from stategraph.analysis.quotient_choice import actor_of
from stategraph.analysis.unit_labels import Successor, moved_block, variables_of
from stategraph.analysis.walkers import Places, Walker, names_of
from stategraph.analysis.walks import changing_alone
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.variables import Set, Tuple, Variables

NO_PIECE = -2  # the move is a walk, or its effect is not known
GONE = -1  # the cell of a consumed piece

# Number of moves that are processed in one batch.
BATCH_MOVES = 1 << 17


class PieceMoves(NamedTuple):
    """The piece that each move of a graph moves.

    Attributes
    ----------
    before, after : (m,) int32
        the cell of the moved piece before and after each move; `GONE` if the piece is consumed,
        `NO_PIECE` if no piece moves. Two kinds of moves have a number of at least `cells` instead,
        the same before and after: moves of actors, and moves that change the board without moving a
        single piece
    cells : int
        number of cells of the board; 0 if pieces are actors
    names : tuple of str
        names of the numbers ``cells``, ``cells + 1`` and so on
    """

    before: np.ndarray
    after: np.ndarray
    cells: int
    names: tuple[str, ...]

    @property
    def kinds(self) -> int:
        """The number of different pieces."""
        return self.cells + len(self.names)


def pieces_of(level: Level, graph: ArrayGraph) -> PieceMoves | None:
    """Return the piece of each move, derived from its label; None if labels do not show it.

    O(moves).

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        a graph of walks or turns, or a graph of states whose labels name their actors

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("psychopath/first-push")
    >>> walks = expand(level).by("walks")
    >>> pieces = pieces_of(level, walks)
    >>> walks.label(0), pieces.names[pieces.before[0]], pieces.names[pieces.after[0]]
    ('push 2:4 right', '2:4', '2:5')
    """
    if graph.quotient is not None and not graph.quotient.in_units:
        return None
    actor = actor_of(level, graph)
    if actor is not None:
        return actor_moves(graph, actor)
    if graph.quotient is not None and graph.quotient.kind == "walks":
        return labelled_moves(graph, _moved_places)
    return None


def _moved_places(label: str) -> tuple[str, str] | None:
    """Return the cell of a block, as text, before and after a unit; None if no block moves."""
    block_move = moved_block(label)
    return block_move and ("{}:{}".format(*block_move[0]), "{}:{}".format(*block_move[1]))


def actor_moves(graph: ArrayGraph, actor: Callable[[str], Hashable]) -> PieceMoves:
    """Return `PieceMoves` in which the piece of each move is its actor. O(moves)."""
    return labelled_moves(graph, lambda label: (str(actor(label)),) * 2)


def labelled_moves(graph: ArrayGraph, moved: Callable[[str], tuple[str, str] | None]) -> PieceMoves:
    """Return the piece of each move, given a function of its label. O(moves).

    Parameters
    ----------
    graph : ArrayGraph
    moved : callable
        ``moved(label)`` is the name of the piece before and after a move with this label, or None
        if no piece moves
    """
    ends = [moved(label) for label in graph.label_names]
    names = tuple(sorted({name for end in ends if end for name in end}))
    table = np.full((len(ends), 2), NO_PIECE, np.int32)
    for label, end in enumerate(ends):
        if end is not None:
            table[label] = [names.index(name) for name in end]
    before, after = table[graph.labels].T
    return PieceMoves(before.copy(), after.copy(), 0, names)


def piece_moves(graph: ArrayGraph, walker: Walker, played: Successor) -> PieceMoves:
    """Return the piece that each move pushes or pulls.

    Parameters
    ----------
    graph : ArrayGraph
    walker : str or tuple of str
        the actor that pushes
    played : callable
        ``played(state, label)`` is the true target of a move into the goal

    Notes
    -----
    A piece is a member of a set of cells, or an item of a tuple with one item for each cell. If
    several pieces change, the piece in front of the actor is preferred. O(moves).
    """
    variables, board = variables_of(graph), Places(variables_of(graph), walker).board
    cells = 0 if board is None else board.size
    pieces = np.full((graph.number_of_edges(), 2), NO_PIECE, np.int32)
    changing = np.flatnonzero(~changing_alone(graph, walker))
    goal = -1 if graph.goal is None else graph.goal
    for first in range(0, len(changing) if cells else 0, BATCH_MOVES):
        moves = changing[first : first + BATCH_MOVES]
        rows = graph.states[graph.sources[moves]], _targets(graph, variables, moves, played)
        pieces[moves] = _pieces(variables, walker, *rows)
        if _are_reduced(variables, walker, rows[1][graph.targets[moves] == goal]):
            pieces[moves[graph.targets[moves] == goal]] = NO_PIECE
            _add_winning(graph, walker, moves[graph.targets[moves] == goal], pieces)
    other = changing[pieces[changing, 0] == NO_PIECE]
    other = other[graph.targets[other] != goal]
    pieces[other] = cells + graph.labels[other][:, None]
    return PieceMoves(pieces[:, 0], pieces[:, 1], cells, tuple(graph.label_names))


def _are_reduced(variables: Variables, walker: Walker, won: np.ndarray) -> bool:
    """Return whether all winning states (k, w) are the same state without pieces."""
    if not len(won) or (won != won[0]).any():
        return False
    sets = [name for name, kind in variables.kinds.items() if isinstance(kind, Set)]
    sets = [name for name in sets if name not in names_of(walker)]
    return bool(sets) and not any(
        column[0] for name in sets for _, column in variables.fields(won[:1], name)
    )


def _add_winning(graph: ArrayGraph, walker: Walker, moves: np.ndarray, pieces: np.ndarray) -> None:
    """Fill in the pieces of winning moves; the direction of a label is taken from other moves.

    If a piece is in front of the actor, assume that it moves one cell ahead.
    """
    variables = variables_of(graph)
    places = Places(variables, walker)
    cells = places.cells(graph.states[graph.sources])
    steps = _steps(graph, places, cells)
    sets = [name for name, kind in variables.kinds.items() if isinstance(kind, Set)]
    for move in moves.tolist():
        down, right = steps.get(int(graph.labels[move]), (0, 0))
        if cells[move] < 0 or not (down or right):
            continue
        row, column = places.board.place(cells[move])
        try:
            front = places.board.cell(row + down, column + right)
            ahead = places.board.cell(row + 2 * down, column + 2 * right)
        except ValueError:
            continue
        state = graph.state(int(graph.sources[move]))
        if any(front in state[name] for name in sets if name not in places.names):
            pieces[move] = front, ahead


def _steps(
    graph: ArrayGraph, places: Places, cells_before: np.ndarray
) -> dict[int, tuple[int, int]]:
    """Return the step (down, right) of each label, from its first move that moves the actor."""
    cells_after = places.cells(graph.states[graph.targets])
    walks = (
        (cells_after >= 0)
        & (cells_after != cells_before)
        & (cells_before >= 0)
        & (graph.targets != graph.goal)
    )
    steps = {}
    for label, move in zip(*np.unique(graph.labels[walks], return_index=True), strict=True):
        cells = np.flatnonzero(walks)[move]
        (r, c), (row, column) = (
            places.board.place(at[cells]) for at in (cells_before, cells_after)
        )
        steps[int(label)] = (row - r, column - c)
    return steps


def _targets(
    graph: ArrayGraph, variables: Variables, moves: np.ndarray, played: Successor
) -> np.ndarray:
    """Return the packed true target states (k, w) of some moves."""
    targets: np.ndarray = graph.states[graph.targets[moves]]
    for k in np.flatnonzero(graph.targets[moves] == graph.goal).tolist():
        move = int(moves[k])
        targets[k] = variables.pack(
            played(graph.state(int(graph.sources[move])), graph.label(move))
        )
    return targets


def _pieces(
    variables: Variables, walker: Walker, before: np.ndarray, after: np.ndarray
) -> np.ndarray:
    """Return the cell of the moved piece (k, 2) before and after each of some moves."""
    places = Places(variables, walker)
    cells_before, cells_after = places.cells(before), places.cells(after)
    ahead = _ahead(places.board, cells_before, cells_after)
    pieces = np.full((len(before), 2), NO_PIECE, np.int32)
    in_front = np.zeros(len(before), bool)
    for name, kind in variables.kinds.items():
        if isinstance(kind, Set) and kind.board is places.board and name not in places.names:
            removed, gained = _of_set(variables, name, before, after)
        elif isinstance(kind, Tuple) and kind.length == places.board.size:
            removed, gained = _of_tuple(variables, name, before, after, cells_after, ahead)
        else:
            continue
        single = (removed.sum(axis=1) == 1) & (gained.sum(axis=1) <= 1)
        pushed = _holds(removed, cells_after) & ~in_front & (single | isinstance(kind, Set))
        chosen = pushed | (single & (pieces[:, 0] == NO_PIECE))
        rows = np.column_stack([_one_of(removed, cells_after), _one_of(gained, ahead)])
        pieces[chosen] = rows[chosen]
        in_front |= pushed
    return pieces


def _of_set(
    variables: Variables, name: str, before: np.ndarray, after: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return two masks (k, cells): the members that a set loses, and those that it gains."""
    members_before, members_after = (
        np.column_stack(
            [
                column >> np.uint64(bit) & np.uint64(1) != 0
                for bits, column in variables.fields(rows, name)
                for bit in range(bits)
            ]
        )
        for rows in (before, after)
    )
    return members_before & ~members_after, members_after & ~members_before


def _of_tuple(
    variables: Variables,
    name: str,
    before: np.ndarray,
    after: np.ndarray,
    there: np.ndarray,
    ahead: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Return two masks (k, cells): the cell that a moved item leaves, and the cell it enters.

    A pushed item moves from the actor's new cell to the next cell, and no other cell changes. If
    its value does not appear on the next cell, the item is consumed.
    """
    kind: Any = variables.kinds[name]
    items_before, items_after = (
        np.column_stack([variables.values(rows, name, cell) for cell in range(kind.length)])
        for rows in (before, after)
    )
    changed, cells = items_before != items_after, np.arange(kind.length)
    vacated, entered = changed & (cells == there[:, None]), changed & (cells == ahead[:, None])
    vacated &= (changed.sum(axis=1) == vacated.sum(axis=1) + entered.sum(axis=1))[:, None]
    item = items_before[np.arange(len(items_before)), there][:, None]
    return vacated, entered & (items_after == item)


def _holds(mask: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """Return whether each row of a mask (k, cells) contains the given cell; False for cell -1."""
    inside: np.ndarray = (cells >= 0) & mask[np.arange(len(mask)), cells]
    return inside


def _one_of(mask: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """Return each row's given cell if the mask contains it, else the first cell of the mask."""
    first = np.where(mask.any(axis=1), mask.argmax(axis=1), GONE)
    return np.where(_holds(mask, cells), cells, first)


def _ahead(board: Any, cells_before: np.ndarray, cells_after: np.ndarray) -> np.ndarray:
    """Return the cell (k,) one step beyond each walk, in its direction; else -1."""
    places = np.array([board.place(cell) for cell in range(board.size)], np.int64)
    height, width = places.max(axis=0) + 1
    numbers = np.full((height + 2, width + 2), -1, np.int64)
    numbers[places[:, 0] + 1, places[:, 1] + 1] = np.arange(len(places))
    row, column = (2 * places[cells_after] - places[cells_before]).T
    row, column = np.clip(row, -1, height), np.clip(column, -1, width)
    return np.where((cells_before >= 0) & (cells_after >= 0), numbers[row + 1, column + 1], -1)
