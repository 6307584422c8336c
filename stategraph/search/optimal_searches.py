"""Searches that prove a shortest solution, each run with the faster of the two engines.

::

    puzzle ──┬─ astar ─────────────────────┐
             ├─ lazy: astar, repeated      ├──► labels of a shortest solution,
             │        with more obstacles  │    or the reason for an early stop
             ├─ pushing                    │
             ├─ sat                        │
             ├─ ida                        │
             └─ bidirectional ─────────────┘
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from stategraph.engines.limits import PAUSED, TIRED, Stop
from stategraph.rules.puzzle import Puzzle
from stategraph.search.astar import astar
from stategraph.search.custom_search import zero_heuristic
from stategraph.search.lazy_astar import lazy
from stategraph.search.path_reconstruction import labels_along, offer
from stategraph.search.search_context import SearchContext, SearchResult
from stategraph.search.state_space import NEVER, Dives, SearchEngine
from stategraph.variables import State

# Number of states in the table of a depth-first search.
TABLE_STATES = 1 << 20

Labels = tuple[list[str] | None, Stop | None]


def _astar(call: SearchContext, puzzle: Puzzle, patience: int) -> Labels:
    """Search by A*; stop as `TIRED` after `patience` stored states."""
    guess, walker = call.guess(puzzle), puzzle.walker

    def search(engine: SearchEngine, pause: int | None) -> SearchResult[None]:
        space = engine.space(puzzle, guess, walker)
        return SearchResult((space,), None, astar(space, call.budget, pause, patience, call.bounds))

    (space,), _, stopped = call.run(puzzle, guess, search)
    call.states += len(space)
    if stopped is not None or space.best >= NEVER:
        return None, stopped
    return labels_along(puzzle, space.line(space.last), walker), None


def _lazy(call: SearchContext, puzzle: Puzzle, patience: int) -> Labels:
    """Search by lazy A*: ignore obstacles until a plan runs into them."""
    most = call.states + patience

    def solve(relaxed: Puzzle, patience: int) -> Labels:
        return _astar(call, relaxed, patience) if call.states < most else (None, PAUSED)

    labels, stopped = lazy(puzzle, solve)
    return labels, TIRED if stopped == PAUSED else stopped


def _pushing(call: SearchContext, puzzle: Puzzle, patience: int) -> Labels:
    """Search over pushes; continue the search where the last turn ended."""
    proof = call.proof(puzzle)
    assert proof is not None
    before = proof.states
    pushes, stopped = proof.search(call.bounds, patience)
    call.states += proof.states - before
    return None if pushes is None else proof.labels(pushes), stopped


def _sat(call: SearchContext, puzzle: Puzzle, patience: int) -> Labels:
    """Search with a SAT solver; `patience` is ignored."""
    solver = call.family.pushing(puzzle)
    sat_search = solver.sat_search(puzzle, call.budget, partial(offer, puzzle, call.bounds))
    stopped = sat_search.search(call.bounds)
    call.states += sat_search.conflicts
    return None, stopped


def _ida(call: SearchContext, puzzle: Puzzle, patience: int) -> Labels:
    """Search by IDA*; `patience` is ignored."""
    from stategraph.search.ida import ida

    return dive(call, puzzle, lambda dives, pause: ida(dives, call.budget, pause, call.bounds))


def dive(
    call: SearchContext,
    puzzle: Puzzle,
    deepen: Callable[[Dives, int | None], tuple[list[State] | None, Stop | None]],
) -> Labels:
    """Run a depth-first search and return the labels of its solution."""
    guess = call.guess(puzzle)

    def search(engine: SearchEngine, pause: int | None) -> SearchResult[list[State] | None]:
        dives = engine.dives(puzzle, guess, TABLE_STATES)
        return SearchResult((dives,), *deepen(dives, pause))

    (dives,), line, stopped = call.run(puzzle, guess, search)
    call.states += dives.looked
    call.orders = dives.orders
    return None if line is None else labels_along(puzzle, line, None), stopped


def _bidirectional(call: SearchContext, puzzle: Puzzle, patience: int) -> Labels:
    """Search from both ends; `patience` is ignored."""
    from stategraph.search.bidirectional import bidirectional

    backward = call.backward(puzzle)
    assert backward is not None
    goals, back = backward

    def search(engine: SearchEngine, pause: int | None) -> SearchResult[tuple[int, int] | None]:
        ahead = engine.space(puzzle, zero_heuristic)
        behind = engine.space(back, zero_heuristic, starts=goals)
        outcome = bidirectional(ahead, behind, call.budget, pause, call.bounds)
        return SearchResult((ahead, behind), *outcome)

    (ahead, behind), meeting, stopped = call.run(puzzle, zero_heuristic, search)
    call.states += len(ahead) + len(behind)
    if meeting is None:
        return None, stopped
    line = ahead.line(meeting[0]) + behind.line(meeting[1])[::-1][1:-1]
    return labels_along(puzzle, line, None), None


SEARCHES: dict[str, Callable[[SearchContext, Puzzle, int], Labels]] = {
    "astar": _astar,
    "lazy": _lazy,
    "pushing": _pushing,
    "sat": _sat,
    "ida": _ida,
    "bidirectional": _bidirectional,
}
