"""Translation of Python expressions to C.

Every number has 64 bits: an item of an array is widened when it is read, and truncated when it is
stored. Text outside the language raises a `CompileError` that names the line.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol, TypeGuard

from stategraph.errors import CompileError
from stategraph.machine.language import Array, Record, Type

INT, BOOL, UNSIGNED = "int64", "bool", "uint64"

C_TYPES = {
    "bool": "unsigned char",
    "int8": "signed char",
    "uint8": "unsigned char",
    "int16": "short",
    "uint16": "unsigned short",
    "int32": "int",
    "uint32": "unsigned int",
    "int64": "i64",
    "uint64": "u64",
}

_PLAIN_OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
_BITWISE = ast.BitAnd, ast.BitOr, ast.BitXor
_FLOORED = {ast.FloorDiv: ("floor_div", "divided"), ast.Mod: ("floor_mod", "rest")}
_COMPARISONS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


# A part of the Python text with a line number.
Place = ast.expr | ast.stmt | ast.arg


def refuse(node: Place, why: str) -> NoReturn:
    """Raise ``CompileError`` with the line of a part of the text, and the reason."""
    raise CompileError(f"line {node.lineno}: {why}: {ast.unparse(node).splitlines()[0][:80]}")


@dataclass
class Value:
    """An expression in C, and its type."""

    code: str
    type: str


class Module(Protocol):
    """The text that contains a function: see `stategraph.machine.c_translator`."""

    constants: dict[str, int]

    def knows(self, name: str) -> bool:
        """Return whether the text defines a function of that name."""

    def function(self, name: str, types: tuple | None, caller: Place | None) -> Any:
        """Return the function translated for these types; translate it only once."""

    def struct(self, record: Record) -> str:
        """Return the name of a record's struct."""


@dataclass
class Expressions:
    """The expressions of a function.

    Attributes
    ----------
    written : set of str
        the paths of the arrays that the function, or a function that it calls, writes to

    A *path* is the name of an argument or of a field, such as ``board.step``. Each function reads a
    field once and stores it in a variable, so the C compiler knows that no assignment to an array
    changes the field. An *alias* is another name for a path.
    """

    module: Module
    written: set[str] = field(default_factory=set, init=False)
    _arguments: dict[str, Type] = field(default_factory=dict, init=False)
    _locals: dict[str, str] = field(default_factory=dict, init=False)
    _fields: dict[str, str] = field(default_factory=dict, init=False)
    _aliases: dict[str, str] = field(default_factory=dict, init=False)

    def _kept(self, kind: str) -> str:
        return UNSIGNED if kind == UNSIGNED else INT

    def _number(self, node: ast.expr) -> str:
        """Return the code of a signed number."""
        value = self._value(node)
        if value.type == UNSIGNED:
            refuse(node, "a uint64 where a signed number is needed; use np.int64(...)")
        return value.code

    def _truth(self, node: ast.expr) -> str:
        """Return the code of a condition."""
        return self._value(node, condition=True).code

    def _value(self, node: ast.expr, condition: bool = False) -> Value:
        if isinstance(node, ast.BoolOp):
            return self._and_or(node, condition)
        name = f"_of_{type(node).__name__}"
        if not hasattr(self, name):
            refuse(node, "no expression that is translated")
        value: Value = getattr(self, name)(node)
        return value

    def _of_Constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, bool):
            return Value(str(int(node.value)), BOOL)
        if not isinstance(node.value, int):
            refuse(node, "no whole number")
        return Value(_literal(node, node.value), INT)

    def _of_Name(self, node: ast.Name) -> Value:
        path = self._path(node)
        kind = self._arguments.get(path) or self._locals.get(node.id)
        if kind is not None:
            return self._of_path(node, path, kind)
        if node.id not in self.module.constants:
            refuse(node, "has no value yet")
        return Value(_literal(node, int(self.module.constants[node.id])), INT)

    def _of_path(self, node: ast.expr, path: str, kind: Type) -> Value:
        if not isinstance(kind, str):
            noun = "an array" if isinstance(kind, Array) else "a record"
            refuse(node, f"{noun} where a number is needed")
        return Value(f"v{self._suffix(path)}", kind)

    def _of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(f"!{self._truth(node.operand)}", BOOL)
        value = self._value(node.operand)
        sign = {ast.USub: "-", ast.Invert: "~", ast.UAdd: "+"}[type(node.op)]
        if value.type == BOOL:
            refuse(node, f"{sign} of a truth")
        return Value(f"({sign}{value.code})", self._kept(value.type))

    def _of_BinOp(self, node: ast.BinOp) -> Value:
        self._in_any_order(node, [node.left, node.right])
        a, b, op = self._value(node.left), self._value(node.right), type(node.op)
        if (a.type == UNSIGNED) != (b.type == UNSIGNED):
            refuse(node, "a uint64 together with a signed number")
        if a.type == b.type == BOOL and op not in _BITWISE:
            refuse(node, "arithmetic of two truths, which numpy does otherwise than Python")
        kind = self._kept(a.type)
        if op in _PLAIN_OPERATORS:
            code = f"{a.code} {_PLAIN_OPERATORS[op]} {b.code}"
        elif op in _FLOORED:
            floored, plain = _FLOORED[op]
            name = floored if kind == INT else plain
            code = f"{name}({a.code}, {b.code})"
        elif op in (ast.LShift, ast.RShift):
            count = self._constant(node.right)
            if count is not None and not 0 <= count < 64:
                refuse(node, "a shift by less than 0 or more than 63 bits")
            left, right = ("u64", "<<") if op is ast.LShift else (C_TYPES[kind], ">>")
            code = f"({C_TYPES[kind]})(({left}){a.code} {right} ({b.code} & 63))"
        else:
            refuse(node, "no operation that is translated")
        return Value(f"({code})", kind)

    def _and_or(self, node: ast.BoolOp, condition: bool) -> Value:
        parts = [self._value(part, condition) for part in node.values]
        if not condition and any(part.type != BOOL for part in parts):
            refuse(node, "and, or of numbers gives one of them; compare them with 0")
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return Value(f"({sign.join(part.code for part in parts)})", BOOL)

    def _of_Compare(self, node: ast.Compare) -> Value:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node)
        nodes = [node.left, *node.comparators]
        self._in_any_order(node, nodes)
        if any(self._writes(part) for node in nodes[1:-1] for part in ast.walk(node)):
            refuse(node, "a call that writes into an array would be made twice")
        values = [self._value(part) for part in nodes]
        if len({value.type == UNSIGNED for value in values}) > 1:
            refuse(node, "a uint64 is compared with a signed number")
        parts = []
        for a, op, b in zip(values, node.ops, values[1:], strict=False):
            if type(op) not in _COMPARISONS:
                refuse(node, "no comparison that is translated")
            parts.append(f"({a.code} {_COMPARISONS[type(op)]} {b.code})")
        return Value(f"({' && '.join(parts)})" if len(parts) > 1 else parts[0], BOOL)

    def _membership(self, node: ast.Compare) -> Value:
        """Translate ``x in (a, b)``; the C code evaluates x once for each item."""
        (sign, *other_signs), (items, *_) = node.ops, node.comparators
        calls = any(isinstance(part, ast.Call) for part in ast.walk(node))
        if other_signs or calls or not isinstance(items, ast.Tuple):
            refuse(node, "in is between a number and a tuple of them, without a call")
        each = [ast.Compare(node.left, [ast.Eq()], [item]) for item in items.elts]
        same = [self._of_Compare(ast.copy_location(comparison, node)).code for comparison in each]
        code = f"({' || '.join(same) or '0'})"
        return Value(code if isinstance(sign, ast.In) else f"(!{code})", BOOL)

    def _of_IfExp(self, node: ast.IfExp) -> Value:
        first, second = self._value(node.body), self._value(node.orelse)
        if (first.type == UNSIGNED) != (second.type == UNSIGNED):
            refuse(node, "is int64 in one case and uint64 in the other")
        kind = BOOL if first.type == second.type == BOOL else self._kept(first.type)
        return Value(f"({self._truth(node.test)} ? {first.code} : {second.code})", kind)

    def _of_Attribute(self, node: ast.Attribute) -> Value:
        if path := self._path(node):
            return self._of_path(node, path, self._arguments[path])
        if node.attr != "size":
            refuse(node, "no attribute that is translated")
        return Value(self._size(node.value, node), INT)

    def _of_Subscript(self, node: ast.Subscript) -> Value:
        shape = node.value
        if self._is_shape(shape):
            name, kind = self._array(shape.value, node)
            column = self._constant(node.slice)
            if column not in range(kind.dims):
                refuse(node, f"not one of the {kind.dims} dimensions of the array")
            return Value(f"d{column}{name[1:]}", INT)
        return self._loaded(*self._place(node))

    def _of_Call(self, node: ast.Call) -> Value:
        called = ast.unparse(node.func)
        if node.keywords:
            refuse(node, "an argument by name")
        if self._is_own(node):
            code, returned = self._call_own(node)
            if returned != -1:
                refuse(node, "gives not one number")
            return Value(code, INT)
        if called in ("np.int64", "np.uint64", "int", "bool"):
            return self._converted(node, called.removeprefix("np."))
        if called == "len" and len(node.args) == 1:
            return Value(self._size(node.args[0], node, first=True), INT)
        if called in ("min", "max") and len(node.args) > 1:
            self._in_any_order(node, node.args)
            parts = [self._number(arg) for arg in node.args]
            code = parts[0]
            for part in parts[1:]:
                code = f"{'least' if called == 'min' else 'most'}({code}, {part})"
            return Value(code, INT)
        refuse(node, "no function that is translated")

    def _converted(self, node: ast.Call, name: str) -> Value:
        if len(node.args) != 1:
            refuse(node, f"{name} of {len(node.args)} arguments")
        (argument,) = node.args
        if name == "bool":
            return Value(f"({self._truth(argument)} != 0)", BOOL)
        number = self._constant(argument)
        if name == "uint64" and number is not None:
            if not 0 <= number < 1 << 64:
                refuse(node, "does not fit a uint64")
            return Value(f"{number}ULL", UNSIGNED)
        value = self._value(argument)
        if name == "int" and value.type == UNSIGNED:
            refuse(node, "int of a uint64 may not fit 63 bits; use np.int64(...)")
        kind = UNSIGNED if name == "uint64" else INT
        return Value(f"(({C_TYPES[kind]}){value.code})", kind)

    def _constant(self, node: ast.expr) -> int | None:
        """Return the value of an expression that is a constant whole number, else None."""
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return int(node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            number = self._constant(node.operand)
            return None if number is None else -number
        if isinstance(node, ast.Name) and node.id not in {
            *self._arguments,
            *self._locals,
            *self._aliases,
        }:
            return self.module.constants.get(node.id)
        return None

    def _in_any_order(self, place: Place, nodes: Sequence[ast.expr]) -> None:
        """Refuse expressions whose values depend on the order in which C evaluates them.

        They depend on it if one expression calls a function that writes to an array, and another
        expression calls a function or reads an item.
        """
        if len(nodes) < 2:
            return
        calls = [any(map(self._writes, ast.walk(node))) for node in nodes]
        dependent = [any(map(self._depends, ast.walk(node))) for node in nodes]
        if any(calls) and sum(dependent) > 1:
            refuse(place, "a call that writes into an array beside what may read it")

    def _depends(self, node: ast.AST) -> bool:
        """Return whether a node calls a function of the text, or reads an item."""
        if isinstance(node, ast.Subscript):
            return not self._is_shape(node.value)
        return isinstance(node, ast.Call) and self._is_own(node)

    def _writes(self, node: ast.AST) -> bool:
        """Return whether a node calls a function that writes to an array."""
        if not (isinstance(node, ast.Call) and self._is_own(node)):
            return False
        assert isinstance(node.func, ast.Name)
        return bool(self._called(node)[0].written)

    # ------------------------------------------------------------------ arrays and calls

    def _path(self, node: ast.expr) -> str:
        """Return the path of a name or an attribute; the path of other expressions is empty."""
        if isinstance(node, ast.Name):
            return self._aliases.get(node.id, node.id)
        whole = self._path(node.value) if isinstance(node, ast.Attribute) else ""
        record = self._arguments.get(whole)
        if not isinstance(record, Record):
            return ""
        assert isinstance(node, ast.Attribute)
        if f"{whole}.{node.attr}" not in self._arguments:
            refuse(node, f"{record.name} has no field {node.attr}")
        return f"{whole}.{node.attr}"

    def _is_shape(self, node: ast.expr) -> TypeGuard[ast.Attribute]:
        return isinstance(node, ast.Attribute) and node.attr == "shape" and not self._path(node)

    def _suffix(self, path: str) -> str:
        """Return the suffix of a path's names in C.

        The name of the value is ``v`` + suffix; the name of the first size is ``d0`` + suffix.
        """
        if "." not in path:
            return f"_{path}"
        number = f"{len(self._fields) + 1}_{path.rpartition('.')[2]}"
        return self._fields.setdefault(path, number)

    def _array(self, node: ast.expr, place: Place) -> tuple[str, Array]:
        """Return the name of an array in C, and its type."""
        path = self._path(node)
        kind = self._arguments.get(path)
        if not isinstance(kind, Array):
            refuse(place, "no array that is given")
        return f"v{self._suffix(path)}", kind

    def _size(self, node: ast.expr, place: Place, first: bool = False) -> str:
        name, kind = self._array(node, place)
        dims = 1 if first else kind.dims
        return f"({' * '.join(f'd{k}{name[1:]}' for k in range(dims))})"

    def _place(self, node: ast.Subscript) -> tuple[str, str]:
        """Return the C expression for ``a[i]`` or ``a[i, k]``, and the dtype of the array."""
        index = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return self._item(node.value, index, node), self._array(node.value, node)[1].item

    def _item(
        self, array: ast.expr, index: Sequence[ast.expr], place: Place, whole: bool = True
    ) -> str:
        """Return the C expression for an item; unless `whole`, the index may select a row."""
        name, kind = self._array(array, place)
        if len(index) != kind.dims and (whole or len(index) != 1):
            refuse(place, f"an array of {kind.dims} dimensions")
        size = name[1:]
        parts = [self._index(part, f"d{k}{size}") for k, part in enumerate(index)]
        if kind.dims == 1:
            return f"{name}[{parts[0]}]"
        column = f" + {parts[1]}" if len(parts) > 1 else ""
        return f"{name}[{parts[0]} * d1{size}{column}]"

    def _index(self, node: ast.expr, size: str) -> str:
        number = self._constant(node)
        if number is None and isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            refuse(node, "an index from the end that is not constant")
        code = self._number(node)
        return f"({size} + {code})" if number is not None and number < 0 else code

    def _loaded(self, place: str, item: str) -> Value:
        """Return the C code that reads an item as a number of 64 bits."""
        if item in (INT, BOOL, UNSIGNED):
            return Value(place, item)
        return Value(f"((i64){place})", INT)

    def _is_own(self, node: ast.Call) -> bool:
        return isinstance(node.func, ast.Name) and self.module.knows(node.func.id)

    def _call_own(self, node: ast.Call) -> tuple[str, int]:
        """Return the C code of a call of another function of the text, and its return type."""
        if not self._is_own(node):
            refuse(node, "no function that is translated")
        self._in_any_order(node, node.args)
        function, codes = self._called(node)
        self.written |= function.written_of([self._path(arg) for arg in node.args])
        return f"{function.c_name}({', '.join(codes)})", function.returns

    def _called(self, node: ast.Call) -> tuple[Any, list[str]]:
        """Return the called function, translated for these arguments, and the arguments' code."""
        if node.keywords:
            refuse(node, "an argument by name")
        types: list[Type] = []
        codes: list[str] = []
        for arg in node.args:
            kind = self._arguments.get(path := self._path(arg))
            if isinstance(kind, Array):
                name, _ = self._array(arg, node)
                types.append(kind)
                codes += [name, *(f"d{k}{name[1:]}" for k in range(kind.dims))]
            elif isinstance(kind, Record):
                types.append(kind)
                codes.append(f"&{place_of(path)}" if "." in path else place_of(path))
            else:
                value = self._value(arg)
                types.append(self._kept(value.type))
                codes.append(value.code)
        assert isinstance(node.func, ast.Name)
        return self.module.function(node.func.id, tuple(types), node), codes


def place_of(path: str, last: str = "v") -> str:
    """Return the C expression for a path.

    >>> place_of("board"), place_of("board.inner.step", "d0")
    ('v_board', 'v_board->v_inner.d0_step')
    """
    *outer, name = path.split(".")
    return "".join(f"v_{part}{'.' if k else '->'}" for k, part in enumerate(outer)) + (
        f"{last}_{name}"
    )


def _literal(node: ast.expr, number: int) -> str:
    if not -(1 << 63) < number < 1 << 63:
        refuse(node, "does not fit 63 bits")
    return f"{number}LL" if number >= 0 else f"({number}LL)"
