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

import functools
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stategraph.errors import TraceError
from stategraph.native.expressions import Value, number_of
from stategraph.native.symbols import (
    WORD_BOUNDS,
    SymbolicState,
    bits_of,
    packed_word,
    symbolic_state,
)
from stategraph.native.tracer import RuleTracer
from stategraph.native.tree import Bound, Move, Node
from stategraph.rules.guesses import InParts
from stategraph.rules.tracing import refusal, traced_by
from stategraph.variables import Variables


@dataclass(frozen=True)
class Traced:
    """A puzzle's rules as trees.

    Attributes
    ----------
    trees : list of Node
        one for each rule, in order
    tracer : RuleTracer
        with all expressions; those of op "word" are the words of the packed state
    bounds : Node or None
        the tree of a guess of the moves left, where one was given
    """

    trees: list[Node]
    tracer: RuleTracer
    bounds: Node | None = None


def trace(puzzle: Any, guess: Any = None) -> Traced:
    """Return the decision trees of a puzzle with declared variables, and of a guess.

    Raises
    ------
    TraceError
        when a rule does what cannot be done with unknown values; names the rule's line and the
        cure
    """
    tracer = RuleTracer()
    with traced_by(tracer):
        state = symbolic_state(puzzle.variables)
        trees = [_trace_rule(puzzle, rule, state, tracer) for rule in puzzle.rules]
        return Traced(trees, tracer, guess and _trace_guess(guess, state, tracer))


def _trace_rule(puzzle: Any, rule: Any, state: SymbolicState, tracer: RuleTracer) -> Node:
    def run() -> None:
        for label, new in rule(state):
            if type(label) is not str:
                raise refusal("a label is not a text")
            if not isinstance(new, SymbolicState):
                raise refusal("a move leads to what is not a state; yield s.but(...)")
            tracer.step(functools.partial(_move, puzzle, label, state, new, tracer))

    return _explored(run, rule, tracer, puzzle.goal)


def _trace_guess(guess: Any, state: SymbolicState, tracer: RuleTracer) -> Node:
    whole = not isinstance(guess, InParts)
    text, adds = (guess, False) if whole else (guess.parts, guess.adds)

    def run() -> None:
        for value in [text(state)] if whole else text(state):
            tracer.step(functools.partial(Bound, number_of(value), adds))

    return _explored(run, text, tracer)


def _explored(run: Callable[[], None], rule: Any, tracer: RuleTracer, *others: Any) -> Node:
    """Return the tree of all that ``run()`` does; complaints name the place in `rule`."""
    try:
        return tracer.explore(run, rule, *others)
    except TraceError:  # which names its place
        raise
    except Exception as error:  # whatever Python says of an operation that symbols lack
        reason = f"{type(error).__name__}: {error}"
        raise TraceError(f"{_place_of(error, rule)}: {reason}") from error


def _move(
    puzzle: Any, label: str, old: SymbolicState, new: SymbolicState, tracer: RuleTracer
) -> Move:
    wins = tracer.explore(lambda: bool(puzzle.goal(new)))
    return Move(label, *_changes(puzzle.variables, old, new, tracer), wins)


def _changes(
    variables: Variables, old: SymbolicState, new: SymbolicState, tracer: RuleTracer
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
        words[word] = tracer.make("pack", args, *WORD_BOUNDS)
    return words, wide


def _place_of(error: BaseException, rule: Any) -> str:
    """Return ``file:line`` of the rule's own text where the error came from."""
    frames = traceback.extract_tb(error.__traceback__)
    home = rule.__code__.co_filename if hasattr(rule, "__code__") else ""
    lines = [frame for frame in frames if frame.filename == home]
    return (
        f"{lines[-1].filename}:{lines[-1].lineno}" if lines else getattr(rule, "__name__", "rule")
    )
