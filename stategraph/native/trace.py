"""A rule run once on symbols: how its text becomes a decision tree that any engine can run.

A rule is an ordinary generator over a state. Run on a state whose values are not known, `s.player`
is an expression, ``s.player + 1`` another one, and ``if`` asks an expression for its truth. The
tracer answers yes, notes the question, and runs the rule again from its beginning with the answer
no, and so on until every way through the rule was taken::

                                run 1     run 2     run 3
    if s.x < 3:                  yes       no        no
        yield ...                 ●
    elif s.x == 5:                         yes       no
        yield ...                           ●

What comes out is a tree, see `stategraph.native.tree`:

- a loop over `each` or over a list of `Lists` is one node, not a question for each pass: its passes
  are independent of each other;
- every expression knows an interval that its value lies in, narrowed by the questions on the way.
  A table look-up that may leave its table, or a value that may leave its variable's domain,
  becomes a *check*: where it fails, the engine lets the rule itself, as plain Python, complain;
- what an expression cannot answer (being looked up in a dict, say) raises `TraceError` with the
  cure; the puzzle still runs as plain Python.
"""

from __future__ import annotations

import contextlib
import functools
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from stategraph.errors import TraceError
from stategraph.native.expressions import Expr, Value, is_expr, number_of
from stategraph.native.symbols import (
    SymbolicSet,
    SymbolicState,
    bits_of,
    packed_word,
    symbolic_state,
)
from stategraph.native.tree import Bound, Check, Move, Node
from stategraph.rules.board import Lists
from stategraph.rules.guesses import InParts
from stategraph.rules.tracing import traced_by
from stategraph.variables import Variables

# A rule that asks more questions on one way, or has more expressions, is too long to unfold.
MOST_QUESTIONS = 300
MOST_EXPRESSIONS = 100_000

# All ways together: k independent questions, one after the other, are 2^k ways. So many answers are
# traced in a second, and what they unfold to is compiled in a few.
MOST_ANSWERS = 20_000


class _WayEnds(Exception):
    """The way through a rule ends here: one pass of a loop is over."""


@dataclass
class _Way:
    """One way through a rule, as far as it has come.

    Attributes
    ----------
    node : Node
        the place in the tree
    plan : list of int
        what to answer to the first questions: the way there was taken before
    known : dict of int to bool
        the truth of conditions, by the numbers of their expressions
    narrowed : dict of int to (int, int)
        the intervals of expressions about which the answers tell more
    steps : int
        how many steps were met at the place
    answers : list of (int, int)
        what was answered so far, and out of how many answers
    loops : dict of tuple to int
        how many loops over each list the way is inside of, less one
    ending, misused : bool
        whether a pass of a loop is over; whether it was left early
    """

    node: Node
    plan: list[int]
    known: dict[int, bool]
    narrowed: dict[int, tuple[int, int]]
    steps: int = 0
    answers: list[tuple[int, int]] = field(default_factory=list)
    loops: dict[tuple, int] = field(default_factory=dict)
    ending: bool = False
    misused: bool = False

    def choose(self, kind: str, what: Any, number: int) -> int:
        """Return which of a `number` of answers this way gives, and go on below it in the tree."""
        turn = len(self.answers)
        if turn > MOST_QUESTIONS:
            raise TraceError("the rule asks too many questions; bound its loop, or use each(...)")
        answer = self.plan[turn] if turn < len(self.plan) else 0
        self.answers.append((answer, number))
        self.node.kind, self.node.what = kind, what
        self.node = self.node.kids.setdefault(answer, Node())
        self.steps = 0
        return answer

    def next_plan(self) -> list[int] | None:
        """Return the plan of the next way in depth-first order; None after the last."""
        plan = self.answers
        while plan and plan[-1][0] == plan[-1][1] - 1:
            plan = plan[:-1]
        return [answer for answer, _ in plan[:-1]] + [plan[-1][0] + 1] if plan else None


class Trace:
    """All expressions of a puzzle's rules, and the way through a rule that is being taken.

    It is the tracer of `stategraph.rules.tracing`: what the constants of a puzzle ask of symbols,
    it answers.
    """

    def __init__(self) -> None:
        self.expressions: list[Expr] = []
        self._interned: dict[tuple, Expr] = {}
        self._kept: list[Any] = []  # what keys name by id must not be collected
        self._answers = 0
        self._way = _Way(Node(), [], {}, {})

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
        """Return the tree of everything that ``run()`` does, whichever way its questions go.

        Each way begins with what is known here: a move's goal is explored on the way to the move.
        """
        outer, root = self._way, Node()
        plan: list[int] | None = []
        try:
            while plan is not None:
                way = self._way = _Way(root, plan, dict(outer.known), dict(outer.narrowed))
                with contextlib.suppress(_WayEnds):
                    result = run()
                    way.node.kind, way.node.what = "end", result
                if way.misused:
                    raise TraceError(
                        "break or return inside a loop over alternatives; the passes of such a "
                        "loop must not depend on each other"
                    )
                self._answers += len(way.answers)
                plan = way.next_plan()
            return root
        finally:
            self._way = outer

    def ask(self, condition: Expr) -> bool:
        """Return the truth of a condition on this way."""
        if self._answers > MOST_ANSWERS:
            raise TraceError("the rules branch too often; wrap the loop in each(...)")
        if condition.op == "not":
            return not self.ask(condition.args[0])
        known = self._way.known
        if condition.number not in known:
            certain = self._certain(condition)
            if certain is not None:
                return certain
            known[condition.number] = self._way.choose("if", condition, 2) == 0
            self._narrow(condition, known[condition.number])
        return known[condition.number]

    def _certain(self, condition: Expr) -> bool | None:
        """Return the truth of a condition that follows from the answers so far; else None."""
        low, high = self.bounds(condition)
        if low > 0 or high < 0:
            return True
        if low == high == 0:
            return False
        if condition.op in ("==", "<"):
            (low_a, high_a), (low_b, high_b) = map(self.bounds, condition.args)
            if condition.op == "==":
                return False if high_a < low_b or high_b < low_a else None
            if high_a < low_b:
                return True
            if low_a >= high_b:
                return False
        return None

    def bounds(self, value: Value) -> tuple[int, int]:
        """Return the interval of a value, given the answers on this way."""
        value = number_of(value)
        if not is_expr(value):
            return value, value
        return self._way.narrowed.get(value.number, (value.low, value.high))

    def _narrow(self, condition: Expr, holds: bool) -> None:
        """Learn from the answer to a comparison."""
        if condition.op == "holds" and holds:
            cell, n, _ = condition.args
            low, high = self.bounds(cell)
            self._set(cell, max(low, 0), min(high, n - 1))
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
            self._way.narrowed[value.number] = low, high

    def step(self, make: Callable[[], Check | Move | Bound]) -> None:
        """Add what happens here to the tree, unless an earlier run has."""
        way = self._way
        if way.steps == len(way.node.steps):
            way.node.steps.append(make())
        way.steps += 1

    # ------------------------------------------- what the constants of a puzzle ask of symbols

    def require(self, value: Value, low: int, high: int) -> None:
        """See to it that a value lies in an interval on all that follows.

        No complaint where it never does: that way may be one that no state takes.
        """
        least, most = self.bounds(value)
        if least >= low and most <= high:
            return
        self.step(lambda: Check(value, low, high))
        self._set(value, max(least, low), min(most, high))

    def look_up(self, table: Any, index: Value) -> Value:
        """Return the item of a flat `table` (with ``size``, ``low``, ``high``) at `index`."""
        self.require(index, 0, table.size - 1)
        return self.make("table", (table, index), *_interval(table))

    def member(self, table: Any, index: Value) -> bool:
        """Return whether a `table` of 0 and 1 holds 1 at `index`; outside it nothing does."""
        low, high = self.bounds(index)
        op = "table" if low >= 0 and high < table.size else "member"
        return bool(self.make(op, (table, index), 0, 1))

    def loop(self, lists: Any, row: Value) -> Iterator[Value]:
        """Yield the one item that stands for all of row `row` of `lists`."""
        self.require(row, 0, len(lists.starts) - 2)
        loops, key = self._way.loops, (id(lists), row.number if is_expr(row) else ("c", row))
        loops[key] = loops.get(key, -1) + 1
        item = self.make("item", (lists, row, loops[key]), lists.low, lists.high)
        if self._way.choose("loop", item, 2) == 0:
            yield from self._once(item)

    def alternatives(self, items: Any) -> Iterator[Any]:
        """Yield the items of an `each`: one of them on every way, and none on the last.

        The cells of a set are those numbers of a loop that are in it.
        """
        if isinstance(items, SymbolicSet):
            yield from (cell for cell in self.loop(_below(items.kind.n), 0) if cell in items)
            return
        items = tuple(items)
        answer = self._way.choose("each", len(items), len(items) + 1)
        if answer < len(items):
            yield from self._once(items[answer])

    def _once(self, item: Any) -> Iterator[Any]:
        """Yield the one item of a pass; when the pass is over, so is this way through the rule."""
        way = self._way
        try:
            yield item
        except GeneratorExit:
            if not way.ending:
                way.misused = True
            raise
        way.ending = True
        raise _WayEnds


def _interval(table: Any) -> tuple[int, int]:
    """Return an interval of a table's items.

    A table of nothing but -1 or 0 is one where no cell has a neighbour or a mark, by chance: the
    rules unfold as they do on other boards.
    """
    return table.low, table.high + (table.low == table.high <= 0)


def _key(value: Any) -> Any:
    return ("o", id(value)) if not isinstance(value, (int, str)) else value


@functools.cache
def _below(n: int) -> Lists:
    """Return the numbers below n as one list."""
    return Lists(1, 1, {(0, 0): range(n)})


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
    found = Trace()
    with traced_by(found):
        state = symbolic_state(puzzle.variables)
        trees = [_trace_rule(puzzle, rule, state, found) for rule in puzzle.rules]
        return Traced(trees, found, guess and _trace_guess(guess, state, found))


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
    whole = not isinstance(guess, InParts)
    text, adds = (guess, False) if whole else (guess.parts, guess.adds)

    def run() -> None:
        for value in [text(state)] if whole else text(state):
            found.step(functools.partial(Bound, number_of(value), adds))

    return _explored(run, text, found)


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
    return Move(label, *_changes(puzzle.variables, old, new, found), wins)


def _changes(
    variables: Variables, old: SymbolicState, new: SymbolicState, found: Trace
) -> tuple[dict[int, Value], dict[str, tuple[Value, Value]]]:
    """Return what a move changes: packed words, and sets and tuples of several fields.

    Of a word its new value, of the others their values before and after, by name.
    """
    fields: dict[int, list[tuple[int, int, Value]]] = {}
    wide: dict[str, tuple[Value, Value]] = {}
    for name, kind in variables.kinds.items():
        if new[name] is old[name] or not kind.fields:
            continue
        before = bits_of(kind, old[name], old[name])
        after = bits_of(kind, new[name], old[name])
        if after is before:
            continue
        if len(kind.fields) > 1:
            wide[name] = before, after
        else:
            ((word, shift),) = variables.places[name]
            fields.setdefault(word, []).append((shift, kind.fields[0], after))
    words: dict[int, Value] = {}
    for word, changes in fields.items():
        args = (packed_word(word), *(x for field_ in changes for x in field_))
        words[word] = found.make("pack", args, 0, 0)
    return words, wide


def _place_of(error: BaseException, rule: Any) -> str:
    """Return ``file:line`` of the rule's own text where the error came from."""
    frames = traceback.extract_tb(error.__traceback__)
    home = rule.__code__.co_filename if hasattr(rule, "__code__") else ""
    lines = [frame for frame in frames if frame.filename == home]
    return (
        f"{lines[-1].filename}:{lines[-1].lineno}" if lines else getattr(rule, "__name__", "rule")
    )
