# ruff: noqa: F401 - a place uses FAILED
"""The loop that makes the moves of states that it is given, and keeps nothing of them.

For whoever decides what a node is: one state for all that look alike, or for all the places that a
walk leads to.
"""

from stategraph.machine.language import Int64Rows, Int64s
from stategraph.native.templates.outcomes import FAILED, STOPPED
from stategraph.native.templates.states import copy, find


def after(
    states: Int64Rows, ends: Int64s, head, stop,
    new: Int64Rows, label: Int64s, won: Int64s, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Make the moves of the states up to number `stop`; return (head, made, why).

    Writes how many moves there are when each is done into `ends`.
    """
    # [constants]
    made = 0
    while head < stop:
        # [words]
        # [rules] or return head, made, FAILED
        ends[head] = made
        head += 1
    return head, made, STOPPED
