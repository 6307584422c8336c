# ruff: noqa: SIM110 - what is compiled loops
"""What the loops of a written module share: how a packed state finds its number.

Glossary, of this and of every other template::

    states (room, width)   packed states by number; rows of other arrays are packed states too
    index (slots,)         number + 1 of the packed state that stands in a slot, 0: none does
    dense                  whether a packed state, one word, is its own slot in the index
    count                  the states numbered so far
    new, label, won        the moves of one state: packed states after them, labels, do they win
    made                   how many of these there are
    C, *T                  the numbers c0, c1, ... and tables t0, t1, ... that differ from level to
                           level
"""

from stategraph.kernels import hash_row

# What is guessed where no moves lead to the goal.
DEAD = 1 << 30  # [sizes]


def same(rows, i, others, j):
    """Return whether two rows hold the same packed state."""
    width = rows.shape[1]  # [width]
    for k in range(width):
        if rows[i, k] != others[j, k]:
            return False
    return True


def copy(rows, i, others, j):
    """Copy row i into row j of `others`."""
    width = rows.shape[1]  # [width]
    for k in range(width):
        others[j, k] = rows[i, k]


def place_of(rows, i, index, dense):
    """Return the slot where the search for the state in row i begins: itself, or its hash."""
    width = rows.shape[1]  # [width]
    return rows[i, 0] if dense else hash_row(rows, i, width) & (index.size - 1)


def find(rows, i, slot, states, count, index, dense):
    """Return the number of the packed state in row i; if it is new, `count`, which it now bears.

    A state stands in the first slot, from its place on, that was free when it came; in a dense
    index every place is its own.
    """
    while True:
        found = index[slot] - 1
        if found < 0:
            index[slot] = count + 1
            copy(rows, i, states, count)
            return count
        if dense or same(rows, i, states, found):
            return found
        slot = (slot + 1) & (index.size - 1)


# [parts]
