"""Every lower bound that a search reports, at every step, is at most the length of a solution."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from effort import everything, sampled
from random_levels import MAKERS, random_level

from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bidirectional import _meeting
from stategraph.search.bounds import Bounds
from stategraph.search.solve import SEARCHES, solve

# Maximum number of states of a fully expanded level, and of a searched level.
SMALL, LOOKED_AT = 300, 1_000


class Told:
    """Compares the bounds of a search with the shortest length, None if no solution exists."""

    def __init__(self, length: int | None):
        self.length, self.wrong, self.steps = length, [], 0
        self.before = (None, 0)

    def __call__(self, found: int | None, at_least: int) -> None:
        self.steps += 1
        best, least = self.before
        if at_least < least or (best is not None and (found is None or found > best)):
            self.wrong.append(f"after {self.before} came {found, at_least}")
        self.before = found, at_least
        self.check(found, at_least)

    def check(self, found: int | None, at_least: int) -> None:
        """Note whether the bounds do not enclose the length."""
        if self.length is None and found is not None:
            self.wrong.append(f"{found} moves found, but no solution exists")
        if self.length is not None and at_least > self.length:
            self.wrong.append(f"at least {at_least}, and {self.length} are enough")
        if self.length is not None and found is not None and found < self.length:
            self.wrong.append(f"{found} moves found, and {self.length} are needed")


@pytest.fixture
def risen(monkeypatch):
    """Return every reported lower bound, including those that changed nothing."""
    every: list[int] = []
    rise = Bounds.rise

    def noted(self, at_least):
        every.append(at_least)
        rise(self, at_least)

    monkeypatch.setattr(Bounds, "rise", noted)
    return every


def searched(puzzle: Puzzle, family: Family, search: str, limits: Limits, length, risen):
    """Return the record of one search; None if the search does not fit the puzzle."""
    told = Told(length)
    risen.clear()
    try:
        found = solve(puzzle, search, limits, engine="direct", family=family, tell=told)
    except InputError:
        return None
    for least in risen:
        told.check(None, least)
    told.check(found.found, found.at_least)
    if found.solvable is not None and found.solvable != (length is not None):
        told.wrong.append(f"solvable: {found.solvable}")
    if found.length is not None and found.length != length:
        told.wrong.append(f"shortest: {found.length}, not {length}")
    if found.proven and found.length != length:
        told.wrong.append(f"proven, and {found.length} is not {length}")
    return told


@pytest.mark.parametrize("family", sampled(MAKERS, 3))
def test_no_search_tells_a_bound_that_is_too_high(family, risen):
    steps, wrong = Counter(), []
    for number in range(500 if everything() else 40):
        known, puzzle = random_level(family, number)
        graph = expand(puzzle, Limits(states=SMALL), engine="direct")
        if not graph.complete:
            continue
        length = None if graph.goal is None else len(solve(puzzle, "bfs", engine="direct").moves)
        chance = random.Random(number)
        for search in (*SEARCHES, "any"):
            # some searches never end on an unsolvable level
            most = LOOKED_AT if chance.random() < 0.5 else chance.randint(1, len(graph))
            told = searched(puzzle, known, search, Limits(states=most), length, risen)
            if told is not None:
                steps[search] += told.steps
                wrong += [f"{family} {number}, {search}: {why}" for why in told.wrong]
    assert not wrong, "\n".join(wrong[:20])
    silent = {"bfs", "auto", "any"}  # these may report nothing before they end
    assert all(steps[search] for search in set(steps) - silent), steps


def test_the_first_state_in_which_both_sides_meet_is_taken():
    ahead, back = np.array([[7], [5], [9], [4]]), np.array([[4], [9], [5]])
    assert _meeting(ahead, back) == (1, 2)
    assert _meeting(ahead, back[:0]) is None
