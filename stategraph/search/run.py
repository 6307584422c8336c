"""One search on a puzzle, or several in turns, for a shortest solution, which the rules replay.

puzzle ──prune──► smaller puzzle ──search──► labels ──► first solution of that length
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stategraph.engines.limits import MAX_NODES, MET, TIRED, Budget, Stop
from stategraph.errors import InputError
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bounds import Bounds
from stategraph.search.optimal_searches import SEARCHES, dive
from stategraph.search.path_reconstruction import play
from stategraph.search.search_context import SearchContext

# If several searches take turns: the number of states that each stores in the first turn, and the
# factor by which the number grows in each later turn.
FIRST_TURN_STATES, TURN_GROWTH = 1 << 14, 4

# Limits of the search for the first shortest solution: the number of visited states, and the number
# of stored states of a search over pushes, which needs more time per state.
MAX_VISITED_STATES, MAX_PUSH_STATES = 1 << 21, 1 << 17


class Outcome(NamedTuple):
    """The result of a search.

    Attributes
    ----------
    labels : tuple of str or None
        a shortest solution; None if none exists or none is known
    stopped : Stop or None
        the reason for an early stop; None if the outcome is proven
    states : int
        number of states stored over all rounds; visited states for *ida*, conflicts for *sat*
    first : bool
        True if `labels` is proven to be the first shortest solution in the requested order
    search : str
        the search that finished, or the last one that was stopped
    """

    labels: tuple[str, ...] | None
    stopped: Stop | None
    states: int
    first: bool
    search: str


def shortest_solution(
    puzzle: Puzzle,
    family: Family,
    searches: Sequence[str],
    budget: Budget,
    order: str,
    engine: str,
    bounds: Bounds,
) -> Outcome:
    """Return a proven shortest solution of `puzzle`, and usually the first one.

    Several `searches` take turns of growing length and share their lower bounds.

    The searches use the first admissible heuristic of the `family`, its pruning, and its undoing of
    moves. The solution is replayed by the Python rules. When the shortest
    length is known, a depth-first search of at most 2,097,152 states looks for the first solution
    of that length. If that search fails, another shortest solution is returned. The searches update
    `bounds`, and stop when the best solution in `bounds` is proven to be a shortest one. See
    `stategraph.search.solve`.

    Raises
    ------
    InputError
        if a search needs something that the puzzle or its family does not declare
    RuleError
        if the labels of a search do not win when they are replayed
    """
    call = SearchContext(puzzle, family, budget, engine, bounds)
    less = Puzzle.of(family.prune(puzzle))
    for search in searches:
        _refuse(call, search, less)
    if puzzle.is_goal(puzzle.start):
        return Outcome((), None, 1, True, searches[0])
    labels, stopped, search = _in_turns(call, less, searches)
    if stopped == MET:
        labels = list(bounds.best or ())
    if labels is None:
        return Outcome(None, stopped, call.states, False, search)
    play(puzzle, labels)
    bounds.rise(len(labels))
    bounds.offer(labels)
    states = call.states
    dived = search == "ida" and stopped != MET
    first = labels if dived else _first_of(call, less, labels)
    labels = first or labels
    play(puzzle, labels)
    is_first = first is not None and order in call.orders
    return Outcome(tuple(labels), None, states, is_first, search)


def _in_turns(
    call: SearchContext, puzzle: Puzzle, searches: Sequence[str]
) -> tuple[list[str] | None, Stop | None, str]:
    """Return the labels, the stop reason and the name of the first search that finishes."""
    patience = MAX_NODES if len(searches) == 1 else FIRST_TURN_STATES
    while True:
        for search in searches:
            labels, stopped = SEARCHES[search](call, puzzle, patience)
            if stopped != TIRED:
                return labels, stopped, search
        patience *= TURN_GROWTH


def _first_of(call: SearchContext, puzzle: Puzzle, labels: list[str]) -> list[str] | None:
    """Return the first solution that is as long as `labels`; None if the search takes too long."""
    proof = call.proof(puzzle)
    first = None if proof is None else proof.first(labels, MAX_PUSH_STATES)
    if first is not None:
        call.orders = ("moves", "text")
        return first
    from stategraph.search.ida import within

    length = len(labels)
    first, _ = dive(
        call,
        puzzle,
        lambda dives, pause: within(dives, length, MAX_VISITED_STATES, call.budget, pause),
    )
    return first


def _refuse(call: SearchContext, search: str, puzzle: Puzzle) -> None:
    """Raise ``InputError`` if a search is not applicable to a puzzle."""
    if search == "lazy" and puzzle.obstacles is None:
        raise InputError("search lazy: the puzzle declares no obstacles to leave out")
    if search == "pushing" and call.proof(puzzle) is None:
        raise InputError("search pushing: no board on which a player pushes blocks")
    if search == "sat" and not ((solver := call.family.pushing(puzzle)) and solver.to_an_exit):
        raise InputError("search sat: no board on which a player pushes blocks and wins on a cell")
    if search == "bidirectional" and (puzzle.variables is None or not call.backward(puzzle)):
        raise InputError("search bidirectional: the family does not say how to undo moves")
