"""A shortest solution of a level, by whichever way there is to one.

::

                 ┌─ bfs: expand as far as the goal ──► the first solution, and the graph
    level ─auto──┤
                 └─ where it does not fit ─┬─ astar, lazy, ... ──► mostly the first one too
                                           ├─ sat beside ────────► what has no shorter one
                                           └─ a finder beside ───► some solution, soon
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from stategraph.analysis import shortest, solutions_known, solvable
from stategraph.analysis.proof import fewest_moves, first_solution_known
from stategraph.analysis.told import first_told
from stategraph.engines.limits import (
    INTERRUPTED,
    Budget,
    Limits,
    Progress,
    Reason,
    Stop,
)
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.machine.deadline import OutOfTime, undisturbed
from stategraph.rules.family import NO_FAMILY, Family
from stategraph.rules.puzzle import PlainPuzzle, Puzzle
from stategraph.search.bounds import Bounds, Tell
from stategraph.search.solution import Solution

if TYPE_CHECKING:
    from stategraph.search.push_solver import BackgroundSearch, SolutionFinder

log = logging.getLogger(__name__)

SEARCHES = ("auto", "bfs", "astar", "lazy", "pushing", "sat", "ida", "bidirectional")

# A level of more states, as far as its goal, had better be searched than expanded.
FITS = 2_000_000

# Of so many obstacles, one that has not been solved in so many states will not be in millions.
CROWD, FITS_CROWDED = 60, 100_000

# Rounds of a finder before it is left alone, where any solution is asked for.
ROUNDS = 20

# No analysis follows a search; but so many bytes a state its arrays may grow at once.
GROWTH = 16


def best_searches(puzzle: Puzzle, family: Family) -> tuple[str, ...]:
    """Return the searches that pay for a puzzle too big to expand, to take turns; () if none do."""
    pushing = ("pushing",) if family.pushing(puzzle) is not None else ()
    if puzzle.obstacles is not None:
        return (*pushing, "lazy")
    if pushing:
        return pushing
    return ("astar",) if puzzle.walker is not None or family.admissible else ()


def fits(puzzle: Puzzle) -> int:
    """Return how many states are expanded, as far as the goal, before others are tried."""
    start: Any = puzzle.start
    crowded = puzzle.obstacles is not None and len(start[puzzle.obstacles]) >= CROWD
    return min(FITS, FITS_CROWDED) if crowded else FITS


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
    any: bool = False,
) -> Solution:
    """Return a shortest solution of a level or a puzzle: the first of them, where that is proven.

    Parameters
    ----------
    search : {"auto", "bfs", "astar", "lazy", "pushing", "sat", "ida", "bidirectional"}
        *bfs* expands breadth first as far as the goal; *astar*, *lazy* (A* that heeds obstacles
        only when they matter), *pushing* (from push to push, where a player pushes blocks),
        *sat* (by a solver of formulas, where the player pushes them to get to an exit; mostly
        without an end where there is no solution), *ida* (depth first, in little memory, but
        without an end, either) and
        *bidirectional* (where moves can be undone) prove the length without keeping all states,
        and mostly find the first solution too; *auto*: *bfs*, and past 2,000,000 states (100,000
        where 60 obstacles stand) or where memory ends the best of the others in turn, if the
        family helps them, and beside that *sat*, and a search that finds some solution soon,
        and then shorter ones
    limits : Limits, optional
        ``states`` bounds those that are kept; for *ida*, those that are looked at
    order : {"text", "moves"}
        what makes a solution the first: its concatenated text, or move by move
    engine : {"auto", "direct", "native"}
        as for `stategraph.expand.expand`
    progress : callable, optional
        ``progress(states, moves)`` is called now and then; a search keeps no moves and tells 0
    family : Family, optional
        what is known of a bare puzzle: its first admissible heuristic, what it prunes, how its
        moves are undone; a level has its own
    tell : callable, optional
        ``tell(found, at_least)`` is called whenever a shorter solution is found, or more moves are
        proven to be needed
    any : bool
        whether *auto* may stop at the first solution found, which need not be a shortest one

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
    >>> three = Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4))
    >>> solve(three)
    <Solution: +++, 3 moves (bfs, 4 states)>
    >>> solve(three, "astar").moves
    ('+', '+', '+')
    >>> solve(three, limits=Limits(states=2))
    <Solution: unknown, stopped at the limit of 2 states (bfs, 2 states)>
    """
    if search not in SEARCHES:
        raise ValueError(f"search must be one of {SEARCHES}, not {search!r}")
    limits = limits or Limits()
    if limits.since is None:  # the seconds are for expanding and searching together
        limits = replace(limits, since=time.monotonic())
    seen = _Seen(progress)
    asked = _Question.of(level, family, limits, order, engine, seen, Bounds(tell))
    if asked.graph is not None and search not in ("auto", "bfs"):
        raise InputError(f"{asked.file}: a graph is searched by bfs, not by {search}")
    try:
        if search == "auto":
            return (_any(asked) if any else None) or _auto(asked)
        if search == "bfs":
            return _by_expanding(asked)
        return _or_met(asked, _by_searching(asked, search))
    except KeyboardInterrupt:
        if asked.bounds.best is None and asked.bounds.at_least < 2:  # there is nothing to tell
            raise
        return _met(asked, INTERRUPTED, search, asked.seen.states)


class _Seen:
    """How many states were seen when a search was last looked at; the progress is told on."""

    def __init__(self, progress: Progress | None):
        self._progress, self.states = progress, 0

    def __call__(self, states: int, moves: int) -> None:
        self.states = states
        if self._progress is not None:
            self._progress(states, moves)


@dataclass(frozen=True)
class _Question:
    """What is to be solved, and how: the arguments of `solve`."""

    puzzle: Puzzle
    family: Family
    graph: ArrayGraph | None
    file: str
    limits: Limits
    order: str
    engine: str
    seen: _Seen
    bounds: Bounds

    @classmethod
    def of(cls, level: Level | PlainPuzzle, family: Family, *how: object) -> _Question:
        if isinstance(level, Level):
            whole = level.puzzle, level.family, level.graph, level.file
            return cls(*whole, *how)  # type: ignore[arg-type]
        return cls(Puzzle.of(level), family, None, "", *how)  # type: ignore[arg-type]


def _auto(asked: _Question) -> Solution:
    """Prove what can be proven, and have some solution looked for beside."""
    limits = asked.limits
    if limits.states is not None and limits.seconds is None:  # then no clock may decide
        found = _proven(asked)
        few = limits.states <= fits(asked.puzzle)
        return found if found.proven or few else _any(asked) or found
    with _beside(_finder(asked)), _beside(_refuter(asked)):
        found = _proven(asked)
    return _or_met(asked, found)


def _proven(asked: _Question) -> Solution:
    """Expand as far as the goal, but search what does not fit, where something helps a search."""
    searches = best_searches(asked.puzzle, asked.family)
    limits, most = asked.limits, fits(asked.puzzle)
    few = limits.states is not None and limits.states <= most
    if not searches or asked.graph is not None or few:
        return _by_expanding(asked)
    graph = _expanded(replace(asked, limits=replace(limits, states=most)))
    late = limits.seconds is not None and graph.stopped == str(Stop(Reason.SECONDS, limits.seconds))
    asked.bounds.rise(fewest_moves(graph))
    if solutions_known(graph) or late:
        return _in_graph(graph, asked.order)
    names = " and ".join(searches)
    log.info("expanding stopped at the %s; searching by %s", graph.stopped, names)
    del graph
    return _by_searching(asked, *searches)


def _any(asked: _Question) -> Solution | None:
    """Return the first solution that a finder meets; None where it meets none soon."""
    finder, bounds = _finder(asked), asked.bounds
    if finder is None:
        return None
    bounds.rise(1)  # the start does not win

    def look() -> None:
        finder.first(ROUNDS)
        if bounds.best is not None:
            bounds.rise(_guessed(asked))

    with suppress(OutOfTime):
        _budget(asked).interrupting(look)
    return None if bounds.best is None else _met(asked, Stop(Reason.ANY))


def _guessed(asked: _Question) -> int:
    """Return how many moves are needed at least, as the family's heuristics guess at the start."""
    puzzle, family = Puzzle.of(asked.family.prune(asked.puzzle)), asked.family
    known = [family.heuristics[name] for name in family.admissible if name in family.heuristics]
    return max((heuristic(puzzle)(puzzle.start) for heuristic in known), default=0)


def _by_expanding(asked: _Question) -> Solution:
    return _in_graph(_expanded(asked), asked.order)


def _expanded(asked: _Question) -> ArrayGraph:
    """Return the graph as far as the goal."""
    if asked.graph is not None:
        return asked.graph
    return expand(
        asked.puzzle,
        asked.limits,
        until_goal=True,
        engine=asked.engine,
        progress=asked.seen,
    )


def _in_graph(graph: ArrayGraph, order: str) -> Solution:
    """Return the first solution in a graph; on one that is not whole, the first that was met."""
    known = solutions_known(graph)
    way = None if graph.goal is None else first_told(graph, order)
    return Solution(
        moves=None if way is None else way.labels,
        solvable=solvable(graph),
        length=shortest(graph),
        first=way is not None and first_solution_known(graph, order),
        why="" if known else graph.stopped,
        search="bfs",
        states_seen=len(graph),
        order=order,
        graph=graph,
        at_least=fewest_moves(graph),
    )


def _budget(asked: _Question) -> Budget:
    return Budget(asked.limits, asked.seen, (GROWTH, 0))


def _finder(asked: _Question) -> SolutionFinder | None:
    """Return what finds some solution; None where the family cannot say how."""
    if asked.graph is not None or asked.puzzle.is_goal(asked.puzzle.start):
        return None
    solver = asked.family.pushing(asked.puzzle)
    if solver is None:
        return None
    room = _budget(asked).spare_memory() // 4
    return solver.finder(asked.puzzle, asked.family, asked.bounds, room)


def _refuter(asked: _Question) -> BackgroundSearch | None:
    """Return what searches by satisfiability; None where no player pushes blocks to an exit."""
    if asked.graph is not None or asked.puzzle.is_goal(asked.puzzle.start):
        return None
    solver = asked.family.pushing(asked.puzzle)
    if solver is None or not solver.to_an_exit:
        return None
    budget = Budget(asked.limits, None, (GROWTH, 0))  # whose conflicts are no states to be told
    return solver.refuter(asked.puzzle, asked.family, budget, asked.bounds)


@contextmanager
def _beside(search: BackgroundSearch | None) -> Iterator[None]:
    """Have another search run while the block runs, if that takes long."""
    if search is None:
        yield
        return
    search.start()
    try:
        yield
    finally:
        with undisturbed():
            search.stop()


def _by_searching(asked: _Question, *searches: str) -> Solution:
    from stategraph.search.run import shortest_solution

    budget, bounds = _budget(asked), asked.bounds
    try:
        labels, stopped, states, first, search = budget.interrupting(
            lambda: shortest_solution(
                asked.puzzle, asked.family, searches, budget, asked.order, asked.engine, bounds
            )
        )
    except OutOfTime as late:
        too_long = budget.stop_after(late)
        if bounds.met:  # only which of the shortest is the first was still looked for
            return _met(asked, too_long, searches[-1], budget.states)
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
        order=asked.order,
        at_least=bounds.at_least if labels is None else len(labels),
    )


def _or_met(asked: _Question, found: Solution) -> Solution:
    """Return a solution, or the best one met where that is better."""
    best = asked.bounds.best
    if found.proven or best is None or (found.moves and len(found.moves) <= len(best)):
        return found
    return _met(asked, found.why, found.search, found.states_seen)


def _met(asked: _Question, stopped: object, search: str = "auto", states: int = 0) -> Solution:
    """Return the best solution met before the search stopped; it is proven if the bounds met."""
    bounds = asked.bounds
    return Solution(
        moves=bounds.best,
        solvable=None if bounds.best is None else True,
        length=bounds.found if bounds.met else None,
        first=False,
        why="" if bounds.met else str(stopped),
        search=search,
        states_seen=states,
        order=asked.order,
        at_least=bounds.at_least,
    )
