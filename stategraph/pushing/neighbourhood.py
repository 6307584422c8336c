"""The shortest solution among the states near a plan.

This is plan neighbourhood graph search (H. Nakhost, M. Müller, Action elimination and plan
neighborhood graph search, ICAPS 2010) on windows of a plan; it makes only some of the pushes. A
state that is not on a plan may still win by the last pushes of that plan:
`stategraph.pushing.plan_regression` computes the conditions for this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from stategraph.machine.heap import put, take
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, Items, Rows, UInt8s
from stategraph.pushing.plan_regression import JOINING, JoinedConditions, PlanConditions, joined
from stategraph.pushing.push_board import NEVER, Ground, Push
from stategraph.pushing.push_kernel import KEEPING, astray, flood, keep, keyed
from stategraph.pushing.time_slices import Patience


def slot_of(keys, index, key):
    """Return the slot of a key in `index`, or a free slot for the key.

    A slot holds the number of the state plus 1, or 0 if it is free.
    """
    at = key & (index.size - 1)
    while index[at] != 0 and keys[index[at] - 1] != key:
        at = (at + 1) & (index.size - 1)
    return at


class RestrictedBoard(NamedTuple):
    """A board, the allowed pushes, and buffers of walks.

    `allowed` has 1 for each push, as cell * 4 + direction, that may be made. `codes` are random
    numbers from which the key of a state is computed; see `push_kernel`.
    """

    step: Int32s
    wins: UInt8s
    homes: Items
    codes: Int64s
    allowed: UInt8s
    block: UInt8s
    dist: Int32s
    queue: Int32s


class StoredStates(NamedTuple):
    """The stored states, and an index of their keys.

    ``ends[s]`` is the number of moves to win from state s, either without a push or by a walk and
    the pushes of a plan from row ``joins[s]`` of `Plans` on; -1: neither is possible.
    """

    states: Rows
    turns: Int32s
    keys: Int64s
    index: Int32s
    ends: Int32s
    joins: Int32s


class Moves(NamedTuple):
    """The moves between states: ``offsets[s]:offsets[s + 1]`` are those out of state s.

    Each move consists of a walk and a push. `edges` holds the push of each move, and `lengths` its
    total number of steps.
    """

    offsets: Int64s
    targets: Int32s
    lengths: Int32s
    edges: Int32s


class Plans(NamedTuple):
    """The conditions under which plans win, see `stategraph.pushing.plan_regression`."""

    free: Rows
    occupied: Rows
    stands: Items
    moves_left: Items
    since: int


def gather(
    board: RestrictedBoard, stored: StoredStates, moves: Moves, plans: Plans, head, count, patience
):
    """Expand `patience` stored states, in order, and store new ones while there is room.

    Also write the moves between the states. Stop early when all states are expanded or the room is
    used up. Return (head, count), the numbers of expanded and stored states. The initial states
    must all be different.
    """
    step, wins, homes, block = board.step, board.wins, board.homes, board.block
    dist, queue, n = board.dist, board.queue, board.wins.size
    states, keys, index = stored.states, stored.keys, stored.index
    ends, joins = stored.ends, stored.joins
    if head == 0:
        for new in range(count):
            index[slot_of(keys, index, keys[new])] = new + 1
    last = min(count, head + patience)
    while head < last and moves.offsets[head] + 4 * n <= moves.targets.size:
        key = keyed(states, head, board.codes, block)
        size, ends[head], _ = flood(block, step, wins, n, stored.turns[head] >> 2, dist, queue)
        joins[head] = plans.stands.size
        if homes.size > 0:
            _, away = astray(block, homes, n)  # -1 if a block cannot reach any goal
            ends[head] = 0 if away == 0 else -1
        if ends[head] < 0:
            ends[head], joins[head] = joined(
                states,
                head,
                dist,
                plans.free,
                plans.occupied,
                plans.stands,
                plans.moves_left,
                plans.since,
            )
        count, moves.offsets[head + 1] = around(board, stored, moves, size, head, count, key)
        head += 1
    return head, count


def around(board, stored, moves, size, head, count, key):
    """Write the moves of one state; return the new number of states, and the end of its moves."""
    step, codes, block, n = board.step, board.codes, board.block, board.wins.size
    states, turns, keys, index = stored.states, stored.turns, stored.keys, stored.index
    edge = moves.offsets[head]
    for turn in range(4 * size):
        direction = turn & 3
        stands = board.queue[turn >> 2]
        cell = step[direction * n + stands]
        if cell < 0 or not block[cell] or not board.allowed[cell * 4 + direction]:
            continue
        behind = step[direction * n + cell]
        if behind < 0 or block[behind]:
            continue
        new_key = key ^ codes[cell] ^ codes[behind] ^ codes[n + cell]
        at = slot_of(keys, index, new_key)
        if index[at] == 0:
            if count >= keys.size:
                continue
            keep(states, turns, head, count, cell, behind, direction)
            keys[count] = new_key
            count += 1
            index[at] = count
        moves.targets[edge] = index[at] - 1
        moves.lengths[edge] = board.dist[stands] + 1
        moves.edges[edge] = cell * 4 + direction
        edge += 1
    return count, edge


def shortest(between: Moves, ends, distances, sources, through, keys, nodes):
    """Write the distance of each state from the first, until the shortest solution is known.

    This is Dijkstra's algorithm. `sources` has the previous state on the shortest path to each
    state, and `through` the last move of that path. Return the last state of the shortest solution,
    or -1 if no solution exists.
    """
    offsets, targets, lengths = between.offsets, between.targets, between.lengths
    distances[0] = 0
    keys[0] = 0
    nodes[0] = 0
    size = 1
    best = NEVER
    last = -1
    while size > 0 and keys[0] < best:
        moves = keys[0]
        node = nodes[0]
        take(keys, nodes, size)
        size -= 1
        if moves > distances[node]:
            continue
        if ends[node] >= 0 and moves + ends[node] < best:
            best = moves + ends[node]
            last = node
        for edge in range(offsets[node], offsets[node + 1]):
            to = targets[edge]
            if moves + lengths[edge] < distances[to]:
                distances[to] = moves + lengths[edge]
                sources[to] = node
                through[to] = edge
                put(keys, nodes, size, distances[to], to)
                size += 1
    return last


_surroundings = Kernel(gather, [flood, astray, *KEEPING, slot_of, around, *JOINING])
_shortest = Kernel(shortest, [put, take])


class Window(NamedTuple):
    """A window of a plan, in which a shorter plan is searched for.

    Attributes
    ----------
    begin, end : int
        the number of pushes of the plan before the window begins, and before it ends
    allowed : (4n,) uint8
        1 for the pushes, as cell * 4 + direction, that may be made
    near : int
        the largest number of stored states
    """

    begin: int
    end: int
    allowed: np.ndarray
    near: int


def shortened(
    ground: Ground,
    conditions: PlanConditions,
    other_plans: list[PlanConditions],
    window: Window,
    patience: Patience,
    stopped: Callable[[], bool],
) -> list[Push]:
    """Return the shortest plan through states near a window of a plan, given by its `conditions`.

    The result may end with the last pushes of any of the plans. It is empty if the search was
    stopped.
    """
    around = _Neighbourhood(ground, conditions, other_plans, window)
    while around.grow(patience.next()):
        if stopped():
            return []
    return conditions.plan[: window.begin] + around.shortest()


class _Neighbourhood:
    """States near a window of a plan, and the moves between them."""

    def __init__(
        self,
        ground: Ground,
        conditions: PlanConditions,
        other_plans: list[PlanConditions],
        window: Window,
    ):
        most = max(window.near, window.end - window.begin + 2)
        self._joint = JoinedConditions([conditions, *other_plans])
        since = self._joint.since(conditions.after(window.begin))
        n = ground.size
        dist, queue = np.zeros((2, n + 1), np.int32)
        self._board = RestrictedBoard(
            ground.step, ground.wins, ground.homes, ground.codes, window.allowed,
            np.zeros(n, np.uint8), dist, queue,
        )  # fmt: skip
        turns, ends, joins = np.zeros((3, most), np.int32)
        self._stored = StoredStates(
            states=np.zeros((most, ground.words), np.uint32),
            turns=turns,
            keys=np.zeros(most, np.int64),
            index=np.zeros(1 << (4 * most).bit_length(), np.int32),
            ends=ends,
            joins=joins,
        )
        targets, lengths, edges = np.zeros((3, 12 * most + 4 * n), np.int32)
        self._moves = Moves(np.zeros(most + 1, np.int64), targets, lengths, edges)
        joint = self._joint
        self._plans = Plans(joint.free, joint.occupied, joint.stands, joint.moves_left, since)
        passed = [of[window.begin : window.end + 1] for of in conditions.passed]
        once = np.sort(np.unique(passed[2], return_index=True)[1])
        self._expanded, self._count = 0, len(once)
        for column, of in zip(self._stored, passed, strict=False):
            column[: len(once)] = of[once]

    def grow(self, patience: int) -> bool:
        """Expand some states; return whether at least one state was expanded."""
        before = self._expanded
        self._expanded, self._count = _surroundings.compiled(
            self._board, self._stored, self._moves, self._plans, before, self._count, patience,
            work=1 << 30,
        )  # fmt: skip
        return self._expanded > before

    def shortest(self) -> list[Push]:
        """Return the pushes of a shortest path from the first state to a win."""
        count, expanded, offsets = self._count, self._expanded, self._moves.offsets
        offsets[expanded + 1 : count + 1] = offsets[expanded]
        self._stored.ends[expanded:count] = -1
        distances = np.full(count, NEVER, np.int32)
        sources, through = np.zeros(count, np.int32), np.zeros(count, np.int32)
        room = int(offsets[expanded]) + 1
        node = int(
            _shortest.compiled(
                self._moves, self._stored.ends, distances, sources, through,
                np.zeros(room, np.int64), np.zeros(room, np.int32), work=1 << 30,
            )
        )  # fmt: skip
        tail, plan = self._joint.pushes(int(self._stored.joins[node])), []
        while node > 0:
            turn = int(self._moves.edges[through[node]])
            plan.append((turn >> 2, turn & 3))
            node = int(sources[node])
        return plan[::-1] + tail
