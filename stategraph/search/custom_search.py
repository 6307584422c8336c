"""User-defined searches: the problem they receive, counts of states, and checks of solutions.

A search is a function of a `Problem`. It returns the labels of a solution, or None if it finds no
solution::

    def search(problem):
        queue, seen = [(problem.start, [])], {problem.start}
        for state, path in queue:
            if problem.is_goal(state):
                return path
            new = [(to, [*path, label]) for label, to in problem.moves(state) if to not in seen]
            seen.update(to for to, _ in new)
            queue += new

Every state that `moves` returns is counted as generated. The solution is replayed by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from stategraph.engines.limits import Budget
from stategraph.errors import InputError
from stategraph.machine.deadline import Stopped
from stategraph.readable import Record
from stategraph.rules.puzzle import Heuristic, PlainPuzzle

Answer = TypeVar("Answer")


def zero_heuristic(state: object) -> int:
    """Return 0, an admissible estimate for every state."""
    return 0


@dataclass(frozen=True)
class CustomResult:
    """The result of a search, and its number of states.

    Attributes
    ----------
    depth : int or None
        length of the solution; None: no solution was found
    distinct, generated : int
        number of distinct states, and of generated states with repetitions; iterative deepening
        counts distinct states in the last round and generated states in all rounds
    stopped : str
        the limit that stopped the search, in words; it is then unknown whether a solution exists.
        Empty if the search ended by itself; then `depth` None means that no solution exists
    waiting : int or None
        largest size of the queue, stack or heap; None if not counted
    labels : tuple of str or None
        the solution of a user-defined search; None for textbook searches, which store no moves
    seen : sequence of state
        the distinct states in the order of their first generation, computed on access; for
        iterative deepening, the states of the last round, those nearest the start first
    """

    depth: int | None
    distinct: int
    generated: int
    stopped: str = ""
    waiting: int | None = field(default=None, compare=False, repr=False)
    see: Callable[[], Sequence[Hashable]] = field(default=tuple, compare=False, repr=False)
    labels: tuple[str, ...] | None = field(default=None, compare=False, repr=False)

    @property
    def seen(self) -> Sequence[object]:
        """The distinct states; see the attributes of the class."""
        return self.see()


class Problem:
    """The interface of a puzzle for user-defined searches, which counts generated states.

    Attributes
    ----------
    start : state
    seen : dict
        the generated states, as keys in the order of generation
    generated : int
        number of generated states: the start, and all states returned by `moves`
    """

    def __init__(self, puzzle: PlainPuzzle, guess: Heuristic, budget: Budget):
        self.start = puzzle.start
        self.seen: dict[object, None] = {puzzle.start: None}
        self.generated = 1
        self._puzzle, self._guess, self._budget = puzzle, guess, budget

    def moves(self, state: Hashable) -> list[tuple[str, Hashable]]:
        """Return the pairs (label, next state) of a state, in the puzzle's order."""
        moves = self._attempt("moves", state, lambda: list(self._puzzle.moves(state)))
        self.generated += len(moves)
        self.seen.update((to, None) for _, to in moves)
        distinct = len(self.seen)
        if why := self._budget.refuses(distinct) or self._budget.exhausted(
            distinct, self.generated
        ):
            raise Stopped(str(why))
        return moves

    def is_goal(self, state: Hashable) -> bool:
        """Return whether a state wins."""
        return self._attempt("is_goal", state, lambda: bool(self._puzzle.is_goal(state)))

    def guess(self, state: Hashable) -> int:
        """Return the heuristic value of a state: the estimated number of remaining moves."""
        return self._attempt("guess", state, lambda: self._guess(state))

    def _attempt(self, method: str, state: object, ask: Callable[[], Answer]) -> Answer:
        """Return ``ask()``; if it fails on a state that `moves` never returned, say so."""
        try:
            return ask()
        except Exception:
            if any(state is known_state or state == known_state for known_state in self.seen):
                raise
            raise TypeError(
                f"{method}({state!r}): this is not a state that moves has returned"
            ) from None


Search = Callable[[Problem], Sequence[str] | None]


def run_custom_search(
    name: str, search: Search, puzzle: PlainPuzzle, guess: Heuristic, budget: Budget
) -> CustomResult:
    """Run a user-defined search and check its solution.

    Parameters
    ----------
    name : str
        the name of the search in answers
    search : callable
        a function of a problem that returns labels or None
    puzzle : PlainPuzzle
        start, moves and goal, without variables
    guess : callable
        the heuristic: maps a state to an estimate of the moves left
    budget : Budget, optional
        limits of states and seconds

    Raises
    ------
    InputError
        if the search returns moves that cannot be played or do not win

    Examples
    --------
    >>> from stategraph.level_files import read_level
    >>> puzzle = read_level("spacewreck/eight-rooms").puzzle
    >>> from stategraph.engines.limits import Limits
    >>> budget = Budget(Limits())
    >>> run_custom_search("lucky", lambda problem: ["R3", "L5", "L8"], puzzle, len, budget)
    CustomResult(depth=3, distinct=1, generated=1, stopped='')
    """
    problem = Problem(puzzle, guess, budget)

    def result(labels: tuple[str, ...] | None, stopped: str = "") -> CustomResult:
        states, depth = problem.seen, None if labels is None else len(labels)
        how: Record = dict(labels=labels, see=lambda: list(states))
        return CustomResult(depth, len(states), problem.generated, stopped, **how)

    try:
        answer = search(problem)
    except Stopped as why:
        return result(None, str(why))
    if answer is None:
        return result(None)
    _check(name, answer, puzzle)
    return result(tuple(answer))


def _check(name: str, answer: object, puzzle: PlainPuzzle) -> None:
    """Replay an answer by the rules; raise ``InputError`` if it is not a solution."""
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
