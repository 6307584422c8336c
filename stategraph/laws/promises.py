"""Promises of a puzzle and its family to searches, checked against graphs.

A search that relies on a false promise cannot notice it: it proves a wrong length, or reports that
no solution exists. So each promise is checked:

- *prune*: the pruned puzzle, which leaves out everything that can never matter, has the same
  shortest solutions: the same number, the same length, and the same first one. It has obstacles if
  the puzzle has;
- *admissible*: there is a heuristic of this name, and it never overestimates;
- *backward*: all listed goals win, and every winning state is listed. Moves back undo all moves,
  and nothing else::

      u ── move ──► v       from v a move back must lead to u, if u does not win
      p ◄─ back ─── v       from p a move must lead to v, if p does not win

- *obstacles*: without one obstacle, or without all of them, the goal is not farther from the start.

Searches use the last three on the pruned puzzle, so they must hold there too. On an incomplete
graph only proven faults count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import chain, islice
from typing import Any

from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.heuristic_check import HeuristicCheck, check_heuristic
from stategraph.analysis.paths import shortest
from stategraph.analysis.proof import levels_whole
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.metrics import summary
from stategraph.rules.combined_heuristics import DEAD
from stategraph.rules.family import Family
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

# Metrics that pruning must preserve.
SAME = ("solvable", "shortest", "shortest_count", "first_solution")

# Maximum number of obstacles that are removed one at a time.
TAKEN_OUT = 8

Fault = tuple[Any, str]  # state, detail
Move = tuple[Any, str, Any]  # from, label, to
Listed = Callable[[Any], list[tuple[str, Any]]]  # the (label, to) pairs of a state


def broken_promises(
    puzzle: PlainPuzzle, family: Family, graph: ArrayGraph, most: int
) -> Iterator[tuple[str, Any, str]]:
    """Yield (law, state, detail) for the first fault of each kind.

    Parameters
    ----------
    puzzle : PlainPuzzle
    family : Family
    graph : ArrayGraph
        the graph of the puzzle, complete or limited to `most` states
    most : int
        the limit of states for other graphs: about ten for each of the puzzle and the pruned one

    Notes
    -----
    O(`most` * moves of a state), plus the goals that ``backward`` lists.

    Examples
    --------
    >>> from stategraph.rules import NO_FAMILY, One, Set
    >>> def step(s):
    ...     if s.n != 1 or 0 in s.logs:
    ...         yield "+", s.but(n=s.n + 1)
    >>> river = Puzzle(dict(n=0, logs={0}), [step], lambda s: s.n == 2, n=One(3), logs=Set(1),
    ...     obstacles="logs")
    >>> for law, state, detail in broken_promises(river, NO_FAMILY, expand(river), 9):
    ...     print(f"{law}: {detail}")
    obstacles: without 0 in logs the goal cannot be reached; with all of them in 2 moves
    """
    whole = _Promised(Puzzle.of(puzzle), family, graph, most)
    unlike = _broken("prune", whole)
    yield from unlike
    for law in ("admissible", "backward", "obstacles"):
        found = _broken(law, whole)
        if not (found or unlike) and whole.pruned is not None:
            found = _broken(law, whole.pruned)
        yield from found


class _Failed(Exception):
    """The author's code failed: the state it was called with, and the error."""


@dataclass
class _Promised:
    """A puzzle and its graph of at most `most` states; `where` is a prefix of messages."""

    puzzle: Puzzle
    family: Family
    graph: ArrayGraph
    most: int
    where: str = ""

    @cached_property
    def pruned(self) -> _Promised | None:
        """The pruned puzzle; None if pruning changes nothing."""
        less = self.family.prune(self.puzzle)
        if less is self.puzzle:
            return None
        if not isinstance(less, PlainPuzzle):
            raise _Failed(self.puzzle.start, f"gives {less!r}, which is not a puzzle")
        graph = self.expand(less)
        return _Promised(Puzzle.of(less), self.family, graph, self.most, "once pruned, ")

    def expand(self, puzzle: PlainPuzzle, until_goal: bool = False) -> ArrayGraph:
        """Return the graph of another puzzle, with the same limit."""
        return expand(puzzle, Limits(states=self.most), until_goal=until_goal, engine="direct")


def _broken(law: str, promised: _Promised) -> list[tuple[str, Any, str]]:
    """Return (law, state, detail) for the faults of one promise."""
    found: list[Fault] = []
    try:
        found.extend(PROMISES[law](promised))
    except _Failed as failed:
        found.append(failed.args)
    except Exception as error:  # report any error of the author's code
        found.append((promised.puzzle.start, f"{type(error).__name__}: {error}"))
    return [(law, state, f"{promised.where}{detail}") for state, detail in found]


# ----------------------------------------------------------------------------------------- prune


def _prune(whole: _Promised) -> Iterator[Fault]:
    """Compare the puzzle with the pruned one."""
    start, pruned = whole.puzzle.start, whole.pruned
    if pruned is None:
        return
    if whole.puzzle.obstacles and not pruned.puzzle.obstacles:
        yield start, "the pruned puzzle does not say what its obstacles are"
        return
    before, after = summary(whole.graph), summary(pruned.graph)
    unknown = {*before["unknown"], *after["unknown"]}
    for name in SAME:
        if name not in unknown and before[name] != after[name]:
            yield start, f"{name}: {before[name]!r}, but {after[name]!r} once pruned"
            return


# ------------------------------------------------------------------------------------ admissible


def _admissible(promised: _Promised) -> Iterator[Fault]:
    """Compare heuristics with the distances to the goal."""
    family, puzzle = promised.family, promised.puzzle
    known = ", ".join(family.heuristics) or "none"
    if missing := [name for name in family.admissible if name not in family.heuristics]:
        names = ", ".join(map(repr, missing))
        yield puzzle.start, f"there is no heuristic {names}; known: {known}"
    for name, heuristic in family.heuristics.items():
        if name in family.admissible:
            found = check_heuristic(promised.graph, heuristic(puzzle))
            if found.too_many.size:
                yield _nearest(promised.graph, found, name)


def _nearest(graph: ArrayGraph, found: HeuristicCheck, name: str) -> Fault:
    """Return the overestimate that is nearest to the start."""
    node, states = int(found.too_many[0]), len(found.too_many)
    guess, left = int(found.values[node]), int(moves_to_goal(graph)[node])
    guessed = "that it is dead" if guess >= DEAD else f"{guess} moves"
    often = "" if states == 1 else f"; too many in {states:,} states"
    return graph.state(node), f"{name} estimates {guessed} where {left} win{often}"


# ------------------------------------------------------------------------------------- obstacles


def _obstacles(promised: _Promised) -> Iterator[Fault]:
    """Remove obstacles from the start."""
    puzzle, far = promised.puzzle, shortest(promised.graph)
    name, start = puzzle.obstacles, puzzle.start
    if name is None or far is None:
        return
    for cells in _taken_out(start[name]):
        fewer = puzzle.starting(start.but(**{name: start[name].difference(cells)}))
        if farther := _farther(promised.expand(fewer, until_goal=True), far):
            one = puzzle.variables.kinds[name].show(cells[0])
            without = f"without {one} in {name}" if len(cells) == 1 else f"with no {name}"
            yield start, f"{without} the goal {farther}; with all of them in {far} moves"
            return


def _taken_out(cells: Collection[int]) -> Iterator[list[int]]:
    """Yield some obstacles one at a time, from all over the board, and then all of them."""
    ordered = sorted(cells)
    apart = max(1, -(-len(ordered) // TAKEN_OUT))
    yield from ([cell] for cell in ordered[::apart])
    if len(ordered) > 1:
        yield ordered


def _farther(graph: ArrayGraph, far: int) -> str:
    """Return how much farther than `far` moves the goal is, in words; empty if not proven."""
    length = shortest(graph)
    if length is not None:
        return f"is reached in {length} moves" if length > far else ""
    if graph.complete:
        return "cannot be reached"
    return f"is reached in more than {far} moves" if levels_whole(graph, far) else ""


# -------------------------------------------------------------------------------------- backward


def _backward(promised: _Promised) -> Iterator[Fault]:
    """Undo moves, and repeat the undone ones: yield the first fault of each kind."""
    puzzle, most = promised.puzzle, promised.most
    known = promised.family.backward(puzzle)
    if known is None:
        return
    goals, back = list(known[0]), Puzzle.of(known[1])
    if _layout(back) != _layout(puzzle):
        yield puzzle.start, "the puzzle that undoes moves has other variables"
        return
    after, before = cache(partial(_listed, puzzle)), cache(partial(_listed, back))
    moves = _moves(puzzle, after, most)
    met = dict.fromkeys([puzzle.start, *(new for _, _, new in moves)])
    for faults in (
        _goals_that_do_not_win(puzzle, goals),
        _goals_not_listed(puzzle, met, set(goals)),
        _moves_not_undone(moves, before),
        chain.from_iterable(
            _moves_never_made(puzzle, starts, before, after, most) for starts in (met, goals)
        ),
    ):
        if fault := next(faults, None):
            yield fault


def _layout(puzzle: Puzzle) -> Any:
    """Return the order of the variables, and their places in a packed state."""
    variables = puzzle.variables
    if variables is None:
        return None
    widths = [kind.fields for kind in variables.kinds.values()]
    return variables.position, variables.places, widths


def _listed(puzzle: PlainPuzzle, state: object) -> list[tuple[str, Any]]:
    """Return the moves of a state."""
    try:
        return list(puzzle.moves(state))
    except Exception as error:
        raise _Failed(state, f"{type(error).__name__}: {error}") from error


def _walk(starts: Iterable[object], moves: Listed, most: int) -> Iterator[Any]:
    """Yield at most `most` states, nearest to the `starts` first."""
    queue = list(dict.fromkeys(starts))
    seen = set(queue)
    for state in islice(queue, most):
        yield state
        for _, new in moves(state):
            if new not in seen:
                seen.add(new)
                queue.append(new)


def _moves(puzzle: PlainPuzzle, after: Listed, most: int) -> list[Move]:
    """Return the moves of the `most` states nearest to the start that do not win."""

    def onward(state: object) -> list[tuple[str, Any]]:
        return [] if puzzle.is_goal(state) else after(state)

    states = _walk([puzzle.start], onward, most)
    return [(state, label, new) for state in states for label, new in onward(state)]


def _goals_that_do_not_win(puzzle: PlainPuzzle, goals: Iterable[object]) -> Iterator[Fault]:
    for state in goals:
        if not puzzle.is_goal(state):
            yield state, "listed as a goal, it does not win"


def _goals_not_listed(
    puzzle: PlainPuzzle, met: Iterable[object], goals: Collection[object]
) -> Iterator[Fault]:
    for state in met:
        if puzzle.is_goal(state) and state not in goals:
            yield state, "it wins, and is not among the goals that are listed"


def _moves_not_undone(moves: Iterable[Move], before: Listed) -> Iterator[Fault]:
    for here, label, new in moves:
        if all(here != came for _, came in before(new)):
            yield new, f"no move back undoes {label!r} from state ({here!r})"


def _moves_never_made(
    puzzle: PlainPuzzle, starts: Iterable[object], before: Listed, after: Listed, most: int
) -> Iterator[Fault]:
    """Yield moves back from `starts` that no move repeats.

    Moves back into winning states are skipped.
    """

    def back(state: object) -> list[tuple[str, Any]]:
        return [(label, came) for label, came in before(state) if not puzzle.is_goal(came)]

    for state in _walk(starts, back, most):
        for _, came in back(state):
            if all(state != new for _, new in after(came)):
                yield state, f"a move back leads to state ({came!r}), from which none leads here"


PROMISES: Mapping[str, Callable[[_Promised], Iterator[Fault]]] = {
    "prune": _prune,
    "admissible": _admissible,
    "backward": _backward,
    "obstacles": _obstacles,
}
