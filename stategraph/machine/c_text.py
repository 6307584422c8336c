"""Loops written in Python -> C.

What is translated is a small part of Python that means the same in both languages, so that the
same text runs in either::

    numbers     int64 that wraps round, // and % rounding down, uint64 made by np.uint64(...)
    arrays      given, never made: a[i], a[i, k], a.size, a.shape[k], len(a); a constant index may
                be negative, any other one lies in the array: nothing asks
    statements  =, augmented =, if, while, for over range(...) or an array, break, continue,
                return, calls of each other, of min, max, prefetch, np.int64 and np.uint64

A function is translated once for each types that it is called with. Whatever else stands in the
text is a `CompileError` that names the line.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NoReturn

from stategraph.errors import CompileError
from stategraph.machine import language
from stategraph.machine.language import Array

INT, BOOL, UNSIGNED = "int64", "bool", "uint64"

# The type of an argument or a value: an array's, or one of the three above.
Type = Array | str

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

_HEAD = """\
typedef long long i64;
typedef unsigned long long u64;
static inline i64 floor_div(i64 a, i64 b)
{
    if (b == 0 || b == -1) return b ? (i64)-(u64)a : 0;
    return a / b - ((a % b != 0) & ((a ^ b) < 0));
}
static inline i64 floor_mod(i64 a, i64 b)
{
    if (b == 0 || b == -1) return 0;
    return a % b + (((a % b != 0) & ((a ^ b) < 0)) ? b : 0);
}
static inline i64 least(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 most(i64 a, i64 b) { return a > b ? a : b; }
"""

_PLAIN_OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
_FLOORED = {ast.FloorDiv: ("floor_div", "/"), ast.Mod: ("floor_mod", "%")}
_COMPARISONS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


@dataclass(frozen=True)
class Export:
    """A function that is called from outside.

    Attributes
    ----------
    types : tuple of Type
        of its arguments
    written : frozenset of int
        the arguments that are arrays it writes into
    returns : int
        how many numbers it returns; -1: one, which is no tuple; 0: none
    """

    types: tuple[Type, ...]
    written: frozenset[int]
    returns: int


@dataclass(frozen=True)
class Translation:
    """The text in C, and what it exports by name.

    A function is exported as ``void loop_NAME(const i64 *given, i64 *returned)``: `given` holds, of
    each argument, the number, or the address of the array and its shape.
    """

    text: str
    exports: dict[str, Export]


def translate(
    text: str,
    exports: Mapping[str, Sequence[Type] | None],
    constants: Mapping[str, int] | None = None,
) -> Translation:
    """Return the C of a module's text, with the functions `exports` and what they call.

    Parameters
    ----------
    exports : mapping of str to types
        the types of a function's arguments; None: those that stand in the text
    constants : mapping of str to int, optional
        numbers that the text knows by name, besides those it defines itself

    >>> made = translate("def add(a, b): return a + b", {"add": ("int64", "int64")})
    >>> "return" in made.text, made.exports["add"].returns
    (True, -1)
    """
    module = _Module(text, constants or {})
    outside = []
    found = {}
    for name, types in exports.items():
        function = module.function(name, types if types is None else tuple(types), None)
        found[name] = function.export()
        outside.append(_entry(name, function))
    sizes = sorted({f.returns for f in module.made.values() if f.returns > 0})
    structs = [f"typedef struct {{ i64 v[{size}]; }} r{size};\n" for size in sizes]
    return Translation("".join([_HEAD, *structs, *module.texts, *outside]), found)


def _entry(name: str, function: _Function) -> str:
    """Return the function by which a translated one is called from outside."""
    given, at = [], 0
    for kind in function.types:
        if isinstance(kind, Array):
            given.append(f"({C_TYPES[kind.item]} *)given[{at}]")
            given += [f"given[{at + 1 + k}]" for k in range(kind.dims)]
            at += 1 + kind.dims
        else:
            given.append(f"({C_TYPES[kind]})given[{at}]" if kind == UNSIGNED else f"given[{at}]")
            at += 1
    call = f"{function.c_name}({', '.join(given)})"
    if function.returns > 0:
        copied = f"for (int k = 0; k < {function.returns}; k++) returned[k] = found.v[k];"
        body = f"r{function.returns} found = {call};\n    {copied}"
    else:
        body = f"returned[0] = {call};" if function.returns else f"{call};"
    return f"void loop_{name}(const i64 *given, i64 *returned)\n{{\n    {body}\n}}\n"


def _refuse(node: ast.AST, why: str) -> NoReturn:
    line = getattr(node, "lineno", 0)
    raise CompileError(f"line {line}: {why}: {ast.unparse(node).splitlines()[0][:80]}")


class _Module:
    """A text: its functions and constants, and what was made of them so far.

    Attributes
    ----------
    made : dict
        the functions that were translated, by name and types
    texts : list of str
        their C, callees first
    """

    def __init__(self, text: str, constants: Mapping[str, int]):
        self.made: dict[tuple, _Function] = {}
        self.texts: list[str] = []
        self.constants = dict(constants)
        self._functions: dict[str, ast.FunctionDef] = {}
        self._types: dict[str, Array] = {
            name: kind.__metadata__[0]
            for name, kind in vars(language).items()
            if hasattr(kind, "__metadata__")
        }
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                self._functions[node.name] = node
            elif isinstance(node, ast.Assign):
                self._define(node)

    def _define(self, node: ast.Assign) -> None:
        """Take note of ``A, B = 1, 2``, or of another name for a type."""
        (target,) = node.targets
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        for name, value in zip(names, values, strict=True):
            assert isinstance(name, ast.Name)
            if isinstance(value, ast.Name) and value.id in self._types:
                self._types[name.id] = self._types[value.id]
            else:
                self.constants[name.id] = self._number(value)

    def _number(self, node: ast.expr) -> int:
        """Return the value of a constant."""
        for part in ast.walk(node):
            kinds = ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop
            if not isinstance(part, kinds):
                _refuse(node, "no constant number")
        return int(eval(compile(ast.Expression(node), "<constant>", "eval"), {}))

    def knows(self, name: str) -> bool:
        """Return whether the text defines a function of that name."""
        return name in self._functions

    def function(self, name: str, types: tuple | None, caller: ast.AST | None) -> _Function:
        """Return a function translated for these types, the same one each time."""
        node = self._functions[name]
        if types is None:
            types = tuple(self._annotated(arg) for arg in node.args.args)
        if len(types) != len(node.args.args):
            _refuse(caller or node, f"{name} takes {len(node.args.args)} arguments")
        key = name, types
        if key not in self.made:
            self.made[key] = function = _Function(self, node, types, f"f{len(self.made)}_{name}")
            self.texts.append(function.translated())
        elif not self.made[key].done:
            _refuse(caller or node, "a function cannot call itself")
        return self.made[key]

    def _annotated(self, arg: ast.arg) -> Type:
        if arg.annotation is None:
            return INT
        if isinstance(arg.annotation, ast.Name) and arg.annotation.id in self._types:
            return self._types[arg.annotation.id]
        _refuse(arg, "an unknown type")


@dataclass
class _Value:
    """An expression in C, and its type."""

    code: str
    type: str


@dataclass
class _Function:
    """A function for one choice of the types of its arguments."""

    module: _Module
    node: ast.FunctionDef
    types: tuple[Type, ...]
    c_name: str
    done: bool = False
    returns: int = 0
    written: set[str] = field(default_factory=set)
    _lines: list[str] = field(default_factory=list)
    _locals: dict[str, str] = field(default_factory=dict)
    _depth: int = 1
    _temporaries: int = 0
    _returned: int | None = None

    def __post_init__(self) -> None:
        self._names = [arg.arg for arg in self.node.args.args]
        self._arguments = dict(zip(self._names, self.types, strict=True))

    def export(self) -> Export:
        """Return how the function is called from outside."""
        written = frozenset(self._names.index(name) for name in self.written)
        return Export(self.types, written, self.returns)

    def translated(self) -> str:
        """Return the function's C."""
        self._block(self.node.body)
        self.done = True
        self.returns = self._returned or 0
        if self.returns:  # whoever gets to the end has met `while True`, or returns None
            self._line(f"return ({self._result()}){{0}};" if self.returns > 0 else "return 0;")
        given = ", ".join(chain.from_iterable(self._parameters(name) for name in self._names))
        variables = [
            f"    {C_TYPES[kind]} v_{name} = 0;" for name, kind in sorted(self._locals.items())
        ]
        head = f"static inline {self._result()} {self.c_name}({given or 'void'})"
        return "\n".join([head, "{", *variables, *self._lines, "}", ""])

    def _result(self) -> str:
        return {0: "void", -1: "i64"}.get(self.returns, f"r{self.returns}")

    def _parameters(self, name: str) -> Iterator[str]:
        kind = self._arguments[name]
        if isinstance(kind, Array):
            yield f"{C_TYPES[kind.item]} *v_{name}"
            yield from (f"i64 d{k}_{name}" for k in range(kind.dims))
        else:
            yield f"{C_TYPES[UNSIGNED if kind == UNSIGNED else INT]} v_{name}"

    # ------------------------------------------------------------------ statements

    def _line(self, text: str) -> None:
        self._lines.append("    " * self._depth + text)

    def _temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}"

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            name = f"_do_{type(statement).__name__}"
            if not hasattr(self, name):
                _refuse(statement, "no statement that is translated")
            getattr(self, name)(statement)

    def _inside(self, head: str, body: Sequence[ast.stmt], *first: str) -> None:
        self._line(head + " {")
        self._depth += 1
        for line in first:
            self._line(line)
        self._block(body)
        self._depth -= 1
        self._line("}")

    def _do_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return  # a docstring
        if not isinstance(node.value, ast.Call):
            _refuse(node, "a value that nothing is done with")
        if getattr(node.value.func, "id", "") == "prefetch":
            array, index = node.value.args
            self._line(f"__builtin_prefetch(&{self._item(array, [index], node, whole=False)});")
            return
        self._line(f"{self._call_own(node.value)[0]};")

    def _do_Pass(self, node: ast.Pass) -> None:
        pass

    def _do_Continue(self, node: ast.Continue) -> None:
        self._line("continue;")

    def _do_Break(self, node: ast.Break) -> None:
        self._line("break;")

    def _do_Return(self, node: ast.Return) -> None:
        value = node.value
        returned = len(value.elts) if isinstance(value, ast.Tuple) else 0 if value is None else -1
        call = None
        if isinstance(value, ast.Call) and self._is_own(value):
            call, returned = self._call_own(value)
        if self._returned not in (None, returned):
            _refuse(node, "returns something else than before")
        self._returned = returned
        if value is None:
            self._line("return;")
        elif call is not None:
            self._line(f"return {call};")
        elif isinstance(value, ast.Tuple):
            items = ", ".join(self._number(item) for item in value.elts)
            self._line(f"return (r{returned}){{{{{items}}}}};")
        else:
            self._line(f"return {self._number(value)};")

    def _do_If(self, node: ast.If) -> None:
        self._inside(f"if ({self._truth(node.test)})", node.body)
        if node.orelse:
            self._inside("else", node.orelse)

    def _do_While(self, node: ast.While) -> None:
        if node.orelse:
            _refuse(node, "else after a loop")
        self._inside(f"while ({self._truth(node.test)})", node.body)

    def _do_For(self, node: ast.For) -> None:
        if node.orelse or not isinstance(node.target, ast.Name):
            _refuse(node, "a loop with else, or over several names")
        at, end = self._temporary(), self._temporary()
        over = node.iter
        if isinstance(over, ast.Call) and getattr(over.func, "id", "") == "range":
            first, last, step = self._range(over)
            value = _Value(at, INT)
        else:
            first, last, step = "0", self._size(over, node), 1
            array = self._array(over, node)
            value = self._loaded(f"{array[0]}[{at}]", array[1].item)
        compared, steps = ("<", f"+= {step}") if step > 0 else (">", f"-= {-step}")
        head = f"for (i64 {at} = {first}, {end} = {last}; {at} {compared} {end}; {at} {steps})"
        self._inside(head, node.body, f"{self._variable(node.target, value.type)} = {value.code};")

    def _range(self, call: ast.Call) -> tuple[str, str, int]:
        bounds = [self._number(arg) for arg in call.args[:2]]
        first, last = bounds if len(bounds) == 2 else ("0", *bounds)
        step = 1
        if len(call.args) == 3:
            step = ast.literal_eval(call.args[2])
        return first, last, step

    def _do_AugAssign(self, node: ast.AugAssign) -> None:
        operation = ast.BinOp(node.target, node.op, node.value)
        self._store(node.target, self._value(ast.copy_location(operation, node)))

    def _do_Assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple):
            self._unpack(node.targets[0].elts, node.value)
            return
        value = self._value(node.value)
        if len(node.targets) > 1:
            name = self._temporary()
            self._line(f"{C_TYPES[self._kept(value.type)]} {name} = {value.code};")
            value = _Value(name, value.type)
        for target in node.targets:
            self._store(target, value)

    def _unpack(self, targets: Sequence[ast.expr], value: ast.expr) -> None:
        """Translate ``a, b = ...``: all is computed before anything is stored."""
        if isinstance(value, ast.Call) and self._is_own(value):
            call, returned = self._call_own(value)
            if returned != len(targets):
                _refuse(value, f"returns {returned} values, not {len(targets)}")
            name = self._temporary()
            self._line(f"r{returned} {name} = {call};")
            found = [_Value(f"{name}.v[{k}]", INT) for k in range(returned)]
        elif isinstance(value, ast.Tuple) and len(value.elts) == len(targets):
            found = []
            for item in map(self._value, value.elts):
                name = self._temporary()
                self._line(f"{C_TYPES[self._kept(item.type)]} {name} = {item.code};")
                found.append(_Value(name, item.type))
        else:
            _refuse(value, "cannot be taken apart")
        for target, item in zip(targets, found, strict=True):
            self._store(target, item)

    def _store(self, target: ast.expr, value: _Value) -> None:
        if isinstance(target, ast.Name):
            self._line(f"{self._variable(target, value.type)} = {value.code};")
        elif isinstance(target, ast.Subscript):
            place, item = self._place(target)
            self.written.add(place.partition("[")[0].removeprefix("v_"))
            if (value.type == UNSIGNED) != (item == UNSIGNED):
                _refuse(target, "a uint64 among signed numbers, or the other way round")
            truth = item == BOOL and value.type != BOOL
            self._line(f"{place} = {value.code}{' != 0' if truth else ''};")
        else:
            _refuse(target, "nothing can be put here")

    def _variable(self, name: ast.Name, kind: str) -> str:
        """Return the variable of that name, which exists from now on."""
        kind = self._kept(kind)
        if name.id in self._arguments:
            known = self._arguments[name.id]
            if isinstance(known, Array):
                _refuse(name, "the name of an array is given to a number")
            known = self._kept(known)
        else:
            known = self._locals.setdefault(name.id, kind)
        if known != kind:
            _refuse(name, "is int64 in one place and uint64 in another")
        return f"v_{name.id}"

    def _kept(self, kind: str) -> str:
        return UNSIGNED if kind == UNSIGNED else INT

    # ------------------------------------------------------------------ expressions

    def _number(self, node: ast.expr) -> str:
        """Return the code of a signed number."""
        value = self._value(node)
        if value.type == UNSIGNED:
            _refuse(node, "a uint64 where a signed number is needed; use np.int64(...)")
        return value.code

    def _truth(self, node: ast.expr) -> str:
        """Return the code of a condition."""
        return self._value(node, condition=True).code

    def _value(self, node: ast.expr, condition: bool = False) -> _Value:
        if isinstance(node, ast.BoolOp):
            return self._and_or(node, condition)
        name = f"_of_{type(node).__name__}"
        if not hasattr(self, name):
            _refuse(node, "no expression that is translated")
        made: _Value = getattr(self, name)(node)
        return made

    def _of_Constant(self, node: ast.Constant) -> _Value:
        if isinstance(node.value, bool):
            return _Value(str(int(node.value)), BOOL)
        if not isinstance(node.value, int):
            _refuse(node, "no whole number")
        return _Value(_literal(node, node.value), INT)

    def _of_Name(self, node: ast.Name) -> _Value:
        kind = self._arguments.get(node.id) or self._locals.get(node.id)
        if isinstance(kind, Array):
            _refuse(node, "an array where a number is needed")
        if kind is not None:
            return _Value(f"v_{node.id}", kind)
        if node.id not in self.module.constants:
            _refuse(node, "has no value yet")
        return _Value(_literal(node, int(self.module.constants[node.id])), INT)

    def _of_UnaryOp(self, node: ast.UnaryOp) -> _Value:
        if isinstance(node.op, ast.Not):
            return _Value(f"!{self._truth(node.operand)}", BOOL)
        value = self._value(node.operand)
        sign = {ast.USub: "-", ast.Invert: "~", ast.UAdd: "+"}[type(node.op)]
        if value.type == BOOL and sign == "~":
            _refuse(node, "~ of a truth")
        return _Value(f"({sign}{value.code})", self._kept(value.type))

    def _of_BinOp(self, node: ast.BinOp) -> _Value:
        a, b, op = self._value(node.left), self._value(node.right), type(node.op)
        if (a.type == UNSIGNED) != (b.type == UNSIGNED):
            _refuse(node, "a uint64 together with a signed number")
        kind = self._kept(a.type)
        if op in _PLAIN_OPERATORS:
            code = f"{a.code} {_PLAIN_OPERATORS[op]} {b.code}"
        elif op in _FLOORED:
            floored, plain = _FLOORED[op]
            signed = f"{floored}({a.code}, {b.code})"
            code = signed if kind == INT else f"{a.code} {plain} {b.code}"
        elif op is ast.LShift:
            code = f"({C_TYPES[kind]})((u64){a.code} << ({b.code} & 63))"
        elif op is ast.RShift:
            code = f"{a.code} >> ({b.code} & 63)"
        else:
            _refuse(node, "no operation that is translated")
        return _Value(f"({code})", kind)

    def _and_or(self, node: ast.BoolOp, condition: bool) -> _Value:
        parts = [self._value(part, condition) for part in node.values]
        if not condition and any(part.type != BOOL for part in parts):
            _refuse(node, "and, or of numbers gives one of them; compare them with 0")
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return _Value(f"({sign.join(part.code for part in parts)})", BOOL)

    def _of_Compare(self, node: ast.Compare) -> _Value:
        values = [self._value(part) for part in (node.left, *node.comparators)]
        if len({value.type == UNSIGNED for value in values}) > 1:
            _refuse(node, "a uint64 is compared with a signed number")
        parts = []
        for a, op, b in zip(values, node.ops, values[1:], strict=False):
            if type(op) not in _COMPARISONS:
                _refuse(node, "no comparison that is translated")
            parts.append(f"({a.code} {_COMPARISONS[type(op)]} {b.code})")
        return _Value(f"({' && '.join(parts)})" if len(parts) > 1 else parts[0], BOOL)

    def _of_IfExp(self, node: ast.IfExp) -> _Value:
        one, two = self._value(node.body), self._value(node.orelse)
        if (one.type == UNSIGNED) != (two.type == UNSIGNED):
            _refuse(node, "is int64 in one case and uint64 in the other")
        kind = BOOL if one.type == two.type == BOOL else self._kept(one.type)
        return _Value(f"({self._truth(node.test)} ? {one.code} : {two.code})", kind)

    def _of_Attribute(self, node: ast.Attribute) -> _Value:
        if node.attr != "size":
            _refuse(node, "no attribute that is translated")
        return _Value(self._size(node.value, node), INT)

    def _of_Subscript(self, node: ast.Subscript) -> _Value:
        shape = node.value
        if isinstance(shape, ast.Attribute) and shape.attr == "shape":
            name, _ = self._array(shape.value, node)
            return _Value(f"d{ast.literal_eval(node.slice)}_{name[2:]}", INT)
        return self._loaded(*self._place(node))

    def _of_Call(self, node: ast.Call) -> _Value:
        called = ast.unparse(node.func)
        if node.keywords:
            _refuse(node, "an argument by name")
        if self._is_own(node):
            code, returned = self._call_own(node)
            if returned != -1:
                _refuse(node, "gives not one number")
            return _Value(code, INT)
        if called in ("np.int64", "np.uint64", "int", "bool"):
            return self._converted(node, called.removeprefix("np."))
        if called == "len":
            return _Value(self._size(node.args[0], node, first=True), INT)
        if called in ("min", "max") and len(node.args) > 1:
            parts = [self._number(arg) for arg in node.args]
            code = parts[0]
            for part in parts[1:]:
                code = f"{'least' if called == 'min' else 'most'}({code}, {part})"
            return _Value(code, INT)
        _refuse(node, "no function that is translated")

    def _converted(self, node: ast.Call, name: str) -> _Value:
        (argument,) = node.args
        if name == "bool":
            return _Value(f"({self._truth(argument)} != 0)", BOOL)
        kind = UNSIGNED if name == "uint64" else INT
        if kind == UNSIGNED and isinstance(argument, ast.Constant):
            return _Value(f"{int(ast.unparse(argument), 0) % (1 << 64)}ULL", UNSIGNED)
        return _Value(f"(({C_TYPES[kind]}){self._value(argument).code})", kind)

    # ------------------------------------------------------------------ arrays and calls

    def _array(self, node: ast.expr, place: ast.AST) -> tuple[str, Array]:
        """Return an array's name in C, and its type."""
        name = node.id if isinstance(node, ast.Name) else ""
        kind = self._arguments.get(name)
        if not isinstance(kind, Array):
            _refuse(place, "no array that is given")
        return f"v_{name}", kind

    def _size(self, node: ast.expr, place: ast.AST, first: bool = False) -> str:
        name, kind = self._array(node, place)
        dims = 1 if first else kind.dims
        return f"({' * '.join(f'd{k}_{name[2:]}' for k in range(dims))})"

    def _place(self, node: ast.Subscript) -> tuple[str, str]:
        """Return the place of ``a[i]`` or ``a[i, k]`` in C, and the dtype of what stands there."""
        index = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return self._item(node.value, index, node), self._array(node.value, node)[1].item

    def _item(
        self, array: ast.expr, index: Sequence[ast.expr], place: ast.AST, whole: bool = True
    ) -> str:
        """Return an item's place in C; unless `whole`, the index may be that of a row alone."""
        name, kind = self._array(array, place)
        if len(index) != kind.dims and (whole or len(index) != 1):
            _refuse(place, f"an array of {kind.dims} dimensions")
        size = f"_{name[2:]}"
        parts = [self._index(part, f"d{k}{size}") for k, part in enumerate(index)]
        if kind.dims == 1:
            return f"{name}[{parts[0]}]"
        column = f" + {parts[1]}" if len(parts) > 1 else ""
        return f"{name}[{parts[0]} * d1{size}{column}]"

    def _index(self, node: ast.expr, size: str) -> str:
        code = self._number(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return f"({size} + {code})"
        return code

    def _loaded(self, place: str, item: str) -> _Value:
        """Return an item as a number of 64 bits."""
        if item in (INT, BOOL, UNSIGNED):
            return _Value(place, item)
        return _Value(f"((i64){place})", INT)

    def _is_own(self, node: ast.Call) -> bool:
        return isinstance(node.func, ast.Name) and self.module.knows(node.func.id)

    def _call_own(self, node: ast.Call) -> tuple[str, int]:
        """Return the code of a call of another function of the text, and what it returns."""
        if not self._is_own(node):
            _refuse(node, "no function that is translated")
        types: list[Type] = []
        codes: list[str] = []
        for arg in node.args:
            kind = self._arguments.get(arg.id) if isinstance(arg, ast.Name) else None
            if isinstance(kind, Array):
                name, _ = self._array(arg, node)
                types.append(kind)
                codes += [name, *(f"d{k}_{name[2:]}" for k in range(kind.dims))]
            else:
                value = self._value(arg)
                types.append(self._kept(value.type))
                codes.append(value.code)
        assert isinstance(node.func, ast.Name)
        function = self.module.function(node.func.id, tuple(types), node)
        passed = [getattr(arg, "id", "") for arg in node.args]
        self.written |= {passed[k] for k in function.export().written}
        return f"{function.c_name}({', '.join(codes)})", function.returns


def _literal(node: ast.expr, number: int) -> str:
    if not -(1 << 63) < number < 1 << 63:
        _refuse(node, "does not fit 63 bits")
    return f"{number}LL" if number >= 0 else f"({number}LL)"
