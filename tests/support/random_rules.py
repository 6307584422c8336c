"""Random rules as text: tiny puzzles that use everything a rule may use, fixed by a seed.

::

    random_puzzle("1/17").text      def rule0(s):
                                        t0 = T[(s.a + s.row[1]) % 4]
                                        for k1 in each((0, 2)):
                                            if t0 - k1 in C or not s.cells:
                                                yield f"r{k1}", s.but(a=(t0 * 3) % 5)

The text keeps the contract of rules: no pass of an ``each`` depends on an earlier one. Most values
are brought into the domains of their variables, and most indices into their tables. The others
test that both engines raise an error in the same states.
"""

from __future__ import annotations

import contextlib
import functools
import linecache
import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from random_expressions import Expressions, weighted

from stategraph.rules import Cells, Grid, Lists, One, Puzzle, Set, Table, Tuple, each

KNOWN = {
    "each": each, "np": np, "Cells": Cells, "Lists": Lists, "Table": Table,
    "M": Grid(["..#.", "...#", "#..."], "#"),
}  # fmt: skip

# Numbers of declarations of variables, and of random states for each.
DECLARATIONS, STATES = 100, 64


@dataclass(frozen=True)
class Declared:
    """Declared variables, a puzzle without rules, and states with many values at domain edges."""

    kinds: dict[str, One | Set | Tuple]
    puzzle: Puzzle
    states: list[Any]


@functools.cache
def declared(number: int) -> Declared:
    """Return one of the declarations of variables."""
    rng = random.Random(number)
    kinds: dict[str, One | Set | Tuple] = {"a": One(rng.choice((2, 3, 5, 8))), "b": _one(rng)}
    if rng.random() < 0.4:
        kinds["c"] = _one(rng)
    if rng.random() < 0.8:
        kinds["cells"] = Set(rng.choice((1, 4, 6, 9, 63, 64, 65, 70, 130)))
        if rng.random() < 0.3:
            kinds["more"] = Set(kinds["cells"].n)
    if rng.random() < 0.8:
        kinds["row"] = Tuple(rng.choice((1, 2, 3, 3, 4, 22)), rng.choice((1, 2, 3, 5, 9, 16)))
    names = list(kinds)
    rng.shuffle(names)
    kinds = {name: kinds[name] for name in names}
    starts = [{name: _value(rng, kind) for name, kind in kinds.items()} for _ in range(STATES)]
    puzzle = Puzzle(starts[0], [], lambda s: False, **kinds)
    return Declared(kinds, puzzle, [puzzle.variables.state(start) for start in starts])


def _one(rng: random.Random) -> One:
    if rng.random() < 0.1:
        return One(1 << 33)
    n = rng.choice((1, 2, 4, 7, 16, 100))
    return One(n, least=rng.choice((0, 0, 1, n - 1)) if n > 1 else 0)


def _value(rng: random.Random, kind: One | Set | Tuple) -> Any:
    if isinstance(kind, One):
        return rng.choice((kind.least, kind.n - 1, *(rng.randrange(kind.least, kind.n),) * 4))
    if isinstance(kind, Tuple):
        return [rng.choice((0, kind.n - 1, rng.randrange(kind.n))) for _ in range(kind.length)]
    share = rng.choice((0, 0.1, 0.5, 1))
    return [cell for cell in range(kind.n) if rng.random() < share]


@dataclass(frozen=True)
class RandomPuzzle:
    """A random puzzle, its text, and some states to compare."""

    text: str
    puzzle: Puzzle
    states: list[Any]


def random_puzzle(seed: str, states: int = 24, variables: int | None = None) -> RandomPuzzle:
    """Return the puzzle of a seed; `variables` is the number of a declaration."""
    rng = random.Random(seed)
    number = rng.randrange(DECLARATIONS)
    given = declared(number if variables is None else variables)
    text = Text(rng, given.kinds).module()
    known = run_rules(text, f"<random rules {seed}>", KNOWN)
    rules = [known[name] for name in known if name.startswith("rule")]
    some = rng.sample(given.states, states)
    puzzle = given.puzzle.ruled(rules, known["goal"])
    return RandomPuzzle(text, puzzle.starting(_start(puzzle, some)), some)


def run_rules(text: str, name: str, known: dict[str, Any]) -> dict[str, Any]:
    """Run the text of rules, which the tracer reads too; return known and new names."""
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    namespace = dict(known)
    exec(compile(text, name, "exec"), namespace)
    return namespace


def _start(puzzle: Puzzle, states: list[Any]) -> Any:
    """Return the first of some states that does not win."""
    for state in states[:8]:
        with contextlib.suppress(Exception):
            if not puzzle.is_goal(state):
                return state
    return states[0]


class Text(Expressions):
    """Writes a module of random rules.

    Attributes
    ----------
    own : list of str
        the names of numbers that a statement may change
    left : int
        how many statements may still be written
    """

    def __init__(self, rng: random.Random, kinds: dict[str, One | Set | Tuple]):
        super().__init__(rng, kinds)
        self.lines: list[str] = []
        self.depth = self.count = self.left = 0
        self.own: list[str] = []
        self.parts: list[str] = []
        self.labels: list[str] = []
        self.in_loop = ""
        self.lists = (rng.randint(1, 4), rng.randint(1, 3))

    # ------------------------------------------------------------------ the module

    def module(self) -> str:
        """Return the text: constants, helpers, rules and a goal."""
        self._constants()
        for _ in range(self.rng.choice((0, 1, 2))):
            self._helper()
        if self.rng.random() < 0.25:
            self._rule("part0", "s, x")
            self.parts.append("part0")
        for k in range(self.rng.choice((1, 1, 2))):
            self._rule(f"rule{k}", "s")
        self._begin("def goal(s):", ["s"], [])
        if self.rng.random() < 0.2:
            self.line(f"if {self.truth(1)}:")
            self.line(f"    return {self.truth(1)}")
        self.line(f"return {self.truth(2)}")
        return "\n".join(self.lines) + "\n"

    def _constants(self) -> None:
        rng = self.rng
        low, high = rng.choice(((-1, 6), (0, 3), (0, 0), (-5, 5), (0, 70)))
        self.line(f"T = Table({[rng.randint(low, high) for _ in range(self.table)]})")
        rows, columns = self.grid
        grid = [[rng.randint(low, high) for _ in range(columns)] for _ in range(rows)]
        self.line(f"G = Table({grid})")
        self.line(f"L = {[rng.randint(-3, 9) for _ in range(4)]}")
        self.line(f"N = np.array({[rng.randint(-3, 70) for _ in range(4)]}).tolist()")
        self.line(f"D = { ({k: rng.randint(-3, 9) for k in range(4)}) }")
        self.line(f"F = frozenset({rng.sample(range(-3, 10), 4)})")
        self.line(f"C = Cells({sorted(rng.sample(range(12), rng.randint(0, 6)))})")
        self.line(f"B = Cells({sorted(rng.sample(range(-2, 140), rng.randint(1, 60)))})")
        rows, columns = self.lists
        pairs = [(i, j) for i in range(rows) for j in range(columns) if rng.random() < 0.7]
        lists = {pair: rng.sample(range(-1, 9), rng.randint(0, 3)) for pair in pairs}
        self.line(f"W = Lists({rows}, {columns}, {lists})")

    def _begin(self, head: str, states: list[str], numbers: list[str]) -> None:
        """Begin a function."""
        self.depth = 0
        self.line(head)
        self.depth = 1
        self.states, self.numbers, self.own = states, numbers, list(numbers)

    def _helper(self) -> None:
        name = f"h{len(self.helpers)}"
        self._begin(f"def {name}(x, y):", [], ["x", "y"])
        if self.rng.random() < 0.5:
            self.line(f"if {self.truth(1)}:")
            self.line(f"    return {self.number(1)}")
        self.line(f"return {self.number(2)}")
        self.helpers.append(name)

    def _rule(self, name: str, arguments: str) -> None:
        names = arguments.split(", ")
        self._begin(f"def {name}({arguments}):", names[:1], names[1:])
        self.left = self.rng.randint(1, 5)
        self.in_loop = ""
        while self.left > 0:
            self.statement()
        self._yield()

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append("    " * self.depth + text)

    # ------------------------------------------------------------------ statements

    def statement(self) -> None:
        """Write a random statement."""
        self.left -= 1
        (write,) = self.rng.choices(*_STATEMENTS)
        write(self)

    def block(self, head: str, *numbers: str, loop: str | None = None) -> None:
        """Write some statements below `head`; the names that they define end with them.

        `loop` is "each" where the passes are independent of each other, "for" of other loops.
        """
        before = self.numbers, self.own, self.states, self.in_loop
        self.numbers, self.own, self.states = [*self.numbers, *numbers], [*self.own], [*self.states]
        if loop is not None:
            self.in_loop = loop if self.in_loop != "each" else "each"
        if self.in_loop == "each" and loop is not None:
            self.own = []
        self.line(head)
        self.depth += 1
        self.statement() if self.left > 0 else self._yield()
        if self.left > 0 and self.rng.random() < 0.4:
            self.statement()
        if loop is not None and self.rng.random() < 0.5:
            self._yield()
        if loop == "for" and self.rng.random() < 0.2:
            self.line(f"if {self.truth(1)}:")
            self.line("    " + self.rng.choice(("break", "continue")))
        self.depth -= 1
        self.numbers, self.own, self.states, self.in_loop = before

    def new(self, letter: str) -> str:
        """Return a new name."""
        self.count += 1
        return f"{letter}{self.count}"

    def _yield(self) -> None:
        rng, state = self.rng, self.rng.choice(self.states)
        label = self.new("r") if not self.labels or rng.random() < 0.97 else rng.choice(self.labels)
        self.labels.append(label)
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            label += f"_{{{self.number(1)}}}" if rng.random() < 0.9 else f",{{{self.truth(1)}}}"
        text = f'f"{label}"' + (f" + str({self.number(1)})" if rng.random() < 0.1 else "")
        self.line(f"yield {text}, {state}.but({self._changes()})")

    def _changes(self) -> str:
        names = self.rng.sample(list(self.kinds), min(len(self.kinds), self.rng.choice((1, 1, 2))))
        return ", ".join(f"{name}={self.value(name)}" for name in names)

    def _if(self) -> None:
        self.block(f"if {self.truth(2)}:")
        if self.rng.random() < 0.3:
            self.block(f"elif {self.truth(1)}:")
        if self.rng.random() < 0.5:
            self.block("else:")

    def _walrus(self) -> None:
        value, name = self.number(2), self.new("t")
        self.block(f"if ({name} := {value}) {self._sign()} {self.number(1)}:", name)

    def _match(self) -> None:
        self.line(f"match {self.number(2)}:")
        self.depth += 1
        self.block(f"case {self.rng.randint(0, 4)}:")
        self.block("case 0 | 1 | -1:")
        if self.rng.random() < 0.5:
            self.block("case _:")
        self.depth -= 1

    def _assign(self) -> None:
        value, name = self.number(2), self.new("t")
        self.line(f"{name} = {value}")
        self.numbers.append(name)
        self.own.append(name)

    def _change(self) -> None:
        if not self.own:
            self._assign()
            return
        name = self.rng.choice(self.own)
        self.line(f"{name} {self.rng.choice(('+=', '-=', '*='))} {self.number(1)}")

    def _next(self) -> None:
        changes, name = self._changes(), self.new("u")
        self.line(f"{name} = {self.rng.choice(self.states)}.but({changes})")
        self.states.append(name)

    def _for(self) -> None:
        name = self.new("k")
        items = self.rng.choice(("range(2)", "(1, -1)", "L[:3]", "N[:2]", "(3, 0)", "(True, 2)"))
        if self.row is not None and self.rng.random() < 0.3:
            items = f"{self.rng.choice(self.states)}.row[:3]"
        if self.rng.random() < 0.2:
            other = self.new("k")
            self.block(f"for {other}, {name} in enumerate({items}):", name, other, loop="for")
        else:
            self.block(f"for {name} in {items}:", name, loop="for")

    def _each(self) -> None:
        name = self.new("k")
        items = self.rng.choice(("range(3)", "(1, -1)", "C", "L", '"DLRU"', "sorted(F)", "N"))
        names = () if items[0] == '"' else (name,)
        self.block(f"for {name} in each({items}):", *names, loop="each")

    def _lists(self) -> None:
        name, (rows, columns) = self.new("k"), self.lists
        if self.rng.random() < 0.3:
            self.block(f"for d, {name} in M.around({self.index(9)}):", name, loop="each")
            return
        pair = f"{self.index(rows)}, {self.index(columns)}"
        self.block(f"for {name} in W[{pair}]:", name, loop="each")

    def _cells(self) -> None:
        if not self.sets:
            self._each()
            return
        name = self.new("k")
        cells = f"{self.rng.choice(self.states)}.{self.rng.choice(self.sets)}"
        self.block(f"for {name} in each({cells}):", name, loop="each")

    def _while(self) -> None:
        value, name = self.number(1), self.new("t")
        self.line(f"{name} = {value} % {self.rng.randint(2, 5)}")
        self.line(f"while {name} > {self.rng.randint(0, 1)}:")
        self.line(f"    {name} -= {self.rng.randint(1, 2)}")
        self.numbers.append(name)

    def _return(self) -> None:
        if self.in_loop:
            self._yield()
        else:
            self.line(f"if {self.truth(1)}:")
            self.line("    return")

    def _part(self) -> None:
        if self.parts:
            self.line(f"yield from part0({self.rng.choice(self.states)}, {self.number(1)})")
        else:
            self._if()

    # ------------------------------------------------------------------ values of variables

    def value(self, name: str) -> str:
        """Return a new value of a variable."""
        kind = self.kinds[name]
        if isinstance(kind, One):
            least, size = kind.least, kind.n - kind.least
            code = self.index(size)
            return code if not least or self.rng.random() < 0.02 else f"{least} + {code}"
        state = self.rng.choice(self.states)
        return self._set(state, name, kind.n) if isinstance(kind, Set) else self._row(state, kind)

    def _set(self, state: str, name: str, n: int) -> str:
        name = self.rng.choice(self.sets) if self.rng.random() < 0.2 else name
        code = f"{state}.{name}"
        choice = self.rng.randrange(20)
        if choice == 0:
            return str(set(self.rng.sample(range(n), min(n, 2))) or "()")
        if choice == 1:
            return f"({code} - {self.number(1)} if {self.truth(1)} else {code})"
        if choice == 2 and n > 12:
            return "C"
        for _ in range(self.rng.choice((1, 1, 2))):
            if self.rng.random() < 0.5:
                code += f" - {self.rng.choice((self.number(1), self._constant()))}"
            else:
                code += f" + {self.index(n)}"
        return code

    def _row(self, state: str, kind: Tuple) -> str:
        length, n, choice = kind.length, kind.n, self.rng.randrange(8)
        if choice == 0:
            return f"{state}.row[1:] + {state}.row[:1]"
        if choice == 1:
            return f"({self.index(n)}, *{state}.row[1:])"
        if choice == 2 and length < 5:
            return f"[(v + {self.number(1)}) % {n} for v in {state}.row]"
        code = f"{state}.row"
        for _ in range(self.rng.choice((1, 1, 2))):
            code += f".put({self.index(length)}, {self.index(n)})"
        return code


_STATEMENTS = weighted(
    Text,
    "yield 20, if 30, walrus 4, match 4, assign 16, change 6, next 6, for 6, each 10, lists 8, "
    "cells 4, while 3, return 4, part 4",
)
