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
        elements = {identity(variables).key: identity(variables)}
        queue = list(elements.values())
        for element in queue:  # the queue grows
            for generator in generators:
                product = generator.after(element)
                if product.key not in elements:
                    elements[product.key] = product
                    queue.append(product)
            if len(elements) > most:
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
        keys = {element.key for element in group.elements}
        for symmetry in proposed:
            if symmetry.key in keys or symmetry.key in wrong:
                continue
            larger = cls.of(variables, (*group.generators, symmetry))
            if larger is not None and not wrong & {member.key for member in larger.elements}:
                group, keys = larger, {member.key for member in larger.elements}
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
            next(k for k, other in enumerate(self.elements) if other.after(element).key == none)
            for element in self.elements
        ]

    def restored(self, rows: np.ndarray, which: np.ndarray) -> np.ndarray:
        """Return the states (n, w) int64 that the elements `which` mapped to the rows."""
        states = rows.copy()
        for k in np.unique(which[which > 0]).tolist():
            mask = which == k
            states[mask] = self.elements[self.inverses[k]].of_rows(rows[mask])
        return states


def _less(rows: np.ndarray, other_rows: np.ndarray) -> np.ndarray:
    """Return a mask (n,) bool of the rows that are less than other rows, word by word."""
    less, same = np.zeros(len(rows), bool), np.ones(len(rows), bool)
    for k in range(rows.shape[1]):
        less |= same & (rows[:, k] < other_rows[:, k])
        same &= rows[:, k] == other_rows[:, k]
    return less
