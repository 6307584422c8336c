"""Shared context of all rounds of a search: budget, engine, and knowledge of the family.

::

    search(engine, pause) ──► in plain Python at first
                          ──► with compiled rules, once compiling is worth its time
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from stategraph.engines.direct import never
from stategraph.engines.engine_choice import TieredRunner
from stategraph.engines.limits import PAUSED, Budget, Stop
from stategraph.errors import InputError
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Heuristic, Puzzle
from stategraph.search.bounds import Bounds
from stategraph.search.custom_search import zero_heuristic
from stategraph.search.lazy_astar import among
from stategraph.search.python_states import PlainEngine
from stategraph.search.state_space import SearchEngine
from stategraph.variables import State

if TYPE_CHECKING:
    from stategraph.machine.backends import Loops
    from stategraph.search.compiled_states import CompiledEngine
    from stategraph.search.push_solver import PushProof

Found = TypeVar("Found")

# States expanded in plain Python before the rules are compiled.
MIN_STATES_FOR_NATIVE = 3_000


class SearchResult(NamedTuple, Generic[Found]):
    """The result of a search: its spaces, the answer, and the reason for an early stop."""

    spaces: tuple[Any, ...]
    found: Found
    stopped: Stop | None


Search = Callable[[SearchEngine, int | None], SearchResult[Found]]


class SearchContext:
    """The shared context of all rounds of a search.

    Attributes
    ----------
    states : int
        number of stored states
    orders : tuple of str
        the orders in which the last search found the first solution, see `Dives`
    """

    def __init__(self, puzzle: Puzzle, family: Family, budget: Budget, engine: str, bounds: Bounds):
        self.budget, self.bounds = budget, bounds
        self.states, self.orders = 0, tuple[str, ...]()
        self.family, self._runner = (
            family,
            TieredRunner(puzzle, engine, MIN_STATES_FOR_NATIVE, budget),
        )
        self._plainly = engine == "direct"
        self._guess: Heuristic | None = None
        self._proof: PushProof | None = None
        self._compiled: CompiledEngine | None = None

    def compiled(self) -> CompiledEngine:
        """Return the engine of compiled rules, created once."""
        from stategraph.search.compiled_states import CompiledEngine

        self._compiled = self._compiled or CompiledEngine()
        return self._compiled

    def run(self, puzzle: Puzzle, guess: Heuristic, search: Search[Found]) -> SearchResult[Found]:
        """Run ``search(engine, pause)`` with the faster engine."""
        return self._runner.run(_SearchJob(self, puzzle, guess, search))

    def proof(self, puzzle: Puzzle) -> PushProof | None:
        """Return the search over pushes, created once; None if the puzzle has no push solver."""
        if self._proof is None and (solver := self.family.pushing(puzzle)) is not None:
            self._proof = solver.proof(puzzle, self.budget, self._plainly)
        return self._proof

    def backward(self, puzzle: Puzzle) -> tuple[list[State], Puzzle] | None:
        """Return the goals and the puzzle that undoes moves; None if the family has neither."""
        return self.family.backward(puzzle)

    def guess(self, puzzle: Puzzle) -> Heuristic:
        """Return the admissible heuristic of the family, created once.

        It is computed for the puzzle without obstacles, so it is valid for any set of obstacles.

        Raises
        ------
        InputError
            if the family declares a heuristic admissible that it does not define
        """
        if not self.family.admissible:
            return zero_heuristic
        if self._guess is None:
            if puzzle.obstacles is not None:
                puzzle = among(puzzle, set())
            name, heuristics = self.family.admissible[0], self.family.heuristics
            if name not in heuristics:
                raise InputError(f"{name!r} is called admissible, but is not a heuristic")
            self._guess = heuristics[name](puzzle)
        return self._guess


class _SearchJob(Generic[Found]):
    """A search for either engine; implements `stategraph.engines.engine_choice.Job`."""

    goes_on, recovers = False, True

    def __init__(
        self, call: SearchContext, puzzle: Puzzle, guess: Heuristic, search: Search[Found]
    ):
        self._call, self._puzzle, self._guess, self._search = call, puzzle, guess, search
        self._sample: list[State] = []

    def plain(
        self, pause: int | None, ready: Callable[[], bool] = never
    ) -> SearchResult[Found] | None:
        """Search in plain Python, from the start; return None if paused."""
        result = self._search(PlainEngine(), pause)
        self._sample = result.spaces[0].sample()
        return None if result.stopped == PAUSED else result

    def loops(self) -> Loops:
        """Return the kernels of the compiled rules and heuristic."""
        return self._call.compiled().rules(self._puzzle, self._guess).loops

    def native(self) -> SearchResult[Found]:
        """Search with compiled rules and compare samples with plain Python.

        The samples are the first states of the Python run, and states from the whole native run.
        """
        engine = self._call.compiled()
        rules = engine.rules(self._puzzle, self._guess)
        for state in self._sample:
            rules.check(state)
        result = self._search(engine, None)
        for space in result.spaces:
            space.check()
        return result
