"""Candidate symmetries of a level: renamings of the values in its states.

In the image under a `Symmetry`, every variable has the renamed value of a variable of the same
kind: of itself, or of a variable exchanged with it. The values are renamed by a table::

    P=1:1, Q=2:4            P and Q are exchanged,        P=2:1, Q=1:4
    left=1:3                left and right too            left=1:2

`candidates` proposes symmetries: the eight turns and mirrors of the board, swaps of variables of
equal kind, and renamings known to the family. Nothing here knows the rules;
`stategraph.analysis.symmetry` tests whether moves respect a symmetry.
"""

from __future__ import annotations

import itertools
import reprlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stategraph.errors import RuleError
from stategraph.machine.kernel import Kernel
from stategraph.variables import WORD, One, Set, State, Tuple, Variable, Variables

# if more variables than this have equal kinds, only pairs are exchanged
MAX_EQUAL_KINDS = 3

# (name, rows counted from the other end, columns counted from the other end, axes exchanged)
TURNS = (
    ("as it is", False, False, False),
    ("mirrored left to right", False, True, False),
    ("mirrored top to bottom", True, False, False),
    ("turned by 180°", True, True, False),
    ("mirrored at the falling diagonal", False, False, True),
    ("turned right by 90°", False, True, True),
    ("turned left by 90°", True, False, True),
    ("mirrored at the rising diagonal", True, True, True),
)

Values = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class Symmetry:
    """A renaming of states.

    Attributes
    ----------
    name : str
        a name for designers, ``mirrored left to right``
    variables : Variables
    sources : tuple of str
        for each variable, in order, the variable whose value it takes
    tables : tuple of tuple of int
        for each variable, the new number of a value (`One`), a cell (`Set`), or a position
        (`Tuple`)
    """

    name: str
    variables: Variables
    sources: tuple[str, ...]
    tables: tuple[tuple[int, ...], ...]

    @property
    def key(self) -> object:
        """The identity of the symmetry, independent of its name."""
        return self.sources, self.tables

    def after(self, first: Symmetry) -> Symmetry:
        """Return the composition that applies `first`, and then this symmetry."""
        places = [self.variables.position[name] for name in self.sources]
        return Symmetry(
            f"{first.name}, then {self.name}",
            self.variables,
            tuple(first.sources[place] for place in places),
            tuple(
                tuple(table[value] for value in first.tables[place])
                for place, table in zip(places, self.tables, strict=True)
            ),
        )

    def of(self, state: State) -> State:
        """Return the image of a state."""
        words = np.array([self.variables.pack(state)], np.int64)
        return self.variables.unpack(self.of_rows(words)[0].tolist())

    def of_rows(self, rows: np.ndarray) -> np.ndarray:
        """Return the images of packed states (n, w) int64. O(n * bits)."""
        new = np.zeros_like(rows)
        fields, _, sets, _ = self._plan
        _rename(rows, *self._plan, new, work=len(rows) * (len(fields) + int(sets[:, 2].sum())))
        return new

    @cached_property
    def _plan(self) -> tuple[np.ndarray, ...]:
        """The tables in the form that the kernel reads."""
        plan = _Plan()
        kinds, places = self.variables.kinds, self.variables.places
        for (name, kind), source, table in zip(
            kinds.items(), self.sources, self.tables, strict=True
        ):
            plan.add(kind, places[source], places[name], table)
        return plan.arrays()


class _Plan:
    """Instructions for renaming packed states: fields for numbers, and fields with a bit per cell.

    Each field is read at (word, shift). Its value is an index into the table that begins at
    `start`. The entry at this index holds bits of one word of the new state.
    """

    def __init__(self) -> None:
        self.fields: list[tuple[int, int, int, int, int]] = []  # word, shift, mask, start, new word
        self.values: list[int] = []
        self.sets: list[tuple[int, int, int, int]] = []  # word, shift, width, start
        self.spots: list[tuple[int, int]] = []  # new word, bit

    def add(self, kind: Variable, old: Any, new: Any, table: Sequence[int]) -> None:
        """Add a variable that is read from the fields `old` and written to the fields `new`."""
        if isinstance(kind, Set):
            for k, ((word, shift), width) in enumerate(zip(old, kind.fields, strict=True)):
                self.sets.append((word, shift, width, len(self.spots)))
                self.spots += [_spot(new, table[cell]) for cell in
                               range(k * WORD, k * WORD + width)]  # fmt: skip
        elif isinstance(kind, Tuple):
            for k, to in enumerate(table):
                (word, shift), (new_word, new_shift) = _item(kind, old, k), _item(kind, new, to)
                self._field(kind, word, shift, range(kind.n), new_word, new_shift)
        else:
            (word, shift), (to, place) = old[0], new[0]
            self._field(kind, word, shift, table, to, place)

    def _field(
        self, kind: One | Tuple, word: int, shift: int, table: Iterable[int], to: int, place: int
    ) -> None:
        mask = (1 << (kind.n - 1).bit_length()) - 1
        self.fields.append((word, shift, mask, len(self.values), to))
        values = [*table]
        values += [0] * (mask + 1 - len(values))
        self.values += [_signed(value << place) for value in values]

    def arrays(self) -> tuple[np.ndarray, ...]:
        """Return the plan as arrays: fields, values, sets, spots."""
        return (
            np.array(self.fields, np.int64).reshape(len(self.fields), 5),
            np.array(self.values or [0], np.int64),
            np.array(self.sets, np.int64).reshape(len(self.sets), 4),
            np.array(self.spots, np.int64).reshape(len(self.spots), 2),
        )


def _signed(word: int) -> int:
    return word - (1 << WORD) if word >> (WORD - 1) else word


def _spot(places: Sequence[tuple[int, int]], cell: int) -> tuple[int, int]:
    word, shift = places[cell // WORD]
    return word, _signed(1 << (shift + cell % WORD))


def _item(kind: Tuple, places: Sequence[tuple[int, int]], item: int) -> tuple[int, int]:
    word, shift = places[item // kind.per_word]
    return word, shift + kind.bits * (item % kind.per_word)


@Kernel
def _rename(rows, fields, values, sets, spots, new):
    for i in range(rows.shape[0]):
        for k in range(fields.shape[0]):
            value = (rows[i, fields[k, 0]] >> fields[k, 1]) & fields[k, 2]
            new[i, fields[k, 4]] |= values[fields[k, 3] + value]
        for k in range(sets.shape[0]):
            word = rows[i, sets[k, 0]] >> sets[k, 1]
            for bit in range(sets[k, 2]):
                if (word >> bit) & 1 == 1:
                    spot = sets[k, 3] + bit
                    new[i, spots[spot, 0]] |= spots[spot, 1]


# ------------------------------------------------------------------------------------ proposals


def identity(variables: Variables) -> Symmetry:
    """Return the identity."""
    tables = tuple(tuple(range(_size(kind))) for kind in variables.kinds.values())
    return Symmetry("as it is", variables, tuple(variables.kinds), tables)


def candidates(
    variables: Variables, renamings: Iterable[tuple[str, Values]] = ()
) -> Iterator[Symmetry]:
    """Yield the candidate symmetries of a level, each once, without the identity.

    First come turns and mirrors of the board, combined with swaps of variables of equal kind. Then
    follow the family's `renamings`, given as (name, table of each renamed variable).
    """
    same = identity(variables)
    keys = {same.key}
    turns, swaps = list(_turns(variables)), list(_swaps(variables))
    pairs = [(turn, swap) for turn in turns for swap in swaps]
    family_symmetries = [_renamed(variables, name, values) for name, values in renamings]
    pairs += [(renaming, swap) for renaming in family_symmetries for swap in swaps]
    for turn, swap in pairs:
        symmetry = swap.after(turn)
        names = [part.name for part in (turn, swap) if part.key != same.key]
        if symmetry.key not in keys:
            keys.add(symmetry.key)
            yield Symmetry(" and ".join(names), variables, symmetry.sources, symmetry.tables)


def _size(kind: Variable) -> int:
    return kind.length if isinstance(kind, Tuple) else kind.n


def _renamed(variables: Variables, name: str, values: Values) -> Symmetry:
    """Return a symmetry; raise ``RuleError`` if a table is not a permutation."""
    same = identity(variables)
    tables = []
    for variable, table in zip(variables.kinds, same.tables, strict=True):
        renamed = tuple(values.get(variable, table))
        if sorted(renamed) != list(table):
            raise RuleError(
                f"symmetry {name!r}: the table of {variable} must hold each number from 0 to "
                f"{len(table) - 1} once, not {reprlib.repr(renamed)}"
            )
        tables.append(renamed)
    return Symmetry(name, variables, same.sources, tuple(tables))


def _turns(variables: Variables) -> Iterator[Symmetry]:
    """Yield the turns and mirrors that map every board onto itself."""
    boards = {name: board for name, kind in variables.kinds.items()
              if (board := _board_of(variables, kind)) is not None}  # fmt: skip
    places = {name: _places(board) for name, board in boards.items()}
    spots = [spot for spots_of_board in places.values() for spot in spots_of_board]
    rows, columns = ([spot[axis] for spot in spots] or [0] for axis in (0, 1))
    top, left, height, width = min(rows), min(columns), max(rows), max(columns)
    for name, down, right, across in TURNS:
        if across and height - top != width - left:
            continue

        def turned(spot: tuple[int, int]) -> tuple[int, int]:
            row, column = spot[0] - top, spot[1] - left
            if across:  # noqa: B023
                row, column = column, row
            row = height - top - row if down else row  # noqa: B023
            column = width - left - column if right else column  # noqa: B023
            return row + top, column + left

        tables = {}
        for variable, spots_of_board in places.items():
            number = {spot: k for k, spot in enumerate(spots_of_board)}
            cells = [number.get(turned(spot), -1) for spot in spots_of_board]
            named_values = range(len(cells), _size(variables.kinds[variable]))
            tables[variable] = (*cells, *named_values)
        if all(sorted(table) == list(range(len(table))) for table in tables.values()):
            yield _renamed(variables, name, tables)


def _places(board: Any) -> list[tuple[int, int]]:
    """Return the places of a board's cells, or [] if the board's only cell has no place."""
    try:
        return [board.place(k) for k in range(board.size)]
    except IndexError:  # an empty board has size 1, since a variable needs a value
        return []


def _board_of(variables: Variables, kind: Variable) -> object:
    """Return the board whose cells are the values of a variable, or None without a board."""
    if not isinstance(kind, Tuple):
        return kind.board
    boards = [other.board for other in variables.kinds.values() if other.board is not None]
    return next((board for board in boards if board.size == kind.length), None)


def _swaps(variables: Variables) -> Iterator[Symmetry]:
    """Yield the ways to exchange variables of equal kind; the identity comes first."""
    alike: dict[object, list[str]] = {}
    for name, kind in variables.kinds.items():
        domain = type(kind), _size(kind), kind.n, id(kind.board), tuple(kind.names), kind.least
        alike.setdefault(domain, []).append(name)
    orders = [list(_orders(names)) for names in alike.values()]
    tables = identity(variables).tables
    for swap in itertools.product(*orders):
        source_of = {name: source for order in swap for name, source in order.items()}
        moved = [name for name in variables.kinds if source_of[name] != name]
        sources = tuple(source_of[name] for name in variables.kinds)
        yield Symmetry(f"{' and '.join(moved)} swapped", variables, sources, tables)


def _orders(names: list[str]) -> Iterator[dict[str, str]]:
    if len(names) <= MAX_EQUAL_KINDS:
        for order in itertools.permutations(names):
            yield dict(zip(names, order, strict=True))
        return
    yield {name: name for name in names}
    for first, second in itertools.combinations(names, 2):
        yield {name: {first: second, second: first}.get(name, name) for name in names}
