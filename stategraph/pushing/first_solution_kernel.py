"""Kernels that find the first of all shortest solutions among the states stored by A*.

The first kernel goes back from the goals and marks the states on shortest solutions. The second
kernel chooses the moves one by one. It takes the first move in text order after which a walk and a
push still lead to a marked state in the required number of moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, UInt8s
from stategraph.pushing.box_kernel import Search, known, note
from stategraph.pushing.push_kernel import flood
from stategraph.pushing.state_rows import CARRYING, FINDING, unpack


class Marks(NamedTuple):
    """The states on shortest solutions.

    Attributes
    ----------
    marked : (s,)
        1 for each of them
    line : (s,)
        a queue of the marked states, in the order in which they were marked
    processed, total : (1,)
        the number of marked states whose predecessors are marked too, and of all marked states
    """

    marked: UInt8s
    line: Int32s
    processed: Int64s
    total: Int64s


def mark_before(s, marks, size, moves):
    """Mark each state from which a walk leads to a given push after `moves` moves in total.

    The player of such a state is on one of the `size` cells in `reach`. Its blocks are those in the
    row after the last stored state.
    """
    new = s.progress.count[0]
    for k in range(size):
        s.states.players[new] = s.reach[k]
        _, there = known(s.states, new)
        if there < 0:
            continue
        if s.states.steps[there] + s.dist[s.reach[k]] == moves and not marks.marked[there]:
            marks.marked[there] = 1
            marks.line[marks.total[0]] = there
            marks.total[0] += 1


def mark(s: Search, marks: Marks, patience):
    """Mark the predecessors of at most `patience` marked states on shortest solutions."""
    step, states, block, n = s.board.step, s.states, s.block, s.block.size
    for _ in range(patience):
        if marks.processed[0] == marks.total[0]:
            return
        node = marks.line[marks.processed[0]]
        marks.processed[0] += 1
        unpack(states.rows, node, block)
        cell = states.players[node]
        for direction in range(4):
            behind = step[direction * n + cell]
            stands = step[(direction ^ 2) * n + cell]
            if behind < 0 or stands < 0 or not block[behind] or block[stands]:
                continue
            block[behind] = 0
            block[cell] = 1
            size, _, _ = flood(block, step, s.board.wins, n, stands, s.dist, s.reach)
            note(states.rows, states.players, node, behind, cell, s.progress.count[0])
            mark_before(s, marks, size, states.steps[node] - 1)
            block[behind] = 1
            block[cell] = 0


def pushed(s, marks, node, cell, direction, moves):
    """Return the marked state after a push that is move number `moves` of the solution.

    Return -1 if the push is impossible or leads to no marked state.
    """
    behind = s.board.step[direction * s.block.size + cell]
    if behind < 0 or s.block[behind]:
        return -1
    note(s.states.rows, s.states.players, node, cell, behind, s.progress.count[0])
    _, there = known(s.states, s.progress.count[0])
    if there < 0 or not marks.marked[there] or s.states.steps[there] != moves:
        return -1
    return there


def leads_on(s, marks, node, player, moves_made):
    """Return whether a shortest solution continues from a state with the player on another cell."""
    step, n = s.board.step, s.block.size
    size, _, _ = flood(s.block, step, s.board.wins, n, player, s.dist, s.reach)
    for turn in range(4 * size):
        direction = turn & 3
        stands = s.reach[turn >> 2]
        cell = step[direction * n + stands]
        if cell < 0 or not s.block[cell]:
            continue
        there = pushed(s, marks, node, cell, direction, moves_made + s.dist[stands] + 1)
        if there >= 0:
            return True
    return False


def tell(s: Search, marks: Marks, order, directions):
    """Write the directions of the moves of the first shortest solution in text order.

    The states on all shortest solutions must be marked. `order` lists the four directions in the
    alphabetical order of their labels.
    """
    n = s.block.size
    node = 0
    player = s.states.players[0]
    unpack(s.states.rows, node, s.block)
    for moves_made in range(1, directions.size + 1):
        for k in range(4):
            direction = order[k]
            to = s.board.step[direction * n + player]
            if to < 0:
                continue
            if not s.block[to]:
                if not leads_on(s, marks, node, to, moves_made):
                    continue
            else:
                there = pushed(s, marks, node, to, direction, moves_made)
                if there < 0:
                    continue
                node = there
                unpack(s.states.rows, node, s.block)
            player = to
            directions[moves_made - 1] = direction
            break


_STATES: list[Callable[..., Any]] = [*FINDING, *CARRYING, unpack, flood, note, known]

marking = Kernel(mark, [*_STATES, mark_before])
telling = Kernel(tell, [*_STATES, pushed, leads_on])
