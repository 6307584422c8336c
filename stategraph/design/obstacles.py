"""Why a level cannot be won: what would have to go, or to come, and how far play gets.

In this order::

    closed     not even a player whom nothing but the guess's own bounds holds up gets there: the
               family's guess says so at the start
    removal    the smallest sets of elements without which it can be won: all of one, else of two
    addition   the single elements with which it can be won, where the family knows what to try
    open       none of these

Every set that is named was tried and won; that a smaller one would do as well is proven, unless a
limit was met, which is said. The effort is bounded by states, not by time, so that the same level
gets the same answer everywhere: by so many times the level's own states, and some. Nothing is
expanded where it can be known without that: what only makes moves possible is never to blame, and a
level that the guess calls lost is lost, and so is a game that says nothing of winning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from stategraph.analysis import solvable
from stategraph.design.removals import bounded, most_states
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.rules import DEAD, Element, Family, PlainPuzzle

# So many states are expanded of all that lack something, and so many times the level's own; and
# as many of all that have something more. A try that ends at once
# counts as so many states, which take as long.
SPARE, GROWTH, EACH = 600_000, 8, 200

# Elements are taken out in sets of at most so many.
TOGETHER = 2

# Of so many states the guess is asked for those nearest to winning.
MOST_GUESSED = 50_000

KINDS = ("removal", "addition", "closed", "open")


@dataclass(frozen=True)
class Why:
    """Why a level cannot be won.

    Attributes
    ----------
    kind : str
        one of `KINDS`
    closed : bool
        whether the goal is out of reach even for the family's guess, which leaves obstacles out
    blame : tuple of tuples of str
        the names of elements: each set alone is enough; sets are in the order of the elements
    proven : bool
        whether no smaller set does, and no other of that size: no limit was met on the way
    nearest : tuple of int
        the states of the graph from which the guess is lowest, ascending
    left : int or None
        that guess, in moves; None where it is not known
    """

    kind: str
    closed: bool = False
    blame: tuple[tuple[str, ...], ...] = ()
    proven: bool = True
    nearest: tuple[int, ...] = ()
    left: int | None = None


def why(level: Level, graph: ArrayGraph, limits: Limits | None = None) -> Why | None:
    """Return why a level cannot be won; None where it can, or that is not known. Kept.

    Takes as many expansions as there are sets to be tried, bounded by `SPARE` states and `GROWTH`
    times those of the level.

    >>> from stategraph import expand, load
    >>> level = load("sokoban/corner")
    >>> found = why(level, expand(level))
    >>> found.kind, found.blame, found.closed, found.proven
    ('removal', (('box 1:1',),), True, True)
    """
    if solvable(graph) is not False:
        return None
    return graph.remember("why", lambda: _why(level, graph, limits or Limits()))


def _why(level: Level, graph: ArrayGraph, limits: Limits) -> Why:
    if level.family.goalless(level.puzzle):
        return Why("open")
    guess = _guess(level)
    closed = guess is not None and _lost(level.family, level.puzzle)
    tries = _Tries(level, graph, limits, closed)
    nearest, left = _nearest(graph, guess)
    found = tries.removals() or tries.additions()
    if found is None:
        found = Why("closed" if closed else "open", proven=tries.proven)
    return replace(found, closed=closed, nearest=nearest, left=left)


class _Tries:
    """A level that cannot be won, tried without some of its elements, or with others."""

    def __init__(self, level: Level, graph: ArrayGraph, limits: Limits, closed: bool):
        self._family, self._puzzle, self._closed = level.family, level.puzzle, closed
        self._limits = bounded(limits, most_states(len(graph))).begun()
        self._effort, self.proven = SPARE + GROWTH * len(graph), True
        self._left = self._effort

    def removals(self) -> Why | None:
        """Return the smallest sets of elements to be taken out; None where none was found."""
        elements = [
            element
            for element in self._family.elements(self._puzzle)
            if element.kind not in self._family.ways
        ]
        for size in range(1, TOGETHER + 1):
            if won := self._winning(combinations(elements, size), self._without):
                return Why("removal", blame=_names(won), proven=self.proven)
        return None

    def additions(self) -> Why | None:
        """Return the single elements to be put in; None where none was found."""
        missing = self._family.missing(self._puzzle)
        self._left = self._effort
        if won := self._winning(((element,) for element in missing), self._with):
            return Why("addition", blame=_names(won), proven=self.proven)
        return None

    def _without(self, elements: tuple[Element, ...]) -> bool:
        return self._wins(lambda: self._family.without(self._puzzle, elements))

    def _with(self, elements: tuple[Element, ...]) -> bool:
        return self._wins(lambda: self._family.including(self._puzzle, elements, self._puzzle))

    def _winning(
        self, sets: Iterable[tuple[Element, ...]], wins: Callable[[tuple[Element, ...]], bool]
    ) -> list[tuple[Element, ...]]:
        """Return the sets with which the level can be won, as far as effort and seconds go."""
        found = []
        for some in sets:
            if self._left <= 0 or self._limits.over:
                self.proven = False
                break
            if wins(some):
                found.append(some)
        return found

    def _wins(self, made: Any) -> bool:
        """Return whether a level can be won; False if it is not a level."""
        self._left -= EACH
        try:
            puzzle = made()
        except LevelError:
            return False
        if self._closed and _lost(self._family, puzzle):
            return False
        graph = expand(puzzle, self._limits, until_goal=True)
        self._left -= len(graph)
        answer = solvable(graph)
        self.proven &= answer is not None
        return bool(answer)


def _names(some: Sequence[tuple[Element, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(element.name for element in each) for each in some)


def _guess(level: Level) -> Any:
    """Return the family's first admissible guess; None where it has none."""
    family = level.family
    if not family.admissible:
        return None
    return family.heuristics[family.admissible[0]](level.puzzle)


def _lost(family: Family, puzzle: PlainPuzzle) -> bool:
    """Return whether the family's first admissible guess calls the start of a puzzle dead."""
    return family.heuristics[family.admissible[0]](puzzle)(puzzle.start) >= DEAD


def _nearest(graph: ArrayGraph, guess: Any) -> tuple[tuple[int, ...], int | None]:
    """Return the states from which the guess is lowest, and that guess; none where all are dead."""
    if guess is None or len(graph) > MOST_GUESSED:
        return (), None
    guesses = list(_guesses(graph, guess))
    left = min(guesses)
    if left >= DEAD:
        return (), None
    return tuple(node for node, each in enumerate(guesses) if each == left), left


def _guesses(graph: ArrayGraph, guess: Any) -> Iterator[int]:
    for node in range(len(graph)):
        yield int(guess(graph.state(node)))
