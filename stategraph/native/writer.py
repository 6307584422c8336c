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

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from stategraph.native.expressions import Expr
from stategraph.native.labels import Labels
from stategraph.native.own import call_of, text_of
from stategraph.native.parameters import PartParameters, PooledParameters
from stategraph.native.repeats import may_repeat
from stategraph.native.symbols import origin
from stategraph.native.templates import FAILS, filled
from stategraph.native.trace import Traced
from stategraph.native.tree import Bound, Check, Move, Node
from stategraph.native.values import Values
from stategraph.native.watching import Source
from stategraph.rules.guesses import DEAD
from stategraph.rules.own_moves import OwnMoves

# States of so few words have loops over them unrolled.
MOST_WIDTH = 2

# A rule of more places than these becomes functions, since compilers take time that grows faster
# than a function does: each of so many places, since the smaller they are the more are alike.
LARGE_RULE, PART_PLACES = 200, range(8, 65)

_WORDS = ["w0 = states[head, 0]"]


@dataclass(frozen=True)
class Program:
    """A module's text and what it is called with.

    Attributes
    ----------
    text : str
    constants : (k,) int64
    tables : tuple of (m,) int64
    labels : Labels
    repeats : bool
        whether a state may have a label twice, for all that is known
    most : int
        the most moves that a state can have
    sources : list of (int, int, source)
        what stands in the tables of a level that was watched; see `Parameters`
    """

    text: str
    constants: np.ndarray
    tables: tuple[np.ndarray, ...]
    labels: Labels
    repeats: bool
    most: int
    sources: Sequence[tuple[int, int, Source]] = ()


def write(traced: Traced, width: int, loop: str = "expand") -> Program:
    """Return the module that runs a loop on states of `width` words by the rules in `traced`.

    `loop` names one of `stategraph.native.templates`: "expand" or "search".
    """
    writer = _Writer(traced, width)
    for tree in traced.trees:
        writer.rule(tree)
    most = sum(tree.most_moves() for tree in traced.trees)
    return _program(writer, traced, loop, writer.lines, [], most)


def write_own(own: OwnMoves, traced: Traced, width: int, loop: str = "expand") -> Program:
    """Return the module that runs a loop by moves that a family brings itself.

    In `traced` there are no rules, but perhaps a guess.
    """
    writer = _Writer(traced, width)
    for label in own.labels:
        writer.labels.block(label)
    given = [writer.given.table(table) for table in own.tables()]
    call = call_of(own, "states", "head", "new", "label", "won", "made", *given)
    lines = [f"made = {call}", "if made < 0:", f"    {FAILS}"]
    return _program(writer, traced, loop, lines, text_of(own).split("\n"), len(own.labels))


def _program(
    writer: _Writer, traced: Traced, loop: str, rules: list[str], functions: list[str], most: int
) -> Program:
    """Return the module in which `rules` make the moves, with the functions that they need."""
    width, bounds = writer.width, writer.apart(traced.bounds)
    writer.pool.fill()
    given = writer.given
    places = {
        "sizes": [f"DEAD = {DEAD}"],
        "labels": [f"Labels = {'UInt16s' if writer.labels.size <= 1 << 16 else 'UInt32s'}"],
        "width": [f"width = {width}"] if width <= MOST_WIDTH else None,
        "tables": [f"t{k}" for k in range(len(given.tables))],
        "constants": [f"c{k} = C[{k}]" for k in range(len(given.constants))],
        "words": _WORDS if width == 1 else [],
        "parts": [*writer.functions(), *functions],
        "rules": rules,
        "bounds": bounds,
    }
    return Program(
        filled(loop, places),
        np.array(given.constants or [0], np.int64),
        tuple(given.tables),
        writer.labels,
        may_repeat(traced.trees),
        max(1, most),
        given.sources,
    )


class _Writer(Values):
    """Writes trees as nested statements over scalars."""

    def __init__(self, traced: Traced, width: int):
        super().__init__(width)
        labels = {label for tree in traced.trees for label in tree.labels()}
        self.labels = Labels(traced.trace.expressions, labels)
        self.pool = PooledParameters(self.given)
        self._parts: dict[str, str] = {}
        self._cuts = False
        self._items: set[int] = set()
        self._keys: dict[int, int] = {}
        self._alike: dict[tuple, int] = {}

    def rule(self, tree: Node) -> None:
        """Write a rule, cut into parts where it is large."""
        self._cuts = tree.places() > LARGE_RULE
        self.node(tree)
        self._cuts = False

    def apart(self, tree: Node | None) -> list[str]:
        """Return the lines of a tree that becomes a function of its own."""
        self.lines, self.scopes = [], [{}]
        if tree is not None:
            self.node(tree)
        return self.lines

    def node(self, node: Node) -> None:
        """Write all that happens at and below a place in the tree."""
        if self._is_part(node):
            self._call(*self._part(node))
            return
        self._steps(node)
        if node.kind == "if":
            self._if(node)
        elif node.kind == "each":
            self._each(node)
        elif node.kind == "loop":
            self._loop(node)

    # ------------------------------------------------------------------ parts

    def _is_part(self, node: Node) -> bool:
        """Return whether a subtree becomes a function of its own."""
        return self._cuts and node.places() in PART_PLACES

    def _part(self, node: Node) -> tuple[str, int, tuple[str, ...]]:
        """Write a part; return its name, where its numbers stand, and what it needs of loops.

        What is alike but for numbers and tables is one part.
        """
        around = self.lines, self.depth, self.scopes, self.given, self._names
        items = {k: name for scope in self.scopes for k, name in scope.items() if k in self._items}
        inside = {number: f"i{k}" for k, number in enumerate(items)}
        self.lines, self.depth, self.scopes, self._names = [], 1, [inside, {}], 0
        self.given, self._cuts = PartParameters(self.pool), False
        self.node(node)
        lines, numbers = self.lines, self.given.constants
        self.lines, self.depth, self.scopes, self.given, self._names = around
        self._cuts = True
        begin = len(self.pool.numbers)
        self.pool.numbers.extend(numbers)
        arguments = "".join(f", {name}" for name in inside.values())
        text = "\n".join([f"(r{arguments}):", *lines]).replace(FAILS, "return -1")
        name = self._parts.setdefault(text, f"part{len(self._parts)}")
        return name, begin, tuple(items.values())

    def _each(self, node: Node) -> None:
        """Write alternatives; parts that are alike become a loop over their numbers."""
        kids = [node.kids[answer] for answer in sorted(node.kids)]
        for is_part, some in groupby(kids, self._is_part):
            if not is_part:
                for kid in some:
                    self._beside(kid)
                continue
            parts = map(self._part, some)
            for (name, items), run in groupby(parts, lambda part: (part[0], part[2])):
                begins = [begin for _, begin, _ in run]
                if len(begins) == 1:
                    self._call(name, begins[0], items)
                    continue
                times, first, step = map(
                    self.given.constant, (len(begins), begins[0], begins[1] - begins[0])
                )
                k = self.name("k")
                self.line(f"for {k} in range({times}):")
                self.depth += 1
                self._call(name, f"{first} + {k} * {step}", items)
                self.depth -= 1

    def _call(self, name: str, begin: int | str, items: tuple[str, ...]) -> None:
        """Write the call of a part."""
        if isinstance(begin, int):
            begin = self.given.constant(begin)
        words = ", ".join(("states, head, new, label, won, made", begin, *items))
        self.line(f"made = {name}({words}, *T)")
        self.line("if made < 0:")
        self.line(f"    {FAILS}")

    def functions(self) -> list[str]:
        """Return the lines of all parts."""
        first = [f"    {line}" for line in _WORDS] if self.width == 1 else []
        lines = []
        for text, name in self._parts.items():
            head, *body = text.split("\n")
            head = head.replace("(", f"def {name}(states, head, new, label, won, made, ", 1)
            head = head.replace("):", ", *T):")
            lines += [head, *first, *body, "    return made", "", ""]
        return lines

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
        wide = tuple((name, after.number) for name, (_, after) in step.wide.items())
        return step.label, words, wide, self._key(step.wins)

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
        at, slot, item = self.value(row), self.name("i"), self.name("x")
        starts, given = "starts", self.given
        begin, end = given.item(lists, at, starts), given.item(lists, f"{at} + 1", starts)
        self._items.add(node.what.number)
        with self._indented(
            f"for {slot} in range({begin}, {end}):", known={node.what.number: item}
        ):
            self.line(f"{item} = {given.item(lists, slot)}")
            self.node(node.kids[0])
        if 1 in node.kids:
            self._beside(node.kids[1])

    def _check(self, check: Check) -> None:
        value, given = self.value(check.value), self.given
        self.line(f"if not {given.constant(check.low)} <= {value} <= {given.level(check.high)}:")
        self.line(f"    {FAILS}")

    def _bound(self, bound: Bound) -> None:
        value = self.value(bound.value)
        self.line(f"bound += {value}" if bound.adds else f"bound = max(bound, {value})")

    def _move(self, move: Move) -> None:
        words = {word: self.value(value) for word, value in sorted(move.words.items())}
        if self.width == 1:
            self.line(f"new[made, 0] = {words.get(0, 'w0')}")
        else:
            self.line("copy(states, head, new, made)")
            for word, value in words.items():
                self.line(f"new[made, {self.given.parameter('word', word, word)}] = {value}")
        for before, after in move.wide.values():
            self._change(before, after)
        self.line(f"label[made] = {self._label(move.label)}")
        wins = move.wins
        if wins.kind == "end" and not wins.steps:
            self.line(f"won[made] = {int(wins.what)}")
        else:
            self.line("won[made] = 0")
            self._wins(wins)
        self.line("made += 1")

    def _change(self, before: Expr, after: Expr) -> None:
        """Write what a set or tuple of several fields becomes."""
        if before.op == "row":
            for change in self.changes(after):
                self._put(before, *change.args[1:])
            return
        first = self.first_word(before)
        if origin(after) is not before:
            self._copied(before, origin(after), first)
        for change in self.changes(after):
            if change.op == "less":
                fields, kept = self.words(("less", change.args[1]), before.args[2], ~change.args[1])
                k = self.name("k")
                self.line(f"for {k} in range({fields}):")
                self.line(f"    new[made, {first} + {k}] &= {kept(k)}")
                continue
            at = self.value(change.args[1])
            bit = f"(1 << ({at} & 63))"
            how = f"|= {bit}" if change.op == "with" else f"&= ~{bit}"
            self.line(f"new[made, {first} + ({at} >> 6)] {how}")

    def _copied(self, before: Expr, source: Expr, first: str) -> None:
        """Write that a set becomes what another one is, or a known one."""
        name, _, n = before.args
        fields, mask = self.masks(before)
        k = self.name("k")
        if source.op == "known":
            _, known = self.words(source.args, n, source.args[0])
            value = known(k)
        else:
            value = f"states[head, {self.first_word(source)} + {k}] & {mask(k)}"
        self.line(f"for {k} in range({fields}):")
        self.line(f"    new[made, {first} + {k}] &= ~{mask(k)}")
        self.line(f"    new[made, {first} + {k}] |= {value}")

    def _put(self, base: Expr, index: Any, value: Any, bits: int) -> None:
        """Write that an item of a tuple of several fields becomes another."""
        item, mask = self.value(value), self.item_mask(base, bits)
        word, shift = self.position(base, index)
        self.line(f"new[made, {word}] &= ~({mask} << {shift})")
        self.line(f"new[made, {word}] |= {item} << {shift}")

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
        code, given = "", self.given
        for part in inside:
            size, low = given.level(part.high - part.low + 1), given.level(part.low)
            code = f"({code} * {size} + " if code else "("
            code += f"{self.value(part)} - {low})"
        begin = given.parameter("label", label, first)
        return f"{begin} + {code}" if code else begin
