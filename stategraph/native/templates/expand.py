# ruff: noqa: F401 - a place uses FAILED, another UInt32s
"""The loop that expands a puzzle breadth first.

States are numbered in the order in which they are met, and expanded in that order::

    states   0 1 2 3 ... head ... count            targets   of 0 | of 1 | ... | filled
             expanded    |        |                          the moves of a block, `base` moves
                         next     met so far                 stand in the blocks before it

All states that win are one node, `goal` (-1: none was met), which is not expanded.
"""

from stategraph.machine.language import Int32s, Int64Rows, Int64s, UInt16s, UInt32s
from stategraph.native.templates.outcomes import FAILED, FULL, STOPPED
from stategraph.native.templates.states import copy, find

Labels = UInt16s  # [labels]


def expand(
    states: Int64Rows, index: Int32s, offsets: Int64s, targets: Int32s, labels: Labels,
    head, count, filled, goal, stop, room, limit, base,
    new: Int64Rows, label: Int64s, won: Int64s, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Expand states up to number `stop`; return (head, count, filled, goal, why)."""
    # [constants]
    most = label.size - 1
    # before each turn: states below `head` are expanded, their moves end at offsets[head] - base
    while head < stop and head < count and count + most <= room and filled + most <= targets.size:
        if head == goal:
            head += 1
            offsets[head] = base + filled
            continue
        # [words]
        made = 0
        # [rules] or return head, count, filled, goal, FAILED
        count_before = count
        goal_before = goal
        for i in range(made):
            if won[i]:
                if goal < 0:
                    goal = count
                    copy(new, i, states, goal)
                    count += 1
                targets[filled + i] = goal
            else:
                targets[filled + i], count = find(new, i, states, count, index)
            labels[filled + i] = label[i]
        if count > limit:
            return head, count_before, filled, goal_before, FULL
        filled += made
        head += 1
        offsets[head] = base + filled
    return head, count, filled, goal, STOPPED
