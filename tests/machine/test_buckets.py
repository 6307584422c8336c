"""A queue by small numbers gives its items back by number, of each those laid last first."""

from __future__ import annotations

import random

import numpy as np

from stategraph.machine.buckets import from_on, lay, pick


def test_items_come_out_by_number_and_the_last_laid_first():
    rng = random.Random(4)
    firsts, nexts = np.full(8, -1, np.int32), np.zeros(500, np.int32)
    held: list[list[int]] = [[] for _ in range(8)]
    for item in range(500):
        number = rng.randrange(8)
        lay(firsts, nexts, number, item)
        held[number].append(item)
        after = rng.randrange(9)
        known = next((k for k in range(after, 8) if held[k]), 8)
        assert from_on(firsts, after) == known
        if known < 8 and rng.random() < 0.7:
            assert pick(firsts, nexts, known) == held[known].pop()
    assert any(held)
