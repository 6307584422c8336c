"""Why states are dead: the small parts of them that no continuation can mend.

A *part* of a state is what one variable holds: ``player 1:2``, or one member of a set, ``blocks
3:4``, or, where it must be, that a set lacks one, ``no keys 2:2``. A *pattern* is a few parts that
lie together in some dead state and in none that can still win: whatever else is where, a state that
has them is lost::

    #######     ``boxes 1:1`` is a pattern: nobody gets a box out of that corner, wherever the
    #$  . #     other box and the player are; nor is there a goal
    #  $@.#
    #######

From a dead state parts are dropped one after the other, as long as what is left lies in no state
that can win; so what remains is minimal. Of a variable that has one value, all the values that are
lost with the rest belong to the pattern together: a player who is walled in is lost wherever they
stand in there. Then the fewest patterns that explain all dead states are chosen greedily.

All of it is proven on the whole graph and on every winning state that a move leads to, which the
graph itself keeps one of.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from stategraph.analysis.dead_ends import dead, trap_moves
from stategraph.analysis.parts import Layout, Part
from stategraph.analysis.winning import MovesOf, winning_states
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.variables import Variables

# So many patterns are looked for; states that none of them explains are said to be left.
MOST = 400

# Larger tables of parts are not made: states times words of 64 parts.
LARGEST = 1 << 25


@dataclass(frozen=True)
class Pattern:
    """Parts that lie together in dead states only.

    Attributes
    ----------
    parts : tuple of Part
        in the order of the variables
    nodes : (k,) int64
        the dead states that have them, ascending
    moves : (t,) int64
        the trap moves that lead to one of these and to none of a pattern before, ascending
    """

    parts: tuple[Part, ...]
    nodes: np.ndarray
    moves: np.ndarray

    def __len__(self) -> int:
        return len(self.parts)


@dataclass(frozen=True)
class Patterns:
    """The patterns of a graph, those that explain most first, and what they leave unexplained.

    Attributes
    ----------
    patterns : tuple of Pattern
    of : (n,) int32
        for every state the first of the patterns that it has, -1: none
    unexplained : int
        dead states without a pattern
    """

    patterns: tuple[Pattern, ...]
    of: np.ndarray
    unexplained: int


def patterns_of(level: Level, graph: ArrayGraph) -> Patterns | None:
    """Return why the states of a level are dead; of a quotient, the states beneath. See `patterns`.

    >>> from stategraph import expand, load
    >>> level = load("psychopath/snake")
    >>> found = patterns_of(level, expand(level))
    >>> [[part.text(level.puzzle.variables) for part in each.parts] for each in found.patterns]
    [['blocks 6:6'], ['blocks 6:5']]
    >>> [len(each.nodes) for each in found.patterns], found.unexplained
    ([1299, 306], 0)
    """
    return patterns(graph.real, level.puzzle.moves)


def patterns(graph: ArrayGraph, moves: MovesOf) -> Patterns | None:
    """Return why the states of a graph are dead; None where that is not known.

    It is not known of a graph that is not complete, whose states have no variables, or which has
    more states with more parts than fit in `LARGEST` words. Where nothing can be won, no part of a
    state is to blame for that, but the level: then there are no patterns. Kept. Takes O(states)
    for each pattern and each part of the state that it was found in. Own definition.
    """
    return graph.remember("patterns", lambda: _patterns(graph, moves))


def _patterns(graph: ArrayGraph, moves: MovesOf) -> Patterns | None:
    variables = graph.variables
    if not graph.complete or variables is None:
        return None
    layout = Layout(variables)
    if len(graph) * layout.width > LARGEST:
        return None
    gone = dead(graph)
    rows = layout.rows(np.asarray(graph.states))
    won = layout.rows(_packed(variables, winning_states(graph, moves)))
    hopeful = np.concatenate([rows[~gone], won])
    nodes = np.flatnonzero(gone)
    found = _Search(layout, rows[nodes], hopeful).found() if len(hopeful) else []
    chosen = _cover(found, rows[nodes])
    return _told(graph, layout, nodes, rows, chosen)


def _packed(variables: Variables, states: Iterable[Any]) -> np.ndarray:
    packed = {tuple(variables.pack(state)) for state in states}
    return np.array(sorted(packed), np.int64).reshape(-1, variables.width)


# ---------------------------------------------------------------------- patterns in the making


class _Parts(NamedTuple):
    """A pattern in the making: bits that a row has all of, and masks of which it has any bit."""

    must: np.ndarray
    any_of: tuple[np.ndarray, ...] = ()

    def of(self, rows: np.ndarray) -> np.ndarray:
        """Return which rows (n,) bool have the parts."""
        held = (rows & self.must == self.must).all(axis=1)
        for mask in self.any_of:
            held &= (rows & mask).any(axis=1)
        return held


# -------------------------------------------------------------------------------------- the search


class _Search:
    """Patterns that explain the rows of dead states, and lie in none of the `hopeful` rows."""

    def __init__(self, layout: Layout, lost: np.ndarray, hopeful: np.ndarray):
        self._layout, self._lost, self._hopeful = layout, lost, hopeful

    def found(self) -> list[_Parts]:
        """Return patterns, each minimal, until every dead state has one of them, or `MOST`."""
        open_ = np.ones(len(self._lost), bool)
        found: list[_Parts] = []
        while len(found) < MOST and open_.any():
            parts = self._widened(self._minimal(self._lost[int(np.argmax(open_))]))
            open_ &= ~parts.of(self._lost)
            found.append(parts)
        return found

    def _minimal(self, row: np.ndarray) -> np.ndarray:
        """Return the bits that are left of a row when what can be dropped is dropped.

        What sets lack is tried first, all at once, for it seldom matters; then what has one value:
        nor does it often matter where the player stands.
        """
        spans = self._layout.spans
        kept = row.copy()
        for span in spans:
            if span.lacks:
                kept &= ~self._layout.mask(span.first, span.size)
        if self._may_win(kept):
            kept = row.copy()
        for span in sorted(spans, key=lambda span: span.is_set - 2 * span.lacks):
            for value in self._layout.bits(kept, span):
                less = kept & ~self._layout.mask(span.first + value, 1)
                if not self._may_win(less):
                    kept = less
        return kept

    def _may_win(self, bits: np.ndarray) -> bool:
        return bool(_Parts(bits).of(self._hopeful).any())

    def _widened(self, bits: np.ndarray) -> _Parts:
        """Return the pattern with all the values that are lost with the rest of it."""
        parts = _Parts(bits)
        for span in self._layout.spans:
            whole = self._layout.mask(span.first, span.size)
            if span.is_set or not (parts.must & whole).any():
                continue
            rest = _Parts(parts.must & ~whole, parts.any_of)
            hopes = np.bitwise_or.reduce(self._hopeful[rest.of(self._hopeful)], axis=0)
            there = np.bitwise_or.reduce(self._lost[rest.of(self._lost)], axis=0)
            parts = _Parts(rest.must, (*rest.any_of, whole & there & ~hopes))
        return parts


def _cover(found: list[_Parts], lost: np.ndarray) -> list[_Parts]:
    """Return the patterns that are enough: always the one that explains most of what is left."""
    held = [np.flatnonzero(parts.of(lost)) for parts in found]
    open_ = np.ones(len(lost), bool)
    chosen: list[int] = []
    gains = [len(each) for each in held]  # never too small
    while any(gains):
        best = int(np.argmax(gains))
        gain = int(np.count_nonzero(open_[held[best]]))
        if gain < gains[best]:
            gains[best] = gain
            continue
        gains[best] = 0
        open_[held[best]] = False
        chosen.append(best)
    return [found[k] for k in chosen]


def _told(
    graph: ArrayGraph,
    layout: Layout,
    nodes: np.ndarray,
    rows: np.ndarray,
    chosen: list[_Parts],
) -> Patterns:
    """Return the patterns that were chosen, with what each explains."""
    of = np.full(len(graph), -1, np.int32)
    held = [nodes[parts.of(rows[nodes])] for parts in chosen]
    for k, states in reversed(list(enumerate(held))):
        of[states] = k
    traps = trap_moves(graph)
    first = of[graph.targets[traps]]
    made = [
        Pattern(_spelled(layout, parts), states, traps[first == k])
        for k, (parts, states) in enumerate(zip(chosen, held, strict=True))
    ]
    return Patterns(tuple(made), of, int(np.count_nonzero(of[nodes] < 0)))


def _spelled(layout: Layout, parts: _Parts) -> tuple[Part, ...]:
    spelled = []
    for span in layout.spans:
        members = layout.bits(parts.must, span)
        name, item, lacks = span.variable, span.item, span.lacks
        spelled += [Part(name, item, (value,), lacks) for value in members]
        values = [layout.bits(mask, span) for mask in parts.any_of]
        spelled += [Part(name, item, tuple(some)) for some in values if some]
    return tuple(spelled)
