"""States whose values are not known yet: their numbers, sets and tuples.

A set is the words of its bits, a tuple the words of its items, so ``s.blocks - to + behind`` is
a few expressions over words, whatever the state::

    s.blocks            field(word 0)
    s.blocks - to       field(word 0) & ~(1 << to)
    to in s.blocks      (field(word 0) >> to) & 1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from stategraph.errors import TraceError
from stategraph.native.expressions import Value, is_expr, number_of, within
from stategraph.rules.tracing import Symbol, tracer
from stategraph.variables import WORD, One, Set, Tuple, Variable, Variables


class SymbolicSet(Symbol):
    """The value of a `Set` that is not known yet: the words of its bits."""

    def __init__(self, kind: Set, words: Iterable[Value]):
        self.kind, self.words = kind, tuple(words)

    def __contains__(self, cell: Value) -> bool:
        if not is_expr(cell):
            if not isinstance(cell, int) or not 0 <= cell < self.kind.n:
                return False
        elif not within(cell, self.kind.n):
            return False
        return bool(tracer().make("has", (cell, *self.words), 0, 1))

    def __bool__(self) -> bool:
        return bool(tracer().make("any", self.words, 0, 1))

    def __add__(self, cell: Value) -> SymbolicSet:
        tracer().require(cell, 0, self.kind.n - 1)
        return SymbolicSet(self.kind, self._changed("with", cell))

    def __sub__(self, cell: Value) -> SymbolicSet:
        if is_expr(cell) and not within(cell, self.kind.n):
            return self
        if not is_expr(cell) and not 0 <= cell < self.kind.n:
            return self
        return SymbolicSet(self.kind, self._changed("without", cell))

    def _changed(self, op: str, cell: Value) -> list[Value]:
        words = []
        for k, word in enumerate(self.words):
            here = is_expr(cell) or cell // WORD == k
            low, high = -(1 << (WORD - 1)), (1 << (WORD - 1)) - 1
            args = (word, cell, k, len(self.words))
            words.append(tracer().make(op, args, low, high) if here else word)
        return words

    def _refuse(self, *_: Any) -> Any:
        raise TraceError(
            "a set of the state can be asked `x in s.cells`, `if s.cells`, `for x in each(s.cells)`"
        )

    __eq__ = __lt__ = __le__ = __or__ = __and__ = __len__ = __iter__ = __hash__ = _refuse


class SymbolicRow(Symbol):
    """The value of a `Tuple` that is not known yet: the words of its items."""

    def __init__(self, kind: Tuple, words: Iterable[Value]):
        self.kind, self.words = kind, tuple(words)

    def __len__(self) -> int:
        return self.kind.length

    def __iter__(self) -> Iterator[Value]:
        return (self[k] for k in range(self.kind.length))

    def __getitem__(self, index: Any) -> Any:
        kind = self.kind
        if isinstance(index, slice):
            return tuple(self[k] for k in range(*index.indices(kind.length)))
        tracer().require(index, 0, kind.length - 1)
        args = (index, kind.bits, kind.per_word, *self.words)
        return tracer().make("get", args, 0, kind.n - 1)

    def put(self, index: Value, value: Value) -> SymbolicRow:
        """Return the row with `value` at `index`."""
        kind = self.kind
        tracer().require(index, 0, kind.length - 1)
        tracer().require(value, 0, kind.n - 1)
        words = []
        for k, word in enumerate(self.words):
            here = is_expr(index) or index // kind.per_word == k
            args = (word, index, value, kind.bits, kind.per_word, k, len(self.words))
            words.append(tracer().make("put", args, 0, 0) if here else word)
        return SymbolicRow(kind, words)

    def _refuse(self, *_: Any) -> Any:
        raise TraceError("a tuple of the state cannot be compared as a whole; ask about its items")

    __eq__ = __lt__ = __le__ = __hash__ = _refuse


class SymbolicState:
    """A state whose values are not known yet."""

    _variables: Variables
    _values: dict[str, Any]

    def __init__(self, variables: Variables, values: dict[str, Any]):
        self.__dict__.update(values, _variables=variables, _values=values)

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            raise TraceError(f"there is no variable {name!r}")
        return self._values[name]

    def __setattr__(self, name: str, value: Any) -> None:
        raise TraceError("a state cannot be changed; use s.but(...)")

    def but(self, **changes: Any) -> SymbolicState:
        """Return the state with some variables changed."""
        values = dict(self._values)
        for name, value in changes.items():
            if name not in values:
                raise TraceError(f"there is no variable {name!r}")
            values[name] = _assigned(self._variables.kinds[name], name, value)
        return SymbolicState(self._variables, values)

    def _refuse(self, *_: Any) -> Any:
        raise TraceError("a state cannot be compared or looked up as a whole; ask its variables")

    __eq__ = __hash__ = __iter__ = _refuse


def _assigned(kind: Variable, name: str, value: Any) -> Any:
    """Return a new value of a variable, checked to lie in its domain."""
    if isinstance(kind, One):
        value = number_of(value)
        tracer().require(value, kind.least, kind.n - 1)
        return value
    if isinstance(value, (SymbolicSet, SymbolicRow)):
        if type(value.kind) is not type(kind) or value.kind.n != kind.n:
            raise TraceError(f"variable {name!r} is given the value of one of another kind")
        return value
    if isinstance(kind, Set):
        if isinstance(value, SymbolicRow) or any(map(is_expr, value)):
            raise TraceError(f"set {name!r} must be changed by s.{name} - x + y")
        return kind.plain(value)
    items = tuple(value)
    if len(items) != kind.length:
        raise TraceError(f"tuple {name!r} is given {len(items)} values instead of {kind.length}")
    for item in items:
        tracer().require(item, 0, kind.n - 1)
    return items


def symbolic_state(variables: Variables) -> SymbolicState:
    """Return the state whose variables are bit fields of unknown words."""
    low, high = -(1 << (WORD - 1)), (1 << (WORD - 1)) - 1
    words = [tracer().make("word", (k,), low, high) for k in range(variables.width)]
    values: dict[str, Any] = {}
    for name, kind in variables.kinds.items():
        fields = [
            tracer().make("field", (words[word], shift, width), *_field_bounds(kind, low, high))
            for (word, shift), width in zip(variables.places[name], kind.fields, strict=True)
        ]
        if isinstance(kind, One):
            values[name] = fields[0]
        else:
            values[name] = (SymbolicSet if isinstance(kind, Set) else SymbolicRow)(kind, fields)  # type: ignore[arg-type]
    return SymbolicState(variables, values)


def _field_bounds(kind: Variable, low: int, high: int) -> tuple[int, int]:
    return (kind.least, kind.n - 1) if isinstance(kind, One) else (low, high)


def fields_of(kind: Variable, value: Any, old: Any) -> Sequence[Value]:
    """Return the value of each field of a variable."""
    if isinstance(kind, One):
        return [value]
    if isinstance(value, (SymbolicSet, SymbolicRow)):
        return value.words
    if isinstance(kind, Set):
        return [_signed(word) for word in kind.pack(value)]
    words = old.words
    for k, item in enumerate(value):  # a tuple of items, most of them where they were
        if not (is_expr(item) and item is old[k]):
            words = SymbolicRow(kind, words).put(k, item).words
    return words


def _signed(word: int) -> int:
    return word - (1 << WORD) if word >> (WORD - 1) else word
