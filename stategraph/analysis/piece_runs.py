"""Lines: runs of moves of one piece, and the fewest lines from each state to the goal.

People plan lines rather than moves: "this box goes there, then that one". A piece is an actor, or
the block that a push moves. A move that moves no piece, such as a step, belongs to any line::

    push A, push A, push B, push A, push A      3 lines: A, B, A
    push A, push A, push A, push A, push B      2 lines: A, B

Blocks look alike, so a block is known by its cell: a line continues where the last push left it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

import numpy as np

from stategraph import kernels
from stategraph.analysis.distances import reached_goal
from stategraph.analysis.named_quotients import actor_of
from stategraph.analysis.unit_labels import moved_block
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items

# Maximum number of pairs (state, piece); a search needs a byte for each.
LARGEST = 1 << 28

# The piece of a move that moves none, and the piece of a line before its first such move.
NO_PIECE, ANY_PIECE = -1, 0


class Pieces(NamedTuple):
    """The piece that each move of a graph moves.

    Attributes
    ----------
    before, after : (m,) int32
        the piece before and after the move, from 1; `NO_PIECE` if it moves none. A block has the
        number of its cell, so a push changes the number
    count : int
        one more than the largest number
    """

    before: np.ndarray
    after: np.ndarray
    count: int  # type: ignore[assignment]  # a tuple has a method of this name


def pieces_of(level: Level, graph: ArrayGraph) -> Pieces | None:
    """Return the piece that each move moves; None if neither actors nor units show it.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        of walks or turns, or of single moves whose labels name their actors

    Notes
    -----
    O(moves).

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("psychopath/first-push")
    >>> walks = expand(level).by("walks")
    >>> pieces = pieces_of(level, walks)
    >>> walks.label(0), int(pieces.before[0]), int(pieces.after[0])
    ('push 2:4 right', 3, 4)
    """
    if graph.quotient is not None and not graph.quotient.in_units:
        return None
    actor = actor_of(level, graph)
    if actor is not None:
        return pieces_by(graph, lambda label: (actor(label),) * 2)
    if graph.quotient is not None and graph.quotient.kind == "walks":
        return pieces_by(graph, moved_block)
    return None


def pieces_by(
    graph: ArrayGraph, moved: Callable[[str], tuple[Hashable, Hashable] | None]
) -> Pieces:
    """Return the piece that each move moves, by its label.

    Parameters
    ----------
    graph : ArrayGraph
    moved : callable
        ``moved(label)`` is the piece before and after a move with the label; None if it moves none
    """
    numbers: dict[Hashable, int] = {}
    table = np.full((len(graph.label_names), 2), NO_PIECE, np.int32)
    for label, name in enumerate(graph.label_names):
        for end, piece in enumerate(moved(name) or ()):
            table[label, end] = numbers.setdefault(piece, len(numbers) + 1)
    before, after = table[graph.labels].T
    return Pieces(before.copy(), after.copy(), len(numbers) + 1)


def lines_to_goal(graph: ArrayGraph, pieces: Pieces) -> np.ndarray | None:
    """Return the fewest lines (n,) int32 from each state to the goal; -1 if it is dead.

    A 0-1 breadth-first search from the goal over pairs (state, piece of the line): a move of
    another piece begins another line. The start of a path has no line yet.

    Parameters
    ----------
    graph : ArrayGraph
    pieces : Pieces
        of its moves

    Returns
    -------
    (n,) int32, or None
        None if there are more than `LARGEST` pairs

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Notes
    -----
    O((states + moves) * pieces) at most; a push can only continue the line of its block, so graphs
    of pushes take O(states + moves).
    """
    goal, pairs = reached_goal(graph), len(graph) * pieces.count
    if pairs > LARGEST:
        return None
    offsets, sources, moves = kernels.reverse(graph.offsets, graph.targets, True)
    lines = np.full(len(graph), -1, np.int32)
    seen, queue = np.zeros(pairs, np.bool_), _queue(graph, pieces)
    rows = _Moves(offsets, sources, pieces.after[moves], pieces.before[moves])
    work = pairs + graph.number_of_edges()
    _count_lines(rows, pieces.count, goal, lines, seen, queue, work=work)
    return lines


def _queue(graph: ArrayGraph, pieces: Pieces) -> np.ndarray:
    """Return room for all pairs that a search can reach: one for each move and the first.

    Moves of no piece can carry every piece on.
    """
    pairs = len(graph) * pieces.count
    bare = bool((pieces.before == NO_PIECE).any())
    return np.empty(pairs if bare else min(pairs, graph.number_of_edges() + 1), np.int64)


class _Moves(NamedTuple):
    """The moves of each state in compressed rows, with the piece before and after each."""

    offsets: Items
    targets: Items
    before: Items
    after: Items


@Kernel
def _count_lines(
    moves: _Moves, count: int, start: int, lines: Items, seen: Items, queue: Items
) -> None:
    """Fill `lines` with the fewest lines from `start`, along the given moves.

    Position ``u * count + a`` is state u during a line of piece a. Each round first follows the
    lines of the known positions. Then every state that the round reached begins new lines.
    """
    offsets, targets, before, after = moves.offsets, moves.targets, moves.before, moves.after
    queue[0] = np.int64(start) * count
    seen[queue[0]] = True
    first = 0
    tail = 1
    made = 0
    while first < tail:
        head = first
        while head < tail:
            u = queue[head] // count
            a = queue[head] % count
            head += 1
            if lines[u] < 0:
                lines[u] = made
            for e in range(offsets[u], offsets[u + 1]):
                if before[e] == a or before[e] < 0:
                    to = np.int64(targets[e]) * count + (a if before[e] < 0 else after[e])
                    if not seen[to]:
                        seen[to] = True
                        queue[tail] = to
                        tail += 1
        for k in range(first, head):
            u = queue[k] // count
            if lines[u] == made:
                for e in range(offsets[u], offsets[u + 1]):
                    to = np.int64(targets[e]) * count + after[e]
                    if before[e] >= 0 and not seen[to]:
                        seen[to] = True
                        queue[tail] = to
                        tail += 1
        first = head
        made += 1


class LineResults:
    """The results of single lines: the states that a run of moves of one piece can reach.

    Parameters
    ----------
    graph : ArrayGraph
    pieces : Pieces
        of its moves
    avoided : (n,) bool
        states that no line enters
    """

    def __init__(self, graph: ArrayGraph, pieces: Pieces, avoided: np.ndarray):
        self._goal = -1 if graph.goal is None else graph.goal
        self._count = pieces.count
        self._moves = _Moves(graph.offsets, graph.targets, pieces.before, pieces.after)
        self._graph, self._pieces, self._avoided = graph, pieces, avoided
        pairs = len(graph) * pieces.count
        self._seen, self._marked = np.zeros(pairs, np.bool_), np.zeros(len(graph), np.bool_)
        self._queue, self._found = _queue(graph, pieces), np.empty(len(graph), np.int32)

    def of(self, node: int) -> np.ndarray:
        """Return the results (k,) int32 of the lines from a state, without the state itself."""
        places = _Places(self._seen, self._marked, self._queue, self._found)
        made = _reach_by_line(self._moves, self._count, node, self._goal, self._avoided, places)
        return self._found[: int(made)].copy()

    def moves(self, start: int, end: int) -> list[int]:
        """Return the moves (k,) of the shortest line from a state to one of its results."""
        graph, pieces = self._graph, self._pieces
        came: dict[tuple[int, int], tuple[int, tuple[int, int]]] = {}
        queue = [(start, ANY_PIECE)]
        for node, piece in queue:  # the queue grows
            if node == end != start:
                found, at = [], (node, piece)
                while at in came:
                    move, at = came[at]
                    found.append(move)
                return found[::-1]
            for move in range(*graph.offsets[node : node + 2].tolist()):  # none from the goal
                before, to = int(pieces.before[move]), int(graph.targets[move])
                if self._avoided[to] or (before != NO_PIECE and piece not in (before, ANY_PIECE)):
                    continue
                place = to, piece if before == NO_PIECE else int(pieces.after[move])
                if place not in came and place != (start, ANY_PIECE):
                    came[place] = move, (node, piece)
                    queue.append(place)
        raise no_path(f"No line leads from {start} to {end}.")


class _Places(NamedTuple):
    """Masks of the reached pairs and states, false before and after; the queue; the results."""

    seen: Items
    marked: Items
    queue: Items
    found: Items


@Kernel
def _reach_by_line(
    moves: _Moves, count: int, start: int, goal: int, avoided: Items, places: _Places
) -> int:
    """Store the results of lines from `start`; return how many there are."""
    offsets, targets, before, after = moves.offsets, moves.targets, moves.before, moves.after
    seen, marked, queue, found = places.seen, places.marked, places.queue, places.found
    queue[0] = np.int64(start) * count
    seen[queue[0]] = True
    marked[start] = True
    head = 0
    tail = 1
    made = 0
    while head < tail:
        u = queue[head] // count
        a = queue[head] % count
        head += 1
        if not marked[u]:
            marked[u] = True
            found[made] = u
            made += 1
        if u == goal:
            continue
        for e in range(offsets[u], offsets[u + 1]):
            if avoided[targets[e]]:
                continue
            if before[e] == a or before[e] < 0 or a == 0:
                to = np.int64(targets[e]) * count + (a if before[e] < 0 else after[e])
                if not seen[to]:
                    seen[to] = True
                    queue[tail] = to
                    tail += 1
    for k in range(tail):
        seen[queue[k]] = False
        marked[queue[k] // count] = False
    return made
