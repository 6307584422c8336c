"""A search of one's own, beside the textbook's: what it is given, and how it is watched.

It is a function of a `Problem`, and returns the labels of a solution, or None where there is none::

    def search(problem):
        ahead, met = [(problem.start, [])], {problem.start}
        for state, way in ahead:
            if problem.is_goal(state):
                return way
            new = [(to, [*way, label]) for label, to in problem.moves(state) if to not in met]
            met.update(to for to, _ in new)
            ahead += new

Whatever `moves` returns is counted as generated. What the search answers is played by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from stategraph.engines.limits import Budget
from stategraph.errors import InputError
from stategraph.machine.deadline import Stopped
from stategraph.rules.puzzle import PlainPuzzle

Guess = Callable[[Any], int]
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Found:
    """What a search found, and how many states it took.

    Attributes
    ----------
    depth : int or None
        moves of the solution; None: none was found
    distinct, generated : int
        different states, and all of them, counted as often as they were generated; of iterative
        deepening those of the last round, and of all rounds
    stopped : str
        the limit that was met, in words: then nothing is known but that no goal was found; empty
        when the search ended by itself, so that without a depth there is no solution
    waiting : int or None
        the most states that waited at a time to be taken; None where nobody counted
    labels : tuple of str or None
        the moves, of a search of one's own; None where nobody kept them
    seen : sequence of state
        the different states, in the order that they were first generated in (of iterative
        deepening those of the last round, the nearest first); found out when it is asked for
    """

    depth: int | None
    distinct: int
    generated: int
    stopped: str = ""
    waiting: int | None = field(default=None, compare=False, repr=False)
    see: Callable[[], Sequence[Any]] = field(default=tuple, compare=False, repr=False)
    labels: tuple[str, ...] | None = field(default=None, compare=False, repr=False)

    @property
    def seen(self) -> Sequence[Any]:
        """The different states; see above."""
        return self.see()


class Problem:
    """A puzzle as a search is given it; what it asks for is counted.

    Attributes
    ----------
    start : state
    seen : dict
        the states generated so far, in their order
    generated : int
        the start, and all that `moves` has returned
    """

    def __init__(self, puzzle: PlainPuzzle, guess: Guess, budget: Budget):
        self.start = puzzle.start
        self.seen: dict[Any, None] = {puzzle.start: None}
        self.generated = 1
        self._puzzle, self._guess, self._budget = puzzle, guess, budget

    def moves(self, state: Any) -> list[tuple[str, Any]]:
        """Return the pairs (label, next state) of a state, in the puzzle's order."""
        made = self._asked("moves", state, lambda: list(self._puzzle.moves(state)))
        self.generated += len(made)
        self.seen.update((to, None) for _, to in made)
        many = len(self.seen)
        if why := self._budget.refuses(many) or self._budget.exhausted(many, self.generated):
            raise Stopped(str(why))
        return made

    def is_goal(self, state: Any) -> bool:
        """Return whether a state wins."""
        return self._asked("is_goal", state, lambda: bool(self._puzzle.is_goal(state)))

    def guess(self, state: Any) -> int:
        """Return how many moves the heuristic guesses to be left; 0 where there is none."""
        return self._asked("guess", state, lambda: self._guess(state))

    def _asked(self, method: str, state: Any, ask: Callable[[], Answer]) -> Answer:
        """Return ``ask()``; blame whoever asks where that fails of what was never a state."""
        try:
            return ask()
        except Exception:
            if any(state is one or state == one for one in self.seen):
                raise
            raise TypeError(
                f"{method}({state!r}): this is no state that moves has returned"
            ) from None


Search = Callable[[Problem], Any]


def searched(name: str, search: Search, puzzle: PlainPuzzle, guess: Guess, budget: Budget) -> Found:
    """Return what a search of one's own finds.

    Raises
    ------
    InputError
        where it returns moves that cannot be played, or do not win

    >>> from stategraph.levels import read_level
    >>> puzzle = read_level("spacewreck/eight-rooms").puzzle
    >>> from stategraph.engines.limits import Limits
    >>> searched("lucky", lambda problem: ["R3", "L5", "L8"], puzzle, len, Budget(Limits()))
    Found(depth=3, distinct=1, generated=1, stopped='')
    """
    problem = Problem(puzzle, guess, budget)

    def found(labels: tuple[str, ...] | None, stopped: str = "") -> Found:
        seen, depth = problem.seen, None if labels is None else len(labels)
        how: dict[str, Any] = dict(labels=labels, see=lambda: list(seen))
        return Found(depth, len(seen), problem.generated, stopped, **how)

    try:
        answer = search(problem)
    except Stopped as why:
        return found(None, str(why))
    if answer is None:
        return found(None)
    _check(name, answer, puzzle)
    return found(tuple(answer))


def _check(name: str, answer: Any, puzzle: PlainPuzzle) -> None:
    """Play an answer by the rules; ``InputError`` where it is no solution."""
    if not isinstance(answer, (list, tuple)):
        kind = type(answer).__name__
        raise InputError(f"--algorithm {name}: it returns a list of labels or None, not a {kind}")
    state = puzzle.start
    for number, label in enumerate(answer, 1):
        moves = dict(puzzle.moves(state))
        if not isinstance(label, str) or label not in moves:
            raise InputError(
                f"--algorithm {name}: its move {number}, {label!r}, cannot be played; legal there: "
                + (", ".join(moves) or "nothing")
            )
        state = moves[label]
    if not puzzle.is_goal(state):
        raise InputError(f"--algorithm {name}: its {len(answer)} moves do not win")
