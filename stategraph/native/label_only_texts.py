"""Checks of texts that contain a value of the state.

The text of a symbol represents the texts of all its values. It may only become the label of a move.
If a rule compared, searched or measured the text, it would get one answer for all values. Python
cannot intercept these operations, so this module reads the source code that creates the text::

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
from types import CodeType, FrameType, FunctionType
from typing import Any, TypeGuard

from stategraph.native.rule_code import is_ours

_FUNCTIONS = (ast.FunctionDef, ast.Lambda, ast.Module)
_COMPREHENSIONS = ("<genexpr>", "<listcomp>")

# Matches a ``%`` format string that inserts texts without padding or cutting them.
_PLAIN_PERCENT = re.compile(r"(?:[^%]|%[%srd])*")

Span = tuple[int | None, int | None, int | None, int | None]


class _Source:
    """The syntax tree of a file, with the parent of each node and the nodes at each position."""

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
    """Return whether the text that a frame is creating can only become a label."""
    while frame is not None and is_ours(frame):
        frame = frame.f_back
    if frame is None:
        return False
    return any(_makes_text(node) and _Use(frame).of(node) for node in _nodes(frame))


@functools.lru_cache(256)
def _source(code: CodeType) -> _Source | None:
    """Return the syntax tree of the file that contains `code`; None if it is not available."""
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
    """Return the expressions that a frame is computing; [] if the source is not available."""
    source = _source(frame.f_code)
    span = _places(frame.f_code)[frame.f_lasti // 2]
    return [] if source is None else source.at.get(span, [])


def _makes_text(node: ast.AST) -> bool:
    """Return whether an expression makes a text by inserting values without padding or cutting."""
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
    """The use of the texts that a frame creates."""

    def __init__(self, frame: FrameType):
        source = _source(frame.f_code)
        assert source is not None
        self._frame, self._parents = frame, source.parents
        self._assigned: set[ast.AST] = set()

    def of(self, node: ast.AST) -> bool:
        """Return whether the text of an expression is used only as a label."""
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
            or (isinstance(above, ast.BinOp) and self._adds_texts(above))
            or (isinstance(above, ast.IfExp) and node is not above.test)
        )
        return joins and self.of(above)

    def _adds_texts(self, sum_: ast.BinOp) -> bool:
        """Return whether a sum adds only texts, not objects that define their own ``+``."""
        parts = [
            _value(part.func if isinstance(part, ast.Call) else part, self._frame)
            for part in (sum_.left, sum_.right)
        ]
        return isinstance(sum_.op, ast.Add) and all(
            part is None or type(part) in (str, FunctionType) for part in parts
        )

    def _assigns(self, assigned: Any) -> bool:
        """Return whether a text is assigned to a local variable that is used only as a label."""
        if assigned in self._assigned:
            return True
        self._assigned.add(assigned)
        targets = assigned.targets if isinstance(assigned, ast.Assign) else [assigned.target]
        if len(targets) != 1 or not isinstance(targets[0], ast.Name):
            return False
        name, function = targets[0].id, assigned
        while not isinstance(function, _FUNCTIONS):
            function = self._parents[function]
        uses = [use for use in ast.walk(function) if isinstance(use, ast.Name) and use.id == name]
        return (
            name in self._frame.f_code.co_varnames
            and (not isinstance(assigned, ast.NamedExpr) or self.of(assigned))
            and all(self.of(use) for use in uses if isinstance(use.ctx, ast.Load))
        )

    def _returns(self) -> bool:
        """Return whether the caller uses the returned text only as a label."""
        back = self._frame.f_back
        if back is None or self._frame.f_code.co_flags & CO_GENERATOR or is_ours(back):
            return False
        return any(
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and _runs(node, back, self._frame)
            and _Use(back).of(node)
            for node in _nodes(back)
        )

    def _is_move(self, pair: ast.AST) -> bool:
        """Return whether the rule yields a pair as a move, or returns it in a list or generator."""
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
            use = _Use(back)
            if not any(use._hands_on(node, top) for node in _nodes(back)):
                return False
            top, back = back, back.f_back
        return True

    def _hands_on(self, node: ast.AST, inner: FrameType) -> bool:
        """Return whether the frame passes on the moves of an `inner` frame without reading them."""
        if isinstance(node, ast.YieldFrom):
            return _runs(node.value, self._frame, inner)
        whole = (ast.YieldFrom, ast.Return, ast.Lambda)
        return isinstance(self._parents[node], whole) and _runs(node, self._frame, inner)


def _runs(node: ast.AST, frame: FrameType, inner: FrameType) -> bool:
    """Return whether an expression of a frame is itself the call that runs the `inner` frame.

    This is false for ``sorted(steps(s))`` and the frame of ``steps``, because ``sorted`` reads the
    moves.
    """
    if isinstance(node, ast.Name):
        return getattr(_value(node, frame), "gi_frame", None) is inner
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):
        return node.func.attr == inner.f_code.co_name
    return getattr(_value(node.func, frame), "__code__", None) is inner.f_code


def _value(node: ast.AST, frame: FrameType) -> object:
    """Return the value of a variable of a frame; None for any other expression."""
    name = node.id if isinstance(node, ast.Name) else ""
    return frame.f_locals.get(name, frame.f_globals.get(name))
