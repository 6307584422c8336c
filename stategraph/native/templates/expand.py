# ruff: noqa: F401 - a place uses FAILED, another UInt32s
"""The loop that expands a puzzle breadth first.

States are numbered in the order in which they are met, and expanded in that order::

    states   0 1 2 3 ... head ... count            targets   of 0 | of 1 | ... | filled
             expanded    |        |
                         next     met so far

A `batch` of states is expanded at a time: first all their moves are made, then what will be read of
the index and of `states` is fetched from memory, then the states that the moves lead to are looked
up. By then they are there.

All states that win are one node, `goal` (-1: none was met), which is not expanded.
"""

from stategraph.machine.language import (
    Int32s,
    Int64Rows,
    Int64s,
    UInt8s,
    UInt16s,
    UInt32s,
    prefetch,
)  # fmt: skip
from stategraph.native.templates.outcomes import FAILED, FULL, STOPPED
from stategraph.native.templates.states import copy, find, place_of

Labels = UInt16s  # [labels]


def fetch(new, made, slots, states, index, dense):
    """Write where each new state is looked up first, and have what stands there fetched."""
    for i in range(made):
        slots[i] = place_of(new, i, index, dense)
        prefetch(index, slots[i])
    if not dense:
        for i in range(made):
            prefetch(states, index[slots[i]] - 1)


def number_each(
    new, label, won, made, slots, states, index, dense, targets, labels, filled, count, goal
):  # fmt: skip
    """Write where each move leads, and its label; return how many states are met now, the goal."""
    for i in range(made):
        if not won[i]:
            number = find(new, i, slots[i], states, count, index, dense)
            if number == count:
                count += 1
        else:
            if goal < 0:
                goal = count
                copy(new, i, states, goal)
                count += 1
            number = goal
        targets[filled + i] = number
        labels[filled + i] = label[i]
    return count, goal


def expand(
    states: Int64Rows, index: Int32s, dense, degrees: UInt32s, targets: Int32s,
    labels: Labels, head, count, filled, goal, stop, room, limit,
    batch, most, slots: Int64s,
    new: Int64Rows, label: Int64s, won: Int64s, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Expand states up to number `stop`; return (head, count, filled, goal, why).

    Writes how many moves each has into `degrees`. Where a rule fails, nothing was done with the
    batch that its state is in. Where there may soon be more states than `limit`, they are expanded
    one by one.
    """
    # [constants]
    while head < stop and head < count:
        many = min(batch, stop - head, count - head)
        many = min(many, (room - count) // most, (targets.size - filled) // most)
        if many < 1:
            break
        if count + many * most > limit:
            many = 1
        first = head
        made = 0
        for k in range(many):
            head = first + k
            before = made
            if head != goal:
                # [words]
                # [rules] or return first, count, filled, goal, FAILED
                pass
            degrees[head] = made - before
        fetch(new, made, slots, states, index, dense)
        count_before = count
        goal_before = goal
        count, goal = number_each(
            new, label, won, made, slots, states, index, dense, targets, labels, filled, count, goal
        )
        if count > limit:
            degrees[first] = 0
            return first, count_before, filled, goal_before, FULL
        filled += made
        head = first + many
    return head, count, filled, goal, STOPPED


def add_up(degrees: UInt32s, offsets: Int64s):
    """Write where the moves of each state begin."""
    offsets[0] = 0
    for u in range(degrees.size):
        offsets[u + 1] = offsets[u] + degrees[u]


def meet(labels: Labels, met: UInt8s):
    """Write which labels occur."""
    for e in range(labels.size):
        met[labels[e]] = 1


def finish(offsets: Int64s, labels: UInt16s, rank: UInt16s, last: Int64s):
    """Write the rank of each label in its place; return the first that its state has twice, or -1.

    `last` is, of each rank, the state that had it last.
    """
    for u in range(offsets.size - 1):
        for e in range(offsets[u], offsets[u + 1]):
            here = rank[labels[e]]
            labels[e] = here
            if last[here] == u:
                return e
            last[here] = u
    return -1
