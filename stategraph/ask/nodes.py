"""What a question is made of.

A question that is written in words and one that is written in symbols are the same tree. There are
three operators of play, each over some moves only or over all of them, and everything else is said
by them::

    Next(p)         EX p       some move leads to p
    Until(p, q)     E[p U q]   some run comes to q, and until then every state is p
    Always(p)       EG p       some run is p for ever, or until it ends

    AX p = not EX not p        AG p = not E[true U not p]        AF p = not EG not p
    A[p U q] = not E[not q U not p and not q] and not EG not q

`at` is the column of a word in the text, from 1; it makes no difference to what is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Node:
    """The base of all parts of a question."""

    def parts(self) -> Iterator[Node]:
        """Yield the parts that it is made of directly."""
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
    """A word of the family with what it is said of, ``colour(rocket)``."""

    name: str
    given: tuple[Node, ...]
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Counted(Node):
    """How many cells a set has, all or those `within` other cells."""

    cells: Node
    within: Node | None
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Sum(Node):
    """The sum of two values, or their difference where `sign` is -1."""

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
    """What holds always, or never."""

    holds: bool


@dataclass(frozen=True)
class Word(Node):
    """A word that holds or does not, ``goal``, or a family's own."""

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
    """A value is one of some, ``3:4 in blocks``; all cells of a set are, ``boxes in goals``."""

    value: Node
    cells: Node
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Placed(Node):
    """Of the cells of a set ``some``, ``all`` or ``no`` are others: ``some crate on target``."""

    how: str
    what: Node
    cells: Node
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Not(Node):
    """Not, of states or of moves."""

    part: Node


@dataclass(frozen=True)
class And(Node):
    """Both, of states or of moves."""

    left: Node
    right: Node


@dataclass(frozen=True)
class Or(Node):
    """One or both, of states or of moves."""

    left: Node
    right: Node


# ------------------------------------------------------------------------ moves


@dataclass(frozen=True)
class Labelled(Node):
    """The moves whose label has a form, ``L*``."""

    pattern: str
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class MadeBy(Node):
    """The moves of one of the actors."""

    who: str
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Changes(Node):
    """The moves that change a value."""

    value: Node
    at: int = field(compare=False, default=0)


@dataclass(frozen=True)
class LeadsTo(Node):
    """The moves into states where something holds."""

    part: Node


@dataclass(frozen=True)
class Leaves(Node):
    """The moves out of states where something holds."""

    part: Node


@dataclass(frozen=True)
class MoveWord(Node):
    """A word for moves: ``best``, or a family's own."""

    text: str
    at: int = field(compare=False, default=0)


# ------------------------------------------------------------------------ play


@dataclass(frozen=True)
class Next(Node):
    """Some move leads to a state where `part` holds."""

    part: Node
    moves: Node | None = None


@dataclass(frozen=True)
class Until(Node):
    """Some run comes to a state where `right` holds, and `left` holds until then."""

    left: Node
    right: Node
    moves: Node | None = None


@dataclass(frozen=True)
class Always(Node):
    """Some run keeps to states where `part` holds, for ever or until no move is left."""

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
    """A question: of the start, or `after` some moves."""

    asked: Node
    after: str | None = None

    @property
    def number(self) -> str:
        """Which number it asks for, one of `NUMBERS`; empty: none."""
        return self.asked.what if isinstance(self.asked, Number) else ""


TRUE, FALSE = Truth(True), Truth(False)
GOAL, BEST = Word("goal"), MoveWord("best")


def some_run_to(part: Node, moves: Node | None = None) -> Node:
    """Return EF: some run comes to a state where `part` holds."""
    return Until(TRUE, part, moves)


def every_run_until(left: Node, right: Node, moves: Node | None = None) -> Node:
    """Return A[left U right]: every run comes to `right`, and is `left` until then."""
    broken = Until(Not(right), And(Not(left), Not(right)), moves)
    return And(Not(broken), Not(Always(Not(right), moves)))


def some_solution_passes(part: Node, moves: Node | None = None) -> Node:
    """Return whether some way to the goal, by these moves, passes a state where `part` holds."""
    return some_run_to(And(part, some_run_to(GOAL, moves)), moves)


def every_solution_passes(part: Node, moves: Node | None = None) -> Node:
    """Return whether no way to the goal, by these moves, does without `part`."""
    return Not(Until(Not(part), And(GOAL, Not(part)), moves))
