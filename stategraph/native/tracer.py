"""The tracer, which answers the branches of a rule and takes each path through it once.

::

    explore ──► run ──► if s.x < 3 ──► ask: yes on path 1: s.x lies in 0 .. 2 from here on
        ▲                                   no on path 2: s.x lies in 3 .. 9 from here on
        └── the next plan of answers, until every path was taken

The steps of each path are recorded in a tree, see `stategraph.native.tree_nodes`.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, NoReturn, TypeVar

from stategraph.errors import TraceError
from stategraph.native.expressions import Expr, Value, is_expr, number_of, whole
from stategraph.native.label_only_texts import is_label
from stategraph.native.rule_code import (
    PASSES,
    author_frames,
    is_ours,
    loop_objection,
    operation,
    place_of,
)
from stategraph.native.surroundings import Surroundings
from stategraph.native.symbols import SymbolicSet
from stategraph.native.tree_nodes import Bound, Check, Move, Node
from stategraph.rules.board import Lists
from stategraph.rules.tracing import Refusal, Symbol, refusal

# Limits for the answers on one path and for the expressions of a puzzle. Rules that exceed them are
# refused as too long.
MAX_QUESTIONS = 300
MAX_EXPRESSIONS = 100_000

# Limit for the answers on all paths together: k independent branches in sequence have 2^k paths.
# Tracing this number of answers takes a second, and compiling their code takes a few seconds.
MAX_ANSWERS = 20_000

Item = TypeVar("Item")


class _PathEnds(BaseException):
    """Raised to end a path after one pass of a loop."""


@dataclass
class _RulePath:
    """One path through a rule, up to the current node of its tree.

    Attributes
    ----------
    node : Node
        the current node of the tree
    plan : list of int
        the first answers, which lead along an earlier path
    known : dict of int to bool
        the truth of conditions, by the numbers of their expressions
    narrowed : dict of int to (int, int)
        the intervals of expressions that the answers have narrowed
    steps : int
        the number of steps of this path at the current node
    answers : list of (int, int)
        each answer until now, and the number of possible answers
    loops : dict of tuple to int
        for each list, the number of nested loops over it on this path, less one
    ending, misused : bool
        whether a pass of a loop has ended; whether the rule left a pass early
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

    def choose(self, kind: str, question: object, number: int) -> int:
        """Answer a question with `number` possible answers; descend to the answer's subtree."""
        turn = len(self.answers)
        if turn > MAX_QUESTIONS:
            raise refusal("the rule asks too many questions; bound its loop, or use each(...)")
        answer = self.plan[turn] if turn < len(self.plan) else 0
        self.answers.append((answer, number))
        self.node.kind, self.node.what = kind, question
        self.node = self.node.kids.setdefault(answer, Node())
        self.steps = 0
        return answer

    def next_plan(self) -> list[int] | None:
        """Return the plan of the next path in depth-first order; None after the last."""
        plan = self.answers
        while plan and plan[-1][0] == plan[-1][1] - 1:
            plan = plan[:-1]
        return [answer for answer, _ in plan[:-1]] + [plan[-1][0] + 1] if plan else None


class RuleTracer:
    """The tracer behind `stategraph.rules.tracing`, for the constants of a puzzle.

    It keeps all expressions of a puzzle's rules, and the current path through a rule.
    """

    def __init__(self) -> None:
        self.expressions: list[Expr] = []
        self._interned: dict[tuple, Expr] = {}
        self._kept: list[object] = []  # objects whose ids are in keys must stay alive
        self._answers = 0
        self._path = _RulePath(Node(), [], {}, {})
        self._around: Surroundings | None = None
        self._refused: Refusal | None = None
        self._texts: dict[tuple, bool] = {}

    def refuse(self, reason: str) -> BaseException:
        """Record that the rule is refused; return the error to raise."""
        if self._around is None:
            return TraceError(reason)
        error = Refusal(reason, place_of(sys._getframe()))
        self._refused = self._refused or error
        return error

    def make(self, op: str, args: tuple, low: int, high: int) -> Expr:
        """Return the expression; equal expressions are the same object."""
        key = (op, *(("e", a.number) if is_expr(a) else _key(a) for a in args))
        expression = self._interned.get(key)
        if expression is None:
            if len(self.expressions) >= MAX_EXPRESSIONS:
                raise refusal("the rule is too long to unfold; wrap its loop in each(...)")
            expression = Expr(len(self.expressions), op, args, low, high)
            self.expressions.append(expression)
            self._interned[key] = expression
            self._kept.append(args)
        return expression

    # ----------------------------------------------------------------- questions on the path

    def explore(self, run: Callable[[], object], *roots: object) -> Node:
        """Return the tree of all paths of ``run()``.

        While a path is traced, `explore` may be called again, for the goal after a move. The new
        paths then begin with the facts known on the outer path. `roots` are the author's functions
        that ``run()`` calls.

        Raises
        ------
        TraceError
            if the rule uses an operation that symbols do not support, even if it catches the error
        """
        if self._around is not None:
            return self._explore(run)
        around = self._around = Surroundings(roots)
        tree, self._refused = Node(), None
        try:
            if not around.objection:
                tree = self._explore(run)
        except (Refusal, Exception):
            if self._refused is None:
                raise
        finally:
            self._around = None
        self._conclude(around, _home(roots))
        return tree

    def _conclude(self, around: Surroundings, home: str) -> None:
        """Raise ``TraceError`` after a refusal."""
        reason = around.objection
        if not reason and self._refused is not None:
            reason = f"{self._refused.place or home}: {self._refused}"
        if reason:
            raise TraceError(reason) from self._refused

    def _explore(self, run: Callable[[], object]) -> Node:
        outer, root = self._path, Node()
        plan: list[int] | None = []
        try:
            while plan is not None:
                path = self._path = _RulePath(root, plan, dict(outer.known), dict(outer.narrowed))
                self._take(path, run)
                self._answers += len(path.answers)
                plan = path.next_plan()
            return root
        finally:
            self._path = outer

    def _take(self, path: _RulePath, run: Callable[[], object]) -> None:
        """Take one path through a rule to its end."""
        try:
            result = run()
        except _PathEnds:
            pass
        else:
            if path.ending:
                raise refusal("the rule catches what ends a pass of a loop over alternatives")
            path.node.kind, path.node.what = "end", result
        if self._around is not None and (changed := self._around.changed()):
            raise refusal(f"the rule changes a {changed} that outlives it; use the state alone")
        if path.misused:
            raise refusal(
                "break or return inside a loop over alternatives; the passes of such a "
                "loop must not depend on each other"
            )

    def ask(self, condition: Expr) -> bool:
        """Return the truth of a condition on this path."""
        if self._answers > MAX_ANSWERS:
            raise refusal("the rules branch too often; wrap the loop in each(...)")
        if condition.op == "not":
            return not self.ask(condition.args[0])
        truths = self._path.known
        if condition.number not in truths:
            certain = self._certain(condition)
            if certain is not None:
                return certain
            truths[condition.number] = self._path.choose("if", condition, 2) == 0
            self._narrow(condition, truths[condition.number])
        return truths[condition.number]

    def _certain(self, condition: Expr) -> bool | None:
        """Return the truth of a condition if it follows from previous answers, else None."""
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
        """Return the interval of a value, given the answers on this path."""
        value = number_of(value)
        if not is_expr(value):
            return value, value
        return self._path.narrowed.get(value.number, (value.low, value.high))

    def _narrow(self, condition: Expr, holds: bool) -> None:
        """Narrow intervals by the answer to a comparison."""
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
            self._path.narrowed[value.number] = low, high

    def step(self, make: Callable[[], Check | Move | Bound]) -> None:
        """Add a step to the current node, unless an earlier run has added it."""
        path = self._path
        if path.steps == len(path.node.steps):
            path.node.steps.append(make())
        path.steps += 1

    # --------------------------------------------- operations of constants on symbols

    def require(self, value: Value, low: int, high: int) -> None:
        """Check that a value lies in an interval; narrow its bounds on the rest of the path.

        A value that never lies in the interval is not an error here: maybe no state takes this
        path.
        """
        least, most = self.bounds(value)
        if least >= low and most <= high:
            return
        self.step(lambda: Check(value, low, high))
        self._set(value, max(least, low), min(most, high))

    def look_up(self, table: Any, index: Value) -> Value:
        """Return an item of a `table` that has the attributes ``size``, ``low`` and ``high``."""
        index = whole(index)  # numpy would take a truth value as a mask
        self.require(index, 0, table.size - 1)
        return self.make("table", (table, index), *_interval(table))

    def member(self, table: Any, index: Value) -> bool:
        """Return whether a `table` of 0 and 1 holds 1 at `index`; False outside the table."""
        index = whole(index)
        low, high = self.bounds(index)
        op = "table" if low >= 0 and high < table.size else "member"
        return bool(self.make(op, (table, index), 0, 1))

    def text(self) -> None:
        """Refuse to create the text of a value, unless the text becomes a label."""
        frames = author_frames(sys._getframe(2))
        key = tuple((id(frame.f_code), frame.f_lasti) for frame in frames)
        if key not in self._texts:
            self._texts[key] = is_label(sys._getframe(2))
        if not self._texts[key]:
            raise refusal(
                "the text of a value of the state may only become the label of a move, in a "
                "function whose source is there; compare the value itself"
            )

    def loop(self, lists: Lists, row: Value) -> Passes:
        """Return a loop over list `row` of `lists`: one symbolic item represents all items."""
        return self.passes(self._loop(lists, row))

    def passes(self, items: Iterator[object]) -> Passes:
        """Wrap items so that they can only be looped over."""
        return Passes(items)

    def _loop(self, lists: Lists, row: Value) -> Iterator[Value]:
        self.require(row, 0, len(lists.starts) - 2)
        loops, key = self._path.loops, (id(lists), row.number if is_expr(row) else ("c", row))
        loops[key] = loops.get(key, -1) + 1
        item = self.make("item", (lists, row, loops[key]), lists.low, lists.high)
        if self._path.choose("loop", item, 2) == 0:
            yield from self._once(item)

    def alternatives(self, items: Any) -> Iterator[object]:
        """Return the items of an `each`: a single item on every path, and no item on the last path.

        For a set of the state, loop over all cells below n, and skip those not in the set.
        """
        _require_loop(sys._getframe(2))
        if isinstance(items, SymbolicSet):
            return (cell for cell in self._loop(_below(items.kind.n), 0) if cell in items)
        return iter(items) if isinstance(items, Passes) else self._alternatives(tuple(items))

    def _alternatives(self, items: tuple) -> Iterator[object]:
        answer = self._path.choose("each", len(items), len(items) + 1)
        if answer < len(items):
            yield from self._once(items[answer])

    def _once(self, item: Item) -> Iterator[Item]:
        """Yield a single item, and end the path after the pass with this item."""
        path, frame = self._path, sys._getframe(1)
        if reason := loop_objection(frame):
            raise refusal(reason)
        shared = Surroundings(_locals(frame), self._around)
        try:
            yield item
        except GeneratorExit:
            if not path.ending:
                path.misused = True
            raise
        if shared.objection or shared.changed():
            raise refusal(PASSES + "they change a value that was there before the loop")
        path.ending = True
        raise _PathEnds


class Passes(Symbol):
    """Items that can only be looped over, because the passes are traced one by one."""

    __slots__ = ("_items",)

    def __init__(self, items: Iterator[object]):
        self._items = items

    def __iter__(self) -> Iterator[object]:
        _require_loop(sys._getframe(1))
        return self._items

    def _refuse(self, *_: object) -> NoReturn:
        raise refusal("a list of the board may only be looped over: for x in lists[i, j]")

    __bool__ = __len__ = __eq__ = __lt__ = __add__ = __contains__ = __hash__ = __getitem__ = _refuse


def _require_loop(frame: FrameType) -> None:
    """Refuse an iteration over alternatives that is not a loop, such as ``enumerate``."""
    if not is_ours(frame) and operation(frame) not in ("GET_ITER", "GET_YIELD_FROM_ITER"):
        raise refusal(PASSES + "loop over them directly")


def _locals(frame: FrameType) -> Iterator[object]:
    """Yield the values of the local variables of a frame and of its callers in the rule."""
    for author_frame in author_frames(frame):
        outside = author_frame.f_code.co_freevars
        for name, value in author_frame.f_locals.items():
            if name not in outside and not name.startswith("."):  # .0: a loop's iterator
                yield value


def _home(roots: tuple[object, ...]) -> str:
    """Return ``file:line`` of the first function among `roots`."""
    codes = [root.__code__ for root in roots if hasattr(root, "__code__")]
    return f"{codes[0].co_filename}:{codes[0].co_firstlineno}" if codes else "rule"


def _interval(table: Any) -> tuple[int, int]:
    """Return an interval that contains all items of a table.

    If all items are -1 or all are 0, this board happens to have no neighbours or no marks. The
    interval is then extended by 1, so that the rules have the same tree as on other boards.
    """
    return table.low, table.high + (table.low == table.high <= 0)


def _key(value: object) -> object:
    return ("o", id(value)) if not isinstance(value, (int, str)) else value


@functools.cache
def _below(n: int) -> Lists:
    """Return `Lists` with a single list, the numbers below n."""
    return Lists(1, 1, {(0, 0): range(n)})
