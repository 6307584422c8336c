"""The variables of a state: what each may hold, how it is packed into words, read and shown.

A puzzle declares its variables once, ``player=One(board), blocks=Set(board)``. From that follow

- the state: a named tuple of plain Python values (int, frozenset, tuple) with ``s.player`` and
  ``s.but(player=7)``, which checks that every new value lies in its variable's domain;
- the packed state: a few int64 *words* of bit *fields*, so that a graph keeps a million states in
  8 MB a word. A `One` of n values takes one field of ``bits(n)`` bits; a `Set` one bit for each
  cell, in fields of up to 64; a `Tuple` ``bits(n)`` bits an item. No field straddles two words, and
  wide fields are placed first::

      player=One(40)  blocks=Set(70)  row=Tuple(3, 5)

      word 0   bit 0 ├─ blocks: cells 0 to 63 ──────────────────────────────────┤ 63
      word 1   bit 0 ├─ blocks: cells 64 to 69 ─┼─ row: 9 bits ─┼─ player: 6 ─┤ unused │ 63

- the text of a state, ``player=1:6, blocks=3:2+4:4``, and its reader.

>>> pair = Variables({"player": One(40), "blocks": Set(40)})
>>> state = pair.state({"player": 5, "blocks": {0, 2}})
>>> pair.places
{'blocks': [(0, 0)], 'player': [(0, 40)]}
>>> [f"{word:b}" for word in pair.pack(state)] == [f"{5 << 40 | 0b101:b}"]
True
>>> pair.unpack(pair.pack(state)), pair.parse("player=5, blocks=0+2") == state
(player=5, blocks=0+2, True)

Nothing here knows how a state changes: moves are the matter of `stategraph.rules`.
"""

from __future__ import annotations

import operator
import re
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from stategraph.errors import InputError, RuleError

if TYPE_CHECKING:
    import numpy as np

WORD = 64

# Many states are packed in pieces of so many, which bounds what is held besides.
PIECE = 1 << 16
_DIGITS = re.compile(r"[0-9]{1,9}")


class HasCells(Protocol):
    """What a variable needs to know of a board: how many cells, and their places."""

    size: int

    def cell(self, row: int, column: int) -> int:
        """Return the number of the cell at a place; ``ValueError`` where there is none."""

    def place(self, cell: int) -> tuple[int, int]:
        """Return the (row, column) of a cell."""


def bits(n: int) -> int:
    """Return how many bits a value of ``0..n-1`` takes; at least one."""
    return max(1, (n - 1).bit_length())


def signed(value: int) -> int:
    """Return the int64 of the same 64 bits."""
    value &= (1 << WORD) - 1
    return value - (1 << WORD) if value >> (WORD - 1) else value


def _whole(value: Any) -> int:
    """Return a whole number as a plain int; ``ValueError`` for anything else."""
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{value!r} is not a whole number") from None


class Spots(frozenset[int]):
    """The value of a `Set`: ``cells - a + b`` takes `a` out and puts `b` in."""

    __slots__ = ()

    def __add__(self, cell: int) -> Spots:
        return Spots((*self, cell if type(cell) is int else _whole(cell)))

    def __sub__(self, cell: object) -> Spots:
        return Spots(self.difference((cell,))) if cell in self else self

    def __repr__(self) -> str:
        return "{" + ", ".join(map(str, sorted(self))) + "}"


class Row(tuple[int, ...]):
    """The value of a `Tuple`: an ordinary tuple with ``row.put(index, value)``."""

    __slots__ = ()

    def put(self, index: int, value: int) -> Row:
        """Return the row with `value` at `index`."""
        if not 0 <= index < len(self):
            raise IndexError(f"index {index} is not in 0..{len(self) - 1}")
        items = [*self]
        items[index] = value if type(value) is int else _whole(value)
        return Row(items)


def _row(values: Iterable[int]) -> Row:
    """Return a row of whole numbers; ``ValueError`` for anything else."""
    row = Row(values)
    return row if {int}.issuperset(map(type, row)) else Row(map(_whole, row))


class _Domain:
    """The values ``0..n-1``, where `n` is a number or a board (plus `extra` named values)."""

    def __init__(self, n: int | HasCells, *extra: str, least: int = 0):
        self.board = None if isinstance(n, int) else n
        self.least = least
        cells = n if isinstance(n, int) else n.size
        self.n = cells + len(extra)
        self.names = {cells + k: name for k, name in enumerate(extra)}
        if self.n < 1:
            raise ValueError("a variable needs at least one value")

    def check(self, value: int) -> int:
        """Return `value`, or raise ``ValueError`` when it lies outside the domain."""
        value = _whole(value)
        if not self.least <= value < self.n:
            raise ValueError(f"{value} is not in {self.least}..{self.n - 1}")
        return value

    def show(self, value: int) -> str:
        """Return the text of one value: its name, ``row:column`` on a board, or the number."""
        if value in self.names:
            return self.names[value]
        return "{}:{}".format(*self.board.place(value)) if self.board else str(value)

    def read(self, text: str) -> int:
        """Return the value that `text` spells; a cell may be given as ``row:column`` too."""
        for value, name in self.names.items():
            if text == name:
                return value
        parts = text.split(":")
        if len(parts) > 2 or not all(map(_DIGITS.fullmatch, parts)):
            raise ValueError(f"{text!r} is not a value")
        if len(parts) == 1:
            return self.check(int(text))
        if self.board is None:
            raise ValueError(f"{text!r}: this variable is no place on a board")
        return self.board.cell(int(parts[0]), int(parts[1]))


class One(_Domain):
    """One value of ``0..n-1``; with a board, one of its cells.

    Names add values after the cells: ``One(board, "outside")`` holds a cell or ``board.size``.
    Values begin at `least`: ``One(9, least=1)`` holds 1 to 8.
    """

    @property
    def fields(self) -> list[int]:
        """The width in bits of each field that the variable takes."""
        return [bits(self.n)]

    def plain(self, value: int) -> int:
        """Return `value` as it stands in a state; ``ValueError`` when out of range."""
        return value if type(value) is int and self.least <= value < self.n else self.check(value)

    def plainly(self, name: str) -> str:
        """Return the Python text of a test that `plain` has nothing to do or to say."""
        return f"type({name}) is int and {self.least} <= {name} < {self.n}"

    def columns(self, values: Sequence[int]) -> list[np.ndarray]:
        """Return what `pack` does, of many values: an array of uint64 for each field."""
        import numpy as np

        return [np.array(values, np.uint64)]

    def pack(self, value: int) -> list[int]:
        """Return the value of each field."""
        return [value]

    def unpack(self, fields: Sequence[int]) -> int:
        """Return the value that the `fields` hold."""
        return fields[0]

    def text(self, value: int) -> str:
        """Return the text of a value."""
        return self.show(value)

    def parse(self, text: str) -> int:
        """Return the value of a text; ``ValueError`` when it is none."""
        return self.read(text)


class Set(_Domain):
    """A set of cells ``0..n-1``, one bit each."""

    @property
    def fields(self) -> list[int]:
        """The width in bits of each field that the variable takes."""
        return [min(WORD, self.n - first) for first in range(0, self.n, WORD)]

    def plainly(self, name: str) -> str:
        """Return the Python text of a test that `plain` has nothing to do or to say."""
        return f"type({name}) is Spots and _range_{self.n}.issuperset({name})"

    def columns(self, values: Sequence[Spots]) -> list[np.ndarray]:
        """Return what `pack` does, of many values: an array of uint64 for each field."""
        import numpy as np

        bit = [1 << cell for cell in range(self.n)].__getitem__
        known = {value: sum(map(bit, value)) for value in set(values)}
        wholes = [known[value] for value in values]
        last = (1 << WORD) - 1
        return [
            np.array([whole >> first & last for whole in wholes], np.uint64)
            for first in range(0, self.n, WORD)
        ]

    def plain(self, value: Iterable[int]) -> Spots:
        """Return `value` as it stands in a state; ``ValueError`` when a cell is out of range."""
        spots = value if type(value) is Spots else Spots(map(_whole, value))
        if spots and not (min(spots) >= 0 and max(spots) < self.n):
            raise ValueError(f"{spots!r} holds a cell outside 0..{self.n - 1}")
        return spots

    def pack(self, value: Spots) -> list[int]:
        """Return the value of each field: bit ``c % 64`` of field ``c // 64`` is cell c."""
        whole = sum(1 << cell for cell in value)
        return [whole >> first & ((1 << WORD) - 1) for first in range(0, self.n, WORD)]

    def unpack(self, fields: Sequence[int]) -> Spots:
        """Return the value that the `fields` hold."""
        return Spots(
            64 * k + bit
            for k, field in enumerate(fields)
            for bit in range(WORD)
            if field >> bit & 1
        )

    def text(self, value: Spots) -> str:
        """Return the text of a value: its cells joined by ``+``, ``-`` when there are none."""
        return "+".join(map(self.show, sorted(value))) or "-"

    def parse(self, text: str) -> Spots:
        """Return the value of a text; ``ValueError`` when it is none."""
        return Spots(() if text in ("", "-") else map(self.read, text.split("+")))


class Tuple(_Domain):
    """`length` values of ``0..n-1``."""

    def __init__(self, length: int, n: int | HasCells, *extra: str):
        super().__init__(n, *extra)
        self.length = length
        self.bits = bits(self.n)
        self.per_word = WORD // self.bits

    @property
    def fields(self) -> list[int]:
        """The width in bits of each field that the variable takes."""
        return [self.bits * (last - first) for first, last in self._chunks()]

    def _chunks(self) -> list[tuple[int, int]]:
        starts = range(0, self.length, self.per_word)
        return [(first, min(first + self.per_word, self.length)) for first in starts]

    def plainly(self, name: str) -> str:
        """Return the Python text of a test that `plain` has nothing to do or to say."""
        return (
            f"type({name}) is Row and len({name}) == {self.length}"
            f" and (not {name} or min({name}) >= 0 and max({name}) < {self.n})"
        )

    def columns(self, values: Sequence[Row]) -> list[np.ndarray]:
        """Return what `pack` does, of many values: an array of uint64 for each field."""
        import numpy as np

        items = np.array(values, np.uint64).reshape(len(values), self.length)
        shifts = np.arange(self.per_word, dtype=np.uint64) * np.uint64(self.bits)
        return [
            (items[:, first:last] << shifts[: last - first]).sum(axis=1, dtype=np.uint64)
            for first, last in self._chunks()
        ]

    def plain(self, value: Iterable[int]) -> Row:
        """Return `value` as it stands in a state; ``ValueError`` when it does not fit."""
        row = value if type(value) is Row else _row(value)
        if len(row) != self.length:
            raise ValueError(f"{len(row)} values instead of {self.length}")
        if row and not (min(row) >= 0 and max(row) < self.n):
            raise ValueError(f"{tuple(row)} holds a value outside 0..{self.n - 1}")
        return row

    def pack(self, value: Row) -> list[int]:
        """Return the value of each field."""
        return [
            sum(item << self.bits * k for k, item in enumerate(value[first:last]))
            for first, last in self._chunks()
        ]

    def unpack(self, fields: Sequence[int]) -> Row:
        """Return the value that the `fields` hold."""
        mask = (1 << self.bits) - 1
        return Row(
            field >> self.bits * k & mask
            for field, (first, last) in zip(fields, self._chunks(), strict=True)
            for k in range(last - first)
        )

    def text(self, value: Row) -> str:
        """Return the text of a value: its items joined by ``+``."""
        return "+".join(map(self.show, value))

    def parse(self, text: str) -> Row:
        """Return the value of a text; ``ValueError`` when it is none."""
        return self.plain(map(self.read, text.split("+")) if text else ())


Variable = One | Set | Tuple


class State(tuple):
    """A state: the value of every variable, by position, by name and by attribute."""

    __slots__ = ()
    _variables: Variables
    _position: dict[str, int]
    _setters: dict[str, tuple[int, Callable[[Any], Any]]]  # name -> (position, check)

    def __getitem__(self, key: Any) -> Any:
        if type(key) is str:
            return tuple.__getitem__(self, self._position[key])
        return tuple.__getitem__(self, key)

    def but(self, **changes: Any) -> State:
        """Return the state with some variables changed; ``RuleError`` outside their domains.

        The states of a puzzle have it written out for their variables, by `_written_but`; here it
        is what that one does with values that are not plainly good.
        """
        values = list(self)
        setters = self._setters
        name = ""
        try:
            for name, value in changes.items():
                position, plain = setters[name]
                values[position] = plain(value)
        except KeyError:
            if name in setters:
                raise
            raise RuleError(f"there is no variable {name!r}") from None
        except (TypeError, ValueError) as error:
            raise RuleError(f"variable {name!r}: {error}") from None
        return tuple.__new__(type(self), values)

    def __repr__(self) -> str:
        return self._variables.text(self)

    def __reduce__(self) -> tuple:
        return Variables.state, (self._variables, dict(self._variables.named(self)))


class Variables:
    """The variables of a puzzle, in the order they were declared.

    Attributes
    ----------
    kinds : dict of str to `One`, `Set` or `Tuple`
    width : int
        number of int64 words that a packed state takes
    bits : int
        number of bits that its fields take
    """

    def __init__(self, kinds: Mapping[str, Variable]):
        for name in kinds:
            if name == "but" or name.startswith("_") or not name.isidentifier():
                raise ValueError(f"a variable cannot be called {name!r}")
        self.kinds = dict(kinds)
        self.position = {name: k for k, name in enumerate(kinds)}
        self.width, self.places = _place(self.kinds)
        self.bits = sum(sum(kind.fields) for kind in self.kinds.values())
        # the named tuple brings attributes that are read in C
        attributes = _attributes(tuple(kinds))
        setters = {name: (k, kinds[name].plain) for name, k in self.position.items()}
        members = {
            "__slots__": (),
            "_variables": self,
            "_position": self.position,
            "_setters": setters,
            "but": _written_but(_said(self.kinds)),
        }
        self._state = type("State", (State, attributes), members)

    def __reduce__(self) -> tuple:
        return Variables, (self.kinds,)

    def state(self, values: Mapping[str, Any]) -> State:
        """Return the state with these values; ``RuleError`` when one is missing or out of range."""
        if missing := [name for name in self.kinds if name not in values]:
            raise RuleError(f"variable {missing[0]!r} has no value")
        blank: State = tuple.__new__(self._state, [None] * len(self.kinds))
        return blank.but(**values)

    def named(self, state: Sequence[Any]) -> list[tuple[str, Any]]:
        """Return the pairs (name, value) of `state`."""
        return list(zip(self.kinds, tuple(state), strict=True))

    def show_item(self, name: str, item: int) -> str:
        """Return which item of a tuple, in words: ``row:column`` of one that has each cell's item.

        The board is that of the first variable on one of as many cells; else it is the number.
        """
        length = getattr(self.kinds[name], "length", None)
        boards = (kind.board for kind in self.kinds.values() if kind.board is not None)
        board = next((board for board in boards if board.size == length), None)
        return str(item) if board is None else "{}:{}".format(*board.place(item))

    def pack(self, state: Sequence[Any]) -> tuple[int, ...]:
        """Return the words of `state`, as signed 64-bit integers."""
        packed = [0] * self.width
        for name, value in self.named(state):
            for field, (word, shift) in zip(
                self.kinds[name].pack(value), self.places[name], strict=True
            ):
                packed[word] |= field << shift
        return tuple(word - (1 << WORD) if word >> (WORD - 1) else word for word in packed)

    def packed(self, states: Sequence[State]) -> np.ndarray:
        """Return what `pack` does, of many states: an int64 array of shape (states, width)."""
        import numpy as np

        words = np.zeros((len(states), self.width), np.uint64)
        for first in range(0, len(states), PIECE):
            some = states[first : first + PIECE]
            columns = zip(*some, strict=True)
            for (name, kind), values in zip(self.kinds.items(), columns, strict=True):
                fields = zip(kind.columns(values), self.places[name], strict=True)
                for field, (word, shift) in fields:
                    words[first : first + PIECE, word] |= field << np.uint64(shift)
        return words.view(np.int64)

    def fields(self, rows: np.ndarray, name: str) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the width in bits of each field of a variable, and what packed states hold there.

        `rows` (n, width) are any 64-bit integers; a column is (n,) uint64.
        """
        for place, bits in zip(self.places[name], self.kinds[name].fields, strict=True):
            yield bits, column(rows, place, bits)

    def values(self, rows: np.ndarray, name: str, item: int | None = None) -> np.ndarray:
        """Return the value (n,) int64 of a `One`, or of an item of a `Tuple`, in packed states."""
        import numpy as np

        kind = self.kinds[name]
        if item is None:
            ((_, found),) = self.fields(rows, name)
        else:
            assert isinstance(kind, Tuple)
            field, k = divmod(item, kind.per_word)
            word, shift = self.places[name][field]
            found = column(rows, (word, shift + k * kind.bits), kind.bits)
        return found.view(np.int64)

    def distinct(self, rows: np.ndarray, name: str) -> tuple[list[Any], np.ndarray]:
        """Return the values of a variable in packed states (n, w), and which (n,) each state has.

        O(n log n); each value is unpacked once.
        """
        import numpy as np

        kind: Any = self.kinds[name]
        fields = [column for _, column in self.fields(rows, name)]
        if not fields:  # it has one value only
            return [kind.unpack([])], np.zeros(len(rows), np.int64)
        order = np.lexsort(fields)
        table = np.column_stack(fields)[order]
        changes = np.append(True, (table[1:] != table[:-1]).any(axis=1))[: len(rows)]
        which = np.empty(len(rows), np.int64)
        which[order] = np.cumsum(changes) - 1
        return [kind.unpack(row) for row in table[changes].tolist()], which

    def unpacked(self, rows: np.ndarray) -> Iterator[State]:
        """Yield what `unpack` does of each of many packed states (n, w)."""
        for first in range(0, len(rows), PIECE):
            columns = []
            for name in self.kinds:
                values, which = self.distinct(rows[first : first + PIECE], name)
                columns.append([values[k] for k in which.tolist()])
            for state in zip(*columns, strict=True):
                yield tuple.__new__(self._state, state)

    def unpack(self, packed: Sequence[int]) -> State:
        """Return the state whose words these are."""
        values = []
        for name, kind in self.kinds.items():
            places = zip(kind.fields, self.places[name], strict=True)
            values.append(
                kind.unpack([int(packed[w]) >> shift & ((1 << b) - 1) for b, (w, shift) in places])
            )
        return tuple.__new__(self._state, values)

    def text(self, state: Sequence[Any]) -> str:
        """Return `state` as text, ``rocket=3, lucky=7``, which `parse` reads."""
        return ", ".join(
            f"{name}={self.kinds[name].text(value)}" for name, value in self.named(state)
        )

    def parse(self, text: str) -> State:
        """Return the state that `text` spells: every variable once, separated by commas.

        Raises
        ------
        InputError
            naming the part of the text that is wrong.
        """
        values: dict[str, Any] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if name not in self.kinds or not equals:
                raise InputError(
                    f"state {part!r}: expected NAME=VALUE with one of {', '.join(self.kinds)}"
                )
            if name in values:
                raise InputError(f"state {text!r} gives {name!r} twice")
            try:
                values[name] = self.kinds[name].parse(value)
            except ValueError as error:
                raise InputError(f"state {part!r}: {error}") from None
        if missing := [name for name in self.kinds if name not in values]:
            raise InputError(f"state {text!r} says nothing of {', '.join(missing)}")
        return self.state(values)


def column(rows: np.ndarray, place: tuple[int, int], bits: int) -> np.ndarray:
    """Return what lies in so many bits of a word (n,) uint64, for each row."""
    import numpy as np

    word, shift = place
    return rows[:, word].view(np.uint64) >> np.uint64(shift) & np.uint64((1 << bits) - 1)


def put_bits(rows: np.ndarray, first: int, bits: int, column: np.ndarray) -> None:
    """Put so many bits of a column (n,) uint64 into rows (n, w) uint64, from bit `first` on."""
    import numpy as np

    k, bit = divmod(first, WORD)
    rows[:, k] |= column << np.uint64(bit)
    if bit + bits > WORD:
        rows[:, k + 1] |= column >> np.uint64(WORD - bit)


@lru_cache(64)
def _attributes(names: tuple[str, ...]) -> Any:
    """Return a class of tuples with these attributes."""
    return namedtuple("State", names)


# Of each variable its name, the text of the test that a value is plainly good, and how many cells a
# set may hold, 0 for what is no set.
_Said = tuple[tuple[str, str, int], ...]


def _said(kinds: Mapping[str, Variable]) -> _Said:
    return tuple(
        (name, kind.plainly(name), kind.n if isinstance(kind, Set) else 0)
        for name, kind in kinds.items()
    )


@lru_cache(256)
def _written_but(kinds: _Said) -> Callable[..., State]:
    """Return the method ``but`` of the states of these variables, as fast as Python has it.

    It is written out as text, as named tuples are, and shared by levels of one size::

        def but(_self, *, player=_same, blocks=_same, **_unknown):
            _0, _1 = _self
            if player is not _same:
                if type(player) is int and 0 <= player < 40:
                    _0 = player
                ...
    """
    given = ", ".join(["_self", *["*"][: len(kinds)], *(f"{name}=_same" for name, _, _ in kinds)])
    lines = [f"def but({given}, **_unknown):"]
    places = "".join(f"_{k}, " for k in range(len(kinds)))
    lines.append(f"    ({places}) = _self")
    for k, (name, good, _) in enumerate(kinds):
        lines.append(f"    if {name} is not _same:")
        lines.append(f"        if {good}: _{k} = {name}")
        lines.append(f"        else: _unknown[{name!r}] = {name}")
    lines.append(f"    _new = _make(type(_self), ({places}))")
    lines.append("    return _careful(_new, **_unknown) if _unknown else _new")
    known: dict[str, Any] = {f"_range_{n}": frozenset(range(n)) for _, _, n in kinds if n}
    known.update(_same=object(), _make=tuple.__new__, _careful=State.but, Spots=Spots, Row=Row)
    exec("\n".join(lines), known)
    return known["but"]


def _place(kinds: Mapping[str, Variable]) -> tuple[int, dict[str, list[tuple[int, int]]]]:
    """Give every field its (word, shift), wide fields first, so that little room is lost."""
    places: dict[str, list[tuple[int, int]]] = {}
    word = used = 0
    for name in sorted(kinds, key=lambda name: -max(kinds[name].fields, default=0)):
        places[name] = []
        for width in kinds[name].fields:
            if used + width > WORD:
                word, used = word + 1, 0
            places[name].append((word, used))
            used += width
    return word + 1, places
