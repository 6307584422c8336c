"""The searches that prove a shortest solution, each on whichever engine pays.

::

    puzzle ──┬─ astar ─────────────────────┐
             ├─ lazy: astar, again and     ├──► labels of a shortest solution, or why there
             │        again, with more     │    is none yet
             │        obstacles each time  │
             ├─ pushing                    │
             ├─ sat                        │
             ├─ ida                        │
             └─ bidirectional ─────────────┘
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from stategraph.engines.limits import PAUSED, TIRED, Stop
from stategraph.rules.puzzle import Puzzle
from stategraph.search.astar import astar
from stategraph.search.call import Call, Searched, guess_nothing
from stategraph.search.lazy import lazy
from stategraph.search.space import NEVER, Dives, Engine
from stategraph.search.way import labels_along, offer

# States in the table of a depth-first search.
SLOTS = 1 << 20

# States looked at, once a shortest solution is known, for the first one of its length; and kept by
# a search over pushes, which takes longer for each.
FIRST, FIRST_PUSHES = 1 << 21, 1 << 17

Labels = tuple[list[str] | None, Stop | None]


def _astar(call: Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search by A*; stop as `TIRED` after so many states were kept, as all searches here do."""
    guess, walker = call.guess(puzzle), puzzle.walker

    def search(engine: Engine, pause: int | None) -> Searched:
        space = engine.space(puzzle, guess, walker)
        return Searched((space,), None, astar(space, call.budget, pause, patience, call.bounds))

    (space,), _, stopped = call.run(puzzle, guess, search)
    call.states += len(space)
    if stopped is not None or space.best >= NEVER:
        return None, stopped
    return labels_along(puzzle, space.line(space.last), walker), None


def _lazy(call: Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search by A*, heeding obstacles only as they turn out to matter."""
    most = call.states + patience

    def solve(some: Puzzle, patience: int) -> Labels:
        return _astar(call, some, patience) if call.states < most else (None, PAUSED)

    labels, stopped = lazy(puzzle, solve)
    return labels, TIRED if stopped == PAUSED else stopped


def _pushing(call: Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search over pushes within a rising bound, each time from where the last turn ended."""
    proof = call.proof(puzzle)
    assert proof is not None
    before = proof.states
    pushes, stopped = proof.search(call.bounds, patience)
    call.states += proof.states - before
    return None if pushes is None else proof.labels(pushes), stopped


def _sat(call: Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search by satisfiability; it takes no turns."""
    solver = call.family.pushing(puzzle)
    asked = solver.sat_search(puzzle, call.budget, partial(offer, puzzle, call.bounds))
    stopped = asked.search(call.bounds)
    call.states += asked.conflicts
    return None, stopped


def _ida(call: Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search by IDA*; it takes no turns."""
    from stategraph.search.ida import ida

    return _dive(call, puzzle, lambda dives, pause: ida(dives, call.budget, pause, call.bounds))


def first_of(call: Call, puzzle: Puzzle, labels: list[str]) -> list[str] | None:
    """Return the first of the solutions that are as short; None where that takes too long."""
    proof = call.proof(puzzle)
    first = None if proof is None else proof.first(labels, FIRST_PUSHES)
    if first is not None:
        call.in_text_order = True
        return first
    from stategraph.search.ida import within

    length = len(labels)
    first, _ = _dive(
        call, puzzle, lambda dives, pause: within(dives, length, FIRST, call.budget, pause)
    )
    return first


def _dive(
    call: Call,
    puzzle: Puzzle,
    deepen: Callable[[Dives, int | None], tuple[list[Any] | None, Stop | None]],
) -> Labels:
    """Search depth first."""
    guess = call.guess(puzzle)

    def search(engine: Engine, pause: int | None) -> Searched:
        dives = engine.dives(puzzle, guess, SLOTS)
        return Searched((dives,), *deepen(dives, pause))

    (dives,), line, stopped = call.run(puzzle, guess, search)
    call.states += dives.looked
    call.in_text_order = dives.in_text_order
    return None if line is None else labels_along(puzzle, line, None), stopped


def _bidirectional(call: Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search from both ends; it takes no turns."""
    from stategraph.search.bidirectional import bidirectional

    goals, back = call.backward(puzzle)

    def search(engine: Engine, pause: int | None) -> Searched:
        ahead = engine.space(puzzle, guess_nothing)
        behind = engine.space(back, guess_nothing, starts=goals)
        met = bidirectional(ahead, behind, call.budget, pause, call.bounds)
        return Searched((ahead, behind), *met)

    (ahead, behind), met, stopped = call.run(puzzle, guess_nothing, search)
    call.states += len(ahead) + len(behind)
    if met is None:
        return None, stopped
    line = ahead.line(met[0]) + behind.line(met[1])[::-1][1:-1]
    return labels_along(puzzle, line, None), None


SEARCHES: dict[str, Callable[[Call, Any, int], Labels]] = {
    "astar": _astar,
    "lazy": _lazy,
    "pushing": _pushing,
    "sat": _sat,
    "ida": _ida,
    "bidirectional": _bidirectional,
}
