"""Temporal operators on arrays, each a single backward pass over the moves.

`until` moves back from the `destination` states, only through the states given as `through`. `must`
moves back to a state only if all of its moves lead to `destination` states::

    a ──► b ──► destination    until: 2 1 0, and c 1
          │       ▲            must:  - - 0, and c 1: b may lead to the trap instead
          ▼       │
         trap     c
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from stategraph import kernels
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items


class Moves:
    """A subset of the moves between `n` states, in compressed sparse rows.

    Attributes
    ----------
    offsets, targets : (n+1,) int64, (k,) int32
    numbers : (k,) int64 or None
        the number of each move in the whole graph; None if all moves are present
    """

    def __init__(self, offsets: np.ndarray, targets: np.ndarray, numbers: np.ndarray | None = None):
        self.offsets, self.targets, self.numbers = offsets, targets, numbers

    @cached_property
    def degrees(self) -> np.ndarray:
        """Number of these moves per source state, (n,) int32."""
        return np.diff(self.offsets).astype(np.int32)

    @cached_property
    def reversed(self) -> tuple[np.ndarray, np.ndarray]:
        """The moves grouped by target: offsets (n+1,) int64 and sources (k,) int32."""
        return kernels.reverse(self.offsets, self.targets, False)[:2]

    @cached_property
    def sources(self) -> np.ndarray:
        """The source state (k,) int32 of each move."""
        return np.repeat(np.arange(len(self.degrees), dtype=np.int32), self.degrees)

    def only(self, chosen: np.ndarray) -> Moves:
        """Return only the moves that the mask `chosen`, (k,) bool, selects. O(n + k)."""
        starts = np.zeros(len(chosen) + 1, np.int64)
        np.cumsum(chosen, out=starts[1:])
        slots = np.flatnonzero(chosen)
        numbers = slots if self.numbers is None else self.numbers[slots]
        return Moves(starts[self.offsets], self.targets[slots], numbers)

    def number(self, slot: int) -> int:
        """Return the number of a move in the whole graph."""
        return slot if self.numbers is None else int(self.numbers[slot])


def can_go(moves: Moves, part: np.ndarray) -> np.ndarray:
    """Return the states (n,) bool with a move into `part` (n,) bool. O(n + k)."""
    has_move = np.zeros(len(part), np.bool_)
    _can_go(moves.offsets, moves.targets, part, has_move)
    return has_move


@Kernel
def _can_go(offsets: Items, targets: Items, part: Items, has_move: Items) -> None:
    for u in range(has_move.size):
        for e in range(offsets[u], offsets[u + 1]):
            if part[targets[e]]:
                has_move[u] = True
                break


def until(moves: Moves, through: np.ndarray, destination: np.ndarray) -> np.ndarray:
    """Return the fewest moves (n,) int32 to a `destination` state, -1 if it cannot be reached.

    All states on the path except the last one must be in the mask `through` (n,) bool.
    Breadth-first search, O(n + k).
    """
    far, queue, count = _begun(destination)
    offsets, sources = moves.reversed
    _until(offsets, sources, through, far, queue, count)
    return far


@Kernel
def _until(
    offsets: Items, sources: Items, through: Items, far: Items, queue: Items, count: int
) -> None:
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


def must(moves: Moves, destination: np.ndarray, extra: np.ndarray | None = None) -> np.ndarray:
    """Return the most moves (n,) int32 before `destination`, or -1 if a run may avoid it.

    A run that ends in another state avoids `destination`, a mask (n,) bool. In states of the mask
    `extra` (n,) bool, a run may also end or continue by other moves. O(n + k).
    """
    far, queue, count = _begun(destination)
    open_moves = moves.degrees.copy() if extra is None else moves.degrees + extra.astype(np.int32)
    offsets, sources = moves.reversed
    _must(offsets, sources, open_moves, far, queue, count)
    return far


@Kernel
def _must(
    offsets: Items, sources: Items, open_moves: Items, far: Items, queue: Items, count: int
) -> None:
    """Process states by increasing `far`; the last processed move of a state is its longest.

    `open_moves` holds, for each state, the number of its moves whose targets have no `far` yet.
    """
    head = 0
    tail = count
    while head < tail:
        v = queue[head]
        head += 1
        for e in range(offsets[v], offsets[v + 1]):
            u = sources[e]
            open_moves[u] -= 1
            if open_moves[u] == 0 and far[u] < 0:
                far[u] = far[v] + 1
                queue[tail] = u
                tail += 1


def _begun(destination: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the distances and the queue of a search from the `destination` states."""
    far = np.where(destination, np.int32(0), np.int32(-1))
    roots = np.flatnonzero(destination)
    queue = np.empty(len(destination), np.int32)
    queue[: len(roots)] = roots
    return far, queue, len(roots)


def keeps(moves: Moves, part: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return the states (n,) bool with a run that stays in `part` to its end or forever. O(n + k).

    `ends` (n,) bool marks the states in which a run may end. An unmarked state without moves has
    unknown moves, so no run is known to continue from it.
    """
    failed = ~part | ((moves.degrees == 0) & ~ends)
    return must(moves, failed, ends) < 0


def patient(moves: Moves, part: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the states (n,) bool from which a patient player never leaves `part` (n,) bool.

    A patient player eventually uses every exit that is open again and again. So the player stays
    only if no path leads out of `part`. Paths to the states in the mask `other` (n,) bool count as
    leading out, since it is unknown how they continue. O(n + k).
    """
    return until(moves, np.ones(len(part), np.bool_), ~part | other) < 0
