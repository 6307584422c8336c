"""The contract of a puzzle, checked on the states reachable from the start.

If a puzzle satisfies these laws, every engine and every analysis gives right answers:

- *same moves*: two calls for the same state give the same moves in the same order;
- *pairs*: each move is a pair of a label and a state;
- *unique labels*: the moves of a state have different labels; a label is a non-empty text;
- *unchanged*: listing moves, or testing for the goal, changes no state;
- *by value*: states are hashable, and equal states have equal hashes;
- *goal*: two tests of the same state for the goal give the same answer;
- *absorbing*: in the state graph the goal is one node without moves, and no other state wins (if
  the rules list moves of a goal state, these moves are ignored);
- *packing*: a state with declared variables stays equal if it is packed and unpacked, or written as
  text and read again;
- *text*, *draw*, *actor*: the functions of the family work on every state and label;
- *heuristic*: a heuristic returns an int that is not negative, and 0 if the state wins.

If all of these hold, the promises to searches are checked too; see `stategraph.laws.promises`.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from stategraph.engines.limits import Budget, Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.laws.promises import broken_promises
from stategraph.machine.deadline import OutOfTime
from stategraph.rules.drawing import Drawing
from stategraph.rules.family import NO_FAMILY, Family
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Heuristic
    from stategraph.variables import State


@dataclass(frozen=True)
class Breach:
    """A law that a state breaks, with details."""

    law: str
    state: str
    detail: str


@dataclass(frozen=True)
class RuleCheck:
    """The outcome of `check_rules`.

    Attributes
    ----------
    states : int
        the number of checked states
    whole : bool
        whether all states were checked
    stopped : str
        the limit that stopped the check before `most` states were checked; else empty
    breaches : list of Breach
        the first breaches found
    wins : int
        the number of checked states that win, which are one node of a state graph
    """

    states: int
    whole: bool
    breaches: list[Breach]
    stopped: str = ""
    wins: int = 0


def check_rules(
    puzzle: PlainPuzzle,
    family: Family = NO_FAMILY,
    most: int = 2_000,
    breaches: int = 10,
    seconds: float | None = None,
) -> RuleCheck:
    """Check the laws on the states nearest to the start.

    Parameters
    ----------
    puzzle : PlainPuzzle
    family : Family
    most : int
        maximum number of states
    breaches : int
        the check stops after this number of breaches
    seconds : float, optional
        time limit; it also stops rules that never end

    Examples
    --------
    >>> class Forgetful:
    ...     start, calls = 0, 0
    ...     def moves(self, state):
    ...         self.calls += 1
    ...         yield "go", self.calls % 3
    ...     def is_goal(self, state):
    ...         return False
    >>> check_rules(Forgetful(), most=1).breaches[0].law
    'same moves'
    """
    puzzle = Puzzle.of(puzzle)
    if not _hashable(puzzle.start):
        return RuleCheck(1, False, [Breach("by value", repr(puzzle.start), "it is not hashable")])
    check, stopped = _Check(puzzle, family, most, breaches), ""
    try:
        Budget(Limits(seconds=seconds)).interrupting(check.run)
    except OutOfTime as timeout:
        stopped = str(timeout)
    complete = not (check.queue or stopped) and len(check.found) < breaches
    return RuleCheck(check.looked, complete, check.found[:breaches], stopped, check.wins)


class _Check:
    """One run of the check, with the states still to check and the breaches found."""

    def __init__(self, puzzle: Puzzle, family: Family, most: int, breaches: int):
        self._puzzle, self._family, self._most, self._breaches = puzzle, family, most, breaches
        self._guesses = [cache(partial(make, puzzle)) for make in family.heuristics.values()]
        self._seen = {puzzle.start}
        self.queue = deque(self._seen)
        self.looked, self.wins, self.found = 0, 0, list[Breach]()

    def run(self) -> None:
        """Check the states nearest to the start, and then their graph."""
        while self.queue and self.looked < self._most and len(self.found) < self._breaches:
            self._look_at(self.queue.popleft())
        if not self.found:
            self.found.extend(_check_graph(self._puzzle, self._family, self._most))

    def _look_at(self, state: State) -> None:
        """Check a state, and queue the states that its moves lead to."""
        moves, breaches = _check_moves(self._puzzle, state)
        for law, detail in [
            *breaches,
            *_check_state(self._puzzle, state),
            *_check_family(self._family, self._puzzle, self._guesses, state, moves),
        ]:
            self.found.append(Breach(law, repr(state), detail))
        wins = bool(self._puzzle.is_goal(state))
        for _, new in [] if wins else moves:
            if not _hashable(new):
                self.found.append(Breach("by value", repr(new), "it is not hashable"))
            elif new not in self._seen:
                self._seen.add(new)
                self.queue.append(new)
        self.looked += 1
        self.wins += wins


def _hashable(state: object) -> bool:
    try:
        hash(state)
    except TypeError:
        return False
    return True


def _check_graph(puzzle: Puzzle, family: Family, most: int) -> Iterator[Breach]:
    """Yield the breaches that show only in the state graph, limited to `most` states.

    Promises are checked if the graph itself is valid.
    """
    graph = expand(puzzle, Limits(states=most), engine="direct")
    breaches = list(_check_goal(puzzle, graph)) or broken_promises(puzzle, family, graph, most)
    for law, state, detail in breaches:
        yield Breach(law, repr(state), detail)


def _check_goal(puzzle: PlainPuzzle, graph: ArrayGraph) -> Iterator[tuple[str, object, str]]:
    """Yield (law, state, detail) for states that violate the law *absorbing*."""
    for node in range(len(graph)):
        state = graph.state(node)
        wins = bool(puzzle.is_goal(state))
        if wins != (node == graph.goal):
            yield "absorbing", state, "it wins, and is not the goal node"
        elif wins and graph.moves(node):
            yield "absorbing", state, "it wins, and has moves"


_Broken = tuple[str, str]


def _check_moves(
    puzzle: PlainPuzzle, state: object
) -> tuple[list[tuple[str, State]], list[_Broken]]:
    """Return the moves of a state and the laws that they break."""
    breaches: list[_Broken] = []
    copy_before = copy.deepcopy(state)
    move_iterable: Any = puzzle.moves(state)
    try:
        moves = list(move_iterable)
    except TypeError as error:
        if error.__traceback__ is None or error.__traceback__.tb_next is not None:
            raise  # the error is the author's
        return [], [("pairs", f"its moves are not a list: {error}")]
    if unpaired := [move for move in moves if not (isinstance(move, tuple) and len(move) == 2)]:
        return [], [("pairs", f"a move is {unpaired[0]!r}, which is not a pair (label, state)")]
    if moves != list(puzzle.moves(state)):
        breaches.append(("same moves", "asked twice, it gives different moves"))
    if state != copy_before or hash(state) != hash(copy_before):
        breaches.append(("unchanged", f"listing its moves turned {copy_before!r} into it"))
    labels = [label for label, _ in moves]
    if bad_labels := [label for label in labels if not isinstance(label, str) or not label]:
        breaches.append(("unique labels", f"label {bad_labels[0]!r} is not a text"))
    elif repeated := [label for label in labels if labels.count(label) > 1]:
        breaches.append(("unique labels", f"label {repeated[0]!r} stands on more than one move"))
    return moves, breaches


def _check_state(puzzle: Puzzle, state: State) -> Iterator[_Broken]:
    """Yield the laws that a state breaks regardless of its moves."""
    twin = copy.deepcopy(state)
    if twin != state or hash(twin) != hash(state):
        yield "by value", "a copy of it is not equal, or has another hash"
    if puzzle.is_goal(state) != puzzle.is_goal(state):
        yield "goal", "asked twice, it wins and does not"
    if state != twin:
        yield "unchanged", f"asking for the goal turned {twin!r} into it"
    if (variables := puzzle.variables) is not None:
        if variables.unpack(variables.pack(state)) != state:
            yield "packing", "packed and unpacked, it is another state"
        try:
            if variables.parse(variables.text(state)) != state:
                yield "packing", "written and read, it is another state"
        except InputError as error:
            yield "packing", f"written, it cannot be read: {error}"


def _check_family(
    family: Family,
    puzzle: Puzzle,
    guesses: Iterable[Callable[[], Heuristic]],
    state: State,
    moves: list[tuple[str, State]],
) -> Iterator[_Broken]:
    """Yield (law, detail) for each function or heuristic of the family that fails on a state."""
    calls: list[tuple[str, Callable[..., object], type]] = [
        ("text", lambda: family.text(puzzle, state), str),
        ("draw", lambda: family.draw(puzzle, state), Drawing),
    ]
    if actor := family.actor:
        calls += [("actor", lambda label=label: actor(label), str) for label, _ in moves]
    calls += [
        ("heuristic", lambda guess=guess: _guess(puzzle, guess, state), int) for guess in guesses
    ]
    for law, call, kind in calls:
        try:
            output = call()
        except Exception as error:  # report any error of the author's code
            yield law, f"{type(error).__name__}: {error}"
        else:
            if not isinstance(output, kind):
                yield law, f"gives {output!r}, which is not of type {kind.__name__}"


def _guess(puzzle: PlainPuzzle, heuristic: Callable[[], Heuristic], state: State) -> int:
    """Return the value of a heuristic for a state; raise ``ValueError`` if it is out of range."""
    guess = heuristic()(state)
    if guess < 0 or (guess > 0 and puzzle.is_goal(state)):
        raise ValueError(f"it returns {guess} where {'0 is right' if guess > 0 else '0 is least'}")
    return guess
