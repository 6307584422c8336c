"""Decision trees -> the text of a module that expands states at machine speed.

What is written for push-block, shortened::

    while head < stop ...:
        w0 = states[head, 0]                        the packed state
        x1 = (w0 >> c0) & c1                        its player
        x2 = t0[x1]                                 the cell below
        if x2 >= 0:
            x3 = (w0 >> x2) & 1                     a block there?
            if not x3:
                new[q, 0] = (w0 & c2) | (x2 << c0)  the player moves
                label[q] = 0; won[q] = 0; ...; q += 1
        ...                                         the other ways
        for i in range(q): ...                      look the new states up, number them, append

Every expression is computed once, where it is first needed, and never where a question on the way
forbids it. Numbers that differ between levels are parameters (``c0``, ``t0``), so that the levels
of a family share a module whenever their rules unfold alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.rules.expressions import Expr
from stategraph.rules.trace import Bound, Check, Move, Node, Traced
from stategraph.rules.variables import WORD

__all__ = ["EXPAND", "Labels", "Loops", "Program", "write"]

# Small numbers stand in the text; all others are parameters.
LITERALS = range(-1, 4)


@dataclass(frozen=True)
class Loops:
    """The part of a module that knows no puzzle, with places for what follows from the rules.

    Attributes
    ----------
    text : str
        with ``{rules}``, which fill `new`, `label` and `won` and count the moves in `q`, and
        ``{bounds}``, which make `q` at least the moves left
    depth : int
        how deep both stand
    failed : str
        the statement that ends it when a rule breaks its contract
    """

    text: str
    depth: int
    failed: str


EXPAND = Loops(
    '''\
"""Written by stategraph from the rules of a puzzle; do not edit."""
import numpy as np
from numba import njit

{find}

@njit(cache=True, nogil=True)
def expand(
    states, index, offsets, targets, labels, head, n, e, goal, stop, room, limit, base,
    new, label, won, C{tables}
):
{constants}
    while head < stop and head < n and n + {most} <= room and e + {most} <= targets.size:
        if head == goal:
            head += 1
            offsets[head] = base + e
            continue
{words}
        q = 0
{rules}
        before = n
        was = goal
        for i in range(q):
            if won[i]:
                if goal < 0:
                    goal = n
                    for k in range({width}):
                        states[n, k] = new[i, k]
                    n += 1
                targets[e + i] = goal
            else:
                targets[e + i], n = find({keys}, states, n, index)
            labels[e + i] = label[i]
        if n > limit:
            return head, before, e, was, 2
        e += q
        head += 1
        offsets[head] = base + e
    return head, n, e, goal, 0
''',
    depth=2,
    failed="return head, n, e, goal, 1",
)

# The operations that are written as they stand.
BINARY = ("+", "-", "*", "//", "%", "&", "|", "^", "==", "<")

# Direct addressing: the packed state is its own place in the index.
DENSE = """\
@njit
def find(k0, states, n, index):
    found = index[k0]
    if found < 0:
        index[k0] = n
        states[n, 0] = k0
        return n, n + 1
    return found, n
"""

# Open addressing over the rows of `states` themselves; the hash is that of kernels.reindex.
HASHED = """\
@njit
def find({keys}, states, n, index):
    h = np.uint64(0)
{mix}
    mask = index.size - 1
    slot = np.int64(h >> np.uint64(7)) & mask
    while True:
        found = index[slot]
        if found < 0:
            index[slot] = n
{put}
            return n, n + 1
        if {same}:
            return found, n
        slot = (slot + 1) & mask
"""


@dataclass(frozen=True)
class Program:
    """A module's text and what it is called with.

    Attributes
    ----------
    text : str
    constants : (k,) int64
    tables : list of (m,) int64
    labels : Labels
    most : int
        the most moves that a state can have
    """

    text: str
    constants: np.ndarray
    tables: list[np.ndarray]
    labels: Labels
    most: int


class Labels:
    """Numbers for labels that depend on the state: a block of numbers for each distinct text.

    ``R{to}`` with `to` in 1..8 takes eight numbers; with two values inside, their product.
    """

    def __init__(self, expressions: list[Expr]):
        self._expressions = expressions
        self._blocks: dict[str, tuple[int, list[Expr]]] = {}
        self.size = 0

    def block(self, label: str) -> tuple[int, list[Expr]]:
        """Return the first number of a label's block and the expressions inside the label."""
        if label not in self._blocks:
            inside = [self._expressions[int(part)] for part in label.split("\0")[1::2]]
            self._blocks[label] = self.size, inside
            self.size += math.prod(part.high - part.low + 1 for part in inside)
        return self._blocks[label]

    def names(self, numbers: np.ndarray) -> dict[int, str]:
        """Return the label that each of the ascending `numbers` stands for."""
        found: dict[int, str] = {}
        for label, (first, inside) in self._blocks.items():
            sizes = [part.high - part.low + 1 for part in inside]
            lows = [part.low for part in inside]
            low, high = np.searchsorted(numbers, [first, first + math.prod(sizes)])
            here = numbers[low:high]
            values = np.unravel_index(here - first, sizes) if inside else ()
            columns = [(v + least).tolist() for v, least in zip(values, lows, strict=True)]
            pattern = "{}".join(
                part.replace("{", "{{").replace("}", "}}") for part in label.split("\0")[::2]
            )
            rows = zip(*columns, strict=True) if inside else [()] * len(here)
            found.update(zip(here.tolist(), (pattern.format(*row) for row in rows), strict=True))
        return found


def write(traced: Traced, width: int, dense: bool, loops: Loops = EXPAND) -> Program:
    """Return the module that runs `loops` on states of `width` words by the rules in `traced`."""
    writer = _Writer(traced, width, loops)
    for tree in traced.trees:
        writer.node(tree)
    rules, bounds = "\n".join(writer.lines), writer.apart(traced.bounds)
    most = max(1, sum(map(_most_moves, traced.trees)))
    text = loops.text.format(
        find=DENSE if dense else _hashed(width),
        tables="".join(f", t{k}" for k in range(len(writer.tables))),
        constants=_indented(1, (f"c{k} = C[{k}]" for k in range(len(writer.constants)))),
        words=_indented(loops.depth, (f"w{k} = states[head, {k}]" for k in range(width))),
        rules=rules,
        bounds=bounds,
        most=most,
        width=width,
        keys=", ".join(f"new[i, {k}]" for k in range(width)),
    )
    constants = np.array(writer.constants or [0], np.int64)
    return Program(text, constants, writer.tables, writer.labels, most)


def _hashed(width: int) -> str:
    keys = [f"k{k}" for k in range(width)]
    mix = "\n".join(
        f"    h = (h ^ np.uint64({key})) * np.uint64(0x9E3779B97F4A7C15)\n"
        "    h ^= h >> np.uint64(32)"
        for key in keys
    )
    return HASHED.format(
        keys=", ".join(keys),
        mix=mix,
        put="\n".join(f"            states[n, {k}] = k{k}" for k in range(width)),
        same=" and ".join(f"states[found, {k}] == k{k}" for k in range(width)),
    )


def _indented(depth: int, lines: Iterable[str]) -> str:
    return "\n".join("    " * depth + line for line in lines) or "    " * depth + "pass"


def _most_moves(node: Node) -> int:
    """Return the most moves that a tree can make."""
    here = sum(isinstance(step, Move) for step in node.steps)
    kids = {answer: _most_moves(kid) for answer, kid in node.kids.items()}
    if node.kind == "if":
        return here + max(kids.values())
    if node.kind == "loop":
        lists = node.what.args[0]
        longest = max(b - a for a, b in zip(lists.starts, lists.starts[1:], strict=False))
        return here + kids[0] * longest + kids.get(1, 0)
    return here + sum(kids.values())


class _Writer:
    """Writes trees as nested statements over scalars."""

    def __init__(self, traced: Traced, width: int, loops: Loops):
        self._width, self._loops = width, loops
        self.lines: list[str] = []
        self.constants: list[int] = []
        self.tables: list[np.ndarray] = []
        self.labels = Labels(traced.trace.expressions)
        self._depth = loops.depth
        self._names = 0
        self._scopes: list[dict[int, str]] = [{}]
        self._tables: dict[tuple[int, str], str] = {}
        self._parameters: dict[Any, str] = {}
        self._keys: dict[int, int] = {}
        self._alike: dict[tuple, int] = {}

    def apart(self, tree: Node | None) -> str:
        """Return the text of a tree that becomes a function of its own."""
        self.lines, self._scopes = [], [{}]
        if tree is not None:
            self.node(tree)
        return "\n".join(self.lines)

    # ------------------------------------------------------------------ statements

    def line(self, text: str) -> None:
        """Write a line at the current depth."""
        self.lines.append("    " * self._depth + text)

    def node(self, node: Node) -> None:
        """Write all that happens at and below a place in the tree."""
        self._steps(node)
        if node.kind == "if":
            self._if(node)
        elif node.kind == "each":
            for answer in sorted(node.kids):
                self._block(None, node.kids[answer])
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

    def _block(self, head: str | None, node: Node) -> None:
        """Write a subtree in a scope of its own, below `head` if there is one."""
        if head is not None:
            self.line(head)
            self._depth += 1
        self._scopes.append({})
        before = len(self.lines)
        self.node(node)
        if head is not None:
            if len(self.lines) == before:
                self.line("pass")
            self._depth -= 1
        self._scopes.pop()

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
        chosen = self._name("g")
        exits: dict[int, tuple[int, Node]] = {}
        self.line(f"{chosen} = 0")
        self._choose(node, chosen, meets, exits)
        for number, kid in exits.values():
            self._block(f"if {chosen} == {number}:", kid)

    def _count(self, node: Node, met: dict[int, int]) -> None:
        """Count how often each subtree is met below a cluster's questions."""
        for kid in filter(_does_something, node.kids.values()):
            key = self._key(kid)
            met[key] = met.get(key, 0) + 1
            if _is_question(kid) and met[key] == 1:
                self._count(kid, met)

    def _choose(
        self, node: Node, chosen: str, meets: set[int], exits: dict[int, tuple[int, Node]]
    ) -> None:
        """Write the questions of a cluster; `chosen` becomes the number of the exit taken."""
        condition = self._value(node.what)
        for head, answer in ((f"if {condition}:", 0), (f"if not {condition}:", 1)):
            kid = node.kids.get(answer)
            if kid is None or not _does_something(kid):
                continue
            self.line(head)
            self._depth += 1
            self._scopes.append({})
            key = self._key(kid)
            if key in meets or not _is_question(kid):
                number, _ = exits.setdefault(key, (len(exits) + 1, kid))
                self.line(f"{chosen} = {number}")
            else:
                self._steps(kid)
                self._choose(kid, chosen, meets, exits)
            self._scopes.pop()
            self._depth -= 1

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
        condition = self._value(node.what)
        yes, no = (node.kids.get(k) for k in (0, 1))
        if yes is not None and _does_something(yes):
            self._block(f"if {condition}:", yes)
            if no is not None and _does_something(no):
                self._block("else:", no)
        elif no is not None and _does_something(no):
            self._block(f"if not {condition}:", no)

    def _loop(self, node: Node) -> None:
        lists, row, _ = node.what.args
        starts, flat = self._table(lists, "starts"), self._table(lists, "flat")
        at, slot, item = self._value(row), self._name("i"), self._name("x")
        self.line(f"for {slot} in range({starts}[{at}], {starts}[{at} + 1]):")
        self._depth += 1
        self.line(f"{item} = {flat}[{slot}]")
        self._scopes.append({node.what.number: item})
        self.node(node.kids[0])
        self._scopes.pop()
        self._depth -= 1
        if 1 in node.kids:
            self._block(None, node.kids[1])

    def _check(self, check: Check) -> None:
        value = self._value(check.value)
        bounds = f"{self._constant(check.low)} <= {value} <= {self._constant(check.high)}"
        self.line(f"if not {bounds}:")
        self.line(f"    {self._loops.failed}")

    def _bound(self, bound: Bound) -> None:
        value = self._value(bound.value)
        self.line(f"q += {value}" if bound.adds else f"q = max(q, {value})")

    def _move(self, move: Move) -> None:
        for word in range(self._width):
            value = self._value(move.words[word]) if word in move.words else f"w{word}"
            self.line(f"new[q, {word}] = {value}")
        self.line(f"label[q] = {self._label(move.label)}")
        wins = move.wins
        if wins.kind == "end" and not wins.steps:
            self.line(f"won[q] = {int(wins.what)}")
        else:
            self.line("won[q] = 0")
            self._wins(wins)
        self.line("q += 1")

    def _wins(self, node: Node) -> None:
        """Write the questions that tell whether a move wins."""
        for step in node.steps:
            if isinstance(step, Check):
                self._check(step)
        if node.kind == "end":
            if node.what:
                self.line("won[q] = 1")
            return
        condition = self._value(node.what)
        for head, answer in ((f"if {condition}:", 0), (f"if not {condition}:", 1)):
            kid = node.kids.get(answer)
            if kid is not None and _can_win(kid):
                self.line(head)
                self._depth += 1
                self._scopes.append({})
                self._wins(kid)
                self._scopes.pop()
                self._depth -= 1

    def _label(self, label: str) -> str:
        """Return the code of a label's number."""
        first, inside = self.labels.block(label)
        if not inside:
            return self._parameter("label", label, first)
        code = "0"
        for part in inside:
            size, low = part.high - part.low + 1, part.low
            code = (
                f"({code} * {self._constant(size)} + {self._value(part)} - {self._constant(low)})"
            )
        return f"{self._parameter('label', label, first)} + {code}"

    # ------------------------------------------------------------------ values

    def _name(self, letter: str) -> str:
        self._names += 1
        return f"{letter}{self._names}"

    def _parameter(self, kind: str, what: Any, value: int) -> str:
        """Return the name of a number that is given when the module runs."""
        key = kind, what
        if key not in self._parameters:
            self._parameters[key] = f"c{len(self.constants)}"
            self.constants.append(_signed(value))
        return self._parameters[key]

    def _constant(self, value: int) -> str:
        """Return the code of a number; equal numbers that mean different things stay apart."""
        if value in LITERALS:
            return str(value)
        self.constants.append(_signed(value))
        return f"c{len(self.constants) - 1}"

    def _table(self, table: Any, items: str = "flat") -> str:
        key = id(table), items
        if key not in self._tables:
            self._tables[key] = f"t{len(self.tables)}"
            self.tables.append(np.array(getattr(table, items) or [0], np.int64))
        return self._tables[key]

    def _value(self, value: Any) -> str:
        """Return the code of a value, computed here unless it was on the way."""
        if not isinstance(value, Expr):
            return self._constant(int(value))
        for scope in reversed(self._scopes):
            if value.number in scope:
                return scope[value.number]
        if value.op == "word":
            return f"w{value.args[0]}"
        if value.op in BINARY:
            code = f"{self._value(value.args[0])} {value.op} {self._value(value.args[1])}"
        else:
            code = getattr(self, f"_code_{value.op}")(*value.args)
        name = self._name("x")
        self.line(f"{name} = {code}")
        self._scopes[-1][value.number] = name
        return name

    def _field(self, shift: int, width: int) -> tuple[str, str]:
        """Return the shift and the mask of a bit field, parameters that its uses share."""
        place = shift, width
        mask = (1 << width) - 1
        return self._parameter("shift", place, shift), self._parameter("mask", place, mask)

    def _code_field(self, word: Expr, shift: int, width: int) -> str:
        if width == WORD:
            return self._value(word)
        by, mask = self._field(shift, width)
        return f"({self._value(word)} >> {by}) & {mask}"

    def _code_not(self, truth: Expr) -> str:
        return f"not {self._value(truth)}"

    def _code_member(self, table: Any, index: Expr) -> str:
        at, name = self._value(index), self._table(table)
        return f"{name}[{at}] if 0 <= {at} < {name}.size else 0"

    def _code_table(self, table: Any, index: Expr) -> str:
        return f"{self._table(table)}[{self._value(index)}]"

    # ------------------------------------------------------------------ sets: a bit for each cell

    def _code_any(self, *words: Any) -> str:
        return f"({' | '.join(map(self._value, words))}) != 0"

    def _code_has(self, cell: Any, *words: Any) -> str:
        if not isinstance(cell, Expr):
            word, bit = divmod(cell, WORD)
            return f"({self._value(words[word])} >> {self._constant(bit)}) & 1"
        at = self._value(cell)
        if len(words) == 1:
            return f"({self._value(words[0])} >> {at}) & 1"
        return f"({self._chosen(f'{at} >> 6', words)} >> ({at} & 63)) & 1"

    def _code_with(self, word: Any, cell: Any, k: int, words: int) -> str:
        return self._changed(word, cell, k, words, "{word} | {bit}")

    def _code_without(self, word: Any, cell: Any, k: int, words: int) -> str:
        return self._changed(word, cell, k, words, "{word} & ~{bit}")

    def _changed(self, word: Any, cell: Any, k: int, words: int, how: str) -> str:
        """Return word k of a set after a cell was put in or taken out."""
        old = self._value(word)
        if not isinstance(cell, Expr):
            return how.format(word=old, bit=self._constant(_signed(1 << cell % WORD)))
        at = self._value(cell)
        if words == 1:
            return how.format(word=old, bit=f"(1 << {at})")
        new = how.format(word=old, bit=f"(1 << ({at} & 63))")
        return f"({new}) if {at} >> 6 == {k} else {old}"

    def _chosen(self, which: str, words: Any) -> str:
        """Return the code of one of several words."""
        codes = [self._value(word) for word in words]
        code = codes[-1]
        for k in reversed(range(len(codes) - 1)):
            code = f"{codes[k]} if {which} == {k} else ({code})"
        return f"({code})"

    # ------------------------------------------------------------------ tuples: a field an item

    def _code_get(self, index: Any, bits: int, per_word: int, *words: Any) -> str:
        mask = self._parameter("mask", ("item", bits), (1 << bits) - 1)
        if not isinstance(index, Expr):
            word, place = divmod(index, per_word)
            return f"({self._value(words[word])} >> {self._constant(place * bits)}) & {mask}"
        at, width = self._value(index), self._parameter("bits", bits, bits)
        if len(words) == 1:
            return f"({self._value(words[0])} >> {at} * {width}) & {mask}"
        per = self._parameter("per word", per_word, per_word)
        return f"({self._chosen(f'{at} // {per}', words)} >> {at} % {per} * {width}) & {mask}"

    def _code_put(
        self, word: Any, index: Any, item: Any, bits: int, per_word: int, k: int, words: int
    ) -> str:
        old, value = self._value(word), self._value(item)
        mask = self._parameter("mask", ("item", bits), (1 << bits) - 1)
        if not isinstance(index, Expr):
            shift = self._constant(index % per_word * bits)
            return f"({old} & ~({mask} << {shift})) | ({value} << {shift})"
        at, width = self._value(index), self._parameter("bits", bits, bits)
        per = self._parameter("per word", per_word, per_word)
        shift = f"({at} % {per} * {width})" if words > 1 else f"({at} * {width})"
        new = f"({old} & ~({mask} << {shift})) | ({value} << {shift})"
        return new if words == 1 else f"({new}) if {at} // {per} == {k} else {old}"

    def _code_pack(self, word: int, *changes: Any) -> str:
        """Return a packed word with some of its fields replaced."""
        holes, code = 0, ""
        for shift, width, value in zip(*(iter(changes),) * 3, strict=True):
            holes |= (1 << width) - 1 << shift
            by, _ = self._field(shift, width)
            code += f" | ({self._value(value)} << {by})"
        if holes == (1 << WORD) - 1:
            return code.removeprefix(" | ")
        return f"(w{word} & {self._constant(~holes)}){code}"


def _does_something(node: Node) -> bool:
    return bool(node.steps) or any(map(_does_something, node.kids.values()))


def _is_question(node: Node) -> bool:
    """Return whether a place is a question before which no move is made."""
    return node.kind == "if" and not any(isinstance(step, Move) for step in node.steps)


def _can_win(node: Node) -> bool:
    if node.kind == "end":
        return bool(node.what or node.steps)
    return bool(node.steps) or any(map(_can_win, node.kids.values()))


def _signed(value: int) -> int:
    value &= (1 << WORD) - 1
    return value - (1 << WORD) if value >> (WORD - 1) else value
