"""What all rounds of a search share: the budget, the engine, what the family knows.

::

    search(engine, pause) ──► on states in plain Python, from the beginning
                              on compiled ones, once that pays
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from stategraph.engines.handover import Ladder
from stategraph.engines.limits import PAUSED, Budget, Stop
from stategraph.engines.plain import never
from stategraph.errors import InputError
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bounds import Bounds
from stategraph.search.lazy import among
from stategraph.search.plain import PlainEngine
from stategraph.search.space import Engine

if TYPE_CHECKING:
    from stategraph.machine.loops import Loops
    from stategraph.search.compiled import CompiledEngine
    from stategraph.search.push_solver import PushProof

# States looked at in plain Python before the rules are compiled.
HAND_OVER = 3_000

Guess = Callable[[Any], int]


class Searched(NamedTuple):
    """Where a search has been, what it found there, and why it stopped before it knew."""

    spaces: tuple[Any, ...]
    found: Any
    stopped: Stop | None


Search = Callable[[Engine, int | None], Searched]


class Call:
    """What all rounds of a search share: the budget, the engine, the family's knowledge.

    Attributes
    ----------
    states : int
        states kept so far
    in_text_order : bool
        of the last depth-first search, see `Dives`
    """

    def __init__(self, puzzle: Puzzle, family: Family, budget: Budget, engine: str, bounds: Bounds):
        self.budget, self.bounds = budget, bounds
        self.states, self.in_text_order = 0, False
        self.family, self._ladder = family, Ladder(puzzle, engine, HAND_OVER, budget)
        self._plainly = engine == "direct"
        self._guess: Guess | None = None
        self._proof: PushProof | None = None
        self._compiled: CompiledEngine | None = None

    def compiled(self) -> CompiledEngine:
        """Return the engine of compiled rules, the same one each time."""
        from stategraph.search.compiled import CompiledEngine

        self._compiled = self._compiled or CompiledEngine()
        return self._compiled

    def run(self, puzzle: Puzzle, guess: Guess, search: Search) -> Searched:
        """Run ``search(engine, pause)`` on whichever engine pays."""
        return self._ladder.do(_SearchJob(self, puzzle, guess, search))

    def proof(self, puzzle: Puzzle) -> PushProof | None:
        """Return the search over pushes, the same one each time; None where it makes no sense."""
        if self._proof is None and (solver := self.family.pushing(puzzle)) is not None:
            self._proof = solver.proof(puzzle, self.budget, self._plainly)
        return self._proof

    def backward(self, puzzle: Puzzle) -> Any:
        """Return the goals, and the puzzle that undoes moves; None where that is not known."""
        return self.family.backward(puzzle)

    def guess(self, puzzle: Puzzle) -> Guess:
        """Return a guess of the moves left that is never too much: the same one each time.

        It is made for the puzzle without obstacles, and so holds among any of them.
        """
        if not self.family.admissible:
            return guess_nothing
        if self._guess is None:
            if puzzle.obstacles is not None:
                puzzle = among(puzzle, set())
            name, known = self.family.admissible[0], self.family.heuristics
            if name not in known:
                raise InputError(f"{name!r} is called admissible, but is no heuristic")
            self._guess = known[name](puzzle)
        return self._guess


class _SearchJob:
    """A search, to be done on either engine: `stategraph.engines.handover.Job`."""

    goes_on, recovers = False, True

    def __init__(self, call: Call, puzzle: Puzzle, guess: Guess, search: Search):
        self._call, self._puzzle, self._guess, self._search = call, puzzle, guess, search
        self._sample: list[Any] = []

    def plain(self, pause: int | None, ready: Callable[[], bool] = never) -> Searched | None:
        """Search in plain Python, from the beginning."""
        made = self._search(PlainEngine(), pause)
        self._sample = made.spaces[0].sample()
        return None if made.stopped == PAUSED else made

    def loops(self) -> Loops:
        """Return the loops of the compiled rules and guess."""
        return self._call.compiled().rules(self._puzzle, self._guess).loops

    def native(self) -> Searched:
        """Search compiled; the states that plain Python met first must look the same.

        So must others, which are spread over all that the search kept.
        """
        engine = self._call.compiled()
        rules = engine.rules(self._puzzle, self._guess)
        for state in self._sample:
            rules.check(state)
        made = self._search(engine, None)
        for space in made.spaces:
            space.check()
        return made


def guess_nothing(state: Any) -> int:
    """Guess that nothing is left to do: never too much."""
    return 0
