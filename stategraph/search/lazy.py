"""Obstacles are heeded only when they turn out to matter.

A level may hold two hundred blocks of which a shortest solution meets ten. Where fewer obstacles
never make the goal farther, the shortest solution among *some* of them is a lower bound; and when
it works among all of them, it is a shortest one of the whole level::

    obstacles heeded: none      shortest 10, but the fourth move meets the pair a b
    obstacles heeded: a b       shortest 12, but the ninth move meets c
    obstacles heeded: a b c     shortest 12, and nothing is in its way: 12 is proven
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stategraph.engines.limits import TIRED, Stop
from stategraph.rules.puzzle import Puzzle

# States kept before other questions are tried: the whole puzzle, and whether the obstacles met last
# leave any solution at all; then so many times as many.
PATIENCE, LONGER = 20_000, 8

Outcome = tuple[list[str] | None, Stop | None]
Solve = Callable[[Puzzle, int], Outcome]


def lazy(puzzle: Puzzle, solve: Solve) -> Outcome:
    """Return the labels of a shortest solution, or None, and why the search stopped.

    ``solve(puzzle, patience)`` returns the same of a puzzle with fewer obstacles, or stops as
    `TIRED`. Counterexample-guided abstraction refinement [1]_: one search for each time that
    something is met. No solution among some obstacles means none among all; and what shuts a level
    off is, most often, among what was met last. Where nearly all obstacles matter, the whole puzzle
    is the easier one: fewer states are within its reach.

    .. [1] E. Clarke, O. Grumberg, S. Jha, Y. Lu, H. Veith, Counterexample-guided abstraction
       refinement, CAV 2000.
    """
    start: Any = puzzle.start
    groups: list[set[int]] = []
    patience = PATIENCE
    while True:
        heeded = set().union(*groups)
        labels, stopped = solve(among(puzzle, heeded), patience)
        if stopped == TIRED:
            labels, stopped = solve(puzzle, patience)
            if stopped != TIRED:
                return labels, stopped
            if _shut_off(puzzle, groups, patience, solve):
                return None, None
            patience *= LONGER
            continue
        if labels is None:
            return None, stopped
        met = in_the_way(puzzle, heeded, labels)
        if not met:
            return labels, None
        # where a move shifts several, they cannot be told apart: then all are heeded
        groups.append(met - heeded or set(start[str(puzzle.obstacles)]))


def among(puzzle: Puzzle, heeded: set[int]) -> Puzzle:
    """Return the puzzle with no obstacles but the `heeded` ones."""
    start: Any = puzzle.start
    return puzzle.starting(start.but(**{str(puzzle.obstacles): heeded}))


def _shut_off(puzzle: Puzzle, groups: list[set[int]], patience: int, solve: Solve) -> bool:
    """Return whether some of the obstacles met last are proven to leave no solution."""
    last = 1
    while last < len(groups):
        if solve(among(puzzle, set().union(*groups[-last:])), patience) == (None, None):
            return True
        last *= 2
    return False


def in_the_way(puzzle: Puzzle, heeded: set[int], labels: list[str]) -> set[int]:
    """Return where those obstacles stood at the start that forbid `labels`; empty if none does.

    `labels` are a solution among the `heeded` obstacles. Of those not heeded, it is a smallest
    group, in the sense that none can be left out, that forbids the first move that is forbidden.
    """
    name = str(puzzle.obstacles)
    state: Any = puzzle.start
    some = among(puzzle, heeded).start
    origin = {cell: cell for cell in state[name]}
    for label in labels:
        if puzzle.is_goal(state):
            break
        after = dict(puzzle.moves(state)).get(label)
        if after is None:
            return {origin[cell] for cell in _forbidding(puzzle, state, some, label)}
        left, come = state[name].difference(after[name]), after[name].difference(state[name])
        for old, new in zip(left, come, strict=False):
            origin[new] = origin.pop(old)
        state, some = after, dict(puzzle.moves(some))[label]
    return set()


def _forbidding(puzzle: Puzzle, state: Any, some: Any, label: str) -> list[int]:
    """Return obstacles of `state`, none to spare, that forbid a move which `some` alone allow."""
    name = str(puzzle.obstacles)
    guilty = sorted(state[name].difference(some[name]))
    for cell in list(guilty):
        others = [other for other in guilty if other != cell]
        tried = some.but(**{name: some[name].union(others)})
        if label not in dict(puzzle.moves(tried)):
            guilty = others
    return guilty
