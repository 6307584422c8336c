# ruff: noqa: F401, F841 - a place uses FAILED and the names of the moves, another UInt32s
"""The loop that expands a puzzle breadth first.

States are numbered in the order in which they are found, and expanded in that order::

    states   0 1 2 3 ... head ... count            targets   of 0 | of 1 | ... | filled
             expanded    |        |
                         next     found

A `batch` of states is expanded at a time. First all its moves are made. Then the needed parts of
the index and of `states` are fetched from memory. Last, the targets of the moves are looked up; by
then the fetched parts have arrived.

All states that win are one node, `goal` (-1: not found), which is not expanded.
"""

from typing import NamedTuple

from stategraph.machine.language import (
    Int32s,
    Int64s,
    UInt8s,
    UInt16s,
    UInt32s,
    prefetch,
)  # fmt: skip
from stategraph.native.templates.outcomes import FAILED, FULL, STOPPED
from stategraph.native.templates.state_tables import Moves, Table, copy, find, place_of

Labels = UInt16s  # [labels]


class Graph(NamedTuple):
    """The number of moves of each state, and the target and the label of each move."""

    degrees: UInt32s
    targets: Int32s
    labels: Labels


class Progress(NamedTuple):
    """States expanded, states numbered, moves of the states expanded, and the goal's number."""

    head: int
    states: int
    filled: int
    goal: int


class Limits(NamedTuple):
    """The reasons to stop: a state's number, a full table, or too many states.

    A `batch` of states is expanded at a time; `most` is the most moves that a state can have.
    """

    stop: int
    room: int
    states: int
    batch: int
    most: int


def fetch(new, n_moves, slots, table):
    """Write the first slot of each new state, and prefetch the content of the slot."""
    for i in range(n_moves):
        slots[i] = place_of(new, i, table)
        prefetch(table.index, slots[i])
    if not table.dense:
        for i in range(n_moves):
            prefetch(table.states, table.index[slots[i]] - 1)


def number_each(moves, n_moves, slots, table, graph, filled, count, goal):
    """Write the target of each move, and its label; return the number of states, and the goal."""
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
    """Expand states up to number `stop`; return (head, count, filled, goal, why).

    Writes how many moves each has into `degrees`. If a rule fails, the batch of its state leaves
    no trace. States are expanded one by one if there may soon be more of them than `limits` has.
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
        fetch(new, n_moves, slots, table)
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
    """Write the offset of the first move of each state."""
    offsets[0] = 0
    for u in range(degrees.size):
        offsets[u + 1] = offsets[u] + degrees[u]


def meet(labels: Labels, occurs: UInt8s):
    """Write which labels occur."""
    for e in range(labels.size):
        occurs[labels[e]] = 1


def finish(offsets: Int64s, labels: UInt16s, rank: UInt16s, last: Int64s):
    """Write the rank of each label in its place; return the first that its state has twice, or -1.

    `last` is, of each rank, the state that had it last.
    """
    for u in range(offsets.size - 1):
        for e in range(offsets[u], offsets[u + 1]):
            label_rank = rank[labels[e]]
            labels[e] = label_rank
            if last[label_rank] == u:
                return e
            last[label_rank] = u
    return -1
