"""Subgoals near the exits, and the order in which they must be reached.

A pattern of the blocks nearest the exits shows which pushes of these blocks win. The search prefers
states with fewer of these pushes left, so it makes them in the order that the pattern needs. If
*all* solutions of the pattern push a block off the same cell, the cell is *needed*: a state is dead
if the player can never stand on that cell again. Such facts are landmarks (J. Hoffmann,
J. Porteous, L. Sebastia, JAIR 2004).

Glossary, besides that of `stategraph.pushing.pattern_database`::

    pushes_left (s+1,)     for each state of the pattern, the smallest number of pushes that win;
                           -1: the state is lost. The last entry is for the player's win
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from stategraph.analysis.costs import cheapest
from stategraph.machine.kernel import Kernel
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.pattern_costs import LEAVES, Subgoals
from stategraph.pushing.pattern_database import Pattern, largest
from stategraph.pushing.push_board import Ground

# Cost in moves of a push of the pattern, and the penalty of a push that brings no win nearer.
PUSH_COST, USELESS_PUSH_COST = 30, 100

# All cells of a word.
ALL_CELLS = 0xFFFFFFFF


def needed(pattern, at, w, pushes_left, needs):
    """Return one word of the needed cells of a state, computed from those of its successors."""
    bits = ALL_CELLS
    for edge in range(pattern.offsets[at], pattern.offsets[at + 1]):
        to = pattern.targets[edge]
        if pushes_left[to] < 0:
            continue
        more = int(needs[to, w])
        push = int(pattern.pushes[edge])
        if push >= 0 and push >> 8 == w:
            more |= 1 << (push >> 3 & 31)
        bits &= more
    return bits


def settle(pattern: Pattern, pushes_left, order, needs):
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
                bits = needed(pattern, at, w, pushes_left, needs)
                if bits != needs[at, w]:
                    changed = True
                needs[at, w] = bits


settled = Kernel(settle, [needed])


# No subgoals: the player wins by reaching an exit.
NO_SUBGOALS = Subgoals(
    offsets=np.array([0, 1], np.int64),
    pushes=np.array([LEAVES], np.int32),
    targets=np.zeros(1, np.int32),
    guesses=np.zeros(1, np.int32),
    needs=np.zeros((1, 1), np.uint32),
)


@lru_cache(maxsize=1)  # rounds on one board share it
def subgoals(ground: Ground, stops: Callable[[], bool]) -> Subgoals:
    """Return the subgoals near the exits, from the largest pattern that can be expanded.

    A heuristic value counts each remaining push as `PUSH_COST` moves.
    """
    pattern = largest(ground, stops)
    if pattern is None:
        return NO_SUBGOALS
    pushes_left = _pushes_left(pattern)
    needs = np.tile(ground.packed(np.ones(ground.size)), (len(pushes_left), 1))
    needs[-1] = 0
    order = np.argsort(pushes_left, kind="stable")
    order = order[(pushes_left[order] >= 0) & (order < len(pushes_left) - 1)]
    settled.compiled(pattern, pushes_left, order, needs, work=3 * pattern.pushes.size)
    begin = np.repeat(pushes_left[:-1], np.diff(pattern.offsets))
    end = pushes_left[pattern.targets]
    useless = end - begin + (pattern.pushes != LEAVES)
    guesses = np.where(end < 0, NEVER, PUSH_COST * begin + USELESS_PUSH_COST * useless)
    return Subgoals(*pattern, guesses.astype(np.int32), needs)


def _pushes_left(pattern: Pattern) -> np.ndarray:
    """Return the smallest number of pushes that win from each state, or -1 for a lost state."""
    offsets, pushes_left = pattern.offsets, np.full(len(pattern.offsets), -1, np.int64)
    pushes_left[-1] = 0
    pushes = (pattern.pushes != LEAVES).astype(np.int64)
    return cheapest(np.append(offsets, offsets[-1]), pattern.targets, pushes, pushes_left)
