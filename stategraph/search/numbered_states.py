"""Numbered states of a search, and the moves of expanded states.

Searches need no labels, and they visit the same states repeatedly. So a state is hashed once for
each move that leads to it, and expanded once. All other work uses the numbers of states::

    states   [start, a, b]        in order of discovery, winning states included
    first    0  2  -1             index of the first move in `targets`; -1: not expanded
    last     2  3  -1             index past the last move
    targets  1 2 2                target of each move
"""

from __future__ import annotations

from array import array

from stategraph.engines.limits import STATES_PER_CHECK, Budget, Stop
from stategraph.errors import RuleError
from stategraph.machine.deadline import Stopped
from stategraph.rules.puzzle import PlainPuzzle
from stategraph.variables import State


class Numbered:
    """The discovered states of a puzzle; number 0 is the start.

    Memory: about 100 bytes per state in addition to the state itself, and 4 bytes per move.

    Attributes
    ----------
    states : list of state
    wins : bytearray
        1 for each winning state
    first, last, targets : array
        see the diagram in the module docstring
    """

    def __init__(self, puzzle: PlainPuzzle, budget: Budget):
        self.states: list[State] = []
        self.wins = bytearray()
        self.first, self.last, self.targets = array("q"), array("q"), array("i")
        self._puzzle, self._budget = puzzle, budget
        self._numbers: dict[object, int] = {}
        self._expanded = 0
        self._number(puzzle.start)

    def __len__(self) -> int:
        return len(self.states)

    def moves(self, number: int) -> array:
        """Return the target states of the moves of a state, in the order of the moves.

        Raises
        ------
        Stopped
            if a limit is reached
        RuleError
            if the rules break the contract of a puzzle; the message names the state
        """
        if self.first[number] < 0:
            self._expand(number)
        return self.targets[self.first[number] : self.last[number]]

    def _expand(self, number: int) -> None:
        self._expanded += 1
        if self._expanded % STATES_PER_CHECK == 0:
            self._check(self._budget.exhausted(len(self.states), len(self.targets)))
        first, state = len(self.targets), self.states[number]
        try:
            self.targets.extend([self._number(new) for _, new in self._puzzle.moves(state)])
        except RuleError as error:
            raise RuleError(f"state ({state!r}): {error}") from error
        self.first[number], self.last[number] = first, len(self.targets)

    def _number(self, state: State) -> int:
        """Return the number of a state; assign the next number to a new state."""
        try:
            number = self._numbers.setdefault(state, len(self.states))
        except TypeError:
            raise RuleError(f"{state!r} is not hashable") from None
        if number == len(self.states):
            self.states.append(state)
            self.wins.append(bool(self._puzzle.is_goal(state)))
            self.first.append(-1)
            self.last.append(-1)
            self._check(self._budget.refuses(len(self.states)))
        return number

    def _check(self, why: Stop | None) -> None:
        if why is not None:
            raise Stopped(str(why))
