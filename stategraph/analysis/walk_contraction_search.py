"""Breadth-first search that stores one bit per state; see `.walk_contraction`."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from stategraph.analysis.unit_labels import UnitLabels
from stategraph.analysis.walkers import field_of
from stategraph.engines.limits import Budget, Stop
from stategraph.engines.successors import SuccessorGenerator, Successors
from stategraph.kernels import Table, hash_row, slot_of
from stategraph.kernels.state_index import ITEMS_PER_LOOKUP
from stategraph.machine.deadline import undisturbed
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items, Rows
from stategraph.native.growing import Growing
from stategraph.native.state_table import StateTable
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import WORD

# Number of states that are expanded in one batch.
BATCH_STATES = 1 << 14


class RestSearch:
    """A breadth-first search: the rests, the actor's cells seen with each, and moves between rests.

    The rest of a state is its packed form without the actor.
    """

    def __init__(self, puzzle: Puzzle, budget: Budget, engine: str):
        self.puzzle, self.budget = puzzle, budget
        self.generator = SuccessorGenerator(puzzle, budget, engine)
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
        self.moves = _Moves()
        self.state_count, self.steps = 1, 0
        self.fewest_steps: int | None = None
        self.all_won = np.zeros((0, len(self.start)), np.int64)  # without the actor
        self.layer = [(np.zeros(1, np.int32), place.astype(np.int32))]
        self.next: list[tuple[np.ndarray, np.ndarray]] = []
        bit = np.array([1], np.uint64) << place.astype(np.uint64) % np.uint64(WORD)
        self.places.array[0, int(place[0]) // WORD] = bit.astype(np.int64)[0]
        if puzzle.is_goal(puzzle.start):
            self.won, self.fewest_steps, self.layer = start[0], 0, []
            self.all_won = rest

    def fill(self) -> Stop | None:
        """Expand breadth first; return the reason for stopping early, or None when done."""
        while self.layer:
            while self.layer:
                rests, cells = self.layer[0]
                if why := self.budget.exhausted(self.state_count, len(self.moves)):
                    return why
                processed = self._advance(rests[:BATCH_STATES], cells[:BATCH_STATES])
                remaining = rests[processed:], cells[processed:]
                self.layer[:1] = [remaining] if len(remaining[0]) else []
                if processed < min(BATCH_STATES, len(rests)):
                    return self.budget.too_many
            self.layer, self.next, self.steps = self.next, [], self.steps + 1
        return None

    def unfinished(self) -> bool:
        """Return whether the search stopped before all states were expanded."""
        return bool(self.layer or self.next)

    def _advance(self, rests: np.ndarray, cells: np.ndarray) -> int:
        """Expand some states; return how many were processed before the table was full."""
        states = self.field.together(self.store.states[rests], cells)
        successors = self.generator.of(states)
        with undisturbed():  # an interruption here could lose moves of stored states
            return self._enter(states, rests, cells, successors)

    def _enter(
        self, states: np.ndarray, rests: np.ndarray, cells: np.ndarray, successors: Successors
    ) -> int:
        """Store the moves of some states; return how many of the states were processed."""
        sources = successors.sources
        rest, place = self.field.apart(successors.states)
        self._make_room(len(rest))
        inner = (rest == self.store.states[rests[sources]]).all(axis=1) & ~successors.won
        to = np.where(inner, rests[sources], -1).astype(np.int32)
        new, most = np.zeros(len(rest), np.bool_), self.budget.most_states - self.state_count
        table = Table(self.store.states, self.store.index, self.store.dense)
        reached = _Targets(rest, place, successors.won, successors.offsets, to, new)
        processed, count, new_count = _reach(
            reached, table, self.store.n, self.places.array, self.won is None, most,
            work=ITEMS_PER_LOOKUP * len(rest),
        )  # fmt: skip
        self.store.n, self.state_count = int(count), self.state_count + int(new_count)
        batch = slice(0, int(successors.offsets[processed]))
        if self.won is None and successors.won[batch].any():
            self.won = successors.states[int(np.argmax(successors.won))].copy()
            self.fewest_steps = self.steps + 1
        if successors.won[batch].any():
            rows = np.concatenate([self.all_won, rest[batch][successors.won[batch]]])
            self.all_won = np.unique(rows, axis=0)
        outer = np.flatnonzero(~inner[batch])
        labels = successors.labels[outer], self.generator.names
        ids = self.named.of(states[sources[outer]], successors.states[outer], *labels)
        tails = rests[sources[outer]], cells[sources[outer]]
        self.moves.add(*tails, to[outer], place[outer], ids)
        new_slots = np.flatnonzero(new[batch])
        if len(new_slots):
            self.next.append((to[new_slots], place[new_slots].astype(np.int32)))
        return int(processed)

    def _make_room(self, more: int) -> None:
        self.store.grow(more)
        if self.store.n + more > len(self.places):
            self.places.resize((self.store.n + more) * 3 // 2)


class _Field:
    """Extracts the cell of the actor from packed states, and inserts it."""

    def __init__(self, puzzle: Puzzle):
        self.word, self.shift, self.mask = field_of(puzzle.variables, str(puzzle.walker))
        self.cells = puzzle.variables.kinds[str(puzzle.walker)].n
        self._others = np.array(~(self.mask << self.shift) & (1 << 64) - 1, np.uint64).astype(
            np.int64
        )

    def apart(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Split states (n, w) into their rests (n, w) and the cells (n,) int64 of the actor."""
        rest = states.copy()
        place = rest[:, self.word] >> self.shift & self.mask
        rest[:, self.word] &= self._others
        return rest, place

    def together(self, rest: np.ndarray, place: np.ndarray) -> np.ndarray:
        """Return the states (n, w) int64 with the actor on the given cells."""
        states = rest.copy()
        states[:, self.word] |= place.astype(np.int64) << self.shift
        return states


class _Moves:
    """Moves between rests, in the order of their discovery."""

    TYPES = np.int32, np.int32, np.int32, np.int32, np.uint16

    def __init__(self) -> None:
        self._parts: list[tuple[np.ndarray, ...]] = []
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, *columns: np.ndarray) -> None:
        """Append moves, given as columns: rest and cell before, rest and cell after, label."""
        if len(columns[0]):
            pairs = zip(columns, self.TYPES, strict=True)
            self._parts.append(tuple(column.astype(kind) for column, kind in pairs))
            self._size += len(columns[0])

    def columns(self) -> list[np.ndarray]:
        """Return all moves, column by column, and clear the storage."""
        empty = tuple(np.zeros(0, kind) for kind in self.TYPES)
        parts, self._parts = [empty, *self._parts], []
        return [np.concatenate([part[k] for part in parts]) for k in range(len(self.TYPES))]


class _Targets(NamedTuple):
    """The targets of some moves, in rows by source: rests, cells, and a mask of winning moves.

    `to` is the number of the target's rest, or -1 if the rest has no number yet. `new` marks the
    moves that find a new state.
    """

    rest: Rows
    place: Items
    won: Items
    offsets: Items
    to: Items
    new: Items


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _reach(
    reached: _Targets, table: Table, count: int, places: Rows, first: int, most: int
) -> tuple[int, int, int]:
    """Insert the targets of moves: new rests into the table, new cells into their bits.

    Returns (processed, count, new_count): the number of processed source states, the number of
    rests afterwards, and the number of new states. `new` marks the moves that found a new state
    other than the goal. Processing stops at the first source state whose targets would exceed
    `most` new states.
    """
    rest, place, won, offsets = reached.rest, reached.place, reached.won, reached.offsets
    states, index, to, new = table.states, table.index, reached.to, reached.new
    new_count = 0
    for k in range(offsets.size - 1):
        count_before = count
        new_count_before = new_count
        for e in range(offsets[k], offsets[k + 1]):
            if won[e]:
                new_count += first
                first = False
                continue
            if to[e] < 0:
                slot = slot_of(rest, e, table)
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
                new_count += 1
        if new_count > most:
            for e in range(offsets[k], offsets[k + 1]):
                if new[e]:
                    places[to[e], place[e] // 64] ^= 1 << (place[e] % 64)
            return k, count_before, new_count_before
    return offsets.size - 1, count, new_count
