# ruff: noqa: SIM110 - this code is compiled
"""Hash tables of packed states, shared by the loops of a written module.

Glossary of all templates::

    rows                   packed states
    count                  the number of numbered states
    n_moves                the number of moves written into `Moves` so far
    C, *T                  the numbers c0, c1, ... and the tables t0, t1, ..., which differ between
                           levels
"""

from typing import NamedTuple

from stategraph.kernels import hash_row
from stategraph.machine.language import Int32s, Int64Rows, Int64s, prefetch

# The heuristic of a state from which no moves lead to the goal.
DEAD = 1 << 30  # [sizes]


class Table(NamedTuple):
    """The packed states (room, w), and the index (slots,) that maps a state to its number.

    A slot of the index holds the number of a state plus 1, or 0 if the slot is free. If the index
    is `dense`, a state is a single word, which is also the number of its slot.
    """

    states: Int64Rows
    index: Int32s
    dense: int


class Moves(NamedTuple):
    """The moves of states: the packed target, the label number, and whether the move wins."""

    new: Int64Rows
    label: Int64s
    won: Int64s


def same(rows, i, other_rows, j):
    """Return whether two rows hold the same packed state."""
    width = rows.shape[1]  # [width]
    for k in range(width):
        if rows[i, k] != other_rows[j, k]:
            return False
    return True


def copy(rows, i, other_rows, j):
    """Copy row i into row j of `other_rows`."""
    width = rows.shape[1]  # [width]
    for k in range(width):
        other_rows[j, k] = rows[i, k]


def place_of(rows, i, table):
    """Return the slot where the lookup of row i begins: its word if dense, else its hash."""
    width = rows.shape[1]  # [width]
    return rows[i, 0] if table.dense else hash_row(rows, i, width) & (table.index.size - 1)


def fetch(rows, first, last, slots, table):
    """Write where the lookup of each row from `first` to `last` - 1 begins; prefetch the slots."""
    for i in range(first, last):
        slots[i - first] = place_of(rows, i, table)
        prefetch(table.index, slots[i - first])
    if not table.dense:
        for i in range(first, last):
            prefetch(table.states, table.index[slots[i - first]] - 1)


def find(rows, i, slot, table, count):
    """Return the number of the packed state in row i; a new state is stored as number `count`.

    A hashed index uses linear probing: a state goes into the first free slot from its hash on. In a
    dense index every state has its own slot.
    """
    states, index, dense = table.states, table.index, table.dense
    while True:
        number = index[slot] - 1
        if number < 0:
            index[slot] = count + 1
            copy(rows, i, states, count)
            return count
        if dense or same(rows, i, states, number):
            return number
        slot = (slot + 1) & (index.size - 1)


# [parts]
