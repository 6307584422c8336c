"""Parser: the text of a question becomes a tree, or an error with column and remedy."""

from __future__ import annotations

import contextlib
import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.ask.grammar_rules import built
from stategraph.ask.nodes import Node, Question
from stategraph.ask.syntax_errors import unexpected
from stategraph.errors import QuestionError

if TYPE_CHECKING:
    from lark import Lark

# Limits of length, depth and parts, far above questions written by people. `until` is expanded to a
# tree with three copies of its right side, so the number of parts is also limited.
MAX_LENGTH, MAX_DEPTH, MAX_PARTS = 10_000, 300, 20_000

# Maximum number of trees that are stored for texts that are read again.
MAX_CACHED_TREES = 256

TOO_DEEP = "the question is nested too deeply"


def parse(text: str) -> Question:
    """Return the tree of a question; raise ``QuestionError`` if it cannot be parsed.

    >>> parse("can reach goal").asked == parse("EF goal").asked
    True
    >>> parse("can rech goal")
    Traceback (most recent call last):
    stategraph.errors.QuestionError: 'can rech goal', column 5: 'rech' does not fit there: \
expected and, or, until, before, =, ->, (, [, +, -, the end, at or in; \
did you mean can reach or cannot reach?
    """
    question: Question = _read(text, "question")
    return question


def parse_formula(text: str) -> Node:
    """Return the tree of a property of states; raise ``QuestionError`` for other texts."""
    formula: Node = _read(text, "formula")
    return formula


def parse_moves(text: str) -> Node:
    """Return the tree of a kind of moves; raise ``QuestionError`` for other texts."""
    moves: Node = _read(text, "moves")
    return moves


def parse_value(text: str) -> Node:
    """Return the tree of a value of a state; raise ``QuestionError`` for other texts."""
    value: Node = _read(text, "value")
    return value


@functools.lru_cache(MAX_CACHED_TREES)
def kind_of(text: str) -> str:
    """Return the first of the kinds "value", "move" and "state" as which a text parses.

    >>> kind_of("count(boxes in goals)"), kind_of("changes boxes"), kind_of("count = 0")
    ('value', 'move', 'state')
    """
    kinds = (("value", parse_value), ("move", parse_moves))  # a name may be of either kind
    for kind, read in kinds:
        with contextlib.suppress(QuestionError):
            read(text)
            return kind
    return "state"


@functools.lru_cache(MAX_CACHED_TREES)
def _read(text: str, start: str) -> Any:
    """Return the tree of a text. Trees are immutable, and a search asks each level the same."""
    from lark.exceptions import UnexpectedInput

    if len(text) > MAX_LENGTH:
        raise QuestionError(f"a question of {len(text):,} letters: at most {MAX_LENGTH:,} are read")
    if not text.strip():
        raise QuestionError("the question is empty")
    try:
        tree = built(_parser().parse(text, start=start))
        _check_size(tree)
        return tree
    except UnexpectedInput as error:
        raise unexpected(text, error) from None
    except QuestionError as error:
        raise error.within(text) from None
    except RecursionError:
        raise QuestionError(TOO_DEEP) from None


def _check_size(tree: Node) -> None:
    """Raise ``QuestionError`` for a tree that is too large for recursive functions."""
    measures: dict[int, tuple[int, int]] = {}  # parts that occur several times are the same object

    def measured(node: Node) -> tuple[int, int]:
        if id(node) not in measures:
            depths, sizes = zip((0, 0), *map(measured, node.parts()), strict=True)
            measures[id(node)] = max(depths) + 1, sum(sizes) + 1
        return measures[id(node)]

    depth, size = measured(tree)
    if depth > MAX_DEPTH or size > MAX_PARTS:
        raise QuestionError(TOO_DEEP)


@functools.cache
def _parser() -> Lark:
    from lark import Lark

    grammar = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    starts = ["question", "formula", "moves", "value"]
    return Lark(grammar, start=starts, parser="lalr", maybe_placeholders=False)
