"""Every kernel of the project, and the array dimensions that its text implies."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import stategraph
from stategraph.machine.c_expressions import INT, UNSIGNED, Type
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Array, Record, is_record
from stategraph.machine.source import source_of


def every_kernel() -> dict[str, Kernel]:
    """Return the kernels of all modules, by module and name."""
    return {
        f"{module}.{name}": thing
        for module in _modules()
        for name, thing in vars(importlib.import_module(module)).items()
        if isinstance(thing, Kernel) and thing._function.__module__ == module
    }


def _modules() -> Iterator[str]:
    """Yield the modules that name `Kernel`."""
    for folder in stategraph.__path__:
        for _, module, _ in pkgutil.walk_packages([folder], "stategraph."):
            path = Path(folder).parent.joinpath(*module.split(".")).with_suffix(".py")
            if path.exists() and "Kernel" in path.read_text("utf-8"):
                yield module


def types_of(kernel: Kernel) -> tuple[Type, ...]:
    """Return the types of a kernel's arguments: records as annotated, all others by their use."""
    return _Uses(kernel).types()


def record_of(kind: Any) -> Record:
    """Return the type of a record by the annotations of its class."""
    return Record(
        kind.__name__, tuple(zip(kind._fields, map(_annotated, _hints(kind)), strict=True))
    )


def _hints(kind: Any) -> list[Any]:
    hints = get_type_hints(kind, include_extras=True)
    return [hints[name] for name in kind._fields]


def _annotated(hint: Any) -> Type:
    if is_record(hint):
        return record_of(hint)
    if hasattr(hint, "__metadata__"):
        array = hint.__metadata__[0]
        return Array(array.item or "int64", array.dims)
    return UNSIGNED if hint.__name__ == UNSIGNED else INT


class _Uses:
    """The dimensions of the arguments of a kernel and its helpers, inferred from their subscripts.

    Attributes
    ----------
    dims : dict of str to dict
        by function, and by argument; missing arguments are numbers
    """

    def __init__(self, kernel: Kernel):
        parts = {part.__name__: part for part in (*kernel._helpers, kernel._function)}
        self._main = kernel._function.__name__
        self._hints = get_type_hints(kernel._function)
        self._texts = {name: ast.parse(source_of(part)).body[0] for name, part in parts.items()}
        self.dims = {name: {} for name in parts}

    def types(self) -> tuple[Type, ...]:
        before = None
        while before != (before := repr(self.dims)):  # callers learn from their helpers
            for name, text in self._texts.items():
                for node in ast.walk(text):
                    self._learn(self.dims[name], node)
        return tuple(map(self._type, self._names(self._main)))

    def _type(self, name: str) -> Type:
        if is_record(hint := self._hints.get(name)):
            return record_of(hint)
        dims = self.dims[self._main].get(name)
        return Array("int64", dims) if dims else INT

    def _names(self, function: str) -> list[str]:
        return [arg.arg for arg in self._texts[function].args.args]

    def _learn(self, dims: dict[str, int], node: ast.AST) -> None:
        """Learn from a part of a function's text."""

        def use(array: ast.expr, most: int) -> None:
            if isinstance(array, ast.Name):
                dims[array.id] = max(most, dims.get(array.id, 0))

        match node:
            case ast.Subscript(ast.Attribute(array, "shape"), ast.Constant(column)):
                use(array, column + 1)
            case ast.Subscript(array, ast.Tuple(indices)):
                use(array, len(indices))
            case ast.Subscript(array) | ast.Attribute(array, "size") | ast.For(iter=array):
                use(array, 1)
            case ast.Call(ast.Name("len"), [array]):
                use(array, 1)
            case ast.Call(ast.Name(function), given) if function in self._texts:
                theirs = self.dims[function]
                for array, name in zip(given, self._names(function), strict=True):
                    if name in theirs:
                        use(array, theirs[name])
                    if isinstance(array, ast.Name) and array.id in dims:
                        theirs[name] = max(dims[array.id], theirs.get(name, 0))
