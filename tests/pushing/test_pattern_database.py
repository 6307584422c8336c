"""Pattern databases of the blocks nearest the exits."""

from __future__ import annotations

import random

import numpy as np
from pushed import ground_of, whole_boards

from stategraph.engines.direct import never
from stategraph.pushing import pattern_database
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.pattern_costs import lacks
from stategraph.pushing.pattern_database import expanded, largest


def test_a_pattern_is_lost_if_the_player_reaches_not_all_cells_that_it_needs():
    rng, n, lost = random.Random(3), 70, 0
    for _ in range(100):
        needed, apart = ({cell for cell in range(n) if rng.random() < 0.1} for _ in range(2))
        needs = np.zeros((2, 3), np.uint32)
        for cell in needed:
            needs[1, cell // 32] |= np.uint32(1 << cell % 32)
        first = np.array([NEVER if cell in apart else cell for cell in range(n)], np.int32)
        assert not lacks(0, first, needs)
        assert bool(lacks(1, first, needs)) == bool(needed & apart)
        lost += bool(needed & apart)
    assert 20 < lost < 80


def test_a_pattern_that_is_too_large_or_stopped_is_none(monkeypatch):
    puzzle, _ = next(whole_boards(random.Random(4), 1))
    ground = ground_of(puzzle)
    assert expanded(ground, NEVER, never) is not None
    assert expanded(ground, NEVER, lambda: True) is None
    monkeypatch.setattr(pattern_database, "MAX_STATES", 0)
    assert largest(ground, never) is None
