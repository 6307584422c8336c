"""Steps of a walker, breadth first, of which one bit is kept: see `stategraph.analysis.flooded`."""

from __future__ import annotations

import functools

import numpy as np

from stategraph.analysis.effects import UnitLabels
from stategraph.analysis.walkers import field_of
from stategraph.engines.after import After, Successors
from stategraph.engines.limits import Budget, Stop
from stategraph.kernels import hash_row, slot_of
from stategraph.machine.deadline import undisturbed
from stategraph.machine.kernel import Kernel
from stategraph.native.growing import Growing
from stategraph.native.state_table import StateTable
from stategraph.rules.puzzle import Puzzle

# States whose moves are made at a time.
STEP = 1 << 14

# What it takes to look a state up, in items of an array.
WORK = 8

WORD = 64


class Flood:
    """What was found so far: rests, the places seen with each, and moves between them."""

    def __init__(self, puzzle: Puzzle, budget: Budget, engine: str):
        self.puzzle, self.budget = puzzle, budget
        self.after = After(puzzle, budget, engine)
        self.field = _Field(puzzle)
        start = np.array([puzzle.variables.pack(puzzle.start)], np.int64)
        rest, place = self.field.apart(start)
        spare = budget.spare_memory
        self.store = StateTable(
            puzzle.variables, [puzzle.variables.unpack(rest[0].tolist())], lambda: spare() // 4
        )
        self.places = Growing(1 << 10, np.int64, -(-self.field.cells // WORD))
        self.start, self.won = start[0], None
        self.named = UnitLabels(puzzle.variables, str(puzzle.walker))
        self.moves = _Found()
        self.seen, self.steps = 1, 0
        self.fewest_steps: int | None = None
        self.layer = [(np.zeros(1, np.int32), place.astype(np.int32))]
        self.next: list[tuple[np.ndarray, np.ndarray]] = []
        bit = np.array([1], np.uint64) << place.astype(np.uint64) % np.uint64(WORD)
        self.places.array[0, int(place[0]) // WORD] = bit.astype(np.int64)[0]
        if puzzle.is_goal(puzzle.start):
            self.won, self.fewest_steps, self.layer = start[0], 0, []

    def fill(self) -> Stop | None:
        """Take steps, breadth first, until all is done; return why it stopped before, or None."""
        while self.layer:
            while self.layer:
                rests, cells = self.layer[0]
                if why := self.budget.exhausted(self.seen, len(self.moves)):
                    return why
                done = self._advance(rests[:STEP], cells[:STEP])
                left = rests[done:], cells[done:]
                self.layer[:1] = [left] if len(left[0]) else []
                if done < min(STEP, len(rests)):
                    return self.budget.too_many
            self.layer, self.next, self.steps = self.next, [], self.steps + 1
        return None

    def left(self) -> bool:
        """Return whether there are states whose moves were not made."""
        return bool(self.layer or self.next)

    def _advance(self, rests: np.ndarray, cells: np.ndarray) -> int:
        """Make the moves of some states; return of how many there was room for what they find."""
        states = self.field.together(self.store.states[rests], cells)
        found = self.after.of(states)
        with undisturbed():  # or moves would be lost whose states are known
            return self._enter(states, rests, cells, found)

    def _enter(
        self, states: np.ndarray, rests: np.ndarray, cells: np.ndarray, found: Successors
    ) -> int:
        """Keep the moves that were found; return as `_advance`."""
        sources = found.sources
        rest, place = self.field.apart(found.states)
        self._make_room(len(rest))
        inner = (rest == self.store.states[rests[sources]]).all(axis=1) & ~found.won
        to = np.where(inner, rests[sources], -1).astype(np.int32)
        new, most = np.zeros(len(rest), np.bool_), self.budget.most_states - self.seen
        done, count, seen = _reach(
            rest, place, found.won, found.offsets, self.store.states, self.store.index,
            self.store.dense, self.store.n, self.places.array, to, new, self.won is None, most,
            work=WORK * len(rest),
        )  # fmt: skip
        self.store.n, self.seen = int(count), self.seen + int(seen)
        made = slice(0, int(found.offsets[done]))
        if self.won is None and found.won[made].any():
            self.won = found.states[int(np.argmax(found.won))].copy()
            self.fewest_steps = self.steps + 1
        outer = np.flatnonzero(~inner[made])
        labels = found.labels[outer], self.after.names
        ids = self.named.of(states[sources[outer]], found.states[outer], *labels)
        tails = rests[sources[outer]], cells[sources[outer]]
        self.moves.add(*tails, to[outer], place[outer], ids)
        fresh = np.flatnonzero(new[made])
        if len(fresh):
            self.next.append((to[fresh], place[fresh].astype(np.int32)))
        return int(done)

    def _make_room(self, more: int) -> None:
        self.store.grow(more)
        if self.store.n + more > len(self.places):
            self.places.resize((self.store.n + more) * 3 // 2)


class _Field:
    """Where packed states hold the walker: taken out, and put in again."""

    def __init__(self, puzzle: Puzzle):
        self.word, self.shift, self.mask = field_of(puzzle.variables, str(puzzle.walker))
        self.cells = puzzle.variables.kinds[str(puzzle.walker)].n
        self._others = np.array(~(self.mask << self.shift) & (1 << 64) - 1, np.uint64).astype(
            np.int64
        )

    def apart(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the states (n, w) int64 without the walker, and where he is (n,) int64."""
        rest = states.copy()
        place = rest[:, self.word] >> self.shift & self.mask
        rest[:, self.word] &= self._others
        return rest, place

    def together(self, rest: np.ndarray, place: np.ndarray) -> np.ndarray:
        """Return the states (n, w) int64 with the walker there."""
        states = rest.copy()
        states[:, self.word] |= place.astype(np.int64) << self.shift
        return states


class _Found:
    """Moves between rests, in the order in which they were found."""

    TYPES = np.int32, np.int32, np.int32, np.int32, np.uint16

    def __init__(self) -> None:
        self._parts: list[tuple[np.ndarray, ...]] = []
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, *columns: np.ndarray) -> None:
        """Add moves: rest and place before, after (rest -1: the goal), and label."""
        if len(columns[0]):
            pairs = zip(columns, self.TYPES, strict=True)
            self._parts.append(tuple(column.astype(kind) for column, kind in pairs))
            self._size += len(columns[0])

    def columns(self) -> list[np.ndarray]:
        """Return all of them, column by column; nothing is kept here."""
        empty = tuple(np.zeros(0, kind) for kind in self.TYPES)
        parts, self._parts = [empty, *self._parts], []
        return [np.concatenate([part[k] for part in parts]) for k in range(len(self.TYPES))]


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _reach(rest, place, won, offsets, states, index, dense, count, places, to, new, first, most):
    """Enter where moves lead: the rest, if it is not known as `to`, and the place.

    Returns (done, count, seen): of how many states, the rests then, and the states found, which
    are `new` but for the goal. A state that would find more than `most` is not done.
    """
    seen = 0
    for k in range(offsets.size - 1):
        count_before = count
        seen_before = seen
        for e in range(offsets[k], offsets[k + 1]):
            if won[e]:
                seen += first
                first = False
                continue
            if to[e] < 0:
                slot = slot_of(rest, e, states, index, dense)
                if index[slot] == 0:
                    for word in range(rest.shape[1]):
                        states[count, word] = rest[e, word]
                    count += 1
                    index[slot] = count
                to[e] = index[slot] - 1
            node = to[e]
            if (places[node, place[e] // 64] >> (place[e] % 64)) & 1 == 0:
                places[node, place[e] // 64] |= 1 << (place[e] % 64)
                new[e] = 1
                seen += 1
        if seen > most:
            for e in range(offsets[k], offsets[k + 1]):
                if new[e]:
                    places[to[e], place[e] // 64] ^= 1 << (place[e] % 64)
            return k, count_before, seen_before
    return offsets.size - 1, count, seen
