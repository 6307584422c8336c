"""Smallest repairs of a level: the fewest edits that meet all demands, or a proof of none.

An edit replaces the sign of a cell. For levels without a board, it removes an element or inserts a
missing one::

    no edit ─► all single edits ─► all pairs ─► ...        the first size with a success is smallest

All smallest repairs are ranked: edits of walls come first, and edits of the player, the goals and
the rim come last. Equal repairs are ordered by the share of the old play that stays, then by the
length of the solution, since a repair should not open a shortcut, then by the number of shortest
solutions, since it should not open other solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

from stategraph.analysis import shortest, solutions_known
from stategraph.analysis.same_dead_ends import Versions
from stategraph.design import board_edits
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph
from stategraph.invent.board_mutations import WALL, rim
from stategraph.invent.constraints import TOO_LARGE, UNKNOWN, Seen, Wishes
from stategraph.invent.mutations import Draft, Maker, draft_of, level_of
from stategraph.machine import deadline
from stategraph.metrics import shortest_count
from stategraph.readable import Readable
from stategraph.rules.puzzle import Puzzle
from stategraph.rules.signs import Rows

# Reasons why a level is not a repair, besides demands: the caller's condition, and the deadline.
OTHER, LATE = "other condition", "late"


@dataclass(frozen=True)
class Edit:
    """A single edit: its description, its position, and the new content."""

    name: str
    at: Any
    what: Any


@dataclass(frozen=True)
class Fix:
    """One repair.

    Attributes
    ----------
    draft : Draft
        the level that meets all demands
    edits : tuple of Edit
    severity : int
        0: only walls or corridors change; 1: other elements do; 2: the player or a goal does;
        3: the rim does
    play_kept : float or None
        share of the old states that the same moves still reach; None if a version has too many
        states, or after the deadline
    shortest : int or None
        moves of a shortest solution; None without one, or if unknown
    shortest_count : int or None
        number of shortest solutions; None if unknown
    shared : float
        share of the states of both versions that the same moves reach; 0 if unknown
    """

    draft: Draft
    edits: tuple[Edit, ...]
    severity: int = 0
    play_kept: float | None = None
    shortest: int | None = None
    shortest_count: int | None = None
    shared: float = 0.0


@dataclass(frozen=True)
class Miss:
    """A near miss: the edits of a level, and the failed demand with its value."""

    edits: tuple[Edit, ...]
    text: str


@dataclass(frozen=True, repr=False)
class Repair(Readable):
    """The result of a repair.

    Attributes
    ----------
    fixes : tuple of Fix
        the smallest repairs, the best one first; empty if none was found
    tried : int
        number of evaluated levels
    most : int
        largest number of edits
    proven : bool
        True if all levels with fewer edits were decided; without a result, all levels with up to
        `most` edits
    complete : bool
        True if all levels with as many edits were decided, too
    nearest : Miss or None
        the nearest miss, if no repair was found: it meets most demands before one fails, and that
        one by the smallest distance
    """

    fixes: tuple[Fix, ...]
    tried: int
    most: int
    proven: bool
    complete: bool
    nearest: Miss | None = None

    @property
    def draft(self) -> Draft | None:
        """The level after the best repair, or None if no repair was found."""
        return self.fixes[0].draft if self.fixes else None

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits of the best repair."""
        return self.fixes[0].edits if self.fixes else ()


def repaired(
    maker: Maker,
    wishes: Wishes,
    most: int = 1,
    on_progress: Callable[[int], None] = lambda tried: None,
    also: Callable[[Draft], bool] = lambda draft: True,
) -> Repair:
    """Return all smallest repairs of `maker.like`, with at most `most` edits, the best one first.

    The number of evaluated levels grows like the number of single edits to the power of `most`. The
    progress callback `on_progress` receives that number. A repaired level must also satisfy the
    condition `also`. At the deadline of the thread, return the repairs found by then.
    """
    single, attempts, proven = list(single_edits(maker)), 0, True
    known_drafts: set[str] = set()
    nearest = _Nearest()
    for size in range(most + 1):
        sure = proven
        fixes: list[Fix] = []
        for edits in combinations(single, size):
            draft = edited(maker, edits)
            if draft is None or str(draft) in known_drafts:
                continue
            known_drafts.add(str(draft))
            seen = deadline.in_grace(partial(_seen, maker, wishes, also, draft), Seen(LATE))
            if seen.failed == LATE:
                ranked = _ranked(maker, wishes, fixes)
                missed = None if fixes else nearest.miss
                return Repair(ranked, attempts, most, sure and bool(fixes), False, missed)
            attempts += 1
            on_progress(attempts)
            nearest.add(edits, seen)
            if not seen.failed:
                fixes.append(Fix(draft, edits))
            proven = proven and seen.failed not in (TOO_LARGE, UNKNOWN)
        if fixes:
            return Repair(_ranked(maker, wishes, fixes), attempts, most, sure, complete=proven)
    return Repair((), attempts, most, proven, proven, nearest.miss)


class _Nearest:
    """The nearest miss of the levels added so far; of equal ones, the first."""

    def __init__(self) -> None:
        self.miss: Miss | None = None
        self._best = (-1, 0.0)

    def add(self, edits: tuple[Edit, ...], seen: Seen) -> None:
        """Compare a level with the nearest miss."""
        distance = seen.passed, -seen.short
        if seen.miss and distance > self._best:
            self._best, self.miss = distance, Miss(edits, seen.miss)


def _ranked(maker: Maker, wishes: Wishes, fixes: list[Fix]) -> tuple[Fix, ...]:
    """Sort repairs, the best one first, and equal repairs by position and then by sign."""
    if not fixes or not fixes[0].edits:
        return tuple(fixes)
    old = deadline.in_grace(partial(_graph, maker, wishes, maker.like), None)

    def measured(fix: Fix) -> Fix:
        fix = replace(fix, severity=max(_severity(maker, edit) for edit in fix.edits))
        return deadline.in_grace(partial(_compared, maker, wishes, old, fix), fix)

    def key(fix: Fix) -> tuple[float, ...]:
        length = fix.shortest or 0
        return fix.severity, -(fix.play_kept or 0.0), -length, fix.shortest_count or 0, -fix.shared

    return tuple(sorted(map(measured, fixes), key=key))


def _graph(maker: Maker, wishes: Wishes, draft: Draft) -> ArrayGraph:
    return wishes.expanded(level_of(maker.family, draft).puzzle)


def _compared(maker: Maker, wishes: Wishes, old: ArrayGraph | None, fix: Fix) -> Fix:
    """Return a repair, with a comparison of the levels before and after it as far as known."""
    new = _graph(maker, wishes, fix.draft)
    if solutions_known(new):
        fix = replace(fix, shortest=shortest(new), shortest_count=shortest_count(new))
    if old is None or not (old.complete and new.complete):
        return fix
    play_kept, shared = Versions(old, new).kept()
    return replace(fix, play_kept=play_kept, shared=shared)


def _severity(maker: Maker, edit: Edit) -> int:
    """Return the kind of an edit: walls (0), other elements (1), player or goal (2), rim (3)."""
    family = maker.family
    if not maker.on_board:
        return 2 if edit.what.kind in family.objectives else 0
    rows = family.grid(maker.like.text)
    parts = {sign.text: sign.parts for sign in family.signs}
    changed = {*parts[rows[edit.at[0]][edit.at[1]]]} ^ {*parts[edit.what]}
    task = {sign.parts[0] for sign in family.signs if sign.alone} | {*family.objectives}
    if edit.at in rim(rows, family):
        return 3
    if changed & task:
        return 2
    return 0 if {name.lower() for name in changed} <= {WALL} else 1


def _seen(maker: Maker, wishes: Wishes, also: Callable[[Draft], bool], draft: Draft) -> Seen:
    """Return the evaluation of a level; a level that does not meet `also` fails, too."""
    seen = wishes.look(maker, draft)
    return seen if seen.failed or also(draft) else Seen(OTHER)


def single_edits(maker: Maker) -> Iterator[Edit]:
    """Yield all permitted single edits of the level, in a fixed order."""
    family = maker.family
    if maker.on_board:
        rows = family.grid(maker.like.text)
        names = {sign.text: sign.name for sign in family.signs}
        for r, row in enumerate(rows):
            for c, old in enumerate(row):
                if (r, c) not in maker.cells:
                    for sign in (sign for sign in family.signs if sign.text != old):
                        name = f"{r}:{c}: {sign.name} instead of {names[old]}"
                        yield Edit(name, (r, c), sign.text)
        return
    puzzle = level_of(family, maker.like).puzzle
    for element in family.elements(puzzle):
        if element.name not in maker.names:
            yield Edit(f"without {element.name}", "without", element)
    for element in family.missing(puzzle):
        yield Edit(f"with {element.name}", "with", element)


def edited(maker: Maker, edits: tuple[Edit, ...]) -> Draft | None:
    """Return the level after some edits, or None if the edits cannot be combined."""
    if not maker.on_board:
        return _with_elements(maker, edits)
    if len({edit.at for edit in edits}) < len(edits):
        return None
    rows: Rows = maker.family.grid(maker.like.text)
    for edit in edits:
        rows = board_edits.paint(rows, maker.family, edit.at, edit.what)
    if any(rows[edit.at[0]][edit.at[1]] != edit.what for edit in edits):
        return None  # two elements that cannot share a cell
    return Draft(maker.family.regrid(maker.like.text, rows), maker.like.settings)


def _with_elements(maker: Maker, edits: tuple[Edit, ...]) -> Draft | None:
    """Return the level with some elements removed and others inserted."""
    puzzle = level_of(maker.family, maker.like).puzzle
    try:
        if removed := [edit.what for edit in edits if edit.at == "without"]:
            puzzle = Puzzle.of(maker.family.without(puzzle, removed))
        if added := [edit.what for edit in edits if edit.at == "with"]:
            puzzle = Puzzle.of(maker.family.including(puzzle, added, puzzle))
        return draft_of(maker.family, puzzle)
    except LevelError:
        return None
