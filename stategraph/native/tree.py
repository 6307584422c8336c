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
from typing import Any

from stategraph.native.expressions import Value, is_expr


@dataclass
class Check:
    """The rule continues only if ``low <= value <= high``; otherwise the author made a mistake."""

    value: Value
    low: int
    high: int


@dataclass
class Bound:
    """The heuristic is at least `value`; or that much more, if it `adds`."""

    value: Value
    adds: bool = False


@dataclass
class Move:
    """A move: its label, the new packed words, and the tree that decides whether it wins.

    `label` has the numbers of expressions between NULs. `words` has the changed words. `wide` has
    the sets and tuples of several fields before and after, by name.
    """

    label: str
    words: dict[int, Value]
    wide: dict[str, tuple[Value, Value]]
    wins: Node

    def items_put(self) -> int:
        """Return how many items of tuples are put."""
        values = [value for word in self.words.values() for value in word.args[1:]]
        values += [after for _, after in self.wide.values()]
        return sum(_puts(value) for value in values if is_expr(value))


@dataclass
class Node:
    """A place in the tree: the steps here in order, and then a branch.

    `kind` is "if" (kids: yes, no), "each" (a kid for each alternative, then the part after the
    loop), "loop" (the body, then the part after the loop), "end", or "" for no branch. `what` is
    the truth of an end.
    """

    steps: list[Check | Move | Bound] = field(default_factory=list)
    kind: str = ""
    what: Any = None
    kids: dict[int, Node] = field(default_factory=dict)
    _places: int = 0

    def does_something(self) -> bool:
        """Return whether anything happens at this place or below it."""
        return bool(self.steps) or any(kid.does_something() for kid in self.kids.values())

    def places(self) -> int:
        """Return the number of branches and item assignments here and below."""
        if not self._places:
            moves = [step for step in self.steps if isinstance(step, Move)]
            below = [*self.kids.values(), *(move.wins for move in moves)]
            self._places = 1 + sum(node.places() for node in below)
            self._places += sum(move.items_put() for move in moves)
        return self._places

    def labels(self) -> Iterator[str]:
        """Yield the labels of all moves here and below."""
        for step in self.steps:
            if isinstance(step, Move):
                yield step.label
        for kid in self.kids.values():
            yield from kid.labels()

    def is_question(self) -> bool:
        """Return whether this place is a branch before which no move is made."""
        return self.kind == "if" and not any(isinstance(step, Move) for step in self.steps)

    def can_win(self) -> bool:
        """Return whether a move may win, or fail a check, at this place or below it."""
        if self.kind == "end":
            return bool(self.what or self.steps)
        return bool(self.steps) or any(kid.can_win() for kid in self.kids.values())

    def most_moves(self) -> int:
        """Return the maximal number of moves of a state at this place and below it."""
        own_moves = sum(isinstance(step, Move) for step in self.steps)
        below = {answer: kid.most_moves() for answer, kid in self.kids.items()}
        if self.kind == "if":
            return own_moves + max(below.values())
        if self.kind == "loop":
            lists = self.what.args[0]
            longest = max(b - a for a, b in zip(lists.starts, lists.starts[1:], strict=False))
            return own_moves + below[0] * longest + below.get(1, 0)
        return own_moves + sum(below.values())


def _puts(items: Any) -> int:
    """Return how many items are put into a tuple, one after the other."""
    count = 0
    while items.op == "put":
        items, count = items.args[0], count + 1
    return count


def reads(tree: Node | None, word: int, shift: int) -> bool:
    """Return whether a tree depends on the field of a packed state that begins at a place."""
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
