"""The direct engine: the rules run as plain Python, one state after the other. The reference."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from stategraph.errors import RuleError
from stategraph.expand.limits import STRIDE, Budget
from stategraph.graph import StateGraph, sorted_labels
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

__all__ = ["expand_direct"]


def expand_direct(puzzle: PlainPuzzle, budget: Budget, until_goal: bool = False) -> StateGraph:
    """Expand `puzzle` breadth first; see `stategraph.expand.expand`."""
    search = _Search(puzzle)
    with _no_garbage():
        stopped = search.run(budget, until_goal)
    return search.graph(stopped)


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Keep the collector of reference cycles from walking through millions of states that have none."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Search:
    """The states and moves found so far, in the order of discovery."""

    def __init__(self, puzzle: PlainPuzzle):
        self.puzzle = puzzle
        _hash(puzzle.start)
        self.states = [puzzle.start]
        self.index = {puzzle.start: 0}
        self.goal = 0 if puzzle.is_goal(puzzle.start) else None
        self.offsets, self.targets, self.labels = array("q", [0]), array("i"), array("i")
        self.names: dict[str, int] = {}

    def run(self, budget: Budget, until_goal: bool) -> str:
        """Expand until all is done; return why it stopped before that, or an empty text."""
        level_end = 1
        head = 0
        while head < len(self.states):
            if head == level_end:
                level_end = len(self.states)
                if until_goal and self.goal is not None:
                    # only whole levels tell all shortest solutions
                    return self._unless_done(head, "the goal's level was all that was asked for")
            if head % STRIDE == STRIDE - 1 and (why := budget.exhausted(len(self.states), len(self.targets))):
                return self._unless_done(head, why)
            before = len(self.index), len(self.states), len(self.targets), self.goal
            if head != self.goal:
                self._expand(self.states[head])
            if why := budget.refuses(len(self.states)):
                self._undo(*before)
                return why
            self.offsets.append(len(self.targets))
            head += 1
        return ""

    def _unless_done(self, head: int, why: str) -> str:
        """Return `why`, unless nothing is left to expand but the goal."""
        return "" if all(n == self.goal for n in range(head, len(self.states))) else why

    def _expand(self, state: Any) -> None:
        """Append the moves of `state`, and the states that they find."""
        index, is_goal = self.index, self.puzzle.is_goal
        first = len(self.labels)
        label = new = None
        try:
            for label, new in self.puzzle.moves(state):
                number = index.get(new)
                if number is None:
                    number = len(self.states)
                    if is_goal(new):
                        if self.goal is None:
                            self.goal = number
                            self.states.append(new)
                        number = self.goal
                    else:
                        self.states.append(new)
                    index[new] = number
                self.targets.append(number)
                self.labels.append(self._number_of(label))
        except RuleError as error:
            raise RuleError(f"the moves of state ({state!r}), after label {label!r}: {error}") from error
        except TypeError:
            _hash(new)  # a state that cannot be hashed is the author's mistake, and named
            raise
        ids = self.labels[first:]
        if len(set(ids)) < len(ids):
            twice = next(name for name, k in self.names.items() if ids.count(k) > 1)
            raise RuleError(f"state ({state!r}) has label {twice!r} on more than one move")

    def _number_of(self, label: Any) -> int:
        """Return the number of a label, a new one where it was not met before."""
        number = self.names.get(label)
        if number is None:
            if type(label) is not str:
                raise RuleError(f"label {label!r} is not a text")
            number = self.names[label] = len(self.names)
        return number

    def _undo(self, indexed: int, states: int, moves: int, goal: int | None) -> None:
        """Take the last expanded state's moves back."""
        while len(self.index) > indexed:
            self.index.popitem()
        del self.states[states:], self.targets[moves:], self.labels[moves:]
        self.goal = goal

    def graph(self, stopped: str) -> StateGraph:
        """Return what was found as a graph."""
        self.index.clear()
        n, expanded = len(self.states), len(self.offsets) - 1
        if not stopped:
            expanded = n
        offsets = np.full(n + 1, len(self.targets), np.int64)
        offsets[: len(self.offsets)] = self.offsets
        variables = self.puzzle.variables if isinstance(self.puzzle, Puzzle) else None
        states: Any = self.states
        if variables is not None:
            states = np.array([variables.pack(state) for state in self.states], np.int64)
        return StateGraph(
            offsets=offsets,
            targets=np.array(self.targets, np.int32),
            **sorted_labels(np.array(self.labels, np.int64), list(self.names)),
            states=states,
            variables=variables,
            goal=self.goal,
            expanded=expanded,
            stopped=stopped,
        )


def _hash(state: Any) -> int:
    try:
        return hash(state)
    except TypeError:
        raise RuleError(f"state {state!r} is not hashable") from None
