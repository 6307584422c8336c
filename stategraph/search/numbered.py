"""The states that a search has met, as numbers, and the moves of those that it has expanded.

Searches need no labels, and the same state again and again: so each state is hashed once for every
move into it, its moves are made once, and all else is work on ints::

    states   [start, a, b]        numbered as they are met, winning ones too
    first    0  2  -1             where the moves of each begin in `targets`, -1: not expanded
    last     2  3  -1             and end
    targets  1 2 2                where each move leads
"""

from __future__ import annotations

from array import array
from typing import Any

from stategraph.engines.limits import STRIDE, Budget, Stop
from stategraph.errors import RuleError
from stategraph.machine.deadline import Stopped
from stategraph.rules.puzzle import PlainPuzzle


class Numbered:
    """The states of a puzzle that were met, 0 the start.

    Memory: some 100 bytes a state more than the state itself, 4 bytes a move.

    Attributes
    ----------
    states : list of state
    wins : bytearray
        1 for each that wins
    first, last, targets : array
        see the picture above
    """

    def __init__(self, puzzle: PlainPuzzle, budget: Budget):
        self.states: list[Any] = []
        self.wins = bytearray()
        self.first, self.last, self.targets = array("q"), array("q"), array("i")
        self._puzzle, self._budget = puzzle, budget
        self._numbers: dict[Any, int] = {}
        self._expanded = 0
        self._number(puzzle.start)

    def __len__(self) -> int:
        return len(self.states)

    def moves(self, number: int) -> array:
        """Return the states that one move leads to, in the order of the moves.

        Raises
        ------
        Stopped
            when a limit is met
        RuleError
            when the rules break the contract of a puzzle, naming the state
        """
        if self.first[number] < 0:
            self._expand(number)
        return self.targets[self.first[number] : self.last[number]]

    def _expand(self, number: int) -> None:
        self._expanded += 1
        if self._expanded % STRIDE == 0:
            self._check(self._budget.exhausted(len(self.states), len(self.targets)))
        first, state = len(self.targets), self.states[number]
        try:
            self.targets.extend([self._number(new) for _, new in self._puzzle.moves(state)])
        except RuleError as error:
            raise RuleError(f"state ({state!r}): {error}") from error
        self.first[number], self.last[number] = first, len(self.targets)

    def _number(self, state: Any) -> int:
        """Return the number of a state, a new one if it was not met before."""
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
