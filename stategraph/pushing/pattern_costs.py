"""Look-ups in a pattern database: the next state of the pattern, and its distance from a win.

A lower bound has two parts. Up to the first push of a block of the pattern, it uses the times of
`stategraph.pushing.arrival_kernel`; from then on, it uses the pattern.
`stategraph.pushing.pattern_database` builds the pattern, and defines `offsets` and `edges`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stategraph.machine.language import Int64s, Rows
from stategraph.pushing.arrival_kernel import AGAIN, NEVER

# The push of an edge on which the player walks to an exit without another push.
LEAVES = -1

# The columns of `edges`.
PUSH, TO, LEFT = 0, 1, 2


class Pattern(NamedTuple):
    """A pattern database: the edges of each state; see `stategraph.pushing.pattern_database`."""

    offsets: Int64s
    edges: Rows

    def after(self, at: int, cell: int, direction: int) -> int:
        """Return the state of the pattern after the player moved to a cell, maybe by a push."""
        edge = edge_of(at, 8 * cell + direction, self.offsets, self.edges)
        return at if edge < 0 else int(self.edges[edge, TO])


def edge_of(at, push, offsets, edges):
    """Return the edge of a push in a state of the pattern, or -1 if it has no such push."""
    for edge in range(offsets[at], offsets[at + 1]):
        if edges[edge, PUSH] == push:
            return edge
    return -1


def arrives(push, times):
    """Return a lower bound on the first time of a push.

    Only the first two arrivals at a cell, in different modes, are settled. A third arrival is not
    earlier than the second one, so the time of the second one is used as its lower bound.
    """
    time = times[push]
    return -1 - time if time < 0 else times[(push >> 3 << 3) + AGAIN]


def handed_over(at, goal, times, offsets, edges):
    """Return a lower bound on the number of moves to win; the first time on an exit is `goal`."""
    least = NEVER
    for edge in range(offsets[at], offsets[at + 1]):
        push = edges[edge, PUSH]
        time = goal if push == LEAVES else arrives(push, times)
        if time < NEVER:
            least = min(least, time + edges[edge, LEFT])
    return max(goal, least)


def lacks(at, first, needs):
    """Return whether the player can never reach a cell that all solutions of the pattern need."""
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
