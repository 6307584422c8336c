"""Dead patterns: minimal sets of parts that make every state containing them dead.

A *part* of a state is one of these: the value of a variable (``player 1:2``), a member of a set
(``blocks 3:4``), the absence of a member (``no keys 2:2``), or the size of a set that loses members
(``at most 1 key``). A *pattern* is a set of parts that
occur together in some dead state, but in no living state. So every state with these parts is dead,
for any values of the other variables::

    #######     ``boxes 1:1`` is a pattern: a box can never leave this corner, for any position of
    #$  . #     the other box and of the player, and the corner is not a goal
    #  $@.#
    #######

The search starts with all parts of a dead state. It drops a part whenever the remaining parts still
occur together in no living state. The result is therefore minimal. For a variable with one value,
the pattern then allows all values that are dead together with the other parts. For example, an
enclosed player is lost on every cell of the enclosure. Finally a greedy cover selects a small
number of patterns that explain all dead states.

The proof needs the complete graph and all winning states. The graph stores only one winning state,
so the rules compute the others. If winning states have no board, the family supplies their boards.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from stategraph.analysis.dead_ends import dead, trap_moves
from stategraph.analysis.partial_states import Condition, Layout, Span
from stategraph.analysis.winning import winning_states
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.variables import State, Variables

# Maximum number of patterns. If there are more, dead states without a pattern are reported as
# unexplained.
MAX_PATTERNS = 400

# Minimum number of absent members of one set for which the size of the set is tried instead.
MIN_ABSENT_MEMBERS = 2

# Maximum size of the table of parts, in 64-bit words.
MAX_TABLE_WORDS = 1 << 25

# Number of states, a multiple of 64, whose parts are entered into the table together.
ROWS_AT_ONCE = 1 << 16


@dataclass(frozen=True)
class Pattern:
    """Parts that occur together in dead states only.

    Attributes
    ----------
    parts : tuple of Condition
        in the order of the variables
    nodes : (k,) int64
        the dead states with these parts, ascending
    moves : (t,) int64
        the trap moves into these states, ascending; moves whose target has an earlier pattern are
        omitted
    """

    parts: tuple[Condition, ...]
    nodes: np.ndarray
    moves: np.ndarray

    def __len__(self) -> int:
        return len(self.parts)


@dataclass(frozen=True)
class Patterns:
    """The patterns of a graph, in the order of the greedy cover.

    Attributes
    ----------
    patterns : tuple of Pattern
    of : (n,) int32
        the index of the first pattern of each state, or -1
    unexplained : int
        the number of dead states without a pattern
    """

    patterns: tuple[Pattern, ...]
    of: np.ndarray
    unexplained: int


def patterns_of(level: Level, graph: ArrayGraph) -> Patterns | None:
    """Return the dead patterns of the states of a level, even if `graph` is a quotient.

    Returns
    -------
    Patterns, or None
        as `patterns`

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("psychopath/snake")
    >>> found = patterns_of(level, expand(level))
    >>> [[part.text(level.puzzle.variables) for part in each.parts] for each in found.patterns]
    [['blocks 6:6'], ['blocks 6:5']]
    >>> [len(each.nodes) for each in found.patterns], found.unexplained
    ([1299, 306], 0)
    """
    graph = graph.real
    return patterns(graph, lambda: winning_states(graph, level.puzzle.moves))


def patterns(graph: ArrayGraph, winning: Callable[[], Iterable[State]]) -> Patterns | None:
    """Return the dead patterns of a graph; cached. Own definition.

    O(states * patterns * parts of a state), in operations on bitsets of 64 states.

    Parameters
    ----------
    graph : ArrayGraph
    winning : callable
        ``winning()`` returns the target of each move into the goal node

    Returns
    -------
    Patterns, or None
        None if the graph is not complete, if its states have no variables, or if its table of parts
        exceeds `MAX_TABLE_WORDS` words. If the goal cannot be reached from the start, the list of
        patterns is empty
    """
    return graph.remember("patterns", lambda: _patterns(graph, winning))


def _patterns(graph: ArrayGraph, winning: Callable[[], Iterable[State]]) -> Patterns | None:
    variables = graph.variables
    if not graph.complete or variables is None:
        return None
    layout = Layout(variables)
    if len(graph) * layout.width > MAX_TABLE_WORDS:
        return None
    is_dead = dead(graph)
    is_open = ~is_dead
    if graph.goal is not None:
        is_open[graph.goal] = False
    won = _packed(variables, winning())
    table = _Table(layout, graph.states, won)
    is_hopeful = np.concatenate([is_open, np.ones(len(won), bool)])
    search = _Search(layout, table, is_dead, is_hopeful)
    candidates = search.patterns() if is_hopeful.any() else []
    return _as_patterns(
        graph,
        is_dead,
        [(_spelled(layout, parts, table), search.explained(parts))
         for parts in search.cover(candidates)],
    )  # fmt: skip


def _packed(variables: Variables, states: Iterable[State]) -> np.ndarray:
    packed = {tuple(variables.pack(state)) for state in states}
    return np.array(sorted(packed), np.int64).reshape(-1, variables.width)


# -------------------------------------------------------------------------------------- candidates


class _Parts(NamedTuple):
    """A pattern during the search; each bit is a part of `Layout`.

    Attributes
    ----------
    must : tuple of int
        bits that must all be set, ascending
    any_of : tuple of tuple of int
        bits of which at least one must be set
    most : tuple of (Span, int)
        sets, each with its maximum size
    """

    must: tuple[int, ...]
    any_of: tuple[tuple[int, ...], ...] = ()
    most: tuple[tuple[Span, int], ...] = ()


class _Table:
    """A bitset of rows for each part: the rows that have it.

    A bitset is (words,) uint64, so combining the parts of a pattern takes n / 64 operations each.

    Parameters
    ----------
    layout : Layout
    states, won : (n, w) int64
        packed states; the rows are those of `states`, and then those of `won`
    """

    def __init__(self, layout: Layout, states: np.ndarray, won: np.ndarray):
        self._count = len(states) + len(won)
        self._columns = np.zeros((64 * layout.width, -(-self._count // 64)), np.uint64)
        octets = self._columns.view(np.uint8)
        for first in range(0, self._count, ROWS_AT_ONCE):
            end = first + ROWS_AT_ONCE
            begin = max(0, first - len(states)), max(0, end - len(states))
            rows = layout.rows(np.concatenate([states[first:end], won[slice(*begin)]]))
            columns = slice(first // 8, first // 8 + -(-len(rows) // 8))
            for bit in range(0, len(octets), 8):
                eight = (rows[:, bit // 64] >> np.uint64(bit % 64)).astype(np.uint8)
                for k in range(8):
                    octets[bit + k, columns] = np.packbits(eight & np.uint8(1 << k))
        self._sizes: dict[Span, np.ndarray] = {}

    def values(self, row: int, span: Span) -> tuple[int, ...]:
        """Return the bits of a span that are set in a row, ascending."""
        octets = self._columns.view(np.uint8)[span.first : span.first + span.size, row // 8]
        return tuple((span.first + np.flatnonzero(octets & (128 >> row % 8))).tolist())

    def column(self, bit: int) -> np.ndarray:
        """Return the rows in which a bit is set."""
        column: np.ndarray = self._columns[bit]
        return column

    def matches(self, parts: _Parts, among: np.ndarray) -> np.ndarray:
        """Return the rows of `among` with these parts."""
        for bit in parts.must:
            among = among & self.column(bit)
        for bits in parts.any_of:
            among = among & functools.reduce(np.bitwise_or, map(self.column, bits))
        for span, size in parts.most:
            among = among & _bitset(self._sizes_of(span) <= size)
        return among

    def _sizes_of(self, span: Span) -> np.ndarray:
        """Return the number (n,) uint16 of members of a set in each row."""
        if span not in self._sizes:
            sizes = np.zeros(self._count, np.uint16)
            for bit in _bits(span):
                sizes += np.unpackbits(self.column(bit).view(np.uint8), count=len(sizes))
            self._sizes[span] = sizes
        return self._sizes[span]


def _bitset(flags: np.ndarray) -> np.ndarray:
    """Return the bitset (words,) uint64 of flags (n,); the bits after the last flag are 0."""
    octets = np.zeros(-(-len(flags) // 64) * 8, np.uint8)
    octets[: -(-len(flags) // 8)] = np.packbits(flags)
    return octets.view(np.uint64)


def _members(bitset: np.ndarray) -> np.ndarray:
    """Return the rows (k,) int64 of a bitset, ascending."""
    return np.flatnonzero(np.unpackbits(bitset.view(np.uint8)))


def _size(bitset: np.ndarray) -> int:
    """Return the number of rows of a bitset."""
    return int(np.count_nonzero(np.unpackbits(bitset.view(np.uint8))))


def _bits(span: Span) -> range:
    return range(span.first, span.first + span.size)


def _inside(bits: Iterable[int], span: Span) -> tuple[int, ...]:
    """Return the bits that belong to a span."""
    return tuple(bit for bit in bits if bit in _bits(span))


# -------------------------------------------------------------------------------------- the search


class _Search:
    """Search for patterns of dead rows that match none of the hopeful rows."""

    def __init__(self, layout: Layout, table: _Table, is_dead: np.ndarray, is_hopeful: np.ndarray):
        self._spans, self._table = layout.spans, table
        no_more = np.zeros(len(is_hopeful) - len(is_dead), bool)
        self._dead = _bitset(np.concatenate([is_dead, no_more]))
        self._hopeful = _bitset(is_hopeful)

    def patterns(self) -> list[_Parts]:
        """Return up to `MAX_PATTERNS` minimal patterns, until each dead state has one."""
        open_ = self._dead
        patterns: list[_Parts] = []
        while len(patterns) < MAX_PATTERNS and open_.any():
            word = int(np.argmax(open_ != 0))
            row = 64 * word + int(_members(open_[word : word + 1])[0])
            parts = self._widened(self._counted(row, self._minimal(row)))
            open_ = open_ & ~self._table.matches(parts, open_)
            patterns.append(parts)
        return patterns

    def explained(self, parts: _Parts) -> np.ndarray:
        """Return the dead rows (k,) int64 with these parts, ascending."""
        return _members(self._table.matches(parts, self._dead))

    def cover(self, candidates: Sequence[_Parts]) -> list[_Parts]:
        """Return a greedy cover: each time choose the pattern that explains most new states."""
        open_ = self._dead
        chosen: list[_Parts] = []
        gains = [_size(self._table.matches(parts, open_)) for parts in candidates]  # upper bounds
        while any(gains):
            best = int(np.argmax(gains))
            matches = self._table.matches(candidates[best], open_)
            if (gain := _size(matches)) < gains[best]:
                gains[best] = gain
                continue
            gains[best] = 0
            open_ = open_ & ~matches
            chosen.append(candidates[best])
        return chosen

    def _may_win(self, parts: _Parts) -> bool:
        return bool(self._table.matches(parts, self._hopeful).any())

    def _minimal(self, row: int) -> _Parts:
        """Return only the bits of a row that are needed to make the state dead.

        Absent members are dropped first, all together if possible, since they seldom matter.
        Variables with one value are next, since the position of the player seldom matters either.
        """
        values = {span: self._table.values(row, span) for span in self._spans}
        present = [bit for span in self._spans if not span.lacks for bit in values[span]]
        some = self._spans
        if not self._may_win(_Parts(tuple(present))):
            some = [span for span in self._spans if not span.lacks]
        order = sorted(some, key=lambda span: span.is_set - 2 * span.lacks)
        return self._without_needless(_Parts(()), [bit for span in order for bit in values[span]])

    def _without_needless(self, parts: _Parts, order: Sequence[int]) -> _Parts:
        """Return the pattern with those bits that keep it dead; the others are dropped in order.

        A bit is needed if some hopeful row has all other bits that are not dropped. The rows with
        all later bits are computed first, so each bit takes two operations on bitsets.
        """
        later = [self._table.matches(parts, self._hopeful)]
        for bit in reversed(order):
            later.append(later[-1] & self._table.column(bit))
        needed: list[int] = []
        with_needed = later[0]
        for bit, with_later in zip(order, reversed(later[:-1]), strict=True):
            if (with_needed & with_later).any():
                needed.append(bit)
                with_needed = with_needed & self._table.column(bit)
        return parts._replace(must=tuple(sorted(needed)))

    def _counted(self, row: int, parts: _Parts) -> _Parts:
        """Return the pattern with a limit on a set's size in place of several absent members.

        The limit is the size of the set in `row`. Parts that become unnecessary are dropped.
        """
        for span in self._spans:
            if not span.lacks or len(_inside(parts.must, span)) < MIN_ABSENT_MEMBERS:
                continue
            (members,) = (
                other
                for other in self._spans
                if other.variable == span.variable and not other.lacks
            )
            size = len(self._table.values(row, members))
            rest = tuple(bit for bit in parts.must if bit not in _bits(span))
            counted = _Parts(rest, (), (*parts.most, (members, size)))
            if not self._may_win(counted):
                parts = self._without_needless(counted._replace(must=()), rest)
        return parts

    def _widened(self, parts: _Parts) -> _Parts:
        """Replace values by all values of the variable that are dead with the other parts."""
        for span in self._spans:
            if span.is_set or not _inside(parts.must, span):
                continue
            rest = tuple(bit for bit in parts.must if bit not in _bits(span))
            remaining = parts._replace(must=rest)
            hopeful = self._table.matches(remaining, self._hopeful)
            dead_rows = self._table.matches(remaining, self._dead)
            dead_values = [
                bit
                for bit in _bits(span)
                if (dead_rows & self._table.column(bit)).any()
                and not (hopeful & self._table.column(bit)).any()
            ]
            parts = remaining._replace(any_of=(*remaining.any_of, tuple(dead_values)))
        return parts


def _as_patterns(
    graph: ArrayGraph, is_dead: np.ndarray, chosen: list[tuple[tuple[Condition, ...], np.ndarray]]
) -> Patterns:
    """Return the selected patterns with the states and trap moves that each pattern explains."""
    of = np.full(len(graph), -1, np.int32)
    for k, (_, states) in reversed(list(enumerate(chosen))):
        of[states] = k
    traps = trap_moves(graph)
    first = of[graph.targets[traps]]
    patterns = [
        Pattern(conditions, states, traps[first == k])
        for k, (conditions, states) in enumerate(chosen)
    ]
    return Patterns(tuple(patterns), of, int(np.count_nonzero(is_dead & (of < 0))))


def _spelled(layout: Layout, parts: _Parts, table: _Table) -> tuple[Condition, ...]:
    """Return the conditions of a pattern; excluded values occur in some row of `table`."""
    spelled = []
    for span in layout.spans:
        name, item, lacks = span.variable, span.item, span.lacks
        members = _inside(parts.must, span)
        spelled += [Condition(name, item, (bit - span.first,), lacks) for bit in members]
        for bits in parts.any_of:
            values = tuple(bit - span.first for bit in _inside(bits, span))
            others = [
                bit - span.first
                for bit in _bits(span)
                if len(values) > 1 and bit not in bits and table.column(bit).any()
            ]
            spelled += [Condition(name, item, values, excluded=tuple(others))] * bool(values)
        sizes = [size for members_span, size in parts.most if members_span == span]
        spelled += [Condition(name, None, (), most=size) for size in sizes]
    return tuple(spelled)
