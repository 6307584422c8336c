"""The board: objects and movements of its cells, and the packed state of these objects."""

from __future__ import annotations

from .numbers import (
    AT,
    BEGUN,
    BROKEN,
    CELLS,
    COUNTS,
    CURRENT,
    DERIVED,
    FULL,
    LAYER_OF,
    LAYERS,
    MOVEMENTS,
    MOVING,
    NEXT,
    PACKED,
    PLACE,
    PLANES,
    SINGLE,
    SPOT,
    WIDTH,
    W,
)


def lowest(x):
    """Return the position of the lowest 1 bit of a nonzero word, by binary search with masks."""
    low = x & -x
    n = 32 if low & -0x100000000 else 0
    n += 16 if low & -0xFFFF00010000 else 0
    n += 8 if low & -0xFF00FF00FF0100 else 0
    n += 4 if low & -0xF0F0F0F0F0F0F10 else 0
    n += 2 if low & -0x3333333333333334 else 0
    return n + (1 if low & -0x5555555555555556 else 0)


def toggle(plane, word, bit, by, G, S):
    """Flip one bit of a plane, and update the number of cells in the plane."""
    S[G[PLANES] + plane * W + word] ^= bit
    S[G[COUNTS] + plane] += by


def flip(thing, c, by, G, S):
    """Add an object to a cell (`by` = 1), or remove it (`by` = -1)."""
    word = G[G[PLACE] + 2 * c]
    bit = G[G[PLACE] + 2 * c + 1]
    toggle(thing, word, bit, by, G, S)
    for k in range(G[G[DERIVED] + thing], G[G[DERIVED] + thing + 1]):
        toggle(G[k], word, bit, by, G, S)
    at = G[PACKED] + 2 * (thing * G[CELLS] + c)
    if G[at] < 0:
        S[G[BROKEN]] = 1
    else:
        S[G[CURRENT] + G[at]] ^= G[at + 1]


def put(c, layer, code, G, S):
    """Set the content of a layer of a cell; return whether it changed."""
    at = G[AT] + c * G[LAYERS] + layer
    old = S[at]
    if old == code:
        return 0
    if old > 0:
        flip(old - 1, c, -1, G, S)
    if code > 0:
        flip(code - 1, c, 1, G, S)
    S[at] = code
    return 1


def steer(c, layer, movement, G, S):
    """Set the movement of a layer of a cell; return whether it changed."""
    at = G[MOVING] + c * G[LAYERS] + layer
    old = S[at]
    if old == movement:
        return 0
    word = G[G[PLACE] + 2 * c]
    bit = G[G[PLACE] + 2 * c + 1]
    plane = G[MOVEMENTS] + 6 * layer
    for k in range(5):
        if (old ^ movement) >> k & 1:
            toggle(plane + k, word, bit, 1 if movement >> k & 1 else -1, G, S)
    if old == 0:
        toggle(plane + 5, word, bit, 1, G, S)
    elif movement == 0:
        toggle(plane + 5, word, bit, -1, G, S)
    S[at] = movement
    return 1


def copy_row(source, to, G, S):
    """Copy a packed state."""
    for k in range(G[WIDTH]):
        S[to + k] = S[source + k]


def same_row(row, other, G, S):
    """Return whether two packed states are equal."""
    for k in range(G[WIDTH]):
        if S[row + k] != S[other + k]:
            return 0
    return 1


def come_or_go(thing, c, comes, G, S):
    """Add an object to a cell in which its layer is free, or remove it from the cell."""
    flip(thing, c, 1 if comes else -1, G, S)
    S[G[AT] + c * G[LAYERS] + G[G[LAYER_OF] + thing]] = thing + 1 if comes else 0


def become(row, G, S):
    """Set the planes to a packed state: remove objects first, then add objects.

    SINGLE describes an object that is always in exactly one cell: (object or -1, word, shift, mask,
    possible cells).
    """
    single = G[SINGLE]
    thing = G[single]
    new = 0
    moves = 0
    if thing >= 0:
        word = G[single + 1]
        old = S[G[CURRENT] + word] >> G[single + 2] & G[single + 3]
        new = S[row + word] >> G[single + 2] & G[single + 3]
        moves = old != new or S[G[BEGUN]] == 0
        if moves and S[G[BEGUN]]:
            come_or_go(thing, G[single + 4 + old], 0, G, S)
        S[G[BEGUN]] = 1
    for comes in range(2):
        for k in range(G[WIDTH]):
            other = S[row + k] if comes else ~S[row + k]
            remaining = (S[row + k] ^ S[G[CURRENT] + k]) & other
            while remaining != 0:
                spot = G[G[SPOT] + 64 * k + lowest(remaining)]
                remaining &= remaining - 1
                if spot >= 0:
                    come_or_go(spot // G[CELLS], spot % G[CELLS], comes, G, S)
    if moves:
        come_or_go(thing, G[single + 4 + new], 1, G, S)
    copy_row(row, G[CURRENT], G, S)


def next_cell(c, direction, G):
    """Return the next cell in a direction, or -1 if it would be outside the board."""
    return G[G[NEXT] + 4 * c + direction]


def has(plane, c, G, S):
    """Return whether a plane contains a cell."""
    return S[G[PLANES] + plane * W + G[G[PLACE] + 2 * c]] & G[G[PLACE] + 2 * c + 1] != 0


def held_word(things, k, G, S):
    """Return word `k` of the plane of cells that hold any, or all, of the given objects."""
    whole = G[things]
    cells = FULL if whole else 0
    for j in range(G[things + 1]):
        plane = S[G[PLANES] + G[things + 2 + j] * W + k]
        cells = cells & plane if whole else cells | plane
    return cells
