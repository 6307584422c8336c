"""A heap gives its items back in the order of their keys."""

from __future__ import annotations

import random

import numpy as np

from stategraph.machine.heap import put, take


def test_items_come_out_in_the_order_of_their_keys():
    rng = random.Random(3)
    keys, items, size = np.zeros(64, np.int64), np.zeros(64, np.int32), 0
    held: list[tuple[int, int]] = []
    for item in range(500):
        if held and (size == 64 or rng.random() < 0.4):
            assert keys[0] == min(held)[0]
            assert (keys[0], items[0]) in held
            held.remove((keys[0], items[0]))
            take(keys, items, size)
            size -= 1
        else:
            key = rng.randrange(50)
            put(keys, items, size, key, item)
            held.append((key, item))
            size += 1
    assert held
