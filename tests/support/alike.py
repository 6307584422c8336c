"""Both engines make the same graph, number for number."""

from __future__ import annotations

import numpy as np

from stategraph.expand import expand


def assert_same(puzzle, limits=None, until_goal=False):
    """Expand a puzzle on both engines and compare every array."""
    one, two = (
        expand(puzzle, limits, until_goal=until_goal, engine=engine)
        for engine in ("direct", "native")
    )
    for name in ("offsets", "targets", "labels", "states"):
        a, b = getattr(one, name), getattr(two, name)
        assert a.dtype == b.dtype
        assert np.array_equal(a, b), name
    for name in ("label_names", "goal", "expanded", "stopped", "complete"):
        assert getattr(one, name) == getattr(two, name), name
    return two
