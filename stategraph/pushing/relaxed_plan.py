"""How much is left to do where blocks are pushed: guesses from a puzzle that is easier.

A cell is a number; ``step[way * n + cell]`` is the cell beside it, -1 where there is none. In the
*relaxed* puzzle a cell that was free once is free for ever, so that a push never stands in the way.
"""

from __future__ import annotations


def relaxed(block, step, wins, n, player, cost, strict, far, by, via, opened, walks, pushes):
    """Walk as if a cell that was free once were free for ever; return the winning cell, or -1.

    A push needs its player behind the block and a cell before it that was free once. With `strict`,
    whoever has pushed a block and goes straight on must push it on. ``far[cell]`` is when the
    player can first stand there, a push taking as long as `cost` moves; ``by[cell]`` from where he
    came, and ``via[cell]`` whether by a push. Two queues, of cells walked to and pushed to, each in
    order.
    """
    for cell in range(n):
        far[cell] = -1
        opened[cell] = 1 - block[cell]
    far[player] = 0
    by[player] = -1
    via[player] = 0
    walks[0] = player
    walk = 0
    walk_end = 1
    push = 0
    push_end = 0
    # before each turn: the player has been wherever he gets sooner than the first of each queue
    while walk < walk_end or push < push_end:
        if push == push_end or (walk < walk_end and far[walks[walk]] <= far[pushes[push]]):
            cell = walks[walk]
            walk += 1
        else:
            cell = pushes[push]
            push += 1
            if not via[cell]:  # walked to since
                continue
            opened[cell] = 1
        if wins[cell]:
            return cell
        walk_end, push_end = onward(
            block, step, n, cell, cost, strict, far, by, via, opened, walks, pushes, walk_end,
            push_end,
        )  # fmt: skip
    return -1


def onward(
    block, step, n, cell, cost, strict, far, by, via, opened, walks, pushes, walk_end, push_end
):  # fmt: skip
    """Queue the cells beside one that is reached; return where both queues end then."""
    for way in range(4):
        to = step[way * n + cell]
        if to < 0:
            continue
        stands = -1
        if not opened[to] or (strict > 0 and via[cell] > 0 and step[way * n + by[cell]] == cell):
            stands = pusher(block, step, n, cell, to, way, far, opened)
        elif far[to] < 0 or (via[to] > 0 and far[to] > far[cell] + 1):
            far[to] = far[cell] + 1
            by[to] = cell
            via[to] = 0
            walks[walk_end] = to
            walk_end += 1
        if stands >= 0:
            far[to] = far[cell] + cost
            by[to] = stands
            via[to] = 1
            pushes[push_end] = to
            push_end += 1
    return walk_end, push_end


def pusher(block, step, n, cell, to, way, far, opened):
    """Return where one stands who pushes a block from `to`, as `cell` is reached; -1: nowhere.

    He pushes from `cell`, or onto it from the other side, if it was a block that kept him from it.
    """
    behind = step[way * n + to]
    if behind < 0 or far[to] >= 0:
        return -1
    if opened[behind]:
        return cell
    if not opened[to] and block[cell] and 0 <= far[behind] <= far[cell]:
        return behind
    return -1


def plan(block, step, n, goal, by, via, mark, queue):
    """Return the pushes, and the cells walked to, of the relaxed way to `goal`."""
    pushed = 0
    walked = 0
    queue[0] = goal
    mark[goal] = 1
    head = 0
    tail = 1
    # before each turn: queue[:tail] are cells that the way needs, what queue[:head] need is among
    while head < tail:
        cell = queue[head]
        head += 1
        before = by[cell]
        if before < 0:
            continue
        needed = before
        if via[cell]:
            pushed += 1
            for way in range(4):
                behind = step[way * n + cell]  # onto which the block is pushed
                if step[way * n + before] == cell and block[behind] and mark[behind] == 0:
                    mark[behind] = 1
                    queue[tail] = behind
                    tail += 1
        else:
            walked += 1
        if mark[needed] == 0:
            mark[needed] = 1
            queue[tail] = needed
            tail += 1
    for k in range(tail):
        mark[queue[k]] = 0
    return pushed, walked


def astray(block, homes, n):
    """Return the blocks that are on no goal, and the pushes to their nearest; -1: one gets there.

    The pushes are -1 where a block can be pushed to none.
    """
    away = 0
    left = 0
    for cell in range(n):
        if block[cell] and homes[cell] != 0:
            if homes[cell] < 0:
                return away, -1
            away += 1
            left += int(homes[cell])
    return away, left
