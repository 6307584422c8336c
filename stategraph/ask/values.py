"""Values of all states: variables, a family's words, cells, numbers.

The meaning of a literal depends on the other side of its comparison. In ``heading = U`` the literal
`U` is a heading, and in ``player at 3:4`` the literal `3:4` is a cell of the player's board.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import numpy as np

from stategraph.ask import columns
from stategraph.ask.columns import Number
from stategraph.ask.nodes import (
    Call,
    Compared,
    Counted,
    Item,
    Listed,
    Literal,
    Member,
    Name,
    Node,
    Placed,
    Sum,
)
from stategraph.ask.parser import kind_of, parse_value
from stategraph.ask.play import Play
from stategraph.errors import QuestionError, RuleError, did_you_mean
from stategraph.rules.named_values import Named
from stategraph.variables import One, Set, Tuple, Variables

# a number in every state, as lower and upper bound
Pair = tuple[Number, Number]

# numbers that every level has
NUMBERS = ("left", "moves_left", "made", "node")

# largest number passed to a word of a family: its sums and products must fit in 64 bits
MAX_ARGUMENT = (1 << 31) - 1

HOW: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class Domain(Protocol):
    """The parser of a literal."""

    def read(self, text: str) -> int:
        """Return the value of a text; raise ``ValueError`` for an invalid one."""


class Names:
    """The values of a family's word, by name."""

    def __init__(self, names: Iterable[str]):
        self.names = dict(enumerate(names))

    def read(self, text: str) -> int:
        """Return the number of a named value."""
        for number, name in self.names.items():
            if name == text:
                return number
        if not (text.isascii() and text.isdecimal()):
            raise ValueError(f"{text!r} is not one of {', '.join(self.names.values())}")
        return int(text)


class Values:
    """The values of a question's expressions in the states of a play."""

    def __init__(self, play: Play):
        self._play = play
        self.variables = play.graph.variables
        self.kinds = {} if self.variables is None else self.variables.kinds
        puzzle = play.level.puzzle
        own = play.level.family.words(puzzle) if self.kinds else {}
        self.words: Mapping[str, object] = own

    # ------------------------------------------------------------------ truths

    def compared(self, node: Compared) -> tuple[np.ndarray, np.ndarray]:
        """Return masks (n,) bool of the states in which a comparison surely and perhaps holds."""
        for side, other in ((node.left, node.right), (node.right, node.left)):
            if kind := self._kind(side, Set):
                return self._twice(self._compared_set(node, side, other, kind))
        if node.how == "at" and not isinstance(node.left, (Name, Item)):
            raise self._complaint("at needs a variable before it: player at 3:4", node.at)
        how = "=" if node.how == "at" else node.how
        domains = self.domain(node.right), self.domain(node.left)
        (low, high), (low_2, high_2) = (
            self.number(side, domain)
            for side, domain in zip((node.left, node.right), domains, strict=True)
        )
        return self._truth(how, low, high, low_2, high_2)

    def _truth(
        self, how: str, a: Number, b: Number, c: Number, d: Number
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return masks: numbers in a..b and c..d surely compare so, and perhaps compare so."""
        exact = a is b and c is d
        a, b, c, d = map(columns.exact, (a, b, c, d))
        if exact:
            return self._twice(HOW[how](a, c))
        if how in ("<", "<="):
            return self._wide(HOW[how](b, c)), self._wide(HOW[how](a, d))
        if how in (">", ">="):
            return self._wide(HOW[how](a, d)), self._wide(HOW[how](b, c))
        same = self._wide((a == b) & (c == d) & (a == c))
        meet = self._wide((a <= d) & (c <= b))
        return (same, meet) if how == "=" else (~meet, ~same)

    def _compared_set(self, node: Compared, side: Node, other: Node, kind: Set) -> np.ndarray:
        name = side.text if isinstance(side, Name) else ""
        bits = self._bits(name)
        if node.how == "at":
            return columns.holds(bits, self._literal(other, kind))
        if node.how not in ("=", "!="):
            raise self._complaint(f"{name} is a set: count({name}) is a number", node.at)
        same = np.ones(len(self._play), np.bool_)
        for word, other_word in zip(bits, self.words_of(other, kind, len(bits)), strict=True):
            same &= word == other_word
        return same if node.how == "=" else ~same

    def member(self, node: Member) -> np.ndarray:
        """Return a mask (n,) bool: a value, or every cell of a set, is among the given cells."""
        set_kind = self._kind(node.cells, Set)
        if own := self._kind(node.value, Set):
            bits = self._bits(node.value.text)  # type: ignore[attr-defined]
            other_words = self.words_of(node.cells, set_kind or own, len(bits))
            return self._wide(
                np.logical_and.reduce(
                    [(word & ~other) == 0 for word, other in zip(bits, other_words, strict=True)]
                )
            )
        if set_kind:
            low, _ = self.number(node.value, set_kind)
            bits = self._bits(node.cells.text)  # type: ignore[attr-defined]
            if not isinstance(low, np.ndarray) and not 0 <= low < set_kind.n:
                raise self._complaint(f"{low} is not in 0..{set_kind.n - 1}", node.at)
            return columns.holds(bits, low)
        domain = self.domain(node.value)
        numbers = self._constant(node.cells, domain)
        low, high = self.number(node.value, domain)
        if low is not high:
            raise self._complaint("this number is unknown in some states", node.at)
        return self._wide(columns.is_one_of(low, numbers))

    def placed(self, node: Placed) -> np.ndarray:
        """Return a mask (n,) bool: some, all or no cells of a set are among other cells."""
        sides = [side for side in (node.what, node.cells) if isinstance(side, Name)]
        sets = [side for side in sides if self._kind(side, Set)]
        if not sets or self._kind(node.what, One):
            is_member = self.member(Member(node.what, node.cells, node.at))
            return ~is_member if node.how == "no" else is_member
        kind, length = self._kind(sets[0], Set), len(self._bits(sets[0].text))
        words, other_words = (self.words_of(side, kind, length) for side in (node.what, node.cells))
        pairs = zip(words, other_words, strict=True)
        if node.how == "all":
            return self._wide(np.logical_and.reduce([word & ~other == 0 for word, other in pairs]))
        overlap = self._wide(np.logical_or.reduce([word & other != 0 for word, other in pairs]))
        return ~overlap if node.how == "no" else overlap

    def holds(self, text: str, at: int) -> np.ndarray:
        """Return a mask (n,) bool: a word of the family holds."""
        word = self.words[text]
        if not callable(word):
            raise self._complaint(f"{text} is a set of cells: write NAME in {text}", at)
        truth: np.ndarray = self._word_value(text, [], at) != 0
        return truth

    # ------------------------------------------------------------------ numbers

    def number(self, node: Node, domain: Domain | None = None) -> Pair:
        """Return the lower and the upper bound of a number in every state.

        Each bound is one int for all states, or an array (n,). The array is int64, or holds
        Python's ints if a sum may exceed 64 bits.
        """
        if isinstance(node, Literal):
            return self._twice_of(self._literal(node, domain))
        if isinstance(node, Name):
            return self._named(node, domain)
        if isinstance(node, Item):
            return self._twice_of(self._item(node))
        if isinstance(node, Counted):
            return self._twice_of(self._counted(node))
        if isinstance(node, Call):
            return self._twice_of(self._word_value(node.name, [*node.given], node.at))
        assert isinstance(node, Sum)
        (a, b), (c, d) = self.number(node.left, domain), self.number(node.right, domain)
        if a is b and c is d:
            return self._twice_of(columns.added(a, node.sign, c))
        if node.sign < 0:
            c, d = d, c
        return columns.added(a, node.sign, c), columns.added(b, node.sign, d)

    def domain(self, node: Node) -> Domain | None:
        """Return the domain of a literal that is compared with a node."""
        if isinstance(node, Name):
            kind = self.kinds.get(node.text)
            if kind is not None:
                return kind
            word = self.words.get(node.text)
            return Names(word.names) if isinstance(word, Named) and word.names else None
        if isinstance(node, Item):
            return self.kinds.get(node.name)
        if isinstance(node, Call):
            word = self.words.get(node.name)
            return Names(word.names) if isinstance(word, Named) and word.names else None
        return None

    def _named(self, node: Name, domain: Domain | None) -> Pair:
        text, play = node.text, self._play
        kind = self.kinds.get(text)
        if isinstance(kind, One):
            return self._twice_of(self._variables.values(self._rows, text))
        if text in ("left", "moves_left"):
            return play.moves_left
        if text == "made":
            return self._twice_of(play.moves_made)
        if text == "node":
            numbers = np.arange(len(play))
            numbers[len(play.graph) :] = play.graph.goal or 0
            return self._twice_of(numbers)
        word = self.words.get(text)
        if isinstance(word, str):
            if (noun := kind_of(word)) != "value":
                raise self._complaint(f"{text} is a {noun}, and no value", node.at)
            return self.number(parse_value(word))
        if callable(word):
            return self._twice_of(self._word_value(text, [], node.at))
        if kind is not None:
            noun, instead = (
                ("set", f"count({text})") if isinstance(kind, Set) else ("row", f"{text}[0]")
            )
            raise self._complaint(f"{text} is a {noun}: {instead} is a number", node.at)
        if domain is not None:
            return self._twice_of(self._literal(node, domain))
        raise self.unknown(text, node.at, "variable")

    def _literal(self, node: Node, domain: Domain | None) -> int:
        """Return the number of a literal, or of the name of a value."""
        if not isinstance(node, (Literal, Name)):
            raise QuestionError("expected a cell or a number").at("", 1)
        text = node.text
        try:
            if domain is not None:
                return int(domain.read(text))
            return self._cell(text) if ":" in text else int(text)
        except ValueError as error:
            names = getattr(domain, "names", {}).values()
            candidates = [*names, *(self.known() if isinstance(node, Name) else ())]
            raise self._complaint(f"{error}{did_you_mean(text, candidates)}", node.at) from None

    def _cell(self, text: str) -> int:
        """Return the number of a cell; raise ``ValueError`` if the board has no such cell."""
        row, _, column = text.partition(":")
        board: Any = getattr(self._play.level.puzzle, "board", None)
        if not hasattr(board, "cell"):
            raise ValueError(f"{text} is a cell, but the puzzle has no board")
        cell: int = board.cell(int(row), int(column))
        return cell

    def _item(self, node: Item) -> np.ndarray:
        kind = self.kinds.get(node.name)
        if not isinstance(kind, Tuple):
            if kind is None:
                raise self.unknown(node.name, node.at, "row")
            raise self._complaint(f"{node.name} is not a row, and has no items", node.at)
        index = self._literal(node.index, None)
        if not 0 <= index < kind.length:
            raise self._complaint(f"item {index} is not in 0..{kind.length - 1}", node.at)
        return self._variables.values(self._rows, node.name, index)

    def _counted(self, node: Counted) -> np.ndarray:
        kind = self._kind(node.cells, Set)
        if kind is None or not isinstance(node.cells, Name):
            raise self._complaint("count(...) counts the cells of a set", node.at)
        bits = self._bits(node.cells.text)
        if node.within is not None:
            other_words = self.words_of(node.within, kind, len(bits))
            bits = [word & other for word, other in zip(bits, other_words, strict=True)]
        return sum((columns.count(word) for word in bits), np.zeros(len(self._play), np.int64))

    def _word_value(self, name: str, arguments: list[Node], at: int) -> np.ndarray:
        """Return the value of a family's word with its arguments, in every state."""
        word = self.words.get(name)
        if not callable(word):
            raise self.unknown(name, at, "word", [w for w in self.words if callable(self.words[w])])
        takes = _takes(word)
        if len(arguments) != takes:
            raise self._complaint(f"{name}(...) is said of {takes}, not {len(arguments)}", at)
        values = [self._argument(node) for node in arguments]
        for value in values:
            if isinstance(value, int) and abs(value) > MAX_ARGUMENT:
                raise self._complaint(f"{name}(...): {value} is too large", at)
        try:
            return columns.word_value(self._variables, self._rows, word, values)
        except (RuleError, IndexError, ValueError) as error:
            raise self._complaint(f"{name}: {error}", at) from None

    def _argument(self, node: Node) -> object:
        if isinstance(node, Name) and isinstance(self.kinds.get(node.text), One):
            return node.text
        return self._literal(node, None)

    # ------------------------------------------------------------------ cells

    def words_of(self, node: Node, kind: Set, length: int) -> list[Any]:
        """Return the cells of a variable, or constant cells, as words of 64 bits."""
        if self._kind(node, Set):
            other = self._bits(node.text)  # type: ignore[attr-defined]
            return [*other, *[np.int64(0)] * length][:length]
        return list(columns.bits_of(self._constant(node, kind), length))

    def _constant(self, node: Node, domain: Domain | None) -> frozenset[int]:
        """Return constant cells: a list, a sum as in --state, or a word of the family."""
        if isinstance(node, Listed):
            return frozenset(self._literal(value, domain) for value in node.values)
        if isinstance(node, Sum) and node.sign > 0:
            return self._constant(node.left, domain) | self._constant(node.right, domain)
        if isinstance(node, Name):
            word = self.words.get(node.text)
            if isinstance(word, frozenset):
                return word
            if domain is None or node.text not in getattr(domain, "names", {}).values():
                raise self.unknown(node.text, node.at, "set", self._sets())
        return frozenset([self._literal(node, domain)])

    def _sets(self) -> list[str]:
        words = [name for name, word in self.words.items() if isinstance(word, frozenset)]
        return [*(name for name, kind in self.kinds.items() if isinstance(kind, Set)), *words]

    def _bits(self, name: str) -> list[np.ndarray]:
        return columns.cells(self._variables, self._rows, name)

    def _kind(self, node: Node, kind: type) -> Any:
        """Return the domain of the variable that a node names, if it is of this kind, else None."""
        domain = self.kinds.get(node.text) if isinstance(node, Name) else None
        return domain if isinstance(domain, kind) else None

    # ------------------------------------------------------------------ besides

    @property
    def _variables(self) -> Variables:
        assert self.variables is not None
        return self.variables

    @property
    def _rows(self) -> np.ndarray:
        rows = self._play.rows
        assert rows is not None
        return rows

    def known(self) -> list[str]:
        """Return the names of all variables, words and numbers."""
        return [*self.kinds, *self.words, *NUMBERS]

    def unknown(
        self, text: str, at: int, noun: str, candidates: Iterable[str] | None = None
    ) -> QuestionError:
        """Return the error about an unknown name."""
        names = list(self.known() if candidates is None else candidates)
        near = did_you_mean(text, names)
        have = "" if near or not names else f"; there is {', '.join(names)}"
        return self._complaint(f"unknown {noun} {text!r}{near or have}", at)

    def _complaint(self, reason: str, at: int) -> QuestionError:
        return QuestionError(reason).at("", at)

    def _wide(self, truth: Any) -> np.ndarray:
        return np.array(np.broadcast_to(truth, (len(self._play),)), np.bool_)

    def _twice(self, truth: object) -> tuple[np.ndarray, np.ndarray]:
        mask = self._wide(truth)
        return mask, mask

    @staticmethod
    def _twice_of(number: Number) -> Pair:
        return number, number


def _takes(word: Callable[..., object]) -> int:
    """Return the number of arguments of a word, besides the state."""
    function = word.function if isinstance(word, Named) else word
    return len(inspect.signature(function).parameters) - 1
