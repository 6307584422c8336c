"""Parts of states: values of variables, also as rows of bits for many states.

::

    player=2, boxes=0+3        player 0 1 2 3   boxes 0 1 2 3   no boxes 0 1 2 3
                                      0 0 1 0         1 0 0 1            0 1 1 0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from stategraph.variables import One, Set, Variables, put_bits

# Maximum number of values of a part that a text lists.
MAX_LISTED_VALUES = 6


class Condition(NamedTuple):
    """A condition on one variable of a state.

    Attributes
    ----------
    variable : str
    item : int or None
        the index of an item of a tuple
    values : tuple of int
        a member of the set, or the values of which the variable has one
    lacks : bool
        True if the set must not contain the member
    most : int or None
        the maximum size of the set, instead of values
    """

    variable: str
    item: int | None
    values: tuple[int, ...]
    lacks: bool = False
    most: int | None = None

    def text(
        self, variables: Variables, most: int | None = MAX_LISTED_VALUES, singular: bool = False
    ) -> str:
        """Return the part as text: ``blocks 3:4``, ``player 1:1 or 1:2``, ``no keys 2:2``,
        ``at most 1 of keys``.

        At most `most` values are listed; None: all. With `singular`, a member of a set has a
        singular name: ``box 1:1``. An item of a tuple on a board is named by its cell:
        ``tiles 2:3 p``.
        """
        if self.most is not None:
            return f"at most {self.most} of {self.variable}" if self.most else f"no {self.variable}"
        kind: Any = variables.kinds[self.variable]
        item = "" if self.item is None else f" {variables.show_item(self.variable, self.item)}"
        values = [kind.show(value) for value in self.values[:most]]
        more = len(self.values) - len(values)
        omitted = [f"{more} more"] if more else []
        no = "no " if self.lacks else ""
        name = member(self.variable) if singular and isinstance(kind, Set) else self.variable
        return f"{no}{name}{item} {' or '.join([*values, *omitted])}"


def member(name: str) -> str:
    """Return the name of one member of a set: box for boxes, key for keys."""
    return name[:-2] if name.endswith("xes") else name.removesuffix("s")


class Span(NamedTuple):
    """The bits of a variable, of an item of a tuple, or of a set's absent members."""

    variable: str
    item: int | None
    first: int
    size: int
    is_set: bool
    lacks: bool = False


class Layout:
    """The meaning of each bit of a row.

    Rows are (n, width) uint64. A set has one bit for each member, and another one for its absence.
    Any other variable has one bit for each value.
    """

    def __init__(self, variables: Variables):
        self.spans: list[Span] = []
        first = 0
        for name, kind in variables.kinds.items():
            items: Sequence[int | None] = [None]
            if not isinstance(kind, (One, Set)):
                items = range(kind.length)
            for item in items:
                self.spans.append(Span(name, item, first, kind.n, isinstance(kind, Set)))
                first += kind.n
        for span in [span for span in self.spans if span.is_set]:
            self.spans.append(span._replace(first=first, lacks=True))
            first += span.size
        self._variables = variables
        self.width = max(1, -(-first // 64))

    def rows(self, states: np.ndarray) -> np.ndarray:
        """Return the rows of packed states (n, w) int64."""
        words = np.ascontiguousarray(states, np.int64).view(np.uint64)
        rows = np.zeros((len(words), self.width), np.uint64)
        for span in self.spans:
            if span.is_set:
                self._add_members(rows, words, span)
            else:
                bit = span.first + self._variables.values(words, span.variable, span.item)
                mask = np.uint64(1) << (bit % 64).astype(np.uint64)
                np.bitwise_or.at(rows, (np.arange(len(words)), bit // 64), mask)
        return rows

    def _add_members(self, rows: np.ndarray, words: np.ndarray, span: Span) -> None:
        first = span.first
        for bits, column in self._variables.fields(~words if span.lacks else words, span.variable):
            put_bits(rows, first, bits, column)
            first += bits

    def mask(self, first: int, size: int) -> np.ndarray:
        """Return the bits (width,) uint64 of a span."""
        whole = (1 << size) - 1 << first
        parts = [whole >> 64 * k & (1 << 64) - 1 for k in range(self.width)]
        return np.array(parts, np.uint64)

    def bits(self, row: np.ndarray, span: Span) -> list[int]:
        """Return the values of a span whose bits are set in a row, ascending."""
        whole = sum(int(word) << 64 * k for k, word in enumerate(row))
        return [value for value in range(span.size) if whole >> span.first + value & 1]
