"""Expressions -> code: statements that compute a value, each once in its scope.

A set is asked for bits, a tuple for fields of its packed words. Small numbers stand in the text;
all others are parameters (``c0``), and so are tables (``t0``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stategraph.native.expressions import Expr
from stategraph.variables import WORD

# Small numbers stand in the text; all others are parameters.
LITERALS = range(-1, 4)

# The operations that are written as they stand.
BINARY = ("+", "-", "*", "//", "%", "&", "|", "^", "==", "<")


class Values:
    """The lines written so far, and the names of all that they compute.

    Attributes
    ----------
    lines : list of str
    depth : int
        of the next line
    scopes : list of dict of int to str
        the names of expressions that were computed here and further out
    constants : list of int
    tables : list of (m,) int64
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0
        self.scopes: list[dict[int, str]] = [{}]
        self.constants: list[int] = []
        self.tables: list[np.ndarray] = []
        self._names = 0
        self._codes: dict[str, Callable[..., str]] = {
            "field": self._code_field,
            "not": self._code_not,
            "member": self._code_member,
            "table": self._code_table,
            "any": self._code_any,
            "has": self._code_has,
            "with": self._code_with,
            "without": self._code_without,
            "get": self._code_get,
            "put": self._code_put,
            "pack": self._code_pack,
        }
        self._tables: dict[tuple[int, str], str] = {}
        self._parameters: dict[Any, str] = {}

    def line(self, text: str) -> None:
        """Write a line at the current depth."""
        self.lines.append("    " * self.depth + text)

    def name(self, letter: str) -> str:
        """Return a name that nothing has yet."""
        self._names += 1
        return f"{letter}{self._names}"

    def parameter(self, kind: str, what: Any, value: int) -> str:
        """Return the name of a number that is given when the module runs."""
        key = kind, what
        if key not in self._parameters:
            self._parameters[key] = f"c{len(self.constants)}"
            self.constants.append(_signed(value))
        return self._parameters[key]

    def constant(self, value: int) -> str:
        """Return the code of a number; equal numbers that mean different things stay apart."""
        if value in LITERALS:
            return str(value)
        self.constants.append(_signed(value))
        return f"c{len(self.constants) - 1}"

    def table(self, table: Any, items: str = "flat") -> str:
        """Return the name of a constant table, which is given when the module runs."""
        key = id(table), items
        if key not in self._tables:
            self._tables[key] = f"t{len(self.tables)}"
            self.tables.append(np.array(getattr(table, items) or [0], np.int64))
        return self._tables[key]

    def value(self, value: Any) -> str:
        """Return the code of a value, computed here unless it was on the way."""
        if not isinstance(value, Expr):
            return self.constant(int(value))
        for scope in reversed(self.scopes):
            if value.number in scope:
                return scope[value.number]
        if value.op == "word":
            return f"w{value.args[0]}"
        if value.op in BINARY:
            code = f"{self.value(value.args[0])} {value.op} {self.value(value.args[1])}"
        else:
            code = self._codes[value.op](*value.args)
        name = self.name("x")
        self.line(f"{name} = {code}")
        self.scopes[-1][value.number] = name
        return name

    def _field(self, shift: int, width: int) -> tuple[str, str]:
        """Return the shift and the mask of a bit field, parameters that its uses share."""
        place = shift, width
        mask = (1 << width) - 1
        return self.parameter("shift", place, shift), self.parameter("mask", place, mask)

    def _code_field(self, word: Expr, shift: int, width: int) -> str:
        if width == WORD:
            return self.value(word)
        by, mask = self._field(shift, width)
        return f"({self.value(word)} >> {by}) & {mask}"

    def _code_not(self, truth: Expr) -> str:
        return f"not {self.value(truth)}"

    def _code_member(self, table: Any, index: Expr) -> str:
        at, name = self.value(index), self.table(table)
        return f"{name}[{at}] if 0 <= {at} < {name}.size else 0"

    def _code_table(self, table: Any, index: Expr) -> str:
        return f"{self.table(table)}[{self.value(index)}]"

    # ------------------------------------------------------------------ sets: a bit for each cell

    def _code_any(self, *words: Any) -> str:
        return f"({' | '.join(map(self.value, words))}) != 0"

    def _code_has(self, cell: Any, *words: Any) -> str:
        if not isinstance(cell, Expr):
            word, bit = divmod(cell, WORD)
            return f"({self.value(words[word])} >> {self.constant(bit)}) & 1"
        at = self.value(cell)
        if len(words) == 1:
            return f"({self.value(words[0])} >> {at}) & 1"
        return f"({self._chosen(f'{at} >> 6', words)} >> ({at} & 63)) & 1"

    def _code_with(self, word: Any, cell: Any, k: int, words: int) -> str:
        return self._changed(word, cell, k, words, "{word} | {bit}")

    def _code_without(self, word: Any, cell: Any, k: int, words: int) -> str:
        return self._changed(word, cell, k, words, "{word} & ~{bit}")

    def _changed(self, word: Any, cell: Any, k: int, words: int, how: str) -> str:
        """Return word k of a set after a cell was put in or taken out."""
        old = self.value(word)
        if not isinstance(cell, Expr):
            return how.format(word=old, bit=self.constant(_signed(1 << cell % WORD)))
        at = self.value(cell)
        if words == 1:
            return how.format(word=old, bit=f"(1 << {at})")
        new = how.format(word=old, bit=f"(1 << ({at} & 63))")
        return f"({new}) if {at} >> 6 == {k} else {old}"

    def _chosen(self, which: str, words: Any) -> str:
        """Return the code of one of several words."""
        codes = [self.value(word) for word in words]
        code = codes[-1]
        for k in reversed(range(len(codes) - 1)):
            code = f"{codes[k]} if {which} == {k} else ({code})"
        return f"({code})"

    # ------------------------------------------------------------------ tuples: a field an item

    def _code_get(self, index: Any, bits: int, per_word: int, *words: Any) -> str:
        mask = self.parameter("mask", ("item", bits), (1 << bits) - 1)
        if not isinstance(index, Expr):
            word, place = divmod(index, per_word)
            return f"({self.value(words[word])} >> {self.constant(place * bits)}) & {mask}"
        at, width = self.value(index), self.parameter("bits", bits, bits)
        if len(words) == 1:
            return f"({self.value(words[0])} >> {at} * {width}) & {mask}"
        per = self.parameter("per word", per_word, per_word)
        return f"({self._chosen(f'{at} // {per}', words)} >> {at} % {per} * {width}) & {mask}"

    def _code_put(
        self, word: Any, index: Any, item: Any, bits: int, per_word: int, k: int, words: int
    ) -> str:
        old, value = self.value(word), self.value(item)
        mask = self.parameter("mask", ("item", bits), (1 << bits) - 1)
        if not isinstance(index, Expr):
            shift = self.constant(index % per_word * bits)
            return f"({old} & ~({mask} << {shift})) | ({value} << {shift})"
        at, width = self.value(index), self.parameter("bits", bits, bits)
        per = self.parameter("per word", per_word, per_word)
        shift = f"({at} % {per} * {width})" if words > 1 else f"({at} * {width})"
        new = f"({old} & ~({mask} << {shift})) | ({value} << {shift})"
        return new if words == 1 else f"({new}) if {at} // {per} == {k} else {old}"

    def _code_pack(self, word: int, *changes: Any) -> str:
        """Return a packed word with some of its fields replaced."""
        holes, code = 0, ""
        for shift, width, value in zip(*(iter(changes),) * 3, strict=True):
            holes |= (1 << width) - 1 << shift
            by, _ = self._field(shift, width)
            code += f" | ({self.value(value)} << {by})"
        if holes == (1 << WORD) - 1:
            return code.removeprefix(" | ")
        return f"(w{word} & {self.constant(~holes)}){code}"


def _signed(value: int) -> int:
    value &= (1 << WORD) - 1
    return value - (1 << WORD) if value >> (WORD - 1) else value
