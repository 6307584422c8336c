"""Smallest repair of a level: the fewest edits that meet all demands, or a proof.

An edit replaces the sign of a cell. For levels without a board, it removes an element or inserts a
missing one::

    no edit ─► all single edits ─► all pairs ─► ...        the first success is a smallest repair
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from stategraph.design import board_edits
from stategraph.errors import LevelError
from stategraph.invent.constraints import TOO_LARGE, UNKNOWN, Wishes
from stategraph.invent.mutations import Draft, Maker, draft_of, level_of
from stategraph.machine import deadline
from stategraph.readable import Readable
from stategraph.rules.painting import Rows

# Reasons why a level is not a repair, besides demands: the caller's condition, and the deadline.
OTHER, LATE = "other condition", "late"


@dataclass(frozen=True)
class Edit:
    """A single edit: its description, its place, and the new content."""

    name: str
    at: Any
    what: Any


@dataclass(frozen=True, repr=False)
class Repair(Readable):
    """The result of a repair.

    Attributes
    ----------
    draft : Draft or None
        the level that meets all demands; None if none was found
    edits : tuple of Edit
        the edits; a smallest set if `proven`
    tried : int
        number of evaluated levels
    most : int
        largest number of edits
    proven : bool
        True if all levels with fewer edits were decided; without a result, all levels with up to
        `most` edits
    """

    draft: Draft | None
    edits: tuple[Edit, ...]
    tried: int
    most: int
    proven: bool


def repaired(
    maker: Maker,
    wishes: Wishes,
    most: int = 1,
    told: Callable[[int], None] = lambda tried: None,
    also: Callable[[Draft], bool] = lambda draft: True,
) -> Repair:
    """Return the smallest repair of `maker.like`, with at most `most` edits.

    Among equal sizes, return the first one, ordered by place and then by sign. The number of
    evaluated levels grows like the number of single edits to the power of `most`. The progress
    callback `told` receives that number. A repaired level must also satisfy `also`. At the deadline
    of the thread, return no level and no proof.
    """
    single, tried, proven = list(single_edits(maker)), 0, True
    met: set[str] = set()
    for size in range(most + 1):
        sure = proven
        for some in combinations(single, size):
            draft = edited(maker, some)
            if draft is None or str(draft) in met:
                continue
            met.add(str(draft))
            failed = deadline.in_grace(partial(_failed, maker, wishes, also, draft), LATE)
            if failed == LATE:
                return Repair(None, (), tried, most, proven=False)
            tried += 1
            told(tried)
            if not failed:
                return Repair(draft, some, tried, size, sure)
            proven = proven and failed not in (TOO_LARGE, UNKNOWN)
    return Repair(None, (), tried, most, proven)


def _failed(maker: Maker, wishes: Wishes, also: Callable[[Draft], bool], draft: Draft) -> str:
    """Return the first demand that a level does not meet; "" if it meets all."""
    failed = wishes.look(maker, draft).failed
    return failed or ("" if also(draft) else OTHER)


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


def edited(maker: Maker, some: tuple[Edit, ...]) -> Draft | None:
    """Return the level after some edits; None if they cannot be combined."""
    if not maker.on_board:
        return _with_elements(maker, some)
    if len({edit.at for edit in some}) < len(some):
        return None
    rows: Rows = maker.family.grid(maker.like.text)
    for edit in some:
        rows = board_edits.paint(rows, maker.family, edit.at, edit.what)
    if any(rows[edit.at[0]][edit.at[1]] != edit.what for edit in some):
        return None  # two elements that cannot share a cell
    return Draft(maker.family.regrid(maker.like.text, rows), maker.like.settings)


def _with_elements(maker: Maker, some: tuple[Edit, ...]) -> Draft | None:
    """Return the level with some elements removed and others inserted."""
    puzzle: Any = level_of(maker.family, maker.like).puzzle
    try:
        if gone := [edit.what for edit in some if edit.at == "without"]:
            puzzle = maker.family.without(puzzle, gone)
        if more := [edit.what for edit in some if edit.at == "with"]:
            puzzle = maker.family.including(puzzle, more, puzzle)
        return draft_of(maker.family, puzzle)
    except LevelError:
        return None
