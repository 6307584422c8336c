"""Unknown numbers of a traced state, and the operations on them.

``s.player`` of a traced state is an `Expr`, and ``s.player + 1`` is another one. Testing an
expression with ``if`` adds a branch to the trace. Any other Python operation on an expression
returns another expression or raises `TraceError` with a remedy.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from stategraph.rules.tracing import Symbol, refusal, tracer

if TYPE_CHECKING:
    from typing_extensions import TypeIs

# Maximum absolute value of an expression, so that sums of a few values still fit into an int64.
MAX_VALUE = 1 << 60

Value: TypeAlias = "int | Expr"


class Expr(Symbol):
    """An expression for an unknown number; equal expressions are the same object.

    Attributes
    ----------
    op : str
        the operation that computes it
    args : tuple
        its operands: numbers, expressions, tables
    low, high : int
        bounds of its value in all states
    number : int
        its place in the trace
    """

    __slots__ = ("args", "high", "low", "number", "op")

    def __init__(self, number: int, op: str, args: tuple, low: int, high: int):
        self.number, self.op, self.args, self.low, self.high = number, op, args, low, high

    def __bool__(self) -> bool:
        return tracer().ask(self)

    def __add__(self, other: Value) -> Value:
        return _arithmetic("+", self, other)

    def __radd__(self, other: Value) -> Value:
        return _arithmetic("+", other, self)

    def __sub__(self, other: Value) -> Value:
        return _arithmetic("-", self, other)

    def __rsub__(self, other: Value) -> Value:
        return _arithmetic("-", other, self)

    def __mul__(self, other: Value) -> Value:
        return _arithmetic("*", self, other)

    def __rmul__(self, other: Value) -> Value:
        return _arithmetic("*", other, self)

    def __floordiv__(self, other: Value) -> Value:
        return _arithmetic("//", self, other)

    def __rfloordiv__(self, other: Value) -> Value:
        return _arithmetic("//", other, self)

    def __mod__(self, other: Value) -> Value:
        return _arithmetic("%", self, other)

    def __rmod__(self, other: Value) -> Value:
        return _arithmetic("%", other, self)

    def __and__(self, other: Value) -> Value:
        return _arithmetic("&", self, other)

    def __or__(self, other: Value) -> Value:
        return _arithmetic("|", self, other)

    def __xor__(self, other: Value) -> Value:
        return _arithmetic("^", self, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __neg__(self) -> Value:
        return _arithmetic("-", 0, self)

    def __pos__(self) -> Value:
        return whole(self)

    def __eq__(self, other: object) -> Any:
        return _equal(self, other)

    def __ne__(self, other: object) -> Any:
        return _negated(_equal(self, other))

    def __lt__(self, other: Value) -> Value:
        return _less(self, other)

    def __gt__(self, other: Value) -> object:
        return _less(other, self)

    def __le__(self, other: Value) -> Value:
        return _negated(_less(other, self))

    def __ge__(self, other: Value) -> object:
        return _negated(_less(self, other))

    def __hash__(self) -> int:
        raise refusal(
            "a value of the state cannot be looked up in a Python set or dict; use Cells or Table"
        )

    def __index__(self) -> int:
        raise refusal(
            "a value of the state cannot index a list or bound a range; use Table, Lists or each"
        )

    def __int__(self) -> int:
        raise refusal("a value of the state is an int already; leave int() away")

    def __float__(self) -> float:
        raise refusal("a value of the state has no fraction; use // instead of /")

    def __truediv__(self, other: Value) -> object:
        raise refusal("a value of the state cannot be divided by /; use //")

    __rtruediv__ = __truediv__

    def __invert__(self) -> object:
        raise refusal("~ of a value of the state differs from ~ of a number; use not, or 1 - x")

    def __abs__(self) -> object:
        raise refusal("abs() of a value of the state is not possible; use if x < 0")

    def __iter__(self) -> Any:
        raise refusal("a number of the state cannot be looped over; use Lists or each")

    def __format__(self, spec: str) -> str:
        if is_truth(self):  # the text must be True or False, not 1 or 0
            return format(bool(self), spec)
        if spec:
            raise refusal(f"a label cannot format a value of the state by {spec!r}; use {{x}}")
        tracer().text()
        return f"\0{self.number}\0"

    def __str__(self) -> str:
        return format(self)

    __repr__ = __str__


def is_expr(value: object) -> TypeIs[Expr]:
    """Return whether a value is an unknown number."""
    return isinstance(value, Expr)


_FOLD: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}


# The operators of int. A subclass of int that replaces one of them is refused.
_OPERATORS = [
    (name, getattr(int, name))
    for name in (
        *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__radd__", "__rsub__"),
        *("__rmul__", "__rfloordiv__", "__rmod__", "__rand__", "__ror__", "__rxor__"),
        *("__add__", "__sub__", "__mul__", "__floordiv__", "__mod__", "__and__", "__or__"),
        *("__xor__", "__index__", "__int__"),
    )
]


def _arithmetic(op: str, a: Value, b: Value) -> Value:
    if op in ("&", "|", "^") and isinstance(a, bool) | isinstance(b, bool):
        truth, constant = (b, a) if isinstance(a, bool) else (a, b)
        if is_truth(truth):
            return _combined(op, truth, constant)
    a, b = _operand(a), _operand(b)
    if any(not is_expr(x) and abs(x) > MAX_VALUE for x in (a, b)):
        raise refusal("the value can grow beyond 60 bits")
    if not is_expr(b) and b == 0 and op in ("+", "-", "|", "^"):
        return whole(a)
    if not is_expr(a) and a == 0 and op in ("+", "|", "^"):
        return whole(b)
    # use the bounds for all states: the narrower bounds of this path are wrong on other paths
    low, high = _interval(op, _widest(a), _widest(b))
    if low < -MAX_VALUE or high > MAX_VALUE:
        raise refusal("the value can grow beyond 60 bits")
    return tracer().make(op, (a, b), low, high)


def _combined(op: str, truth: Value, constant: Value) -> Value:
    """Apply `&`, `|` or `^` to a symbolic and a known truth value; return a truth value."""
    if op == "&":
        return truth if constant else False
    if op == "|":
        return True if constant else truth
    return _negated(truth) if constant else truth


def is_truth(value: Value) -> bool:
    """Return whether a value is a truth value, known or symbolic, and not a number."""
    if not is_expr(value):
        return isinstance(value, bool)
    return value.op in ("==", "<", "not") or (
        value.op in ("&", "|", "^") and all(map(is_truth, value.args))
    )


def whole(value: Value) -> Value:
    """Convert a truth value to the number 1 or 0; return any other number unchanged.

    Raises ``TraceError`` if the value is not a number.
    """
    value = number_of(value)
    return tracer().make("+", (value, 0), 0, 1) if is_truth(value) else value


def _widest(value: Value) -> tuple[int, int]:
    return (value.low, value.high) if is_expr(value) else (value, value)


def _interval(op: str, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    if op in ("//", "%") and b[0] <= 0:
        raise refusal(f"{op} by a value that may be zero or negative")
    if op == "%":
        return (a[0], a[1]) if a[0] >= 0 and a[1] < b[0] else (0, b[1] - 1)
    if op in ("&", "|", "^"):
        if a[0] < 0 or b[0] < 0:
            raise refusal(f"{op} of a value that may be negative")
        bits = (1 << max(a[1].bit_length(), b[1].bit_length())) - 1
        return 0, min(a[1], b[1]) if op == "&" else bits
    if op == "-":
        return a[0] - b[1], a[1] - b[0]
    corners = [_FOLD[op](x, y) for x in a for y in b]
    return min(corners), max(corners)


def _operand(value: Value) -> Value:
    """Convert a value to an operand: an expression, or a number with the operators of an int.

    Numpy numbers are refused because their operators differ: they overflow, and the sum of two
    numpy truth values is a truth value.
    """
    if is_expr(value) or type(value) in (int, bool):
        return value
    plain = isinstance(value, int) and all(
        getattr(type(value), name) is own for name, own in _OPERATORS
    )
    if not plain and not isinstance(value, Symbol):
        remedy = "; use int(...)" if hasattr(value, "__index__") else ""
        raise refusal(f"a value of the state cannot be combined with {value!r}{remedy}")
    return number_of(value)


def number_of(value: Value) -> Value:
    """Convert a value to an operand: keep an expression, and call ``__index__`` of a number."""
    if is_expr(value):
        return value
    if isinstance(value, Symbol):
        raise refusal("a set or tuple of the state is not a number; ask about its members")
    try:
        return int(operator.index(value))
    except TypeError:
        raise refusal(f"a value of the state cannot be combined with {value!r}") from None


def _equal(a: Value, b: Any) -> Value:
    if b is None or type(b) in (str, tuple, frozenset, set, list):
        return NotImplemented
    a, b = _operand(a), _operand(b)
    if not is_expr(a):
        a, b = b, a
    if is_expr(b) and is_expr(a) and a.number > b.number:
        a, b = b, a
    if a is b:
        return True
    (low_a, high_a), (low_b, high_b) = _widest(a), _widest(b)
    if high_a < low_b or high_b < low_a:
        return False
    return tracer().make("==", (a, b), 0, 1)


def _less(a: Value, b: Value) -> Value:
    a, b = _operand(a), _operand(b)
    (low_a, high_a), (low_b, high_b) = _widest(a), _widest(b)
    if high_a < low_b:
        return True
    if low_a >= high_b or a is b:
        return False
    return tracer().make("<", (a, b), 0, 1)


def _negated(truth: Value) -> Value:
    if truth is NotImplemented:
        return truth
    if not is_expr(truth):
        return not truth
    if truth.op == "not":
        return truth.args[0]
    return tracer().make("not", (truth,), 0, 1)


def within(index: Value, size: int) -> bool:
    """Return whether ``0 <= index < size``; branch only if the bounds do not decide it."""
    low, high = tracer().bounds(index)
    return (low >= 0 or not index < 0) and (high < size or bool(index < size))
