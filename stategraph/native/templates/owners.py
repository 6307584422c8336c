# ruff: noqa: F401, F841 - inserted lines use FAILED and the names of the moves
"""The loops of a worker that expands a puzzle together with others.

`stategraph.store.numbering` shows how the workers share the work. A worker expands consecutive
states and sends the target of each move, the *key*, to the worker that owns it. Keys are stored in
segments, so that one array serves any number of owners::

    keys     | owner 1 | owner 0 | owner 1 | ...     each segment has `SEGMENT_ROWS` keys,
    owners   |    1    |    0    |    1    |         in the order in which they were sent

    refs     the row in `keys` of each move's target, `WINS` if the move wins

A small table of recent keys avoids that a key is sent again soon.
"""

from typing import NamedTuple

from stategraph.kernels import hash_row, owner_of
from stategraph.machine.language import (
    Int32s,
    Int64Rows,
    Int64s,
    UInt8s,
    UInt16s,
    UInt32s,
    prefetch,
)
from stategraph.native.templates.outcomes import FAILED, STOPPED
from stategraph.native.templates.state_tables import Moves, Table, copy, fetch, same

Labels = UInt16s  # [labels]

# A segment has 2 ** `SEGMENT_BITS` rows. Segments of 128 and of 8,192 rows were as fast.
SEGMENT_BITS, SEGMENT_ROWS = 10, 1024

# Replaces the row or the number of a target if the move wins.
WINS = -1


class Sent(NamedTuple):
    """The keys in segments, the owner of each segment, the row after the last key of each owner.

    `recent` holds rows plus 1, by hash. `near` is the argument of `owner_of`.
    """

    keys: Int64Rows
    owners: Int32s
    ends: Int64s
    recent: Int32s
    near: int


class Expanded(NamedTuple):
    """The number of moves of each state, and the row and the label of each move.

    `occurs` marks the labels that occur. `goal` has the first winning state in its only row.
    """

    degrees: UInt32s
    refs: Int32s
    labels: Labels
    occurs: UInt8s
    goal: Int64Rows


class Position(NamedTuple):
    """The first state to expand, the counts of moves and segments, the first winning move.

    `goal` is the state that is not expanded. At most `batch` states are expanded at a time, and a
    state has at most `most` moves.
    """

    head: int
    stop: int
    filled: int
    segments: int
    won: int
    goal: int
    batch: int
    most: int


class Order(NamedTuple):
    """The order of the new states of each owner o.

    This worker reaches the states from ``begin[o]`` on first, and ``next[o]`` is the next of them.
    Their numbers begin at ``starts[o]`` among the numbers for all owners. The numbers of the
    earlier states, which other workers send, begin at ``other_starts[o]``.
    """

    begin: Int64s
    next: Int64s
    starts: Int64s
    other_starts: Int64s


class Numbered(NamedTuple):
    """The number of each move's target, the new states, and the numbers for the owners."""

    targets: Int32s
    states: Int64Rows
    numbers: Int32s


class New(NamedTuple):
    """The packed words of an owner's new states, and their slots in the index."""

    states: Int64Rows
    slots: Int64s


def slot_of_recent(rows, i, sent):
    """Return the slot of `sent.recent` for the state in row i."""
    width = rows.shape[1]  # [width]
    return hash_row(rows, i, width) & (sent.recent.size - 1)


def is_in(keys, i, item, owned, new):
    """Return whether a slot with this `item` is free or belongs to the state in row i."""
    if item == 0 or owned.dense:
        return True
    if item > 0:
        return same(keys, i, owned.states, item - 1)
    return same(keys, i, new.states, -1 - item)


def send(
    states: Int64Rows, expanded: Expanded, sent: Sent, position: Position,
    moves: Moves, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Expand states and send the targets; return (head, filled, segments, won, status)."""
    new, label, won = moves.new, moves.label, moves.won
    head, filled, segments, first_won = (
        position.head, position.filled, position.segments, position.won
    )  # fmt: skip
    goal, most = position.goal, position.most
    owners = sent.ends.size
    width = states.shape[1]  # [width]
    # [constants]
    while head < position.stop:
        batch_size = min(
            position.batch, position.stop - head, (expanded.refs.size - filled) // most
        )
        full = (batch_size * most >> SEGMENT_BITS) + 1 + owners
        if batch_size < 1 or segments + full > sent.owners.size:
            break
        first = head
        n_moves = 0
        for k in range(batch_size):
            head = first + k
            before = n_moves
            if head != goal:
                # [words]
                # [rules] or return first, filled, segments, first_won, FAILED
                pass
            expanded.degrees[head] = n_moves - before
        for i in range(n_moves):
            prefetch(sent.recent, slot_of_recent(new, i, sent))
        for i in range(n_moves):
            prefetch(sent.keys, sent.recent[slot_of_recent(new, i, sent)] - 1)
        for i in range(n_moves):
            expanded.labels[filled] = label[i]
            expanded.occurs[label[i]] = 1
            if won[i]:
                if first_won < 0:
                    first_won = filled
                    copy(new, i, expanded.goal, 0)
                expanded.refs[filled] = WINS
            else:
                slot = slot_of_recent(new, i, sent)
                row = sent.recent[slot] - 1
                if row < 0 or not same(new, i, sent.keys, row):
                    o = owner_of(new, i, width, owners, sent.near)
                    row = sent.ends[o]
                    if row & (SEGMENT_ROWS - 1) == 0:
                        row = segments << SEGMENT_BITS
                        sent.owners[segments] = o
                        segments += 1
                    copy(new, i, sent.keys, row)
                    sent.ends[o] = row + 1
                    sent.recent[slot] = row + 1
                expanded.refs[filled] = row
            filled += 1
        head = first + batch_size
    return head, filled, segments, first_won, STOPPED


def sift(
    keys: Int64Rows, owned: Table, new: New, count, slots: Int64s, answers: Int32s
):  # fmt: skip
    """Answer each key by the row of its state in `owned`; store new states; return their number.

    The answer for the j-th new state is -j, and so is its slot of the index. There are `count` new
    states already. `slots` is a buffer: as many keys as it has items are looked up together, so
    that their memory accesses overlap.
    """
    index = owned.index
    width = keys.shape[1]  # [width]
    last = 0
    while last < keys.shape[0]:
        first = last
        last = min(keys.shape[0], first + slots.size)
        fetch(keys, first, last, slots, owned)
        for i in range(first, last):
            slot = slots[i - first]
            while not is_in(keys, i, index[slot], owned, new):
                slot = (slot + 1) & (index.size - 1)
            if index[slot] == 0:
                copy(keys, i, new.states, count)
                new.slots[count] = slot
                count += 1
                index[slot] = -count
            answers[i] = index[slot] - 1 if index[slot] > 0 else index[slot]
    return count


def number(
    expanded: Expanded, sent: Sent, places: Int64s, answers: Int32s, order: Order,
    numbered: Numbered, base, won,
):  # fmt: skip
    """Number the states that this worker reaches first, from `base` on, in the order of its moves.

    The target of a winning move becomes `WINS`. A state that another worker numbers becomes -2
    minus its index among the numbers from other workers.

    ``places[s]`` is the index in `answers` of the first key of segment s. `won` is the move that
    reaches the goal first, -1 if another worker does. The loop ends before a state whose moves lead
    to more new states than there is room for. Returns the numbers of finished states, of their
    moves, and of new states, and the number of the goal if it is new, else -1.
    """
    refs, targets, new = expanded.refs, numbered.targets, numbered.states
    moves = 0
    count = 0
    goal = -1
    for u in range(expanded.degrees.size):
        count_before = count
        goal_before = goal
        for m in range(moves, moves + expanded.degrees[u]):
            row = refs[m]
            to = WINS
            if row != WINS:
                place = places[row >> SEGMENT_BITS] + (row & (SEGMENT_ROWS - 1))
                to = answers[place]
                if to < 0:
                    o = sent.owners[row >> SEGMENT_BITS]
                    j = -1 - to
                    if j == order.next[o]:
                        if count == new.shape[0]:
                            return u, moves, count_before, goal_before
                        order.next[o] += 1
                        to = base + count
                        copy(sent.keys, row, new, count)
                        count += 1
                        numbered.numbers[order.starts[o] + j - order.begin[o]] = to
                        answers[place] = to
                    elif j >= order.begin[o]:
                        to = numbered.numbers[order.starts[o] + j - order.begin[o]]
                    else:
                        to = -2 - order.other_starts[o] - j
            elif m == won:
                if count == new.shape[0]:
                    return u, moves, count_before, goal_before
                copy(expanded.goal, 0, new, count)
                goal = base + count
                count += 1
            targets[m] = to
        moves += expanded.degrees[u]
    return expanded.degrees.size, moves, count, goal


def resolve(targets: Int32s, others: Int32s, goal):
    """Replace each negative number in `targets` that `number` wrote by the number of the state."""
    for m in range(targets.size):
        to = targets[m]
        if to < 0:
            targets[m] = goal if to == WINS else others[-2 - to]
