"""Compiled rules that many levels share: those of the same *shape*.

Rules are traced on the first level of a shape, while it is watched. A level that answers all
questions as that one did has the same decision tree, and needs no more than its own tables; see
`stategraph.native.watching`.
"""

from __future__ import annotations

from dataclasses import dataclass

from stategraph.errors import TraceError
from stategraph.native.compiled import CompiledRules
from stategraph.native.stand_ins import watched
from stategraph.native.watching import UnwatchedError, Watch, tables_of
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import Variables

# So many shapes are kept; without a second level of any of so many, nothing is watched any more.
KEPT, TRIED = 512, 64


@dataclass(frozen=True)
class Shape:
    """What was asked of the first level of a shape, and its rules."""

    watch: Watch
    rules: CompiledRules

    def of(self, puzzle: Puzzle) -> CompiledRules | None:
        """Return the compiled rules of a level; None where it has another shape."""
        things = self.watch.answers(puzzle)
        if things is None:
            return None
        program = self.rules.program
        return self.rules.with_tables(tables_of(program.tables, things, program.sources))


class Shapes:
    """The shapes that were met, and the rules that cannot be traced."""

    def __init__(self) -> None:
        self._known: dict[tuple, list[Shape]] = {}
        self._untraced: set[tuple] = set()
        self._made = self._shared = 0

    def find(self, puzzle: Puzzle) -> CompiledRules | None:
        """Return the compiled rules of a level whose shape was met."""
        for shape in self._known.get(_variables(puzzle.variables), ()):
            if rules := shape.of(puzzle):
                self._shared += 1
                return rules
        return None

    def make(self, puzzle: Puzzle) -> CompiledRules:
        """Return the compiled rules of a level, whose shape is kept.

        Raises ``TraceError`` and ``CompileError`` as `CompiledRules` does.
        """
        try:
            return self._compiled(puzzle)
        except TraceError:
            self.distrust(puzzle)
            raise

    def distrust(self, puzzle: Puzzle) -> None:
        """Never trace the rules of a puzzle again; forget all compiled rules of its variables."""
        self._untraced.add(_written(puzzle))
        self._known.pop(_variables(puzzle.variables), None)

    def traceable(self, puzzle: Puzzle) -> bool:
        """Return whether the rules of a level, with its variables, were never refused by `make`."""
        return _written(puzzle) not in self._untraced

    def _compiled(self, puzzle: Puzzle) -> CompiledRules:
        if puzzle.own_moves is not None or (self._made >= TRIED and not self._shared):
            return CompiledRules(puzzle, "expand")
        watch = Watch(puzzle)
        try:
            rules = CompiledRules(watched(watch), "expand")
        except (UnwatchedError, TraceError):
            self._made += 1
            return CompiledRules(puzzle, "expand")
        self._keep(puzzle, Shape(watch, rules))
        return rules

    def _keep(self, puzzle: Puzzle, shape: Shape) -> None:
        if self._made % KEPT == KEPT - 1:
            self._known.clear()
        self._made += 1
        shape.watch.forget()
        self._known.setdefault(_variables(puzzle.variables), []).append(shape)


def _written(puzzle: Puzzle) -> tuple:
    """Return the text of a level's rules, whatever they close over, and its variables."""
    rules = (getattr(rule, "__code__", type(rule)) for rule in (*puzzle.rules, puzzle.goal))
    return *rules, _variables(puzzle.variables)


def _variables(variables: Variables) -> tuple:
    """Return all that the tracer asks of variables."""
    return tuple(
        (name, type(kind), kind.n, kind.least, getattr(kind, "length", 0))
        for name, kind in variables.kinds.items()
    )
