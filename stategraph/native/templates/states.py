# ruff: noqa: SIM110 - what is compiled loops
"""What the loops of a written module share: how a packed state finds its number.

Glossary, of this and of every other template::

    states (room, width)   packed states by number; rows of other arrays are packed states too
    index (slots,)         finds the number of a packed state, see `find`
    count                  the states numbered so far
    new, label, won        the moves of one state: packed states after them, labels, do they win
    made                   how many of these there are
    C, *T                  the numbers c0, c1, ... and tables t0, t1, ... that differ from level to
                           level
"""

from stategraph.kernels import hash_row

# The kind of index; what is guessed where no moves lead to the goal.
DENSE, DEAD = True, 1 << 30  # [sizes]


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


def find(rows, i, states, count, index):
    """Return the number of the packed state in row i, new or not, and the count of states then.

    A dense index is addressed by the state itself. Else it is open addressing over the rows of
    `states`: a state stands in the first slot, from that of its hash on, that was free when it
    came.
    """
    width = rows.shape[1]  # [width]
    mask = index.size - 1
    slot = rows[i, 0] if DENSE else hash_row(rows, i, width) & mask
    while True:
        found = index[slot]
        if found < 0:
            index[slot] = count
            copy(rows, i, states, count)
            return count, count + 1
        if DENSE or same(rows, i, states, found):
            return found, count
        slot = (slot + 1) & mask


# [parts]
