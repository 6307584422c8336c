"""A puzzle: where it starts, which moves each state has, and which states win.

Two ways to write one. With declared variables, whose rules any engine can run::

    Puzzle(dict(rocket=1, lucky=2), [rocket_walks, lucky_walks], goal,
           rocket=One(rooms), lucky=One(rooms))

or plainly, as any object with ``start``, ``moves(state)`` and ``is_goal(state)`` over hashable
states (`PlainPuzzle`). `Puzzle.of` gives such a one all that a `Puzzle` has, left empty, so that
nobody else need ask which of the two a puzzle is.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol, runtime_checkable

from stategraph.errors import InputError, RuleError
from stategraph.rules.own_moves import OwnMoves
from stategraph.variables import One, Set, State, Variable, Variables

Rule = Callable[[Any], Iterable[tuple[str, Any]]]

# So many characters of a puzzle's start are shown.
SHOWN = 200


@runtime_checkable
class PlainPuzzle(Protocol):
    """What every puzzle offers.

    ``moves(state)`` yields (label, next state), the same in the same order each time, with no
    label twice; it never changes `state`. States are hashable and compare by value.
    """

    start: Any

    def moves(self, state: Any) -> Iterable[tuple[str, Any]]:
        """Yield the (label, next state) of each legal move, in a fixed order."""

    def is_goal(self, state: Any) -> bool:
        """Return whether `state` wins."""


class Puzzle:
    """A puzzle whose states are values of declared variables.

    Parameters
    ----------
    start : mapping of str to value
        the value of each variable at the start
    rules : sequence of generators
        ``rule(s)`` yields (label, ``s.but(...)``); the moves of a state are those of the first
        rule, then those of the second, ...
    goal : callable
        ``goal(s)`` tells whether a state wins
    claims : mapping, optional
        what the level file says of its own answers (``{"shortest": 8}``), to be checked
    facts : mapping, optional
        what else ``analyse --json`` is to say of the puzzle (``{"cap": 24}``)
    board : object, optional
        whatever the family's ``text`` and ``draw`` need besides the state
    walker : str, optional
        the variable, a `One`, that a walk changes and nothing else: a search then keeps no state
        for every step of his
    obstacles : str, optional
        a variable, a `Set`, of which fewer elements never make the goal farther: a search then
        heeds only those that turn out to be in the way
    **variables : One, Set or Tuple
        a variable may also have the name of a parameter: ``board=One(3)`` declares a variable

    Attributes
    ----------
    variables : Variables
        None of a plain puzzle, whose states only its own ``moves`` understands
    own_moves : OwnMoves or None
        the moves of `rules` and `goal` as loops to be compiled; None, and set by a family that
        brings them, since how states are packed follows from the variables

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
        start: Mapping[str, Any],
        rules: Sequence[Rule],
        goal: Callable[[Any], Any],
        *,
        claims: Mapping[str, Any] | Variable | None = None,
        facts: Mapping[str, Any] | Variable | None = None,
        board: Any = None,
        walker: str | Variable | None = None,
        obstacles: str | Variable | None = None,
        **variables: Variable,
    ):
        given: dict[str, Any] = dict(
            claims=claims, facts=facts, board=board, walker=walker, obstacles=obstacles
        )
        for name, value in given.items():
            if isinstance(value, Variable):
                variables[name], given[name] = value, None
        self.variables = Variables(variables)
        self.rules, self.goal = tuple(rules), goal
        _refuse_async(*self.rules, goal)
        self.claims, self.facts = dict(given["claims"] or {}), dict(given["facts"] or {})
        self.board, self.walker, self.obstacles = (
            given[name] for name in ("board", "walker", "obstacles")
        )
        for name, kind in ((self.walker, One), (self.obstacles, Set)):
            if name is not None and not isinstance(variables.get(name), kind):
                raise ValueError(f"{name!r} is no variable of the kind {kind.__name__}")
        self.own_moves: OwnMoves | None = None
        self.start: State = self.variables.state(start)

    def __repr__(self) -> str:
        start = repr(self.start)
        return f"<Puzzle: {start if len(start) <= SHOWN else start[: SHOWN - 1] + '…'}>"

    @staticmethod
    def of(puzzle: PlainPuzzle) -> Puzzle:
        """Return a puzzle with everything that a `Puzzle` has, itself if it is one.

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
            raise RuleError(f"{puzzle!r} is no puzzle: it has not start, moves and is_goal")
        return _Plain(puzzle)

    def moves(self, state: Any) -> Iterable[tuple[str, Any]]:
        """Yield the (label, next state) of each legal move, in the order of the rules."""
        return chain.from_iterable(rule(state) for rule in self.rules)

    def is_goal(self, state: Hashable) -> bool:
        """Return whether `state` wins."""
        return bool(self.goal(state))

    def named(self, text: str) -> Any:
        """Return the state that a text such as ``rocket=3,lucky=7`` names.

        ``InputError`` where it names none.
        """
        return self.variables.parse(text)

    def ruled(self, rules: Sequence[Rule], goal: Callable[[Any], Any]) -> Puzzle:
        """Return a puzzle of the same variables and start with other rules and another goal."""
        other = self.starting(self.start)
        other.rules, other.goal = tuple(rules), goal
        _refuse_async(*other.rules, goal)
        other.walker = other.obstacles = other.own_moves = None
        return other

    def starting(self, state: State) -> Puzzle:
        """Return the same puzzle with another start."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, start=state, claims={})
        return other


def _refuse_async(*functions: Any) -> None:
    """Raise ``RuleError`` for an ``async def``: rules and goals are called, and never awaited."""
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
    """A plain puzzle with what a `Puzzle` has besides; whatever more it has is there as well."""

    variables: Any = None

    def __init__(self, plain: PlainPuzzle):
        _refuse_async(plain.moves, plain.is_goal)
        self._plain = plain
        self.start = plain.start
        self.claims, self.facts = getattr(plain, "claims", {}), getattr(plain, "facts", {})
        self.walker = self.obstacles = self.own_moves = None

    def __getattr__(self, name: str) -> Any:
        if name == "_plain":  # asked for before it is set: a copy is being made
            raise AttributeError(name)
        return getattr(self._plain, name)

    def moves(self, state: Any) -> Iterable[tuple[str, Any]]:
        return self._plain.moves(state)

    def is_goal(self, state: Hashable) -> bool:
        return self._plain.is_goal(state)

    def named(self, text: str) -> Any:
        if not hasattr(self._plain, "named"):
            raise InputError("--state needs declared variables; use --after or --node")
        return self._plain.named(text)
