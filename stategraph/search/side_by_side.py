"""Textbook searches side by side: each by its name, and what each finds and costs on a puzzle."""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from stategraph.engines.limits import Budget, Limits
from stategraph.machine.deadline import Stopped
from stategraph.rules.puzzle import PlainPuzzle
from stategraph.search.own import Found, Guess, Search, searched
from stategraph.search.textbook import (
    astar,
    breadth_first,
    depth_first,
    greedy,
    iterative_deepening,
    load_machine_code,
    no_guess,
)

# What each is called in full.
ALGORITHMS = {
    "bfs": "breadth-first search",
    "ids": "iterative deepening",
    "astar": "A*",
    "dfs": "depth-first search",
    "greedy": "greedy best-first search",
    "wastar": "weighted A*",
}

# Searches by their names, of which there are none but the textbook's.
NONE_OF_ONES_OWN: Mapping[str, Search] = {}

# Those that are published side by side, and those that guess.
USUAL = ("bfs", "ids", "astar")
GUESSING = ("astar", "greedy", "wastar")


def called(algorithm: str) -> str:
    """Return what an algorithm is called in full; one's own has no other name."""
    return ALGORITHMS.get(algorithm, algorithm)


@dataclass(frozen=True)
class Timed:
    """What one algorithm did on one level: `Found`, and the mean time of its runs in seconds."""

    level: str
    algorithm: str
    found: Found
    seconds: float


def compare(
    name: str,
    puzzle: PlainPuzzle,
    algorithms: Sequence[str],
    guess: Guess = lambda state: 0,
    *,
    repeat: int = 3,
    limits: Limits | None = None,
    weight: float = 2,
    own: Mapping[str, Search] = NONE_OF_ONES_OWN,
) -> list[Timed]:
    """Return what each of the `algorithms` does on a puzzle; `limits` hold for each run.

    A run that meets a limit is not repeated. `weight` is that of the guess in *wastar*. Of what was
    seen nothing is kept: `run` tells it.
    """
    made = []
    for algorithm in algorithms:
        if algorithm == "ids":
            load_machine_code()
        seconds: list[float] = []
        for _ in range(repeat):
            gc.collect()  # what an earlier run left behind is not on this one's clock
            began = time.perf_counter()
            found = run(algorithm, puzzle, guess, Budget(limits or Limits()), weight, own)
            seconds.append(time.perf_counter() - began)
            found = replace(found, see=tuple)
            if found.stopped:
                break
        made.append(Timed(name, algorithm, found, sum(seconds) / len(seconds)))
    return made


def run(
    algorithm: str,
    puzzle: PlainPuzzle,
    guess: Guess = no_guess,
    budget: Budget | None = None,
    weight: float = 2,
    own: Mapping[str, Search] = NONE_OF_ONES_OWN,
) -> Found:
    """Return what one of the `ALGORITHMS` finds, or a search of one's `own` by its name."""
    budget = budget or Budget(Limits())

    def search() -> Found:
        if algorithm in own:
            return searched(algorithm, own[algorithm], puzzle, guess, budget)
        if algorithm == "wastar":
            return astar(puzzle, guess, budget, weight)
        if algorithm in GUESSING:
            return {"astar": astar, "greedy": greedy}[algorithm](puzzle, guess, budget)
        plain = {"bfs": breadth_first, "dfs": depth_first, "ids": iterative_deepening}
        return plain[algorithm](puzzle, budget)

    try:
        return budget.interrupting(search)
    except Stopped as why:  # before the search began, or where it had just ended
        return Found(None, 0, 0, str(why))
