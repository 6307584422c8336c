"""Parts of states, such as values of variables, and rows of bits that represent them.

::

    player=2, boxes=0+3        player 0 1 2 3   boxes 0 1 2 3   no boxes 0 1 2 3
                                      0 0 1 0         1 0 0 1            0 1 1 0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from stategraph.variables import One, Set, Variables, put_bits

# Maximum number of values that the text of a part lists.
MAX_LISTED_VALUES = 6


class Condition(NamedTuple):
    """A condition on one variable of a state.

    Attributes
    ----------
    variable : str
    item : int or None
        the index of an item of a tuple
    values : tuple of int
        one member of a set, or the allowed values of the variable
    lacks : bool
        True if the set must not contain the member
    most : int or None
        the maximum size of the set; if given, `values` is empty
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

        The text lists at most `most` values, or all if `most` is None. With `singular`, the name of
        a set becomes singular: ``box 1:1``. An item of a tuple on a board is named by its cell:
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
    """Return the singular of a set's name: box for boxes, key for keys."""
    return name[:-2] if name.endswith("xes") else name.removesuffix("s")


class Span(NamedTuple):
    """A range of bits in a row: those of a variable, a tuple item, or a set's absent members."""

    variable: str
    item: int | None
    first: int
    size: int
    is_set: bool
    lacks: bool = False


class Layout:
    """The layout of rows of bits, where each bit stands for a part of a state.

    Rows are (n, width) uint64. A set has two bits for each cell: one is set if the cell is a
    member, the other if it is absent. Any other variable, or item of a tuple, has one bit for each
    value.
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
        """Convert packed states (n, w) int64 to rows of bits (n, width) uint64."""
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
        """Return a row (width,) uint64 in which `size` bits are set, beginning with bit `first`."""
        whole = (1 << size) - 1 << first
        parts = [whole >> 64 * k & (1 << 64) - 1 for k in range(self.width)]
        return np.array(parts, np.uint64)

    def bits(self, row: np.ndarray, span: Span) -> list[int]:
        """Return the values of a span whose bits are set in a row, ascending."""
        whole = sum(int(word) << 64 * k for k, word in enumerate(row))
        return [value for value in range(span.size) if whole >> span.first + value & 1]
