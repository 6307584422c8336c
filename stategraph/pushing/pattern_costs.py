"""Subgoals of a search, and look-ups in them.

A heuristic value has two parts. Up to the first push of a block of the pattern, it uses the times
of `stategraph.pushing.arrival_kernel`; from then on, it counts pushes of the pattern.
`stategraph.pushing.subgoal_order` computes the subgoals.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stategraph.machine.language import Int32s, Int64s, Rows
from stategraph.pushing.arrival_kernel import AGAIN, NEVER

# The push of an edge on which the player walks to an exit without another push.
LEAVES = -1


class Subgoals(NamedTuple):
    """A pattern, the heuristic values of its states, and the cells that its solutions need.

    Attributes
    ----------
    offsets, pushes, targets
        see `stategraph.pushing.pattern_database.Pattern`
    guesses : (m,)
        for each edge, the heuristic value of the state after it; `NEVER` if that state is lost
    needs : (s + 1, words)
        for each state, the cells, as bits, off which all its solutions push a block
    """

    offsets: Int64s
    pushes: Int32s
    targets: Int32s
    guesses: Int32s
    needs: Rows


def edge_of(at, push, subgoals):
    """Return the edge of a push in a state of the pattern, or -1 if it has no such push."""
    for edge in range(subgoals.offsets[at], subgoals.offsets[at + 1]):
        if subgoals.pushes[edge] == push:
            return edge
    return -1


def arrives(push, times):
    """Return a lower bound on the first time of a push.

    Only the first two arrivals at a cell, in different modes, are settled. A third arrival is not
    earlier than the second one, so the time of the second one is used as its lower bound.
    """
    time = times[push]
    return -1 - time if time < 0 else times[(push >> 3 << 3) + AGAIN]


def handed_over(at, goal, times, subgoals):
    """Return the heuristic value of a state; the first time on an exit is `goal`."""
    least = NEVER
    for edge in range(subgoals.offsets[at], subgoals.offsets[at + 1]):
        push = subgoals.pushes[edge]
        time = goal if push == LEAVES else arrives(push, times)
        if time < NEVER:
            least = min(least, time + subgoals.guesses[edge])
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


HANDING_OVER: list[Callable[..., object]] = [edge_of, arrives, handed_over, lacks]
