"""FESS finds a first solution: it makes one macro move from each feature cell in turn.

Two searches make no random choices, and can be continued: one with all moves, and one without the
moves that PI-corrals prune. Each later search makes other random choices.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from stategraph.kernels import slots
from stategraph.pushing import fess_kernel
from stategraph.pushing.dead_triples import triples
from stategraph.pushing.fess_deadlocks import Deadlocks
from stategraph.pushing.fess_features import Plan, planned
from stategraph.pushing.fess_kernel import (
    ADVISORS,
    ASTRAY,
    CONTINUES,
    EXHAUSTED,
    FOUND,
    GATES,
    MAX_FEATURE_VALUES,
    MAX_WEIGHTS,
    MOBILE,
    PACKED,
    PUSHES_LEFT,
    REACHED,
    REGIONS,
    Progress,
    QueuedMoves,
    Search,
    States,
)
from stategraph.pushing.fess_moves import Scene, ints, moving, scene_of
from stategraph.pushing.goal_matching import frozen_sets
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.time_slices import Patience
from stategraph.rules.nearest_distances import steps_to

# Features that can define feature cells, each with the width of its value ranges: values in the
# same range count as equal. Searches without random choices use the first four; each other search
# uses the first one and three others at random.
FEATURES = (
    (PACKED, 1),
    (REGIONS, 1),
    (GATES, 1),
    (ASTRAY, 1),
    (MOBILE, 2),
    (REACHED, 8),
    (PUSHES_LEFT, 8),
)

# From the second search on, random noise is added to the numbers of pulls in the packing plan, and
# to the values of equal macro moves. Each search draws the largest noise from these numbers.
PULLS, NOISES = (0, 2, 8, 32), (0, 1, 3, 7, 15)

# The largest number of states of a search without random choices.
MAX_STATES = 1 << 20

# The largest number of feature cells.
MAX_FEATURE_CELLS = 1 << 12

# The number of sets of frozen blocks with stored numbers of pushes to goals.
MAX_FROZEN_SETS = 1 << 10

# The largest number of states in the search of one corral, and of corrals with a cached result.
MAX_CORRAL_STATES, MAX_CACHED_CORRALS = 1 << 8, 1 << 18


class Run(NamedTuple):
    """A search, with the board for its macro moves and its packing plan."""

    scene: Scene
    plan: Plan
    search: Search


class Fess:
    """A series of searches over macro moves.

    Parameters
    ----------
    most : int
        the largest number of states of a search without random choices, at most `MAX_STATES`

    Attributes
    ----------
    whole : bool
        whether the last search expanded all reachable states, so that no solution exists
    """

    whole = False
    _run: Run

    def __init__(self, ground: Ground, rng: random.Random, most: int = MAX_STATES):
        self._ground, self._cells = ground.live_first()
        self._rng, self._most = rng, min(most, MAX_STATES)
        self._scene, self._locks = scene_of(self._ground, self._ground.begins), _locks(self._ground)
        self._first: dict[int, Run] = {}

    def plan(self, room: int, stopped: Callable[[], bool]) -> list[Push] | None:
        """Begin a search that stores at most `room` states; return a solution as pushes, or None.

        The first search makes no random choices.
        """
        if not self._first:
            return self.resume(room, stopped)
        rng = self._rng
        plan = planned(self._ground, rng, rng.choice(PULLS))
        noise, seed = rng.choice(NOISES), rng.randrange(1 << 16)
        features = FEATURES[:1] + tuple(rng.sample(FEATURES[1:], 3))
        self._run = Run(self._scene, plan, self._begun(room, features, noise, seed))
        return self._continued(room, stopped)

    def resume(self, room: int, stopped: Callable[[], bool], prunes: int = 0) -> list[Push] | None:
        """Continue a search without random choices by at most `room` states.

        Return a solution, or None. There are two such searches. One of them `prunes` moves by
        PI-corrals, which helps on some levels and hinders on others.
        """
        if prunes not in self._first:
            search = self._begun(max(room, self._most), FEATURES[:4], 0, 0)
            self._first[prunes] = Run(self._scene._replace(prunes=prunes), self._plan, search)
        self._run = self._first[prunes]
        return self._continued(room, stopped)

    @cached_property
    def _plan(self) -> Plan:
        """The packing plan of the searches without random choices."""
        return planned(self._ground, self._rng, 0)

    def _continued(self, room: int, stopped: Callable[[], bool]) -> list[Push] | None:
        """Continue the current search by at most `room` states; return a solution, or None."""
        progress, patience, status = self._run.search.progress, Patience(), CONTINUES
        progress.room[0] = min(self.kept + room, len(self._run.search.states.players))
        while status == CONTINUES and not stopped():
            status = fess_kernel.search.compiled(*self._run, patience.next(), work=1 << 30)
        self.whole = status == EXHAUSTED
        if status != FOUND:
            return None
        return [(int(self._cells[cell]), direction) for cell, direction in self._pushes()]

    def _begun(
        self, room: int, features: tuple[tuple[int, int], ...], noise: int, seed: int
    ) -> Search:
        """Return the data of a new search that begins at the start state."""
        index = np.zeros(slots(room), np.int32)
        rows, columns = np.zeros((room, self._ground.words), np.uint32), ints(7, room)
        best, best_rows = ints(2, ADVISORS)
        numbers, widths = np.array(features, np.int32).T.copy()
        search = Search(
            locks=self._locks,
            states=States._make((rows, *columns, index)),
            queued=QueuedMoves(*ints(5, room * (ADVISORS + 1) + 1)),
            heads=np.zeros(MAX_FEATURE_CELLS * MAX_WEIGHTS, np.int32),
            tails=np.zeros(MAX_FEATURE_CELLS * MAX_WEIGHTS, np.int32),
            lows=np.full(MAX_FEATURE_CELLS, MAX_WEIGHTS, np.int32),
            cells=np.zeros(MAX_FEATURE_VALUES ** len(features), np.int32),
            features=numbers,
            widths=widths,
            best=best,
            best_rows=best_rows,
            seed=seed,
            noise=noise,
            progress=Progress(*np.zeros((len(Progress._fields), 1), np.int64)),
        )
        search.states.rows[0] = self._ground.packed(self._ground.begins)
        search.states.players[0] = self._region()
        search.states.parents[0] = -1
        search.progress.count[0] = 1
        return search

    @property
    def kept(self) -> int:
        """The number of stored states."""
        return int(self._run.search.progress.count[0])

    def _region(self) -> int:
        """Return the name of the player's region at the start: its smallest cell."""
        ground = self._ground
        beside = ground.step.reshape(4, -1).T.tolist()

        def free(cell: int) -> Iterator[int]:
            yield from (to for to in beside[cell] if to >= 0 and not ground.begins[to])

        return min(steps_to([ground.player], free))

    def _pushes(self) -> list[Push]:
        """Return the pushes of the solution: those of all its macro moves, in order."""
        states, moves = self._run.search.states, self._run.scene.moves
        state = int(self._run.search.progress.winner[0])
        self._write_moves(state)
        pushes = self._row(int(self._run.search.progress.last[0]))
        while state:
            size = self._write_moves(int(states.parents[state]))
            same = (
                (moves.boxes[1:size] == states.boxes[state])
                & (moves.targets[1:size] == states.targets[state])
                & (moves.players[1:size] == states.players[state])
            )
            pushes = self._row(1 + int(np.flatnonzero(same)[0])) + pushes
            state = int(states.parents[state])
        return pushes

    def _write_moves(self, state: int) -> int:
        """Write the macro moves of a state; return the number of rows."""
        states = self._run.search.states
        self._run.scene.block[:] = self._ground.unpacked(states.rows[state])
        return int(moving.compiled(self._run.scene, int(states.players[state]), work=1 << 30))

    def _row(self, row: int) -> list[Push]:
        """Return the pushes of the macro move in a row."""
        moves, n, pushes = self._run.scene.moves, self._ground.size, []
        while row >= 0:
            direction = int(moves.directions[row])
            cell = int(self._ground.step[(direction ^ 2) * n + moves.targets[row]])
            pushes.append((cell, direction))
            row = int(moves.before[row])
        return pushes[::-1]


def _locks(ground: Ground) -> Deadlocks:
    """Return the arrays for the deadlock tests."""
    n, boxes = ground.size, int(ground.begins.sum())
    return Deadlocks(
        solvable=triples(ground.step, np.flatnonzero(ground.homes == 0)),
        sets=frozen_sets(ground, MAX_FROZEN_SETS),
        fast=np.zeros(n, np.uint8),
        codes=ground.codes,
        alone=scene_of(ground, ground.begins),
        inside=np.zeros(n, np.uint8),
        states=np.zeros((MAX_CORRAL_STATES, boxes + 1), np.int32),
        table=np.zeros(4 * MAX_CORRAL_STATES, np.int64),
        known=np.zeros(MAX_CACHED_CORRALS, np.int64),
        results=np.zeros(MAX_CACHED_CORRALS, np.int32),
    )
