"""Conversion of parse trees to nodes, with a method for each rule of the grammar.

An operator in words has no visible end, as in ``can reach p and q``. If another word follows it,
the user must add brackets. A part that ends with such an operator is *open*.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from stategraph.ask.nodes import (
    BEST,
    FALSE,
    TRUE,
    Always,
    And,
    Call,
    Changes,
    Compared,
    Counted,
    Item,
    Labelled,
    LeadsTo,
    Leaves,
    Listed,
    Literal,
    MadeBy,
    Member,
    MoveWord,
    Name,
    Next,
    Node,
    Not,
    Number,
    Or,
    Placed,
    Question,
    Sum,
    Until,
    Word,
    every_run_until,
    every_solution_passes,
    some_run_to,
    some_solution_passes,
)
from stategraph.ask.syntax_errors import ambiguous


class Token(Protocol):
    """A word of the question: its kind in the grammar, and its column from 1."""

    type: str
    column: int


def built(tree: object) -> Any:
    """Return the node, or the question, of a parse tree whose leaves are tokens."""
    return _bare(_built(tree))


def _built(tree: Any) -> Any:
    """Return the possibly open node of a parse tree whose leaves are tokens."""
    if not hasattr(tree, "children"):
        return tree
    return getattr(_RULES, tree.data)(*map(_built, tree.children))


class _Open:
    """A part that ends with an operator in words."""

    def __init__(self, node: Node, words: str):
        self.node, self.words = node, words


Part: TypeAlias = Node | _Open


def _bare(part: Part) -> Node:
    return part.node if isinstance(part, _Open) else part


def _closed(part: Node | _Open, token: Token) -> Node:
    """Return the part before `and`, `or`, ...; raise if the part is open, thus ambiguous."""
    if isinstance(part, _Open):
        raise ambiguous(part.words, str(token), token.column)
    return part


def _spelled(token: Token) -> str:
    return re.sub(r"\s+", " ", str(token)).strip().rstrip(":")


def _unquoted(token: Token) -> str:
    text = str(token)
    return text[1:-1] if text[0] in "\"'" else text


class _Rules:
    """One method for each rule of the grammar, which converts the parts to a node."""

    def question(self, *parts: Part) -> Question:
        prefix = None
        if len(parts) > 1:
            prefix = str(parts[0])[len("after") :].rstrip(":").strip()
        return Question(_bare(parts[-1]), prefix)

    # ------------------------------------------------------------------ numbers

    def how_many_states(self, _: object, part: Part) -> Node:
        return Number("how many states", _bare(part))

    def fewest_moves(self, _: object, part: Part) -> Node:
        return Number("fewest moves", _bare(part))

    def most_moves(self, _: object, part: Part) -> Node:
        return Number("most moves", _bare(part))

    def how_many_shortest(self, _: object, part: Part) -> Node:
        return Number("how many shortest", _bare(part))

    # ------------------------------------------------------------------ and, or, not

    def implies(self, left: Part, arrow: Token, right: Part) -> Part:
        return _last(Or(Not(_closed(left, arrow)), _bare(right)), right)

    def either_or(self, left: Part, word: Token, right: Part) -> Part:
        return _last(Or(_closed(left, word), _bare(right)), right)

    def both_and(self, left: Part, word: Token, right: Part) -> Part:
        return _last(And(_closed(left, word), _bare(right)), right)

    def negation(self, _: object, part: Part) -> Part:
        return _last(Not(_bare(part)), part)

    def bracketed(self, part: Part) -> Node:
        return _bare(part)

    # ------------------------------------------------------------------ play, in symbols

    def branching(self, how: Token, *parts: Part) -> Part:
        *only, part = parts
        moves, p = (_bare(only[0]) if only else None), _bare(part)
        builders: dict[str, Callable[[], Node]] = {
            "EX": lambda: Next(p, moves),
            "AX": lambda: Not(Next(Not(p), moves)),
            "EF": lambda: some_run_to(p, moves),
            "AF": lambda: Not(Always(Not(p), moves)),
            "EG": lambda: Always(p, moves),
            "AG": lambda: Not(some_run_to(Not(p), moves)),
        }
        return _last(builders[how.type](), part)

    def branching_until(self, how: Token, *parts: Part) -> Node:
        *only, left, _, right = parts
        moves, p, q = (_bare(only[0]) if only else None), _bare(left), _bare(right)
        return Until(p, q, moves) if how.type == "SOME_RUN" else every_run_until(p, q, moves)

    def until(self, left: Part, word: Token, right: Part) -> _Open:
        return _Open(every_run_until(_closed(left, word), _bare(right)), "... until")

    def before(self, left: Part, word: Token, right: Part) -> _Open:
        return _Open(Not(Until(Not(_closed(left, word)), _bare(right))), "... before")

    # ------------------------------------------------------------------ play, in words

    def reaching(self, how: Token, *parts: Part) -> _Open:
        moves, part = _moves_and_part(parts)
        builders: dict[str, Callable[[], Node]] = {
            "CAN_REACH": lambda: some_run_to(part, moves),
            "CANNOT_REACH": lambda: Not(some_run_to(part, moves)),
            "MUST_REACH": lambda: Not(Always(Not(part), moves)),
        }
        return _Open(builders[how.type](), _spelled(how))

    def avoiding(self, _: object, *parts: Part | _Scope) -> Node:
        parts = tuple(part for part in parts if getattr(part, "type", "") != "FOR_EVER")
        moves, part = _moves_and_part(parts)
        return Always(Not(part), moves)

    def always(self, how: Token, part: Part) -> _Open:
        p = _bare(part)
        formula = some_run_to(Not(p) if how.type == "ALWAYS" else p)
        return _Open(Not(formula), _spelled(how))

    def solutions(self, how: Token, part: Part) -> _Open:
        p, moves = _bare(part), BEST if how.type.endswith("SHORTEST") else None
        passes = every_solution_passes if how.type.startswith("EVERY") else some_solution_passes
        return _Open(passes(p, moves), _spelled(how))

    def only(self, moves: Node) -> Node:
        return moves

    def scope(self, how: Token, moves: Node) -> _Scope:
        return _Scope(Not(moves) if how.type == "WITHOUT" else moves)

    # ------------------------------------------------------------------ moves

    def labelled(self, _: Token, pattern: Token) -> Node:
        return Labelled(_unquoted(pattern), pattern.column)

    def made_by(self, _: Token, name: Token) -> Node:
        return MadeBy(_unquoted(name), name.column)

    def changes(self, word: Token, value: Node) -> Node:
        return Changes(value, word.column)

    def leads_to(self, _: object, part: Part) -> Node:
        return LeadsTo(_bare(part))

    def leaves(self, _: object, part: Part) -> Node:
        return Leaves(_bare(part))

    def kind_of_move(self, word: Token) -> Node:
        return MoveWord(str(word), word.column)

    # ------------------------------------------------------------------ states

    def named(self, word: Token) -> Node:
        constants = {"true": TRUE, "false": FALSE}
        return constants.get(str(word)) or Word(str(word), word.column)

    def said(self, call: Call) -> Node:
        return Compared(call, "!=", Literal("0", call.at), call.at)

    def comparison(self, left: Node, how: Token, right: Node) -> Node:
        return Compared(left, "=" if str(how) == "==" else str(how), right, how.column)

    def membership(self, value: Node, word: Token, cells: Node) -> Node:
        return Member(value, cells, word.column)

    def place(self, value: Node, word: Token, cell: Node) -> Node:
        return Compared(value, "at", cell, word.column)

    def placed(self, how: Token, name: Token, word: Token, cells: Node) -> Node:
        return Placed(str(how), self.name(name), cells, word.column)

    # ------------------------------------------------------------------ values

    def name(self, word: Token) -> Node:
        return Name(str(word), word.column)

    def whole(self, word: Token) -> Node:
        return Literal(str(word), word.column)

    cell = whole

    def string(self, word: Token) -> Node:
        return Literal(_unquoted(word), word.column)

    def item(self, word: Token, index: Node) -> Node:
        return Item(str(word), index, word.column)

    def counted(self, word: Token, cells: Node, *within: Node) -> Node:
        return Counted(cells, within[-1] if within else None, word.column)

    def call(self, word: Token, *arguments: Node) -> Call:
        return Call(str(word), tuple(arguments), word.column)

    def called(self, call: Call) -> Node:
        return call

    def plus(self, left: Node, sign: Token, right: Node) -> Node:
        return Sum(left, right, 1, sign.column)

    def minus(self, left: Node, sign: Token, right: Node) -> Node:
        return Sum(left, right, -1, sign.column)

    def list(self, *values: Node) -> Node:
        return Listed(values)


class _Scope:
    """The moves that remain with ``without ...`` or ``with only ...``."""

    def __init__(self, moves: Node):
        self.moves = moves


def _last(node: Node, part: Part) -> Part:
    """Mark `node` as open if `part`, its last part, is open."""
    return _Open(node, part.words) if isinstance(part, _Open) else node


def _moves_and_part(parts: Sequence[Part | _Scope]) -> tuple[Node | None, Node]:
    """Return the moves over which an operator in words runs (None: all), and its operand."""
    scopes = [part.moves for part in parts if isinstance(part, _Scope)]
    operands = [part for part in parts if not isinstance(part, _Scope)]
    limits = [*map(_bare, operands[:-1]), *scopes]
    moves = functools.reduce(And, limits) if limits else None
    return moves, _bare(operands[-1])


_RULES = _Rules()
