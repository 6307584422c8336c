"""The text of moves that a family brings itself, under names that no template uses."""

from __future__ import annotations

import ast
import functools
from typing import Any

from stategraph.machine.source import source_of
from stategraph.rules.own_moves import OwnMoves

PREFIX = "own_"


def text_of(own: OwnMoves) -> str:
    """Return the numbers and functions of some moves as the text of a module."""
    return _text_of((*own.helpers, own.function), tuple(own.known.items()))


@functools.lru_cache(maxsize=16)
def _text_of(parts: tuple[Any, ...], known: tuple[tuple[str, int], ...]) -> str:
    tree = ast.parse("\n".join(map(source_of, parts)))
    names = {name for name, _ in known} | {part.__name__ for part in parts}
    numbers = [f"{PREFIX}{name} = {value}" for name, value in known]
    return "\n".join([*numbers, ast.unparse(_Renamed(names).visit(tree))])


def call_of(own: OwnMoves, *given: str) -> str:
    """Return the call of some moves with these arguments."""
    return f"{PREFIX}{own.function.__name__}({', '.join(given)})"


class _Renamed(ast.NodeTransformer):
    """Puts the prefix before names."""

    def __init__(self, names: set[str]):
        self._names = names

    def _renamed(self, name: str) -> str:
        return PREFIX + name if name in self._names else name

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self._renamed(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self._renamed(node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self._renamed(node.name)
        return self.generic_visit(node)
