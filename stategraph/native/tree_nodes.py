"""The decision tree of a rule: its branches and moves for any state.

::

    for d, to in board.around(s.player):            each ─┬─ D: to < 0 ? ── yes: (nothing)
        if to not in s.blocks:                            │              └─ no: bit `to` of blocks ?
            yield d, s.but(player=to)                     │                     ├─ no: move D
                                                          ├─ L: ...             └─ yes: ...
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stategraph.native.expressions import Value, is_expr

if TYPE_CHECKING:
    from stategraph.native.expressions import Expr


@dataclass
class Check:
    """A check that ``low <= value <= high``; if it fails, the rule has an error."""

    value: Value
    low: int
    high: int


@dataclass
class Bound:
    """A part of a heuristic: raise the bound to at least `value`, or by `value` if it `adds`."""

    value: Value
    adds: bool = False


@dataclass
class Move:
    """A move: its label, the new packed words, and the tree that decides whether it wins.

    `label` contains the numbers of its expressions, enclosed in NUL characters. `words` maps the
    numbers of changed words to their new values. `wide` maps the names of changed sets and tuples
    of several fields to their values before and after.
    """

    label: str
    words: dict[int, Expr]
    wide: dict[str, tuple[Expr, Expr]]
    wins: Node

    def items_put(self) -> int:
        """Return the number of tuple items that the move assigns."""
        values = [value for word in self.words.values() for value in word.args[1:]]
        values += [after for _, after in self.wide.values()]
        return sum(_puts(value) for value in values if is_expr(value))


@dataclass
class Node:
    """A node of the tree: its steps in order, and then a branch to its kids.

    `kind` is "if" (kids: yes, no), "each" (a kid for each alternative, then the part after the
    loop), "loop" (kids: the body, the part after the loop), "end", or "" for no branch. `what` is
    the condition of an "if", the number of alternatives of an "each", the item of a "loop", or the
    result of the rule at an "end".
    """

    steps: list[Check | Move | Bound] = field(default_factory=list)
    kind: str = ""
    what: Any = None
    kids: dict[int, Node] = field(default_factory=dict)
    _places: int = 0

    def does_something(self) -> bool:
        """Return whether the subtree has any steps."""
        return bool(self.steps) or any(kid.does_something() for kid in self.kids.values())

    def places(self) -> int:
        """Return the size of the subtree: its number of nodes plus assigned tuple items."""
        if not self._places:
            moves = [step for step in self.steps if isinstance(step, Move)]
            below = [*self.kids.values(), *(move.wins for move in moves)]
            self._places = 1 + sum(node.places() for node in below)
            self._places += sum(move.items_put() for move in moves)
        return self._places

    def labels(self) -> Iterator[str]:
        """Yield the labels of all moves in the subtree."""
        for step in self.steps:
            if isinstance(step, Move):
                yield step.label
        for kid in self.kids.values():
            yield from kid.labels()

    def is_question(self) -> bool:
        """Return whether this node is an "if" branch without moves before it."""
        return self.kind == "if" and not any(isinstance(step, Move) for step in self.steps)

    def can_win(self) -> bool:
        """Return whether a subtree of a goal's tree may win, or has checks that may fail."""
        if self.kind == "end":
            return bool(self.what or self.steps)
        return bool(self.steps) or any(kid.can_win() for kid in self.kids.values())

    def most_moves(self) -> int:
        """Return the maximum number of moves that one state has in the subtree."""
        own_moves = sum(isinstance(step, Move) for step in self.steps)
        below = {answer: kid.most_moves() for answer, kid in self.kids.items()}
        if self.kind == "if":
            return own_moves + max(below.values())
        if self.kind == "loop":
            lists = self.what.args[0]
            longest = max(b - a for a, b in zip(lists.starts, lists.starts[1:], strict=False))
            return own_moves + below[0] * longest + below.get(1, 0)
        return own_moves + sum(below.values())


def _puts(items: Expr) -> int:
    """Return the number of assigned items in an expression for a tuple."""
    count = 0
    while items.op == "put":
        items, count = items.args[0], count + 1
    return count


def reads(tree: Node | None, word: int, shift: int) -> bool:
    """Return whether a tree depends on the field at bit `shift` of a word of the packed state."""
    visited: set[int] = set()

    def asks(value: Any) -> bool:
        if not is_expr(value) or value.number in visited:
            return False
        visited.add(value.number)
        if value.op == "field" and value.args[0].args == (word,) and value.args[1] == shift:
            return True
        return any(map(asks, value.args))

    def visits(node: Node) -> bool:
        steps = (step.value for step in node.steps if not isinstance(step, Move))
        return asks(node.what) or any(map(asks, steps)) or any(map(visits, node.kids.values()))

    return tree is not None and visits(tree)
