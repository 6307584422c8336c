"""Mutated and random levels: edits defined by the family, edits of the board, or new levels.

A level is a text in the format of its family, with options. This text is sent between processes and
written to files, and the family's reader parses it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from stategraph.errors import InputError, LevelError, did_you_mean
from stategraph.invent import board_mutations
from stategraph.level_files import Level
from stategraph.rules.element import Element
from stategraph.rules.family import Family, editing_family
from stategraph.rules.puzzle import Puzzle
from stategraph.rules.signs import Rows, Sign

if TYPE_CHECKING:
    from stategraph.rules.puzzle import PlainPuzzle
    from stategraph.variables import State

# Number of attempts to generate a level with the required numbers of elements.
MAX_ATTEMPTS = 8

# Probability of a further mutation. Two mutations may succeed together where each alone fails.
CHANCE_OF_ANOTHER = 0.4


@dataclass(frozen=True)
class Draft:
    """A level as text in the format of its family, with its options."""

    text: str
    settings: Mapping[str, object] = field(default_factory=dict)


def draft_of(family: Family, puzzle: PlainPuzzle, state: State | None = None) -> Draft:
    """Return the level that starts in `state`; ``LevelError`` if the format cannot express it."""
    puzzle = Puzzle.of(puzzle)
    start = puzzle.start if state is None else state
    return Draft(family.write(puzzle, start), dict(family.settings(puzzle)))


def level_of(family: Family, draft: Draft) -> Level:
    """Return the level that a family reads; raise ``LevelError`` if it is invalid."""
    return Level(family, Puzzle.of(family.read(draft.text, draft.settings)), "a draft", "a draft")


def cell_of(name: str) -> tuple[int, int] | None:
    """Return the cell of an element's name, such as (2, 5) for "wall 2:5", or None without one."""
    cell = re.fullmatch(r"([0-9]{1,9}):([0-9]{1,9})", name.rpartition(" ")[2])
    return (int(cell[1]), int(cell[2])) if cell else None


def elements_of(level: Level) -> list[Element]:
    """Return the elements of a level, which are empty if its family declares none."""
    declares = type(level.family).elements is not Family.elements
    return level.family.elements(level.puzzle) if declares else []


@dataclass(frozen=True)
class Maker:
    """A generator of levels that are similar to a given level.

    Attributes
    ----------
    family : Family
    like : Draft
        the first level
    cells : tuple of (row, column)
        cells of the board that must not change
    names : tuple of str
        names of elements that must stay
    counts : dict of str to (int, int)
        smallest and largest number of elements of each kind
    size : (height, width), (places,) or None
        size of new random levels; None if all levels are mutations of `like`
    players : dict of str to (int, int)
        smallest and largest number of players of each kind that `counts` does not limit
    """

    family: Family
    like: Draft
    cells: tuple[tuple[int, int], ...] = ()
    names: tuple[str, ...] = ()
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    size: tuple[int, ...] | None = None
    players: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def on_board(self) -> bool:
        """True if the levels of the family are boards of signs, and cells differ independently."""
        return bool(_single_cells(self.family))

    def has_cell(self, row: int, column: int) -> bool:
        """Return whether the levels of a search may have a cell, which is True without a board."""
        if not self.on_board:
            return True
        if self.size is not None and len(self.size) == 2:
            return row < self.size[0] and column < self.size[1]
        rows = self.family.grid(self.like.text)
        return row < len(rows) and column < len(rows[0])

    @property
    def _counts(self) -> Mapping[str, tuple[int, int]]:
        """The smallest and largest number of elements and players of each kind."""
        return {**self.players, **self.counts}

    def fresh(self, random: Random) -> Draft:
        """Return a random level; the reader rejects invalid texts later."""
        if self.size is None:
            return self.like
        if len(self.size) == 2 and self.on_board:
            rows = board_mutations.random_board(
                (self.size[0], self.size[1]), self.family, random, self._counts
            )
            return self._fitting(self._on(self.like, rows))
        puzzle = level_of(self.family, self.like).puzzle
        random_puzzle = self.family.fresh(puzzle, self.size[0], random)
        return self.like if random_puzzle is None else draft_of(self.family, random_puzzle)

    def changed(self, draft: Draft, random: Random) -> Draft:
        """Mutate a level once or several times; return the level itself if that fails."""
        before = self._miscounted(draft)
        for _ in range(MAX_ATTEMPTS):
            mutant = draft
            while True:
                mutant = self._once(mutant, random)
                if random.random() >= CHANCE_OF_ANOTHER:
                    break
            if mutant != draft and (not (now := self._miscounted(mutant)) or now < before):
                return mutant
        return draft

    def _once(self, draft: Draft, random: Random) -> Draft:
        """Return a level after one mutation; raise ``LevelError`` if the level is invalid."""
        own = type(self.family).changes is not Family.changes
        if own and (not self.on_board or random.random() < 0.2):
            try:
                mutant = self.family.changes(level_of(self.family, draft).puzzle, random)
                return draft if mutant is None else draft_of(self.family, mutant)
            except LevelError:
                return draft
        rows = self.family.grid(draft.text)
        return self._on(draft, board_mutations.mutated(rows, self.family, random, self.cells))

    def _on(self, draft: Draft, rows: Rows) -> Draft:
        return Draft(self.family.regrid(draft.text, rows), draft.settings)

    def _fitting(self, draft: Draft) -> Draft:
        """Return a level without options that do not fit the size of its board."""
        try:
            if draft.settings:
                level_of(self.family, draft)
        except LevelError as error:
            if error.option in draft.settings:
                fitting_settings = {
                    name: draft.settings[name] for name in draft.settings if name != error.option
                }
                return self._fitting(Draft(draft.text, fitting_settings))
        return draft

    def _miscounted(self, draft: Draft) -> int:
        """Count the missing or surplus elements of a board; 0 for families without boards."""
        if not self._counts or not self.on_board:
            return 0
        counts = board_mutations.element_counts(self.family.grid(draft.text), self.family)
        return sum(
            max(least - counts[kind], counts[kind] - most, 0)
            for kind, (least, most) in self._counts.items()
            if kind in counts
        )

    def keeps(self, before: Draft, after: Draft) -> bool:
        """Return whether an edit preserves the cells and elements that must stay."""
        if self.cells:
            old, new = self.family.grid(before.text), self.family.grid(after.text)
            if any(old[r][c] != new[r][c] for r, c in self.cells):
                return False
        if not self.names:
            return True
        present = {element.name for element in elements_of(level_of(self.family, after))}
        return present.issuperset(self.names)

    def refusal(self, level: Level) -> str:
        """Return the reason why a level's elements are rejected, or "" if accepted."""
        if not self.counts and not self.names:
            return ""
        elements = elements_of(level)
        counts = Counter(element.kind for element in elements)
        if self.on_board and not counts.keys() >= self.counts.keys():  # such as the player
            text = self.family.write(level.puzzle, level.puzzle.start)
            counts |= board_mutations.element_counts(self.family.grid(text), self.family)
        for kind, (least, most) in self.counts.items():
            if not least <= counts[kind] <= most:
                return f"elements: {kind}"
        present = {element.name for element in elements}
        return next((f"without {name}" for name in self.names if name not in present), "")


def maker(
    level: Level,
    keep: Sequence[str] = (),
    counts: Mapping[str, tuple[int, int]] | None = None,
    size: tuple[int, ...] | None = None,
) -> Maker:
    """Return a generator of levels that are similar to a given level.

    Parameters
    ----------
    keep : sequence of str
        cells ``2:5``, and names of elements
    counts : dict of str to (int, int), optional
        smallest and largest number of elements of each kind
    size : (height, width) or (places,), optional
        size of new random levels

    Raises
    ------
    InputError
        if the level lacks an element or cell, cannot be changed or written, or its family does not
        support the size
    """
    family = editing_family(level.family, level.puzzle)
    own = type(family).changes is not Family.changes
    signs = _single_cells(family)
    if not signs and not own:
        raise InputError(
            f"{level.file}: levels of {family.name} have no elements for random changes"
        )
    try:
        like = draft_of(family, level.puzzle)
        rows = family.grid(like.text) if signs else []
    except LevelError as error:
        raise InputError(f"{level.file}: {error.reason}") from None
    cells, names = _kept(level, keep, rows)
    kinds = {element.kind for element in elements_of(level)}
    kinds |= {part for sign in signs for part in sign.parts}
    for kind in counts or ():
        if kind not in kinds:
            raise InputError(
                f"--elements: unknown kind of element {kind!r}{did_you_mean(kind, kinds)}"
            )
    _check_size(family, size)
    return Maker(family, like, cells, names, dict(counts or {}), size, _players(family, rows))


def _players(family: Family, rows: Rows) -> dict[str, tuple[int, int]]:
    """Return the number of players of each kind on a board as a range, (n, n)."""
    counts = board_mutations.element_counts(rows, family) if rows else Counter()
    return {kind: (counts[kind], counts[kind]) for kind in family.players if kind in counts}


def _single_cells(family: Family) -> tuple[Sign, ...]:
    """Return the signs of a family, or none if some pieces cover several cells."""
    return () if any(sign.line for sign in family.signs) else family.signs


def _check_size(family: Family, size: tuple[int, ...] | None) -> None:
    """Raise ``InputError`` if a family does not support the size."""
    own = type(family).fresh is not Family.fresh
    if size is not None and len(size) != (1 if own else 2):
        form = "a number of places, 15" if own else "HEIGHTxWIDTH, 8x8"
        raise InputError(f"--size of {family.name} is {form}")


def _kept(
    level: Level, keep: Sequence[str], rows: Rows
) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Return the cells and the elements that must stay."""
    elements = {e.name: e for e in elements_of(level)} if keep else {}
    cells, names = [], []
    for name in keep:
        name = name.replace("->", "→")
        place = cell_of(name)
        on = place is not None and bool(rows) and place[0] < len(rows) and place[1] < len(rows[0])
        if name in elements:
            names.append(name)
        elif " " in name or not on:
            raise InputError(f"--keep: unknown element {name!r}{did_you_mean(name, elements)}")
        if on and place is not None:
            cells.append(place)
    return tuple(cells), tuple(names)
