"""Dead patterns: minimal sets of parts that make every state containing them dead.

A *part* of a state is one of these: the value of a variable (``player 1:2``), a member of a set
(``blocks 3:4``), the absence of a member (``no keys 2:2``), or the size of a set that loses members
(``at most 1 key``). A *pattern* is a set of parts that
occur together in some dead state, but in no living state. So every state with these parts is dead,
whatever the values of the other variables are::

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

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from stategraph.analysis.dead_ends import dead, trap_moves
from stategraph.analysis.partial_states import Condition, Layout
from stategraph.analysis.winning import winning_boards
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
    return patterns(graph, lambda: winning_boards(level, graph))


def patterns(graph: ArrayGraph, winning: Callable[[], Iterable[State]]) -> Patterns | None:
    """Return the dead patterns of a graph; cached. Own definition.

    O(states * patterns * parts of a state).

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
    rows = layout.rows(np.asarray(graph.states))
    is_open = ~is_dead
    if graph.goal is not None:
        is_open[graph.goal] = False
    hopeful = np.concatenate([rows[is_open], layout.rows(_packed(variables, winning()))])
    nodes = np.flatnonzero(is_dead)
    candidates = _Search(layout, rows[nodes], hopeful).patterns() if len(hopeful) else []
    chosen = _cover(candidates, rows[nodes])
    seen = np.bitwise_or.reduce(np.concatenate([hopeful, rows[nodes]]), axis=0)
    spelled = [(parts, _spelled(layout, parts, seen)) for parts in chosen]
    return _as_patterns(graph, nodes, rows, spelled)


def _packed(variables: Variables, states: Iterable[State]) -> np.ndarray:
    packed = {tuple(variables.pack(state)) for state in states}
    return np.array(sorted(packed), np.int64).reshape(-1, variables.width)


# -------------------------------------------------------------------------------------- candidates


class _Parts(NamedTuple):
    """A pattern during the search.

    Attributes
    ----------
    must : (width,) uint64
        bits that must all be set
    any_of : tuple of (width,) uint64
        masks of which at least one bit must be set
    most : tuple of (mask, int)
        masks, each with the maximum number of its bits that may be set
    """

    must: np.ndarray
    any_of: tuple[np.ndarray, ...] = ()
    most: tuple[tuple[np.ndarray, int], ...] = ()

    def of(self, rows: np.ndarray) -> np.ndarray:
        """Return a mask (n,) bool of the rows with these parts."""
        matches: np.ndarray = (rows & self.must == self.must).all(axis=1)
        for mask in self.any_of:
            matches &= (rows & mask).any(axis=1)
        for mask, size in self.most:
            matching = np.flatnonzero(matches)
            matches[matching] = _sizes(rows[matching] & mask) <= size
        return matches


def _sizes(rows: np.ndarray) -> np.ndarray:
    """Return the number of bits (n,) that are set in each row (n, width)."""
    octets = np.ascontiguousarray(rows).view(np.uint8)
    sizes: np.ndarray = np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.int64)
    return sizes


# -------------------------------------------------------------------------------------- the search


class _Search:
    """Search for patterns of dead rows that match none of the `hopeful` rows."""

    def __init__(self, layout: Layout, dead_rows: np.ndarray, hopeful: np.ndarray):
        self._layout, self._dead_rows, self._hopeful = layout, dead_rows, hopeful

    def patterns(self) -> list[_Parts]:
        """Return up to `MAX_PATTERNS` minimal patterns, until each dead state has one."""
        open_ = np.ones(len(self._dead_rows), bool)
        patterns: list[_Parts] = []
        while len(patterns) < MAX_PATTERNS and open_.any():
            row = self._dead_rows[int(np.argmax(open_))]
            parts = self._widened(self._counted(row, self._minimal(row)))
            open_ &= ~parts.of(self._dead_rows)
            patterns.append(parts)
        return patterns

    def _minimal(self, row: np.ndarray) -> np.ndarray:
        """Return only the bits of a row that are needed to make the state dead.

        Absent members are dropped first, all together if possible, since they seldom matter.
        Variables with one value are next, since the position of the player seldom matters either.
        """
        spans = self._layout.spans
        remaining = row.copy()
        for span in spans:
            if span.lacks:
                remaining &= ~self._layout.mask(span.first, span.size)
        if self._may_win(remaining):
            remaining = row.copy()
        for span in sorted(spans, key=lambda span: span.is_set - 2 * span.lacks):
            for value in self._layout.bits(remaining, span):
                less = remaining & ~self._layout.mask(span.first + value, 1)
                if not self._may_win(less):
                    remaining = less
        return remaining

    def _may_win(self, bits: np.ndarray) -> bool:
        return bool(_Parts(bits).of(self._hopeful).any())

    def _counted(self, row: np.ndarray, bits: np.ndarray) -> _Parts:
        """Return the pattern with a limit on a set's size in place of several absent members.

        The limit is the size of the set in `row`. Parts that become unnecessary are dropped.
        """
        parts = _Parts(bits)
        for span in self._layout.spans:
            if not span.lacks or len(self._layout.bits(parts.must, span)) < MIN_ABSENT_MEMBERS:
                continue
            (member_span,) = (
                other
                for other in self._layout.spans
                if other.variable == span.variable and not other.lacks
            )
            mask = self._layout.mask(member_span.first, member_span.size)
            size = len(self._layout.bits(row, member_span))
            remaining = parts.must & ~self._layout.mask(span.first, span.size)
            counted = _Parts(remaining, (), (*parts.most, (mask, size)))
            if not counted.of(self._hopeful).any():
                parts = self._without_needless(counted)
        return parts

    def _without_needless(self, parts: _Parts) -> _Parts:
        """Return the pattern without the bits that its size limits make unnecessary."""
        for span in self._layout.spans:
            for value in self._layout.bits(parts.must, span):
                less = parts.must & ~self._layout.mask(span.first + value, 1)
                fewer = parts._replace(must=less)
                if not fewer.of(self._hopeful).any():
                    parts = fewer
        return parts

    def _widened(self, parts: _Parts) -> _Parts:
        """Replace values by all values of the variable that are dead with the other parts."""
        for span in self._layout.spans:
            whole = self._layout.mask(span.first, span.size)
            if span.is_set or not (parts.must & whole).any():
                continue
            remaining = parts._replace(must=parts.must & ~whole)
            hopes = np.bitwise_or.reduce(self._hopeful[remaining.of(self._hopeful)], axis=0)
            dead_values = np.bitwise_or.reduce(
                self._dead_rows[remaining.of(self._dead_rows)], axis=0
            )
            parts = remaining._replace(any_of=(*remaining.any_of, whole & dead_values & ~hopes))
        return parts


def _cover(patterns: list[_Parts], dead_rows: np.ndarray) -> list[_Parts]:
    """Return a greedy cover: each time choose the pattern that explains the most new states."""
    explained = [np.flatnonzero(parts.of(dead_rows)) for parts in patterns]
    open_ = np.ones(len(dead_rows), bool)
    chosen: list[int] = []
    gains = [len(rows) for rows in explained]  # upper bounds
    while any(gains):
        best = int(np.argmax(gains))
        gain = int(np.count_nonzero(open_[explained[best]]))
        if gain < gains[best]:
            gains[best] = gain
            continue
        gains[best] = 0
        open_[explained[best]] = False
        chosen.append(best)
    return [patterns[k] for k in chosen]


def _as_patterns(
    graph: ArrayGraph,
    nodes: np.ndarray,
    rows: np.ndarray,
    chosen: list[tuple[_Parts, tuple[Condition, ...]]],
) -> Patterns:
    """Return the selected patterns with the states and trap moves that each pattern explains."""
    of = np.full(len(graph), -1, np.int32)
    explained = [nodes[parts.of(rows[nodes])] for parts, _ in chosen]
    for k, states in reversed(list(enumerate(explained))):
        of[states] = k
    traps = trap_moves(graph)
    first = of[graph.targets[traps]]
    patterns = [
        Pattern(conditions, states, traps[first == k])
        for k, ((_, conditions), states) in enumerate(zip(chosen, explained, strict=True))
    ]
    return Patterns(tuple(patterns), of, int(np.count_nonzero(of[nodes] < 0)))


def _spelled(layout: Layout, parts: _Parts, seen: np.ndarray) -> tuple[Condition, ...]:
    """Return the conditions of a pattern; `seen` are the bits that occur in some state."""
    spelled = []
    for span in layout.spans:
        members = layout.bits(parts.must, span)
        name, item, lacks = span.variable, span.item, span.lacks
        spelled += [Condition(name, item, (value,), lacks) for value in members]
        for mask in parts.any_of:
            values, others = (layout.bits(bits, span) for bits in (mask, seen & ~mask))
            excluded = tuple(others) if len(values) > 1 else ()
            spelled += [Condition(name, item, tuple(values), excluded=excluded)] * bool(values)
        sizes = [size for mask, size in parts.most if layout.bits(mask, span)]
        spelled += [Condition(name, None, (), most=size) for size in sizes]
    return tuple(spelled)
