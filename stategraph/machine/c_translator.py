"""Translation of loops from Python to C.

The translator accepts a small subset of Python. A text in this subset gives the same results as
Python and as C::

    numbers     int64 that wraps round, // and % rounding down, uint64 made by np.uint64(...)
    arrays      only as arguments, never created: a[i], a[i, k], a.size, a.shape[k], len(a); a
                constant index may be negative, any other index must lie in the array, which is
                not checked. Items of fewer than 64 bits are widened when they are read
    conditions  comparisons, x in (a, b) without calls, not, and, or; `and` and `or` only between
                conditions, not between numbers
    statements  =, augmented =, if, while, for over range(...) or an array, break, continue,
                return, calls of each other, of min, max, prefetch, np.int64 and np.uint64;
                an expression with a call that writes to an array may not read other items
    records     only as arguments, never created: r.field is an array, a number or a record; no
                field is assigned. ``a = r.field`` may give an array or a record another name,
                which must not have any other meaning in the function

A function is translated once for each tuple of argument types. Any other text raises a
`CompileError` that names the line.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from stategraph.machine import language
from stategraph.machine.c_expressions import C_TYPES, INT, UNSIGNED, Place, refuse
from stategraph.machine.c_statements import Export, Function, declarations
from stategraph.machine.language import Array, Record, Type

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
static inline u64 divided(u64 a, u64 b) { return b ? a / b : 0; }
static inline u64 rest(u64 a, u64 b) { return b ? a % b : 0; }
static inline i64 least(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 most(i64 a, i64 b) { return a > b ? a : b; }
"""


@dataclass(frozen=True)
class Translation:
    """The C text, its exported functions by name, and the Python text it was translated from.

    A function is exported as ``void loop_NAME(const i64 *given, i64 *returned)``. For each
    argument, `given` holds the number, or the address and shape of the array, or the same for each
    field of a record.
    """

    text: str
    exports: dict[str, Export]
    python: str


def translate(
    text: str,
    exports: Mapping[str, Sequence[Type] | None],
    constants: Mapping[str, int] | None = None,
) -> Translation:
    """Translate the functions `exports` of a module's text, and all functions they call, to C.

    Parameters
    ----------
    exports : mapping of str to types
        the types of each function's arguments; None: the types in the annotations of the text
    constants : mapping of str to int, optional
        named numbers that the text may use, in addition to constants that it defines itself

    >>> made = translate("def add(a, b): return a + b", {"add": ("int64", "int64")})
    >>> "return" in made.text, made.exports["add"].returns
    (True, -1)
    """
    module = _Module(text, constants or {})
    outside = []
    signatures = {}
    for name, types in exports.items():
        function = module.function(name, types if types is None else tuple(types), None)
        signatures[name] = function.export()
        outside.append(_entry(name, function))
    sizes = sorted({f.returns for f in module.made.values() if f.returns > 0})
    structs = [f"typedef struct {{ i64 v[{size}]; }} r{size};\n" for size in sizes]
    structs += module.structs.values()
    return Translation("".join([_HEAD, *structs, *module.texts, *outside]), signatures, text)


def _entry(name: str, function: Function) -> str:
    """Return the C text of the function by which Python calls a translated function."""
    at = count()
    arguments = []
    for kind in function.types:
        parts = ", ".join(_taken(kind, at))
        if isinstance(kind, Record):
            parts = f"&(const {function.module.struct(kind)}){parts}"
        arguments.append(parts)
    call = f"{function.c_name}({', '.join(arguments)})"
    if function.returns > 0:
        copied = f"for (int k = 0; k < {function.returns}; k++) returned[k] = found.v[k];"
        body = f"r{function.returns} found = {call};\n    {copied}"
    else:
        body = f"returned[0] = {call};" if function.returns else f"{call};"
    return f"void loop_{name}(const i64 *given, i64 *returned)\n{{\n    {body}\n}}\n"


def _taken(kind: Type, at: Iterator[int]) -> Iterator[str]:
    """Yield the C expressions of an argument's parts, which are the next items of ``given``."""
    if isinstance(kind, Record):
        yield f"{{{', '.join(part for _, inner in kind.fields for part in _taken(inner, at))}}}"
    elif isinstance(kind, Array):
        yield f"({C_TYPES[kind.item]} *)given[{next(at)}]"
        yield from (f"given[{next(at)}]" for _ in range(kind.dims))
    else:
        yield f"{'(u64)' if kind == UNSIGNED else ''}given[{next(at)}]"


class _Module:
    """A text: its functions and constants, and their translations.

    Attributes
    ----------
    made : dict
        the translated functions, by name and argument types
    texts : list of str
        the C texts of these functions, callees first
    structs : dict of Record to str
        the definitions of the structs, inner ones first
    """

    def __init__(self, text: str, constants: Mapping[str, int]):
        self.made: dict[tuple, Function] = {}
        self.texts: list[str] = []
        self.structs: dict[Record, str] = {}
        self.constants = dict(constants)
        self._functions: dict[str, ast.FunctionDef] = {}
        self._types: dict[str, Type] = {"int": INT} | {
            name: kind.__metadata__[0]
            for name, kind in vars(language).items()
            if hasattr(kind, "__metadata__")
        }
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                self._functions[node.name] = node
            elif isinstance(node, ast.Assign):
                self._define(node)
            elif isinstance(node, ast.ClassDef):
                self._types[node.name] = Record(node.name, tuple(self._fields(node)))
            elif not isinstance(node, (ast.Import, ast.ImportFrom, ast.Expr)):
                refuse(node, "neither a function nor a constant")

    def _fields(self, node: ast.ClassDef) -> Iterator[tuple[str, Type]]:
        """Yield the names and types of the fields of a ``NamedTuple``."""
        if [ast.unparse(base) for base in node.bases] != ["NamedTuple"]:
            refuse(node, "a class that is not a NamedTuple")
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                if part.value is not None:
                    refuse(part, "a field with a default")
                yield part.target.id, self._annotated(part)
            elif not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)):
                refuse(part, "neither a field nor a docstring")

    def struct(self, record: Record) -> str:
        """Return the name of a record's struct."""
        if record not in self.structs:
            fields = "".join(f" {line};" for line in self._declared(record))
            name = f"s{len(self.structs)}_{record.name}"
            self.structs[record] = f"typedef struct {{{fields} }} {name};\n"
        return self.structs[record].split()[-1].removesuffix(";")

    def _declared(self, record: Record) -> Iterator[str]:
        for name, kind in record.fields:
            if isinstance(kind, Record):
                yield f"{self.struct(kind)} v_{name}"
            else:
                yield from (line for line, _ in declarations(kind, f"_{name}"))

    def _define(self, node: ast.Assign) -> None:
        """Record a definition of constants, such as ``A, B = 1, 2``, or another name for a type."""
        target = node.targets[0]
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        if len(node.targets) > 1 or len(names) != len(values):
            refuse(node, "not a constant for each name")
        for name, value in zip(names, values, strict=True):
            if not isinstance(name, ast.Name):
                refuse(node, "not a constant for each name")
            if isinstance(value, ast.Name) and value.id in self._types:
                self._types[name.id] = self._types[value.id]
            else:
                self.constants[name.id] = self._number(value)

    def _number(self, node: ast.expr) -> int:
        """Return the value of a constant."""
        for part in ast.walk(node):
            kinds = ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop
            if not isinstance(part, kinds):
                refuse(node, "no constant number")
        try:
            number = eval(compile(ast.Expression(node), "<constant>", "eval"), {})
        except (ArithmeticError, TypeError, ValueError):
            number = None
        if not isinstance(number, int):
            refuse(node, "no constant number")
        return int(number)

    def knows(self, name: str) -> bool:
        """Return whether the text defines a function of that name."""
        return name in self._functions

    def function(self, name: str, types: tuple | None, caller: Place | None) -> Function:
        """Return the function translated for these types; translate it only once."""
        node = self._functions[name]
        arguments = node.args
        if (
            arguments.posonlyargs
            or arguments.kwonlyargs
            or arguments.vararg
            or arguments.kwarg
            or arguments.defaults
        ):
            refuse(node, "an argument that is not by place alone")
        if types is None:
            types = tuple(self._annotated(arg) for arg in node.args.args)
        if len(types) != len(node.args.args):
            refuse(caller or node, f"{name} takes {len(node.args.args)} arguments")
        key = name, types
        if key not in self.made:
            self.made[key] = function = Function(self, node, types, f"f{len(self.made)}_{name}")
            self.texts.append(function.translated())
        elif not self.made[key].done:
            refuse(caller or node, "a function cannot call itself")
        return self.made[key]

    def _annotated(self, arg: ast.arg | ast.AnnAssign) -> Type:
        if arg.annotation is None:
            return INT
        name = arg.annotation.id if isinstance(arg.annotation, ast.Name) else ""
        if name not in self._types:
            refuse(arg, "an unknown type")
        return self._types[name]
