"""Decision trees -> the text of a module that makes moves at machine speed.

What is written for push-block, shortened::

    w0 = states[head, 0]                               the packed state
    x1 = (w0 >> c0) & c1                               its player
    x2 = t0[x1]                                        the cell below
    if x2 >= 0:
        x3 = (w0 >> x2) & 1                            a block there?
        if not x3:
            new[made, 0] = (w0 & c2) | (x2 << c0)      the player moves
            label[made] = c3; won[made] = 0; made += 1
    ...                                                the other ways

Every expression is computed once, where it is first needed, and never where a question on the way
forbids it. Numbers that differ between levels are parameters (``c0``, ``t0``), so that the levels
of a family share a module whenever their rules unfold alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from stategraph.native.expressions import Expr
from stategraph.native.labels import Labels
from stategraph.native.templates import FAILS, filled
from stategraph.native.trace import Traced
from stategraph.native.tree import Bound, Check, Move, Node
from stategraph.native.values import Values
from stategraph.rules.guesses import DEAD


@dataclass(frozen=True)
class Program:
    """A module's text and what it is called with.

    Attributes
    ----------
    text : str
    constants : (k,) int64
    tables : tuple of (m,) int64
    labels : Labels
    most : int
        the most moves that a state can have
    """

    text: str
    constants: np.ndarray
    tables: tuple[np.ndarray, ...]
    labels: Labels
    most: int


def write(traced: Traced, width: int, dense: bool, loop: str = "expand") -> Program:
    """Return the module that runs a loop on states of `width` words by the rules in `traced`.

    `loop` names one of `stategraph.native.templates`: "expand" or "search".
    """
    writer = _Writer(traced, width)
    for tree in traced.trees:
        writer.node(tree)
    rules, bounds = writer.lines, writer.apart(traced.bounds)
    most = max(1, sum(tree.most_moves() for tree in traced.trees))
    places = {
        "sizes": [f"WIDTH, MOST, DENSE, DEAD = {width}, {most}, {dense}, {DEAD}"],
        "labels": [f"Labels = {'UInt16s' if writer.labels.size <= 1 << 16 else 'UInt32s'}"],
        "tables": [f"t{k}" for k in range(len(writer.tables))],
        "constants": [f"c{k} = C[{k}]" for k in range(len(writer.constants))],
        "words": [f"w{k} = states[head, {k}]" for k in range(width)],
        "rules": rules,
        "bounds": bounds,
    }
    return Program(
        filled(loop, places),
        np.array(writer.constants or [0], np.int64),
        tuple(writer.tables),
        writer.labels,
        most,
    )


class _Writer(Values):
    """Writes trees as nested statements over scalars."""

    def __init__(self, traced: Traced, width: int):
        super().__init__()
        self._width = width
        self.labels = Labels(traced.trace.expressions)
        self._keys: dict[int, int] = {}
        self._alike: dict[tuple, int] = {}

    def apart(self, tree: Node | None) -> list[str]:
        """Return the lines of a tree that becomes a function of its own."""
        self.lines, self.scopes = [], [{}]
        if tree is not None:
            self.node(tree)
        return self.lines

    def node(self, node: Node) -> None:
        """Write all that happens at and below a place in the tree."""
        self._steps(node)
        if node.kind == "if":
            self._if(node)
        elif node.kind == "each":
            for answer in sorted(node.kids):
                self._beside(node.kids[answer])
        elif node.kind == "loop":
            self._loop(node)

    def _steps(self, node: Node) -> None:
        for step in node.steps:
            if isinstance(step, Check):
                self._check(step)
            elif isinstance(step, Bound):
                self._bound(step)
            else:
                self._move(step)

    @contextmanager
    def _indented(self, head: str, known: dict[int, str] | None = None) -> Iterator[None]:
        """Write what follows below `head`, where the expressions `known` have names already."""
        self.line(head)
        before = len(self.lines)
        self.depth += 1
        self.scopes.append(known or {})
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.scopes.pop()
        self.depth -= 1

    def _beside(self, node: Node) -> None:
        """Write a subtree that what follows it knows nothing of."""
        self.scopes.append({})
        self.node(node)
        self.scopes.pop()

    def _below(self, head: str, node: Node) -> None:
        """Write a subtree below `head`."""
        with self._indented(head):
            self.node(node)

    def _if(self, node: Node) -> None:
        """Write a question and what follows from its answers.

        Where several ways through a cluster of questions (``a or b and c``) go on alike, what
        follows is written once: the cluster only finds out which of its exits is taken.
        """
        met: dict[int, int] = {}
        self._count(node, met)
        meets = {key for key, times in met.items() if times > 1}
        if not meets:
            self._plain_if(node)
            return
        chosen = self.name("g")
        exits: dict[int, tuple[int, Node]] = {}
        self.line(f"{chosen} = 0")
        self._choose(node, chosen, meets, exits)
        for number, kid in exits.values():
            self._below(f"if {chosen} == {number}:", kid)

    def _count(self, node: Node, met: dict[int, int]) -> None:
        """Count how often each subtree is met below a cluster's questions."""
        for kid in filter(Node.does_something, node.kids.values()):
            key = self._key(kid)
            met[key] = met.get(key, 0) + 1
            if kid.is_question() and met[key] == 1:
                self._count(kid, met)

    def _choose(
        self, node: Node, chosen: str, meets: set[int], exits: dict[int, tuple[int, Node]]
    ) -> None:
        """Write the questions of a cluster; `chosen` becomes the number of the exit taken."""
        condition = self.value(node.what)
        for head, answer in ((f"if {condition}:", 0), (f"if not {condition}:", 1)):
            kid = node.kids.get(answer)
            if kid is None or not kid.does_something():
                continue
            key = self._key(kid)
            with self._indented(head):
                if key in meets or not kid.is_question():
                    number, _ = exits.setdefault(key, (len(exits) + 1, kid))
                    self.line(f"{chosen} = {number}")
                else:
                    self._steps(kid)
                    self._choose(kid, chosen, meets, exits)

    def _key(self, node: Node) -> int:
        """Return a number that equal subtrees share."""
        if id(node) not in self._keys:
            steps = tuple(map(self._step_key, node.steps))
            what = node.what.number if isinstance(node.what, Expr) else node.what
            kids = tuple((answer, self._key(kid)) for answer, kid in sorted(node.kids.items()))
            whole = steps, node.kind, what, kids
            self._keys[id(node)] = self._alike.setdefault(whole, len(self._alike))
        return self._keys[id(node)]

    def _step_key(self, step: Check | Move | Bound) -> tuple:
        if isinstance(step, Bound):
            value = step.value.number if isinstance(step.value, Expr) else ("c", step.value)
            return "bound", value, step.adds
        if isinstance(step, Check):
            value = step.value.number if isinstance(step.value, Expr) else ("c", step.value)
            return value, step.low, step.high
        words = tuple((word, value.number) for word, value in sorted(step.words.items()))
        return step.label, words, self._key(step.wins)

    def _plain_if(self, node: Node) -> None:
        condition = self.value(node.what)
        yes, no = (node.kids.get(k) for k in (0, 1))
        if yes is not None and yes.does_something():
            self._below(f"if {condition}:", yes)
            if no is not None and no.does_something():
                self._below("else:", no)
        elif no is not None and no.does_something():
            self._below(f"if not {condition}:", no)

    def _loop(self, node: Node) -> None:
        lists, row, _ = node.what.args
        starts, flat = self.table(lists, "starts"), self.table(lists, "flat")
        at, slot, item = self.value(row), self.name("i"), self.name("x")
        head = f"for {slot} in range({starts}[{at}], {starts}[{at} + 1]):"
        with self._indented(head, known={node.what.number: item}):
            self.line(f"{item} = {flat}[{slot}]")
            self.node(node.kids[0])
        if 1 in node.kids:
            self._beside(node.kids[1])

    def _check(self, check: Check) -> None:
        value = self.value(check.value)
        bounds = f"{self.constant(check.low)} <= {value} <= {self.constant(check.high)}"
        self.line(f"if not {bounds}:")
        self.line(f"    {FAILS}")

    def _bound(self, bound: Bound) -> None:
        value = self.value(bound.value)
        self.line(f"bound += {value}" if bound.adds else f"bound = max(bound, {value})")

    def _move(self, move: Move) -> None:
        for word in range(self._width):
            value = self.value(move.words[word]) if word in move.words else f"w{word}"
            self.line(f"new[made, {word}] = {value}")
        self.line(f"label[made] = {self._label(move.label)}")
        wins = move.wins
        if wins.kind == "end" and not wins.steps:
            self.line(f"won[made] = {int(wins.what)}")
        else:
            self.line("won[made] = 0")
            self._wins(wins)
        self.line("made += 1")

    def _wins(self, node: Node) -> None:
        """Write the questions that tell whether a move wins."""
        for step in node.steps:
            if isinstance(step, Check):
                self._check(step)
        if node.kind == "end":
            if node.what:
                self.line("won[made] = 1")
            return
        condition = self.value(node.what)
        for head, answer in ((f"if {condition}:", 0), (f"if not {condition}:", 1)):
            kid = node.kids.get(answer)
            if kid is not None and kid.can_win():
                with self._indented(head):
                    self._wins(kid)

    def _label(self, label: str) -> str:
        """Return the code of a label's number."""
        first, inside = self.labels.block(label)
        if not inside:
            return self.parameter("label", label, first)
        code = "0"
        for part in inside:
            size, low = part.high - part.low + 1, part.low
            code = f"({code} * {self.constant(size)} + {self.value(part)} - {self.constant(low)})"
        return f"{self.parameter('label', label, first)} + {code}"
