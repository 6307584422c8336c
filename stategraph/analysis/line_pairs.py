"""Pairs (class of walks, piece that moved last), and the lines between them.

A move of a piece leads from a pair to a pair and continues the line of this piece. A line begins
with an additional move from a class to a pair, and ends with one from a pair to its class::

    class 4 ──begins──► (4, box on 2:3) ──push──► (7, box on 2:4) ──ends──► class 7
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from stategraph.analysis.fewest_units import fewest
from stategraph.analysis.piece_moves import NO_PIECE
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items

# The piece that moved last if no piece has moved yet.
NO_LINE = -3

# Added to a piece in the keys of pairs (class, last piece), so that all pieces, even GONE, become
# positive.
PIECE_OFFSET = 2


@dataclass(frozen=True, eq=False)
class LinePairs:
    """The pairs of a graph, numbered by class and then by piece.

    Attributes
    ----------
    units : (u, 5) int64
        the moves between classes: source, target, the piece before and after, number in the graph
    avoided : (c,) bool
        the classes that `reached` does not enter
    kinds : int
        one more than the largest piece
    """

    units: np.ndarray
    avoided: np.ndarray
    kinds: int

    @property
    def _width(self) -> int:
        return self.kinds + PIECE_OFFSET

    @cached_property
    def _keys(self) -> np.ndarray:
        """The pairs (class, last piece) as sorted keys: class * width + (piece + `PIECE_OFFSET`).

        A walk that cannot be undone keeps the last piece, so it leads from pairs to pairs. All
        pairs reached in this manner are included. If no piece moved last, the key is class * width.
        """
        width = self._width
        source, target, before, after = self.units[:, :4].T
        moved = before >= 0
        keys = [
            np.arange(len(self.avoided)) * width,
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

    @property
    def of_classes(self) -> np.ndarray:
        """The mask (p,) bool of the pairs of a class without a piece, one for each class."""
        mask: np.ndarray = self._keys % self._width == 0
        return mask

    def number(self, owner: int, piece: int = NO_LINE) -> int:
        """Return the number of a pair, or of the class without a piece if the pair is unknown."""
        key = owner * self._width + (0 if piece == NO_LINE else piece + PIECE_OFFSET)
        at = int(np.searchsorted(self._keys, key))
        if at < len(self._keys) and self._keys[at] == key:
            return at
        return int(np.searchsorted(self._keys, owner * self._width))

    def costs(self, goal: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the fewest lines and steps from each pair to a class; -1 if it is unreachable.

        A path in the graph of pairs has one step for each unit, one step that begins each line, and
        one step that ends it. Only the steps that begin a line are counted as lines.
        """
        pairs, width = self._keys, self._width
        ends = np.flatnonzero(pairs % width > 0)
        tail, head, begins = self._moves
        tail = np.append(tail, ends)
        head = np.append(head, np.searchsorted(pairs, pairs[ends] // width * width))
        counted = np.append(begins, np.zeros(len(ends), bool))
        offsets, order = _rows(head, len(pairs))
        start = int(np.searchsorted(pairs, goal * width))
        return fewest(offsets, tail[order].astype(np.int32), counted[order], start)

    def reached(self, owner: int) -> np.ndarray:
        """Return the classes (k,) int64 that one line reaches from a class, in order of search."""
        search = self._search
        count = _reach(search.rows, self.number(owner), search.places)
        classes: np.ndarray = self._keys[search.places.queue[: int(count)]] // self._width
        return classes

    def _walked(self, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return source and target keys of walks that cannot be undone, from the given pairs."""
        width = self._width
        walks = self.units[self.units[:, 2] == NO_PIECE]
        first, last = (np.searchsorted(pairs, (walks[:, 0] + k) * width) for k in (0, 1))
        which = np.repeat(np.arange(len(walks)), last - first)
        index = np.arange(len(which)) - np.repeat(np.cumsum(last - first) - last, last - first)
        before = pairs[index]
        return before, walks[which, 1] * width + before % width

    @cached_property
    def _moves(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the moves between pairs as arrays (e,): tail, head, and whether a line begins.

        `costs` adds the moves that end a line.
        """
        width = self._width
        source, target, before, after = self.units[self.units[:, 2] >= 0, :4].T
        begun = _distinct(source * width + before + PIECE_OFFSET)
        walked = self._walked(self._keys)
        tails = source * width + before + PIECE_OFFSET, begun // width * width, walked[0]
        heads = target * width + after + PIECE_OFFSET, begun, walked[1]
        begins = np.repeat([False, True, False], list(map(len, tails)))
        tail, head = (
            np.searchsorted(self._keys, np.concatenate(parts)) for parts in (tails, heads)
        )
        return tail, head, begins

    @cached_property
    def _search(self) -> _Search:
        tail, head, begins = self._moves
        entered = ~begins & self.avoided[self._keys[head] // self._width]
        tail, head = tail[~entered], head[~entered]
        offsets, order = _rows(tail, len(self._keys))
        places = _Places(np.zeros(len(self._keys), bool), np.empty(len(self._keys), np.int32))
        return _Search(_Rows(offsets, head[order].astype(np.int32)), places)


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
