"""Kernels that find the first of all shortest solutions among the states stored by A*.

From the goals back, the states on shortest solutions are marked. Then each move is the first one
in text order after which a walk and a push can still reach a marked state in time.
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
        these states, in their order
    processed, total : (1,)
        the number of them that are processed, and their total number
    """

    marked: UInt8s
    line: Int32s
    processed: Int64s
    total: Int64s


def mark_before(s, marks, size, moves):
    """Mark the states from which a walk over `size` cells leads to a push after `moves` moves.

    Their blocks are those of the row behind the last state.
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
    """Mark the predecessors of at most `patience` marked states, on paths of the same length."""
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
    """Return the marked state after a push that is number `moves` of the solution, or -1.

    The push may be impossible.
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
    """Return whether a shortest solution continues with a walk from the player's cell."""
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
    """Write the directions of the first of the shortest solutions; all their states are marked.

    `order` has the directions in the order of their labels.
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
