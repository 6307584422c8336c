"""The shortest solution among the states near another.

That is plan neighbourhood graph search (H. Nakhost, M. Müller, Action elimination and plan
neighborhood graph search, ICAPS 2010), of windows of a plan, and by some pushes alone. It sees that
a state need not be on the plan for its rest to win: `stategraph.pushing.plan_regression`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from stategraph.machine.heap import put, take
from stategraph.machine.kernel import Kernel
from stategraph.pushing.plan_regression import JOINING, Rest, Rests, joined
from stategraph.pushing.push_board import NEVER, Ground, Push
from stategraph.pushing.push_kernel import KEEPING, astray, flood, keep, keyed
from stategraph.pushing.time_slices import Patience


def slot_of(keys, index, key):
    """Return the slot of `index` that a key has, or would have: it holds its state + 1, or 0."""
    at = key & (index.size - 1)
    while index[at] != 0 and keys[index[at] - 1] != key:
        at = (at + 1) & (index.size - 1)
    return at


def gather(
    step, wins, homes, codes, allowed, states, turns, keys, index, offsets, targets, lengths, edges,
    ends, joins, free, held, stands, left, since, block, dist, queue, head, count, patience,
):  # fmt: skip
    """Expand `patience` states kept, in order, and keep what is met while there is room.

    A push, as its cell * 4 + its way, is made where it is `allowed`. Writes the moves between
    states kept: those out of state s are ``offsets[s]:offsets[s + 1]`` of `targets`, of so many
    moves `lengths`, each a push of `edges`. ``ends[s]`` are the moves to win from s without a push,
    or by the rest of a plan from row ``joins[s]`` on, -1: none. Returns (head, count), the states
    expanded and kept, when all are expanded or there is no room for the next. Those given at first
    are all different.
    """
    n = wins.size
    if head == 0:
        for new in range(count):
            index[slot_of(keys, index, keys[new])] = new + 1
    last = min(count, head + patience)
    while head < last and offsets[head] + 4 * n <= targets.size:
        key = keyed(states, head, codes, block)
        size, ends[head], _ = flood(block, step, wins, n, turns[head] >> 2, dist, queue)
        joins[head] = stands.size
        if homes.size > 0:
            _, away = astray(block, homes, n)  # -1 where a block gets to no goal
            ends[head] = 0 if away == 0 else -1
        if ends[head] < 0:
            ends[head], joins[head] = joined(states, head, dist, free, held, stands, left, since)
        count, offsets[head + 1] = around(
            step, codes, allowed, states, turns, keys, index, offsets, targets, lengths, edges,
            block, dist, queue, n, size, head, count, key,
        )  # fmt: skip
        head += 1
    return head, count


def around(
    step, codes, allowed, states, turns, keys, index, offsets, targets, lengths, edges, block, dist,
    queue, n, size, head, count, key,
):  # fmt: skip
    """Write the moves of one state; return how many states are kept then, and its last move."""
    edge = offsets[head]
    for turn in range(4 * size):
        way = turn & 3
        stands = queue[turn >> 2]
        cell = step[way * n + stands]
        if cell < 0 or not block[cell] or not allowed[cell * 4 + way]:
            continue
        behind = step[way * n + cell]
        if behind < 0 or block[behind]:
            continue
        new_key = key ^ codes[cell] ^ codes[behind] ^ codes[n + cell]
        at = slot_of(keys, index, new_key)
        if index[at] == 0:
            if count >= keys.size:
                continue
            keep(states, turns, head, count, cell, behind, way)
            keys[count] = new_key
            count += 1
            index[at] = count
        targets[edge] = index[at] - 1
        lengths[edge] = dist[stands] + 1
        edges[edge] = cell * 4 + way
        edge += 1
    return count, edge


def shortest(offsets, targets, lengths, ends, made, sources, through, keys, nodes):
    """Write the fewest moves `made` to each state from the first, until no end is nearer.

    Dijkstra's algorithm. The best way to a state comes from `sources` by the move `through`.
    Returns the state that the shortest way ends in, -1: none does.
    """
    made[0] = 0
    keys[0] = 0
    nodes[0] = 0
    size = 1
    best = NEVER
    found = -1
    while size > 0 and keys[0] < best:
        moves = keys[0]
        node = nodes[0]
        take(keys, nodes, size)
        size -= 1
        if moves > made[node]:
            continue
        if ends[node] >= 0 and moves + ends[node] < best:
            best = moves + ends[node]
            found = node
        for edge in range(offsets[node], offsets[node + 1]):
            to = targets[edge]
            if moves + lengths[edge] < made[to]:
                made[to] = moves + lengths[edge]
                sources[to] = node
                through[to] = edge
                put(keys, nodes, size, made[to], to)
                size += 1
    return found


_surroundings = Kernel(gather, [flood, astray, *KEEPING, slot_of, around, *JOINING])
_shortest = Kernel(shortest, [put, take])


class Window(NamedTuple):
    """Where a shorter plan is looked for.

    Attributes
    ----------
    begin, end : int
        the pushes of the plan made before the first and the last state that others are near to
    allowed : (4n,) uint8
        the pushes, as cell * 4 + way, that may be made
    near : int
        states kept at most
    """

    begin: int
    end: int
    allowed: np.ndarray
    near: int


def shortened(
    ground: Ground,
    rest: Rest,
    others: list[Rest],
    window: Window,
    patience: Patience,
    stopped: Callable[[], bool],
) -> list[Push]:
    """Return the shortest plan by way of states near a window of a plan, given by its `rest`.

    It may go on by the rest of any of the others. Empty where it was stopped.
    """
    around = _Neighbourhood(ground, rest, others, window)
    while around.grow(patience.next()):
        if stopped():
            return []
    return rest.plan[: window.begin] + around.shortest()


class _Neighbourhood:
    """States around those of a window of a plan, and the moves between them."""

    def __init__(self, ground: Ground, rest: Rest, others: list[Rest], window: Window):
        most = max(window.near, window.end - window.begin + 2)
        self._rests = Rests([rest, *others])
        self._since = self._rests.since(rest.after(window.begin))
        self._ground, self._window = ground, window
        edges = 12 * most + 4 * ground.size
        self._states = np.zeros((most, ground.words), np.uint32)
        self._turns, self._ends, self._joins = (np.zeros(most, np.int32) for _ in range(3))
        self._keys = np.zeros(most, np.int64)
        self._index = np.zeros(1 << (4 * most).bit_length(), np.int32)
        self._offsets = np.zeros(most + 1, np.int64)
        self._moves = [np.zeros(edges, np.int32) for _ in range(3)]
        n = ground.size
        self._work: list[Any] = [np.zeros(n, np.uint8), *np.zeros((2, n + 1), np.int32)]
        states, turns, keys = (of[window.begin : window.end + 1] for of in rest.passed)
        once = np.sort(np.unique(keys, return_index=True)[1])
        self._expanded, self._count = 0, len(once)
        self._states[: len(once)], self._turns[: len(once)] = states[once], turns[once]
        self._keys[: len(once)] = keys[once]

    def grow(self, some: int) -> bool:
        """Expand some states more; return whether there were any, and room for them."""
        ground, rest, before = self._ground, self._rests, self._expanded
        self._expanded, self._count = _surroundings.compiled(
            ground.step, ground.wins, ground.homes, ground.codes, self._window.allowed,
            self._states, self._turns, self._keys, self._index, self._offsets, *self._moves,
            self._ends, self._joins, rest.free, rest.held, rest.stands, rest.left,
            self._since, *self._work, self._expanded, self._count, some,
            work=1 << 30,
        )  # fmt: skip
        return self._expanded > before

    def shortest(self) -> list[Push]:
        """Return the pushes of a shortest way from the first state to the end."""
        count, expanded = self._count, self._expanded
        self._offsets[expanded + 1 : count + 1] = self._offsets[expanded]
        self._ends[expanded:count] = -1
        targets, lengths, edges = self._moves
        made = np.full(count, NEVER, np.int32)
        sources, through = np.zeros(count, np.int32), np.zeros(count, np.int32)
        room = int(self._offsets[expanded]) + 1
        node = int(
            _shortest.compiled(
                self._offsets, targets, lengths, self._ends, made, sources, through,
                np.zeros(room, np.int64), np.zeros(room, np.int32), work=1 << 30,
            )
        )  # fmt: skip
        rest, plan = self._rests.pushes(int(self._joins[node])), []
        while node > 0:
            turn = int(edges[through[node]])
            plan.append((turn >> 2, turn & 3))
            node = int(sources[node])
        return plan[::-1] + rest
