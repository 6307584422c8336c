# ruff: noqa: F401, F841 - inserted lines use FAILED, UInt32s and the names of the moves
"""The loop that expands a puzzle breadth first.

States are numbered in the order in which they are found, and expanded in that order::

    states   0 1 2 3 ... head ... count            targets   of 0 | of 1 | ... | filled
             expanded    |        |
                         next     found

A `batch` of states is expanded at a time, in three passes. The first pass generates all moves of
the batch. The second prefetches the parts of the index and of `states` that will be needed. The
third looks up the targets of the moves; by then the prefetched data is in the cache.

All winning states are one node, numbered `goal`, which is not expanded; -1 means not found yet.
"""

from typing import NamedTuple

from stategraph.machine.language import Int32s, Int64s, UInt8s, UInt16s, UInt32s
from stategraph.native.templates.outcomes import FAILED, FULL, STOPPED
from stategraph.native.templates.state_tables import Moves, Table, copy, fetch, find

Labels = UInt16s  # [labels]


class Graph(NamedTuple):
    """The number of moves of each state, and the target and the label of each move."""

    degrees: UInt32s
    targets: Int32s
    labels: Labels


class Progress(NamedTuple):
    """The counts of expanded states, numbered states and moves, and the number of the goal."""

    head: int
    states: int
    filled: int
    goal: int


class Limits(NamedTuple):
    """The limits of a run: first state not to expand, room in the table, number of states.

    At most `batch` states are expanded at a time, and a state has at most `most` moves.
    """

    stop: int
    room: int
    states: int
    batch: int
    most: int


def number_each(moves, n_moves, slots, table, graph, filled, count, goal):
    """Write the target and the label of each move; return the new `count` and `goal`."""
    new, won = moves.new, moves.won
    for i in range(n_moves):
        if not won[i]:
            number = find(new, i, slots[i], table, count)
            if number == count:
                count += 1
        else:
            if goal < 0:
                goal = count
                copy(new, i, table.states, goal)
                count += 1
            number = goal
        graph.targets[filled + i] = number
        graph.labels[filled + i] = moves.label[i]
    return count, goal


def expand(
    table: Table, graph: Graph, progress: Progress, limits: Limits, slots: Int64s,
    moves: Moves, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Expand the states below number `stop`; return (head, count, filled, goal, why).

    Writes the number of moves of each state to `degrees`. If a rule fails, the whole batch is
    undone. States are expanded one by one if a batch might exceed the limit of states.
    """
    states, new, label, won = table.states, moves.new, moves.label, moves.won
    degrees, most = graph.degrees, limits.most
    head, count, filled, goal = progress.head, progress.states, progress.filled, progress.goal
    # [constants]
    while head < limits.stop and head < count:
        batch_size = min(limits.batch, limits.stop - head, count - head)
        batch_size = min(
            batch_size, (limits.room - count) // most, (graph.targets.size - filled) // most
        )
        if batch_size < 1:
            break
        if count + batch_size * most > limits.states:
            batch_size = 1
        first = head
        n_moves = 0
        for k in range(batch_size):
            head = first + k
            before = n_moves
            if head != goal:
                # [words]
                # [rules] or return first, count, filled, goal, FAILED
                pass
            degrees[head] = n_moves - before
        fetch(new, 0, n_moves, slots, table)
        count_before = count
        goal_before = goal
        count, goal = number_each(moves, n_moves, slots, table, graph, filled, count, goal)
        if count > limits.states:
            degrees[first] = 0
            return first, count_before, filled, goal_before, FULL
        filled += n_moves
        head = first + batch_size
    return head, count, filled, goal, STOPPED


def add_up(degrees: UInt32s, offsets: Int64s):
    """Write to `offsets` the offset of the first move of each state."""
    offsets[0] = 0
    for u in range(degrees.size):
        offsets[u + 1] = offsets[u] + degrees[u]


def meet(labels: Labels, occurs: UInt8s):
    """Set `occurs` to 1 for each label that occurs."""
    for e in range(labels.size):
        occurs[labels[e]] = 1


def finish(offsets: Int64s, labels: UInt16s, rank: UInt16s, last: Int64s):
    """Replace labels by their ranks; return the first move whose label repeats in its state, or -1.

    `last` holds, for each rank, the last state that had a move with this label.
    """
    for u in range(offsets.size - 1):
        for e in range(offsets[u], offsets[u + 1]):
            label_rank = rank[labels[e]]
            labels[e] = label_rank
            if last[label_rank] == u:
                return e
            last[label_rank] = u
    return -1
