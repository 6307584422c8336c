"""Archive of a level search: the best level of each cell (MAP-Elites).

::

    trap moves
      8..11  ·   A   B           A and B meet all demands; a level of the same cell with a
      4..7   C   ·   D           higher score replaces them
             8   12  16  shortest

There is one such grid for each shape of a story (`stategraph.design.story_shape`), so a level with
a new idea is stored, however low its score is. Each shape is mutated equally often.

Notes
-----
J.-B. Mouret, J. Clune, Illuminating search spaces by mapping elites (2015), arXiv:1504.04909.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

from stategraph.design.story_shape import Shape
from stategraph.invent.constraints import Seen
from stategraph.invent.mutations import Draft

# First value of each step of an axis: each number up to 4, then two steps per doubling.
STEPS = [0, 1, 2, 3, 4, *(step << k for k in range(40) for step in (6, 8))]

# The shape of a story, and a step on each axis.
Cell = tuple[Shape, tuple[int, ...]]

# Number of nearest misses that are stored for further mutation.
MAX_NEAR_MISSES = 48

# Number of levels that a cell stores besides its best level. They replace a best level that is a
# near-twin.
MAX_SPARES = 7

# Probability that a level of a cell is mutated; otherwise a near miss is mutated.
FOUND_PROBABILITY = 0.9


def step_of(value: float) -> int:
    """Return the step of a value on an axis. All values below 0 have step -1.

    >>> [step_of(value) for value in (0, 4, 5, 6, 8, 11)]
    [0, 4, 4, 5, 6, 6]
    """
    return bisect_right(STEPS, value) - 1


def span_of(step: int) -> str:
    """Return the range of integers of a step as text.

    >>> span_of(3), span_of(6)
    ('3', '8 to 11')
    """
    if step < 0:
        return "below 0"
    first, last = STEPS[step], STEPS[step + 1] - 1
    return str(first) if first == last else f"{first} to {last}"


@dataclass(frozen=True)
class Elite:
    """A level in the archive: its evaluation and its number in the search."""

    draft: Draft
    seen: Seen
    number: int


@dataclass
class Archive:
    """The archive: the best level of each cell, and the nearest misses.

    Parameters
    ----------
    axes : tuple of str
        names of metrics
    alike : callable
        ``alike(one, other)``: True if two levels with the same mark are equal up to names

    Attributes
    ----------
    cells : dict of Cell to Elite
        the best level of each cell
    near_twins : int
        number of cells whose levels are near-twins of better ones; known after `delivered`
    """

    axes: tuple[str, ...]
    alike: Callable[[Draft, Draft], bool]

    def __post_init__(self) -> None:
        self.cells: dict[Cell, Elite] = {}
        self.near_twins = 0
        self._spares: dict[Cell, list[Elite]] = {}
        self._steps: dict[Shape, list[tuple[int, ...]]] = {}  # the cells of each shape, sorted
        self._misses: dict[str, tuple[float, str]] = {}
        self._misses_so_far = count()
        self._near: list[tuple[int, float, int, Draft, Seen]] = []

    def __iter__(self) -> Iterator[Elite]:
        """Iterate over the best levels in order of the axes."""
        return (self.cells[cell] for cell in sorted(self.cells, key=lambda cell: cell[::-1]))

    def __len__(self) -> int:
        return len(self.cells)

    def steps_of(self, evaluation: Seen) -> tuple[int, ...]:
        """Return the step of a level on each axis."""
        return tuple(step_of(evaluation.values[name]) for name in self.axes)

    def add(self, draft: Draft, evaluation: Seen, number: int) -> str:
        """Add a level if it is good enough. Return the reason for rejecting it, or ""."""
        if evaluation.failed:
            if evaluation.failed != "no level":
                # newest first among equals, so the search drifts across plateaus
                near = (
                    -evaluation.passed,
                    evaluation.short,
                    -next(self._misses_so_far),
                    draft,
                    evaluation,
                )
                insort(self._near, near, key=lambda one: one[:3])
                del self._near[MAX_NEAR_MISSES:]
            if (
                evaluation.miss
                and evaluation.short < self._misses.get(evaluation.failed, (2.0, ""))[0]
            ):
                self._misses[evaluation.failed] = evaluation.short, evaluation.miss
            return evaluation.failed
        cell = evaluation.shape, self.steps_of(evaluation)
        elite = Elite(draft, evaluation, number)
        occupant = self.cells.get(cell)
        if occupant is not None and evaluation.score <= occupant.seen.score:
            self._store(cell, elite)
            return "not better"
        same_marks = (entry for entry in self if entry.seen.mark == evaluation.mark)
        if any(self.alike(entry.draft, draft) for entry in same_marks):
            return "plays as another"
        self.cells[cell] = elite
        if occupant is None:
            insort(self._steps.setdefault(cell[0], []), cell[1])
        else:
            self._store(cell, occupant)
        return ""

    def _store(self, cell: Cell, elite: Elite) -> None:
        """Store a further level of a cell, unless it is equal to a stored level up to names."""
        spares = self._spares.setdefault(cell, [])
        candidates = [self.cells[cell], *spares]
        if elite.seen.mark not in [spare.seen.mark for spare in candidates]:
            insort(spares, elite, key=lambda one: (-one.seen.score, one.number))
            del spares[MAX_SPARES:]

    def choices(self) -> list[list[Elite]]:
        """Return the stored levels of each cell, best first, starting with the best cell."""
        cells = sorted(self.cells, key=lambda cell: (-self.cells[cell].seen.score, cell))
        return [[self.cells[cell], *self._spares.get(cell, ())] for cell in cells]

    @property
    def nearest_miss(self) -> str:
        """The demand that the nearest miss fails, with the actual value, or "" without a miss."""
        return self._near[0][4].miss if self._near else ""

    def nearest_to(self, demand: str) -> str:
        """Return a demand's nearest failure, with the actual value, or "" if it never failed."""
        return self._misses.get(demand, (0.0, ""))[1]

    def parent(self, random: Random) -> Draft | None:
        """Return a level to mutate, or None if the archive is empty.

        The better level of two random cells of a random shape is chosen. Good levels are thus
        mutated more often, but no shape or cell is excluded.
        """
        if self.cells and (not self._near or random.random() < FOUND_PROBABILITY):
            shape = random.choice(sorted(self._steps))
            steps = self._steps[shape]
            first, second = (self.cells[shape, random.choice(steps)] for _ in range(2))
            return (first if first.seen.score >= second.seen.score else second).draft
        if not self._near:
            return None
        # prefer the nearest
        return self._near[int(len(self._near) * random.random() ** 2)][3]
