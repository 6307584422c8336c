"""Random expressions as text: numbers and truths over all that symbols can compute."""

from __future__ import annotations

import random
from typing import Any

from stategraph.rules import One, Set, Tuple


class Expressions:
    """Writes random expressions over the names in scope.

    Attributes
    ----------
    numbers : list of str
        the names of numbers
    states : list of str
        the names of states
    helpers : list of str
        the names of functions of two numbers
    """

    def __init__(self, rng: random.Random, kinds: dict[str, One | Set | Tuple]):
        self.rng, self.kinds = rng, kinds
        self.numbers: list[str] = []
        self.states: list[str] = []
        self.helpers: list[str] = []
        self.ones = [name for name, kind in kinds.items() if isinstance(kind, One)]
        self.sets = [name for name, kind in kinds.items() if isinstance(kind, Set)]
        self.row = kinds.get("row")
        self.table, self.grid = rng.randint(1, 9), (rng.randint(1, 4), rng.randint(1, 4))

    def index(self, size: int) -> str:
        """Return a number that mostly lies in ``0..size-1``."""
        chance = self.rng.random()
        if chance < 0.25:
            return str(self.rng.randrange(size))
        return self.number(1) if chance < 0.27 else f"({self.number(1)} % {size})"

    # ------------------------------------------------------------------ numbers

    def number(self, depth: int) -> str:
        """Return a random number; `depth` bounds the nesting of its operations."""
        if depth <= 0 or self.rng.random() < 0.15:
            return self._leaf()
        (write,) = self.rng.choices(*_NUMBERS)
        return write(self, depth - 1)

    def _leaf(self) -> str:
        chance = self.rng.random()
        if chance < 0.25 or not (self.states or self.numbers):
            return self._constant()
        if self.numbers and (chance < 0.5 or not self.states):
            return self.rng.choice(self.numbers)
        state = self.rng.choice(self.states)
        if self.row is not None and chance > 0.8:
            return f"{state}.row[{self.rng.randrange(self.row.length)}]"
        name = self.rng.choice(self.ones)
        return f"{state}.{name}" if chance < 0.75 else f"{state}['{name}']"

    def _constant(self) -> str:
        chance = self.rng.random()
        if chance < 0.9:
            return str(self.rng.randint(0, 9)) if chance < 0.8 else f"({self.rng.randint(-9, 0)})"
        return self.rng.choice(("True", "False", f"L[{self.rng.randrange(4)}]", "D[2]", "N[1]"))

    def _binary(self, depth: int) -> str:
        sign = self.rng.choice("++--*")
        return f"({self.number(depth)} {sign} {self.number(depth)})"

    def _divided(self, depth: int) -> str:
        by = str(self.rng.randint(1, 7))
        if self.rng.random() < 0.3:
            by = f"({self.number(depth)} % {by} + 1)"
        return f"({self.number(depth)} {self.rng.choice(('//', '%'))} {by})"

    def _bitwise(self, depth: int) -> str:
        a, b = (f"({self.number(depth)} % {self.rng.choice((2, 4, 6, 64))})" for _ in range(2))
        return f"({a} {self.rng.choice('&|^')} {b})"

    def _sided(self, depth: int) -> str:
        return f"({self.rng.choice('-+')}{self.number(depth)})"

    def _chosen(self, depth: int) -> str:
        return f"({self.number(depth)} if {self.truth(depth)} else {self.number(depth)})"

    def _looked_up(self, depth: int) -> str:
        rows, columns = self.grid
        chance = self.rng.random()
        if chance < 0.1:
            return f"M.step['{self.rng.choice('DLRU')}'][{self.index(9)}]"
        if chance < 0.4:
            return f"G[{self.index(rows)}, {self.index(columns)}]"
        return f"T[{self.index(self.table)}]"

    def _item(self, depth: int) -> str:
        if self.row is None or not self.states:
            return self._binary(depth)
        code, length = f"{self.rng.choice(self.states)}.row", self.row.length
        if self.rng.random() < 0.3:
            code += f".put({self.index(length)}, {self.index(self.row.n)})"
        choice = self.rng.randrange(10)
        if choice < 2:
            return f"{('sum', 'len')[choice]}({code})"
        return f"{code}[-1]" if choice == 2 else f"{code}[{self.index(length)}]"

    def _least(self, depth: int) -> str:
        name = self.rng.choice(("min", "max", "sum", "sorted", "pair"))
        pair = f"({self.number(depth)}, {self.number(depth)})"
        ends = {"sorted": f"sorted({pair})[0]", "pair": f"{pair}[1]"}
        return ends.get(name, f"{name}({pair})")

    def _called(self, depth: int) -> str:
        if not self.helpers:
            return self._binary(depth)
        return f"{self.rng.choice(self.helpers)}({self.number(depth)}, {self.number(depth)})"

    def _either(self, depth: int) -> str:
        return f"({self.number(depth)} {self.rng.choice(('and', 'or'))} {self.number(depth)})"

    def _truth_as_number(self, depth: int) -> str:
        return f"({self._compared(depth)} + {self.number(depth)})"

    def _summed(self, depth: int) -> str:
        return f"sum({self.number(depth)} * k for k in (1, 2))"

    def _refused(self, depth: int) -> str:
        """Return what only plain Python can compute."""
        code = self.number(depth)
        forms = (
            "abs({})", "int({})", "(2 ** ({} % 3))", "L[{} % 4]", "D[{} % 4]", "(1 << ({} % 3))",
            "({} in F)", "({} in {{1, 2}})", "divmod({}, 3)[1]", "round({})", "(~{})",
        )  # fmt: skip
        return self.rng.choice(forms).format(code)

    # ------------------------------------------------------------------ truths

    def truth(self, depth: int) -> str:
        """Return a random condition."""
        (write,) = self.rng.choices(*(_TRUTHS if depth > 0 else _PLAIN_TRUTHS))
        return write(self, depth - 1)

    def _sign(self) -> str:
        return self.rng.choice(("<", "<=", ">", ">=", "==", "==", "!="))

    def _compared(self, depth: int) -> str:
        return f"({self.number(depth)} {self._sign()} {self.number(depth)})"

    def _chained(self, depth: int) -> str:
        a, b, c = (self.number(depth) for _ in range(3))
        return f"({a} {self._sign()} {b} {self._sign()} {c})"

    def _in_constant(self, depth: int) -> str:
        among = self.rng.choice(("C", "B", "(0, 2, 5)", "L", "range(1, 4)", "range(0, 9, 2)", "N"))
        return f"({self.number(depth)} {self.rng.choice(('in', 'not in'))} {among})"

    def _in_set(self, depth: int) -> str:
        if self.row is not None and self.states and self.rng.random() < 0.15:
            items = f"{self.rng.choice(self.states)}.row[:2]"
            a, b = self.number(depth), self.number(depth)
            return self.rng.choice((f"({a} in {items})", f"({items} == ({a}, {b}))"))
        if not (self.sets and self.states):
            return self._in_constant(depth)
        name = self.rng.choice(self.sets)
        code, n = f"{self.rng.choice(self.states)}.{name}", self.kinds[name].n
        chance = self.rng.random()
        if chance < 0.3:
            code = f"({code} {self.rng.choice('+-')} {self.index(n)})"
        if chance > 0.9:
            return f"({code} <= {self.rng.choice('CB')})"
        return f"({self.number(depth)} in {code})" if chance < 0.75 else f"bool({code})"

    def _joined(self, depth: int) -> str:
        return f"({self.truth(depth)} {self.rng.choice(('and', 'or'))} {self.truth(depth)})"

    def _not(self, depth: int) -> str:
        return f"(not {self.truth(depth)})"

    def _bits(self, depth: int) -> str:
        sign = self.rng.choice(("&", "|", "^", "==", "!="))
        return f"({self._compared(depth)} {sign} {self._compared(depth)})"

    def _all(self, depth: int) -> str:
        name = self.rng.choice(("all", "any"))
        among = "(1, 4)"
        if self.row is not None and self.states and self.rng.random() < 0.5:
            among = f"{self.rng.choice(self.states)}.row[:2]"
        return f"{name}(k {self._sign()} {self.number(depth)} for k in {among})"


def weighted(writer: type, weights: str) -> tuple[list[Any], list[int]]:
    """Return methods of a class and their weights, as two lists, from ``name weight, ...``."""
    pairs = [pair.split() for pair in weights.split(",")]
    return [getattr(writer, f"_{name}") for name, _ in pairs], [int(weight) for _, weight in pairs]


_NUMBERS = weighted(
    Expressions,
    "binary 40, divided 14, bitwise 8, sided 4, chosen 5, looked_up 12, item 10, least 4, "
    "called 8, either 3, truth_as_number 4, summed 2, refused 1",
)
_TRUTHS = weighted(
    Expressions,
    "compared 30, chained 5, in_constant 12, in_set 14, joined 10, not 4, bits 6, all 3",
)
_PLAIN_TRUTHS = weighted(Expressions, "compared 30, in_constant 10, in_set 10")
