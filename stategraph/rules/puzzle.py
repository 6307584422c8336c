"""Puzzles: a start, the moves of each state, and the goal states.

A puzzle can be written in two forms. With declared variables, any engine can run its rules::

    Puzzle(dict(rocket=1, lucky=2), [rocket_walks, lucky_walks], goal,
           rocket=One(rooms), lucky=One(rooms))

The plain form is any object with ``start``, ``moves(state)`` and ``is_goal(state)`` over hashable
states (`PlainPuzzle`). `Puzzle.of` gives such an object the other attributes of a `Puzzle` with
empty values, so that other code need not distinguish the two forms.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol, runtime_checkable

from stategraph.errors import InputError, RuleError
from stategraph.rules.custom_moves import OwnMoves
from stategraph.rules.level_rules import LevelRules
from stategraph.variables import One, Set, State, Variable, Variables

# Functions of a state, whose type depends on the family.
Rule = Callable[[Any], Iterable[tuple[str, Any]]]
Goal = Callable[[Any], object]
Heuristic = Callable[[Any], int]
PartialHeuristic = Callable[[Any], int | None]  # None: no estimate

# maximum number of characters shown of a puzzle's start
MAX_START_LETTERS = 200


@runtime_checkable
class PlainPuzzle(Protocol):
    """The interface of every puzzle.

    ``moves(state)`` yields pairs (label, next state). For equal states it yields the same pairs in
    the same order, and each label at most once. It never changes `state`. States are hashable and
    compare by value.
    """

    start: Any

    def moves(self, state: object) -> Iterable[tuple[str, Any]]:
        """Yield the (label, next state) of each legal move, in a fixed order."""

    def is_goal(self, state: object) -> bool:
        """Return whether `state` wins."""


class Puzzle:
    """A puzzle whose states are values of declared variables.

    Parameters
    ----------
    start : mapping of str to value
        the value of each variable at the start
    rules : sequence of generators, or LevelRules
        ``rule(s)`` yields (label, ``s.but(...)``); the moves of a state are those of the first
        rule, then those of the second, ... `LevelRules` contain the goal too
    goal : callable
        ``goal(s)`` returns whether a state wins
    claims : mapping, optional
        known answers stated in the level file (``{"shortest": 8}``), to be checked
    facts : mapping, optional
        further entries for ``analyse --json`` (``{"cap": 24}``)
    board : object, optional
        data that the family's ``text`` and ``draw`` need besides the state
    walker : str, optional
        a variable, a `One`, that walks change and nothing else: a search then skips the states
        of single steps
    obstacles : str, optional
        a variable, a `Set`. Removing elements from it must never make the goal farther; a search
        then considers only elements that turn out to obstruct
    **variables : One, Set or Tuple
        a variable may also have the name of a parameter: ``board=One(3)`` declares a variable

    Attributes
    ----------
    variables : Variables
        None for a plain puzzle
    level_rules : LevelRules or None
        the shared form of `rules` and `goal`, if they were given so
    own_moves : OwnMoves or None
        the moves of `rules` and `goal` as loops that can be compiled. A family with such loops sets
        it after construction, since the packing of states depends on the variables

    >>> def step(s):
    ...     if s.n < 3:
    ...         yield "+", s.but(n=s.n + 1)
    >>> from stategraph.rules import One
    >>> count = Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4))
    >>> count
    <Puzzle: n=0>
    >>> list(count.moves(count.start))
    [('+', n=1)]
    """

    def __init__(
        self,
        start: Mapping[str, object],
        rules: Sequence[Rule] | LevelRules,
        goal: Goal | None = None,
        *,
        claims: Mapping[str, object] | Variable | None = None,
        facts: Mapping[str, object] | Variable | None = None,
        board: object = None,
        walker: str | Variable | None = None,
        obstacles: str | Variable | None = None,
        **variables: Variable,
    ):
        options: dict[str, Any] = dict(
            claims=claims, facts=facts, board=board, walker=walker, obstacles=obstacles
        )
        for name, value in options.items():
            if isinstance(value, Variable):
                variables[name], options[name] = value, None
        self.variables = Variables(variables)
        self.rules: tuple[Rule, ...]
        self.level_rules = rules if isinstance(rules, LevelRules) else None
        if isinstance(rules, LevelRules):
            self.rules, goal = rules.rules, rules.goal
        elif callable(rules):
            name = getattr(rules, "__name__", "rule")
            raise TypeError(f"the rules are a list; write [{name}] instead of {name}")
        else:
            self.rules = tuple(rules)
        if goal is None:
            raise TypeError("a puzzle needs a goal")
        self.goal: Goal = goal
        _refuse_async(*self.rules, goal)
        self.claims, self.facts = dict(options["claims"] or {}), dict(options["facts"] or {})
        self.board, self.walker, self.obstacles = (
            options[name] for name in ("board", "walker", "obstacles")
        )
        for name, kind in ((self.walker, One), (self.obstacles, Set)):
            if name is not None and not isinstance(variables.get(name), kind):
                raise ValueError(f"{name!r} is not a variable of the kind {kind.__name__}")
        self.own_moves: OwnMoves | None = None
        self.start: State = self.variables.state(start)

    def __repr__(self) -> str:
        start = repr(self.start)
        if len(start) > MAX_START_LETTERS:
            start = start[: MAX_START_LETTERS - 1] + "…"
        return f"<Puzzle: {start}>"

    @staticmethod
    def of(puzzle: PlainPuzzle) -> Puzzle:
        """Return a puzzle with all attributes of a `Puzzle`; a `Puzzle` is returned unchanged.

        >>> class Stairs:
        ...     start = 0
        ...     def moves(self, state):
        ...         yield "up", state + 1
        ...     def is_goal(self, state):
        ...         return state == 2
        >>> stairs = Puzzle.of(Stairs())
        >>> list(stairs.moves(1)), stairs.variables, stairs.claims
        ([('up', 2)], None, {})
        """
        if isinstance(puzzle, Puzzle):
            return puzzle
        if not isinstance(puzzle, PlainPuzzle):
            raise RuleError(f"{puzzle!r} is not a puzzle: it needs start, moves and is_goal")
        return _Plain(puzzle)

    def moves(self, state: object) -> Iterable[tuple[str, Any]]:
        """Yield the (label, next state) of each legal move, in the order of the rules."""
        return chain.from_iterable(rule(state) for rule in self.rules)

    def is_goal(self, state: Hashable) -> bool:
        """Return whether `state` wins."""
        return self._is_goal(self.goal, state)

    @staticmethod
    def _is_goal(goal: Goal, state: Hashable) -> bool:
        try:
            return bool(goal(state))
        except Exception as error:  # an error of the author, which is passed on
            error.add_note(f"in state ({state!r})")
            raise

    def named(self, text: str) -> Any:
        """Return the state given by a text such as ``rocket=3,lucky=7``.

        Raise ``InputError`` for other texts.
        """
        return self.variables.parse(text)

    def ruled(self, rules: Sequence[Rule], goal: Goal) -> Puzzle:
        """Return a puzzle with the same variables and start, but other rules and another goal."""
        other = self.starting(self.start)
        other.rules, other.goal = tuple(rules), goal
        _refuse_async(*other.rules, goal)
        other.walker = other.obstacles = other.own_moves = other.level_rules = None
        return other

    def starting(self, state: State) -> Puzzle:
        """Return the same puzzle with another start."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, start=state, claims={})
        return other


def _refuse_async(*functions: object) -> None:
    """Raise ``RuleError`` for a rule or goal defined by ``async def``, which is never awaited."""
    for function in functions:
        if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
            while isinstance(function, functools.partial):
                function = function.func
            code = function.__code__
            name = code.co_name
            raise RuleError(
                f"{code.co_filename}:{code.co_firstlineno}: {name} is an 'async def', whose result "
                f"is never awaited; write 'def {name}'"
            )


class _Plain(Puzzle):
    """A plain puzzle with the attributes of a `Puzzle`; its own attributes stay accessible."""

    variables: Any = None

    def __init__(self, plain: PlainPuzzle):
        _refuse_async(plain.moves, plain.is_goal)
        self._plain = plain
        self.start = plain.start
        self.claims, self.facts = getattr(plain, "claims", {}), getattr(plain, "facts", {})
        self.walker = self.obstacles = self.own_moves = self.level_rules = None

    def __getattr__(self, name: str) -> Any:
        if name == "_plain":  # during a copy, it is accessed before it is set
            raise AttributeError(name)
        return getattr(self._plain, name)

    def moves(self, state: object) -> Iterable[tuple[str, Any]]:
        return self._plain.moves(state)

    def is_goal(self, state: Hashable) -> bool:
        return self._is_goal(self._plain.is_goal, state)

    def named(self, text: str) -> Any:
        if not hasattr(self._plain, "named"):
            raise InputError("--state needs declared variables; use --after or --node")
        return self._plain.named(text)
