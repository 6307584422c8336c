"""The fewest changes after which a level grants all wishes, or the proof that so many do not.

A change is a cell of the board that shows another sign; where levels are no boards, an element
taken out, or a missing one put in::

    no change ─► all single changes ─► all pairs ─► ...        the first that grants all is as
                                                               small as any
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from stategraph.design import edits
from stategraph.errors import LevelError
from stategraph.invent.constraints import TOO_LARGE, UNKNOWN, Wishes
from stategraph.invent.makes import Draft, Maker, draft_of, level_of
from stategraph.rules.painting import Rows


@dataclass(frozen=True)
class Edit:
    """A single change: what it is in words, where it is, and what is there then."""

    name: str
    at: Any
    what: Any


@dataclass(frozen=True)
class Repair:
    """What became of the attempt.

    Attributes
    ----------
    draft : Draft or None
        the level that grants all wishes; None: none was found
    edits : tuple of Edit
        what makes it of the old one; no fewer do, if that is `proven`
    tried : int
        levels looked at
    most : int
        changes at a time
    proven : bool
        whether nothing is unknown of all levels with fewer changes, or where none was found, with
        up to `most`
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
    """Return the fewest changes, at most so many, after which `maker.like` grants all wishes.

    Of several as small the first: by places, and by signs in their order. The number of levels
    that are looked at grows with the number of single changes to the power of `most`. `told` is
    told how many were. A level that grants all wishes has to please `also`, too.
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
            seen, tried = wishes.look(maker, draft), tried + 1
            told(tried)
            if not seen.failed and also(draft):
                return Repair(draft, some, tried, size, sure)
            proven = proven and seen.failed not in (TOO_LARGE, UNKNOWN)
    return Repair(None, (), tried, most, proven)


def single_edits(maker: Maker) -> Iterator[Edit]:
    """Yield all single changes of the level that may be made, in a fixed order."""
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
    """Return the level after some changes; None where they cannot be made together."""
    if not maker.on_board:
        return _with_elements(maker, some)
    if len({edit.at for edit in some}) < len(some):
        return None
    rows: Rows = maker.family.grid(maker.like.text)
    for edit in some:
        rows = edits.paint(rows, maker.family, edit.at, edit.what)
    if any(rows[edit.at[0]][edit.at[1]] != edit.what for edit in some):
        return None  # two that can only stand alone
    return Draft(maker.family.regrid(maker.like.text, rows), maker.like.settings)


def _with_elements(maker: Maker, some: tuple[Edit, ...]) -> Draft | None:
    """Return the level without some elements and with others."""
    puzzle: Any = level_of(maker.family, maker.like).puzzle
    try:
        if gone := [edit.what for edit in some if edit.at == "without"]:
            puzzle = maker.family.without(puzzle, gone)
        if more := [edit.what for edit in some if edit.at == "with"]:
            puzzle = maker.family.including(puzzle, more, puzzle)
        return draft_of(maker.family, puzzle)
    except LevelError:
        return None
