"""The loops that find the first of all shortest solutions, among the states that A* has kept.

From the goals back, states are marked that lie on solutions so short. Then each move is the first
by which one still follows: a mark tells, after a walk as long as its moves allow.

Glossary, besides that of `stategraph.pushing.box_kernel`::

    marks (s,)             1 for each state that lies on a shortest solution
    line, ends             the states marked, in their order; how many of them were looked at, and
                           how many there are
    order (4,)             the ways in the order of their labels
    told                   the ways that the player goes
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stategraph.machine.kernel import Kernel
from stategraph.pushing.box_kernel import COUNT, note
from stategraph.pushing.push_kernel import flood
from stategraph.pushing.state_rows import CARRYING, FINDING, place_of, unpack

# In `ends`.
LOOKED_AT, MARKED = 0, 1


def mark_before(
    rows, players, steps, index, now, marks, line, ends, dist, reach, size, moves
):  # fmt: skip
    """Mark the states from which a walk of `size` cells at most leads to a push after `moves`.

    Their blocks are those of the row that comes next.
    """
    new = now[COUNT]
    for k in range(size):
        players[new] = reach[k]
        at = place_of(rows, players, new, index, rows.shape[1])
        if index[at] == 0:
            continue
        there = index[at] - 1
        if steps[there] + dist[reach[k]] == moves and not marks[there]:
            marks[there] = 1
            line[ends[MARKED]] = there
            ends[MARKED] += 1


def mark(
    step, wins, rows, players, steps, index, now, marks, line, ends, block, dist, reach, patience
):  # fmt: skip
    """Mark what comes before as many marked states as `patience`, on ways of as many moves."""
    n = block.size
    for _ in range(patience):
        if ends[LOOKED_AT] == ends[MARKED]:
            return
        node = line[ends[LOOKED_AT]]
        ends[LOOKED_AT] += 1
        unpack(rows, node, block)
        cell = players[node]
        for way in range(4):
            behind = step[way * n + cell]
            stands = step[(way ^ 2) * n + cell]
            if behind < 0 or stands < 0 or not block[behind] or block[stands]:
                continue
            block[behind] = 0
            block[cell] = 1
            size, _, _ = flood(block, step, wins, n, stands, dist, reach)
            note(rows, players, node, behind, cell, now[COUNT])
            mark_before(
                rows, players, steps, index, now, marks, line, ends, dist, reach, size,
                steps[node] - 1,
            )  # fmt: skip
            block[behind] = 1
            block[cell] = 0


def pushed(step, rows, players, steps, index, now, marks, block, node, cell, way, moves):
    """Return the marked state after a push of a block of `node` that is the last of `moves`; or -1.

    The push may not be possible.
    """
    behind = step[way * block.size + cell]
    if behind < 0 or block[behind]:
        return -1
    note(rows, players, node, cell, behind, now[COUNT])
    there = index[place_of(rows, players, now[COUNT], index, rows.shape[1])] - 1
    if there < 0 or not marks[there] or steps[there] != moves:
        return -1
    return there


def leads_on(
    step, wins, rows, players, steps, index, now, marks, block, dist, reach, node, player, made
):  # fmt: skip
    """Return whether a shortest solution goes on with a walk, the player being there by now."""
    n = block.size
    size, _, _ = flood(block, step, wins, n, player, dist, reach)
    for turn in range(4 * size):
        way = turn & 3
        stands = reach[turn >> 2]
        cell = step[way * n + stands]
        if cell < 0 or not block[cell]:
            continue
        moves = made + dist[stands] + 1
        there = pushed(
            step, rows, players, steps, index, now, marks, block, node, cell, way, moves
        )  # fmt: skip
        if there >= 0:
            return True
    return False


def tell(
    step, wins, rows, players, steps, index, now, marks, order, told, block, dist, reach
):  # fmt: skip
    """Write the ways of the first of the shortest solutions; all their states are marked."""
    n = block.size
    node = 0
    player = players[0]
    unpack(rows, node, block)
    for made in range(1, told.size + 1):
        for k in range(4):
            way = order[k]
            to = step[way * n + player]
            if to < 0:
                continue
            if not block[to]:
                if not leads_on(
                    step, wins, rows, players, steps, index, now, marks, block, dist, reach,
                    node, to, made,
                ):  # fmt: skip
                    continue
            else:
                there = pushed(
                    step, rows, players, steps, index, now, marks, block, node, to, way, made
                )  # fmt: skip
                if there < 0:
                    continue
                node = there
                unpack(rows, node, block)
            player = to
            told[made - 1] = way
            break


_STATES: list[Callable[..., Any]] = [*FINDING, *CARRYING, unpack, flood, note]

marking = Kernel(mark, [*_STATES, mark_before])
telling = Kernel(tell, [*_STATES, pushed, leads_on])
