"""Subgoals near the exits, and the order in which they must be reached.

A pattern of the blocks nearest the exits shows which pushes of these blocks win. The search prefers
states with fewer of these pushes left, so it makes them in the order that the pattern needs. If
*all* solutions of the pattern push a block off the same cell, the cell is *needed*: a state is dead
if the player can never stand on that cell again. Such facts are landmarks (J. Hoffmann,
J. Porteous, L. Sebastia, JAIR 2004).

Glossary, besides that of `stategraph.pushing.pattern_database`::

    pushes_left (s+1,)     for each state of the pattern, the smallest number of pushes that win;
                           -1: the state is lost. The last entry stands for the player's win
    needs (s+1, words)     for each state, the cells, as bits, off which all its solutions push a
                           block
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

# Cost in moves of a push of the pattern, and the penalty of a push that brings no win nearer.
PUSH_COST, USELESS_PUSH_COST = 30, 100

# All cells of a word.
ALL_CELLS = 0xFFFFFFFF


def needed(at, w, offsets, edges, pushes_left, needs):
    """Return one word of the needed cells of a state, computed from those of its successors."""
    bits = ALL_CELLS
    for edge in range(offsets[at], offsets[at + 1]):
        to = edges[edge, TO]
        if pushes_left[to] < 0:
            continue
        more = int(needs[to, w])
        push = int(edges[edge, PUSH])
        if push >= 0 and push >> 8 == w:
            more |= 1 << (push >> 3 & 31)
        bits &= more
    return bits


def settle(offsets, edges, pushes_left, order, needs):
    """Remove from `needs`, for each state, the cells that some solution does not need.

    At first, `needs` must contain all cells for each state. `order` lists the states, those nearest
    a win first.
    """
    changed = True
    while changed:
        changed = False
        for k in range(order.size):
            at = order[k]
            for w in range(needs.shape[1]):
                bits = needed(at, w, offsets, edges, pushes_left, needs)
                if bits != needs[at, w]:
                    changed = True
                needs[at, w] = bits


settled = Kernel(settle, [needed])


@dataclass(frozen=True)
class Aim:
    """The subgoals: `offsets`, `edges` and `needs`.

    The column `LEFT` of `edges` is a heuristic value for the state after the push. It counts each
    remaining push as `PUSH_COST` moves.
    """

    offsets: np.ndarray
    edges: np.ndarray
    needs: np.ndarray


# No subgoals: the player wins by reaching an exit.
NO_AIM = Aim(
    np.array([0, 1], np.int64), np.array([[LEAVES, 0, 0]], np.int32), np.zeros((1, 1), np.uint32)
)


@lru_cache(maxsize=1)  # rounds on one board share it
def aims(ground: Ground, stops: Callable[[], bool]) -> Aim:
    """Return the subgoals near the exits, from the largest pattern that can be expanded."""
    pattern = largest(ground, stops, walks=False)
    if pattern is None:
        return NO_AIM
    offsets, edges = pattern.offsets, pattern.edges.copy()
    pushes_left = _pushes_left(offsets, edges)
    needs = np.tile(ground.packed(np.ones(ground.size)), (len(pushes_left), 1))
    needs[-1] = 0
    order = np.argsort(pushes_left, kind="stable")
    order = order[(pushes_left[order] >= 0) & (order < len(pushes_left) - 1)]
    settled.compiled(offsets, edges, pushes_left, order, needs, work=edges.size)
    begin, end = np.repeat(pushes_left[:-1], np.diff(offsets)), pushes_left[edges[:, TO]]
    guess = PUSH_COST * begin + USELESS_PUSH_COST * (end - begin + (edges[:, PUSH] != LEAVES))
    edges[:, LEFT] = np.where(end < 0, NEVER, guess)
    return Aim(offsets, edges, needs)


def _pushes_left(offsets: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return the smallest number of pushes that win from each state, or -1 for a lost state."""
    pushes_left = np.full(len(offsets), -1, np.int64)
    pushes_left[-1] = 0
    pushes = (edges[:, PUSH] != LEAVES).astype(np.int64)
    return cheapest(np.append(offsets, offsets[-1]), edges[:, TO].copy(), pushes, pushes_left)
