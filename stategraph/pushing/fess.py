"""FESS finds a first solution: it makes one macro move from each feature cell in turn."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np

from stategraph.kernels import slots
from stategraph.pushing import fess_kernel
from stategraph.pushing.dead_triples import triples
from stategraph.pushing.fess_deadlocks import Deadlocks
from stategraph.pushing.fess_features import ASTRAY, GATES, LEFT, PACKED, WIDTH, planned
from stategraph.pushing.fess_kernel import (
    ADVISORS,
    COLUMNS,
    CONTINUES,
    EXHAUSTED,
    FACTS,
    FOUND,
    MAX_FEATURE_VALUES,
    MAX_WEIGHTS,
    NEXT,
    PARENT,
    SOURCE,
    TARGET,
    Progress,
    Search,
)
from stategraph.pushing.fess_moves import (
    BEFORE,
    FROM,
    LEAST,
    MOBILE,
    REACHED,
    REGIONS,
    TO,
    WAY,
    Scene,
)
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.time_slices import Patience
from stategraph.rules.steps import steps_to

# Features that can define feature cells, each with the width of its value ranges: values in the
# same range count as equal. The first search uses the first four; each later search uses the first
# one and three others at random.
FEATURES = (
    (PACKED, 1),
    (REGIONS, 1),
    (GATES, 1),
    (ASTRAY, 1),
    (MOBILE, 2),
    (REACHED, 8),
    (LEFT, 8),
)

# From the second search on, random noise is added to the numbers of pulls in the packing plan, and
# to the values of equal macro moves. Each search draws the largest noise from these numbers.
PULLS, NOISES = (0, 2, 8, 32), (0, 1, 3, 7, 15)

# The largest number of feature cells.
MAX_FEATURE_CELLS = 1 << 12

# The largest number of states in the search of one corral, and of corrals with a cached result.
MAX_CORRAL_STATES, MAX_CACHED_CORRALS = 1 << 8, 1 << 18


class Fess:
    """A series of searches over macro moves; each search makes other random choices.

    Attributes
    ----------
    whole : bool
        whether the last search expanded all reachable states, so that no solution exists
    searches : int
        the number of searches made
    """

    whole = False

    def __init__(self, ground: Ground, rng: random.Random):
        self._ground, self._cells = ground.live_first()
        self._rng, self.searches = rng, 0
        self._scene, self._locks = _scene(self._ground), _locks(self._ground)

    def plan(self, room: int, stopped: Callable[[], bool]) -> list[Push] | None:
        """Run one search that stores at most `room` states; return a solution as pushes, or None.

        The first search makes no random choices.
        """
        draws, rng = self.searches > 0, self._rng
        self.searches += 1
        self._plan = planned(self._ground, rng, rng.choice(PULLS) if draws else 0)
        noise, seed = (rng.choice(NOISES), rng.randrange(1 << 16)) if draws else (0, 0)
        features = FEATURES[:1] + (tuple(rng.sample(FEATURES[1:], 3)) if draws else FEATURES[1:4])
        self._begin(room, features, noise, seed)
        patience, status = Patience(), CONTINUES
        while status == CONTINUES and not stopped():
            status = fess_kernel.search.compiled(
                self._scene, self._plan, self._search, patience.next(), work=1 << 30
            )
        self.whole = status == EXHAUSTED
        if status != FOUND:
            return None
        return [(int(self._cells[cell]), direction) for cell, direction in self._pushes()]

    def _begin(
        self, room: int, features: tuple[tuple[int, int], ...], noise: int, seed: int
    ) -> None:
        """Create the data of a search that begins at the start state."""
        self._search = Search(
            locks=self._locks,
            rows=np.zeros((room, self._ground.words), np.uint32),
            players=np.zeros(room, np.int32),
            facts=np.zeros((room, FACTS), np.int32),
            index=np.zeros(slots(room), np.int32),
            queued=np.zeros((room * (ADVISORS + 1) + 1, COLUMNS), np.int32),
            heads=np.zeros(MAX_FEATURE_CELLS * MAX_WEIGHTS, np.int32),
            tails=np.zeros(MAX_FEATURE_CELLS * MAX_WEIGHTS, np.int32),
            lows=np.full(MAX_FEATURE_CELLS, MAX_WEIGHTS, np.int32),
            cells=np.zeros(MAX_FEATURE_VALUES ** len(features), np.int32),
            features=np.array(features, np.int32),
            best=np.zeros((ADVISORS, 2), np.int32),
            seed=seed,
            noise=noise,
            progress=Progress(*np.zeros((6, 1), np.int64)),
        )
        self._search.rows[0] = self._ground.packed(self._ground.begins)
        self._search.players[0] = self._region()
        self._search.facts[0, [PARENT, NEXT]] = -1, 1
        self._search.progress.count[0] = 1

    @property
    def kept(self) -> int:
        """The number of stored states."""
        return int(self._search.progress.count[0])

    def _region(self) -> int:
        """Return the name of the player's region at the start: its smallest cell."""
        ground = self._ground
        beside = ground.step.reshape(4, -1).T.tolist()

        def free(cell: int) -> Iterator[int]:
            yield from (to for to in beside[cell] if to >= 0 and not ground.begins[to])

        return min(steps_to([ground.player], free))

    def _pushes(self) -> list[Push]:
        """Return the pushes of the solution: those of all its macro moves, in order."""
        state = int(self._search.progress.winner[0])
        pushes = self._row(self._moves(state), int(self._search.progress.last[0]))
        while state:
            parent, box, to = self._search.facts[state, [PARENT, SOURCE, TARGET]].tolist()
            moves = self._moves(parent)
            key = [box, to, int(self._search.players[state])]
            same = (moves[1:, [FROM, TO, LEAST]] == key).all(axis=1)
            pushes = self._row(moves, 1 + int(np.flatnonzero(same)[0])) + pushes
            state = parent
        return pushes

    def _moves(self, state: int) -> np.ndarray:
        """Return the macro moves of a state."""
        self._scene.block[:] = self._ground.unpacked(self._search.rows[state])
        size = fess_kernel.moving.compiled(
            self._scene, int(self._search.players[state]), work=1 << 30
        )
        return self._scene.moves[:size]

    def _row(self, moves: np.ndarray, row: int) -> list[Push]:
        """Return the pushes of the macro move in a row of `moves`."""
        pushes = []
        while row >= 0:
            to, direction, before = moves[row, [TO, WAY, BEFORE]].tolist()
            pushes.append(
                (int(self._ground.step[(direction ^ 2) * self._ground.size + to]), direction)
            )
            row = before
        return pushes[::-1]


def _scene(ground: Ground) -> Scene:
    """Return the arrays for a state and its macro moves."""
    n, boxes = ground.size, int(ground.begins.sum())
    cells = [np.zeros(n, np.int32) for _ in range(5)]
    sides = [np.zeros(4 * n, np.int32) for _ in range(4)]
    return Scene._make((
        ground.step, ground.homes, ground.begins.copy(), *np.zeros((2, boxes), np.int32), *cells,
        *sides, np.zeros(n, np.int32), np.zeros((4 * n * boxes + 1, WIDTH), np.int32),
    ))  # fmt: skip


def _locks(ground: Ground) -> Deadlocks:
    """Return the arrays for the deadlock tests."""
    n, boxes = ground.size, int(ground.begins.sum())
    return Deadlocks(
        solvable=triples(ground.step, np.flatnonzero(ground.homes == 0), list(range(n)), True),
        fast=np.zeros(n, np.uint8),
        codes=ground.codes,
        alone=_scene(ground),
        inside=np.zeros(n, np.uint8),
        states=np.zeros((MAX_CORRAL_STATES, boxes + 1), np.int32),
        table=np.zeros(4 * MAX_CORRAL_STATES, np.int64),
        known=np.zeros((MAX_CACHED_CORRALS, 2), np.int64),
    )
