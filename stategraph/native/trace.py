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
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from stategraph.errors import TraceError
from stategraph.native.expressions import Expr, Value, current, is_expr, number_of, tracing, use
from stategraph.native.symbols import SymbolicState, fields_of, symbolic_state
from stategraph.rules.guesses import Largest, Total
from stategraph.variables import Variables

# A rule that asks more questions on one way, or has more expressions, is too long to unfold.
MOST_QUESTIONS = 300
MOST_EXPRESSIONS = 100_000


# ------------------------------------------------------------------------------- the tree


@dataclass
class Check:
    """The rule goes on only if ``low <= value <= high``; else it is an author's mistake."""

    value: Value
    low: int
    high: int


@dataclass
class Bound:
    """The moves left are guessed to be at least `value`; or so many more, where it `adds`."""

    value: Value
    adds: bool = False


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

    steps: list[Check | Move | Bound] = field(default_factory=list)
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

    def step(self, make: Callable[[], Check | Move | Bound]) -> None:
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


def _key(value: Any) -> Any:
    return ("o", id(value)) if not isinstance(value, (int, str)) else value


# ---------------------------------------------------------- what the constants of a puzzle ask


def look_up(table: Any, index: Value) -> Value:
    """Return the item of a flat `table` (with ``flat``, ``low``, ``high``) at `index`."""
    if not is_expr(index):
        return table.flat[index]
    current().require(index, 0, len(table.flat) - 1)
    return current().make("table", (table, index), table.low, table.high)


def member(table: Any, index: Value) -> bool:
    """Return whether a `table` of 0 and 1 holds 1 at `index`; outside the table nothing does."""
    low, high = current().bounds(index)
    op = "table" if low >= 0 and high < len(table.flat) else "member"
    return bool(current().make(op, (table, index), table.low if op == "table" else 0, table.high))


def alternatives(items: Sequence[Any]) -> Iterator[Any]:
    """Yield the items of an `each`: one of them on every way, and none on the last."""
    answer = current().choose("each", len(items), len(items) + 1)
    if answer < len(items):
        yield from current().once(items[answer])


def loop(lists: Any, row: Value) -> Iterator[Value]:
    """Yield the one item that stands for all of row `row` of `lists`."""
    found = current()
    found.require(row, 0, len(lists.starts) - 2)
    nth = found.nth((id(lists), row.number if is_expr(row) else ("c", row)))
    item = found.make("item", (lists, row, nth), lists.low, lists.high)
    if found.choose("loop", item, 2) == 0:
        yield from found.once(item)


def require(value: Value, low: int, high: int) -> None:
    """See to it that a value lies in an interval on all that follows."""
    current().require(value, low, high)


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
    bounds : Node or None
        the tree of a guess of the moves left, where one was given
    """

    trees: list[Node]
    trace: Trace
    bounds: Node | None = None


def trace(puzzle: Any, guess: Any = None) -> Traced:
    """Return the decision trees of a puzzle with declared variables, and of a guess.

    Raises
    ------
    TraceError
        when a rule does what cannot be done with unknown values; names the rule's line and the
        cure
    """
    if tracing():
        raise TraceError("rules are being traced already")
    found = Trace()
    use(found)
    try:
        state = symbolic_state(puzzle.variables)
        trees = [_trace_rule(puzzle, rule, state, found) for rule in puzzle.rules]
        return Traced(trees, found, guess and _trace_guess(guess, state, found))
    finally:
        use(None)


def _trace_rule(puzzle: Any, rule: Any, state: SymbolicState, found: Trace) -> Node:
    def run() -> None:
        for label, new in rule(state):
            if type(label) is not str:
                raise TraceError(f"label {label!r} is not a text")
            if not isinstance(new, SymbolicState):
                raise TraceError(f"{new!r} is no state: a move leads to s.but(...)")
            found.step(functools.partial(_move, puzzle, label, state, new, found))

    return _explored(run, rule, found)


def _trace_guess(guess: Any, state: SymbolicState, found: Trace) -> Node:
    adds = isinstance(guess, Total)

    def run() -> None:
        for value in guess.parts(state) if isinstance(guess, (Largest, Total)) else [guess(state)]:
            found.step(functools.partial(Bound, number_of(value), adds))

    return _explored(run, getattr(guess, "parts", guess), found)


def _explored(run: Callable[[], None], rule: Any, found: Trace) -> Node:
    """Return the tree of all that ``run()`` does; complaints name the place in `rule`."""
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
        values = fields_of(kind, new[name], old[name])
        before = fields_of(kind, old[name], old[name])
        for value, was, (word, shift), width in zip(
            values, before, variables.places[name], kind.fields, strict=True
        ):
            if value is not was:
                fields.setdefault(word, []).append((shift, width, value))
    return {
        word: found.make("pack", (word, *(x for field_ in changes for x in field_)), 0, 0)
        for word, changes in fields.items()
    }


def reads(tree: Node | None, word: int, shift: int) -> bool:
    """Return whether a tree depends on the field of a packed state that begins at a place."""
    seen: set[int] = set()

    def asks(value: Any) -> bool:
        if not is_expr(value) or value.number in seen:
            return False
        seen.add(value.number)
        if value.op == "field" and value.args[0].args == (word,) and value.args[1] == shift:
            return True
        return any(map(asks, value.args))

    def visits(node: Node) -> bool:
        steps = (step.value for step in node.steps if not isinstance(step, Move))
        return asks(node.what) or any(map(asks, steps)) or any(map(visits, node.kids.values()))

    return tree is not None and visits(tree)


def _place_of(error: BaseException, rule: Any) -> str:
    """Return ``file:line`` of the rule's own text where the error came from."""
    frames = traceback.extract_tb(error.__traceback__)
    home = rule.__code__.co_filename if hasattr(rule, "__code__") else ""
    lines = [frame for frame in frames if frame.filename == home]
    return (
        f"{lines[-1].filename}:{lines[-1].lineno}" if lines else getattr(rule, "__name__", "rule")
    )
