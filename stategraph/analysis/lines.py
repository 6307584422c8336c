"""Lines: the fewest changes of piece on the way to the goal.

A *line* is a run of moves that move one piece, with the walks between them. People plan in lines
rather than in single pushes::

    A 3:5 -> 3:1 | B 2:3 -> 2:4 | C 2:5 -> 3:2 | B 2:4 -> 3:4      four lines, twelve pushes

`lines` computes the cost from each pair (class of walks, cell of the piece that moved last). These
pairs need no identity of pieces: a push of the piece on that cell continues the line, and any other
push begins a new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from stategraph.analysis.fewest_units import fewest
from stategraph.analysis.piece_moves import NO_PIECE, PieceMoves
from stategraph.graph import ArrayGraph

# The last piece before the first move of any piece.
NO_LINE = -3

# Added to a piece, from GONE on, in the keys of pairs (class, last piece).
LAST = 2


class Cost(NamedTuple):
    """The cost of a path: the number of its lines, then of moves of pieces and one-way walks."""

    lines: int
    units: int


class Unit(NamedTuple):
    """A move between two classes.

    Attributes
    ----------
    target : int
        the class that it leads to
    before, after : int
        its piece, as in `PieceMoves`
    move : int
        the first such move of the graph
    """

    target: int
    before: int
    after: int
    move: int


class Run(NamedTuple):
    """Moves of one piece.

    Attributes
    ----------
    units : int
        the number of its moves
    moves : tuple of int
        moves of the graph: those of the piece, and one-way walks
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
    """

    graph: ArrayGraph
    pieces: PieceMoves
    owner: np.ndarray

    @property
    def fewest(self) -> Cost | None:
        """The cost of the solution with the fewest lines, then units; None without a solution."""
        return self.left(int(self.owner[0]))

    def left(self, owner: int, piece: int = NO_LINE) -> Cost | None:
        """Return the least cost from a class to the goal after a move of `piece`; None if dead."""
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
        """Yield the moves out of a class, without repetitions, in a fixed order."""
        table, starts = self._units
        for row in table[starts[owner] : starts[owner + 1]].tolist():
            yield Unit(*row[1:])

    def members(self, owner: int) -> np.ndarray:
        """Return the states of a class, ascending."""
        order, starts = self._members
        return order[starts[owner] : starts[owner + 1]]

    def run(self, owner: int, piece: int) -> dict[tuple[int, int], Run]:
        """Return how moves of one piece reach each pair (class, piece), the pair itself first."""
        found, queue = {(owner, piece): Run(0, ())}, [(owner, piece)]
        for at in queue:  # the queue grows
            for unit in self.units(at[0]):
                if unit.before == at[1]:
                    to = unit.target, unit.after
                elif unit.before == NO_PIECE:
                    to = unit.target, at[1]
                else:
                    continue
                if to not in found:
                    count, moves = found[at]
                    found[to] = Run(count + (unit.before != NO_PIECE), (*moves, unit.move))
                    queue.append(to)
        return found

    def then_another(self, owner: int, piece: int) -> Cost | None:
        """Return the least cost if the next move of a piece is not one of `piece`."""
        if owner == self.owner[self.graph.goal]:
            return Cost(0, 0)
        found, seen, queue = [], {owner}, [owner]
        for at in queue:  # the queue grows
            for unit in self.units(at):
                if unit.before == NO_PIECE and unit.target not in seen:
                    seen.add(unit.target)
                    queue.append(unit.target)
                left = self.left(unit.target, unit.after)
                if unit.before not in (NO_PIECE, piece) and left is not None:
                    found.append(Cost(left.lines + 1, left.units + 1))
        if int(self.owner[self.graph.goal]) in seen:
            found.append(Cost(0, 0))
        return min(found, default=None)

    def ends(self, piece: int) -> frozenset[int]:
        """Return the cells on which a piece of the start ends, over all solutions.

        O(classes * cells of the piece).
        """
        goal = int(self.owner[self.graph.goal])
        seen, queue = {(int(self.owner[0]), piece)}, [(int(self.owner[0]), piece)]
        for owner, at in queue:  # the queue grows
            for unit in self.units(owner):
                to = unit.target, unit.after if unit.before == at else at
                if to not in seen and self.left(unit.target) is not None:
                    seen.add(to)
                    queue.append(to)
        return frozenset(at for owner, at in seen if owner == goal)

    def solution(self) -> list[int]:
        """Return the moves of a solution with the fewest lines, then units, then steps.

        Among several, the first one of a breadth-first search.
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
        """Yield the moves of a state that keep the cost least, with (state, piece) behind them."""
        graph, cost = self.graph, self.left(int(self.owner[node]), piece)
        for move in range(int(graph.offsets[node]), int(graph.offsets[node + 1])):
            to, before = int(graph.targets[move]), int(self.pieces.before[move])
            inside = self.owner[node] == self.owner[to]
            last = piece if inside or before == NO_PIECE else int(self.pieces.after[move])
            left = self.left(int(self.owner[to]), last)
            if left is None or cost is None:
                continue
            begins = not inside and before not in (NO_PIECE, piece)
            if cost == (left.lines + begins, left.units + (not inside)):
                yield move, (to, last)

    @cached_property
    def _members(self) -> tuple[np.ndarray, np.ndarray]:
        counts = np.bincount(self.owner)
        return np.argsort(self.owner, kind="stable"), np.concatenate(([0], np.cumsum(counts)))

    @cached_property
    def _units(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the units (u, 5): source, target, piece before and after, move; and offsets."""
        graph, pieces = self.graph, self.pieces
        tails, heads = self.owner[graph.sources], self.owner[graph.targets]
        moves = np.flatnonzero(tails != heads)
        columns = tails[moves], heads[moves], pieces.before[moves], pieces.after[moves]
        order = np.lexsort((moves, *columns[::-1]))
        table = np.column_stack([*columns, moves]).astype(np.int64)[order]
        first = np.append(True, (table[1:, :4] != table[:-1, :4]).any(axis=1))[: len(table)]
        table = table[first]
        starts = np.searchsorted(table[:, 0], np.arange(int(self.owner.max()) + 2))
        return table, starts

    # ------------------------------------------------------------------------------- the costs

    def _number(self, owner: int, piece: int = NO_LINE) -> int:
        """Return the node of a pair in the graph of pairs; the class without a line if unknown."""
        key = owner * self._width + (0 if piece == NO_LINE else piece + LAST)
        at = int(np.searchsorted(self._pairs, key))
        if at < len(self._pairs) and self._pairs[at] == key:
            return at
        return int(np.searchsorted(self._pairs, owner * self._width))

    @property
    def _width(self) -> int:
        return self.pieces.kinds + LAST

    @cached_property
    def _pairs(self) -> np.ndarray:
        """Return the pairs (class, last piece) as sorted keys: class * width + (piece + `LAST`).

        They are closed under walks that cannot be undone, since these keep the last piece.
        """
        width, (table, _) = self._width, self._units
        source, target, before, after = table[:, :4].T
        moved = before >= 0
        keys = [
            np.arange(int(self.owner.max()) + 1) * width,
            (source * width + before + LAST)[moved],
            (target * width + after + LAST)[moved],
        ]
        pairs = np.unique(np.concatenate(keys))
        while True:
            more = np.unique(np.concatenate([pairs, *self._walked(pairs)[1:]]))
            if len(more) == len(pairs):
                return pairs
            pairs = more

    def _walked(self, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the keys before and after each one-way walk, for each of the given pairs."""
        width, (table, _) = self._width, self._units
        walks = table[table[:, 2] == NO_PIECE]
        first, last = (np.searchsorted(pairs, (walks[:, 0] + k) * width) for k in (0, 1))
        which = np.repeat(np.arange(len(walks)), last - first)
        index = np.arange(len(which)) - np.repeat(np.cumsum(last - first) - last, last - first)
        before = pairs[index]
        return before, walks[which, 1] * width + before % width

    @cached_property
    def _costs(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the fewest lines and steps from each pair to the goal; -1 if it is out of reach.

        A path in the graph of pairs has one step for each unit, and two for each line: one that
        begins it, which is counted as a line, and one that ends it.
        """
        pairs, width, (table, _) = self._pairs, self._width, self._units
        moved = table[table[:, 2] >= 0]
        source, target, before, after = moved[:, :4].T
        lines = pairs[pairs % width > 0]
        begun = np.unique(source * width + before + LAST)
        walked = self._walked(pairs)
        tails = source * width + before + LAST, lines, begun // width * width, walked[0]
        heads = target * width + after + LAST, lines // width * width, begun, walked[1]
        counted = np.repeat([False, False, True, False], list(map(len, tails)))
        tail, head = (np.searchsorted(pairs, np.concatenate(some)) for some in (tails, heads))
        order = np.argsort(head, kind="stable")
        offsets = np.searchsorted(head[order], np.arange(len(pairs) + 1))
        goal = int(np.searchsorted(pairs, int(self.owner[self.graph.goal]) * width))
        return fewest(offsets, tail[order].astype(np.int32), counted[order], goal)


def lines(graph: ArrayGraph, pieces: PieceMoves, owner: np.ndarray) -> Lines:
    """Return the lines of a graph.

    Parameters
    ----------
    graph : ArrayGraph
        complete, with a goal
    pieces : PieceMoves
        the piece of each move
    owner : (n,) int32
        the class of walks of each state; ``arange(n)`` if no actor walks

    Returns
    -------
    Lines

    Notes
    -----
    A 0-1 breadth-first search over the pairs (class, piece that moved last), backwards from the
    goal. Costs are computed on first use. O(moves * log(moves)), and the number of pairs.
    """
    return Lines(graph, pieces, owner)
