# ruff: noqa: SIM110 - this code is compiled
"""Hash tables of packed states, shared by the loops of a written module.

Glossary, of this and of every other template::

    rows                   packed states
    count                  the number of numbered states
    n_moves                   how many moves were written into `Moves`
    C, *T                  the numbers c0, c1, ... and tables t0, t1, ... that differ from level to
                           level
"""

from typing import NamedTuple

from stategraph.kernels import hash_row
from stategraph.machine.language import Int32s, Int64Rows, Int64s

# The heuristic of a state from which no moves lead to the goal.
DEAD = 1 << 30  # [sizes]


class Table(NamedTuple):
    """Packed states (room, w) by number, and the index (slots,) that finds a state's number.

    A slot holds number + 1, and 0 if it is free. If the index is `dense`, a packed state, one word,
    is its own slot.
    """

    states: Int64Rows
    index: Int32s
    dense: int


class Moves(NamedTuple):
    """The moves of one state: the packed states after them, their labels, and whether they win."""

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
    """Return the slot where the search for the state in row i begins: itself, or its hash."""
    width = rows.shape[1]  # [width]
    return rows[i, 0] if table.dense else hash_row(rows, i, width) & (table.index.size - 1)


def find(rows, i, slot, table, count):
    """Return the number of the packed state in row i; if it is new, `count`, which it now bears.

    A state is in the first slot, from its hash on, that was free when it was inserted; in a dense
    index every place is its own.
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
