"""Some solution of a puzzle in which blocks are pushed, soon, and then shorter ones.

::

    search over pushes, by novelty ──► a solution ──► the shortest among the states near it, ─┐
          ▲                                               ▲    and with few blocks free       │
          │                                               │                  │ shorter        │
          └──── again, otherwise, with more room ─────────┼──────────────────┘                │
                                                          └───────────────────────────────────┘
"""

from __future__ import annotations

import contextlib
import copy
import random
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from operator import eq
from typing import Any, NamedTuple

import numpy as np

from stategraph.errors import RuleError, StategraphError
from stategraph.rules.family import Family
from stategraph.rules.pushing import Pushing
from stategraph.rules.puzzle import Puzzle
from stategraph.search import pushes
from stategraph.search.bounds import Bounds
from stategraph.search.way import play

# Ways on a board, of which each is two places from the way back.
WAYS = "URDL"


class How(NamedTuple):
    """How a round searches: what goes first, and what makes a guess.

    Attributes
    ----------
    first : int
        which states are expanded first, of those that `stategraph.search.pushes` names
    cost : int
        what a push costs in walked cells
    strict : int
        1 where whoever goes straight on pushes the block on, else 0
    weight : int
        what a guess counts more than moves made
    noise : int
        what is added to a guess at most, a power of 2 less 1
    seed : int
        what the noise is made of
    """

    first: int
    cost: int
    strict: int
    weight: int = 2
    noise: int = 0
    seed: int = 0


# The rounds, one after the other; then as many that are drawn at random; then again with more room.
ROUNDS = (
    How(pushes.BY_MOVES, 3, 1),
    How(pushes.BY_PUSHES, 10, 0),
    How(pushes.BY_PUSHES, 3, 1),
    How(pushes.BY_GUESS, 10, 1),
    How(pushes.BY_GUESS, 10, 0),
    How(pushes.BY_PUSHES, 10, 1),
    How(pushes.BY_PLACE, 10, 0),
)

# States kept by each of these rounds, and so many times as many each time; and at most.
FIRST, MORE, MOST = 1 << 15, 4, 1 << 22

# States kept in vain among some blocks before all are tried again; kept by each such round at most,
# and counted at least; and with which chance a block can be pushed that the best solution does not
# push, and one that it does.
VAIN, SOME, LEAST = 1 << 18, (1 << 13, 1 << 15, 1 << 17), 1 << 12
OTHERS, PUSHED = (0.0, 0.05, 0.1, 0.2, 0.5), (1.0, 1.0, 0.8)

# Seconds after which it begins.
LATE = 0.3

# Seconds between two looks at whether to go on, and states expanded before the first one.
SLICE, PATIENCE = 0.1, 8

# States near a solution among which a shorter one is looked for, at first and at most, and how many
# times as many when none is shorter.
NEAR, NEAREST, FARTHER = 1 << 14, 1 << 19, 4

# More moves than any solution has.
NEVER = 1 << 30

# Slots of the tables of facts and of how often a place was seen; bytes a state besides its words.
FACTS, COUNTS, STATE_BYTES = 1 << 25, 1 << 18, 160

Pushed = tuple[int, int]  # the cell of a block, and the way it is pushed


class Ground:
    """The board of a puzzle as arrays, and how pushes on it become moves."""

    def __init__(self, puzzle: Puzzle, pushing: Pushing):
        self.board = board = pushing.board
        n = self.size = board.size
        self.step = np.array([board.step[way][cell] for way in WAYS for cell in range(n)], np.int32)
        self.wins, self.begins = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        self.wins[list(pushing.exits)] = 1
        start: Any = puzzle.start
        self.player = int(start[pushing.walker])
        self.begins[list(start[pushing.blocks])] = 1
        self.left = self._left()
        homes = [-1 if pushes is None else pushes for pushes in pushing.homes]
        self.homes = np.array(homes, np.int32)
        rng = random.Random(0)
        self.codes = np.array([rng.getrandbits(62) for _ in range(2 * n)], np.int64)
        self.words = -(-n // 32)

    def _left(self) -> np.ndarray:
        """Return the moves from each cell to a winning one among no blocks; 0 where none is."""
        left = np.full(self.size, NEVER if self.wins.any() else 0, np.int32)
        left[self.wins != 0] = 0
        for cell in (queue := np.flatnonzero(self.wins).tolist()):
            for to in self.step.reshape(4, -1)[:, cell].tolist():
                if to >= 0 and left[to] == NEVER:
                    left[to] = left[cell] + 1
                    queue.append(to)
        return left

    def among(self, free: set[int]) -> Ground:
        """Return the ground on which only these blocks can be pushed; the others are walls."""
        made = copy.copy(self)
        fixed = self.begins.copy()
        fixed[list(free)] = 0
        made.begins = self.begins - fixed
        made.step = np.where((self.step >= 0) & (fixed[self.step] == 0), self.step, -1)
        made.step = made.step.astype(np.int32)
        made.left = made._left()
        return made

    def pushed(self, plan: list[Pushed]) -> set[int]:
        """Return where those blocks are at first that a plan pushes."""
        origin = {int(cell): int(cell) for cell in np.flatnonzero(self.begins)}
        pushed = set()
        for cell, way in plan:
            block = origin[int(self.step[way * self.size + cell])] = origin.pop(cell)
            pushed.add(block)
        return pushed

    def packed(self, block: np.ndarray) -> np.ndarray:
        """Return where blocks are as bits of words."""
        bits = np.zeros(32 * self.words, np.uint8)
        bits[: self.size] = block
        return np.packbits(bits, bitorder="little").view("<u4")

    def key(self, block: np.ndarray, player: int) -> int:
        """Return the key of a state whose player stands there."""
        return int(np.bitwise_xor.reduce(self.codes[: self.size][block != 0], initial=0)) ^ int(
            self.codes[self.size + player]
        )

    def after(self, plan: list[Pushed]) -> Iterator[tuple[np.ndarray, int]]:
        """Yield where blocks and player are at first, and after each push."""
        block, player = self.begins.copy(), self.player
        yield block.copy(), player
        for cell, way in plan:
            block[cell], block[self.step[way * self.size + cell]] = 0, 1
            yield block.copy(), cell

    def labels(self, plan: list[Pushed]) -> list[str]:
        """Return the moves of a plan: walks, pushes, and the walk that wins."""
        moves: list[str] = []
        states = self.after(plan)
        for (block, player), (cell, way) in zip(states, plan, strict=False):
            stands = int(self.step[(way ^ 2) * self.size + cell])
            moves += self._walk(block, player, partial(eq, stands))
            moves.append(WAYS[way])
        *_, (block, player) = self.after(plan)
        if self.homes.size == 0:
            moves += self._walk(block, player, lambda at: bool(self.wins[at]))
        return moves

    def _walk(self, block: np.ndarray, player: int, there: Callable[[int], bool]) -> list[str]:
        ways: dict[int, list[str]] = {player: []}
        for cell in (queue := [player]):
            if there(cell):
                return ways[cell]
            for way, label in enumerate(WAYS):
                to = int(self.step[way * self.size + cell])
                if to >= 0 and to not in ways and not block[to]:
                    ways[to] = [*ways[cell], label]
                    queue.append(to)
        raise AssertionError("no walk leads there")


def _ints(*sizes: int) -> list[np.ndarray]:
    return [np.zeros(size, np.int32) for size in sizes]


class _Round:
    """One search over pushes, of a given room, and with one of the `ROUNDS` after it.

    Attributes
    ----------
    whole : bool
        whether all states were expanded that there are
    """

    whole = False

    def __init__(self, ground: Ground, room: int, how: How, less: int = NEVER):
        self._ground, self._how = ground, how
        n = ground.size
        self._states = np.zeros((room, ground.words), np.uint32)
        self._states[0] = ground.packed(ground.begins)
        self._players, self._steps, self._parents, self._cells = _ints(*[room] * 4)
        self._ways = np.zeros(room, np.uint8)
        self._players[0], self._parents[0] = ground.player, -1
        seen = np.zeros(1 << (4 * room).bit_length(), np.int64)
        heap = np.zeros(room, np.int64)
        facts, counts = np.zeros(FACTS, np.uint8), np.zeros(COUNTS, np.int32)
        self._tables = [seen, heap, facts, counts]
        self._work = [np.zeros(n, np.uint8) for _ in range(4)] + _ints(*[n + 1] * 10)
        self._now = np.zeros(pushes.QUEUED + 1, np.int64)
        self._now[pushes.COUNT], self._now[pushes.WINNER] = 1, -1
        self._now[pushes.LESS] = less
        self._now[pushes.QUEUED] = 1

    @property
    def kept(self) -> int:
        """How many states it has met."""
        return int(self._now[pushes.COUNT])

    def plans(self, stopped: Callable[[], bool]) -> Iterator[list[Pushed]]:
        """Yield a plan for each solution met, until no room or no state is left."""
        ground, patience = self._ground, _Patience()
        while not stopped():
            found = pushes.search.compiled(
                ground.step, ground.wins, ground.left, ground.homes, ground.begins, ground.codes,
                self._states, self._players, self._steps, self._parents, self._cells, self._ways,
                *self._tables, *self._work, self._now, *self._how, patience.next(), work=1 << 30,
            )  # fmt: skip
            if found > 0:
                yield self._plan(int(self._now[pushes.WINNER]))
            elif found < 0:
                self.whole = not self._now[pushes.QUEUED]
                return

    def _plan(self, node: int) -> list[Pushed]:
        plan = []
        while self._parents[node] >= 0:
            plan.append((int(self._cells[node]), int(self._ways[node])))
            node = int(self._parents[node])
        return plan[::-1]


class _Patience:
    """How many states to expand in a slice: as many as take `SLICE` seconds."""

    def __init__(self) -> None:
        self._states, self._began = PATIENCE // 2, 0.0

    def next(self) -> int:
        """Return how many states the slice that begins now may expand."""
        now = time.monotonic()
        if now - self._began < SLICE or not self._began:
            self._states *= 2
        elif now - self._began > 2 * SLICE:
            self._states = max(1, self._states // 2)
        self._began = now
        return self._states


def shortened(
    ground: Ground, plan: list[Pushed], near: int, stopped: Callable[[], bool]
) -> list[Pushed]:
    """Return the shortest plan among `near` states: those of a plan, and those around them.

    Empty where it was stopped.

    Plan neighbourhood graph search [1]_.

    .. [1] H. Nakhost, M. Müller, Action elimination and plan neighborhood graph search, ICAPS 2010.
    """
    n, most = ground.size, max(near, len(plan) + 1)
    edges = 12 * most + 4 * n
    states = np.zeros((most, ground.words), np.uint32)
    keys, index = np.zeros(most, np.int64), np.zeros(1 << (4 * most).bit_length(), np.int32)
    players, parents, cells, ends = _ints(*[most] * 4)
    ways, done = np.zeros(most, np.uint8), np.zeros(most, np.uint8)
    offsets, targets, lengths, turns = _ints(most + 1, *[edges] * 3)
    count = 0
    for block, player in ground.after(plan):
        states[count], players[count], keys[count] = (
            ground.packed(block),
            player,
            ground.key(block, player),
        )
        at = int(keys[count]) & (index.size - 1)
        while index[at] and keys[index[at] - 1] != keys[count]:
            at = (at + 1) & (index.size - 1)
        if not index[at]:
            count += 1
            index[at] = count
    head, patience = 0, _Patience()
    while True:
        if stopped():
            return []
        before = head
        head, count = pushes.surroundings.compiled(
            ground.step, ground.wins, ground.homes, ground.codes, states, players, parents, cells,
            ways, keys, index, offsets, targets, lengths, turns, ends, np.zeros(n, np.uint8),
            *_ints(n + 1, n + 1), head, count, most, patience.next(), work=1 << 30,
        )  # fmt: skip
        if head == before:
            break
    offsets[head + 1 :] = offsets[head]
    ends[head:] = -1
    far, by = _ints(most, most)
    heap, now = np.zeros(edges + 1, np.int64), np.zeros(pushes.QUEUED + 1, np.int64)
    last, _ = pushes.shortest_way.compiled(
        offsets, targets, lengths, ends, heap, now, far, by, done, count, work=most * 100
    )
    made: list[Pushed] = []
    while last >= 0 and by[last] >= 0:
        edge = int(by[last])
        made.append((int(turns[edge]) >> 2, int(turns[edge]) & 3))
        last = int(np.searchsorted(offsets, edge, "right")) - 1
    return made[::-1]


class Finder(threading.Thread):
    """Looks for solutions beside a search for the shortest, and tells them `bounds`.

    It begins late, so that what is proven at once is not disturbed.

    Parameters
    ----------
    room : int
        bytes that it may take
    """

    def __init__(self, puzzle: Puzzle, family: Family, bounds: Bounds, room: int):
        super().__init__(daemon=True)
        self._puzzle, self._family, self._bounds = puzzle, family, bounds
        self._room = room
        self._over = threading.Event()
        self._rng = random.Random(0)
        self._best: list[Pushed] | None = None
        self._length, self._near = NEVER, NEAR

    def stop(self) -> None:
        """Look no further, and wait until the loop that runs is over."""
        self._over.set()
        if self.ident is not None:
            self.join()

    def run(self) -> None:
        """Look for solutions until it is to stop."""
        if self._over.wait(LATE):
            return
        with contextlib.suppress(MemoryError, StategraphError):  # whoever proves tells of errors
            for _ in self._rounds():
                if self._best is not None:
                    self._improve()

    def first(self, rounds: int) -> None:
        """Look for some solution, in this thread and in so many rounds at most."""
        for _ in self._rounds(rounds):
            if self._best is not None:
                return

    def _rounds(self, rounds: int = 1 << 30) -> Iterator[None]:
        """Look for a shorter solution in one round after the other."""
        puzzle = Puzzle.of(self._family.prune(self._puzzle))
        pushing = self._family.pushing(puzzle)
        if pushing is None:
            return
        self._ground = Ground(puzzle, pushing)
        self._most = min(MOST, max(NEAR, self._room // (self._ground.words * 4 + STATE_BYTES)))
        for k in range(rounds):
            again, which = divmod(k, 2 * len(ROUNDS))
            room = FIRST
            if which < len(ROUNDS):
                most = self._most if self._best is None else SOME[-1]
                room = min(FIRST * MORE ** min(again, 20), most)
            found = self._search(self._ground, room, (ROUNDS + self._drawn)[which])
            if self._over.is_set() or (found.whole and self._best is None):
                return
            yield

    @property
    def _drawn(self) -> tuple[How, ...]:
        """As many rounds as there are, drawn at random."""
        return tuple(self._draw((0, 1, 3, 7)) for _ in ROUNDS)

    def _draw(self, noises: tuple[int, ...]) -> How:
        """Draw at random how a round searches."""
        rng = self._rng
        return How(
            rng.choice((pushes.BY_MOVES, pushes.BY_MOVES, pushes.BY_PUSHES, pushes.BY_GUESS)),
            rng.choice((1, 3, 10)),
            rng.choice((0, 1)),
            rng.choice((1, 1, 2)),
            rng.choice(noises),
            rng.randrange(1 << 16),
        )

    def _search(self, ground: Ground, room: int, how: How) -> _Round:
        """Search a round for a solution that is shorter than the best, and note it."""
        less = NEVER if self._best is None else self._length
        found = _Round(ground, room, how, less)
        for plan in found.plans(self._over.is_set):
            if self._offer(plan):
                break
        return found

    def _improve(self) -> None:
        """Shorten the best solution: among states near it, and among some of the blocks.

        The second is a large neighbourhood search [1]_.

        .. [1] P. Shaw, Using constraint programming and local search methods to solve vehicle
           routing problems, CP 1998.
        """
        vain = 0
        while vain < VAIN and not self._over.is_set():
            length = self._length
            if vain == 0:
                self._shorten(NEAR)
            room = min(self._rng.choice(SOME), self._most)
            found = self._search(self._ground.among(self._some()), room, self._draw((0,)))
            vain = 0 if self._length < length else vain + max(LEAST, found.kept)
        self._near = min(self._near * FARTHER, NEAREST, self._most)
        self._shorten(self._near)

    def _shorten(self, near: int) -> None:
        """Look for the shortest solution near the best one, as long as that is shorter."""
        length = NEVER
        while self._best is not None and self._length < length and not self._over.is_set():
            length = self._length
            if plan := shortened(self._ground, self._best, near, self._over.is_set):
                self._offer(plan)

    def _some(self) -> set[int]:
        """Return some blocks: most of those that the best solution pushes, and of the others few.

        A block that must be put away is always among them.
        """
        ground, rng = self._ground, self._rng
        pushed = ground.pushed(self._best or [])
        others, mine = rng.choice(OTHERS), rng.choice(PUSHED)
        return {
            int(cell)
            for cell in np.flatnonzero(ground.begins)
            if rng.random() < (mine if cell in pushed else others)
            or (ground.homes.size > 0 and ground.homes[cell] != 0)
        }

    def _offer(self, plan: list[Pushed]) -> bool:
        """Tell of a solution, and keep it if it is the best; return whether it is one."""
        labels = self._ground.labels(plan)
        try:
            play(self._puzzle, labels)
        except RuleError:  # two states had the same hash
            return False
        self._bounds.offer(labels)
        if len(labels) < self._length:
            self._best, self._length = plan, len(labels)
        return True
