"""Look-ups in a pattern database: the next state of the pattern, and its distance from a win.

The pattern takes over from the times of `stategraph.pushing.arrival_kernel` at the first push of
one of its blocks. `stategraph.pushing.pattern_database` builds it, and defines `offsets` and
`edges`.
"""

from __future__ import annotations

from collections.abc import Callable

from stategraph.pushing.arrival_kernel import AGAIN, NEVER

# What wins without a push of the pattern.
LEAVES = -1

# The columns of `edges`.
PUSH, TO, LEFT = 0, 1, 2


def edge_of(at, push, offsets, edges):
    """Return the edge of a push in a state of the pattern; -1: the block is none of its."""
    for edge in range(offsets[at], offsets[at + 1]):
        if edges[edge, PUSH] == push:
            return edge
    return -1


def arrives(push, times):
    """Return when a push is made for the first time, at least.

    Who comes to a cell in a third way opens nothing: that is not settled, but not before a second.
    """
    time = times[push]
    return -1 - time if time < 0 else times[(push >> 3 << 3) + AGAIN]


def handed_over(at, goal, times, offsets, edges):
    """Return the moves to win at least where an exit is reached at `goal` at least."""
    least = NEVER
    for edge in range(offsets[at], offsets[at + 1]):
        push = edges[edge, PUSH]
        time = goal if push == LEAVES else arrives(push, times)
        if time < NEVER:
            least = min(least, time + edges[edge, LEFT])
    return max(goal, least)


def lacks(at, first, needs):
    """Return whether the player can never stand where all who win the pattern push from."""
    for w in range(needs.shape[1]):
        bits = int(needs[at, w])
        cell = 32 * w
        while bits:
            if bits & 1 and first[cell] == NEVER:
                return True
            bits >>= 1
            cell += 1
    return False


HANDING_OVER: list[Callable[..., object]] = [edge_of, arrives, handed_over]
