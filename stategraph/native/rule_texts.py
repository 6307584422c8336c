"""Checks of texts that contain a value of the state.

The text of a symbol stands for the texts of all its values. It may only become the label of a
move: to compare it, search it or measure it would give one answer for all of them. Python offers
no way to intercept that, so the source around the place that makes the text is read::

    yield f"R{to}", s.but(...)            a label
    name = f"R{to}"                       a label, if `name` is only used as one
    if f"{to}" in ("3", "4"): ...         refused
"""

from __future__ import annotations

import ast
import functools
import linecache
import re
from inspect import CO_GENERATOR
from types import CodeType, FrameType
from typing import Any, TypeGuard

from stategraph.native.rule_code import is_ours

_FUNCTIONS = (ast.FunctionDef, ast.Lambda, ast.Module)
_COMPREHENSIONS = ("<genexpr>", "<listcomp>")

# A format that pads or cuts a text changes it.
_PLAIN_PERCENT = re.compile(r"(?:[^%]|%[%srd])*")

Span = tuple[int | None, int | None, int | None, int | None]


class _Source:
    """The syntax tree of a file: the parent of each node, and the nodes at each place."""

    def __init__(self, text: str):
        self.parents: dict[ast.AST, ast.AST] = {}
        self.at: dict[Span, list[ast.AST]] = {}
        queue: list[ast.AST] = [ast.parse(text)]
        for node in queue:
            if isinstance(node, ast.expr):
                span = node.lineno, node.end_lineno, node.col_offset, node.end_col_offset
                self.at.setdefault(span, []).append(node)
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
                queue.append(child)


def is_label(frame: FrameType | None) -> bool:
    """Return whether the text that a frame is making can only become a label."""
    while frame is not None and is_ours(frame):
        frame = frame.f_back
    if frame is None:
        return False
    return any(_makes_text(node) and _Use(frame).of(node) for node in _nodes(frame))


@functools.lru_cache(256)
def _source(code: CodeType) -> _Source | None:
    """Return the syntax tree of the file that code is from; None if it is not available."""
    try:
        return _tree("".join(linecache.getlines(code.co_filename)))
    except SyntaxError:
        return None


@functools.lru_cache(32)
def _tree(text: str) -> _Source:
    return _Source(text)


@functools.lru_cache(1024)
def _places(code: CodeType) -> tuple[Span, ...]:
    return tuple(code.co_positions())


def _nodes(frame: FrameType) -> list[ast.AST]:
    """Return the expressions that a frame is computing; none without the source."""
    source = _source(frame.f_code)
    span = _places(frame.f_code)[frame.f_lasti // 2]
    return [] if source is None else source.at.get(span, [])


def _makes_text(node: ast.AST) -> bool:
    """Return whether an expression is a text with whole texts of values in it."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("str", "repr", "format")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        text = node.func.value
        return node.func.attr == "format" and _constant(text) and "!" not in text.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and _constant(node.left):
        return _PLAIN_PERCENT.fullmatch(node.left.value) is not None
    if isinstance(node, ast.JoinedStr):
        return all(map(_makes_text, node.values))
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.FormattedValue) and node.format_spec is None
    )


def _constant(node: ast.AST) -> TypeGuard[Any]:
    """Return whether an expression is a constant text."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


class _Use:
    """What becomes of texts that are made in a frame."""

    def __init__(self, frame: FrameType):
        source = _source(frame.f_code)
        assert source is not None
        self._frame, self._parents = frame, source.parents
        self._assigned: set[ast.AST] = set()

    def of(self, node: ast.AST) -> bool:
        """Return whether the text of an expression becomes a label, and nothing else."""
        above = self._parents[node]
        if isinstance(above, ast.Tuple):
            return above.elts[0] is node and self._is_move(above)
        if isinstance(above, (ast.Assign, ast.AugAssign, ast.NamedExpr)):
            return self._assigns(above)
        if isinstance(above, (ast.Return, ast.Lambda)):
            return self._returns()
        joins = (
            isinstance(above, ast.JoinedStr)
            or (isinstance(above, ast.FormattedValue) and above.format_spec is None)
            or (isinstance(above, ast.BinOp) and isinstance(above.op, ast.Add))
            or (isinstance(above, ast.IfExp) and node is not above.test)
        )
        return joins and self.of(above)

    def _assigns(self, assigned: Any) -> bool:
        """Return whether a local variable that is assigned a text is used as a label only."""
        if assigned in self._assigned:
            return True
        self._assigned.add(assigned)
        targets = assigned.targets if isinstance(assigned, ast.Assign) else [assigned.target]
        if len(targets) != 1 or not isinstance(targets[0], ast.Name):
            return False
        name, function = targets[0].id, assigned
        while not isinstance(function, _FUNCTIONS):
            function = self._parents[function]
        uses = [one for one in ast.walk(function) if isinstance(one, ast.Name) and one.id == name]
        return (
            name in self._frame.f_code.co_varnames
            and (not isinstance(assigned, ast.NamedExpr) or self.of(assigned))
            and all(self.of(one) for one in uses if isinstance(one.ctx, ast.Load))
        )

    def _returns(self) -> bool:
        """Return whether the caller uses the text that a function returns as a label only."""
        back = self._frame.f_back
        if back is None or self._frame.f_code.co_flags & CO_GENERATOR or is_ours(back):
            return False
        calls = [node for node in _nodes(back) if isinstance(node, ast.Call)]
        return any(isinstance(node.func, ast.Name) and _Use(back).of(node) for node in calls)

    def _is_move(self, pair: ast.AST) -> bool:
        """Return whether a pair is one that the rule itself yields, or returns among others."""
        above, top = self._parents[pair], self._frame
        while isinstance(above, (ast.GeneratorExp, ast.ListComp, ast.List)):
            pair, above = above, self._parents[above]
        if not isinstance(above, (ast.Yield, ast.YieldFrom, ast.Return, ast.Lambda)):
            return False
        name = top.f_code.co_name
        if name in _COMPREHENSIONS and (name == "<listcomp>" or isinstance(above, ast.YieldFrom)):
            top = top.f_back or top
        back = top.f_back
        while back is not None and not is_ours(back):
            if not any(map(_Use(back)._hands_on, _nodes(back))):
                return False
            back = back.f_back
        return True

    def _hands_on(self, node: ast.AST) -> bool:
        """Return whether the moves of an expression are those of the frame's own function."""
        above = self._parents[node]
        whole = (ast.YieldFrom, ast.Return, ast.Lambda)
        return isinstance(node, ast.YieldFrom) or isinstance(above, whole)
