"""Lines (runs of moves of one piece), and the fewest lines from each state to the goal.

People plan lines rather than moves: "this box goes there, then that one". A piece is an actor, or
the block that a push moves. A move that moves no piece, such as a walk, does not end a line::

    A 3:5 -> 3:1 | B 2:3 -> 2:4 | C 2:5 -> 3:2 | B 2:4 -> 3:4      four lines, twelve pushes

`lines` searches a graph of pairs (class of walks, piece that moved last), that of
`stategraph.analysis.line_pairs`. Blocks look alike, so a block is identified by its current cell. A
push continues a line if it pushes the block from the cell where the previous push left it. In
puzzles without walks, each state is its own class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from stategraph.analysis.distances import moves_to_goal, reached_goal
from stategraph.analysis.line_pairs import NO_LINE, LinePairs
from stategraph.analysis.piece_moves import NO_PIECE, PieceMoves
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph


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
        costs: np.ndarray = self._costs[0][self._pairs.of_classes]
        return costs

    @property
    def fewest(self) -> Cost | None:
        """The cost of the cheapest solution, or None if no solution exists."""
        return self.remaining_cost(int(self.owner[0]))

    def remaining_cost(self, owner: int, piece: int = NO_LINE) -> Cost | None:
        """Return the least cost to the goal if `piece` moved last; None if the class is dead."""
        lines, steps = self._costs
        begin = self._pairs.number(owner)
        if lines[begin] < 0:
            return None
        cost = Cost(int(lines[begin]), int(steps[begin]) - 2 * int(lines[begin]))
        at = begin if piece == NO_LINE else self._pairs.number(owner, piece)
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
        return np.setdiff1d(self._pairs.reached(owner), owner)

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

    def shortest(self) -> Cost:
        """Return the fewest lines, then moves of pieces, of all solutions with the fewest moves.

        O(moves on shortest solutions * pieces).

        Raises
        ------
        NetworkXNoPath
            if the goal was not reached
        """
        graph, remaining = self.graph, moves_to_goal(self.graph)
        layer = {(0, NO_LINE): Cost(0, 0)}
        reached_goal(graph)
        for left in range(int(remaining[0]) - 1, -1, -1):
            costs: dict[tuple[int, int], Cost] = {}
            for (node, piece), (lines, units) in layer.items():
                for move in range(int(graph.offsets[node]), int(graph.offsets[node + 1])):
                    to = int(graph.targets[move])
                    if remaining[to] == left:
                        last, begins, moves_piece = self._after(move, piece)
                        cost = Cost(lines + begins, units + moves_piece)
                        costs[to, last] = min(costs.get((to, last), cost), cost)
            layer = costs
        return min(layer.values())

    def _after(self, move: int, piece: int) -> tuple[int, bool, bool]:
        """Return the last piece after a move, and whether it begins a line and moves a piece."""
        graph, before = self.graph, int(self.pieces.before[move])
        inside = self.owner[graph.sources[move]] == self.owner[graph.targets[move]]
        if inside or before == NO_PIECE:
            return piece, False, False
        return int(self.pieces.after[move]), before != piece, True

    def _best(self, node: int, piece: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield the cheapest moves of a state, each with its target and the last piece after it."""
        graph, cost = self.graph, self.remaining_cost(int(self.owner[node]), piece)
        for move in range(int(graph.offsets[node]), int(graph.offsets[node + 1])):
            to = int(graph.targets[move])
            last, begins, _ = self._after(move, piece)
            next_cost = self.remaining_cost(int(self.owner[to]), last)
            if next_cost is None or cost is None:
                continue
            leaves = self.owner[node] != self.owner[to]
            if cost == (next_cost.lines + begins, next_cost.units + leaves):
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

    @cached_property
    def _pairs(self) -> LinePairs:
        return LinePairs(self._units[0], self.avoided, self.pieces.kinds)

    @cached_property
    def _costs(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the fewest lines and steps from each pair to the goal; see `LinePairs.costs`."""
        return self._pairs.costs(int(self.owner[reached_goal(self.graph)]))


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
