"""Which edits of a level are to blame for something that only one of its two versions shows.

Between the versions lie those in which only some of the edits were made. A *cause* is a smallest
set of edits that is enough: the old version with these edits, and no others, shows it already::

    old ──────── wall 2:1 out ──────► a            shown in   a    b    new    causes
     │                                │                       no   no   yes    {a, b}    a and b
    wall 4:1 out             wall 4:1 out                     yes  no   yes    {a}       a
     ▼                                ▼                       yes  yes  yes    {a}, {b}  a or b
     b ───────── wall 2:1 out ──────► new

So of two edits one is in a cause when making it alone in the old version shows the thing, or when
taking it back in the new version makes it go away. Up to `FEW` edits all versions are looked at. Of
more, which help and hinder each other, the edits of a cause are enough, but need not all be needed.
A version that is no level (without any exit, say) shows nothing. Whatever the versions differ in
beside elements counts as made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from typing import Any, Protocol

from stategraph.analysis import moves_from_start, shortest, solutions_known
from stategraph.analysis.path_sets import Labels, only_in
from stategraph.analysis.same_dead_ends import trap_moves_only_in
from stategraph.design.removals import most_states
from stategraph.engines.limits import MOST, Limits
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.rules.element import Element
from stategraph.rules.family import Family

# Blame is sought among so many edits at most, by looking at so many versions between the two.
EDITS, VERSIONS = 40, 200

# Of the sets of edits that show a thing only together so many are looked for.
TOGETHER = 10

# Among so many edits every set of them is looked at, all 32.
FEW = 5

Edits = frozenset[str]


class Expand(Protocol):
    """``expand(puzzle, limits, until_goal=...)``, as `stategraph.expand`; within other limits."""

    def __call__(  # noqa: D102
        self, puzzle: Any, limits: Limits, /, *, until_goal: bool
    ) -> ArrayGraph: ...


@dataclass(frozen=True)
class Blame:
    """Which edits are to blame.

    Attributes
    ----------
    causes : tuple of tuple of str, or None
        the smallest sets of edits each of which is enough, by name, single edits first; empty when
        no element is to blame, but something else of the level; None when that was not sought, or
        a limit left it open
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
        """Whether there is one cause, of several edits: it takes all of them."""
        return self.causes is not None and [len(cause) > 1 for cause in self.causes] == [True]


class _Unsettled(Exception):
    """A limit leaves open what a version shows."""


class Version:
    """The level with some of the edits made; expanded only as far as questions need it.

    Attributes
    ----------
    puzzle : Puzzle or None
        None when these edits alone leave no level
    """

    def __init__(self, puzzle: Any, between: Between):
        self.puzzle, self._between = puzzle, between

    def wins(self, labels: Labels) -> bool:
        """Return whether these moves lead from the start to the goal, and not before."""
        if self._between.graphs[0].quotient is not None:  # they are units
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
        """Return whether there is a solution with as few moves as this one."""
        if self.wins(solution):
            return True
        length, seen, _ = self._solved
        if length is None and seen < len(solution):
            raise _Unsettled
        return length is not None and length <= len(solution)

    def has_shortest(self, solution: Labels) -> bool:
        """Return whether these moves are a shortest solution."""
        if not self.wins(solution):
            return False
        length = self._solved[0]
        if length is None:
            raise _Unsettled
        return length == len(solution)

    def misses(self, new: bool) -> Labels | None:
        """Return a shortest solution of the old (or new) version that is none here, or None."""
        return self._solved[2][new]

    def has_old_trap(self, move: int) -> bool:
        """Return whether a trap move of the old version is one here too."""
        return move not in self._traps_missing[0]

    def has_new_trap(self, move: int) -> bool:
        """Return whether a trap move of the new version is one here too."""
        return move not in self._traps_missing[1]

    @cached_property
    def _solved(self) -> tuple[int | None, int, Sequence[Labels | None]]:
        """Length of the shortest solutions, levels that were seen whole, and what `misses` says."""
        graph = self._between.expanded(self.puzzle, until_goal=True)
        length = shortest(graph)
        if length is None and not graph.complete:
            return None, int(moves_from_start(graph)[graph.frontier].min()), (None, None)
        known = solutions_known(graph)
        missed = [
            only_in(end, graph) if known and solutions_known(end) else None
            for end in self._between.graphs
        ]
        return length, MOST, missed

    @cached_property
    def _traps_missing(self) -> tuple[set[int], set[int]]:
        """The trap moves of the old and the new version that are none here."""
        graph = self._between.expanded(self.puzzle, until_goal=False)
        if not graph.complete:
            raise _Unsettled
        old, new = (trap_moves_only_in(end, graph) for end in self._between.graphs)
        return set(old.tolist()), set(new.tolist())


# What a version shows.
Shows = Callable[[Version], bool]


class Between:
    """Two versions of a level, all that lie between them, and who is to blame for what changed.

    Attributes
    ----------
    graphs : (ArrayGraph, ArrayGraph)
        of the old and the new version
    removed, added : dict of str to Element
        the elements that only the old, or only the new version has, by name
    many : bool
        whether there are too many of them to look for blame
    """

    def __init__(self, before: Level, after: Level, graphs: Sequence[ArrayGraph], expand: Expand):
        self._before, self._after, self._expand = before, after, expand
        self.graphs = graphs
        old, new = _elements(before), _elements(after)
        alike = type(before.family) is type(after.family)
        self.removed = {name: old[name] for name in old if name not in new and alike}
        self.added = {name: new[name] for name in new if name not in old and alike}
        self.names = (*self.removed, *self.added)
        self.many = len(self.names) > EDITS
        self._versions: dict[Edits, Version] = {}

    def blame(self, shows: Shows) -> Blame:
        """Return who is to blame for what the new version shows and the old one does not."""
        if self.many:
            return Blame()
        try:
            return Blame(tuple(self._causes(shows)))
        except _Unsettled:
            return Blame()

    def narrowed(self, blame: Blame, shows: Shows) -> Blame:
        """Return only those causes that are enough for something more, where there are any."""
        some = [c for c in blame.causes or () if shows(self._version(frozenset(c)))]
        return Blame(tuple(some)) if some else blame

    def missed(self, name: str, new: bool) -> Labels | None:
        """Return a solution of one version that the edit of this name alone takes away; or None.

        Of the new version, one that is gone when the edit is taken back.
        """
        if self.many:
            return None
        done = frozenset(self.names) - {name} if new else frozenset([name])
        try:
            version = self._version(done)
            return None if version.puzzle is None else version.misses(new)
        except _Unsettled:
            return None

    def others(self) -> dict[str, tuple[str, str]]:
        """Return what differs beside elements: the start, options of the level, or the family."""
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

    def expanded(self, puzzle: Any, until_goal: bool) -> ArrayGraph:
        """Return the graph of a version, within bounds."""
        most = Limits(states=most_states(max(map(len, self.graphs))))
        return self._expand(puzzle, most, until_goal=until_goal)

    # ------------------------------------------------------------------------------- causes

    def _causes(self, shows: Shows) -> Iterator[Labels]:
        def tells(done: Edits) -> bool:
            if len(done) == len(self.names):
                return True
            version = self._version(done)
            return version.puzzle is not None and shows(version)

        nothing, everything = frozenset[str](), frozenset(self.names)
        if not everything or (not self._only_elements and tells(nothing)):
            return
        alone = [name for name in self.names if tells(frozenset([name]))]
        yield from ((name,) for name in alone)
        seek = self._among_few if len(self.names) <= FEW else self._together
        together = seek(everything.difference(alone), tells)
        yield from (self._ordered(cause) for cause in islice(together, TOGETHER))

    def _among_few(self, pool: Edits, tells: Callable[[Edits], bool]) -> Iterator[Edits]:
        """Yield all smallest sets of edits that tell only together; none tells alone."""
        found: list[Edits] = []
        for size in range(2, len(pool) + 1):
            for names in combinations(self._ordered(pool), size):
                some = frozenset(names)
                if not any(cause < some for cause in found) and tells(some):
                    found.append(some)
                    yield some

    def _together(self, pool: Edits, tells: Callable[[Edits], bool]) -> Iterator[Edits]:
        """Yield smallest sets of edits that tell only together; none tells alone."""
        pools, seen, found = [pool], set(), set()
        for pool in pools:
            if pool in seen or len(pool) < 2 or not tells(pool):
                continue
            seen.add(pool)
            cause = pool
            for name in self._ordered(pool):
                fewer = cause - {name}
                if len(fewer) > 1 and tells(fewer):
                    cause = fewer
            if cause not in found:
                found.add(cause)
                yield cause
            pools += [pool - {name} for name in self._ordered(cause)]  # others lack one of these

    def _ordered(self, names: Collection[str]) -> Labels:
        return tuple(name for name in self.names if name in names)

    # ------------------------------------------------------------------------------- versions

    def _version(self, done: Edits) -> Version:
        if done not in self._versions:
            if len(self._versions) >= VERSIONS:
                raise _Unsettled
            self._versions[done] = Version(self._puzzle(done), self)
        return self._versions[done]

    def _puzzle(self, done: Edits) -> Any:
        """Return the level with these edits made; None where that is no level."""
        taken = [element for name, element in self.removed.items() if name in done]
        back = [element for name, element in self.removed.items() if name not in done]
        put = [element for name, element in self.added.items() if name in done]
        undone = [element for name, element in self.added.items() if name not in done]
        try:
            if not put and self._only_elements:
                return _without(self._before, taken)
            puzzle = _without(self._after, undone)
            return self._including(puzzle, back, self._before) if back else puzzle
        except LevelError:
            return None

    def _including(self, puzzle: Any, elements: Sequence[Element], owner: Level) -> Any:
        if type(owner.family).including is Family.including:
            raise _Unsettled  # such versions cannot be made
        return owner.family.including(puzzle, elements, owner.puzzle)

    @cached_property
    def _levelled(self) -> tuple[Any, Any] | None:
        """Both versions with the elements that both have, or else with all; None: no levels."""
        old, new = self._before, self._after
        removed, added = list(self.removed.values()), list(self.added.values())
        try:
            return _without(old, removed), _without(new, added)
        except LevelError:
            pass
        try:
            both = (
                self._including(old.puzzle, added, new),
                self._including(new.puzzle, removed, old),
            )
        except (LevelError, _Unsettled):
            return None
        return both

    @cached_property
    def _only_elements(self) -> bool:
        """Whether the versions differ in nothing but elements."""
        if self._levelled is None or self.others():
            return not self.others()
        try:
            old, new = (self._before.family.write(p, p.start) for p in self._levelled)
        except LevelError:
            return True
        return old == new


def _without(level: Level, gone: Sequence[Element]) -> Any:
    return level.family.without(level.puzzle, gone) if gone else level.puzzle


def _elements(level: Level) -> dict[str, Element]:
    return {element.name: element for element in level.family.elements(level.puzzle)}
