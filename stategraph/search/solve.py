"""A shortest solution of a level, by expansion or search.

::

                 ┌─ bfs: expand until the goal is found ───► the first solution, and the graph
    level ─auto──┤
                 └─ too many states ─┬─ astar, lazy, ... ──► a shortest solution, usually the first
                                     ├─ sat in parallel ───► lower bounds
                                     └─ finder in parallel ► any solution, then shorter ones
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from stategraph.analysis import shortest, solutions_known, solvable
from stategraph.analysis.lifting import reported_solution
from stategraph.analysis.proof import fewest_moves, first_solution_known
from stategraph.engines.limits import INTERRUPTED, Budget, Limits, Progress, Reason, Stop
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.machine.deadline import OutOfTime, undisturbed
from stategraph.rules.family import NO_FAMILY, Family
from stategraph.rules.puzzle import PlainPuzzle, Puzzle
from stategraph.search.bounds import Bounds, Tell
from stategraph.search.solution import Solution
from stategraph.variables import State

if TYPE_CHECKING:
    from stategraph.search.push_solver import BackgroundSearch, SolutionFinder

log = logging.getLogger(__name__)

SEARCHES = ("auto", "bfs", "astar", "lazy", "pushing", "sat", "ida", "bidirectional")

# If the goal is not found within this number of states, the level is searched instead of expanded.
MAX_EXPANDED_STATES = 2_000_000

# A level is crowded if it has at least this number of obstacles; and the smaller limit of crowded
# levels. A crowded level that is not solved within this limit is usually not solved within millions
# of states.
CROWDED_OBSTACLES, MAX_CROWDED_STATES = 60, 100_000

# Number of rounds of the finder before the search `any` gives up.
FINDER_ROUNDS = 20

# Number of bytes per state by which the arrays of a search may grow at once.
GROWTH_BYTES = 16


def best_searches(puzzle: Puzzle, family: Family) -> tuple[str, ...]:
    """Return the searches that take turns on a puzzle too big to expand; () if none is useful."""
    pushing = ("pushing",) if family.pushing(puzzle) is not None else ()
    if puzzle.obstacles is not None:
        return (*pushing, "lazy")
    if pushing:
        return pushing
    return ("astar",) if puzzle.walker is not None or family.admissible else ()


def states_before_search(puzzle: Puzzle) -> int:
    """Return the number of states to expand before other searches are tried."""
    start: State = puzzle.start
    crowded = puzzle.obstacles is not None and len(start[puzzle.obstacles]) >= CROWDED_OBSTACLES
    return min(MAX_EXPANDED_STATES, MAX_CROWDED_STATES) if crowded else MAX_EXPANDED_STATES


def solve(
    level: Level | PlainPuzzle,
    search: str = "auto",
    limits: Limits | None = None,
    *,
    order: str = "text",
    engine: str = "auto",
    progress: Progress | None = None,
    family: Family = NO_FAMILY,
    tell: Tell | None = None,
) -> Solution:
    """Return a shortest solution of a level or a puzzle, the first one if possible.

    Parameters
    ----------
    search : {"auto", "any", "bfs", "astar", "lazy", "pushing", "sat", "ida", "bidirectional"}
        *bfs* expands breadth first until the goal is found. The other searches prove the length
        without storing all states, and usually also find the first solution:

        - *astar*: A* with partial expansion
        - *lazy*: A* that ignores obstacles until a plan runs into them
        - *pushing*: a search over pushes, for puzzles in which a player pushes blocks
        - *sat*: a SAT solver, for push puzzles with an exit; may not terminate without a solution
        - *ida*: depth-first search in little memory; may not terminate without a solution
        - *bidirectional*: breadth-first search from both ends, for families that can undo moves

        *auto* starts with *bfs*. After 2,000,000 states (100,000 with at least 60 obstacles), or
        when memory runs out, the best other searches for the family take turns. Meanwhile, *sat*
        runs in parallel, and so does a search that finds any solution soon and then shorter ones.
        *any* stops at the first solution, which may not be a shortest one
    limits : Limits, optional
        ``states`` bounds the stored states; for *ida*, the visited states
    order : {"text", "moves"}
        the order of solutions: by their concatenated text, or move by move
    engine : {"auto", "direct", "native"}
        as for `stategraph.expand.expand`
    progress : callable, optional
        ``progress(states, moves)`` is called regularly; searches store no moves and report 0
    family : Family, optional
        provides the first admissible heuristic, the pruning, and the undoing of moves for a puzzle;
        ignored for a level, which has its own family
    tell : callable, optional
        progress callback ``tell(found, at_least)``, called whenever the upper or the lower bound
        improves

    Returns
    -------
    Solution
        the solution, or the best known solution and lower bound

    Raises
    ------
    InputError
        if the search needs something that the puzzle or its family does not declare
    RuleError, TraceError
        as in `stategraph.expand.expand`

    Examples
    --------

    >>> from stategraph.rules import One
    >>> def step(s):
    ...     if s.n < 3:
    ...         yield "+", s.but(n=s.n + 1)
    >>> three = Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4))
    >>> solve(three)
    <Solution: +++, 3 moves (bfs, 4 states)>
    >>> solve(three, "astar").moves
    ('+', '+', '+')
    >>> solve(three, limits=Limits(states=2))
    <Solution: unknown, stopped at the limit of 2 states (bfs, 2 states)>
    """
    if search not in (*SEARCHES, "any"):
        raise ValueError(f"search must be one of {SEARCHES} or any, not {search!r}")
    first, search = search == "any", "auto" if search == "any" else search
    limits = limits or Limits()
    if limits.since is None:  # one time limit for expansion and search together
        limits = replace(limits, since=time.monotonic())
    counter = _StateCounter(progress)
    if not isinstance(level, Level):
        level = Level(family, Puzzle.of(level), name="", file="")
    question = _Question(level, limits, order, engine, counter, Bounds(tell))
    if question.graph is not None and search not in ("auto", "bfs"):
        raise InputError(f"{question.level.file}: a graph is searched by bfs, not by {search}")
    try:
        if search == "auto":
            return (_find_any(question) if first else None) or _auto(question)
        if search == "bfs":
            return _by_expanding(question)
        return _better_of(question, _by_searching(question, search))
    except KeyboardInterrupt:
        if question.bounds.best is None and question.bounds.at_least < 2:  # nothing to report
            raise
        return _best_in_bounds(question, INTERRUPTED, search, question.counter.states)


class _StateCounter:
    """A progress callback that stores the number of states and calls the user's callback."""

    def __init__(self, progress: Progress | None):
        self._progress, self.states = progress, 0

    def __call__(self, states: int, moves: int) -> None:
        self.states = states
        if self._progress is not None:
            self._progress(states, moves)


@dataclass(frozen=True)
class _Question:
    """The arguments of `solve`."""

    level: Level
    limits: Limits
    order: str
    engine: str
    counter: _StateCounter
    bounds: Bounds

    @property
    def puzzle(self) -> Puzzle:
        return self.level.puzzle

    @property
    def family(self) -> Family:
        return self.level.family

    @property
    def graph(self) -> ArrayGraph | None:
        return self.level.graph


def _auto(question: _Question) -> Solution:
    """Search for a proof, and in parallel for any solution."""
    limits = question.limits
    if (
        limits.states is not None and limits.seconds is None
    ):  # with a limit on states alone, the result must not depend on the clock
        solution = _prove(question)
        few = limits.states <= states_before_search(question.puzzle)
        return solution if solution.proven or few else _find_any(question) or solution
    with _in_parallel(_finder(question)), _in_parallel(_refuter(question)):
        solution = _prove(question)
    return _better_of(question, solution)


def _prove(question: _Question) -> Solution:
    """Expand until the goal is found; if the graph is too large, use the best searches."""
    searches = best_searches(question.puzzle, question.family)
    limits, most = question.limits, states_before_search(question.puzzle)
    few = limits.states is not None and limits.states <= most
    if not searches or question.graph is not None or few:
        return _by_expanding(question)
    graph = _expand_to_goal(replace(question, limits=replace(limits, states=most)))
    out_of_time = limits.seconds is not None and graph.stopped == str(
        Stop(Reason.SECONDS, limits.seconds)
    )
    question.bounds.rise(fewest_moves(graph))
    if solutions_known(graph) or out_of_time:
        return _in_graph(graph, question.order)
    names = " and ".join(searches)
    log.info("expanding stopped at the %s; searching by %s", graph.stopped, names)
    del graph
    return _by_searching(question, *searches)


def _find_any(question: _Question) -> Solution | None:
    """Return the first solution of the finder; None if it finds none in `FINDER_ROUNDS` rounds."""
    finder, bounds = _finder(question), question.bounds
    if finder is None:
        return None
    bounds.rise(1)  # the start does not win

    def look() -> None:
        finder.first(FINDER_ROUNDS)
        if bounds.best is not None:
            bounds.rise(_lower_bound(question))

    with suppress(OutOfTime):
        _budget(question).interrupting(look)
    return None if bounds.best is None else _best_in_bounds(question, Stop(Reason.ANY))


def _lower_bound(question: _Question) -> int:
    """Return the largest value of the family's admissible heuristics at the start."""
    puzzle, family = Puzzle.of(question.family.prune(question.puzzle)), question.family
    heuristics = [
        family.heuristics[name] for name in family.admissible if name in family.heuristics
    ]
    return max((heuristic(puzzle)(puzzle.start) for heuristic in heuristics), default=0)


def _by_expanding(question: _Question) -> Solution:
    return _in_graph(_expand_to_goal(question), question.order)


def _expand_to_goal(question: _Question) -> ArrayGraph:
    """Return the graph, expanded until the goal is found."""
    if question.graph is not None:
        return question.graph
    return expand(
        question.puzzle,
        question.limits,
        until_goal=True,
        engine=question.engine,
        progress=question.counter,
    )


def _in_graph(graph: ArrayGraph, order: str) -> Solution:
    """Return the first solution in a graph; in an incomplete graph, the first known solution."""
    complete = solutions_known(graph)
    path = None if graph.goal is None else reported_solution(graph, order)
    return Solution(
        moves=None if path is None else path.labels,
        solvable=solvable(graph),
        length=shortest(graph),
        first=path is not None and first_solution_known(graph, order),
        why="" if complete else graph.stopped,
        search="bfs",
        states_seen=len(graph),
        order=order,
        graph=graph,
        at_least=fewest_moves(graph),
    )


def _budget(question: _Question) -> Budget:
    return Budget(question.limits, question.counter, (GROWTH_BYTES, 0))


def _finder(question: _Question) -> SolutionFinder | None:
    """Return the search that finds any solution; None if the puzzle has no push solver."""
    if question.graph is not None or question.puzzle.is_goal(question.puzzle.start):
        return None
    solver = question.family.pushing(question.puzzle)
    if solver is None:
        return None
    room = _budget(question).spare_memory() // 4
    return solver.finder(question.puzzle, question.family, question.bounds, room)


def _refuter(question: _Question) -> BackgroundSearch | None:
    """Return the parallel search with a SAT solver, or None.

    Only push puzzles in which the player must reach an exit have this search.
    """
    if question.graph is not None or question.puzzle.is_goal(question.puzzle.start):
        return None
    solver = question.family.pushing(question.puzzle)
    if solver is None or not solver.to_an_exit:
        return None
    budget = Budget(
        question.limits, None, (GROWTH_BYTES, 0)
    )  # without progress: conflicts are not states
    return solver.refuter(question.puzzle, question.family, budget, question.bounds)


@contextmanager
def _in_parallel(search: BackgroundSearch | None) -> Iterator[None]:
    """Run a search in parallel with the body of the ``with`` statement."""
    if search is None:
        yield
        return
    search.start()
    try:
        yield
    finally:
        with undisturbed():
            search.stop()


def _by_searching(question: _Question, *searches: str) -> Solution:
    from stategraph.search.run import shortest_solution

    budget, bounds = _budget(question), question.bounds
    try:
        labels, stopped, states, first, search = budget.interrupting(
            lambda: shortest_solution(
                question.puzzle,
                question.family,
                searches,
                budget,
                question.order,
                question.engine,
                bounds,
            )
        )
    except OutOfTime as timeout:
        too_long = budget.stop_after(timeout)
        if bounds.met:  # only the search for the first shortest solution was unfinished
            return _best_in_bounds(question, too_long, searches[-1], budget.states)
        labels, stopped, states, first = None, too_long, budget.states, False
        search = searches[-1]
    return Solution(
        moves=labels,
        solvable=None if stopped is not None else labels is not None,
        length=None if labels is None else len(labels),
        first=first,
        why=str(stopped or ""),
        search=search,
        states_seen=states,
        order=question.order,
        at_least=bounds.at_least if labels is None else len(labels),
    )


def _better_of(question: _Question, solution: Solution) -> Solution:
    """Return `solution`, or the best solution in the bounds if that is better."""
    best = question.bounds.best
    if solution.proven or best is None or (solution.moves and len(solution.moves) <= len(best)):
        return solution
    return _best_in_bounds(question, solution.why, solution.search, solution.states_seen)


def _best_in_bounds(
    question: _Question, stopped: object, search: str = "auto", states: int = 0
) -> Solution:
    """Return the best solution in the bounds; it is proven if the bounds are equal."""
    bounds = question.bounds
    return Solution(
        moves=bounds.best,
        solvable=None if bounds.best is None else True,
        length=bounds.found if bounds.met else None,
        first=False,
        why="" if bounds.met else str(stopped),
        search=search,
        states_seen=states,
        order=question.order,
        at_least=bounds.at_least,
    )
