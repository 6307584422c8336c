"""The states of a puzzle: as Python values, as packed words, and as text."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from stategraph.errors import InputError, RuleError
from stategraph.readable import Record
from stategraph.variables.kinds import WORD, Row, Set, Spots, Tuple, Variable

if TYPE_CHECKING:
    import numpy as np

# Number of states that are packed in one batch, to limit the temporary memory.
BATCH_STATES = 1 << 16


class State(tuple[Any, ...]):
    """A state: the values of all variables, by position, by name and by attribute."""

    __slots__ = ()
    _variables: Variables
    _position: dict[str, int]
    _setters: dict[str, tuple[int, Callable[[Any], Any]]]  # name -> (position, check)

    def __getattr__(self, name: str) -> Any:  # called only for names that are not variables
        raise AttributeError(self._variables.unknown(name), name=name, obj=self)

    def __getitem__(self, key: Any) -> Any:
        if type(key) is str:
            try:
                return tuple.__getitem__(self, self._position[key])
            except KeyError:
                raise KeyError(self._variables.unknown(key)) from None
        return tuple.__getitem__(self, key)

    def but(self, **changes: object) -> State:
        """Return a copy of the state with some variables changed.

        Raises ``RuleError`` if a value is out of range.

        `_written_but` generates a faster version of this method for each puzzle. The faster version
        calls this method for values that fail its quick tests.
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
            raise RuleError(self._variables.unknown(name)) from None
        except (TypeError, ValueError) as error:
            raise RuleError(f"variable {name!r}: {error}") from None
        return tuple.__new__(type(self), values)

    def __repr__(self) -> str:
        return self._variables.text(self)

    def __reduce__(self) -> tuple:
        return Variables.state, (self._variables, dict(self._variables.named(self)))


class Variables:
    """The variables of a puzzle, in the order of their declaration.

    Attributes
    ----------
    kinds : dict of str to `One`, `Set` or `Tuple`
    width : int
        number of int64 words of a packed state
    bits : int
        number of bits of all fields of a packed state
    """

    def __init__(self, kinds: Mapping[str, Variable]):
        for name in kinds:
            if name == "but" or name.startswith("_") or not name.isidentifier():
                raise ValueError(f"a variable cannot be called {name!r}")
            if not isinstance(kinds[name], Variable):
                raise TypeError(f"variable {name!r} is {kinds[name]!r}, not One, Set or Tuple")
        self.kinds = dict(kinds)
        self.position = {name: k for k, name in enumerate(kinds)}
        self.width, self.places = _place(self.kinds)
        self.bits = sum(sum(kind.fields) for kind in self.kinds.values())
        # Attribute access of named tuples is implemented in C.
        attributes = _attributes(tuple(kinds))
        setters = {name: (k, kinds[name].plain) for name, k in self.position.items()}
        members = {
            "__slots__": (),
            "_variables": self,
            "_position": self.position,
            "_setters": setters,
            "but": _written_but(_field_tests(self.kinds)),
        }
        self._state = type("State", (State, attributes), members)

    def __reduce__(self) -> tuple:
        return Variables, (self.kinds,)

    def state(self, values: Mapping[str, object]) -> State:
        """Return the state with these values; raise ``RuleError`` if one is missing or invalid."""
        if absent := [name for name in self.kinds if name not in values]:
            names = ", ".join(map(str, values)) or "no variable"
            raise RuleError(f"variable {absent[0]!r} has no value; given: {names}")
        blank: State = tuple.__new__(self._state, [None] * len(self.kinds))
        return blank.but(**values)

    def unknown(self, name: str) -> str:
        """Return an error message saying that no variable has this name."""
        return f"unknown variable {name!r}; variables: {', '.join(self.kinds)}"

    def named(self, state: Sequence[object]) -> list[tuple[str, Any]]:
        """Return the pairs (name, value) of `state`."""
        return list(zip(self.kinds, tuple(state), strict=True))

    def show_item(self, name: str, item: int) -> str:
        """Return the name of an item of a `Tuple` variable: its cell, or else its number.

        The item is named by a cell, as ``row:column``, if some variable lies on a board with as
        many cells as the tuple has items.
        """
        length = getattr(self.kinds[name], "length", None)
        boards = (kind.board for kind in self.kinds.values() if kind.board is not None)
        board = next((board for board in boards if board.size == length), None)
        return str(item) if board is None else "{}:{}".format(*board.place(item))

    def pack(self, state: Sequence[object]) -> tuple[int, ...]:
        """Pack a state: return its words as signed 64-bit integers."""
        words = [0] * self.width
        for name, value in self.named(state):
            for field, (word, shift) in zip(
                self.kinds[name].pack(value), self.places[name], strict=True
            ):
                words[word] |= field << shift
        return tuple(word - (1 << WORD) if word >> (WORD - 1) else word for word in words)

    def packed(self, states: Sequence[State]) -> np.ndarray:
        """Pack many states: return an array (states, width) int64; see `pack`."""
        import numpy as np

        words = np.zeros((len(states), self.width), np.uint64)
        for first in range(0, len(states), BATCH_STATES):
            batch = states[first : first + BATCH_STATES]
            columns = zip(*batch, strict=True)
            for (name, kind), values in zip(self.kinds.items(), columns, strict=True):
                fields = zip(kind.columns(values), self.places[name], strict=True)
                for field, (word, shift) in fields:
                    words[first : first + BATCH_STATES, word] |= field << np.uint64(shift)
        return words.view(np.int64)

    def fields(self, rows: np.ndarray, name: str) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the width in bits and the column of each field of a variable.

        `rows` (n, width) are packed states, or other rows with the same fields. A column (n,)
        uint64 holds the content of one field in each row.
        """
        for place, bits in zip(self.places[name], self.kinds[name].fields, strict=True):
            yield bits, column(rows, place, bits)

    def values(self, rows: np.ndarray, name: str, item: int | None = None) -> np.ndarray:
        """Return the value (n,) int64 of a `One` variable, or of one `Tuple` item, in each row."""
        import numpy as np

        kind = self.kinds[name]
        if item is None:
            ((_, values),) = self.fields(rows, name)
        else:
            assert isinstance(kind, Tuple)
            field, k = divmod(item, kind.per_word)
            word, shift = self.places[name][field]
            values = column(rows, (word, shift + k * kind.bits), kind.bits)
        return values.view(np.int64)

    def distinct(self, rows: np.ndarray, name: str) -> tuple[list[Any], np.ndarray]:
        """Return a variable's distinct values in packed states, and the index of each value.

        `rows` is (n, w). The index (n,) int64 gives, for each state, the position of its value in
        the list. O(n log n); each value is unpacked once.
        """
        import numpy as np

        kind: Any = self.kinds[name]
        fields = [column for _, column in self.fields(rows, name)]
        if not fields:  # an empty tuple has no fields
            return [kind.unpack([])], np.zeros(len(rows), np.int64)
        order = np.lexsort(fields)
        table = np.column_stack(fields)[order]
        changes = np.append(True, (table[1:] != table[:-1]).any(axis=1))[: len(rows)]
        positions = np.empty(len(rows), np.int64)
        positions[order] = np.cumsum(changes) - 1
        return [kind.unpack(row) for row in table[changes].tolist()], positions

    def unpacked(self, rows: np.ndarray) -> Iterator[State]:
        """Unpack many packed states (n, w) and yield each state."""
        for first in range(0, len(rows), BATCH_STATES):
            columns = []
            for name in self.kinds:
                values, positions = self.distinct(rows[first : first + BATCH_STATES], name)
                columns.append([values[k] for k in positions.tolist()])
            for state in zip(*columns, strict=True):
                yield tuple.__new__(self._state, state)

    def unpack(self, words: Sequence[int]) -> State:
        """Unpack a state from its words."""
        values = []
        for name, kind in self.kinds.items():
            places = zip(kind.fields, self.places[name], strict=True)
            values.append(
                kind.unpack([int(words[w]) >> shift & ((1 << b) - 1) for b, (w, shift) in places])
            )
        return tuple.__new__(self._state, values)

    def text(self, state: Sequence[object]) -> str:
        """Return `state` as text, such as ``rocket=3, lucky=7``, which `parse` accepts."""
        return ", ".join(
            f"{name}={self.kinds[name].text(value)}" for name, value in self.named(state)
        )

    def parse(self, text: str) -> State:
        """Parse the text of a state, which gives every variable once, separated by commas.

        Raises
        ------
        InputError
            with the part of the text that is wrong
        """
        values: Record = {}
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
        if absent := [name for name in self.kinds if name not in values]:
            raise InputError(f"state {text!r} has no value for {', '.join(absent)}")
        return self.state(values)


def column(rows: np.ndarray, place: tuple[int, int], bits: int) -> np.ndarray:
    """Return the content (n,) uint64 of one field, `bits` bits wide, in each row."""
    import numpy as np

    word, shift = place
    return rows[:, word].view(np.uint64) >> np.uint64(shift) & np.uint64((1 << bits) - 1)


def put_bits(rows: np.ndarray, first: int, bits: int, column: np.ndarray) -> None:
    """Write the values of a column (n,) into rows (n, w) uint64, starting at bit `first`.

    Each value has `bits` bits. The column is uint64.
    """
    import numpy as np

    k, bit = divmod(first, WORD)
    rows[:, k] |= column << np.uint64(bit)
    if bit + bits > WORD:
        rows[:, k + 1] |= column >> np.uint64(WORD - bit)


@lru_cache(64)
def _attributes(names: tuple[str, ...]) -> Any:
    """Return a named tuple class with these attributes."""
    return namedtuple("State", names)


# For each variable: its name, the expression that tests a value quickly, and the number of cells of
# a `Set` (0 for other kinds).
_FieldTests = tuple[tuple[str, str, int], ...]


def _field_tests(kinds: Mapping[str, Variable]) -> _FieldTests:
    return tuple(
        (name, kind.plainly(name), kind.n if isinstance(kind, Set) else 0)
        for name, kind in kinds.items()
    )


@lru_cache(256)
def _written_but(kinds: _FieldTests) -> Callable[..., State]:
    """Return a fast method ``but`` for the states of these variables.

    The method is generated as source text. Levels with equal variables share it::

        def but(_self, *, player=_same, blocks=_same, **_unknown):
            _0, _1 = _self
            if player is not _same:
                if type(player) is int and 0 <= player < 40:
                    _0 = player
                ...
    """
    parameters = ", ".join(
        ["_self", *["*"][: len(kinds)], *(f"{name}=_same" for name, _, _ in kinds)]
    )
    lines = [f"def but({parameters}, **_unknown):"]
    places = "".join(f"_{k}, " for k in range(len(kinds)))
    lines.append(f"    ({places}) = _self")
    for k, (name, good, _) in enumerate(kinds):
        lines.append(f"    if {name} is not _same:")
        lines.append(f"        if {good}: _{k} = {name}")
        lines.append(f"        else: _unknown[{name!r}] = {name}")
    lines.append(f"    _new = _make(type(_self), ({places}))")
    lines.append("    return _careful(_new, **_unknown) if _unknown else _new")
    namespace: Record = {f"_range_{n}": frozenset(range(n)) for _, _, n in kinds if n}
    namespace.update(_same=object(), _make=tuple.__new__, _careful=State.but, Spots=Spots, Row=Row)
    exec("\n".join(lines), namespace)
    return namespace["but"]


def _place(kinds: Mapping[str, Variable]) -> tuple[int, dict[str, list[tuple[int, int]]]]:
    """Assign a position (word, shift) to every field, wide fields first to save space."""
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
