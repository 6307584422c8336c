"""Variables and words of a family as arrays over all states.

A word is a function of a state, written like a rule. It runs on symbols once, as a rule does, and
numpy evaluates the resulting decision tree for all states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph.errors import RuleError
from stategraph.native.expressions import is_expr
from stategraph.native.symbols import symbolic_state
from stategraph.native.tracer import RuleTracer
from stategraph.native.tree_nodes import Check, Node
from stategraph.rules.tracing import traced_by
from stategraph.variables import WORD, Variables, column

if TYPE_CHECKING:
    from stategraph.native.expressions import Expr, Value
    from stategraph.rules.board import Cells

# a number in every state: one for all, or an array (n,)
Number = int | np.ndarray


def signed(word: int) -> np.int64:
    """Return the int64 that has the same 64 bits as a nonnegative int."""
    word &= (1 << WORD) - 1
    return np.int64(word - (1 << WORD) if word >> (WORD - 1) else word)


def cells(variables: Variables, rows: np.ndarray, name: str) -> list[np.ndarray]:
    """Return the bits of a `Set` in all packed states, 64 cells per array (n,) int64."""
    return [field.view(np.int64) for _, field in variables.fields(rows, name)]


def bits_of(chosen: frozenset[int], length: int) -> list[np.int64]:
    """Return constant cells as `length` words, in the format of the function `cells`."""
    whole = sum(1 << cell for cell in chosen)
    return [signed(whole >> WORD * k) for k in range(length)]


def holds(bits: list[np.ndarray], cell: Number) -> np.ndarray:
    """Return a mask (n,) bool: whether `cell`, a number or an array (n,), is in a set."""
    if isinstance(cell, (int, np.integer)):
        return ((bits[int(cell) >> 6] >> (int(cell) & 63)) & 1).astype(np.bool_)
    contained = np.zeros(len(cell), np.bool_)
    for k, word in enumerate(bits):
        contained |= (cell >> 6 == k) & ((word >> (cell & 63)) & 1).astype(np.bool_)
    return contained


def count(word: np.ndarray) -> np.ndarray:
    """Return the number of set bits in each word (n,), as int64."""
    pieces = np.ascontiguousarray(word).view(np.uint8).reshape(len(word), 8)
    counts: np.ndarray = _ONES[pieces].sum(axis=1, dtype=np.int64)
    return counts


# ------------------------------------------------------------- numbers that may exceed 64 bits

MAX_INT64 = (1 << 63) - 1


def exact(number: Number) -> Number:
    """Return a number in a form that numpy compares exactly; above 64 bits it is an object."""
    large = isinstance(number, int) and abs(number) > MAX_INT64
    return np.array(number, object) if large else number


def added(first: Number, sign: int, other: Number) -> Number:
    """Return the exact value of ``one + sign * other``; both are ints or arrays (n,).

    A result array is int64 if no sum exceeds 64 bits. Otherwise it holds Python's ints.
    """
    if isinstance(first, int) and isinstance(other, int):
        return first + sign * other
    if _size(first) + _size(other) > MAX_INT64:
        first, other = np.asarray(first, object), np.asarray(other, object)
    return first + sign * other


def is_one_of(number: Number, chosen: frozenset[int]) -> np.ndarray:
    """Return whether a number is among the `chosen` numbers; it is an int or an array (n,)."""
    if isinstance(number, int) or number.dtype == object:
        return np.isin(np.asarray(number, object), np.array(sorted(chosen), object))
    return np.isin(
        number, [candidate for candidate in sorted(chosen) if abs(candidate) <= MAX_INT64]
    )


def _size(number: Number) -> int:
    """Return the largest absolute value of an int or an array."""
    if isinstance(number, int):
        return abs(number)
    return max(abs(int(number.min())), abs(int(number.max())))


_ONES = np.array([bin(byte).count("1") for byte in range(256)], np.uint8)


# --------------------------------------------------------------------------- words of a family


def word_value(
    variables: Variables,
    rows: np.ndarray,
    function: Callable[..., object],
    arguments: Sequence[object],
) -> np.ndarray:
    """Return the value of a word (n,) int64 in all packed states.

    `arguments` are its further arguments: numbers, and names of variables.

    Raises
    ------
    RuleError
        if the word cannot run on symbols, or uses an index out of range
    """
    tracer = RuleTracer()
    with traced_by(tracer):
        state = symbolic_state(variables)
        values = [
            state[argument] if isinstance(argument, str) else argument for argument in arguments
        ]
        tree = tracer.explore(lambda: function(state, *values), function)
    return np.broadcast_to(_Columns(rows).tree(tree), (len(rows),)).astype(np.int64)


class _Columns:
    """The values of expressions in all states, each computed once."""

    def __init__(self, rows: np.ndarray):
        self._rows = rows
        self._known: dict[int, object] = {}

    def tree(self, node: Node, reached: object = True) -> Any:
        """Return the value of a tree in all states; `reached` marks the states that reach it."""
        for step in node.steps:
            self._check(step, reached)
        if node.kind == "end":
            return self.value(node.what)
        if node.kind != "if":
            raise RuleError("a word of a family loops over each(...) or Lists: ask cell by cell")
        condition = self.value(node.what) != 0
        kids = [
            self.tree(node.kids[answer], reached & branch) if answer in node.kids else 0
            for answer, branch in ((0, condition), (1, ~condition))
        ]
        return np.where(condition, *kids)

    def _check(self, step: Any, reached: Any) -> None:
        value = self.value(step.value)
        if isinstance(step, Check) and (reached & ((value < step.low) | (value > step.high))).any():
            raise RuleError(
                f"a word of the family asks for a value outside {step.low}..{step.high}"
            )

    def value(self, value: Any) -> Any:
        """Return the value of an expression in all states; a list of words for a wide set."""
        if not is_expr(value):
            return np.int64(value) if isinstance(value, (int, bool, np.integer)) else value
        if value.number not in self._known:
            result = _OPERATIONS[value.op](self, *value.args)
            self._known[value.number] = result
        return self._known[value.number]

    def word(self, number: int) -> np.ndarray:
        return self._rows[:, number]

    def field(self, word: Expr, shift: int, width: int) -> np.ndarray:
        return column(self._rows, (word.args[0], shift), width).view(np.int64)

    def table(self, table: Any, index: Value) -> np.ndarray:
        flat = np.array(table.flat or [0], np.int64)
        values: np.ndarray = flat[np.clip(self.value(index), 0, len(flat) - 1)]
        return values

    def member(self, table: Any, index: Value) -> np.ndarray:
        at = self.value(index)
        return np.where((at >= 0) & (at < len(table.flat)), self.table(table, index), 0)

    # sets: a list of 64-bit words, with one bit per cell

    def bits(self, bits: object) -> list[np.ndarray]:
        words = self.value(bits)
        return words if isinstance(words, list) else [words]

    def whole(self, name: str, first: int, n: int) -> list[np.ndarray]:
        return [self._rows[:, first + k] for k in range(-(-n // WORD))]

    def has(self, cell: object, bits: object) -> np.ndarray:
        at, words = self.value(cell), self.bits(bits)
        return holds(words, np.broadcast_to(at, (len(self._rows),)))

    def holds(self, cell: object, n: int, bits: object) -> np.ndarray:
        at = self.value(cell)
        inside = (at >= 0) & (at < n)
        contained: np.ndarray = inside & holds(
            self.bits(bits), np.broadcast_to(np.where(inside, at, 0), (len(self._rows),))
        )
        return contained

    def any(self, bits: object) -> bool | np.ndarray:
        nonempty: bool | np.ndarray = False
        for word in self.bits(bits):
            nonempty = nonempty | (word != 0)
        return nonempty

    def outside(self, bits: object, chosen: Cells, n: int) -> Any:
        outside_words = map(np.int64, chosen.others(n))
        words = zip(self.bits(bits), outside_words, strict=True)
        return sum((word & other) != 0 for word, other in words) > 0

    def changed(self, bits: object, cell: object, put: bool) -> list[np.ndarray]:
        at = self.value(cell)
        bit = np.int64(1) << (at & 63)
        return [
            np.where(at >> 6 == k, word | bit if put else word & ~bit, word)
            for k, word in enumerate(self.bits(bits))
        ]

    def less(self, bits: object, removed: int) -> list[np.ndarray]:
        return [word & signed(~(removed >> WORD * k)) for k, word in enumerate(self.bits(bits))]

    def get(self, index: Value, width: int, items: Expr) -> Any:
        at, mask = self.value(index), (1 << width) - 1
        if items.op == "put":
            before, other, value, _ = items.args
            return np.where(
                at == self.value(other), self.value(value), self.get(index, width, before)
            )
        if items.op != "row":
            return (self.value(items) >> (at * width)) & mask
        place = self.table(items.args[1], index)
        rows = np.broadcast_to(place, (len(self._rows),))
        return (self._rows[np.arange(len(rows)), rows >> 6] >> (rows & 63)) & mask


def _number(value: Any) -> Any:
    """Return a number or an array with truth values converted to int, so that 1 + 1 is 2."""
    return value.astype(np.int64) if getattr(value, "dtype", np.dtype(int)).kind == "b" else value


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": lambda c, a, b: _number(c.value(a)) + _number(c.value(b)),
    "-": lambda c, a, b: _number(c.value(a)) - _number(c.value(b)),
    "*": lambda c, a, b: _number(c.value(a)) * _number(c.value(b)),
    "//": lambda c, a, b: c.value(a) // c.value(b),
    "%": lambda c, a, b: c.value(a) % c.value(b),
    "&": lambda c, a, b: c.value(a) & c.value(b),
    "|": lambda c, a, b: c.value(a) | c.value(b),
    "^": lambda c, a, b: c.value(a) ^ c.value(b),
    "==": lambda c, a, b: c.value(a) == c.value(b),
    "<": lambda c, a, b: c.value(a) < c.value(b),
    "not": lambda c, a: c.value(a) == 0,
    "word": _Columns.word,
    "field": _Columns.field,
    "table": _Columns.table,
    "member": _Columns.member,
    "set": _Columns.whole,
    "has": _Columns.has,
    "holds": _Columns.holds,
    "any": _Columns.any,
    "outside": _Columns.outside,
    "with": lambda c, bits, cell: c.changed(bits, cell, True),
    "without": lambda c, bits, cell: c.changed(bits, cell, False),
    "less": _Columns.less,
    "get": _Columns.get,
}
