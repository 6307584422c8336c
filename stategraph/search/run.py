"""One search, run on one puzzle: by which guess, on which engine, and back from states to moves.

::

    puzzle ──prune──► the same with less in it ──┬─ astar ─────────────────────┐
                                                 ├─ lazy: astar, again and     ├──► a shortest
                                                 │        again, with more     │    solution, played
                                                 │        obstacles each time  │    by the rules
                                                 ├─ pushing                    │
                                                 ├─ sat                        │
                                                 ├─ ida                        │
                                                 └─ bidirectional ─────────────┘
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from stategraph.engines.handover import Ladder
from stategraph.engines.limits import MET, MOST, PAUSED, TIRED, Budget, Stop
from stategraph.engines.plain import never
from stategraph.errors import InputError
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.astar import astar
from stategraph.search.bounds import Bounds
from stategraph.search.lazy import among, lazy
from stategraph.search.plain import PlainEngine
from stategraph.search.space import NEVER, Dives, Engine
from stategraph.search.way import labels_along, play

if TYPE_CHECKING:
    from stategraph.machine.loops import Loops
    from stategraph.search.bounded import Proof
    from stategraph.search.compiled import CompiledEngine
    from stategraph.search.put_away import PutAway

# States looked at in plain Python before the rules are compiled.
HAND_OVER = 3_000

# States in the table of a depth-first search.
SLOTS = 1 << 20

# States looked at, once a shortest solution is known, for the first one of its length; and kept by
# a search over pushes, which takes longer for each.
FIRST, FIRST_PUSHES = 1 << 21, 1 << 17

# States kept in the first turn of several searches, and how many times as many in each later one.
TURN, LONGER = 1 << 14, 4

Guess = Callable[[Any], int]
Labels = tuple[list[str] | None, Stop | None]


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
    call = _Call(puzzle, family, budget, engine, bounds)
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
    first = labels if dived else _first(call, less, labels)
    labels = first or labels
    play(puzzle, labels)
    found = first is not None and (order == "moves" or call.in_text_order)
    return Outcome(tuple(labels), None, states, found, search)


def _in_turns(
    call: _Call, puzzle: Puzzle, searches: Sequence[str]
) -> tuple[list[str] | None, Stop | None, str]:
    """Return what the first search answers that does, why it stopped, and which it is."""
    patience = MOST if len(searches) == 1 else TURN
    while True:
        for search in searches:
            labels, stopped = SEARCHES[search](call, puzzle, patience)
            if stopped != TIRED:
                return labels, stopped, search
        patience *= LONGER


def _refuse(call: _Call, search: str, puzzle: Puzzle) -> None:
    """Raise ``InputError`` where a search makes no sense for a puzzle."""
    if search == "lazy" and puzzle.obstacles is None:
        raise InputError("search lazy: the puzzle declares no obstacles to leave out")
    if search == "pushing" and call.proof(puzzle) is None:
        raise InputError("search pushing: no board on which a player pushes blocks")
    if search == "sat" and not ends_on_a_cell(puzzle, call.family):
        raise InputError("search sat: no board on which a player pushes blocks and wins on a cell")
    if search == "bidirectional" and (puzzle.variables is None or not call.backward(puzzle)):
        raise InputError("search bidirectional: the family does not say how to undo moves")


# ------------------------------------------------------------------------------ what all share


class _Searched(NamedTuple):
    """Where a search has been, what it found there, and why it stopped before it knew."""

    spaces: tuple[Any, ...]
    found: Any
    stopped: Stop | None


Search = Callable[[Engine, int | None], _Searched]


class _Call:
    """What all rounds of a search share: the budget, the engine, the family's knowledge.

    Attributes
    ----------
    states : int
        states kept so far
    in_text_order : bool
        of the last depth-first search, see `Dives`
    """

    def __init__(self, puzzle: Puzzle, family: Family, budget: Budget, engine: str, bounds: Bounds):
        self.budget, self.bounds = budget, bounds
        self.states, self.in_text_order = 0, False
        self.family, self._ladder = family, Ladder(puzzle, engine, HAND_OVER, budget)
        self._plainly = engine == "direct"
        self._guess: Guess | None = None
        self._proof: Proof | PutAway | None = None
        self._compiled: CompiledEngine | None = None

    def compiled(self) -> CompiledEngine:
        """Return the engine of compiled rules, the same one each time."""
        from stategraph.search.compiled import CompiledEngine

        self._compiled = self._compiled or CompiledEngine()
        return self._compiled

    def run(self, puzzle: Puzzle, guess: Guess, search: Search) -> _Searched:
        """Run ``search(engine, pause)`` on whichever engine pays."""
        return self._ladder.do(_SearchJob(self, puzzle, guess, search))

    def proof(self, puzzle: Puzzle) -> Proof | PutAway | None:
        """Return the search over pushes, the same one each time; None where it makes no sense."""
        pushing = self.family.pushing(puzzle)
        if self._proof is None and pushing is not None:
            from stategraph.search.bounded import Proof
            from stategraph.search.ground import Ground
            from stategraph.search.put_away import PutAway

            proof = PutAway if pushing.homes else Proof
            self._proof = proof(Ground(puzzle, pushing), self.budget, self._plainly)
        return self._proof

    def backward(self, puzzle: Puzzle) -> Any:
        """Return the goals, and the puzzle that undoes moves; None where that is not known."""
        return self.family.backward(puzzle)

    def guess(self, puzzle: Puzzle) -> Guess:
        """Return a guess of the moves left that is never too much: the same one each time.

        It is made for the puzzle without obstacles, and so holds among any of them.
        """
        if not self.family.admissible:
            return guess_nothing
        if self._guess is None:
            if puzzle.obstacles is not None:
                puzzle = among(puzzle, set())
            name, known = self.family.admissible[0], self.family.heuristics
            if name not in known:
                raise InputError(f"{name!r} is called admissible, but is no heuristic")
            self._guess = known[name](puzzle)
        return self._guess


class _SearchJob:
    """A search, to be done on either engine: `stategraph.engines.handover.Job`."""

    goes_on = False

    def __init__(self, call: _Call, puzzle: Puzzle, guess: Guess, search: Search):
        self._call, self._puzzle, self._guess, self._search = call, puzzle, guess, search
        self._sample: list[Any] = []

    def plain(self, pause: int | None, ready: Callable[[], bool] = never) -> _Searched | None:
        """Search in plain Python, from the beginning."""
        made = self._search(PlainEngine(), pause)
        self._sample = made.spaces[0].sample()
        return None if made.stopped == PAUSED else made

    def loops(self) -> Loops:
        """Return the loops of the compiled rules and guess."""
        return self._call.compiled().rules(self._puzzle, self._guess).loops

    def native(self) -> _Searched:
        """Search compiled; the first states that plain Python met must look the same."""
        engine = self._call.compiled()
        rules = engine.rules(self._puzzle, self._guess)
        for state in self._sample:
            rules.check(state)
        return self._search(engine, None)


def guess_nothing(state: Any) -> int:
    """Guess that nothing is left to do: never too much."""
    return 0


# ---------------------------------------------------------------------------------- the searches


def pushes_blocks(puzzle: Puzzle, family: Family) -> bool:
    """Return whether a player pushes single blocks on a board, as the family says."""
    return family.pushing(puzzle) is not None


def ends_on_a_cell(puzzle: Puzzle, family: Family) -> bool:
    """Return whether a player pushes single blocks on a board, and wins where they stand."""
    pushing = family.pushing(puzzle)
    return pushing is not None and not pushing.homes


def _astar(call: _Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search by A*; stop as `TIRED` after so many states were kept, as all searches here do."""
    guess, walker = call.guess(puzzle), puzzle.walker

    def search(engine: Engine, pause: int | None) -> _Searched:
        space = engine.space(puzzle, guess, walker)
        return _Searched((space,), None, astar(space, call.budget, pause, patience, call.bounds))

    (space,), _, stopped = call.run(puzzle, guess, search)
    call.states += len(space)
    if stopped is not None or space.best >= NEVER:
        return None, stopped
    return labels_along(puzzle, space.line(space.last), walker), None


def _lazy(call: _Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search by A*, heeding obstacles only as they turn out to matter."""
    most = call.states + patience

    def solve(some: Puzzle, patience: int) -> Labels:
        return _astar(call, some, patience) if call.states < most else (None, PAUSED)

    labels, stopped = lazy(puzzle, solve)
    return labels, TIRED if stopped == PAUSED else stopped


def _pushing(call: _Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search over pushes within a rising bound, each time from where the last turn ended."""
    proof = call.proof(puzzle)
    assert proof is not None
    before = proof.states
    pushes, stopped = proof.search(call.bounds, patience)
    call.states += proof.states - before
    return None if pushes is None else proof.ground.labels(pushes), stopped


def _sat(call: _Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search by satisfiability; it takes no turns."""
    from stategraph.search.satisfying import Satisfying, met

    proof = call.proof(puzzle)
    assert proof is not None
    asked = Satisfying(proof.ground, call.budget, partial(met, puzzle, call.bounds))
    stopped = asked.search(call.bounds)
    call.states += asked.conflicts
    return None, stopped


def _ida(call: _Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search by IDA*; it takes no turns."""
    from stategraph.search.ida import ida

    return _dive(call, puzzle, lambda dives, pause: ida(dives, call.budget, pause, call.bounds))


def _first(call: _Call, puzzle: Puzzle, labels: list[str]) -> list[str] | None:
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
    call: _Call,
    puzzle: Puzzle,
    deepen: Callable[[Dives, int | None], tuple[list[Any] | None, Stop | None]],
) -> Labels:
    """Search depth first."""
    guess = call.guess(puzzle)

    def search(engine: Engine, pause: int | None) -> _Searched:
        dives = engine.dives(puzzle, guess, SLOTS)
        return _Searched((dives,), *deepen(dives, pause))

    (dives,), line, stopped = call.run(puzzle, guess, search)
    call.states += dives.looked
    call.in_text_order = dives.in_text_order
    return None if line is None else labels_along(puzzle, line, None), stopped


def _bidirectional(call: _Call, puzzle: Puzzle, patience: int) -> Labels:
    """Search from both ends; it takes no turns."""
    from stategraph.search.bidirectional import bidirectional

    goals, back = call.backward(puzzle)

    def search(engine: Engine, pause: int | None) -> _Searched:
        ahead = engine.space(puzzle, guess_nothing)
        behind = engine.space(back, guess_nothing, starts=goals)
        return _Searched((ahead, behind), *bidirectional(ahead, behind, call.budget, pause))

    (ahead, behind), met, stopped = call.run(puzzle, guess_nothing, search)
    call.states += len(ahead) + len(behind)
    if met is None:
        return None, stopped
    line = ahead.line(met[0]) + behind.line(met[1])[::-1][1:-1]
    return labels_along(puzzle, line, None), None


SEARCHES: dict[str, Callable[[_Call, Any, int], Labels]] = {
    "astar": _astar,
    "lazy": _lazy,
    "pushing": _pushing,
    "sat": _sat,
    "ida": _ida,
    "bidirectional": _bidirectional,
}
