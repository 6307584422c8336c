"""The rules run as plain Python, one state after the other: what users call the direct engine.

It is the reference: whatever else runs the rules is compared with it.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from stategraph.engines.limits import (
    GOAL_REACHED,
    PAUSED,
    STRIDE,
    Budget,
    Stop,
)
from stategraph.errors import RuleError
from stategraph.graph import ArrayGraph, sorted_labels
from stategraph.machine.deadline import OutOfTime
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import State

# Of so many states, those at these places are expanded a second time: rules that depend on anything
# but the state (on chance, on a counter) are soon noticed, at the cost of a hundredth.
REPEAT, REPEATED = 512, (0, 16, 64)


def play_moves(puzzle: Puzzle, state: State) -> None:
    """Make all moves of one state, for the complaint that its rules raise."""
    Plain(puzzle.starting(state)).expand_next()


def never() -> bool:
    """Return False: nothing is ready to take over."""
    return False


@contextmanager
def no_garbage() -> Iterator[None]:
    """Keep Python from looking for reference cycles in millions of states that have none."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Plain:
    """The states and moves found so far, in the order of discovery."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle = puzzle
        if mistake := _unhashable(puzzle.start):
            raise RuleError(f"the start {mistake}")
        self.variables = puzzle.variables
        self.states = [puzzle.start]
        self.index = {puzzle.start: 0}
        self.goal: int | None = None
        self.offsets, self.targets, self.labels = array("q", [0]), array("i"), array("i")
        self.names: dict[str, int] = {}
        self.head, self.level_end = 0, 1

    def run(
        self,
        budget: Budget,
        until_goal: bool = False,
        pause: int | None = None,
        ready: Callable[[], bool] = never,
    ) -> Stop | None:
        """Expand until all is done; return why it stopped before that, or None.

        With `pause`, stop after so many states too, to be run on or handed over; and as soon as
        something is ``ready()`` to take over. A state whose moves were not all found when the time
        was over is not expanded.
        """
        self._mark()
        try:
            with no_garbage():
                return budget.interrupting(lambda: self._run(budget, until_goal, pause, ready))
        except OutOfTime as late:
            self._take_back()
            return self._unless_done(budget.stop_after(late))

    def _run(
        self, budget: Budget, until_goal: bool, pause: int | None, ready: Callable[[], bool]
    ) -> Stop | None:
        while self.head < len(self.states):
            if self.head == self.level_end:
                self.level_end = len(self.states)
                if until_goal and self.goal is not None:
                    # only whole levels tell all shortest solutions
                    return self._unless_done(GOAL_REACHED)
            if self.head == pause or (self.head % STRIDE == 0 and ready()):
                return PAUSED
            if why := self._exhausted(budget):
                return self._unless_done(why)
            if why := self._expand_up_to(self._next_look(pause), budget):
                return why
        return None

    def _next_look(self, pause: int | None) -> int:
        """Return the state before which there is something to ask again."""
        end = self.head + 1 if self.head % STRIDE == STRIDE - 1 else self.head | STRIDE - 1
        past = end if pause is None or pause <= self.head else pause
        return min(end, past, self.level_end)

    def _expand_up_to(self, end: int, budget: Budget) -> Stop | None:
        """Expand states up to number `end`; return why it stopped before that, or None."""
        while self.head < end:
            self._mark()
            self.expand_next()
            if len(self.states) > budget.most_states:
                self._take_back()
                return budget.too_many
        return None

    def _exhausted(self, budget: Budget) -> Stop | None:
        if self.head % STRIDE != STRIDE - 1:
            return None
        return budget.exhausted(len(self.states), len(self.targets))

    def _mark(self) -> None:
        """Remember what was found before the next state is expanded."""
        self._before = (
            self.head,
            self.goal,
            len(self.index),
            len(self.names),
            len(self.states),
            len(self.targets),
        )

    def _take_back(self) -> None:
        """Forget whatever was found since the mark."""
        self.head, self.goal, known, named, states, moves = self._before
        for mapping, size in ((self.index, known), (self.names, named)):
            while len(mapping) > size:
                mapping.popitem()
        del self.states[states:], self.targets[moves:], self.labels[moves:]
        del self.offsets[self.head + 1 :]

    def expand_next(self) -> None:
        """Expand the next state; ``RuleError`` when its rules break the contract."""
        if self.head == 0 and self.puzzle.is_goal(self.states[0]):
            self.goal = 0
        if self.head != self.goal:
            self._expand(self.states[self.head])
            if self.head % REPEAT in REPEATED:
                self._expand_again(self.states[self.head])
        self.offsets.append(len(self.targets))
        self.head += 1

    def _unless_done(self, why: Stop) -> Stop | None:
        """Return `why`, unless nothing is left to expand but the goal."""
        return None if all(n == self.goal for n in range(self.head, len(self.states))) else why

    def _expand(self, state: Any) -> None:
        """Append the moves of `state`, and the states that they find."""
        first, names = len(self.labels), self.names
        number_of, label_of = self.index.get, names.get
        to, by = self.targets.append, self.labels.append
        label = new = None
        try:
            for label, new in self.puzzle.moves(state):
                number = number_of(new)
                to(self._add(new) if number is None else number)
                number = label_of(label)
                if number is None:
                    number = names[_text(label)] = len(names)
                by(number)
        except RuleError as error:
            met = "before any move" if label is None else f"at or after move {label!r}"
            raise RuleError(f"state ({state!r}), {met}: {error}") from error
        except TypeError as error:
            odd = label is not None and type(label) is not str
            if mistake := _unhashable(new) or (odd and f"label {label!r} is not a text"):
                raise RuleError(f"state ({state!r}): {mistake}") from error
            raise _unpaired(error, state) from error
        except ValueError as error:
            raise _unpaired(error, state) from error
        except Exception as error:  # the author's own, which comes through
            error.add_note(f"in state ({state!r})")
            raise
        ids = self.labels[first:]
        if len(set(ids)) < len(ids):
            twice = next(name for name, k in self.names.items() if ids.count(k) > 1)
            raise RuleError(f"state ({state!r}): label {twice!r} on more than one move")

    def _expand_again(self, state: Any) -> None:
        """Raise ``RuleError`` where the state just expanded has other moves when asked again."""
        first = self.offsets[-1]
        before = zip(self.labels[first:], self.targets[first:], strict=True)
        moves = self.puzzle.moves(state)
        again = [(self.names.get(label), self.index.get(new)) for label, new in moves]
        if list(before) != again:
            raise RuleError(
                f"state ({state!r}): asked twice, its rules give different moves; "
                "they may depend on the state alone"
            )

    def _add(self, new: Any) -> int:
        """Return the number of a state that was not met before."""
        if self.variables is not None and not isinstance(new, State):
            raise RuleError(f"{new!r} is no state: a move leads to s.but(...)")
        number = len(self.states)
        if self.puzzle.is_goal(new):
            if self.goal is None:
                self.goal = number
                self.states.append(new)
            number = self.goal
        else:
            self.states.append(new)
        self.index[new] = number
        return number

    def graph(self, stopped: Stop | None) -> ArrayGraph:
        """Return what was found as a graph."""
        self.index.clear()
        n = len(self.states)
        expanded = n if stopped is None else self.head
        offsets = np.full(n + 1, len(self.targets), np.int64)
        offsets[: len(self.offsets)] = self.offsets
        variables, names = self.variables, {k: name for name, k in self.names.items()}
        states: Any = self.states
        if variables is not None:
            states = variables.packed(self.states)
        return ArrayGraph(
            offsets=offsets,
            targets=np.array(self.targets, np.int32),
            **sorted_labels(np.array(self.labels, np.int64), names),
            states=states,
            variables=variables,
            goal=self.goal,
            expanded=expanded,
            stopped=str(stopped or ""),
        )


def _unpaired(error: Exception, state: Any) -> Exception:
    """Return the complaint about what is no list of moves; an author's own error as it is."""
    trace = error.__traceback__
    if trace is not None and trace.tb_next is None:  # raised where moves are taken apart
        return RuleError(f"state ({state!r}): its moves are no pairs (label, state): {error}")
    error.add_note(f"in state ({state!r})")
    return error


def _text(label: Any) -> str:
    if type(label) is not str:
        raise RuleError(f"label {label!r} is not a text")
    if not label:
        raise RuleError("its label is empty")
    return label


def _unhashable(*things: Any) -> str:
    """Return a complaint of the first of `things` that cannot be hashed; empty where all can."""
    for thing in things:
        try:
            hash(thing)
        except TypeError:
            return f"{thing!r} is not hashable"
    return ""
