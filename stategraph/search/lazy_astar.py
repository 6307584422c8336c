"""Lazy A*: obstacles are ignored until a plan runs into them.

A level may have two hundred blocks, of which a shortest solution touches only ten. If removing
obstacles never makes solutions longer, the length of a shortest solution with *some* of the
obstacles is a lower bound. If that solution also works with all obstacles, it is a shortest
solution of the whole level::

    obstacles considered: none      10 moves, but the fourth move hits the blocks a and b
    obstacles considered: a b       12 moves, but the ninth move hits c
    obstacles considered: a b c     12 moves, and no block forbids a move: 12 is proven
"""

from __future__ import annotations

from collections.abc import Callable

from stategraph.engines.limits import TIRED, Stop
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import State

# Number of states stored with some of the obstacles before the search tries the whole puzzle and
# tests whether the newest obstacles exclude every solution; and the factor by which this number
# then grows.
FIRST_STATES, GROWTH = 20_000, 8

Outcome = tuple[list[str] | None, Stop | None]
Solve = Callable[[Puzzle, int], Outcome]


def lazy(puzzle: Puzzle, solve: Solve) -> Outcome:
    """Search by counterexample-guided abstraction refinement [1]_.

    Each search considers the obstacles that forbade a move of earlier plans. If some obstacles
    exclude every solution, then all obstacles together do; such obstacles are usually among the
    newest ones. If nearly all obstacles matter, searching the whole puzzle is faster, because it
    has fewer reachable states.

    Parameters
    ----------
    puzzle : Puzzle
        a puzzle that declares its obstacles
    solve : callable
        ``solve(puzzle, patience)`` solves a puzzle with fewer obstacles and returns the same kind
        of result as `lazy`; it stops as `TIRED` after `patience` stored states

    Returns
    -------
    labels : list of str or None
        a shortest solution; None if none exists or the search stopped
    stopped : Stop or None
        the reason for an early stop

    .. [1] E. Clarke, O. Grumberg, S. Jha, Y. Lu, H. Veith, Counterexample-guided abstraction
       refinement, CAV 2000.
    """
    start: State = puzzle.start
    groups: list[set[int]] = []
    patience = FIRST_STATES
    while True:
        considered = set().union(*groups)
        labels, stopped = solve(among(puzzle, considered), patience)
        if stopped == TIRED:
            labels, stopped = solve(puzzle, patience)
            if stopped != TIRED:
                return labels, stopped
            if _shut_off(puzzle, groups, patience, solve):
                return None, None
            patience *= GROWTH
            continue
        if labels is None:
            return None, stopped
        obstructing = forbidding_obstacles(puzzle, considered, labels)
        if not obstructing:
            return labels, None
        # if a move shifts several obstacles, it is unclear where each began: consider all of them
        groups.append(obstructing - considered or set(start[str(puzzle.obstacles)]))


def among(puzzle: Puzzle, considered: set[int]) -> Puzzle:
    """Return the puzzle with only the obstacles in `considered`."""
    start: State = puzzle.start
    return puzzle.starting(start.but(**{str(puzzle.obstacles): considered}))


def _shut_off(puzzle: Puzzle, groups: list[set[int]], patience: int, solve: Solve) -> bool:
    """Return whether the newest obstacles are proven to exclude every solution."""
    last = 1
    while last < len(groups):
        if solve(among(puzzle, set().union(*groups[-last:])), patience) == (None, None):
            return True
        last *= 2
    return False


def forbidding_obstacles(puzzle: Puzzle, considered: set[int], labels: list[str]) -> set[int]:
    """Return the starting cells of the obstacles that forbid `labels`; empty if none does.

    `labels` solve the puzzle with only the obstacles in `considered`. The result is a minimal group
    of the other obstacles that forbids the first illegal move: without any one of its members, the
    move would be legal.
    """
    name = str(puzzle.obstacles)
    state: State = puzzle.start
    relaxed = among(puzzle, considered).start
    origin = {cell: cell for cell in state[name]}
    for label in labels:
        if puzzle.is_goal(state):
            break
        next_state = dict(puzzle.moves(state)).get(label)
        if next_state is None:
            return {origin[cell] for cell in _forbidding(puzzle, state, relaxed, label)}
        vacated, filled = (
            state[name].difference(next_state[name]),
            next_state[name].difference(state[name]),
        )
        for old, new in zip(vacated, filled, strict=False):
            origin[new] = origin.pop(old)
        state, relaxed = next_state, dict(puzzle.moves(relaxed))[label]
    return set()


def _forbidding(puzzle: Puzzle, state: State, relaxed: State, label: str) -> list[int]:
    """Return a minimal set of obstacles of `state` that forbids a move.

    In the state `relaxed`, which has fewer obstacles, the move is legal.
    """
    name = str(puzzle.obstacles)
    guilty = sorted(state[name].difference(relaxed[name]))
    for cell in list(guilty):
        rest_of_group = [other for other in guilty if other != cell]
        trial = relaxed.but(**{name: relaxed[name].union(rest_of_group)})
        if label not in dict(puzzle.moves(trial)):
            guilty = rest_of_group
    return guilty
