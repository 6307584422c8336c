"""Frozen blocks: groups of blocks of which none can be pushed again."""

from __future__ import annotations


def held(block, step, homes, held_fast, cell):
    """Return whether a block cannot be pushed while the blocks in `held_fast` do not move.

    This is so if both axes are blocked. An axis is blocked by a wall or a block in `held_fast` on
    one side, or by cells on both sides from which a block cannot reach a goal.
    """
    n = block.size
    for direction in range(2):
        a = step[direction * n + cell]
        b = step[(direction + 2) * n + cell]
        if a < 0 or b < 0:
            continue
        if (block[a] and held_fast[a]) or (block[b] and held_fast[b]):
            continue
        if homes[a] >= 0 or homes[b] >= 0:
            return False
    return True


def frozen(block, step, homes, held_fast, queue, pushed):
    """Return whether the block just pushed belongs to a frozen group with a block off its goal.

    All blocks connected to the pushed block are assumed frozen at first. Then blocks that can be
    pushed are released, one after another, until no other block can be pushed.
    """
    n = block.size
    if not held(block, step, homes, block, pushed):  # movable even if no other block moves
        return False
    held_fast[pushed] = 1
    queue[0] = pushed
    head = 0
    tail = 1
    while head < tail:
        for direction in range(4):
            to = step[direction * n + queue[head]]
            if to >= 0 and block[to] and not held_fast[to]:
                held_fast[to] = 1
                queue[tail] = to
                tail += 1
        head += 1
    changes = True
    while changes and held_fast[pushed]:
        changes = False
        for k in range(tail):
            if held_fast[queue[k]] and not held(block, step, homes, held_fast, queue[k]):
                held_fast[queue[k]] = 0
                changes = True
    fast = False
    for k in range(tail):
        if held_fast[pushed] and held_fast[queue[k]] and homes[queue[k]] != 0:
            fast = True
    for k in range(tail):
        held_fast[queue[k]] = 0
    return fast
