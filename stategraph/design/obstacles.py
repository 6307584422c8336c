"""Obstacles: changes that would make an unsolvable level solvable.

The result is one of these, in this order::

    closed       even without obstacles the goal is unreachable, according to the family's heuristic
    removal      the smallest sets of one or two elements whose removal makes it solvable
    addition     the single elements whose addition makes it solvable, if the family proposes any
    replacement  the single elements that make it solvable in the places of others, likewise
    open         none of these

For every reported set, the changed level was solved. It is also proven that no smaller set
suffices, unless the answer says that a limit was reached. The sets are ranked by the number of
their elements that belong to the task, such as boxes (the fewest first), then by the share of the
old play that stays, and then by the length of a shortest solution (the longest first). The effort
is bounded by states instead of time, so that the answer is the same on every machine: a multiple of
the level's own states, plus a constant. Some cases need no expansion. Elements that only enable
moves are never obstacles. If an admissible heuristic calls the start dead, the level is unsolvable.
A game without win conditions cannot be won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from stategraph.analysis import shortest, solvable
from stategraph.analysis.same_dead_ends import Versions
from stategraph.design.removal_trials import bounded, most_states
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.rules import DEAD, Element, Family, PlainPuzzle
from stategraph.rules.capabilities.searching import admissible_heuristic
from stategraph.rules.family import editing_family
from stategraph.rules.puzzle import Puzzle

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Heuristic

# Maximum number of states of all trials with removals, additions or replacements, and of all
# comparisons with the old play: a constant plus a multiple of the number of states of the level.
# Every trial counts as STATES_PER_TRIAL further states, because a trial that ends at once takes
# about as long as expanding them.
SPARE_STATES, MAX_GROWTH, STATES_PER_TRIAL = 600_000, 8, 200

# maximum size of a set of removed elements
MAX_SET_SIZE = 2

# maximum number of states for which the heuristic is evaluated
MAX_ESTIMATED_STATES = 50_000

KINDS = ("removal", "addition", "replacement", "closed", "open")


@dataclass(frozen=True)
class Why:
    """The reason why a level cannot be won.

    Attributes
    ----------
    kind : str
        one of `KINDS`
    closed : bool
        whether the goal is out of reach even for the family's heuristic, which ignores obstacles
    blame : tuple of tuples of str
        the sets of elements, by name; each set alone suffices; the best one first
    lengths : tuple of int
        the moves of a shortest solution after each
    play_kept : tuple of (float or None)
        share of the old states that the same moves still reach after each; None beyond a limit
    proven : bool
        whether no smaller set suffices, and no other set of that size
    nearest : tuple of int
        the nodes with the lowest estimate, ascending
    left : int or None
        that estimate, in moves; None if unknown
    """

    kind: str
    closed: bool = False
    blame: tuple[tuple[str, ...], ...] = ()
    lengths: tuple[int, ...] = ()
    play_kept: tuple[float | None, ...] = ()
    proven: bool = True
    nearest: tuple[int, ...] = ()
    left: int | None = None


def why(level: Level, graph: ArrayGraph, limits: Limits | None = None) -> Why | None:
    """Return the reason why a level is unsolvable, or None if it is or may be solvable.

    The result is cached in the graph. Each tried set takes one expansion. The expansions with
    removals, and likewise those with each other kind of change, are limited to `SPARE_STATES`
    states plus `MAX_GROWTH` times the number of states of the level.

    >>> from stategraph import expand, load
    >>> level = load("sokoban/corner")
    >>> found = why(level, expand(level))
    >>> found.kind, found.blame, found.closed, found.proven
    ('removal', (('box 1:1',),), True, True)
    """
    if solvable(graph) is not False:
        return None
    return graph.remember("why", lambda: _why(level, graph, limits or Limits()))


def changeable(family: Family, puzzle: Puzzle, kind: str) -> list[Element]:
    """Return the elements that changes of a kind remove, add or put in the places of others."""
    sources = {
        "removal": family.elements,
        "addition": family.missing,
        "replacement": family.replacements,
    }
    return sources[kind](puzzle)


def _why(level: Level, graph: ArrayGraph, limits: Limits) -> Why:
    if level.family.goalless(level.puzzle):
        return Why("open")
    guess = admissible_heuristic(level.family, level.puzzle)
    closed = guess is not None and guess(level.puzzle.start) >= DEAD
    tries = _Tries(level, graph, limits, closed)
    nearest, least = _nearest(graph, guess)
    reason = tries.removals() or tries.insertions("addition") or tries.insertions("replacement")
    if reason is None:
        reason = Why("closed" if closed else "open", proven=tries.proven)
    return replace(reason, closed=closed, nearest=nearest, left=least)


@dataclass(frozen=True)
class _Change:
    """Elements whose removal or insertion makes a level solvable.

    The moves of a shortest solution are its `length`; `kept` is the result of `Versions.kept`.
    """

    elements: tuple[Element, ...]
    length: int
    kept: tuple[float, float] | None = None


class _Tries:
    """Trials of an unsolvable level with some elements removed or inserted."""

    def __init__(self, level: Level, graph: ArrayGraph, limits: Limits, closed: bool):
        self._family, self._puzzle, self._closed = level.family, level.puzzle, closed
        self._graph = graph
        self._limits = bounded(limits, most_states(len(graph))).begun()
        self._effort, self.proven = SPARE_STATES + MAX_GROWTH * len(graph), True
        self._left = self._effort

    def removals(self) -> Why | None:
        """Return the smallest sets of elements to remove, or None if no set was found."""
        elements = [
            element
            for element in self._family.elements(self._puzzle)
            if element.kind not in self._family.ways
        ]
        for size in range(1, MAX_SET_SIZE + 1):
            if won := self._winning(combinations(elements, size), self._without):
                return self._ranked("removal", won, self._without)
        return None

    def insertions(self, kind: str) -> Why | None:
        """Return the single elements to add or to put in, or None if no element was found."""
        elements = changeable(self._family, self._puzzle, kind)
        self._left = self._effort
        if won := self._winning(((element,) for element in elements), self._with):
            return self._ranked(kind, won, self._with)
        return None

    def _ranked(self, kind: str, won: list[_Change], changed: Callable[..., PlainPuzzle]) -> Why:
        """Return the sets of elements that make the level solvable, the best one first."""
        self._left = self._effort
        known = [replace(change, kept=self._kept(changed(change.elements))) for change in won]
        task = editing_family(self._family, self._puzzle).objectives

        def key(change: _Change) -> tuple[float, ...]:
            kept, shared = change.kept or (0.0, 0.0)
            in_task = sum(element.kind in task for element in change.elements)
            return in_task, -kept, -change.length, -shared

        known.sort(key=key)
        names = tuple(tuple(element.name for element in change.elements) for change in known)
        lengths = tuple(change.length for change in known)
        play_kept = tuple(change.kept and change.kept[0] for change in known)
        return Why(kind, False, names, lengths, play_kept, self.proven)

    def _without(self, elements: tuple[Element, ...]) -> PlainPuzzle:
        return self._family.without(self._puzzle, elements)

    def _with(self, elements: tuple[Element, ...]) -> PlainPuzzle:
        return self._family.including(self._puzzle, elements, self._puzzle)

    def _winning(
        self,
        sets: Iterable[tuple[Element, ...]],
        changed: Callable[[tuple[Element, ...]], PlainPuzzle],
    ) -> list[_Change]:
        """Return the sets that make the level solvable, each with the length of a solution.

        The budget and the deadline may end the search.
        """
        winning = []
        for elements in sets:
            if self._left <= 0 or self._limits.over:
                self.proven = False
                break
            if (moves := self._length(partial(changed, elements))) is not None:
                winning.append(_Change(elements, moves))
        return winning

    def _length(self, make_puzzle: Callable[[], PlainPuzzle]) -> int | None:
        """Return the length of a shortest solution, or None if unsolvable or invalid."""
        self._left -= STATES_PER_TRIAL
        try:
            puzzle = Puzzle.of(make_puzzle())
        except LevelError:
            return None
        if self._closed and _lost(self._family, puzzle):
            return None
        graph = expand(puzzle, self._limits, until_goal=True)
        self._left -= len(graph)
        answer = solvable(graph)
        self.proven &= answer is not None
        return shortest(graph) if answer else None

    def _kept(self, plain: PlainPuzzle) -> tuple[float, float] | None:
        """Return the share of the old play that stays in a puzzle, and that of both versions.

        Return None if a limit is reached.
        """
        if self._left <= 0 or self._limits.over or not self._graph.complete:
            return None
        graph = expand(Puzzle.of(plain), self._limits)
        self._left -= len(graph)
        return Versions(self._graph, graph).kept() if graph.complete else None


def _lost(family: Family, puzzle: PlainPuzzle) -> bool:
    """Return whether the first admissible heuristic calls the start of a puzzle dead."""
    heuristic = admissible_heuristic(family, puzzle)
    return heuristic is not None and heuristic(puzzle.start) >= DEAD


def _nearest(graph: ArrayGraph, guess: Heuristic | None) -> tuple[tuple[int, ...], int | None]:
    """Return the nodes with the lowest estimate and this estimate, or no nodes if all are dead."""
    if guess is None or len(graph) > MAX_ESTIMATED_STATES:
        return (), None
    guesses = list(_guesses(graph, guess))
    least = min(guesses)
    if least >= DEAD:
        return (), None
    return tuple(node for node, each in enumerate(guesses) if each == least), least


def _guesses(graph: ArrayGraph, guess: Heuristic) -> Iterator[int]:
    for node in range(len(graph)):
        yield int(guess(graph.state(node)))
