"""A rule run once on symbols: how its text becomes a decision tree that any engine can run.

A rule is an ordinary generator over a state. Run on a state whose values are not known, `s.player`
is an expression, ``s.player + 1`` another one, and ``if`` asks an expression for its truth. The
tracer answers yes, notes the question, and runs the rule again from its beginning with the answer
no, and so on until every way through the rule was taken. What comes out is a tree::

    for d, to in board.around(s.player):            each ─┬─ D: to < 0 ? ── yes: (nothing)
        if to not in s.blocks:                            │              └─ no: bit `to` of blocks ?
            yield d, s.but(player=to)                     │                     ├─ no: move D
                                                          ├─ L: ...             └─ yes: ...

- a loop over `each` or over a list of `Lists` is one node, not a question for each pass: its passes
  are independent of each other;
- every expression knows an interval that its value lies in, narrowed by the questions on the way.
  A table look-up that may leave its table, or a value that may leave its variable's domain,
  becomes a *check*: where it fails, the engine lets the rule itself, as plain Python, complain;
- what an expression cannot answer (being looked up in a dict, say) raises `TraceError` with the
  cure; the puzzle still runs as plain Python.
"""

from __future__ import annotations

import functools
import operator
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from stategraph.errors import TraceError
from stategraph.rules.variables import WORD, One, Set, Tuple, Variable, Variables

__all__ = [
    "Check",
    "Expr",
    "Move",
    "Node",
    "SymbolicRow",
    "SymbolicSet",
    "SymbolicState",
    "Trace",
    "Traced",
    "alternatives",
    "is_expr",
    "look_up",
    "loop",
    "member",
    "require",
    "trace",
    "tracing",
    "within",
]

# A rule that asks more questions on one way, or has more expressions, is too long to unfold.
MOST_QUESTIONS = 300
MOST_EXPRESSIONS = 100_000

# Values beyond this are no longer sure to fit an int64, nor are sums of a few of them.
MOST_VALUE = 1 << 60

Value = Any  # int or Expr


class Expr:
    """A number that is not known yet; the same expression is the same object.

    Attributes
    ----------
    op : str
        what it is computed by
    args : tuple
        from what: numbers, expressions, tables
    low, high : int
        the interval that its value lies in, whatever the state
    number : int
        its place in the trace
    """

    __slots__ = ("args", "high", "low", "number", "op")

    def __init__(self, number: int, op: str, args: tuple, low: int, high: int):
        self.number, self.op, self.args, self.low, self.high = number, op, args, low, high

    def __bool__(self) -> bool:
        return _trace().ask(self)

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
        return self

    def __eq__(self, other: object) -> Any:
        return _equal(self, other)

    def __ne__(self, other: object) -> Any:
        return _negated(_equal(self, other))

    def __lt__(self, other: Value) -> Any:
        return _less(self, other)

    def __gt__(self, other: Value) -> Any:
        return _less(other, self)

    def __le__(self, other: Value) -> Any:
        return _negated(_less(other, self))

    def __ge__(self, other: Value) -> Any:
        return _negated(_less(self, other))

    def __hash__(self) -> int:
        raise TraceError(
            "a value of the state cannot be looked up in a Python set or dict; use Cells or Table"
        )

    def __index__(self) -> int:
        raise TraceError(
            "a value of the state cannot index a list or bound a range; use Table, Lists or each"
        )

    def __int__(self) -> int:
        raise TraceError("a value of the state is an int already; leave int() away")

    def __float__(self) -> float:
        raise TraceError("a value of the state has no fraction; use // instead of /")

    def __truediv__(self, other: Value) -> Any:
        raise TraceError("a value of the state cannot be divided by /; use //")

    __rtruediv__ = __truediv__

    def __invert__(self) -> Any:
        raise TraceError("~ of a value of the state is not what it seems; use not, or 1 - x")

    def __abs__(self) -> Any:
        raise TraceError("abs() of a value of the state is not possible; use if x < 0")

    def __iter__(self) -> Any:
        raise TraceError("a number of the state cannot be looped over; use Lists or each")

    def __format__(self, spec: str) -> str:
        if spec:
            raise TraceError(f"a label cannot format a value of the state by {spec!r}; use {{x}}")
        return f"\0{self.number}\0"

    def __str__(self) -> str:
        return format(self)

    __repr__ = __str__


def is_expr(value: object) -> bool:
    """Return whether a value is not known yet."""
    return isinstance(value, Expr)


# ------------------------------------------------------------------------------- the tree


@dataclass
class Check:
    """The rule goes on only if ``low <= value <= high``; else it is an author's mistake."""

    value: Value
    low: int
    high: int


@dataclass
class Move:
    """A move: its label, the new packed words, and the tree that tells whether it wins.

    `label` has the numbers of expressions between NULs; `words` holds the words that change.
    """

    label: str
    words: dict[int, Value]
    wins: Node


@dataclass
class Node:
    """A place in the tree: what happens here in turn, and then the question that parts the ways.

    `kind` is "if" (kids: yes, no), "each" (a kid for each alternative, then what follows the
    loop), "loop" (the body, then what follows), "end" with the truth `what`, or "" for no more.
    """

    steps: list[Check | Move] = field(default_factory=list)
    kind: str = ""
    what: Any = None
    kids: dict[int, Node] = field(default_factory=dict)


class _WayEnds(Exception):
    """The way through a rule ends here: one pass of a loop is over."""


class Trace:
    """All expressions of a puzzle's rules, and the way through a rule that is being taken."""

    def __init__(self) -> None:
        self.expressions: list[Expr] = []
        self._interned: dict[tuple, Expr] = {}
        self._kept: list[Any] = []  # what keys name by id must not be collected
        self._begin({}, {})

    def _begin(self, known: dict[int, bool], narrowed: dict[int, tuple[int, int]]) -> None:
        self.known, self.narrowed = dict(known), dict(narrowed)
        self._loops: dict[tuple, int] = {}
        self._ending = self._misused = False

    def make(self, op: str, args: tuple, low: int, high: int) -> Expr:
        """Return the expression, the one that was made before if there is one."""
        key = (op, *(("e", a.number) if is_expr(a) else _key(a) for a in args))
        made = self._interned.get(key)
        if made is None:
            if len(self.expressions) >= MOST_EXPRESSIONS:
                raise TraceError("the rule is too long to unfold; wrap its loop in each(...)")
            made = Expr(len(self.expressions), op, args, low, high)
            self.expressions.append(made)
            self._interned[key] = made
            self._kept.append(args)
        return made

    # --------------------------------------------------------------- questions on the way

    def explore(self, run: Callable[[], Any]) -> Node:
        """Return the tree of everything that ``run()`` does, whichever way its questions go."""
        outer = dict(self.__dict__)
        root, self._plan = Node(), []
        try:
            while True:
                self._begin(outer["known"], outer["narrowed"])
                self._path: list[tuple[int, int]] = []
                self._node, self._done = root, 0
                try:
                    result = run()
                    self._node.kind, self._node.what = "end", result
                except _WayEnds:
                    pass
                if self._misused:
                    raise TraceError(
                        "break or return inside a loop over alternatives; the passes of such a "
                        "loop must not depend on each other"
                    )
                while self._path and self._path[-1][0] == self._path[-1][1] - 1:
                    self._path.pop()
                if not self._path:
                    return root
                self._plan = [answer for answer, _ in self._path]
                self._plan[-1] += 1
        finally:
            for name in set(self.__dict__) - {"expressions", "_interned", "_kept"}:
                if name in outer:
                    self.__dict__[name] = outer[name]

    def choose(self, kind: str, what: Any, answers: int) -> int:
        """Return which of the ways this run takes, and go on to that part of the tree."""
        depth = len(self._path)
        if depth > MOST_QUESTIONS:
            raise TraceError("the rule asks too many questions; bound its loop, or use each(...)")
        answer = self._plan[depth] if depth < len(self._plan) else 0
        self._path.append((answer, answers))
        self._node.kind, self._node.what = kind, what
        self._node = self._node.kids.setdefault(answer, Node())
        self._done = 0
        return answer

    def ask(self, condition: Expr) -> bool:
        """Return the truth of a condition on this way."""
        if condition.op == "not":
            return not self.ask(condition.args[0])
        if condition.number not in self.known:
            certain = self._certain(condition)
            if certain is not None:
                return certain
            self.known[condition.number] = self.choose("if", condition, 2) == 0
            self._narrow(condition, self.known[condition.number])
        return self.known[condition.number]

    def _certain(self, condition: Expr) -> bool | None:
        """Return the truth of a condition that follows from the answers so far."""
        low, high = self.bounds(condition)
        if condition.op in ("==", "<"):
            (low_a, high_a), (low_b, high_b) = map(self.bounds, condition.args)
            if condition.op == "<" and high_a < low_b:
                return True
            if low_a >= high_b if condition.op == "<" else high_a < low_b or high_b < low_a:
                return False
        elif low > 0 or high < 0:
            return True
        return False if low == high == 0 else None

    def bounds(self, value: Value) -> tuple[int, int]:
        """Return the interval of a value, given the answers on this way."""
        if not is_expr(value):
            return int(value), int(value)
        return self.narrowed.get(value.number, (value.low, value.high))

    def _narrow(self, condition: Expr, holds: bool) -> None:
        """Learn from the answer to a comparison."""
        if condition.op not in ("==", "<"):
            return
        a, b = condition.args
        (low_a, high_a), (low_b, high_b) = self.bounds(a), self.bounds(b)
        if condition.op == "==" and holds:
            self._set(a, max(low_a, low_b), min(high_a, high_b))
            self._set(b, max(low_a, low_b), min(high_a, high_b))
        elif condition.op == "==" and low_b == high_b:
            self._set(a, low_a + (low_a == low_b), high_a - (high_a == low_b))
        elif condition.op == "<" and holds:
            self._set(a, low_a, min(high_a, high_b - 1))
            self._set(b, max(low_b, low_a + 1), high_b)
        elif condition.op == "<":
            self._set(a, max(low_a, low_b), high_a)
            self._set(b, low_b, min(high_b, high_a))

    def _set(self, value: Value, low: int, high: int) -> None:
        if is_expr(value) and low <= high:
            self.narrowed[value.number] = low, high

    def step(self, make: Callable[[], Check | Move]) -> None:
        """Add what happens here to the tree, unless an earlier run has."""
        if self._done == len(self._node.steps):
            self._node.steps.append(make())
        self._done += 1

    def require(self, value: Value, low: int, high: int) -> None:
        """See to it that a value lies in an interval on all that follows.

        No complaint where it never does: that way may be one that no state takes.
        """
        least, most = self.bounds(value)
        if least >= low and most <= high:
            return
        self.step(lambda: Check(value, low, high))
        self._set(value, max(least, low), min(most, high))

    # --------------------------------------------------------------- loops over alternatives

    def once(self, item: Any) -> Iterator[Any]:
        """Yield the one item of a pass; when the pass is over, so is this way through the rule."""
        try:
            yield item
        except GeneratorExit:
            if not self._ending:
                self._misused = True
            raise
        self._ending = True
        raise _WayEnds

    def nth(self, key: tuple) -> int:
        """Return how many loops over the same list this way is inside of already."""
        self._loops[key] = self._loops.get(key, -1) + 1
        return self._loops[key]


_current: Trace | None = None


def _trace() -> Trace:
    if _current is None:
        raise TraceError("a value of a traced state was kept and used after the rule had ended")
    return _current


def _key(value: Any) -> Any:
    return ("o", id(value)) if not isinstance(value, (int, str)) else value


# ------------------------------------------------------------------------------ expressions

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


def _arithmetic(op: str, a: Value, b: Value) -> Value:
    a, b = _number(a), _number(b)
    if not is_expr(a) and not is_expr(b):
        return _FOLD[op](a, b)
    if not is_expr(b) and b == 0 and op in ("+", "-", "|", "^"):
        return a
    if not is_expr(a) and a == 0 and op in ("+", "|", "^"):
        return b
    # not the bounds narrowed on this way: they do not hold on every other
    low, high = _interval(op, _widest(a), _widest(b))
    if low < -MOST_VALUE or high > MOST_VALUE:
        raise TraceError("the value can grow beyond 60 bits")
    return _trace().make(op, (a, b), low, high)


def _widest(value: Value) -> tuple[int, int]:
    return (value.low, value.high) if is_expr(value) else (value, value)


def _interval(op: str, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    if op in ("//", "%") and b[0] <= 0:
        raise TraceError(f"{op} by a value that may be zero or negative")
    if op == "%":
        return (a[0], a[1]) if a[0] >= 0 and a[1] < b[0] else (0, b[1] - 1)
    if op in ("&", "|", "^"):
        if a[0] < 0 or b[0] < 0:
            raise TraceError(f"{op} of a value that may be negative")
        bits = (1 << max(a[1].bit_length(), b[1].bit_length())) - 1
        return 0, min(a[1], b[1]) if op == "&" else bits
    if op == "-":
        return a[0] - b[1], a[1] - b[0]
    corners = [_FOLD[op](x, y) for x in a for y in b]
    return min(corners), max(corners)


def _number(value: Value) -> Value:
    """Return an operand: an expression, or a number that Python's own rules accept."""
    if is_expr(value):
        return value
    if isinstance(value, (SymbolicSet, SymbolicRow)):
        raise TraceError("a set or tuple of the state is no number; ask about its members")
    try:
        return operator.index(value)
    except TypeError:
        raise TraceError(f"a value of the state cannot be combined with {value!r}") from None


def _equal(a: Value, b: Value) -> Any:
    if b is None or isinstance(b, (str, tuple, frozenset, set, list)):
        return False
    a, b = _number(a), _number(b)
    if not is_expr(a):
        a, b = b, a
    if is_expr(b) and is_expr(a) and a.number > b.number:
        a, b = b, a
    if a is b:
        return True
    (low_a, high_a), (low_b, high_b) = _widest(a), _widest(b)
    if high_a < low_b or high_b < low_a:
        return False
    return _trace().make("==", (a, b), 0, 1)


def _less(a: Value, b: Value) -> Any:
    a, b = _number(a), _number(b)
    (low_a, high_a), (low_b, high_b) = _widest(a), _widest(b)
    if high_a < low_b:
        return True
    if low_a >= high_b or a is b:
        return False
    return _trace().make("<", (a, b), 0, 1)


def _negated(truth: Any) -> Any:
    if not is_expr(truth):
        return not truth
    if truth.op == "not":
        return truth.args[0]
    return _trace().make("not", (truth,), 0, 1)


# ---------------------------------------------------------- what the constants of a puzzle ask


def look_up(table: Any, index: Value) -> Value:
    """Return the item of a flat `table` (with ``flat``, ``low``, ``high``) at `index`."""
    if not is_expr(index):
        return table.flat[index]
    _trace().require(index, 0, len(table.flat) - 1)
    return _trace().make("table", (table, index), table.low, table.high)


def member(table: Any, index: Value) -> bool:
    """Return whether a `table` of 0 and 1 holds 1 at `index`; outside the table nothing does."""
    low, high = _trace().bounds(index)
    op = "table" if low >= 0 and high < len(table.flat) else "member"
    return bool(_trace().make(op, (table, index), table.low if op == "table" else 0, table.high))


def within(index: Value, size: int) -> bool:
    """Return whether ``0 <= index < size``, asking no question whose answer is known."""
    low, high = _trace().bounds(index)
    return (low >= 0 or not index < 0) and (high < size or bool(index < size))


def alternatives(items: Sequence[Any]) -> Iterator[Any]:
    """Yield the items of an `each`: one of them on every way, and none on the last."""
    answer = _trace().choose("each", len(items), len(items) + 1)
    if answer < len(items):
        yield from _trace().once(items[answer])


def loop(lists: Any, row: Value) -> Iterator[Value]:
    """Yield the one item that stands for all of row `row` of `lists`."""
    found = _trace()
    found.require(row, 0, len(lists.starts) - 2)
    nth = found.nth((id(lists), row.number if is_expr(row) else ("c", row)))
    item = found.make("item", (lists, row, nth), lists.low, lists.high)
    if found.choose("loop", item, 2) == 0:
        yield from found.once(item)


def tracing() -> bool:
    """Return whether a rule is being run on symbols."""
    return _current is not None


def require(value: Value, low: int, high: int) -> None:
    """See to it that a value lies in an interval on all that follows."""
    _trace().require(value, low, high)


# ------------------------------------------------------------------- variables without a value


class SymbolicSet:
    """The value of a `Set` that is not known yet: the words of its bits."""

    def __init__(self, kind: Set, words: Iterable[Value]):
        self.kind, self.words = kind, tuple(words)

    def __contains__(self, cell: Value) -> bool:
        if not is_expr(cell):
            if not isinstance(cell, int) or not 0 <= cell < self.kind.n:
                return False
        elif not within(cell, self.kind.n):
            return False
        return bool(_trace().make("has", (cell, *self.words), 0, 1))

    def __bool__(self) -> bool:
        return bool(_trace().make("any", self.words, 0, 1))

    def __add__(self, cell: Value) -> SymbolicSet:
        _trace().require(cell, 0, self.kind.n - 1)
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
            words.append(_trace().make(op, args, low, high) if here else word)
        return words

    def _refuse(self, *_: Any) -> Any:
        raise TraceError("a set of the state can be asked `x in s.cells` and `if s.cells` only")

    __eq__ = __lt__ = __le__ = __or__ = __and__ = __len__ = __iter__ = __hash__ = _refuse


class SymbolicRow:
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
        _trace().require(index, 0, kind.length - 1)
        args = (index, kind.bits, kind.per_word, *self.words)
        return _trace().make("get", args, 0, kind.n - 1)

    def put(self, index: Value, value: Value) -> SymbolicRow:
        """Return the row with `value` at `index`."""
        kind = self.kind
        _trace().require(index, 0, kind.length - 1)
        _trace().require(value, 0, kind.n - 1)
        words = []
        for k, word in enumerate(self.words):
            here = is_expr(index) or index // kind.per_word == k
            args = (word, index, value, kind.bits, kind.per_word, k, len(self.words))
            words.append(_trace().make("put", args, 0, 0) if here else word)
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
        value = _number(value)
        _trace().require(value, kind.least, kind.n - 1)
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
        _trace().require(item, 0, kind.n - 1)
    return items


# ------------------------------------------------------------------------------- the whole puzzle


@dataclass(frozen=True)
class Traced:
    """A puzzle's rules as trees.

    Attributes
    ----------
    trees : list of Node
        one for each rule, in order
    trace : Trace
        with all expressions; those of op "word" are the words of the packed state
    """

    trees: list[Node]
    trace: Trace


def trace(puzzle: Any) -> Traced:
    """Return the decision trees of a puzzle with declared variables.

    Raises
    ------
    TraceError
        when a rule does what cannot be done with unknown values; names the rule's line and the
        cure
    """
    global _current
    if _current is not None:
        raise TraceError("rules are being traced already")
    _current = found = Trace()
    try:
        state = _symbolic(puzzle.variables, found)
        return Traced([_trace_rule(puzzle, rule, state, found) for rule in puzzle.rules], found)
    finally:
        _current = None


def _symbolic(variables: Variables, found: Trace) -> SymbolicState:
    """Return the state whose variables are bit fields of unknown words."""
    low, high = -(1 << (WORD - 1)), (1 << (WORD - 1)) - 1
    words = [found.make("word", (k,), low, high) for k in range(variables.width)]
    values: dict[str, Any] = {}
    for name, kind in variables.kinds.items():
        fields = [
            found.make("field", (words[word], shift, width), *_field_bounds(kind, low, high))
            for (word, shift), width in zip(variables.places[name], kind.fields, strict=True)
        ]
        if isinstance(kind, One):
            values[name] = fields[0]
        else:
            values[name] = (SymbolicSet if isinstance(kind, Set) else SymbolicRow)(kind, fields)  # type: ignore[arg-type]
    return SymbolicState(variables, values)


def _field_bounds(kind: Variable, low: int, high: int) -> tuple[int, int]:
    return (kind.least, kind.n - 1) if isinstance(kind, One) else (low, high)


def _trace_rule(puzzle: Any, rule: Any, state: SymbolicState, found: Trace) -> Node:
    def run() -> None:
        for label, new in rule(state):
            if type(label) is not str:
                raise TraceError(f"label {label!r} is not a text")
            if not isinstance(new, SymbolicState):
                raise TraceError(f"{new!r} is no state: a move leads to s.but(...)")
            found.step(functools.partial(_move, puzzle, label, state, new, found))

    try:
        return found.explore(run)
    except TraceError as error:
        raise TraceError(f"{_place_of(error, rule)}: {error}") from error
    except Exception as error:  # whatever Python says of an operation that symbols lack
        reason = f"{type(error).__name__}: {error}"
        raise TraceError(f"{_place_of(error, rule)}: {reason}") from error


def _move(puzzle: Any, label: str, old: SymbolicState, new: SymbolicState, found: Trace) -> Move:
    wins = found.explore(lambda: bool(puzzle.goal(new)))
    return Move(label, _changed_words(puzzle.variables, old, new, found), wins)


def _changed_words(
    variables: Variables, old: SymbolicState, new: SymbolicState, found: Trace
) -> dict[int, Value]:
    """Return the new value of every packed word that a move changes, as one expression each."""
    fields: dict[int, list[tuple[int, int, Value]]] = {}
    for name, kind in variables.kinds.items():
        if new[name] is old[name]:
            continue
        values = _fields(kind, new[name], old[name])
        before = _fields(kind, old[name], old[name])
        for value, was, (word, shift), width in zip(
            values, before, variables.places[name], kind.fields, strict=True
        ):
            if value is not was:
                fields.setdefault(word, []).append((shift, width, value))
    return {
        word: found.make("pack", (word, *(x for field_ in changes for x in field_)), 0, 0)
        for word, changes in fields.items()
    }


def _fields(kind: Variable, value: Any, old: Any) -> Sequence[Value]:
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


def _place_of(error: BaseException, rule: Any) -> str:
    """Return ``file:line`` of the rule's own text where the error came from."""
    frames = traceback.extract_tb(error.__traceback__)
    home = rule.__code__.co_filename if hasattr(rule, "__code__") else ""
    lines = [frame for frame in frames if frame.filename == home]
    return (
        f"{lines[-1].filename}:{lines[-1].lineno}" if lines else getattr(rule, "__name__", "rule")
    )
