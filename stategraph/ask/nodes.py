"""The syntax tree of questions.

A question in words and the same question in symbols have the same tree. Three operators are
basic; each may count all moves or only some. The other operators are derived from them::

    Next(p)         EX p       some move leads to p
    Until(p, q)     E[p U q]   some run reaches q, and until then every state is p
    Always(p)       EG p       some run is p forever, or until it ends

    AX p = not EX not p        AG p = not E[true U not p]        AF p = not EG not p
    A[p U q] = not E[not q U not p and not q] and not EG not q

`at` is the column of a word in the text, from 1; comparisons ignore it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Node:
    """The base class of all parts of a question."""

    def parts(self) -> Iterator[Node]:
        """Yield the direct parts."""
        for value in vars(self).values():
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, Node):
                    yield part


# ------------------------------------------------------------------------ values of a state


@dataclass(frozen=True)
class Name(Node):
    """A variable, a word of the family, or the name of a value."""

    text: str
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Literal(Node):
    """A number, a cell ``row:column``, or a text between quotes."""

    text: str
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Item(Node):
    """An item of a tuple, ``tiles[3]``."""

    name: str
    index: Node
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Call(Node):
    """A word of the family with its arguments, ``colour(rocket)``."""

    name: str
    given: tuple[Node, ...]
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Counted(Node):
    """The number of cells in a set; with `within`, only cells in that other set count."""

    cells: Node
    within: Node | None
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Sum(Node):
    """The sum of two values, or their difference if `sign` is -1."""

    left: Node
    right: Node
    sign: int
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Listed(Node):
    """Some cells or numbers, ``{3:4, 3:5}``."""

    values: tuple[Node, ...]
    at: int = field(compare=False, default=0)


# ------------------------------------------------------------------------ what holds in a state


@dataclass(frozen=True)
class Truth(Node):
    """A constant truth value."""

    holds: bool


@dataclass(frozen=True)
class Word(Node):
    """A predicate: ``goal``, or a word of the family."""

    text: str
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Compared(Node):
    """Two values compared by one of ``= != < <= > >=``."""

    left: Node
    how: str
    right: Node
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Member(Node):
    """Membership: ``3:4 in blocks``, or for all cells of a set: ``boxes in goals``."""

    value: Node
    cells: Node
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Placed(Node):
    """``some``, ``all`` or ``no`` cells of a set are among others: ``some crate on target``."""

    how: str
    what: Node
    cells: Node
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Not(Node):
    """Negation, of states or of moves."""

    part: Node


@dataclass(frozen=True)
class And(Node):
    """Conjunction, of states or of moves."""

    left: Node
    right: Node


@dataclass(frozen=True)
class Or(Node):
    """Disjunction, of states or of moves."""

    left: Node
    right: Node


# ------------------------------------------------------------------------ moves


@dataclass(frozen=True)
class Labelled(Node):
    """The moves whose label matches a pattern, ``L*``."""

    pattern: str
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class MadeBy(Node):
    """The moves of an actor."""

    who: str
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Changes(Node):
    """The moves that change a value."""

    value: Node
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class LeadsTo(Node):
    """The moves into states that satisfy `part`."""

    part: Node


@dataclass(frozen=True)
class Leaves(Node):
    """The moves out of states that satisfy `part`."""

    part: Node


@dataclass(frozen=True)
class MoveWord(Node):
    """A word for moves: ``best``, or a word of the family."""

    text: str
    at: int = field(compare=False, default=0)


# ------------------------------------------------------------------------ play


@dataclass(frozen=True)
class Next(Node):
    """Some move leads to a state that satisfies `part`."""

    part: Node
    moves: Node | None = None


@dataclass(frozen=True)
class Until(Node):
    """Some run reaches a state that satisfies `right`, and `left` holds until then."""

    left: Node
    right: Node
    moves: Node | None = None


@dataclass(frozen=True)
class Always(Node):
    """Some play stays in states that satisfy `part`, either forever or until no move is left."""

    part: Node
    moves: Node | None = None


# ------------------------------------------------------------------------ questions


@dataclass(frozen=True)
class Number(Node):
    """A question for a number: `what` is one of `NUMBERS`."""

    what: str
    part: Node


NUMBERS = ("how many states", "fewest moves", "most moves", "how many shortest")


@dataclass(frozen=True)
class Question(Node):
    """A question about the start, or about the state `after` some moves."""

    asked: Node
    after: str | None = None

    @property
    def number(self) -> str:
        """The requested number, one of `NUMBERS`; empty for other questions."""
        return self.asked.what if isinstance(self.asked, Number) else ""


TRUE, FALSE = Truth(True), Truth(False)
GOAL, BEST = Word("goal"), MoveWord("best")


def some_run_to(part: Node, moves: Node | None = None) -> Node:
    """Return EF: some run reaches a state that satisfies `part`."""
    return Until(TRUE, part, moves)


def every_run_until(left: Node, right: Node, moves: Node | None = None) -> Node:
    """Return A[left U right]: every run reaches `right`, and satisfies `left` until then."""
    broken = Until(Not(right), And(Not(left), Not(right)), moves)
    return And(Not(broken), Not(Always(Not(right), moves)))


def some_solution_passes(part: Node, moves: Node | None = None) -> Node:
    """Return the formula "some path to the goal, by the given moves, passes `part`"."""
    return some_run_to(And(part, some_run_to(GOAL, moves)), moves)


def every_solution_passes(part: Node, moves: Node | None = None) -> Node:
    """Return the formula "every path to the goal, by the given moves, passes `part`"."""
    return Not(Until(Not(part), And(GOAL, Not(part)), moves))
