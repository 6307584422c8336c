"""States with unknown values: their numbers, sets and tuples.

A set or tuple that fits into one field of a packed word is represented by this field, a number. A
wider set or tuple is represented by its packed words and the list of changes made to it::

    s.blocks            set(first word)                    field(word 0)
    s.blocks - to       without(set(first word), to)       field(word 0) & ~(1 << to)
    to in s.blocks      has(to, set(first word))           (field(word 0) >> to) & 1

So the size of the generated code does not depend on the size of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

from stategraph.native.expressions import Expr, Value, is_expr, whole, within
from stategraph.native.level_proxies import CellsProxy
from stategraph.readable import Record
from stategraph.rules.board import Cells, Table
from stategraph.rules.tracing import Symbol, refusal, tracer
from stategraph.variables import WORD, One, Set, Tuple, Variable, Variables, signed

# Range of a word.
WORD_BOUNDS = -(1 << (WORD - 1)), (1 << (WORD - 1)) - 1


class SymbolicSet(Symbol):
    """An unknown value of a `Set`: an expression for its bits."""

    def __init__(self, kind: Set, bits: Expr):
        self.kind, self.bits = kind, bits

    def __contains__(self, cell: Value) -> bool:
        if cell is None or type(cell) in (str, tuple, frozenset):
            return False
        cell = whole(cell)
        if not is_expr(cell) and not 0 <= cell < self.kind.n:
            return False
        if self.bits.op in ("with", "without") and self.bits.args[1] is cell:
            return self.bits.op == "with"
        low, high = tracer().bounds(cell)
        if low >= 0 and high < self.kind.n:
            return bool(tracer().make("has", (cell, self.bits), 0, 1))
        # "holds" also checks the range, so that this is a single branch instead of three
        return bool(tracer().make("holds", (cell, self.kind.n, self.bits), 0, 1))

    def __bool__(self) -> bool:
        return bool(tracer().make("any", (self.bits,), 0, 1))

    def __add__(self, cell: Value) -> SymbolicSet:
        cell = whole(cell)
        tracer().require(cell, 0, self.kind.n - 1)
        return self._changed("with", cell)

    def __sub__(self, cell: Value) -> SymbolicSet:
        cell = whole(cell)
        if is_expr(cell):
            return self._changed("without", cell) if within(cell, self.kind.n) else self
        if not 0 <= cell < self.kind.n:
            return self
        # successive removals of known cells are combined into one
        bits, removed = self.bits.args if self.bits.op == "less" else (self.bits, 0)
        return SymbolicSet(self.kind, _bits("less", bits, removed | 1 << cell))

    def __le__(self, cells: object) -> bool:
        if not isinstance(cells, (Cells, CellsProxy)):
            self._refuse()
        return not tracer().make("outside", (self.bits, cells, self.kind.n), 0, 1)

    def _changed(self, op: str, cell: Value) -> SymbolicSet:
        return SymbolicSet(self.kind, _bits(op, self.bits, cell))

    def _refuse(self, *_: object) -> NoReturn:
        raise refusal(
            "a set of the state can be asked `x in s.cells`, `if s.cells`, `s.cells <= cells` with "
            "constant Cells, `for x in each(s.cells)`"
        )

    __eq__ = __lt__ = __or__ = __and__ = __len__ = __iter__ = __hash__ = _refuse


class SymbolicRow(Symbol):
    """An unknown value of a `Tuple`: an expression for its items."""

    def __init__(self, kind: Tuple, items: Expr | None):
        self.kind, self.items = kind, items

    def __len__(self) -> int:
        return self.kind.length

    def __iter__(self) -> Iterator[Value]:
        return (self[k] for k in range(self.kind.length))

    def __getitem__(self, index: Any) -> Any:
        kind = self.kind
        if isinstance(index, slice):
            return tuple(self[k] for k in range(*index.indices(kind.length)))
        index = whole(index)
        if index < 0:  # a negative index counts from the end
            index = index + kind.length
        if self._fails(index) or self.items is None:
            return 0
        return tracer().make("get", (index, kind.bits, self.items), 0, kind.n - 1)

    def put(self, index: Value, value: Value) -> SymbolicRow:
        """Return the row with `value` at `index`."""
        kind, index, value = self.kind, whole(index), whole(value)
        fails = self._fails(index)
        tracer().require(value, 0, kind.n - 1)
        if fails or self.items is None:
            return self
        return SymbolicRow(kind, _bits("put", self.items, index, value, kind.bits))

    def _fails(self, index: Value) -> bool:
        """Add the check of an index; return whether the check fails in every state.

        The rest of such a path is never run, so any value will do for the item.
        """
        last = self.kind.length - 1
        tracer().require(index, 0, last)
        return not isinstance(index, Expr) and not 0 <= index <= last

    def _refuse(self, *_: object) -> NoReturn:
        raise refusal("a tuple of the state cannot be compared as a whole; ask about its items")

    __eq__ = __lt__ = __le__ = __hash__ = _refuse


def _bits(op: str, *args: object) -> Expr:
    return tracer().make(op, args, *WORD_BOUNDS)


class SymbolicState(Symbol):
    """A state with unknown values."""

    _variables: Variables
    _values: Record

    def __init__(self, variables: Variables, values: Record):
        self.__dict__.update(values, _variables=variables, _values=values)

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            raise refusal(f"unknown variable {name!r}")
        return self._values[name]

    def __setattr__(self, name: str, value: object) -> None:
        raise refusal("a state cannot be changed; use s.but(...)")

    def but(self, **changes: object) -> SymbolicState:
        """Return the state with some variables changed."""
        values = dict(self._values)
        for name, value in changes.items():
            if name not in values:
                raise refusal(f"unknown variable {name!r}")
            values[name] = _assigned(self._variables.kinds[name], name, value)
        return SymbolicState(self._variables, values)

    def _refuse(self, *_: object) -> NoReturn:
        raise refusal("a state cannot be compared or looked up as a whole; ask its variables")

    __eq__ = __hash__ = __iter__ = _refuse


def _assigned(kind: Variable, name: str, value: Any) -> Any:
    """Return the new value of a variable, after adding a check that it lies in the domain."""
    if isinstance(kind, One):
        value = whole(value)
        tracer().require(value, kind.least, kind.n - 1)
        return value
    if isinstance(value, (SymbolicSet, SymbolicRow)):
        if (type(value.kind), value.kind.n, value.kind.fields) != (type(kind), kind.n, kind.fields):
            raise refusal(f"variable {name!r} is given the value of one of another kind")
        return value
    if isinstance(kind, Set):
        cells = () if isinstance(value, SymbolicRow) else tuple(value)
        if isinstance(value, SymbolicRow) or any(map(is_expr, cells)):
            raise refusal(f"set {name!r} must be changed by s.{name} - x + y")
        return kind.plain(cells)
    items = tuple(map(whole, value))
    if len(items) != kind.length:
        raise refusal(f"tuple {name!r} is given {len(items)} values instead of {kind.length}")
    for item in items:
        tracer().require(item, 0, kind.n - 1)
    return items


def packed_word(number: int) -> Expr:
    """Return the expression for a word of the packed state."""
    return _bits("word", number)


def symbolic_state(variables: Variables) -> SymbolicState:
    """Return the state whose variables are bit fields of unknown words."""
    return SymbolicState(
        variables, {name: _unknown(variables, name, kind) for name, kind in variables.kinds.items()}
    )


def _unknown(variables: Variables, name: str, kind: Variable) -> Any:
    """Return an unknown value of a variable."""
    places, widths = variables.places[name], kind.fields
    if isinstance(kind, One):
        return _field(places[0], widths[0], kind.least, kind.n - 1)
    if len(widths) == 1:
        bits: Any = _field(places[0], widths[0], *WORD_BOUNDS)
        return SymbolicSet(kind, bits) if isinstance(kind, Set) else SymbolicRow(kind, bits)
    if isinstance(kind, Set):
        # full words, and then one partly filled word
        return SymbolicSet(kind, _bits("set", name, places[0][0], kind.n))
    items = _bits("row", name, Table(_positions(kind, places))) if widths else None
    return SymbolicRow(kind, items)


def _field(place: tuple[int, int], width: int, low: int, high: int) -> Expr:
    word, shift = place
    return tracer().make("field", (packed_word(word), shift, width), low, high)


def _positions(kind: Tuple, places: list[tuple[int, int]]) -> Iterator[int]:
    """Yield the first bit of each item in the packed words."""
    for (word, shift), width in zip(places, kind.fields, strict=True):
        for bit in range(0, width, kind.bits):
            yield word * WORD + shift + bit


def bits_of(kind: Variable, value: Any, old: Any) -> Any:
    """Return a variable's new value as a number or an expression."""
    if isinstance(kind, One):
        return value
    if isinstance(value, SymbolicSet):
        return value.bits
    if isinstance(kind, Set):
        word = sum(1 << cell for cell in value)
        return _bits("known", word) if kind.n > WORD else signed(word)
    is_row = isinstance(value, SymbolicRow)
    if is_row and (len(kind.fields) < 2 or origin(value.items) is old.items):
        return value.items
    row = old
    for k, item in enumerate(value):  # a tuple in which most items are unchanged
        if not (is_expr(item) and item is old[k]):
            row = row.put(k, item)
    return row.items


def origin(bits: Any) -> Any:
    """Return the original set or tuple, before the changes that an expression applies to it."""
    while bits.op in ("with", "without", "less", "put"):
        bits = bits.args[0]
    return bits
