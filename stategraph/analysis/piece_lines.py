"""Lines (runs of moves of one piece), and the fewest lines from each state to the goal.

People plan lines rather than moves: "this box goes there, then that one". A piece is an actor, or
the block that a push moves. A move that moves no piece, such as a walk, does not end a line::

    A 3:5 -> 3:1 | B 2:3 -> 2:4 | C 2:5 -> 3:2 | B 2:4 -> 3:4      four lines, twelve pushes

`lines` searches a graph of pairs (class of walks, piece that moved last). Blocks look alike, so a
block is identified by its current cell. A push continues a line if it pushes the block from the
cell where the previous push left it. In puzzles without walks, each state is its own class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from stategraph.analysis.distances import reached_goal
from stategraph.analysis.fewest_units import fewest
from stategraph.analysis.piece_moves import NO_PIECE, PieceMoves
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items

# Stands for the piece that moved last if no piece has moved yet.
NO_LINE = -3

# Added to a piece in the keys of pairs (class, last piece), so that all pieces, even GONE, become
# positive.
PIECE_OFFSET = 2


class Cost(NamedTuple):
    """The cost of a path: its number of lines, then its number of units."""

    lines: int
    units: int


class Unit(NamedTuple):
    """A move between two classes.

    Attributes
    ----------
    target : int
        the class that the move leads to
    before, after : int
        the piece that it moves, as in `PieceMoves`
    move : int
        the number of the first such move in the graph
    """

    target: int
    before: int
    after: int
    move: int


class Run(NamedTuple):
    """Consecutive moves of one piece.

    Attributes
    ----------
    units : int
        the number of moves of the piece
    moves : tuple of int
        the numbers of all moves in the graph: moves of the piece, and walks that cannot be undone
    """

    units: int
    moves: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of a graph; see `lines`.

    Attributes
    ----------
    graph : ArrayGraph
    pieces : PieceMoves
    owner : (n,) int32
        the class of each state
    avoided : (c,) bool
        the classes that the lines of `results` and `runs` must not enter
    """

    graph: ArrayGraph
    pieces: PieceMoves
    owner: np.ndarray
    avoided: np.ndarray

    @cached_property
    def to_goal(self) -> np.ndarray:
        """The fewest lines (c,) int32 from each class to the goal; -1 if the class is dead.

        Raises
        ------
        NetworkXNoPath
            if the goal was not reached
        """
        costs: np.ndarray = self._costs[0][self._pairs % self._width == 0]
        return costs

    @property
    def fewest(self) -> Cost | None:
        """The cost of the cheapest solution, or None if no solution exists."""
        return self.remaining_cost(int(self.owner[0]))

    def remaining_cost(self, owner: int, piece: int = NO_LINE) -> Cost | None:
        """Return the least cost to the goal if `piece` moved last; None if the class is dead."""
        lines, steps = self._costs
        begin = self._number(owner)
        if lines[begin] < 0:
            return None
        cost = Cost(int(lines[begin]), int(steps[begin]) - 2 * int(lines[begin]))
        at = begin if piece == NO_LINE else self._number(owner, piece)
        if at != begin and lines[at] >= 0:
            going = Cost(int(lines[at]), int(steps[at]) - 2 * int(lines[at]) - 1)
            return min(cost, going)
        return cost

    def units(self, owner: int) -> Iterator[Unit]:
        """Yield the distinct moves out of a class, in a fixed order."""
        table, starts = self._units
        for row in table[starts[owner] : starts[owner + 1]].tolist():
            yield Unit(*row[1:])

    def members(self, owner: int) -> np.ndarray:
        """Return the states of a class, ascending."""
        order, starts = self._members
        return order[starts[owner] : starts[owner + 1]]

    def results(self, owner: int) -> np.ndarray:
        """Return the classes (k,) int64 that can be reached from a class by one line, ascending."""
        search = self._search
        count = _reach(search.rows, self._number(owner), search.places)
        reached = self._pairs[search.places.queue[: int(count)]] // self._width
        return np.setdiff1d(reached, owner)

    def runs(self, owner: int, piece: int = NO_LINE) -> Iterator[tuple[tuple[int, int], Run]]:
        """Yield each pair (class, piece) that one line can reach, with the shortest run to it.

        The first pair is (`owner`, `piece`) itself, with an empty run. If no piece is given, the
        line may move any one piece.
        """
        start = owner, piece
        reached, queue = {start: Run(0, ())}, [start]
        for at in queue:  # the queue grows
            yield at, reached[at]
            for unit in self.units(at[0]):
                if unit.before == NO_PIECE:
                    to = unit.target, at[1]
                elif at[1] in (unit.before, NO_LINE):
                    to = unit.target, unit.after
                else:
                    continue
                if to not in reached and not self.avoided[unit.target]:
                    count, moves = reached[at]
                    reached[to] = Run(count + (unit.before != NO_PIECE), (*moves, unit.move))
                    queue.append(to)

    def line(self, owner: int, end: int) -> tuple[int, ...]:
        """Return the moves of the shortest line from a class to class `end`, one of its results."""
        for (at, _), run in self.runs(owner):
            if at == end != owner:
                return run.moves
        raise no_path(f"No line leads from {owner} to {end}.")

    def then_another(self, owner: int, piece: int) -> Cost | None:
        """Return the least cost to the goal if the next piece to move is not `piece`."""
        goal = int(self.owner[self.graph.goal])
        if owner == goal:
            return Cost(0, 0)
        costs = []
        for unit in self.without(owner, piece):
            rest_cost = self.remaining_cost(unit.target, unit.after)
            if unit.before != NO_PIECE and rest_cost is not None:
                costs.append(Cost(rest_cost.lines + 1, rest_cost.units + 1))
            elif unit.target == goal:
                costs.append(Cost(0, 0))
        return min(costs, default=None)

    def without(self, owner: int, piece: int) -> Iterator[Unit]:
        """Yield the walks from a class while `piece` stays, and the next moves of other pieces."""
        visited, queue = {owner}, [owner]
        for at in queue:  # the queue grows
            for unit in self.units(at):
                if unit.before == NO_PIECE and unit.target not in visited:
                    visited.add(unit.target)
                    queue.append(unit.target)
                if unit.before != piece:
                    yield unit

    def ends(self, piece: int) -> frozenset[int]:
        """Return all cells where a piece of the start can be at the end of a solution.

        O(classes * cells of the piece).
        """
        goal = int(self.owner[self.graph.goal])
        visited, queue = {(int(self.owner[0]), piece)}, [(int(self.owner[0]), piece)]
        for owner, at in queue:  # the queue grows
            for unit in self.units(owner):
                to = unit.target, unit.after if unit.before == at else at
                if to not in visited and self.remaining_cost(unit.target) is not None:
                    visited.add(to)
                    queue.append(to)
        return frozenset(at for owner, at in visited if owner == goal)

    def solution(self) -> list[int]:
        """Return the moves of a solution with the fewest lines, then units, then steps.

        Of several such solutions, return the first one that a breadth-first search finds.
        """
        graph, start = self.graph, (0, NO_LINE)
        came: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}
        queue = [start]
        for at in queue:  # the queue grows
            if at[0] == graph.goal:
                break
            for move, to in self._best(*at):
                if to not in came and to != start:
                    came[to] = at, move
                    queue.append(to)
        moves: list[int] = []
        while at != start:
            at, move = came[at]
            moves.append(move)
        return moves[::-1]

    def _best(self, node: int, piece: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield the cheapest moves of a state, each with its target and the last piece after it."""
        graph, cost = self.graph, self.remaining_cost(int(self.owner[node]), piece)
        for move in range(int(graph.offsets[node]), int(graph.offsets[node + 1])):
            to, before = int(graph.targets[move]), int(self.pieces.before[move])
            inside = self.owner[node] == self.owner[to]
            last = piece if inside or before == NO_PIECE else int(self.pieces.after[move])
            next_cost = self.remaining_cost(int(self.owner[to]), last)
            if next_cost is None or cost is None:
                continue
            begins = not inside and before not in (NO_PIECE, piece)
            if cost == (next_cost.lines + begins, next_cost.units + (not inside)):
                yield move, (to, last)

    @cached_property
    def _members(self) -> tuple[np.ndarray, np.ndarray]:
        counts = np.bincount(self.owner)
        return np.argsort(self.owner, kind="stable"), np.concatenate(([0], np.cumsum(counts)))

    @cached_property
    def _units(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the units (u, 5), sorted by source, and the offsets of each source."""
        graph, pieces = self.graph, self.pieces
        tails, heads = self.owner[graph.sources], self.owner[graph.targets]
        moves = np.flatnonzero((tails != heads) | (pieces.before != pieces.after))
        columns = tails[moves], heads[moves], pieces.before[moves], pieces.after[moves]
        order = np.lexsort((moves, *columns[::-1]))
        table = np.column_stack([*columns, moves]).astype(np.int64)[order]
        first = np.append(True, (table[1:, :4] != table[:-1, :4]).any(axis=1))[: len(table)]
        table = table[first]
        starts = np.searchsorted(table[:, 0], np.arange(int(self.owner.max()) + 2))
        return table, starts

    # ------------------------------------------------------------------------------- the costs

    def _number(self, owner: int, piece: int = NO_LINE) -> int:
        """Return the index of a pair, or of the class without a piece if the pair is unknown."""
        key = owner * self._width + (0 if piece == NO_LINE else piece + PIECE_OFFSET)
        at = int(np.searchsorted(self._pairs, key))
        if at < len(self._pairs) and self._pairs[at] == key:
            return at
        return int(np.searchsorted(self._pairs, owner * self._width))

    @property
    def _width(self) -> int:
        return self.pieces.kinds + PIECE_OFFSET

    @cached_property
    def _pairs(self) -> np.ndarray:
        """The pairs (class, last piece) as sorted keys: class * width + (piece + `PIECE_OFFSET`).

        A walk that cannot be undone keeps the last piece, so it leads from pairs to pairs. All
        pairs reached in this manner are included. If no piece moved last, the key is class * width.
        """
        width, (table, _) = self._width, self._units
        source, target, before, after = table[:, :4].T
        moved = before >= 0
        keys = [
            np.arange(int(self.owner.max()) + 1) * width,
            (source * width + before + PIECE_OFFSET)[moved],
            (target * width + after + PIECE_OFFSET)[moved],
        ]
        pairs = _distinct(np.concatenate(keys))
        while True:
            walked = self._walked(pairs)[1]
            more = _distinct(np.append(pairs, walked)) if len(walked) else pairs
            if len(more) == len(pairs):
                return pairs
            pairs = more

    def _walked(self, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return source and target keys of walks that cannot be undone, from the given pairs."""
        width, (table, _) = self._width, self._units
        walks = table[table[:, 2] == NO_PIECE]
        first, last = (np.searchsorted(pairs, (walks[:, 0] + k) * width) for k in (0, 1))
        which = np.repeat(np.arange(len(walks)), last - first)
        index = np.arange(len(which)) - np.repeat(np.cumsum(last - first) - last, last - first)
        before = pairs[index]
        return before, walks[which, 1] * width + before % width

    @cached_property
    def _pair_moves(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the moves between pairs as arrays (e,): tail, head, and whether a line begins.

        A line begins with an additional move from a class to a pair. `_costs` adds the moves that
        end a line.
        """
        width, (table, _) = self._width, self._units
        moved = table[table[:, 2] >= 0]
        source, target, before, after = moved[:, :4].T
        begun = _distinct(source * width + before + PIECE_OFFSET)
        walked = self._walked(self._pairs)
        tails = source * width + before + PIECE_OFFSET, begun // width * width, walked[0]
        heads = target * width + after + PIECE_OFFSET, begun, walked[1]
        begins = np.repeat([False, True, False], list(map(len, tails)))
        tail, head = (
            np.searchsorted(self._pairs, np.concatenate(parts)) for parts in (tails, heads)
        )
        return tail, head, begins

    @cached_property
    def _costs(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the fewest lines and steps from each pair to the goal; -1 if it is unreachable.

        A path in the graph of pairs has one step for each unit, one step that begins each line, and
        one step that ends it. Only the steps that begin a line are counted as lines.
        """
        pairs, width = self._pairs, self._width
        goal = int(self.owner[reached_goal(self.graph)])
        ends = np.flatnonzero(pairs % width > 0)
        tail, head, begins = self._pair_moves
        tail = np.append(tail, ends)
        head = np.append(head, np.searchsorted(pairs, pairs[ends] // width * width))
        counted = np.append(begins, np.zeros(len(ends), bool))
        offsets, order = _rows(head, len(pairs))
        start = int(np.searchsorted(pairs, goal * width))
        return fewest(offsets, tail[order].astype(np.int32), counted[order], start)

    @cached_property
    def _search(self) -> _Search:
        tail, head, begins = self._pair_moves
        entered = ~begins & self.avoided[self._pairs[head] // self._width]
        tail, head = tail[~entered], head[~entered]
        offsets, order = _rows(tail, len(self._pairs))
        places = _Places(np.zeros(len(self._pairs), bool), np.empty(len(self._pairs), np.int32))
        return _Search(_Rows(offsets, head[order].astype(np.int32)), places)


def lines(
    graph: ArrayGraph,
    pieces: PieceMoves,
    owner: np.ndarray | None = None,
    avoided: np.ndarray | None = None,
) -> Lines:
    """Return the lines of a graph.

    Parameters
    ----------
    graph : ArrayGraph
        complete
    pieces : PieceMoves
        the piece of each move
    owner : (n,) int32, optional
        the class of walks of each state; by default each state is its own class
    avoided : (c,) bool, optional
        classes that `results` and `runs` do not enter, such as classes that look dead; costs do not
        depend on them

    Notes
    -----
    Costs are computed on first use, by a breadth-first search over pairs (class, piece that moved
    last), backwards from the goal. The search counts lines first and units second. O(moves *
    log(moves) + pairs).

    Examples
    --------
    >>> from stategraph import expand, load
    >>> from stategraph.analysis.piece_moves import pieces_of
    >>> level = load("sokoban/three-in-a-row")
    >>> walks = expand(level).by("walks")
    >>> lines(walks, pieces_of(level, walks)).fewest
    Cost(lines=4, units=12)
    """
    if owner is None:
        owner = np.arange(len(graph), dtype=np.int32)
    if avoided is None:
        avoided = np.zeros(int(owner.max()) + 1, bool)
    return Lines(graph, pieces, owner, avoided)


def _distinct(keys: np.ndarray) -> np.ndarray:
    """Return the sorted distinct keys; faster than ``numpy.unique``, which uses hashing."""
    keys = np.sort(keys)
    first: np.ndarray = np.append(True, keys[1:] != keys[:-1])[: len(keys)]
    return np.compress(first, keys)


def _rows(tail: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Group moves by tail: return the offsets of the rows, and the order of the moves."""
    order = np.argsort(tail, kind="stable")
    return np.concatenate(([0], np.cumsum(np.bincount(tail, minlength=count)))), order


class _Rows(NamedTuple):
    """The moves between pairs that do not end a line, in compressed rows."""

    offsets: Items
    targets: Items


class _Places(NamedTuple):
    """Arrays for a search of pairs: the queue, and a mask that is all false between searches."""

    visited: Items
    queue: Items


class _Search(NamedTuple):
    rows: _Rows
    places: _Places


@Kernel
def _reach(rows: _Rows, start: int, places: _Places) -> int:
    """Store the pairs that a line from `start` reaches in `places.queue`; return their number."""
    offsets, targets, visited, queue = rows.offsets, rows.targets, places.visited, places.queue
    queue[0] = start
    visited[start] = True
    head = 0
    tail = 1
    while head < tail:
        u = queue[head]
        head += 1
        for e in range(offsets[u], offsets[u + 1]):
            v = targets[e]
            if not visited[v]:
                visited[v] = True
                queue[tail] = v
                tail += 1
    for k in range(tail):
        visited[queue[k]] = False
    return tail
