# ruff: noqa: SIM110 - compiled kernels need loops
"""States stored as rows of bits and a player's cell, with a hash index.

The index is a hash table: a slot holds the number of a row plus 1, or 0 if it is empty. The first
words of a row identify the state.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stategraph.machine.kernel import Kernel


def unpack(rows, node, block):
    """Write 1 on each cell where a state has a block, 0 on all others."""
    for cell in range(block.size):
        block[cell] = rows[node, cell >> 5] >> (cell & 31) & 1


def flip(rows, node, cell):
    """Put a block on an empty cell of a row, or remove the block from an occupied cell."""
    rows[node, cell >> 5] ^= 1 << (int(cell) & 31)


def carry(rows, node, new, cell, behind):
    """Write to row `new` the blocks of row `node` with one block moved from `cell` to `behind`."""
    for k in range(rows.shape[1]):
        rows[new, k] = rows[node, k]
    flip(rows, new, cell)
    flip(rows, new, behind)


def slot_of(table, row, begin, words, player, slots):
    """Return the first slot of a state; its bits are `words` words of a row, from `begin` on."""
    key = int(player) + 1
    for k in range(begin, begin + words):
        key = ((key ^ int(table[row, k])) * 2654435761) & 0x3FFFFFFFFFFFFF
        key ^= key >> 23
    return key & (slots - 1)


def same(rows, players, a, b, words):
    """Return whether two states are the same."""
    if players[a] != players[b]:
        return False
    for k in range(words):
        if rows[a, k] != rows[b, k]:
            return False
    return True


def place_of(rows, players, new, index, words):
    """Return the slot of an equal state in the index, or else a free slot for it."""
    at = slot_of(rows, new, 0, words, players[new], index.size)
    while index[at] != 0 and not same(rows, players, index[at] - 1, new, words):
        at = (at + 1) & (index.size - 1)
    return at


def reenter(rows, players, steps, index, count, words):
    """Insert all stored states into an empty index, except those with -1 `steps`.

    A state has -1 `steps` if it was stored again with a shorter path.
    """
    for node in range(count):
        if steps[node] >= 0:
            index[place_of(rows, players, node, index, words)] = node + 1


def doubled(array: np.ndarray) -> np.ndarray:
    """Return a copy of an array with twice the length.

    The new items take no memory before they are used.
    """
    more = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
    more[: len(array)] = array
    return more


CARRYING: list[Callable[..., object]] = [flip, carry]

FINDING: list[Callable[..., object]] = [slot_of, same, place_of]

reindexing = Kernel(reenter, FINDING)
