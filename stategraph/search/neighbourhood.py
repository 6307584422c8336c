"""The shortest solution among the states near another.

That is plan neighbourhood graph search (H. Nakhost, M. Müller, Action elimination and plan
neighborhood graph search, ICAPS 2010).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stategraph.analysis.costs import cheapest
from stategraph.search import pushes
from stategraph.search.ground import Ground, Push
from stategraph.search.patience import Patience


def shortened(
    ground: Ground, plan: list[Push], near: int, stopped: Callable[[], bool]
) -> list[Push]:
    """Return the shortest plan among `near` states: those of a plan, and those around them.

    Empty where it was stopped.
    """
    around = _Neighbourhood(ground, plan, max(near, len(plan) + 1))
    while around.grow():
        if stopped():
            return []
    return around.shortest()


class _Neighbourhood:
    """States around a plan, and the moves between them."""

    def __init__(self, ground: Ground, plan: list[Push], most: int):
        self._ground, self._patience = ground, Patience()
        edges = 12 * most + 4 * ground.size
        self._states = np.zeros((most, ground.words), np.uint32)
        self._turns, self._ends = np.zeros(most, np.int32), np.full(most, -1, np.int32)
        self._keys = np.zeros(most, np.int64)
        self._index = np.zeros(1 << (4 * most).bit_length(), np.int32)
        self._offsets = np.zeros(most + 1, np.int64)
        self._moves = [np.zeros(edges, np.int32) for _ in range(3)]
        self._expanded = self._count = 0
        for block, player in ground.after(plan):
            self._keep(block, player)

    def _keep(self, block: np.ndarray, player: int) -> None:
        ground, new = self._ground, self._count
        key = ground.key(block, player)
        at = pushes.slot_of(self._keys, self._index, key)
        if not self._index[at]:
            self._states[new], self._turns[new] = ground.packed(block), player * 4
            self._keys[new] = key
            self._count += 1
            self._index[at] = self._count

    def grow(self) -> bool:
        """Expand some states more; return whether there were any, and room for them."""
        ground, before, n = self._ground, self._expanded, self._ground.size
        self._expanded, self._count = pushes.surroundings.compiled(
            ground.step, ground.wins, ground.homes, ground.codes, self._states, self._turns,
            self._keys, self._index, self._offsets, *self._moves, self._ends,
            np.zeros(n, np.uint8), np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32),
            self._expanded, self._count, self._patience.next(), work=1 << 30,
        )  # fmt: skip
        return self._expanded > before

    def shortest(self) -> list[Push]:
        """Return the pushes of a shortest way from the start to a win."""
        offsets = self._offsets[: self._count + 1]
        offsets[self._expanded + 1 :] = offsets[self._expanded]
        targets, lengths, edges = (kind[: offsets[-1]] for kind in self._moves)
        ends = self._ends[: self._count].astype(np.int64)
        left = cheapest(offsets, targets, lengths.astype(np.int64), ends)
        plan, node = [], 0
        while left[node] != ends[node]:
            out = slice(offsets[node], offsets[node + 1])
            through = left[targets[out]] + lengths[out]
            through[left[targets[out]] < 0] = -1
            edge = out.start + int(np.flatnonzero(through == left[node])[0])
            plan.append((int(edges[edge]) >> 2, int(edges[edge]) & 3))
            node = int(targets[edge])
        return plan
