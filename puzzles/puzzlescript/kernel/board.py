"""The board: objects and movements of its cells, and the packed state of these objects."""

from __future__ import annotations

from .numbers import FULL, W


def lowest(x):
    """Return the position of the lowest 1 bit of a nonzero word, by binary search with masks."""
    low = x & -x
    n = 32 if low & -0x100000000 else 0
    n += 16 if low & -0xFFFF00010000 else 0
    n += 8 if low & -0xFF00FF00FF0100 else 0
    n += 4 if low & -0xF0F0F0F0F0F0F10 else 0
    n += 2 if low & -0x3333333333333334 else 0
    return n + (1 if low & -0x5555555555555556 else 0)


def toggle(plane, word, bit, by, board):
    """Add a cell to a plane (`by` = 1), or remove it (`by` = -1)."""
    board.planes[plane * W + word] ^= bit
    board.counts[plane] += by


def flip(thing, c, by, game, board):
    """Add an object to a cell (`by` = 1), or remove it (`by` = -1)."""
    word = game.word[c]
    bit = game.bit[c]
    toggle(thing, word, bit, by, board)
    sets = game.derived[thing] + 1
    for k in range(sets, sets + game.code[sets - 1]):
        toggle(game.code[k], word, bit, by, board)
    packed = game.packed_word[thing, c]
    if packed < 0:
        board.broken[0] = 1
    else:
        board.current[packed] ^= game.packed_bits[thing, c]


def put(c, layer, content, game, board):
    """Set the content of a layer of a cell; return whether it changed."""
    old = board.at[c, layer]
    if old == content:
        return 0
    if old > 0:
        flip(old - 1, c, -1, game, board)
    if content > 0:
        flip(content - 1, c, 1, game, board)
    board.at[c, layer] = content
    return 1


def steer(c, layer, movement, game, board):
    """Set the movement of a layer of a cell; return whether it changed."""
    old = board.moving[c, layer]
    if old == movement:
        return 0
    word = game.word[c]
    bit = game.bit[c]
    plane = game.movements + 6 * layer
    for k in range(5):
        if (old ^ movement) >> k & 1:
            toggle(plane + k, word, bit, 1 if movement >> k & 1 else -1, board)
    if old == 0:
        toggle(plane + 5, word, bit, 1, board)
    elif movement == 0:
        toggle(plane + 5, word, bit, -1, board)
    board.moving[c, layer] = movement
    return 1


def copy_row(source, to):
    """Copy a packed state."""
    for k in range(to.size):
        to[k] = source[k]


def same_row(row, other):
    """Return whether two packed states are equal."""
    for k in range(row.size):
        if row[k] != other[k]:
            return 0
    return 1


def come_or_go(thing, c, comes, game, board):
    """Add an object to a cell in which its layer is free, or remove it from the cell."""
    flip(thing, c, 1 if comes else -1, game, board)
    board.at[c, game.layer_of[thing]] = thing + 1 if comes else 0


def become(row, game, board):
    """Set the planes to a packed state: remove objects first, then add objects."""
    single, current = game.single, board.current
    new = 0
    moves = 0
    if single.thing >= 0:
        old = current[single.word] >> single.shift & single.mask
        new = row[single.word] >> single.shift & single.mask
        moves = old != new or board.begun[0] == 0
        if moves and board.begun[0]:
            come_or_go(single.thing, single.cells[old], 0, game, board)
        board.begun[0] = 1
    for comes in range(2):
        for k in range(row.size):
            other = row[k] if comes else ~row[k]
            remaining = (row[k] ^ current[k]) & other
            while remaining != 0:
                bit = 64 * k + lowest(remaining)
                remaining &= remaining - 1
                if game.thing_at[bit] >= 0:
                    come_or_go(game.thing_at[bit], game.cell_at[bit], comes, game, board)
    if moves:
        come_or_go(single.thing, single.cells[new], 1, game, board)
    copy_row(row, current)


def has(plane, c, game, board):
    """Return whether a plane contains a cell."""
    return board.planes[plane * W + game.word[c]] & game.bit[c] != 0


def held_word(things, k, game, board):
    """Return word `k` of the plane of cells that hold any, or all, objects of a set."""
    whole = game.code[things]
    cells = FULL if whole else 0
    for j in range(things + 2, things + 2 + game.code[things + 1]):
        plane = board.planes[game.code[j] * W + k]
        cells = cells & plane if whole else cells | plane
    return cells
