"""One search, run on one puzzle, or several in turns: a shortest solution, played by the rules.

puzzle ──prune──► the same with less in it ──search──► labels ──► the first of that length
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stategraph.engines.limits import MET, MOST, TIRED, Budget, Stop
from stategraph.errors import InputError
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bounds import Bounds
from stategraph.search.call import Call
from stategraph.search.searches import SEARCHES, first_of
from stategraph.search.way import play

# States kept in the first turn of several searches, and how many times as many in each later one.
TURN, LONGER = 1 << 14, 4


class Outcome(NamedTuple):
    """What a search found.

    Attributes
    ----------
    labels : tuple of str or None
        a shortest solution; None where there is none, or none is known
    stopped : Stop or None
        why the search stopped before it knew; None where the outcome is proven
    states : int
        states kept, over all rounds; for *ida* states looked at, for *sat* conflicts
    first : bool
        whether it is proven to be the first solution, in the order asked for
    search : str
        which one answered, or was the last to be stopped
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
    """Return a shortest solution of `puzzle`, proven to be one, and mostly the first of them.

    Several `searches` take turns, each one longer than the turn before; what one has proven of the
    length, the others need not.

    What the `family` knows is made use of: its first admissible heuristic, what it prunes, how
    its moves are undone. The solution has been played by the rules as they are written. Once its
    length is known, the first of that length is looked for, depth first, among a few million
    states; in vain, another one is returned. What the search proves on its way it tells `bounds`,
    and it stops when a solution that is known there is proven. See `stategraph.search.solve`.
    """
    call = Call(puzzle, family, budget, engine, bounds)
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
    first = labels if dived else first_of(call, less, labels)
    labels = first or labels
    play(puzzle, labels)
    found = first is not None and (order == "moves" or call.in_text_order)
    return Outcome(tuple(labels), None, states, found, search)


def _in_turns(
    call: Call, puzzle: Puzzle, searches: Sequence[str]
) -> tuple[list[str] | None, Stop | None, str]:
    """Return what the first search answers that does, why it stopped, and which it is."""
    patience = MOST if len(searches) == 1 else TURN
    while True:
        for search in searches:
            labels, stopped = SEARCHES[search](call, puzzle, patience)
            if stopped != TIRED:
                return labels, stopped, search
        patience *= LONGER


def _refuse(call: Call, search: str, puzzle: Puzzle) -> None:
    """Raise ``InputError`` where a search makes no sense for a puzzle."""
    if search == "lazy" and puzzle.obstacles is None:
        raise InputError("search lazy: the puzzle declares no obstacles to leave out")
    if search == "pushing" and call.proof(puzzle) is None:
        raise InputError("search pushing: no board on which a player pushes blocks")
    if search == "sat" and not ((known := call.family.pushing(puzzle)) and known.to_an_exit):
        raise InputError("search sat: no board on which a player pushes blocks and wins on a cell")
    if search == "bidirectional" and (puzzle.variables is None or not call.backward(puzzle)):
        raise InputError("search bidirectional: the family does not say how to undo moves")
