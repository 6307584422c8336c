"""Translation of Python functions to C: their statements and signatures."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from stategraph.machine.c_expressions import (
    BOOL,
    C_TYPES,
    INT,
    UNSIGNED,
    Expressions,
    Type,
    Value,
    place_of,
    refuse,
)
from stategraph.machine.language import Array, Record, parts_of


@dataclass(frozen=True)
class Export:
    """A function that is called from outside.

    Attributes
    ----------
    types : tuple of Type
        the types of its arguments
    written : frozenset of int
        the arrays that it writes to, as positions among all arrays and numbers of its arguments
    returns : int
        how many numbers it returns as a tuple; -1: one number, not in a tuple; 0: none
    """

    types: tuple[Type, ...]
    written: frozenset[int]
    returns: int


@dataclass
class Function(Expressions):
    """A function for one choice of the types of its arguments."""

    node: ast.FunctionDef
    types: tuple[Type, ...]
    c_name: str
    done: bool = False
    returns: int = field(init=False)
    _lines: list[str] = field(default_factory=list)
    _depth: int = 1
    _temporaries: int = 0
    _returned: int | None = None

    def __post_init__(self) -> None:
        self._names = [arg.arg for arg in self.node.args.args]
        for arg, kind in zip(self.node.args.args, self.types, strict=True):
            parts = dict(parts_of(kind, arg.arg))
            self._arguments |= parts
            for path, part in parts.items():
                if isinstance(part, Array):
                    supported = part.item in C_TYPES and part.dims in (1, 2)
                else:
                    supported = isinstance(part, Record) or part in (INT, UNSIGNED)
                if not supported:
                    place = ast.copy_location(ast.Name(path), arg)
                    refuse(place, f"{part} is not a type that is translated")

    def export(self) -> Export:
        """Return the signature of the function for calls from Python."""
        kinds = self._arguments.items()
        leaves = [path for path, kind in kinds if not isinstance(kind, Record)]
        written_leaves = frozenset(map(leaves.index, self.written))
        return Export(self.types, written_leaves, self.returns)

    def written_of(self, passed: Sequence[str]) -> set[str]:
        """Return which of the paths that a caller passes are of arrays the function writes to."""
        by_name = dict(zip(self._names, passed, strict=True))
        parts = (path.partition(".") for path in self.written)
        return {f"{by_name[name]}{dot}{field_path}" for name, dot, field_path in parts}

    def translated(self) -> str:
        """Return the C text of the function."""
        self._block(self.node.body)
        if self._returned and not _ends(self.node.body):
            refuse(self.node, "may end without the number that it returns elsewhere")
        self.done = True
        self.returns = self._returned or 0
        if self.returns:  # never reached, but some compilers need a return statement here
            self._line(f"return ({self._result()}){{0}};" if self.returns > 0 else "return 0;")
        parameters = ", ".join(chain.from_iterable(self._parameters(name) for name in self._names))
        variables = [
            f"    {C_TYPES[kind]} v_{name} = 0;" for name, kind in sorted(self._locals.items())
        ]
        head = f"static inline {self._result()} {self.c_name}({parameters or 'void'})"
        fields = chain.from_iterable(map(self._read, self._fields))
        return "\n".join([head, "{", *fields, *variables, *self._lines, "}", ""])

    def _read(self, path: str) -> Iterator[str]:
        """Yield the statements that read a field into variables."""
        kind = self._arguments[path]
        assert not isinstance(kind, Record)
        for declared, prefix in declarations(kind, self._suffix(path)):
            yield f"    {declared} = {place_of(path, prefix)};"

    def _result(self) -> str:
        return {0: "void", -1: "i64"}.get(self.returns, f"r{self.returns}")

    def _parameters(self, name: str) -> Iterator[str]:
        kind = self._arguments[name]
        if isinstance(kind, Record):
            yield f"const {self.module.struct(kind)} *restrict v_{name}"
        else:
            yield from (declared for declared, _ in declarations(kind, f"_{name}"))

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
                refuse(statement, "no statement that is translated")
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
            refuse(node, "a value that nothing is done with")
        if getattr(node.value.func, "id", "") == "prefetch":
            if node.value.keywords or len(node.value.args) != 2:
                refuse(node, "prefetch takes an array and an index")
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
            refuse(node, "returns something else than before")
        self._returned = returned
        if value is None:
            self._line("return;")
        elif call is not None:
            self._line(f"return {call};")
        elif isinstance(value, ast.Tuple):
            items = ", ".join(self._numbers(value))
            self._line(f"return (r{returned}){{{{{items}}}}};")
        else:
            self._line(f"return {self._number(value)};")

    def _numbers(self, items: ast.Tuple) -> list[str]:
        """Return the C code of each number in a tuple, computed in order if a call may write."""
        codes = [self._number(item) for item in items.elts]
        if not any(map(self._writes, ast.walk(items))):
            return codes
        names = [self._temporary() for _ in codes]
        for name, code in zip(names, codes, strict=True):
            self._line(f"i64 {name} = {code};")
        return names

    def _do_If(self, node: ast.If) -> None:
        self._inside(f"if ({self._truth(node.test)})", node.body)
        if node.orelse:
            self._inside("else", node.orelse)

    def _do_While(self, node: ast.While) -> None:
        if node.orelse:
            refuse(node, "else after a loop")
        self._inside(f"while ({self._truth(node.test)})", node.body)

    def _do_For(self, node: ast.For) -> None:
        if node.orelse or not isinstance(node.target, ast.Name):
            refuse(node, "a loop with else, or over several names")
        at, end = self._temporary(), self._temporary()
        iterated = node.iter
        if isinstance(iterated, ast.Call) and getattr(iterated.func, "id", "") == "range":
            first, last, step = self._range(iterated)
            value = Value(at, INT)
        else:
            first, last, step = "0", self._size(iterated, node), 1
            array = self._array(iterated, node)
            if array[1].dims != 1:
                refuse(node, "a loop over the rows of an array")
            value = self._loaded(f"{array[0]}[{at}]", array[1].item)
        compared, steps = ("<", f"+= {step}") if step > 0 else (">", f"-= {-step}")
        head = f"for (i64 {at} = {first}, {end} = {last}; {at} {compared} {end}; {at} {steps})"
        self._inside(head, node.body, f"{self._variable(node.target, value.type)} = {value.code};")

    def _range(self, call: ast.Call) -> tuple[str, str, int]:
        if call.keywords or not 1 <= len(call.args) <= 3:
            refuse(call, "range takes one to three numbers")
        bounds = [self._number(arg) for arg in call.args[:2]]
        first, last = bounds if len(bounds) == 2 else ("0", *bounds)
        step = self._constant(call.args[2]) if len(call.args) == 3 else 1
        if not step:
            refuse(call, "a step that is 0, or not constant")
        return first, last, step

    def _do_AugAssign(self, node: ast.AugAssign) -> None:
        operation = ast.BinOp(node.target, node.op, node.value)
        if any(map(self._writes, ast.walk(node.target))):
            refuse(node, "a call that writes into an array would be made twice")
        self._store(node.target, self._value(ast.copy_location(operation, node)))

    def _do_Assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple):
            self._unpack(node.targets[0].elts, node.value)
            return
        if len(node.targets) == 1 and self._is_alias(node.targets[0], node.value):
            return
        for target in node.targets:
            if isinstance(target, ast.Subscript):  # C may compute the index before the value
                self._in_any_order(node, [target.slice, node.value])
        value = self._value(node.value)
        if len(node.targets) > 1:
            name = self._temporary()
            self._line(f"{C_TYPES[self._kept(value.type)]} {name} = {value.code};")
            value = Value(name, value.type)
        for target in node.targets:
            self._store(target, value)

    def _unpack(self, targets: Sequence[ast.expr], value: ast.expr) -> None:
        """Translate ``a, b = ...``: compute all values before the first of them is stored."""
        if isinstance(value, ast.Call) and self._is_own(value):
            call, returned = self._call_own(value)
            if returned != len(targets):
                refuse(value, f"returns {returned} values, not {len(targets)}")
            name = self._temporary()
            self._line(f"r{returned} {name} = {call};")
            values = [Value(f"{name}.v[{k}]", INT) for k in range(returned)]
        elif isinstance(value, ast.Tuple) and len(value.elts) == len(targets):
            pairs = list(zip(targets, value.elts, strict=True))
            stored_pairs = [
                (target, item) for target, item in pairs if not self._is_alias(target, item)
            ]
            targets, values = [target for target, _ in stored_pairs], []
            for item in (self._value(item) for _, item in stored_pairs):
                name = self._temporary()
                self._line(f"{C_TYPES[self._kept(item.type)]} {name} = {item.code};")
                values.append(Value(name, item.type))
        else:
            refuse(value, "cannot be taken apart")
        for target, item in zip(targets, values, strict=True):
            self._store(target, item)

    def _is_alias(self, target: ast.expr, value: ast.expr) -> bool:
        """Return whether an assignment names an array or a record; if so, record the alias."""
        path = self._path(value)
        if isinstance(self._arguments.get(path, INT), str) or not isinstance(target, ast.Name):
            return False
        names = {*self._arguments, *self._locals}
        if target.id in names or self._aliases.setdefault(target.id, path) != path:
            refuse(target, f"the name of {path} has another meaning, too")
        return True

    def _store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self._line(f"{self._variable(target, value.type)} = {value.code};")
        elif isinstance(target, ast.Subscript):
            place, item = self._place(target)
            self.written.add(self._path(target.value))
            if (value.type == UNSIGNED) != (item == UNSIGNED):
                refuse(target, "a uint64 among signed numbers, or the other way round")
            truth = item == BOOL and value.type != BOOL
            self._line(f"{place} = {value.code}{' != 0' if truth else ''};")
        elif self._path(target):
            refuse(target, "a field of a record is assigned; keep what changes in an array")
        else:
            refuse(target, "nothing can be put here")

    def _variable(self, name: ast.Name, kind: str) -> str:
        """Return the C variable for a name; declare the variable if it is new."""
        kind = self._kept(kind)
        if name.id in self._aliases:
            refuse(name, f"the name of {self._aliases[name.id]} has another meaning, too")
        if name.id in self._arguments:
            old_kind = self._arguments[name.id]
            if not isinstance(old_kind, str):
                noun = "an array" if isinstance(old_kind, Array) else "a record"
                refuse(name, f"the name of {noun} is given to a number")
            old_kind = self._kept(old_kind)
        else:
            old_kind = self._locals.setdefault(name.id, kind)
        if old_kind != kind:
            refuse(name, "is int64 in one place and uint64 in another")
        return f"v_{name.id}"


def declarations(kind: Array | str, suffix: str) -> Iterator[tuple[str, str]]:
    """Yield the declarations of an array and its shape, or of a number, and their name prefixes."""
    if isinstance(kind, Array):
        yield f"{C_TYPES[kind.item]} *v{suffix}", "v"
        yield from ((f"i64 d{k}{suffix}", f"d{k}") for k in range(kind.dims))
    else:
        yield f"{C_TYPES[UNSIGNED if kind == UNSIGNED else INT]} v{suffix}", "v"


def _ends(body: Sequence[ast.stmt]) -> bool:
    """Return whether control never reaches the end of a block."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.While):
        forever = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return forever and not any(isinstance(part, ast.Break) for part in _of_loop(last.body))
    return isinstance(last, ast.Return)


def _of_loop(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a loop's body, without those of inner loops."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from _of_loop([*statement.body, *statement.orelse])
