"""What must still be pushed near the exits, and in which order: goals on the way to some solution.

A pattern of the blocks nearest the exits tells which of their pushes win. A search that goes first
where fewer of them are left does what must be done from a far side before the last door shuts. What
*all* its ways to win push from some cell is needed: where the player can never stand there again,
nobody wins. Such facts are landmarks (J. Hoffmann, J. Porteous, L. Sebastia, JAIR 2004).

Glossary, besides that of `stategraph.pushing.pattern_database`::

    left (s+1,)            of each state of the pattern the pushes of it that win at least, -1: none
                           do; the last is the state in which somebody has won
    needs (s+1, words)     of each the cells, as bits, from which all that win push a block
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from stategraph.analysis.costs import cheapest
from stategraph.machine.kernel import Kernel
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.pattern_costs import LEAVES, LEFT, PUSH, TO
from stategraph.pushing.pattern_database import largest
from stategraph.pushing.push_board import Ground

# The moves that a push of the pattern counts, and what one costs more that brings no win nearer.
A_PUSH, IN_VAIN = 30, 100

# All cells of a word.
ALL = 0xFFFFFFFF


def needed(at, w, offsets, edges, left, needs):
    """Return the cells of a word that all need who win from a state, by what its next states do."""
    bits = ALL
    for edge in range(offsets[at], offsets[at + 1]):
        to = edges[edge, TO]
        if left[to] < 0:
            continue
        more = int(needs[to, w])
        push = int(edges[edge, PUSH])
        if push >= 0 and push >> 8 == w:
            more |= 1 << (push >> 3 & 31)
        bits &= more
    return bits


def settle(offsets, edges, left, order, needs):
    """Take from `needs`, all cells at first, what some who win do without; nearest to it first."""
    changed = True
    while changed:
        changed = False
        for k in range(order.size):
            at = order[k]
            for w in range(needs.shape[1]):
                bits = needed(at, w, offsets, edges, left, needs)
                if bits != needs[at, w]:
                    changed = True
                needs[at, w] = bits


settled = Kernel(settle, [needed])


@dataclass(frozen=True)
class Aim:
    """What is aimed at: `offsets`, `edges` and `needs`.

    `LEFT` is a guess of what is left, once the push is made: pushes count as many moves as walks.
    """

    offsets: np.ndarray
    edges: np.ndarray
    needs: np.ndarray


# No block is aimed at: whoever gets to an exit wins.
NO_AIM = Aim(
    np.array([0, 1], np.int64), np.array([[LEAVES, 0, 0]], np.int32), np.zeros((1, 1), np.uint32)
)


@lru_cache(maxsize=1)  # rounds on the same board aim alike
def aims(ground: Ground, stops: Callable[[], bool]) -> Aim:
    """Return what is aimed at near the exits: by the largest pattern that can be expanded."""
    found = largest(ground, stops, walks=False)
    if found is None:
        return NO_AIM
    offsets, edges = found.offsets, found.edges.copy()
    left = _pushes_left(offsets, edges)
    needs = np.tile(ground.packed(np.ones(ground.size)), (len(left), 1))
    needs[-1] = 0
    order = np.argsort(left, kind="stable")
    order = order[(left[order] >= 0) & (order < len(left) - 1)]
    settled.compiled(offsets, edges, left, order, needs, work=edges.size)
    begin, end = np.repeat(left[:-1], np.diff(offsets)), left[edges[:, TO]]
    guess = A_PUSH * begin + IN_VAIN * (end - begin + (edges[:, PUSH] != LEAVES))
    edges[:, LEFT] = np.where(end < 0, NEVER, guess)
    return Aim(offsets, edges, needs)


def _pushes_left(offsets: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return `left`."""
    left = np.full(len(offsets), -1, np.int64)
    left[-1] = 0
    pushes = (edges[:, PUSH] != LEAVES).astype(np.int64)
    return cheapest(np.append(offsets, offsets[-1]), edges[:, TO].copy(), pushes, left)
