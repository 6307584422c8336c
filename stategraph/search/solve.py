"""One question, several searches: a shortest solution of a puzzle, without its whole graph.

::

    puzzle ──prune──► the same with less in it ──┬─ astar ─────────────────────┐
                                                 ├─ lazy: astar, again and     ├──► a shortest
                                                 │        again, with more     │    solution, played
                                                 │        obstacles each time  │    by the rules
                                                 ├─ ida                        │
                                                 └─ bidirectional ─────────────┘
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stategraph.engines.limits import Budget, Limits, Progress
from stategraph.errors import InputError, RuleError
from stategraph.rules.family import Family
from stategraph.rules.puzzle import PlainPuzzle, Puzzle
from stategraph.search.astar import astar
from stategraph.search.bidirectional import bidirectional
from stategraph.search.ida import ida, within
from stategraph.search.lazy import among, lazy
from stategraph.search.plain import Plain, PlainDives
from stategraph.search.space import NEVER, Space, on_an_engine
from stategraph.search.way import labels_along

if TYPE_CHECKING:
    from stategraph.search.compiled import Rules

SEARCHES = ("astar", "lazy", "ida", "bidirectional")

# A level of more states, as far as its goal, had better be searched than expanded.
FITS = 2_000_000

# No analysis follows a search; but so many bytes a state its arrays may grow at once.
GROWTH = 16

# States in the table of a depth-first search.
SLOTS = 1 << 20

# States looked at, once a shortest solution is known, for the first one of its length.
FIRST = 1 << 21


@dataclass(frozen=True)
class ShortestWay:
    """A shortest solution, or why there is none.

    Attributes
    ----------
    labels : tuple of str or None
        a shortest solution; None where there is none, or none is known
    stopped : str
        why the search stopped before it knew; empty where the outcome is proven
    states : int
        states kept, over all rounds; for *ida* states looked at
    first : bool
        whether it is proven to be the first of them, in the order asked for
    """

    labels: tuple[str, ...] | None
    stopped: str
    states: int
    first: bool = False


def best_search(puzzle: PlainPuzzle, family: Family | None) -> str | None:
    """Return the search that pays for a puzzle too big to expand; None where none does."""
    if isinstance(puzzle, Puzzle) and puzzle.obstacles is not None:
        return "lazy"
    walks = isinstance(puzzle, Puzzle) and puzzle.walker is not None
    return "astar" if walks or (family is not None and family.admissible) else None


def shortest_way(
    puzzle: PlainPuzzle,
    family: Family | None = None,
    search: str = "astar",
    limits: Limits | None = None,
    *,
    order: str = "text",
    engine: str = "auto",
    progress: Progress | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> ShortestWay:
    """Return a shortest solution of `puzzle`, proven to be one, and mostly the first of them.

    What the `family` knows is made use of: its first admissible heuristic, what it prunes, how
    its moves are undone. The solution has been played by the rules as they are written. Once its
    length is known, the first of that length is looked for, depth first, among a few million
    states; in vain, another one is returned.

    Parameters
    ----------
    search : {"astar", "lazy", "ida", "bidirectional"}
    limits : Limits, optional
        ``states`` bounds those that are kept; for *ida*, those that are looked at
    order : {"text", "moves"}
        what makes a solution the first: its concatenated text, or move by move
    engine : {"auto", "direct", "native"}
        as for `stategraph.expand.expand`

    Raises
    ------
    InputError
        where the search needs what the puzzle or its family does not declare
    RuleError, TraceError
        as `stategraph.expand.expand` does

    >>> from stategraph.rules import One
    >>> def step(s):
    ...     if s.n < 3:
    ...         yield "+", s.but(n=s.n + 1)
    >>> shortest_way(Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4))).labels
    ('+', '+', '+')
    """
    if search not in SEARCHES:
        raise ValueError(f"search must be one of {SEARCHES}, not {search!r}")
    budget = Budget(limits or Limits(), progress, (GROWTH, 0))
    run = _Run(family, budget, engine, tell)
    less = puzzle if family is None else family.prune(puzzle)
    run.refuse(search, less)
    if puzzle.is_goal(puzzle.start):
        return ShortestWay((), "", 1, first=True)
    labels, stopped = getattr(run, search)(less)
    if labels is None:
        return ShortestWay(None, stopped, run.states)
    states = run.states
    first = None if search == "ida" else run.first(less, len(labels))
    labels = first or labels
    _play(puzzle, labels)
    found = (search == "ida" or first is not None) and (order == "moves" or run.in_text_order)
    return ShortestWay(tuple(labels), "", states, found)


def _play(puzzle: PlainPuzzle, labels: list[str]) -> None:
    """Raise ``RuleError`` if `labels` do not win."""
    state = puzzle.start
    for label in labels:
        moves = dict(puzzle.moves(state))
        if label not in moves:
            raise RuleError(f"the search found a move {label!r} that state ({state!r}) has not")
        state = moves[label]
    if not puzzle.is_goal(state):
        raise RuleError(f"the search found a way to state ({state!r}), which is no goal")


class _Run:
    """One call: what every search needs."""

    def __init__(
        self,
        family: Family | None,
        budget: Budget,
        engine: str,
        tell: Callable[[str], None],
    ):
        self._family, self._budget = family, budget
        self._engine, self._tell = engine, tell
        self.states = 0
        self.in_text_order = False
        self._went_native = False
        self._guesses: Callable[[Any], int] | None = None
        self._rules: dict[Callable[[Any], int], Rules] = {}

    def refuse(self, search: str, puzzle: Any) -> None:
        """Raise ``InputError`` where a search makes no sense for a puzzle."""
        declared = isinstance(puzzle, Puzzle)
        if search == "lazy" and not (declared and puzzle.obstacles):
            raise InputError("search lazy: the puzzle declares no obstacles to leave out")
        if search == "bidirectional" and not (declared and self._back(puzzle)):
            raise InputError("search bidirectional: the family does not say how to undo moves")

    def _back(self, puzzle: PlainPuzzle) -> Any:
        return None if self._family is None else self._family.backward(puzzle)

    def _guess(self, puzzle: PlainPuzzle) -> Callable[[Any], int]:
        """Return a guess of the moves left that is never too much: the same one each time.

        It is made for the puzzle without obstacles, and so holds among any of them.
        """
        if self._family is None or not self._family.admissible:
            return _nothing
        if self._guesses is None:
            if isinstance(puzzle, Puzzle) and puzzle.obstacles is not None:
                puzzle = among(puzzle, set())
            name, known = self._family.admissible[0], self._family.heuristics
            if name not in known:
                raise InputError(f"{name!r} is called admissible, but is no heuristic")
            self._guesses = known[name](puzzle)
        return self._guesses

    def _compiled(self, puzzle: Any, guess: Callable[[Any], int]) -> Rules:
        """Return the compiled rules of a puzzle; those of another start are the same."""
        from stategraph.search.compiled import Rules

        if guess not in self._rules:
            self._rules[guess] = Rules(puzzle, guess)
        return self._rules[guess]

    def _search(self, puzzle: PlainPuzzle, make: Any, run: Any, guess: Any) -> Any:
        """Return the space and the outcome of a search, on whichever engine."""
        if self._went_native:
            space = make("native")
            return space, run(space, None)

        def check(state: Any) -> None:
            self._compiled(puzzle, guess).check(state)

        space, outcome, self._went_native = on_an_engine(
            make, run, check, puzzle, self._engine, self._stay_direct
        )
        return space, outcome

    def _stay_direct(self, reason: str) -> None:
        """Tell why rules are not compiled; nothing that is searched later tries it again."""
        self._engine = "direct"
        self._tell(reason)

    def _space(self, engine: str, puzzle: Any, guess: Any, **how: Any) -> Any:
        if engine == "direct":
            return Plain(puzzle, guess, **how)
        from stategraph.search.compiled import Compiled

        return Compiled(self._compiled(puzzle, guess), puzzle.start, **how)

    def _dives(self, engine: str, puzzle: Any, guess: Any, slots: int) -> Any:
        if engine == "direct":
            return PlainDives(puzzle, guess, slots)
        from stategraph.search.compiled import CompiledDives

        return CompiledDives(self._compiled(puzzle, guess), puzzle.start, slots)

    def astar(
        self, puzzle: PlainPuzzle, patience: int | None = None, guess: Any = None
    ) -> tuple[list[str] | None, str]:
        """Search by A*; with `patience`, stop after so many states were kept."""
        guess, walker = guess or self._guess(puzzle), getattr(puzzle, "walker", None)
        space, (_, stopped) = self._search(
            puzzle,
            lambda engine: self._space(engine, puzzle, guess, walker=walker),
            lambda space, pause: (None, astar(space, self._budget, pause, patience)),
            guess,
        )
        self.states += len(space)
        if stopped or space.best >= NEVER:
            return None, stopped
        return labels_along(puzzle, space.line(space.last), walker), ""

    def lazy(self, puzzle: Puzzle) -> tuple[list[str] | None, str]:
        """Search by A*, heeding obstacles only as they turn out to matter."""
        guess = self._guess(puzzle)
        return lazy(puzzle, lambda some, patience: self.astar(some, patience, guess))

    def ida(self, puzzle: PlainPuzzle) -> tuple[list[str] | None, str]:
        """Search by IDA*."""
        return self._dive(puzzle, lambda dives, pause: ida(dives, self._budget, pause))

    def first(self, puzzle: PlainPuzzle, length: int) -> list[str] | None:
        """Return the first solution of the least `length`; None where that takes too long."""
        line, _ = self._dive(
            puzzle, lambda dives, pause: within(dives, length, FIRST, self._budget, pause)
        )
        return line

    def _dive(self, puzzle: PlainPuzzle, run: Any) -> tuple[list[str] | None, str]:
        """Search depth first."""
        guess = self._guess(puzzle)
        dives, (line, stopped) = self._search(
            puzzle,
            lambda engine: self._dives(engine, puzzle, guess, SLOTS),
            run,
            guess,
        )
        self.states += dives.looked
        self.in_text_order = dives.in_text_order
        return None if line is None else labels_along(puzzle, line, None), stopped

    def bidirectional(self, puzzle: PlainPuzzle) -> tuple[list[str] | None, str]:
        """Search from both ends."""
        goals, back = self._back(puzzle)
        (ahead, behind), (met, stopped) = self._search(
            puzzle,
            lambda engine: _Both(
                self._space(engine, puzzle, _nothing),
                self._space(engine, back, _nothing_back, starts=goals),
            ),
            lambda both, pause: bidirectional(both[0], both[1], self._budget, pause),
            _nothing,
        )
        self.states += len(ahead) + len(behind)
        if met is None:
            return None, stopped
        line = ahead.line(met[0]) + behind.line(met[1])[::-1][1:-1]
        return labels_along(puzzle, line, None), ""


class _Both(tuple[Space, Space]):
    """The spaces of both sides, as one."""

    def __new__(cls, ahead: Space, back: Space) -> _Both:
        return super().__new__(cls, (ahead, back))

    @property
    def states(self) -> list[Any]:
        return self[0].states  # type: ignore[attr-defined]


def _nothing(state: Any) -> int:
    """Guess nothing."""
    return 0


def _nothing_back(state: Any) -> int:
    """Guess nothing, of a puzzle with other rules."""
    return 0
