"""Groups of symmetries: closure under composition, and least images of states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stategraph.rules.symmetry import Symmetry, identity

# Maximum number of elements. Each element costs another pass over the moves of all stored states.
MAX_SYMMETRIES = 48


@dataclass(frozen=True)
class SymmetryGroup:
    """A finite group of symmetries: generators, and elements (identity first)."""

    generators: tuple[Symmetry, ...]
    elements: tuple[Symmetry, ...]

    @classmethod
    def of(
        cls, variables: Any, chosen: Iterable[Symmetry], most: int = MAX_SYMMETRIES
    ) -> SymmetryGroup | None:
        """Return the group that some symmetries generate, or None if it is too large.

        O(elements * generators).
        """
        generators = tuple(chosen)
        found = {identity(variables).key: identity(variables)}
        queue = list(found.values())
        for element in queue:  # the queue grows
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
        cls, proposed: Iterable[Symmetry], wrong: set[Any], variables: object
    ) -> SymmetryGroup:
        """Return a group of proposed symmetries without any `wrong` element.

        Proposals are added one by one, if the enlarged group has no wrong element.
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
        """Return the least image (n, w) int64 of each state, and the element (n,) for it.

        Elements are numbers (uint8); the first one if several make the image. O(n * elements *
        bits).
        """
        best, which = rows, np.zeros(len(rows), np.uint8)
        for k, element in enumerate(self.elements[1:], 1):
            images = element.of_rows(rows)
            less = _less(images, best)
            best = np.where(less[:, None], images, best)
            which[less] = k
        return best, which

    @cached_property
    def inverses(self) -> list[int]:
        """The index of each element's inverse."""
        none = self.elements[0].key
        return [
            next(k for k, other in enumerate(self.elements) if other.after(one).key == none)
            for one in self.elements
        ]

    def restored(self, rows: np.ndarray, which: np.ndarray) -> np.ndarray:
        """Return the states (n, w) int64 that the elements `which` mapped to the rows."""
        states = rows.copy()
        for k in np.unique(which[which > 0]).tolist():
            here = which == k
            states[here] = self.elements[self.inverses[k]].of_rows(rows[here])
        return states


def _less(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return a mask (n,) bool of the rows that are less than other rows, word by word."""
    less, same = np.zeros(len(one), bool), np.ones(len(one), bool)
    for k in range(one.shape[1]):
        less |= same & (one[:, k] < other[:, k])
        same &= one[:, k] == other[:, k]
    return less
