"""Tracing: a rule runs once on symbols, which gives a decision tree for any engine.

A rule is an ordinary generator over a state. In a state with unknown values, `s.player` is an
expression, ``s.player + 1`` is another one, and ``if`` requests the truth of an expression. The
tracer answers yes and records the branch. Then it runs the rule again from the beginning and
this time answers no. This continues until every path through the rule was taken::

                                run 1     run 2     run 3
    if s.x < 3:                  yes       no        no
        yield ...                 ●
    elif s.x == 5:                         yes       no
        yield ...                           ●

The result is a tree, see `stategraph.native.tree_nodes`:

- A loop over `each` or over a list of `Lists` is a single node of the tree, because its passes must
  not depend on each other.
- Every expression has an interval of values, narrowed by the branches on the path. If an index may
  lie outside its table, or a value outside the domain of its variable, the tree gets a *check*.
  When a check fails, the engine runs the Python rule, which reports the error.
- Operations that an expression does not support, such as a dict lookup, raise `TraceError`. Its
  message names a remedy. The puzzle still runs in Python.
"""

from __future__ import annotations

import functools
import gc
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from types import GeneratorType
from typing import TYPE_CHECKING, Any

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
from stategraph.native.tree_nodes import Bound, Move, Node
from stategraph.rules.combined_heuristics import InParts
from stategraph.rules.tracing import refusal, traced_by
from stategraph.variables import Variables

if TYPE_CHECKING:
    from stategraph.native.expressions import Expr
    from stategraph.rules.puzzle import Heuristic, Puzzle, Rule


@dataclass(frozen=True)
class Traced:
    """The rules of a puzzle as decision trees.

    Attributes
    ----------
    trees : list of Node
        one for each rule, in order
    tracer : RuleTracer
        the tracer with all expressions; expressions with op "word" are the words of the packed
        state
    bounds : Node or None
        the tree of the heuristic, if there is one
    """

    trees: list[Node]
    tracer: RuleTracer
    bounds: Node | None = None


def trace(puzzle: Puzzle, guess: Heuristic | None = None) -> Traced:
    """Return the decision trees of a puzzle's rules, and of a heuristic if there is one.

    Raises
    ------
    TraceError
        if a rule uses an operation that unknown values do not support; names the line of the rule
        and the remedy
    """
    tracer = RuleTracer()
    with traced_by(tracer):
        state = symbolic_state(puzzle.variables)
        trees = [_trace_rule(puzzle, rule, state, tracer) for rule in puzzle.rules]
        return Traced(trees, tracer, guess and _trace_guess(guess, state, tracer))


def _trace_rule(puzzle: Puzzle, rule: Rule, state: SymbolicState, tracer: RuleTracer) -> Node:
    def run() -> None:
        moves = rule(state)
        if not _unread(moves):
            raise refusal(f"the rule returns a value of {type(moves).__name__}; yield the moves")
        for label, new in moves:
            if type(label) is not str:
                raise refusal("a label is not a text")
            if not isinstance(new, SymbolicState):
                raise refusal("a move leads to a value that is not a state; yield s.but(...)")
            tracer.step(functools.partial(_move, puzzle, label, state, new, tracer))

    return _tree_of_paths(run, rule, tracer, puzzle.goal)


def _unread(moves: object) -> bool:
    """Return whether the moves that a rule returns reach the tracer without being read before.

    ``filter`` and ``map``, for example, may compare the texts of symbols.
    """
    if type(moves) is not chain:
        return isinstance(moves, GeneratorType) or not hasattr(type(moves), "__next__")
    (source,) = gc.get_referents(moves)
    parts = gc.get_referents(source)
    return isinstance(source, type(iter(()))) and all(map(_unread, chain(*parts)))


def _trace_guess(guess: Any, state: SymbolicState, tracer: RuleTracer) -> Node:
    whole = not isinstance(guess, InParts)
    text, adds = (guess, False) if whole else (guess.parts, guess.adds)

    def run() -> None:
        for value in [text(state)] if whole else text(state):
            tracer.step(functools.partial(Bound, number_of(value), adds))

    return _tree_of_paths(run, text, tracer)


def _tree_of_paths(
    run: Callable[[], None], rule: object, tracer: RuleTracer, *roots: object
) -> Node:
    """Return the tree of all paths of ``run()``; errors name the file and line of `rule`."""
    try:
        return tracer.explore(run, rule, *roots)
    except TraceError:  # its message names the line
        raise
    except Exception as error:  # e.g. TypeError, if symbols lack an operation
        reason = f"{type(error).__name__}: {error}"
        raise TraceError(f"{_place_of(error, rule)}: {reason}") from error


def _move(
    puzzle: Puzzle, label: str, old: SymbolicState, new: SymbolicState, tracer: RuleTracer
) -> Move:
    wins = tracer.explore(lambda: bool(puzzle.goal(new)))
    return Move(label, *_changes(puzzle.variables, old, new, tracer), wins)


def _changes(
    variables: Variables, old: SymbolicState, new: SymbolicState, tracer: RuleTracer
) -> tuple[dict[int, Expr], dict[str, tuple[Expr, Expr]]]:
    """Return the changes of a move: packed words, and sets and tuples of several fields.

    The first dict maps a word's number to its new value. The second maps the name of a wide set or
    tuple to its values before and after the move.
    """
    fields: dict[int, list[tuple[int, int, Value]]] = {}
    wide: dict[str, tuple[Expr, Expr]] = {}
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
    words: dict[int, Expr] = {}
    for word, changes in fields.items():
        args = (packed_word(word), *(x for field_ in changes for x in field_))
        words[word] = tracer.make("pack", args, *WORD_BOUNDS)
    return words, wide


def _place_of(error: BaseException, rule: object) -> str:
    """Return ``file:line`` in the rule's text where the error occurred."""
    frames = traceback.extract_tb(error.__traceback__)
    home = rule.__code__.co_filename if hasattr(rule, "__code__") else ""
    lines = [frame for frame in frames if frame.filename == home]
    return (
        f"{lines[-1].filename}:{lines[-1].lineno}" if lines else getattr(rule, "__name__", "rule")
    )
