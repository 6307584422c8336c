"""Comparison of textbook searches: length of the solution, number of states, and time."""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from stategraph.engines.limits import Budget, Limits
from stategraph.machine.deadline import Stopped
from stategraph.rules.puzzle import Heuristic, PlainPuzzle
from stategraph.search.custom_search import (
    CustomResult,
    Search,
    run_custom_search,
    zero_heuristic,
)
from stategraph.search.textbook import (
    astar,
    breadth_first,
    depth_first,
    greedy,
    iterative_deepening,
    load_machine_code,
)

# The full names of the algorithms.
ALGORITHMS = {
    "bfs": "breadth-first search",
    "ids": "iterative deepening",
    "astar": "A*",
    "dfs": "depth-first search",
    "greedy": "greedy best-first search",
    "wastar": "weighted A*",
}

# The default for user-defined searches: none.
NO_OWN_SEARCHES: Mapping[str, Search] = {}

# The algorithms that use a heuristic.
GUESSING = ("astar", "greedy", "wastar")


def called(algorithm: str) -> str:
    """Return the full name of an algorithm; a user-defined search has only one name.

    >>> called("bfs")
    'breadth-first search'
    """
    return ALGORITHMS.get(algorithm, algorithm)


@dataclass(frozen=True)
class Timed:
    """The result of one algorithm on one level, and the mean time of its runs in seconds."""

    level: str
    algorithm: str
    found: CustomResult
    seconds: float


def compare(
    name: str,
    puzzle: PlainPuzzle,
    algorithms: Sequence[str],
    guess: Heuristic = zero_heuristic,
    *,
    repeat: int = 3,
    limits: Limits | None = None,
    weight: float = 2,
    own: Mapping[str, Search] = NO_OWN_SEARCHES,
) -> list[Timed]:
    """Run each of the `algorithms` on a puzzle and measure its time.

    Parameters
    ----------
    name : str
        the name of the level
    algorithms : sequence of str
        keys of `ALGORITHMS` or of `own`
    repeat : int
        number of runs; a run that reaches a limit is not repeated
    limits : Limits, optional
        limits of each run
    puzzle, guess, weight, own
        as for `run`

    Returns
    -------
    list of Timed
        one result per algorithm, without the states that it saw; only `run` returns these states
    """
    measurements = []
    for algorithm in algorithms:
        if algorithm == "ids":
            load_machine_code()
        seconds: list[float] = []
        for _ in range(repeat):
            gc.collect()  # do not measure the clean-up of an earlier run
            began = time.perf_counter()
            result = run(algorithm, puzzle, guess, Budget(limits or Limits()), weight, own)
            seconds.append(time.perf_counter() - began)
            result = replace(result, see=tuple)
            if result.stopped:
                break
        measurements.append(Timed(name, algorithm, result, sum(seconds) / len(seconds)))
    return measurements


def run(
    algorithm: str,
    puzzle: PlainPuzzle,
    guess: Heuristic = zero_heuristic,
    budget: Budget | None = None,
    weight: float = 2,
    own: Mapping[str, Search] = NO_OWN_SEARCHES,
) -> CustomResult:
    """Run one of the `ALGORITHMS`, or one of the user-defined searches `own`, by name.

    Parameters
    ----------
    algorithm : str
        a key of `ALGORITHMS` or of `own`
    puzzle : PlainPuzzle
        start, moves and goal, without variables
    guess : callable
        the heuristic: maps a state to an estimate of the moves left
    budget : Budget, optional
        limits of states and seconds
    weight : float
        the factor of the heuristic
    own : mapping of str to callable
        user-defined searches by name
    """
    budget = budget or Budget(Limits())

    def search() -> CustomResult:
        if algorithm in own:
            return run_custom_search(algorithm, own[algorithm], puzzle, guess, budget)
        if algorithm == "wastar":
            return astar(puzzle, guess, budget, weight)
        if algorithm in GUESSING:
            return {"astar": astar, "greedy": greedy}[algorithm](puzzle, guess, budget)
        plain = {"bfs": breadth_first, "dfs": depth_first, "ids": iterative_deepening}
        return plain[algorithm](puzzle, budget)

    try:
        return budget.interrupting(search)
    except Stopped as why:  # a limit before the start or right after the end of the search
        return CustomResult(None, 0, 0, str(why))
