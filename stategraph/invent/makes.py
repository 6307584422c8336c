"""Levels made of others: by the family's own changes, by those of its board, or from nothing.

A level is a text in its family's native format, with its options: so much is sent from one process
to another, written, and read again by the family's own reader.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from stategraph.errors import InputError, LevelError, did_you_mean
from stategraph.invent import boards
from stategraph.levels import Level
from stategraph.rules.element import Element
from stategraph.rules.family import Family
from stategraph.rules.painting import Rows
from stategraph.rules.puzzle import Puzzle

# So often another level is drawn where one has too few or too many elements.
TRIES = 8

# A change is followed by another one so often: two together may do what neither does.
AGAIN = 0.4


@dataclass(frozen=True)
class Draft:
    """A level as a text of its family's, with its options."""

    text: str
    settings: Mapping[str, Any] = field(default_factory=dict)


def draft_of(family: Family, puzzle: Any, state: Any = None) -> Draft:
    """Return the level that starts in `state`; ``LevelError`` where its format cannot say it."""
    start = puzzle.start if state is None else state
    return Draft(family.write(puzzle, start), dict(family.settings(puzzle)))


def level_of(family: Family, draft: Draft) -> Level:
    """Return the level that a family reads; ``LevelError`` where it is none."""
    return Level(family, Puzzle.of(family.read(draft.text, draft.settings)), "a draft", "a draft")


def elements_of(level: Level) -> list[Element]:
    """Return the elements of a level; none where its family tells none."""
    told = type(level.family).elements is not Family.elements
    return level.family.elements(level.puzzle) if told else []


@dataclass(frozen=True)
class Maker:
    """Makes levels like one.

    Attributes
    ----------
    family : Family
    like : Draft
        the level that all begins with
    cells : tuple of (row, column)
        cells of the board that must not change
    names : tuple of str
        elements that there must always be
    counts : dict of str to (int, int)
        of which elements there must be at least and at most how many
    size : (height, width), (places,) or None
        that of levels made from nothing; None: there are none, but changes of `like`
    """

    family: Family
    like: Draft
    cells: tuple[tuple[int, int], ...] = ()
    names: tuple[str, ...] = ()
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    size: tuple[int, ...] | None = None

    @property
    def on_board(self) -> bool:
        """Whether the family's levels are boards of signs."""
        return bool(self.family.signs)

    def fresh(self, random: Random) -> Draft:
        """Return a level made from nothing; of a text that is no level the reader says so."""
        if self.size is None:
            return self.like
        if len(self.size) == 2 and self.on_board:
            rows = boards.strewn((self.size[0], self.size[1]), self.family, random, self.counts)
            return self._fitting(self._on(self.like, rows))
        puzzle = level_of(self.family, self.like).puzzle
        made = self.family.fresh(puzzle, self.size[0], random)
        return self.like if made is None else draft_of(self.family, made)

    def changed(self, draft: Draft, random: Random) -> Draft:
        """Return a level with a change or some; the level itself where none is found."""
        before = self._miscounted(draft)
        for _ in range(TRIES):
            made = draft
            while True:
                made = self._once(made, random)
                if random.random() >= AGAIN:
                    break
            if made != draft and (not (now := self._miscounted(made)) or now < before):
                return made
        return draft

    def _once(self, draft: Draft, random: Random) -> Draft:
        """Return a level with one change; ``LevelError`` where there is no level to be changed."""
        own = type(self.family).changes is not Family.changes
        if own and (not self.on_board or random.random() < 0.2):
            try:
                made = self.family.changes(level_of(self.family, draft).puzzle, random)
                return draft if made is None else draft_of(self.family, made)
            except LevelError:
                return draft
        rows = self.family.grid(draft.text)
        return self._on(draft, boards.changed(rows, self.family, random, self.cells))

    def _on(self, draft: Draft, rows: Rows) -> Draft:
        return Draft(self.family.regrid(draft.text, rows), draft.settings)

    def _fitting(self, draft: Draft) -> Draft:
        """Return a level without those options that do not go with a board of another size."""
        try:
            if draft.settings:
                level_of(self.family, draft)
        except LevelError as error:
            if error.option in draft.settings:
                left = {
                    name: draft.settings[name] for name in draft.settings if name != error.option
                }
                return self._fitting(Draft(draft.text, left))
        return draft

    def _miscounted(self, draft: Draft) -> int:
        """Return how many things of a board are too few or too many; elsewhere it is seen later."""
        if not self.counts or not self.on_board:
            return 0
        found = boards.things(self.family.grid(draft.text), self.family)
        return sum(
            max(least - found[kind], found[kind] - most, 0)
            for kind, (least, most) in self.counts.items()
            if kind in found
        )

    def refusal(self, level: Level) -> str:
        """Return why a level is not wanted for its elements; empty where it is."""
        if not self.counts and not self.names:
            return ""
        elements = elements_of(level)
        found = Counter(element.kind for element in elements)
        for kind, (least, most) in self.counts.items():
            if not least <= found[kind] <= most:
                return f"elements: {kind}"
        there = {element.name for element in elements}
        return next((f"without {name}" for name in self.names if name not in there), "")


def maker(
    level: Level,
    keep: Sequence[str] = (),
    counts: Mapping[str, tuple[int, int]] | None = None,
    size: tuple[int, ...] | None = None,
) -> Maker:
    """Return what makes levels like one.

    Parameters
    ----------
    keep : sequence of str
        cells ``2:5``, and names of elements
    counts : dict of str to (int, int), optional
        of which kinds of elements there must be at least and at most how many
    size : (height, width) or (places,), optional
        for levels made from nothing

    Raises
    ------
    InputError
        for an element or a cell that the level does not have; a level that cannot be changed, or
        written; a size that its family has none of
    """
    family = level.family.editing({k: str(v) for k, v in _settings(level).items()})
    own = type(family).changes is not Family.changes
    if not family.signs and not own:
        raise InputError(f"{level.file}: levels of {family.name} have nothing that chance changes")
    try:
        like = draft_of(family, level.puzzle)
        rows = family.grid(like.text) if family.signs else []
    except LevelError as error:
        raise InputError(f"{level.file}: {error.reason}") from None
    cells, names = _kept(level, keep, rows)
    known = {element.kind for element in elements_of(level)}
    known |= {part for sign in family.signs for part in sign.parts}
    for kind in counts or ():
        if kind not in known:
            raise InputError(f"--elements: there is no {kind!r}{did_you_mean(kind, known)}")
    _check_size(family, size)
    return Maker(family, like, cells, names, dict(counts or {}), size)


def _settings(level: Level) -> Mapping[str, Any]:
    return level.family.settings(level.puzzle)


def _check_size(family: Family, size: tuple[int, ...] | None) -> None:
    """Complain about a size that no level of a family has."""
    own = type(family).fresh is not Family.fresh
    if size is not None and len(size) != (1 if own else 2):
        form = "a number of places, 15" if own else "HEIGHTxWIDTH, 8x8"
        raise InputError(f"--size: of {family.name} it is {form}")


def _kept(
    level: Level, keep: Sequence[str], rows: Rows
) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Return the cells and the elements that are to stay."""
    elements = {e.name: e for e in elements_of(level)} if keep else {}
    cells, names = [], []
    for name in keep:
        name = name.replace("->", "→")
        cell = re.fullmatch(r"([0-9]{1,9}):([0-9]{1,9})", name.rpartition(" ")[2])
        place = (int(cell[1]), int(cell[2])) if cell else None
        on = place is not None and bool(rows) and place[0] < len(rows) and place[1] < len(rows[0])
        if name in elements:
            names.append(name)
        elif " " in name or not on:
            raise InputError(f"--keep: there is no {name!r}{did_you_mean(name, elements)}")
        if on and place is not None:
            cells.append(place)
    return tuple(cells), tuple(names)
