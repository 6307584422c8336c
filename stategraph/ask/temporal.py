"""Operators of play on arrays, each one pass backwards over the moves.

`until` goes back from the states that were found, as long as it meets states that it may pass;
`must` goes back to a state only when all of its moves lead to states that were found::

    a ──► b ──► found          until: 2 1 0, and c 1
          │       ▲            must:  - - 0, and c 1: b may go to the trap instead
          ▼       │
         trap     c
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from stategraph import kernels
from stategraph.machine.kernel import Kernel


class Moves:
    """Some of the moves between `n` states, in compressed sparse rows.

    Attributes
    ----------
    offsets, targets : (n+1,) int64, (k,) int32
    numbers : (k,) int64 or None
        the number of each of them in the whole graph; None: they are all there
    """

    def __init__(self, offsets: np.ndarray, targets: np.ndarray, numbers: np.ndarray | None = None):
        self.offsets, self.targets, self.numbers = offsets, targets, numbers

    @cached_property
    def degrees(self) -> np.ndarray:
        """How many of them each state has, (n,) int32."""
        return np.diff(self.offsets).astype(np.int32)

    @cached_property
    def reversed(self) -> tuple[np.ndarray, np.ndarray]:
        """Them, grouped by target: offsets (n+1,) int64 and sources (k,) int32."""
        return kernels.reverse(self.offsets, self.targets, False)[:2]

    @cached_property
    def sources(self) -> np.ndarray:
        """The state (k,) int32 that each of them leaves."""
        return np.repeat(np.arange(len(self.degrees), dtype=np.int32), self.degrees)

    def only(self, chosen: np.ndarray) -> Moves:
        """Return those of them that are `chosen` (k,) bool. O(n + k)."""
        starts = np.zeros(len(chosen) + 1, np.int64)
        np.cumsum(chosen, out=starts[1:])
        kept = np.flatnonzero(chosen)
        numbers = kept if self.numbers is None else self.numbers[kept]
        return Moves(starts[self.offsets], self.targets[kept], numbers)

    def number(self, slot: int) -> int:
        """Return the number in the whole graph of one of them."""
        return slot if self.numbers is None else int(self.numbers[slot])


def can_go(moves: Moves, part: np.ndarray) -> np.ndarray:
    """Return which states (n,) bool have a move into `part` (n,) bool. O(n + k)."""
    found = np.zeros(len(part), np.bool_)
    _can_go(moves.offsets, moves.targets, part, found)
    return found


@Kernel
def _can_go(offsets, targets, part, found):
    for u in range(found.size):
        for e in range(offsets[u], offsets[u + 1]):
            if part[targets[e]]:
                found[u] = True
                break


def until(moves: Moves, through: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Return the fewest moves (n,) int32 to a state that is `found`, -1 where none leads there.

    All states on the way but the last are `through` (n,) bool. Breadth-first search, O(n + k).
    """
    far, queue, count = _begun(found)
    offsets, sources = moves.reversed
    _until(offsets, sources, through, far, queue, count)
    return far


@Kernel
def _until(offsets, sources, through, far, queue, count):
    head = 0
    tail = count
    while head < tail:
        v = queue[head]
        head += 1
        for e in range(offsets[v], offsets[v + 1]):
            u = sources[e]
            if far[u] < 0 and through[u]:
                far[u] = far[v] + 1
                queue[tail] = u
                tail += 1


def must(moves: Moves, found: np.ndarray, extra: np.ndarray | None = None) -> np.ndarray:
    """Return the most moves (n,) int32 before a `found` state, -1 where a run may not come there.

    A run that ends elsewhere does not come there. Where `extra` (n,) bool holds, there is something
    besides the moves that a player may do. O(n + k).
    """
    far, queue, count = _begun(found)
    left = moves.degrees.copy() if extra is None else moves.degrees + extra.astype(np.int32)
    offsets, sources = moves.reversed
    _must(offsets, sources, left, far, queue, count)
    return far


@Kernel
def _must(offsets, sources, left, far, queue, count):
    """`left` is, of each state, how many of its moves do not lead where `far` is known yet.

    The queue is in the order of `far`, so that the last of a state's moves is the longest.
    """
    head = 0
    tail = count
    while head < tail:
        v = queue[head]
        head += 1
        for e in range(offsets[v], offsets[v + 1]):
            u = sources[e]
            left[u] -= 1
            if left[u] == 0 and far[u] < 0:
                far[u] = far[v] + 1
                queue[tail] = u
                tail += 1


def _begun(found: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the distances and the queue of a search that begins at the `found` states."""
    far = np.where(found, np.int32(0), np.int32(-1))
    roots = np.flatnonzero(found)
    queue = np.empty(len(found), np.int32)
    queue[: len(roots)] = roots
    return far, queue, len(roots)


def keeps(moves: Moves, part: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return where (n,) bool some run is `part` for ever, or until it ends. O(n + k).

    `ends` (n,) bool tells where a run may end. A state that has no move and does not end is one
    whose moves are not known: no run is known to go on from there.
    """
    lost = ~part | ((moves.degrees == 0) & ~ends)
    return must(moves, lost, ends) < 0


def patient(moves: Moves, part: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return which states (n,) bool a patient player never leaves `part` (n,) bool from.

    They try every way that is open again and again, so that they stay only where no moves lead to
    what is not `part`, nor to `other` states (n,) bool, of which it is not known. O(n + k).
    """
    return until(moves, np.ones(len(part), np.bool_), ~part | other) < 0
