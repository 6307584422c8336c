"""Code for expressions: statements that compute each value once in its scope.

A set or tuple of one field is computed like any other number. For a set or tuple of several fields,
the code reads the packed state and applies the changes that the rule has made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from stategraph.native.expressions import Expr, is_truth
from stategraph.native.parameters import Parameters
from stategraph.native.symbols import origin
from stategraph.variables import WORD, signed

if TYPE_CHECKING:
    from stategraph.native.expressions import Value

# Operations that have the same operator in the generated code.
BINARY = ("+", "-", "*", "//", "%", "&", "|", "^", "==", "<")


class Values:
    """The lines written until now, and the names of the values that they compute.

    Attributes
    ----------
    lines : list of str
    depth : int
        indentation of the next line
    scopes : list of dict of int to str
        the names of expressions computed in this scope and the outer ones
    parameters : Parameters
        the numbers and tables that are parameters of the text
    """

    def __init__(self, width: int) -> None:
        self.lines: list[str] = []
        self.depth = 0
        self.scopes: list[dict[int, str]] = [{}]
        self.parameters = Parameters()
        self.width = width
        self._names = 0
        self._codes: dict[str, Callable[..., str]] = {
            "word": self._code_word,
            "field": self._code_field,
            "not": self._code_not,
            "member": self._code_member,
            "table": self._code_table,
            "any": self._code_any,
            "outside": self._code_outside,
            "has": self._code_has,
            "holds": self._code_holds,
            "with": self._code_with,
            "without": self._code_without,
            "less": self._code_less,
            "get": self._code_get,
            "put": self._code_put,
            "pack": self._code_pack,
        }

    def line(self, text: str) -> None:
        """Write a line at the current depth."""
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def indented(self, head: str, names: dict[int, str] | None = None) -> Iterator[None]:
        """Write `head`, and indent the lines that the ``with`` block writes below it.

        The block has its own scope, which begins with `names`.
        """
        self.line(head)
        before = len(self.lines)
        self.depth += 1
        self.scopes.append(names or {})
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.scopes.pop()
        self.depth -= 1

    def name(self, letter: str) -> str:
        """Return an unused name."""
        self._names += 1
        return f"{letter}{self._names}"

    def value(self, value: Value) -> str:
        """Return the code of a value. If it has no name yet, write a line that computes it."""
        if not isinstance(value, Expr):
            return self.parameters.constant(int(value))
        for scope in reversed(self.scopes):
            if value.number in scope:
                return scope[value.number]
        if value.op == "word" and self.width == 1:
            return "w0"
        if value.op in BINARY:
            first, second = (self._operand(value.op, arg) for arg in value.args)
            code = f"{first} {value.op} {second}"
        else:
            code = self._codes[value.op](*value.args)
        # products are indices of table rows; do not share them in a part, whose text must not
        # depend on whether two tables have the same width
        named_value = value if value.op != "*" or self.parameters.shares else None
        return self.named(code, named_value)

    def _operand(self, op: str, value: Value) -> str:
        """Return the code of an operand, converted to a number if it is a truth value.

        The sum of two truth values is a number in Python, but a truth value in numpy.
        """
        code = self.value(value)
        return f"({code} + 0)" if op in ("+", "-", "*", "//", "%") and is_truth(value) else code

    def named(self, code: str, value: Expr | None = None) -> str:
        """Write a line that assigns `code` to a new name; return the name."""
        name = self.name("x")
        self.line(f"{name} = {code}")
        if value is not None:
            self.scopes[-1][value.number] = name
        return name

    def _code_word(self, number: int) -> str:
        return f"states[head, {self.parameters.parameter('word', number, number)}]"

    def _field(self, word: Expr, shift: int, width: int) -> tuple[str, str]:
        """Return the code of the shift and the mask of a bit field; all its uses share them."""
        place = word.args[0], shift, width
        mask = signed((1 << width) - 1)
        parameters = self.parameters
        return parameters.parameter("shift", place, shift), parameters.parameter(
            "mask", place, mask
        )

    def _code_field(self, word: Expr, shift: int, width: int) -> str:
        if width == WORD:
            return self.value(word)
        by, mask = self._field(word, shift, width)
        return f"({self.value(word)} >> {by}) & {mask}"

    def _code_pack(self, word: Expr, *changes: Any) -> str:
        """Return the code of a packed word with some of its fields replaced."""
        holes, code = 0, ""
        for shift, width, value in zip(*(iter(changes),) * 3, strict=True):
            holes |= (1 << width) - 1 << shift
            by, _ = self._field(word, shift, width)
            code += f" | ({self.value(value)} << {by})"
        if holes == (1 << WORD) - 1:
            return code.removeprefix(" | ")
        return f"({self.value(word)} & {self.parameters.constant(signed(~holes))}){code}"

    def _code_not(self, truth: Expr) -> str:
        return f"not {self.value(truth)}"

    def _code_member(self, table: object, index: Expr) -> str:
        at = self.value(index)
        size, item = self.parameters.size(table), self.parameters.item(table, at)
        return f"{item} if 0 <= {at} < {size} else 0"

    def _code_table(self, table: object, index: Expr) -> str:
        return self.parameters.item(table, self.value(index))

    # ------------------------------------------------------------------ sets: a bit for each cell

    def first_word(self, base: Expr) -> str:
        """Return the code of the number of the first packed word of a set of several fields."""
        name, first, _ = base.args
        return self.parameters.parameter("first", name, first)

    def masks(self, base: Expr, removed: int = 0) -> tuple[str, Callable[[str], str]]:
        """Return the number of fields of a wide set, and a function for the code of their masks.

        The masks omit the `removed` cells.
        """
        name, _, n = base.args
        return self.words(("masks", name, removed), n, (1 << n) - 1 & ~removed)

    def words(self, key: object, n: int, bits: int) -> tuple[str, Callable[[str], str]]:
        """Return the number of words in `n` bits, and a function for the code of each word."""
        flat = [signed(bits >> first) for first in range(0, n, WORD)]
        fields = self.parameters.parameter("fields", key, len(flat))
        return fields, lambda at: self.parameters.array_item(key, flat, at)

    def _code_any(self, bits: Expr) -> str:
        base, changes = origin(bits), self.changes(bits)
        if base.op == "field":
            return f"{self.value(bits)} != 0"
        removed = changes.pop().args[1] if changes and changes[-1].op == "less" else 0
        return self._any(base, changes, *self.masks(base, removed))

    def _code_outside(self, bits: Expr, cells: Any, n: int) -> str:
        """Return the code that tests whether a set has an element outside constant cells."""
        base, key, outside = origin(bits), ("others", id(cells), n), cells.others(n)
        if base.op == "field":
            return f"({self.value(bits)} & {self.parameters.array_item(key, outside, '0')}) != 0"
        fields = self.parameters.parameter("fields", key, len(outside))
        changes = self.changes(bits)
        return self._any(
            base, changes, fields, lambda k: self.parameters.array_item(key, outside, k)
        )

    def _any(self, base: Expr, changes: list[Expr], fields: str, mask: Callable[[str], str]) -> str:
        """Return code that tests whether a wide set, after its changes, has a cell of a mask."""
        cells = [self.value(change.args[1]) for change in changes if change.op != "less"]
        total, k, word = self.name("x"), self.name("k"), self.name("x")
        self.line(f"{total} = 0")
        self.line(f"for {k} in range({fields}):")
        self.line(f"    {word} = states[head, {self.first_word(base)} + {k}]")
        for change in changes:
            if change.op == "less":
                _, other = self.masks(base, change.args[1])
                self.line(f"    {word} = {word} & {other(k)}")
                continue
            at = cells.pop(0)
            how = f"| (1 << ({at} & 63))" if change.op == "with" else f"& ~(1 << ({at} & 63))"
            self.line(f"    if {at} >> 6 == {k}:")
            self.line(f"        {word} = {word} {how}")
        self.line(f"    {total} = {total} | ({word} & {mask(k)})")
        return f"{total} != 0"

    @staticmethod
    def changes(bits: Expr) -> list[Expr]:
        """Return the changes of a set or tuple, the first one first."""
        changes = []
        while bits is not origin(bits):
            changes.append(bits)
            bits = bits.args[0]
        return changes[::-1]

    def _code_has(self, cell: Value, bits: Expr) -> str:
        at = self.value(cell)
        if origin(bits).op == "field":
            return f"({self.value(bits)} >> {at}) & 1"
        return self._has(at, bits)

    def _code_holds(self, cell: Value, n: int, bits: Expr) -> str:
        inside = f"0 <= {self.value(cell)} < {self.parameters.level(n)}"
        return f"({self._code_has(cell, bits)}) if {inside} else 0"

    def _has(self, at: str, bits: Expr) -> str:
        """Return the code that tests whether a wide set has a cell."""
        if bits.op == "set":
            return f"(states[head, {self.first_word(bits)} + ({at} >> 6)] >> ({at} & 63)) & 1"
        inner = self._has(at, bits.args[0])
        if bits.op == "less":
            _, word_mask = self.masks(origin(bits), bits.args[1])
            return f"({inner}) & ({word_mask(f'({at} >> 6)')} >> ({at} & 63))"
        other = self.value(bits.args[1])
        return f"{int(bits.op == 'with')} if {at} == {other} else ({inner})"

    def _code_with(self, bits: Expr, cell: Value) -> str:
        return f"{self.value(bits)} | (1 << {self.value(cell)})"

    def _code_without(self, bits: Expr, cell: Value) -> str:
        return f"{self.value(bits)} & ~(1 << {self.value(cell)})"

    def _code_less(self, bits: Expr, cells: int) -> str:
        return f"{self.value(bits)} & {self.parameters.constant(signed(~cells))}"

    # ------------------------------------------------------------------ tuples: a field an item

    def item_mask(self, items: Expr, bits: int) -> str:
        """Return the code of the mask of one tuple item."""
        return self.parameters.parameter("item", origin(items).number, (1 << bits) - 1)

    def position(self, base: Expr, index: Value) -> tuple[str, str]:
        """Return the code of the word and the shift of an item of a tuple of several fields."""
        if not isinstance(index, Expr):
            word, shift = divmod(base.args[1].flat[index], WORD)
            return self.parameters.parameter("word", word, word), self.parameters.constant(shift)
        at = self.named(self.parameters.item(base.args[1], self.value(index)))
        return f"({at} >> 6)", f"({at} & 63)"

    def _shift(self, index: Value, items: Expr, bits: int) -> str:
        """Return the code of the shift of an item of a tuple of one field."""
        if not isinstance(index, Expr):
            return self.parameters.constant(index * bits)
        width = self.parameters.parameter("item bits", origin(items).number, bits)
        return f"({self.value(index)} * {width})"

    def _code_get(self, index: Value, bits: int, items: Expr) -> str:
        mask = self.item_mask(items, bits)
        if origin(items).op == "field":
            return f"({self.value(items)} >> {self._shift(index, items, bits)}) & {mask}"
        if items.op == "row":
            word, shift = self.position(items, index)
            return f"(states[head, {word}] >> {shift}) & {mask}"
        before, other, value, _ = items.args
        constant = not isinstance(index, Expr) and not isinstance(other, Expr)
        if index is other or (constant and index == other):
            return self.value(value)
        inner = self._code_get(index, bits, before)
        if constant:
            return inner
        return f"{self.value(value)} if {self.value(index)} == {self.value(other)} else ({inner})"

    def _code_put(self, items: Expr, index: Value, value: Value, bits: int) -> str:
        old, mask = self.value(items), self.item_mask(items, bits)
        shift = self._shift(index, items, bits)
        return f"({old} & ~({mask} << {shift})) | ({self.value(value)} << {shift})"
