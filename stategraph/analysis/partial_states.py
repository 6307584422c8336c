"""Parts of states, such as values of variables, and rows of bits that represent them.

::

    player=2, boxes=0+3        player 0 1 2 3   boxes 0 1 2 3   no boxes 0 1 2 3
                                      0 0 1 0         1 0 0 1            0 1 1 0
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np

from stategraph.variables import One, Set, Variables, put_bits

# Maximum number of values of a part that a line of text lists, and that a sentence lists.
MAX_LISTED_VALUES = 6
MAX_VALUES_IN_SENTENCE = 3

# If a part has more values than this and excludes at most as many, its text lists the excluded
# values.
MAX_EXCLUDED_VALUES = 3

# Maximum number of rows, or of columns, that a text names for all cells of a list.
MAX_LINES = 3


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
    excluded : tuple of int
        if there are several `values`, the other values of the variable in the examined states
    """

    variable: str
    item: int | None
    values: tuple[int, ...]
    lacks: bool = False
    most: int | None = None
    excluded: tuple[int, ...] = ()

    def text(self, variables: Variables, most: int | None = None, singular: bool = False) -> str:
        """Return the part as text: ``blocks 3:4``, ``player 1:1 or 1:2``, ``no keys 2:2``,
        ``at most 1 key``, ``player not on 3:1``.

        The text lists at most `most` values, by default all of them. If a variable may have all
        values but a few, the text lists these few. With `singular`, the name of a set becomes
        singular: ``box 1:1``. That of a tuple always does, and an item of a tuple on a board is
        named by its cell: ``tile 2:3 p``, or ``block on 2:3`` if the tuple has nouns for its
        values.
        """
        kind: Any = variables.kinds[self.variable]
        if self.item is not None and kind.nouns:
            return self._in_nouns(kind.nouns, variables.show_item(self.variable, self.item))
        if self.most is not None:
            return _size_in_words(self.variable, self.most, _is_on_board(kind))
        item = "" if self.item is None else f" {variables.show_item(self.variable, self.item)}"
        one = self.item is not None or (singular and isinstance(kind, Set))
        name = member(self.variable) if one else self.variable
        if 0 < len(self.excluded) <= MAX_EXCLUDED_VALUES < len(self.values):
            others = " or ".join(map(kind.show, self.excluded))
            return f"{name}{item} not {'on ' * _is_on_board(kind)}{others}"
        values = [kind.show(value) for value in self.values[:most]]
        more = len(self.values) - len(values)
        if more and _is_on_board(kind):
            lines = lines_in_words(list(map(kind.board.place, self.values)))
            return f"{name}{item} on one of {len(self.values)} cells{lines}"
        omitted = [f"{more} more"] if more else []
        no = "no " if self.lacks else ""
        return f"{no}{name}{item} {' or '.join([*values, *omitted])}"

    def _in_nouns(self, nouns: Sequence[str], place: str) -> str:
        """Return the values of an item of a tuple as text, or those that are excluded.

        >>> nouns = "floor", "hole", "block"
        >>> Condition("tiles", 7, (0, 2))._in_nouns(nouns, "1:2")
        'floor or block on 1:2'
        >>> nouns = "floor", "hole", "block", "block 6", "block 8"
        >>> Condition("tiles", 7, (0, 1, 2, 3), excluded=(4,))._in_nouns(nouns, "1:2")
        'no block 8 on 1:2'
        """
        few = 0 < len(self.excluded) <= MAX_EXCLUDED_VALUES < len(self.values)
        named = [nouns[value] for value in (self.excluded if few else self.values)]
        return f"{'no ' * few}{' or '.join(named)} on {place}"

    def in_sentence(self, variables: Variables) -> str:
        """Return a short text with a singular noun, and with the first values if there are many."""
        return self.text(variables, MAX_VALUES_IN_SENTENCE, singular=True)


def _is_on_board(kind: Any) -> bool:
    """Return whether the values of a variable are cells with a row and a column."""
    return kind.board is not None and hasattr(kind.board, "place")


def _size_in_words(name: str, most: int, on_board: bool) -> str:
    """Return the maximum size of a set as text.

    >>> _size_in_words("keys", 1, False), _size_in_words("boxes", 2, True)
    ('at most 1 key', 'at most 2 boxes')
    >>> _size_in_words("crate", 1, True), _size_in_words("crate", 0, True)
    ('crate on at most 1 cell', 'no crate left')
    """
    if not most:
        return f"no {name} left"
    if member(name) != name:
        return f"at most {most} {member(name) if most == 1 else name}"
    if on_board:
        return f"{name} on at most {most} {'cell' if most == 1 else 'cells'}"
    return f"at most {most} of {name}"


def lines_in_words(places: Sequence[tuple[int, int]]) -> str:
    """Return the rows or the columns of some cells as text, or "" if there are many of both.

    >>> lines_in_words([(1, 1), (1, 4), (4, 5)]), lines_in_words([(2, 4), (3, 4), (4, 4)])
    (' of rows 1 and 4', ' of column 4')
    >>> lines_in_words([(1, 1), (2, 2), (3, 3), (4, 4)])
    ''
    """
    rows, columns = (sorted(set(line)) for line in zip(*places, strict=True))
    axis, lines = ("row", rows) if len(rows) <= len(columns) else ("column", columns)
    if len(lines) > MAX_LINES:
        return ""
    if len(lines) == 1:
        return f" of {axis} {lines[0]}"
    if len(lines) > 2 and lines[-1] - lines[0] == len(lines) - 1:
        return f" of {axis}s {lines[0]} to {lines[-1]}"
    return f" of {axis}s {', '.join(map(str, lines[:-1]))} and {lines[-1]}"


def cells_in_words(kind: Any, cells: Sequence[int]) -> str:
    """Return cells, or other values of a variable, as text: all of them, or the first ones.

    Cells that fill a few rows and columns are named by these lines. Examples: ``1:1, 1:2 or 2:1``,
    ``1:1, 1:2 or 7 more cells``, ``any cell of the top row or column 4``.
    """
    on_board = _is_on_board(kind)
    if on_board and (lines := full_lines([*map(kind.board.place, cells)], _places(kind.board))):
        return f"any cell of {_joined_by_or(lines)}"
    names = [kind.show(cell) for cell in cells]
    if len(names) <= MAX_VALUES_IN_SENTENCE:
        return _joined_by_or(names)
    shown = MAX_VALUES_IN_SENTENCE - 1
    text = f"{', '.join(names[:shown])} or {len(names) - shown} more"
    return f"{text} cells{lines_in_words([*map(kind.board.place, cells)])}" if on_board else text


def _places(board: Any) -> list[tuple[int, int]]:
    return [board.place(cell) for cell in range(board.size)]


def full_lines(places: Collection[tuple[int, int]], board: Sequence[tuple[int, int]]) -> list[str]:
    """Return the names of a few rows and columns of a board that together are these cells, or [].

    >>> board = [(row, column) for row in range(3) for column in range(4)]
    >>> full_lines([(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (2, 1)], board)
    ['the top row', 'column 1']
    >>> full_lines([(0, 0), (0, 1), (0, 2)], board)
    []
    """
    rest, names = {*places}, []
    for axis, noun in enumerate(("row", "column")):
        numbers = {place[axis] for place in board}
        ends = {min(numbers): _ENDS[axis][0], max(numbers): _ENDS[axis][1]}
        for number in sorted({place[axis] for place in rest}):
            line = {place for place in board if place[axis] == number}
            if len(line) > 1 and line <= {*places} and line & rest:
                rest -= line
                names.append(f"the {ends[number]} {noun}" if number in ends else f"{noun} {number}")
    return names if not rest and len(names) <= MAX_LINES else []


_ENDS = ("top", "bottom"), ("left", "right")


def _joined_by_or(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def member(name: str) -> str:
    """Return the singular of a set's or a tuple's name.

    >>> member("boxes"), member("keys"), member("status")
    ('box', 'key', 'status')
    """
    if name.endswith(("ss", "us")):
        return name
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
    """The layout of rows of bits, where each bit represents a part of a state.

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
