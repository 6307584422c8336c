"""Causes: the edits that explain a difference between two versions of a level.

Between the old and the new version there are versions with only some of the edits. A *cause* is a
smallest sufficient set of edits: the old version with exactly these edits already shows the
difference::

    old ──────── wall 2:1 out ──────► a            shown in   a    b    new    causes
     │                                │                       no   no   yes    {a, b}    a and b
    wall 4:1 out             wall 4:1 out                     yes  no   yes    {a}       a
     ▼                                ▼                       yes  yes  yes    {a}, {b}  a or b
     b ───────── wall 2:1 out ──────► new

So one of two edits belongs to a cause in two cases: the difference appears if only this edit is
made, or it disappears if only this edit is undone. Up to `MAX_EXHAUSTIVE` edits, all versions are
tested. With more edits, the edits of a cause still suffice for the difference, but some of them may
be unnecessary. An invalid version, such as a level without an exit, does not show any difference.
Differences that are not edits of elements are present in every version.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from typing import Any, Protocol

from stategraph.analysis import moves_from_start, shortest, solutions_known
from stategraph.analysis.same_dead_ends import trap_moves_only_in
from stategraph.analysis.same_solutions import Labels, only_in
from stategraph.design.removal_trials import most_states
from stategraph.engines.limits import MAX_NODES, Limits
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.rules.element import Element
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle

# maximum number of edits for which causes are searched; maximum number of versions tested
MAX_EDITS, MAX_VERSIONS = 40, 200

# maximum number of reported sets of several edits that show a difference only together
MAX_JOINT_SETS = 10

# up to this number of edits, all 32 sets of edits are tested
MAX_EXHAUSTIVE = 5

Edits = frozenset[str]


class Expand(Protocol):
    """A function ``expand(puzzle, limits, until_goal=...)`` like `stategraph.expand`."""

    def __call__(  # noqa: D102
        self, puzzle: Puzzle, limits: Limits, /, *, until_goal: bool
    ) -> ArrayGraph: ...


@dataclass(frozen=True)
class Blame:
    """The edits that cause a difference.

    Attributes
    ----------
    causes : tuple of tuple of str, or None
        the smallest sufficient sets of edits, by name, single edits first. Empty if something else
        than an element is the cause; None if causes were not searched, or a limit left them open
    """

    causes: tuple[Labels, ...] | None = None

    @property
    def because(self) -> Labels | None:
        """The edits of all causes."""
        if self.causes is None:
            return None
        return tuple(dict.fromkeys(name for cause in self.causes for name in cause))

    @property
    def jointly(self) -> bool:
        """True if there is exactly one cause and it consists of several edits."""
        return self.causes is not None and [len(cause) > 1 for cause in self.causes] == [True]


class _Unsettled(Exception):
    """Raised if a limit leaves open whether a version shows a difference."""


class Version:
    """The level with some of the edits, expanded only as far as necessary.

    Attributes
    ----------
    puzzle : Puzzle or None
        None if these edits do not give a valid level
    """

    def __init__(self, puzzle: Any, between: Between):
        self.puzzle, self._between = puzzle, between

    def wins(self, labels: Labels) -> bool:
        """Return whether these moves reach the goal with the last move and not before."""
        if self._between.graphs[0].quotient is not None:  # the moves are units
            return self._wins_in_units(labels)
        state = self.puzzle.start
        for label in labels:
            follow = {} if self.puzzle.is_goal(state) else dict(self.puzzle.moves(state))
            if label not in follow:
                return False
            state = follow[label]
        return self.puzzle.is_goal(state)

    def _wins_in_units(self, labels: Labels) -> bool:
        graph, node = self._between.expanded(self.puzzle, until_goal=True), 0
        for label in labels:
            follow = dict(graph.moves(node))
            if label not in follow and not graph.complete:
                raise _Unsettled
            if label not in follow:
                return False
            node = follow[label]
        return node == graph.goal

    def as_short(self, solution: Labels) -> bool:
        """Return whether a solution has at most as many moves as the given solution."""
        if self.wins(solution):
            return True
        length, layers, _ = self._solved
        if length is None and layers < len(solution):
            raise _Unsettled
        return length is not None and length <= len(solution)

    @property
    def length(self) -> int | None:
        """The moves of a shortest solution, or None if the version is unsolvable or invalid."""
        if self.puzzle is None:
            return None
        length, layers, _ = self._solved
        if length is None and layers < MAX_NODES:
            raise _Unsettled
        return length

    def has_shortest(self, solution: Labels) -> bool:
        """Return whether these moves are a shortest solution."""
        if not self.wins(solution):
            return False
        length = self._solved[0]
        if length is None:
            raise _Unsettled
        return length == len(solution)

    def misses(self, new: bool) -> Labels | None:
        """Return a shortest solution of the old (or new) version that is missing here."""
        return self._solved[2][new]

    def has_old_trap(self, move: int) -> bool:
        """Return whether a trap move of the old version is also a trap move here."""
        return move not in self._traps_missing[0]

    def has_new_trap(self, move: int) -> bool:
        """Return whether a trap move of the new version is also a trap move here."""
        return move not in self._traps_missing[1]

    @cached_property
    def _solved(self) -> tuple[int | None, int, Sequence[Labels | None]]:
        """The solution length, the number of complete layers, and the results of `misses`."""
        graph = self._between.expanded(self.puzzle, until_goal=True)
        length = shortest(graph)
        if length is None and not graph.complete:
            return None, int(moves_from_start(graph)[graph.frontier].min()), (None, None)
        complete = solutions_known(graph)
        missed = [
            only_in(end, graph) if complete and solutions_known(end) else None
            for end in self._between.graphs
        ]
        return length, MAX_NODES, missed

    @cached_property
    def _traps_missing(self) -> tuple[set[int], set[int]]:
        """The trap moves of the old and of the new version that are not trap moves here."""
        graph = self._between.expanded(self.puzzle, until_goal=False)
        if not graph.complete:
            raise _Unsettled
        old, new = (trap_moves_only_in(end, graph) for end in self._between.graphs)
        return set(old.tolist()), set(new.tolist())


# a function that tests whether a version shows a difference
Shows = Callable[[Version], bool]


class Between:
    """Two versions of a level, the versions between them, and the causes of differences.

    Attributes
    ----------
    graphs : (ArrayGraph, ArrayGraph)
        of the old and the new version
    removed, added : dict of str to Element
        the elements only in the old, or only in the new version, by name
    many : bool
        whether there are too many of them to search for causes
    """

    def __init__(self, before: Level, after: Level, graphs: Sequence[ArrayGraph], expand: Expand):
        self._before, self._after, self._expand = before, after, expand
        self.graphs = graphs
        old, new = _elements(before), _elements(after)
        alike = type(before.family) is type(after.family)
        self.removed = {name: old[name] for name in old if name not in new and alike}
        self.added = {name: new[name] for name in new if name not in old and alike}
        self.names = (*self.removed, *self.added)
        self.many = len(self.names) > MAX_EDITS
        self._versions: dict[Edits, Version] = {}

    def blame(self, shows: Shows) -> Blame:
        """Return the causes of a difference that only the new version shows."""
        if self.many:
            return Blame()
        try:
            return Blame(tuple(self._causes(shows)))
        except _Unsettled:
            return Blame()

    def narrowed(self, blame: Blame, shows: Shows) -> Blame:
        """Return the causes that also satisfy `shows`, or all causes if none does."""
        causes = [c for c in blame.causes or () if shows(self._version(frozenset(c)))]
        return Blame(tuple(causes)) if causes else blame

    def without(self, undone: Labels, least: int) -> tuple[int | None, tuple[Labels, ...] | None]:
        """Return the shortcut that remains after some edits are undone: its length and causes.

        Parameters
        ----------
        undone : tuple of str
        least : int
            the moves of the old version's shortest solutions

        Returns
        -------
        int or None
            None if no solution with fewer than `least` moves is left, or if a limit hides it
        tuple of tuple of str, or None
            the smallest sufficient sets of the other edits
        """
        remaining = frozenset(self.names) - frozenset(undone)
        try:
            length = self._version(remaining).length if remaining else None
            if length is None or length >= least:
                return None, None
            causes = self._causes(lambda version: (version.length or MAX_NODES) <= length)
            return length, tuple(cause for cause in causes if remaining.issuperset(cause))
        except _Unsettled:
            return None, None

    def missed(self, name: str, new: bool) -> Labels | None:
        """Return a solution of one version that is lost if only the named edit is made, or None.

        With `new`, return a solution of the new version that disappears if the edit is undone.
        """
        if self.many:
            return None
        edits = frozenset(self.names) - {name} if new else frozenset([name])
        try:
            version = self._version(edits)
            return None if version.puzzle is None else version.misses(new)
        except _Unsettled:
            return None

    def others(self) -> dict[str, tuple[str, str]]:
        """Return differences other than elements: the start, options, or the family."""
        family, other = self._before.family, self._after.family
        if not (family.name and other.name):
            return {}
        if type(family) is not type(other):
            return {"puzzle": (family.name, other.name)}
        if self._levelled is None:
            return {}
        old, new = ({"start": p.start, **family.settings(p)} for p in self._levelled)
        pairs = {name: (str(old.get(name)), str(new.get(name))) for name in {**old, **new}}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    def expanded(self, puzzle: Puzzle, until_goal: bool) -> ArrayGraph:
        """Return the graph of a version, within a limit of states."""
        most = Limits(states=most_states(max(map(len, self.graphs))))
        return self._expand(puzzle, most, until_goal=until_goal)

    # ------------------------------------------------------------------------------- causes

    def _causes(self, shows: Shows) -> Iterator[Labels]:
        def tells(edits: Edits) -> bool:
            if len(edits) == len(self.names):
                return True
            version = self._version(edits)
            return version.puzzle is not None and shows(version)

        nothing, everything = frozenset[str](), frozenset(self.names)
        if not everything or (not self._only_elements and tells(nothing)):
            return
        alone = [name for name in self.names if tells(frozenset([name]))]
        yield from ((name,) for name in alone)
        seek = self._among_few if len(self.names) <= MAX_EXHAUSTIVE else self._together
        together = seek(everything.difference(alone), tells)
        yield from (self._ordered(cause) for cause in islice(together, MAX_JOINT_SETS))

    def _among_few(self, pool: Edits, tells: Callable[[Edits], bool]) -> Iterator[Edits]:
        """Yield all smallest sets of several edits that show the difference only together."""
        causes: list[Edits] = []
        for size in range(2, len(pool) + 1):
            for names in combinations(self._ordered(pool), size):
                edits = frozenset(names)
                if not any(cause < edits for cause in causes) and tells(edits):
                    causes.append(edits)
                    yield edits

    def _together(self, pool: Edits, tells: Callable[[Edits], bool]) -> Iterator[Edits]:
        """Yield some smallest sets of several edits that show the difference only together."""
        pools, visited, causes = [pool], set(), set()
        for pool in pools:
            if pool in visited or len(pool) < 2 or not tells(pool):
                continue
            visited.add(pool)
            cause = pool
            for name in self._ordered(pool):
                fewer = cause - {name}
                if len(fewer) > 1 and tells(fewer):
                    cause = fewer
            if cause not in causes:
                causes.add(cause)
                yield cause
            pools += [pool - {name} for name in self._ordered(cause)]  # other causes lack an edit

    def _ordered(self, names: Collection[str]) -> Labels:
        return tuple(name for name in self.names if name in names)

    # ------------------------------------------------------------------------------- versions

    def _version(self, edits: Edits) -> Version:
        if edits not in self._versions:
            if len(self._versions) >= MAX_VERSIONS:
                raise _Unsettled
            self._versions[edits] = Version(self._puzzle(edits), self)
        return self._versions[edits]

    def _puzzle(self, edits: Edits) -> Puzzle | None:
        """Return the level with these edits, or None if it is invalid."""
        removed = [element for name, element in self.removed.items() if name in edits]
        back = [element for name, element in self.removed.items() if name not in edits]
        put = [element for name, element in self.added.items() if name in edits]
        undone = [element for name, element in self.added.items() if name not in edits]
        try:
            if not put and self._only_elements:
                return _without(self._before, removed)
            puzzle = _without(self._after, undone)
            return self._including(puzzle, back, self._before) if back else puzzle
        except LevelError:
            return None

    def _including(self, puzzle: Puzzle, elements: Sequence[Element], owner: Level) -> Puzzle:
        if type(owner.family).including is Family.including:
            raise _Unsettled  # such versions cannot be built
        return Puzzle.of(owner.family.including(puzzle, elements, owner.puzzle))

    @cached_property
    def _levelled(self) -> tuple[Puzzle, Puzzle] | None:
        """Both versions with only their common elements, or with all elements; None if invalid."""
        old, new = self._before, self._after
        removed, added = list(self.removed.values()), list(self.added.values())
        try:
            return _without(old, removed), _without(new, added)
        except LevelError:
            pass
        try:
            puzzles = (
                self._including(old.puzzle, added, new),
                self._including(new.puzzle, removed, old),
            )
        except (LevelError, _Unsettled):
            return None
        return puzzles

    @cached_property
    def _only_elements(self) -> bool:
        """True if the versions differ only in elements."""
        if self._levelled is None or self.others():
            return not self.others()
        try:
            old, new = (self._before.family.write(p, p.start) for p in self._levelled)
        except LevelError:
            return True
        return old == new


def _without(level: Level, elements: Sequence[Element]) -> Puzzle:
    if not elements:
        return level.puzzle
    return Puzzle.of(level.family.without(level.puzzle, elements))


def _elements(level: Level) -> dict[str, Element]:
    return {element.name: element for element in level.family.elements(level.puzzle)}
