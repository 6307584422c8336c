"""From the text of a question to its tree, or to a complaint that names the column and the cure."""

from __future__ import annotations

import contextlib
import functools
import re
from pathlib import Path
from typing import Any

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
from stategraph.errors import QuestionError, did_you_mean

# A longer question, or a deeper one, is none that a person has written; nor is one of more parts,
# of which `until` makes three of each to its right.
LONGEST, DEEPEST, MOST_PARTS = 10_000, 300, 20_000

TOO_DEEP = "the question is nested too deeply"

# What each kind of word looks like to whoever is told that it would fit.
SHOWN = {
    "NAME": "a word or variable", "NUMBER": "a number", "CELL": "a cell such as 3:4",
    "STRING": "a text in quotes", "COMPARISON": "=", "PATTERN": "a label such as L*",
    "WHO": "who makes the move", "ARROW": "->", "LPAR": "(", "RPAR": ")", "LSQB": "[",
    "RSQB": "]", "LBRACE": "{", "RBRACE": "}", "COMMA": ",", "PLUS": "+", "MINUS": "-",
    "$END": "the end", "SOME_RUN": "E[", "EVERY_RUN": "A[", "UNTIL_U": "U", "COUNT": "count(",
    "AFTER": "after MOVES:", "HOW_MANY_STATES": "how many states:",
    "FEWEST_MOVES": "fewest moves to", "MOST_MOVES": "most moves before",
    "HOW_MANY_SHORTEST": "how many shortest solutions pass", "CAN_REACH": "can reach",
    "CANNOT_REACH": "cannot reach", "MUST_REACH": "must reach", "CAN_AVOID": "can avoid",
    "FOR_EVER": "for ever", "EVERY_SOLUTION": "every solution passes",
    "EVERY_SHORTEST": "every shortest solution passes",
    "SOME_SOLUTION": "some solution passes", "SOME_SHORTEST": "some shortest solution passes",
    "WITH_ONLY": "with only", "ON": "on", "HOW_MANY_OF": "some, all or no",
}  # fmt: skip

# The words that a question is written in, besides names.
PHRASES = sorted(
    {text for text in SHOWN.values() if re.fullmatch(r"[a-z ]{3,}:?", text) and " a " not in text}
    - {"the end", "who makes the move"}
    | {"without", "always", "never", "until", "before", "not", "and", "or", "in", "at", "move"}
    | {"by", "changes", "to", "from"}
)

# Where so many things would fit, they are told in these words.
A_STATE = "what a state is (goal, dead, NAME = VALUE, ...) or a question such as can reach"


def parse(text: str) -> Question:
    """Return the tree of a question. ``QuestionError`` where it cannot be read.

    >>> parse("can reach goal").asked == parse("EF goal").asked
    True
    >>> parse("can rech goal")
    Traceback (most recent call last):
    stategraph.errors.QuestionError: 'can rech goal', column 5: 'rech' does not fit there: \
expected and, or, until, before, =, ->, (, [, +, -, the end, at or in; \
did you mean can reach or cannot reach?
    """
    found: Question = _read(text, "question")
    return found


def parse_formula(text: str) -> Node:
    """Return the tree of what holds in a state, ``QuestionError`` where it is none."""
    found: Node = _read(text, "formula")
    return found


def parse_moves(text: str) -> Node:
    """Return the tree of a kind of moves, ``QuestionError`` where it is none."""
    found: Node = _read(text, "moves")
    return found


def kind_of(text: str) -> str:
    """Return what a text is about: "state", "move" or "value", whatever it is read as first.

    >>> kind_of("count(boxes in goals)"), kind_of("changes boxes"), kind_of("count = 0")
    ('value', 'move', 'state')
    """
    kinds = (("value", parse_value), ("move", parse_moves))  # a name alone may be either
    for kind, read in kinds:
        with contextlib.suppress(QuestionError):
            read(text)
            return kind
    return "state"


def parse_value(text: str) -> Node:
    """Return the tree of a value of a state, ``QuestionError`` where it is none."""
    found: Node = _read(text, "value")
    return found


def _read(text: str, start: str) -> Any:
    from lark.exceptions import UnexpectedInput

    if len(text) > LONGEST:
        raise QuestionError(f"a question of {len(text):,} letters: at most {LONGEST:,} are read")
    if not text.strip():
        raise QuestionError("the question is empty")
    try:
        found = _bare(_built(_parser().parse(text, start=start)))
        _check_size(found)
        return found
    except UnexpectedInput as error:
        raise _unexpected(text, error) from None
    except QuestionError as error:
        raise error.within(text) from None
    except RecursionError:
        raise QuestionError(TOO_DEEP) from None


def _check_size(found: Node) -> None:
    """Raise ``QuestionError`` for a tree that is too large for those who go through it."""
    known: dict[int, tuple[int, int]] = {}  # parts that stand at several places are one object

    def measured(node: Node) -> tuple[int, int]:
        if id(node) not in known:
            depths, sizes = zip((0, 0), *map(measured, node.parts()), strict=True)
            known[id(node)] = max(depths) + 1, sum(sizes) + 1
        return known[id(node)]

    depth, size = measured(found)
    if depth > DEEPEST or size > MOST_PARTS:
        raise QuestionError(TOO_DEEP)


def _built(tree: Any) -> Any:
    """Return our node for a tree of the parser's, whose leaves are tokens."""
    if not hasattr(tree, "children"):
        return tree
    return getattr(_RULES, tree.data)(*map(_built, tree.children))


@functools.cache
def _parser() -> Any:
    from lark import Lark

    grammar = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    starts = ["question", "formula", "moves", "value"]
    return Lark(grammar, start=starts, parser="lalr", maybe_placeholders=False)


def _unexpected(text: str, error: Any) -> QuestionError:
    """Return the complaint about a word that does not fit: its column, and what would fit."""
    from lark.exceptions import UnexpectedCharacters

    column = min(error.pos_in_stream if error.pos_in_stream is not None else len(text), len(text))
    token = getattr(error, "token", None)
    at_end = token is not None and token.type == "$END"
    if at_end:
        column = len(text.rstrip())
    fits = error.allowed if isinstance(error, UnexpectedCharacters) else error.accepts
    word = re.match(r"\w+|\S?", text[column:])
    what = "it ends" if at_end or not word or not word[0] else f"{word[0]!r} does not fit there"
    near = "" if at_end else _near(text, column)
    return QuestionError(f"{what}: expected {_in_words(fits or error.expected)}{near}").at(
        text, column + 1
    )


def _near(text: str, column: int) -> str:
    """Return the phrases that what is written here, or with the word before, may be meant for."""
    rest = re.findall(r"[\w:]+", text[column:])
    before = re.findall(r"\w+", text[:column])
    if not rest or rest[0] in PHRASES:
        return ""
    for first in (before[-1:], []):
        for length in (4, 3, 2, 1):
            if found := did_you_mean(" ".join([*first, *rest[:length]]), PHRASES):
                return found
    return ""


def _in_words(kinds: Any) -> str:
    """Return the kinds of words that would fit, in words."""
    kinds = set(kinds)
    if not kinds:  # words that fit, at a wrong place
        return "something else"
    if {"NAME", "CAN_REACH"} <= kinds:
        return A_STATE
    order = ["AND", "OR", "UNTIL", "BEFORE", *SHOWN]
    known = sorted(kinds, key=lambda kind: (order.index(kind) if kind in order else 99, kind))
    *most, last = dict.fromkeys(SHOWN.get(kind, kind.lower()) for kind in known)
    return f"{', '.join(most)} or {last}" if most else last


class _Open:
    """A part that ends in an operator in words, whose end only brackets could show."""

    def __init__(self, node: Node, words: str):
        self.node, self.words = node, words


def _bare(part: Any) -> Any:
    return part.node if isinstance(part, _Open) else part


def _closed(part: Any, token: Any, after: str = "") -> Node:
    """Return a part beside `and`, `or`, ...; refuse one that could be read to go on beyond it."""
    if isinstance(part, _Open):
        word = str(token)
        raise QuestionError(
            f"this can be read in two ways; write ({part.words} ...) {word} ..., "
            f"or {part.words} (... {word} ...)"
        ).at("", token.column)
    return part


def _spelled(token: Any) -> str:
    return re.sub(r"\s+", " ", str(token)).strip().rstrip(":")


def _unquoted(token: Any) -> str:
    text = str(token)
    return text[1:-1] if text[0] in "\"'" else text


class _Rules:
    """A method for each rule of the grammar: from the parts to the node."""

    def question(self, *parts: Any) -> Question:
        after = None
        if len(parts) > 1:
            after = str(parts[0])[len("after") :].rstrip(":").strip()
        return Question(_bare(parts[-1]), after)

    # ------------------------------------------------------------------ numbers

    def how_many_states(self, _: Any, part: Any) -> Node:
        return Number("how many states", _bare(part))

    def fewest_moves(self, _: Any, part: Any) -> Node:
        return Number("fewest moves", _bare(part))

    def most_moves(self, _: Any, part: Any) -> Node:
        return Number("most moves", _bare(part))

    def how_many_shortest(self, _: Any, part: Any) -> Node:
        return Number("how many shortest", _bare(part))

    # ------------------------------------------------------------------ and, or, not

    def implies(self, left: Any, arrow: Any, right: Any) -> Any:
        return _last(Or(Not(_closed(left, arrow)), _bare(right)), right)

    def either_or(self, left: Any, word: Any, right: Any) -> Any:
        return _last(Or(_closed(left, word), _bare(right)), right)

    def both_and(self, left: Any, word: Any, right: Any) -> Any:
        return _last(And(_closed(left, word), _bare(right)), right)

    def negation(self, _: Any, part: Any) -> Any:
        return _last(Not(_bare(part)), part)

    def bracketed(self, part: Any) -> Node:
        node: Node = _bare(part)
        return node

    # ------------------------------------------------------------------ play, in symbols

    def branching(self, how: Any, *parts: Any) -> Any:
        *only, part = parts
        moves, p = (only[0] if only else None), _bare(part)
        made = {
            "EX": lambda: Next(p, moves),
            "AX": lambda: Not(Next(Not(p), moves)),
            "EF": lambda: some_run_to(p, moves),
            "AF": lambda: Not(Always(Not(p), moves)),
            "EG": lambda: Always(p, moves),
            "AG": lambda: Not(some_run_to(Not(p), moves)),
        }[how.type]()
        return _last(made, part)

    def branching_until(self, how: Any, *parts: Any) -> Node:
        *only, left, _, right = parts
        moves, p, q = (only[0] if only else None), _bare(left), _bare(right)
        return Until(p, q, moves) if how.type == "SOME_RUN" else every_run_until(p, q, moves)

    def until(self, left: Any, word: Any, right: Any) -> Any:
        return _Open(every_run_until(_closed(left, word), _bare(right)), "... until")

    def before(self, left: Any, word: Any, right: Any) -> Any:
        return _Open(Not(Until(Not(_closed(left, word)), _bare(right))), "... before")

    # ------------------------------------------------------------------ play, in words

    def reaching(self, how: Any, *parts: Any) -> Any:
        moves, part = _moves_and_part(parts)
        made = {
            "CAN_REACH": lambda: some_run_to(part, moves),
            "CANNOT_REACH": lambda: Not(some_run_to(part, moves)),
            "MUST_REACH": lambda: Not(Always(Not(part), moves)),
        }[how.type]()
        return _Open(made, _spelled(how))

    def avoiding(self, _: Any, *parts: Any) -> Any:
        parts = tuple(part for part in parts if getattr(part, "type", "") != "FOR_EVER")
        moves, part = _moves_and_part(parts)
        return Always(Not(part), moves)

    def always(self, how: Any, part: Any) -> Any:
        p = _bare(part)
        made = some_run_to(Not(p) if how.type == "ALWAYS" else p)
        return _Open(Not(made), _spelled(how))

    def solutions(self, how: Any, part: Any) -> Any:
        p, moves = _bare(part), BEST if how.type.endswith("SHORTEST") else None
        passes = every_solution_passes if how.type.startswith("EVERY") else some_solution_passes
        return _Open(passes(p, moves), _spelled(how))

    def only(self, moves: Any) -> Node:
        node: Node = moves
        return node

    def scope(self, how: Any, moves: Any) -> Any:
        return _Scope(Not(moves) if how.type == "WITHOUT" else moves)

    # ------------------------------------------------------------------ moves

    def labelled(self, _: Any, pattern: Any) -> Node:
        return Labelled(_unquoted(pattern), pattern.column)

    def made_by(self, _: Any, who: Any) -> Node:
        return MadeBy(_unquoted(who), who.column)

    def changes(self, word: Any, value: Any) -> Node:
        return Changes(value, word.column)

    def leads_to(self, _: Any, part: Any) -> Node:
        return LeadsTo(_bare(part))

    def leaves(self, _: Any, part: Any) -> Node:
        return Leaves(_bare(part))

    def kind_of_move(self, word: Any) -> Node:
        return MoveWord(str(word), word.column)

    # ------------------------------------------------------------------ states

    def named(self, word: Any) -> Node:
        known = {"true": TRUE, "false": FALSE}
        return known.get(str(word)) or Word(str(word), word.column)

    def said(self, call: Call) -> Node:
        return Compared(call, "!=", Literal("0", call.at), call.at)

    def comparison(self, left: Any, how: Any, right: Any) -> Node:
        return Compared(left, "=" if how == "==" else str(how), right, how.column)

    def membership(self, value: Any, word: Any, cells: Any) -> Node:
        return Member(value, cells, word.column)

    def place(self, value: Any, word: Any, cell: Any) -> Node:
        return Compared(value, "at", cell, word.column)

    def placed(self, how: Any, name: Any, word: Any, cells: Any) -> Node:
        return Placed(str(how), self.name(name), cells, word.column)

    # ------------------------------------------------------------------ values

    def name(self, word: Any) -> Node:
        return Name(str(word), word.column)

    def whole(self, word: Any) -> Node:
        return Literal(str(word), word.column)

    cell = whole

    def string(self, word: Any) -> Node:
        return Literal(_unquoted(word), word.column)

    def item(self, word: Any, index: Any) -> Node:
        return Item(str(word), index, word.column)

    def counted(self, word: Any, cells: Any, *within: Any) -> Node:
        return Counted(cells, within[-1] if within else None, word.column)

    def call(self, word: Any, *given: Any) -> Call:
        return Call(str(word), tuple(given), word.column)

    def called(self, call: Call) -> Node:
        return call

    def plus(self, left: Any, sign: Any, right: Any) -> Node:
        return Sum(left, right, 1, sign.column)

    def minus(self, left: Any, sign: Any, right: Any) -> Node:
        return Sum(left, right, -1, sign.column)

    def list(self, *values: Any) -> Node:
        return Listed(values)


class _Scope:
    """The moves of ``without ...`` and ``with only ...``."""

    def __init__(self, moves: Node):
        self.moves = moves


def _last(node: Node, part: Any) -> Any:
    """Return a node that ends in `part`: open where that is."""
    return _Open(node, part.words) if isinstance(part, _Open) else node


def _moves_and_part(parts: Any) -> tuple[Node | None, Node]:
    """Return the moves of an operator in words, None: all of them; and what it is about."""
    scopes = [part.moves for part in parts if isinstance(part, _Scope)]
    rest = [part for part in parts if not isinstance(part, _Scope)]
    limits = [*map(_bare, rest[:-1]), *scopes]
    moves = functools.reduce(And, limits) if limits else None
    return moves, _bare(rest[-1])


_RULES = _Rules()
