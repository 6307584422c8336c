"""Mutants of a file: small changes of its code, each of which a test should notice.

Cosmic Ray makes most of them; two operators are added here. A mutant is named by the text of its
line, so that it keeps its name, and its place in a sample, when lines move.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import parso
import yaml
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator

CORE = [
    *("AddNot", "ExceptionReplacer", "NumberReplacer", "ZeroIterationForLoop"),
    *("ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
    *(f"ReplaceUnaryOperator_Delete_{one}" for one in ("Not", "USub", "Invert")),
    *(
        f"ReplaceComparisonOperator_{one}_{other}"
        for pair in (("Eq", "NotEq"), ("Lt", "LtE"), ("Gt", "GtE"), ("Is", "IsNot"))
        for one, other in (pair, pair[::-1])
    ),
    *(
        f"ReplaceBinaryOperator_{one}_{other}"
        for pair in (("Add", "Sub"), ("FloorDiv", "Mod"), ("LShift", "RShift"), ("BitAnd", "BitOr"))
        for one, other in (pair, pair[::-1])
    ),
    *(
        f"ReplaceBinaryOperator_{pair}"
        for pair in ("Mul_Add", "Div_Mul", "Pow_Mul", "BitXor_BitOr")
    ),
]

LOGGERS = ("log", "logger", "logging", "warnings")


class DropOperand(Operator):
    """Leave one operand out of ``a and b``, ``a or b``, ``a & b``, ``a | b``, ``a + b``, ..."""

    KINDS = ("and_test", "or_test", "and_expr", "expr", "arith_expr", "term")

    def mutation_positions(self, node):
        if node.type in self.KINDS:
            yield from ((child.start_pos, child.end_pos) for child in node.children[::2])

    def mutate(self, node, index):
        first = node.children[0].get_first_leaf()
        prefix = first.prefix
        cut = slice(0, 2) if index == 0 else slice(2 * index - 1, 2 * index + 1)
        del node.children[cut]
        node.children[0].get_first_leaf().prefix = prefix or " "
        return node

    @classmethod
    def examples(cls):
        return ()


class DropStatement(Operator):
    """Replace a call, a ``raise``, ``x += 1``, ``x.y = z`` or ``x[y] = z`` by ``pass``."""

    def mutation_positions(self, node):
        if node.type == "simple_stmt" and len(node.children) == 2 and self._acts(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    @staticmethod
    def _acts(part: Any) -> bool:
        if part.type == "expr_stmt":
            target, sign = part.children[0], part.children[1]
            augmented = getattr(sign, "value", "") not in ("=", "")
            return augmented or sign.type != "annassign" and target.type in ("atom_expr", "power")
        return part.type in ("atom_expr", "power", "raise_stmt", "yield_expr")

    def mutate(self, node, index):
        prefix = node.children[0].get_first_leaf().prefix
        node.children[0] = parso.python.tree.Name("pass", node.start_pos, prefix=prefix)
        return node

    @classmethod
    def examples(cls):
        return ()


OPERATORS: dict[str, Operator] = {
    **{name: get_operator(f"core/{name}")() for name in CORE},
    "DropOperand": DropOperand(),
    "DropStatement": DropStatement(),
}


class Mutant(NamedTuple):
    """A mutant: its file below the root, line, operator, and which of the operator's places it is.

    `text` is the line without blanks around it; `same` counts the places of the operator before
    this one on lines of this text.
    """

    path: str
    line: int
    operator: str
    occurrence: int
    text: str
    same: int

    @property
    def name(self) -> tuple[str, str, str, int]:
        """The key of the mutant, which stays the same when lines move."""
        return self.path, self.text, self.operator, self.same

    def rank(self, seed: int) -> str:
        """Return a sort key that shuffles the mutants."""
        return hashlib.sha256(repr((seed, self.name)).encode()).hexdigest()


def mutants(root: Path, path: str) -> list[Mutant]:
    """Return all mutants of a file, by their lines."""
    source = (root / path).read_text("utf-8")
    lines = source.splitlines()
    spared = list(_spared(ast.parse(source)))
    seen: Counter[str] = Counter()
    same: Counter[tuple[str, str]] = Counter()
    found = []
    for node in ast_nodes(get_ast(source)):
        for name, operator in OPERATORS.items():
            for place, _ in operator.mutation_positions(node):
                text = lines[place[0] - 1].strip()
                if not any(start <= place < end for start, end in spared):
                    found.append(Mutant(path, place[0], name, seen[name], text, same[name, text]))
                seen[name] += 1
                same[name, text] += 1
    return sorted(found)


def mutated(root: Path, mutant: Mutant) -> str | None:
    """Return the text of the mutated file; None if it is not Python, or the same program."""
    source = (root / mutant.path).read_text("utf-8")
    changed = mutate_code(source, OPERATORS[mutant.operator], mutant.occurrence)
    try:
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(source)):
            return None
        compile(changed, mutant.path, "exec")
    except SyntaxError:
        return None
    return changed


def sample(found: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return `count` mutants of different lines; a larger sample contains the smaller ones."""
    chosen: dict[tuple[str, int], Mutant] = {}
    for mutant in sorted(found, key=lambda mutant: mutant.rank(seed)):
        if len(chosen) == count:
            break
        chosen.setdefault((mutant.path, mutant.line), mutant)
    return list(chosen.values())


def difference(root: Path, mutant: Mutant) -> str:
    """Return the lines that the mutant changes, as a diff without its header."""
    source = (root / mutant.path).read_text("utf-8")
    sides = [text.splitlines() for text in (source, mutated(root, mutant) or "")]
    return "\n".join(list(difflib.unified_diff(*sides, lineterm="", n=0))[3:])


def equivalent(folder: Path) -> dict[tuple[str, str, str], str]:
    """Return why mutants change nothing, by file, text of the line and operator."""
    listed = yaml.safe_load((folder / "equivalent.yaml").read_text("utf-8")) or []
    return {(it["file"], it["line"], it["operator"]): it["reason"] for it in listed}


def _spared(tree: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the start and end (line, column) of each part that is never mutated."""
    for node in ast.walk(tree):
        for part in _spared_parts(node):
            yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def _spared_parts(node: ast.AST) -> list[Any]:
    if isinstance(node, ast.arg | ast.AnnAssign):
        return [node.annotation] if node.annotation else []
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [*node.decorator_list, *([node.returns] if node.returns else [])]
    if isinstance(node, ast.ClassDef):
        return node.decorator_list
    if isinstance(node, ast.keyword) and node.arg == "strict":  # of zip: an assertion
        return [node]
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return [node.test, *node.body]
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return [node]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return [node] if ast.unparse(node.value).partition(".")[0] in LOGGERS else []
    return [node] if isinstance(node, ast.Assert) else []
