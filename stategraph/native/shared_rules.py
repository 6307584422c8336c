"""A cache of compiled rules, which levels with constants of the same shape share."""

from __future__ import annotations

from dataclasses import dataclass

from stategraph.errors import TraceError
from stategraph.native.compiled import CompiledRules
from stategraph.native.level_proxies import Proxies, shape, tables_of
from stategraph.native.surroundings import Surroundings
from stategraph.rules.level_rules import LevelRules
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import Variables

# The maximum number of compiled rules in the cache.
MAX_KEPT = 512


@dataclass(frozen=True)
class _Shared:
    """Compiled rules, and the functions and values from which they were built."""

    rules: CompiledRules
    make: object
    around: Surroundings


class SharedRules:
    """The compiled rules for each shape of constants, and a record of untraceable rules."""

    def __init__(self) -> None:
        self._known: dict[tuple, _Shared] = {}
        self._untraced: set[tuple] = set()

    def find(self, puzzle: Puzzle) -> CompiledRules | None:
        """Return cached rules, filled with a level's contents; None if its shape is not cached."""
        if (declared := _declared(puzzle)) is None or not self._known:
            return None
        key, contents = _key(puzzle, declared)
        shared = self._known.get(key)
        if shared is None:
            return None
        if shared.around.changed() or shared.around.rebound():
            del self._known[key]
            return None
        program = shared.rules.program
        return shared.rules.with_tables(tables_of(program.tables, contents, program.sources))

    def make(self, puzzle: Puzzle) -> CompiledRules:
        """Return the compiled rules of a level; cache them if other levels can share them.

        Raises ``TraceError`` and ``CompileError`` as `CompiledRules` does.
        """
        declared = _declared(puzzle)
        try:
            shared = None if declared is None else self._share(puzzle, declared)
            return shared or CompiledRules(puzzle, "expand")
        except TraceError:
            self.distrust(puzzle)
            raise

    def distrust(self, puzzle: Puzzle) -> None:
        """Never trace a puzzle's rules again; drop all compiled rules for its variables."""
        self._untraced.add(_written(puzzle))
        variables = _variables(puzzle.variables)
        self._known = {key: shared for key, shared in self._known.items() if key[0] != variables}

    def traceable(self, puzzle: Puzzle) -> bool:
        """Return whether the rules of a level were never refused, for the same variables."""
        return _written(puzzle) not in self._untraced

    def _share(self, puzzle: Puzzle, declared: LevelRules) -> CompiledRules | None:
        """Return the rules of a level, traced on proxies; None if they need more than the shape."""
        proxies = Proxies(declared.constants)
        try:
            level_rules, goal = declared.make(*proxies.arguments)
            proxy_puzzle = puzzle.ruled(level_rules, goal)
            around = Surroundings([declared.make, *proxy_puzzle.rules, goal])
            rules = None if around.objection else CompiledRules(proxy_puzzle, "expand")
        except Exception:  # the author will see the error when the original rules run
            return None
        if rules is None or proxies.refused:
            return None
        if len(self._known) >= MAX_KEPT:
            self._known.clear()
        self._known[_key(puzzle, declared)[0]] = _Shared(rules, declared.make, around)
        return rules


def _declared(puzzle: Puzzle) -> LevelRules | None:
    """Return the declaration that built all rules and the goal of a puzzle, else None."""
    declared = puzzle.level_rules
    if declared is None or puzzle.own_moves is not None:
        return None
    same = puzzle.rules is declared.rules and puzzle.goal is declared.goal
    return declared if same else None


def _key(puzzle: Puzzle, declared: LevelRules) -> tuple[tuple, list]:
    """Return the cache key of a level's rules, and the contents of the level."""
    contents: list = []
    shapes = shape(declared.constants, contents)
    make = declared.make
    return (_variables(puzzle.variables), make.__code__, id(make.__globals__), shapes), contents


def _written(puzzle: Puzzle) -> tuple:
    """Return the code objects of a level's rules and goal, without closures, and its variables."""
    rules = (getattr(rule, "__code__", type(rule)) for rule in (*puzzle.rules, puzzle.goal))
    return *rules, _variables(puzzle.variables)


def _variables(variables: Variables) -> tuple:
    """Return the properties of variables on which the traced rules depend."""
    return tuple(
        (name, type(kind), kind.n, kind.least, getattr(kind, "length", 0))
        for name, kind in variables.kinds.items()
    )
