"""Promises of a puzzle and its family to searches, checked against graphs.

A search cannot notice that a promise is false. It would then prove a wrong length, or report that
no solution exists. So each promise is checked:

- *prune*: the pruned puzzle leaves out everything that can never matter. Its shortest solutions
  have the same number and the same length, and the first one is the same. If the puzzle has
  obstacles, the pruned puzzle has obstacles too;
- *admissible*: there is a heuristic of this name, and it never overestimates;
- *backward*: the listed goals are exactly the winning states. The *backward moves* undo all moves,
  and nothing else::

      u ── move ──► v       from v a backward move must lead to u, if u does not win
      p ◄─ back ─── v       from p a move must lead to v, if p does not win

- *obstacles*: if one obstacle is removed, or all of them, the goal is not farther from the start.

Searches use the last three promises on the pruned puzzle, so these must hold there too. On an
incomplete graph, a fault is reported only if it is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import chain, islice

from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.heuristic_check import HeuristicCheck, check_heuristic
from stategraph.analysis.proof import levels_whole
from stategraph.analysis.shortest_solutions import shortest
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.metrics import summary
from stategraph.rules.combined_heuristics import DEAD
from stategraph.rules.family import Family
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

# Metrics that pruning must preserve.
SAME = ("solvable", "shortest", "shortest_count", "first_solution")

# Maximum number of obstacles for which the puzzle without this single obstacle is checked.
TAKEN_OUT = 8

Fault = tuple[object, str]  # state, detail
Move = tuple[object, str, object]  # from, label, to
Listed = Callable[[object], list[tuple[str, object]]]  # the (label, to) pairs of a state


def broken_promises(
    puzzle: PlainPuzzle, family: Family, graph: ArrayGraph, most: int
) -> Iterator[tuple[str, object, str]]:
    """Yield (law, state, detail) for the first fault of each kind.

    O(`most` * moves of a state), plus the goals that ``backward`` lists.

    Parameters
    ----------
    puzzle : PlainPuzzle
    family : Family
    graph : ArrayGraph
        the graph of the puzzle, complete or limited to `most` states
    most : int
        the limit of states for each other graph; about ten such graphs are expanded for the puzzle,
        and ten for the pruned puzzle

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
    promised = _Promised(Puzzle.of(puzzle), family, graph, most)
    prune_faults = _broken("prune", promised)
    yield from prune_faults
    for law in ("admissible", "backward", "obstacles"):
        faults = _broken(law, promised)
        if not (faults or prune_faults) and promised.pruned is not None:
            faults = _broken(law, promised.pruned)
        yield from faults


class _Failed(Exception):
    """Raised if the author's code fails; holds the state it was called with, and the error."""


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
        pruned_puzzle = self.family.prune(self.puzzle)
        if pruned_puzzle is self.puzzle:
            return None
        if not isinstance(pruned_puzzle, PlainPuzzle):
            raise _Failed(self.puzzle.start, f"gives {pruned_puzzle!r}, which is not a puzzle")
        graph = self.expand(pruned_puzzle)
        return _Promised(Puzzle.of(pruned_puzzle), self.family, graph, self.most, "once pruned, ")

    def expand(self, puzzle: PlainPuzzle, until_goal: bool = False) -> ArrayGraph:
        """Expand another puzzle with the same limit of states."""
        return expand(puzzle, Limits(states=self.most), until_goal=until_goal, engine="direct")


def _broken(law: str, promised: _Promised) -> list[tuple[str, object, str]]:
    """Return (law, state, detail) for each fault of one promise."""
    faults: list[Fault] = []
    try:
        faults.extend(PROMISES[law](promised))
    except _Failed as failure:
        faults.append(failure.args)
    except Exception as error:  # report any error of the author's code
        faults.append((promised.puzzle.start, f"{type(error).__name__}: {error}"))
    return [(law, state, f"{promised.where}{detail}") for state, detail in faults]


# ----------------------------------------------------------------------------------------- prune


def _prune(promised: _Promised) -> Iterator[Fault]:
    """Compare the puzzle with the pruned one."""
    start, pruned = promised.puzzle.start, promised.pruned
    if pruned is None:
        return
    if promised.puzzle.obstacles and not pruned.puzzle.obstacles:
        yield start, "the pruned puzzle does not say what its obstacles are"
        return
    facts_before, facts_after = summary(promised.graph), summary(pruned.graph)
    unknown = {*facts_before["unknown"], *facts_after["unknown"]}
    for name in SAME:
        if name not in unknown and facts_before[name] != facts_after[name]:
            yield start, f"{name}: {facts_before[name]!r}, but {facts_after[name]!r} once pruned"
            return


# ------------------------------------------------------------------------------------ admissible


def _admissible(promised: _Promised) -> Iterator[Fault]:
    """Compare heuristics with the distances to the goal."""
    family, puzzle = promised.family, promised.puzzle
    names_text = ", ".join(family.heuristics) or "none"
    if absent := [name for name in family.admissible if name not in family.heuristics]:
        names = ", ".join(map(repr, absent))
        yield puzzle.start, f"unknown heuristic {names}; known: {names_text}"
    for name, heuristic in family.heuristics.items():
        if name in family.admissible:
            check = check_heuristic(promised.graph, heuristic(puzzle))
            if check.too_many.size:
                yield _nearest(promised.graph, check, name)


def _nearest(graph: ArrayGraph, check: HeuristicCheck, name: str) -> Fault:
    """Return the fault for the overestimated state nearest to the start."""
    node, states = int(check.too_many[0]), len(check.too_many)
    guess, moves_left = int(check.values[node]), int(moves_to_goal(graph)[node])
    claim = "that it is dead" if guess >= DEAD else f"{guess} moves"
    often = "" if states == 1 else f"; too many in {states:,} states"
    return graph.state(node), f"{name} estimates {claim} where {moves_left} win{often}"


# ------------------------------------------------------------------------------------- obstacles


def _obstacles(promised: _Promised) -> Iterator[Fault]:
    """Remove obstacles from the start."""
    puzzle, fewest = promised.puzzle, shortest(promised.graph)
    name, start = puzzle.obstacles, puzzle.start
    if name is None or fewest is None:
        return
    for cells in _taken_out(start[name]):
        fewer = puzzle.starting(start.but(**{name: start[name].difference(cells)}))
        if farther := _farther(promised.expand(fewer, until_goal=True), fewest):
            obstacle = puzzle.variables.kinds[name].show(cells[0])
            without = f"without {obstacle} in {name}" if len(cells) == 1 else f"with no {name}"
            yield start, f"{without} the goal {farther}; with all of them in {fewest} moves"
            return


def _taken_out(cells: Collection[int]) -> Iterator[list[int]]:
    """Yield the obstacles to remove: some single ones, from all over the board, then all."""
    ordered = sorted(cells)
    apart = max(1, -(-len(ordered) // TAKEN_OUT))
    yield from ([cell] for cell in ordered[::apart])
    if len(ordered) > 1:
        yield ordered


def _farther(graph: ArrayGraph, fewest: int) -> str:
    """Return words that say that the goal is more than `fewest` moves away; '' if not proven."""
    length = shortest(graph)
    if length is not None:
        return f"is reached in {length} moves" if length > fewest else ""
    if graph.complete:
        return "cannot be reached"
    return f"is reached in more than {fewest} moves" if levels_whole(graph, fewest) else ""


# -------------------------------------------------------------------------------------- backward


def _backward(promised: _Promised) -> Iterator[Fault]:
    """Compare moves with backward moves, in both directions; yield the first fault of each kind."""
    puzzle, most = promised.puzzle, promised.most
    backward_parts = promised.family.backward(puzzle)
    if backward_parts is None:
        return
    goals, back = list(backward_parts[0]), Puzzle.of(backward_parts[1])
    if _layout(back) != _layout(puzzle):
        yield puzzle.start, "the puzzle that undoes moves has other variables"
        return
    next_moves, previous_moves = cache(partial(_listed, puzzle)), cache(partial(_listed, back))
    moves = _moves(puzzle, next_moves, most)
    states = dict.fromkeys([puzzle.start, *(new for _, _, new in moves)])
    for faults in (
        _goals_that_do_not_win(puzzle, goals),
        _goals_not_listed(puzzle, states, set(goals)),
        _moves_not_undone(moves, previous_moves),
        chain.from_iterable(
            _moves_never_made(puzzle, starts, previous_moves, next_moves, most)
            for starts in (states, goals)
        ),
    ):
        if fault := next(faults, None):
            yield fault


def _layout(puzzle: Puzzle) -> object:
    """Return the order of the variables, and their positions in a packed state."""
    variables = puzzle.variables
    if variables is None:
        return None
    widths = [kind.fields for kind in variables.kinds.values()]
    return variables.position, variables.places, widths


def _listed(puzzle: PlainPuzzle, state: object) -> list[tuple[str, object]]:
    """Return the moves of a state."""
    try:
        return list(puzzle.moves(state))
    except Exception as error:
        raise _Failed(state, f"{type(error).__name__}: {error}") from error


def _walk(starts: Iterable[object], moves: Listed, most: int) -> Iterator[object]:
    """Yield at most `most` states, nearest to the `starts` first."""
    queue = list(dict.fromkeys(starts))
    visited = set(queue)
    for state in islice(queue, most):
        yield state
        for _, new in moves(state):
            if new not in visited:
                visited.add(new)
                queue.append(new)


def _moves(puzzle: PlainPuzzle, next_moves: Listed, most: int) -> list[Move]:
    """Return the moves of the `most` states nearest to the start, except those of goal states."""

    def onward(state: object) -> list[tuple[str, object]]:
        return [] if puzzle.is_goal(state) else next_moves(state)

    states = _walk([puzzle.start], onward, most)
    return [(state, label, new) for state in states for label, new in onward(state)]


def _goals_that_do_not_win(puzzle: PlainPuzzle, goals: Iterable[object]) -> Iterator[Fault]:
    for state in goals:
        if not puzzle.is_goal(state):
            yield state, "listed as a goal, it does not win"


def _goals_not_listed(
    puzzle: PlainPuzzle, states: Iterable[object], goals: Collection[object]
) -> Iterator[Fault]:
    for state in states:
        if puzzle.is_goal(state) and state not in goals:
            yield state, "it wins, and is not among the goals that are listed"


def _moves_not_undone(moves: Iterable[Move], previous_moves: Listed) -> Iterator[Fault]:
    for source, label, new in moves:
        if all(source != previous for _, previous in previous_moves(new)):
            yield new, f"no move back undoes {label!r} from state ({source!r})"


def _moves_never_made(
    puzzle: PlainPuzzle,
    starts: Iterable[object],
    previous_moves: Listed,
    next_moves: Listed,
    most: int,
) -> Iterator[Fault]:
    """Yield a fault for each backward move, reachable from `starts`, that undoes no move.

    Backward moves into winning states are skipped.
    """

    def back(state: object) -> list[tuple[str, object]]:
        return [
            (label, previous)
            for label, previous in previous_moves(state)
            if not puzzle.is_goal(previous)
        ]

    for state in _walk(starts, back, most):
        for _, previous in back(state):
            if all(state != new for _, new in next_moves(previous)):
                yield (
                    state,
                    f"a move back leads to state ({previous!r}), from which none leads here",
                )


PROMISES: Mapping[str, Callable[[_Promised], Iterator[Fault]]] = {
    "prune": _prune,
    "admissible": _admissible,
    "backward": _backward,
    "obstacles": _obstacles,
}
