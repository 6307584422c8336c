"""Groups of symmetries: what some make together, and the least form of a state under them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stategraph.rules.symmetry import Symmetry, identity

# A group of more symmetries is not made: each costs the moves of all states that are kept again.
MOST = 48


@dataclass(frozen=True)
class SymmetryGroup:
    """Symmetries of which any two make a third: `made` from some of them, the identity first."""

    generators: tuple[Symmetry, ...]
    elements: tuple[Symmetry, ...]

    @classmethod
    def of(
        cls, variables: Any, chosen: Iterable[Symmetry], most: int = MOST
    ) -> SymmetryGroup | None:
        """Return the group that some symmetries make; None where it has more elements than `most`.

        O(elements * generators).
        """
        generators = tuple(chosen)
        found = {identity(variables).key: identity(variables)}
        queue = list(found.values())
        for element in queue:  # which grows
            for generator in generators:
                made = generator.after(element)
                if made.key not in found:
                    found[made.key] = made
                    queue.append(made)
            if len(found) > most:
                return None
        return cls(generators, tuple(queue))

    @classmethod
    def without(
        cls, proposed: Iterable[Symmetry], wrong: set[Any], variables: Any
    ) -> SymmetryGroup:
        """Return a group of symmetries that were proposed, none of whose elements is `wrong`.

        One after the other is taken in, where the group stays free of these.
        """
        group = cls.of(variables, ())
        assert group is not None
        known = {element.key for element in group.elements}
        for symmetry in proposed:
            if symmetry.key in known or symmetry.key in wrong:
                continue
            larger = cls.of(variables, (*group.generators, symmetry))
            if larger is not None and not wrong & {one.key for one in larger.elements}:
                group, known = larger, {one.key for one in larger.elements}
        return group

    def least(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the least (n, w) int64 that the group makes of states, and by which element (n,).

        Elements are numbers (uint8); of several, the first. O(n * elements * bits).
        """
        best, which = rows, np.zeros(len(rows), np.uint8)
        for k, element in enumerate(self.elements[1:], 1):
            made = element.of_rows(rows)
            less = _less(made, best)
            best = np.where(less[:, None], made, best)
            which[less] = k
        return best, which

    @cached_property
    def inverses(self) -> list[int]:
        """The place of each element's inverse."""
        none = self.elements[0].key
        return [
            next(k for k, other in enumerate(self.elements) if other.after(one).key == none)
            for one in self.elements
        ]

    def restored(self, rows: np.ndarray, which: np.ndarray) -> np.ndarray:
        """Return the states (n, w) int64 of which these elements made the rows."""
        made = rows.copy()
        for k in np.unique(which[which > 0]).tolist():
            here = which == k
            made[here] = self.elements[self.inverses[k]].of_rows(rows[here])
        return made


def _less(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return which rows (n,) bool are less than others, word by word."""
    less, same = np.zeros(len(one), bool), np.ones(len(one), bool)
    for k in range(one.shape[1]):
        less |= same & (one[:, k] < other[:, k])
        same &= one[:, k] == other[:, k]
    return less
