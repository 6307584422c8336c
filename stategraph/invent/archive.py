"""The levels found so far, spread over axes: of each cell the best level is kept.

::

    trap moves
      8..11  ·   A   B           A and B grant all wishes; another level of their cell takes
      4..7   C   ·   D           its place when its score is higher
             8   12  16  shortest

Notes
-----
J.-B. Mouret, J. Clune, Illuminating search spaces by mapping elites (2015), arXiv:1504.04909.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from stategraph.invent.constraints import Seen
from stategraph.invent.makes import Draft

# Where the steps of an axis begin: each number up to 4, and from there on two steps to a doubling.
STEPS = [0, 1, 2, 3, 4, *(step << k for k in range(40) for step in (6, 8))]

# So many levels that miss a wish are kept, the nearest to it, to be changed further.
NEAR = 48

# A level that was found is changed further so often, and one that misses a wish otherwise.
FOUND_FIRST = 0.9


def step_of(value: float) -> int:
    """Return the step of an axis on which a value lies; below 0 all lie on one, -1.

    >>> [step_of(value) for value in (0, 4, 5, 6, 8, 11)]
    [0, 4, 4, 5, 6, 6]
    """
    return bisect_right(STEPS, value) - 1


def span_of(step: int) -> str:
    """Return the whole numbers of a step in words.

    >>> span_of(3), span_of(6)
    ('3', '8 to 11')
    """
    if step < 0:
        return "below 0"
    first, last = STEPS[step], STEPS[step + 1] - 1
    return str(first) if first == last else f"{first} to {last}"


@dataclass(frozen=True)
class Elite:
    """A level that was found: how it did, and as the how many-th it was seen."""

    draft: Draft
    seen: Seen
    number: int


@dataclass
class Archive:
    """The best level of each cell, and those that come nearest to being one.

    Parameters
    ----------
    axes : tuple of str
        metrics
    alike : callable
        ``alike(one, other)``: whether two levels of the same mark play the same but for names
    """

    axes: tuple[str, ...]
    alike: Callable[[Draft, Draft], bool]

    def __post_init__(self) -> None:
        self.cells: dict[tuple[int, ...], Elite] = {}
        self._near: list[tuple[int, float, int, Draft]] = []

    def __iter__(self) -> Iterator[Elite]:
        """Go through the levels found, along the axes."""
        return (self.cells[cell] for cell in sorted(self.cells))

    def __len__(self) -> int:
        return len(self.cells)

    def cell_of(self, seen: Seen) -> tuple[int, ...]:
        """Return the cell of a level."""
        return tuple(step_of(seen.values[name]) for name in self.axes)

    def add(self, draft: Draft, seen: Seen, number: int) -> str:
        """Keep a level if it is worth it; return why not, or nothing."""
        if seen.failed:
            if seen.failed != "no level":
                insort(
                    self._near, (-seen.passed, seen.short, number, draft), key=lambda one: one[:3]
                )
                del self._near[NEAR:]
            return seen.failed
        cell = self.cell_of(seen)
        there = self.cells.get(cell)
        if there is not None and seen.score <= there.seen.score:
            return "not better"
        others = (one for one in self if one.seen.mark == seen.mark)
        if any(self.alike(one.draft, draft) for one in others):
            return "plays as another"
        self.cells[cell] = Elite(draft, seen, number)
        return ""

    def parent(self, random: Random) -> Draft | None:
        """Return a level to be changed; None: there is none yet.

        Of two cells the one with the better level: so good ones are changed more often than the
        many that are easily found, and none is left out.
        """
        if self.cells and (not self._near or random.random() < FOUND_FIRST):
            cells = sorted(self.cells)
            one, other = (self.cells[random.choice(cells)] for _ in range(2))
            return (one if one.seen.score >= other.seen.score else other).draft
        if not self._near:
            return None
        # the nearest are chosen most
        return self._near[int(len(self._near) * random.random() ** 2)][3]
