"""Solutions by user-defined searches or heuristics: valid, but not proven to be shortest.

A user-defined search may return a solution that is not a shortest one, or give up although a
solution exists. So may A* with an inadmissible heuristic. Only a family can declare a heuristic
admissible.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from stategraph.engines.limits import Budget, Limits
from stategraph.errors import InputError
from stategraph.level_files import Level
from stategraph.rules.puzzle import Heuristic, Puzzle
from stategraph.search.comparison import run
from stategraph.search.custom_search import Search
from stategraph.search.solution import Solution
from stategraph.search.solve import solve

# The searches that use a heuristic.
GUIDED = ("astar", "lazy", "ida")


def by_search(
    level: Level, name: str, search: Search, guess: Heuristic, limits: Limits
) -> Solution:
    """Solve a level with a user-defined search; replay its moves by the rules.

    >>> from stategraph.level_files import read_level
    >>> ship = read_level("spacewreck/eight-rooms")
    >>> by_search(ship, "lucky", lambda problem: ["R3", "L5", "L8"], len, Limits())
    <Solution: R3L5L8, 3 moves, perhaps not the best, stopped at the end of lucky, which proves \
nothing (lucky, 1 state)>
    """
    result = run(name, level.puzzle, guess, Budget(limits), own={name: search})
    moves = result.labels
    return Solution(
        moves=moves,
        solvable=None if moves is None else True,
        length=0 if moves == () else None,
        first=moves == (),
        why=result.stopped or ("" if moves == () else f"end of {name}, which proves nothing"),
        search=name,
        states_seen=result.distinct,
    )


def by_heuristic(
    level: Level,
    name: str,
    heuristic: Callable[[Puzzle], Heuristic],
    search: str,
    limits: Limits | None = None,
    **how: Any,
) -> Solution:
    """Solve a level with a given heuristic; other arguments as for `solve`.

    The solution is proven to be shortest only if the family declares the heuristic admissible.

    Parameters
    ----------
    level : Level
        the level
    name : str
        the name of the search in answers
    heuristic : callable
        maps a puzzle to a function of its states
    search : str
        the name of the search: astar, lazy or ida
    limits : Limits, optional
        limits of the search
    how
        further arguments of `stategraph.search.solve.solve`

    Raises
    ------
    InputError
        if `search` does not use a heuristic

    Examples
    --------
    >>> from stategraph.level_files import read_level
    >>> board = read_level("psychopath/first-push")
    >>> found = by_heuristic(board, "nine", lambda puzzle: lambda state: 9, "astar")
    >>> found.text, found.length, found.why
    ('RRRDRRU', None, 'end of a search by nine, which may overestimate')
    """
    if search not in GUIDED:
        raise InputError(f"--heuristic needs --search {', '.join(GUIDED)}, not {search}")
    limits = limits or Limits()
    if limits.since is None:
        limits = replace(limits, since=time.monotonic())
    admissible = name in level.family.admissible
    family = copy.copy(level.family)
    family.heuristics, family.admissible = {name: heuristic}, (name,)
    solution = solve(replace(level, family=family), search, limits, **how)
    if admissible:
        return solution
    doubt = f"end of a search by {name}, which may overestimate"
    return replace(
        solution,
        solvable=None if solution.moves is None else True,
        length=None,
        first=False,
        why=solution.why or doubt,
        at_least=0,
    )
