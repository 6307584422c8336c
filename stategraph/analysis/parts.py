"""States taken apart: what each variable holds, and the rows of bits that say so for all states.

::

    player=2, boxes=0+3        player 0 1 2 3   boxes 0 1 2 3   no boxes 0 1 2 3
                                      0 0 1 0         1 0 0 1            0 1 1 0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from stategraph.variables import One, Set, Variables, put_bits

# So many values of a part are spelled out.
SPELLED = 6


class Part(NamedTuple):
    """What a variable holds in a state.

    Attributes
    ----------
    variable : str
    item : int or None
        which item of a tuple
    values : tuple of int
        a member that the set has, or lacks, or the values of which the variable has any one
    lacks : bool
        whether it is one that the set lacks
    """

    variable: str
    item: int | None
    values: tuple[int, ...]
    lacks: bool = False

    def text(self, variables: Variables) -> str:
        """Return the part in words: ``blocks 3:4``, ``player 1:1 or 1:2``, ``no keys 2:2``.

        An item of a tuple that lies on a board is named by its cell: ``tiles 2:3 p``.
        """
        kind: Any = variables.kinds[self.variable]
        item = "" if self.item is None else f" {variables.show_item(self.variable, self.item)}"
        values = [kind.show(value) for value in self.values[:SPELLED]]
        more = len(self.values) - len(values)
        rest = [f"{more} more"] if more else []
        no = "no " if self.lacks else ""
        return f"{no}{self.variable}{item} {' or '.join([*values, *rest])}"


class Span(NamedTuple):
    """The bits of one variable, of one item of a tuple, or of what a set lacks."""

    variable: str
    item: int | None
    first: int
    size: int
    is_set: bool
    lacks: bool = False


class Layout:
    """Which bit of a row stands for which part of a state.

    Rows are (n, width) uint64. A set has a bit for each member, and another one for its lack;
    anything else has one for each value.
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
        made = np.zeros((len(words), self.width), np.uint64)
        for span in self.spans:
            if span.is_set:
                self._add_members(made, words, span)
            else:
                bit = span.first + self._variables.values(words, span.variable, span.item)
                one = np.uint64(1) << (bit % 64).astype(np.uint64)
                np.bitwise_or.at(made, (np.arange(len(words)), bit // 64), one)
        return made

    def _add_members(self, made: np.ndarray, words: np.ndarray, span: Span) -> None:
        first = span.first
        for bits, column in self._variables.fields(~words if span.lacks else words, span.variable):
            put_bits(made, first, bits, column)
            first += bits

    def mask(self, first: int, size: int) -> np.ndarray:
        """Return the bits (width,) uint64 of a span."""
        whole = (1 << size) - 1 << first
        parts = [whole >> 64 * k & (1 << 64) - 1 for k in range(self.width)]
        return np.array(parts, np.uint64)

    def bits(self, row: np.ndarray, span: Span) -> list[int]:
        """Return which values of a span a row has, ascending."""
        whole = sum(int(word) << 64 * k for k, word in enumerate(row))
        return [value for value in range(span.size) if whole >> span.first + value & 1]
