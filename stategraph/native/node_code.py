"""Code for a single node of a decision tree: its checks, bounds and moves.

A move, shortened::

    new[n_moves, 0] = (w0 & c2) | (x2 << c0)      the packed target state
    label[n_moves] = c3 + (x4 * 5 + x5)           the number of its label
    won[n_moves] = 0                              unless the tree of the goal says 1
    n_moves += 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.native.expression_code import Values
from stategraph.native.expressions import Expr
from stategraph.native.label_numbers import Labels
from stategraph.native.symbols import origin
from stategraph.native.templates import FAILS
from stategraph.native.tree_nodes import Bound, Check, Move, Node

if TYPE_CHECKING:
    from stategraph.native.expressions import Value


class Steps(Values):
    """Writes the code for the steps of tree nodes.

    Attributes
    ----------
    labels : Labels
        the meaning of label numbers
    """

    def __init__(self, width: int, labels: Labels) -> None:
        super().__init__(width)
        self.labels = labels

    def steps(self, node: Node) -> None:
        """Write the code for the steps of a node, without the nodes below it."""
        for step in node.steps:
            if isinstance(step, Check):
                self._check(step)
            elif isinstance(step, Bound):
                self._bound(step)
            else:
                self._move(step)

    def _check(self, check: Check) -> None:
        value, parameters = self.value(check.value), self.parameters
        self.line(
            f"if not {parameters.constant(check.low)} <= {value} <= {parameters.level(check.high)}:"
        )
        self.line(f"    {FAILS}")

    def _bound(self, bound: Bound) -> None:
        value = self.value(bound.value)
        self.line(f"bound += {value}" if bound.adds else f"bound = max(bound, {value})")

    def _move(self, move: Move) -> None:
        words = {word: self.value(value) for word, value in sorted(move.words.items())}
        if self.width == 1:
            self.line(f"new[n_moves, 0] = {words.get(0, 'w0')}")
        else:
            self.line("copy(states, head, new, n_moves)")
            for word, value in words.items():
                self.line(
                    f"new[n_moves, {self.parameters.parameter('word', word, word)}] = {value}"
                )
        for before, after in move.wide.values():
            self._change(before, after)
        self.line(f"label[n_moves] = {self._label(move.label)}")
        wins = move.wins
        if wins.kind == "end" and not wins.steps:
            self.line(f"won[n_moves] = {int(wins.what)}")
        else:
            self.line("won[n_moves] = 0")
            self._wins(wins)
        self.line("n_moves += 1")

    def _change(self, before: Expr, after: Expr) -> None:
        """Write the new value of a set or tuple of several fields."""
        if before.op == "row":
            for change in self.changes(after):
                self._put(before, *change.args[1:])
            return
        first = self.first_word(before)
        if origin(after) is not before:
            self._copied(before, origin(after), first)
        for change in self.changes(after):
            if change.op == "less":
                fields, word_mask = self.words(
                    ("less", change.args[1]), before.args[2], ~change.args[1]
                )
                k = self.name("k")
                self.line(f"for {k} in range({fields}):")
                self.line(f"    new[n_moves, {first} + {k}] &= {word_mask(k)}")
                continue
            at = self.value(change.args[1])
            bit = f"(1 << ({at} & 63))"
            how = f"|= {bit}" if change.op == "with" else f"&= ~{bit}"
            self.line(f"new[n_moves, {first} + ({at} >> 6)] {how}")

    def _copied(self, before: Expr, source: Expr, first: str) -> None:
        """Write code that overwrites a wide set with another set of the state or a known set."""
        name, _, n = before.args
        fields, mask = self.masks(before)
        k = self.name("k")
        if source.op == "known":
            _, word_of = self.words(source.args, n, source.args[0])
            value = word_of(k)
        else:
            value = f"states[head, {self.first_word(source)} + {k}] & {mask(k)}"
        self.line(f"for {k} in range({fields}):")
        self.line(f"    new[n_moves, {first} + {k}] &= ~{mask(k)}")
        self.line(f"    new[n_moves, {first} + {k}] |= {value}")

    def _put(self, base: Expr, index: Value, value: Value, bits: int) -> None:
        """Write code that sets one item of a tuple of several fields."""
        item, mask = self.value(value), self.item_mask(base, bits)
        word, shift = self.position(base, index)
        self.line(f"new[n_moves, {word}] &= ~({mask} << {shift})")
        self.line(f"new[n_moves, {word}] |= {item} << {shift}")

    def _wins(self, node: Node) -> None:
        """Write the code that decides whether a move wins."""
        for step in node.steps:
            if isinstance(step, Check):
                self._check(step)
        if node.kind == "end":
            if node.what:
                self.line("won[n_moves] = 1")
            return
        condition = self.value(node.what)
        for head, answer in ((f"if {condition}:", 0), (f"if not {condition}:", 1)):
            kid = node.kids.get(answer)
            if kid is not None and kid.can_win():
                with self.indented(head):
                    self._wins(kid)

    def _label(self, label: str) -> str:
        """Return the code that computes the number of a label."""
        first, inside = self.labels.block(label)
        code, parameters = "", self.parameters
        for part in inside:
            size, low = parameters.level(part.high - part.low + 1), parameters.level(part.low)
            code = f"({code} * {size} + " if code else "("
            code += f"{self.value(part)} - {low})"
        begin = parameters.parameter("label", label, first)
        return f"{begin} + {code}" if code else begin
