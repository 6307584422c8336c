"""The direct engine: the rules run in Python, one state after the other.

It is the reference with which all other engines are compared.
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
    STATES_PER_CHECK,
    Budget,
    Stop,
)
from stategraph.errors import RuleError
from stategraph.graph import ArrayGraph, Extent, sorted_labels
from stategraph.machine.deadline import OutOfTime
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import State

# In each block of `REPEAT` states, those at the positions `REPEATED` are expanded twice. This soon
# detects rules that depend on chance or a counter, and takes about one percent of the time.
REPEAT, REPEATED = 512, (0, 16, 64)


def play_moves(puzzle: Puzzle, state: State) -> None:
    """Run the rules on one state, so that they raise their error."""
    Plain(puzzle.starting(state)).expand_next()


def never() -> bool:
    """Return False: no other engine is ready to continue."""
    return False


@contextmanager
def no_garbage() -> Iterator[None]:
    """Turn off the garbage collector: it would search millions of states for reference cycles."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Plain:
    """The states and moves of a Python run, in order of discovery."""

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
        """Expand until all is done; return the reason for an early stop, or None.

        With `pause`, the run also stops after this number of states; it can then be continued. It
        also stops when ``ready()`` is true. If the time is over in the middle of a state, this
        state counts as not expanded.
        """
        self._mark()
        try:
            with no_garbage():
                return budget.interrupting(lambda: self._run(budget, until_goal, pause, ready))
        except OutOfTime as timeout:
            self._take_back()
            return self._unless_done(budget.stop_after(timeout))

    def _run(
        self, budget: Budget, until_goal: bool, pause: int | None, ready: Callable[[], bool]
    ) -> Stop | None:
        while self.head < len(self.states):
            if self.head == self.level_end:
                self.level_end = len(self.states)
                if until_goal and self.goal is not None:
                    # finish the layer, so that the graph contains all shortest solutions
                    return self._unless_done(GOAL_REACHED)
            if self.head == pause or (self.head % STATES_PER_CHECK == 0 and ready()):
                return PAUSED
            if why := self._exhausted(budget):
                return self._unless_done(why)
            if why := self._expand_up_to(self._next_look(pause), budget):
                return why
        return None

    def _next_look(self, pause: int | None) -> int:
        """Return the number of the state before which the limits must be checked again."""
        end = (
            self.head + 1
            if self.head % STATES_PER_CHECK == STATES_PER_CHECK - 1
            else self.head | STATES_PER_CHECK - 1
        )
        past = end if pause is None or pause <= self.head else pause
        return min(end, past, self.level_end)

    def _expand_up_to(self, end: int, budget: Budget) -> Stop | None:
        """Expand the states below number `end`; return the reason for an early stop, or None."""
        while self.head < end:
            self._mark()
            self.expand_next()
            if len(self.states) > budget.most_states:
                self._take_back()
                return budget.too_many
        return None

    def _exhausted(self, budget: Budget) -> Stop | None:
        if self.head % STATES_PER_CHECK != STATES_PER_CHECK - 1:
            return None
        return budget.exhausted(len(self.states), len(self.targets))

    def _mark(self) -> None:
        """Save the current sizes before the next state is expanded."""
        self._before = (
            self.head,
            self.goal,
            len(self.index),
            len(self.names),
            len(self.states),
            len(self.targets),
        )

    def _take_back(self) -> None:
        """Remove everything that was added since the last call of `_mark`."""
        self.head, self.goal, n_indexed, n_names, n_states, n_moves = self._before
        for mapping, size in ((self.index, n_indexed), (self.names, n_names)):
            while len(mapping) > size:
                mapping.popitem()
        del self.states[n_states:], self.targets[n_moves:], self.labels[n_moves:]
        del self.offsets[self.head + 1 :]

    def expand_next(self) -> None:
        """Expand the next state; ``RuleError`` if its rules break the contract."""
        if self.head == 0 and self.puzzle.is_goal(self.states[0]):
            self.goal = 0
        if self.head != self.goal:
            self._expand(self.states[self.head])
            if self.head % REPEAT in REPEATED:
                self._expand_again(self.states[self.head])
        self.offsets.append(len(self.targets))
        self.head += 1

    def _unless_done(self, why: Stop) -> Stop | None:
        """Return `why`, unless only the goal is left to expand."""
        return None if all(n == self.goal for n in range(self.head, len(self.states))) else why

    def _expand(self, state: object) -> None:
        """Append the moves of `state` and their new target states."""
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
            place = "before any move" if label is None else f"at or after move {label!r}"
            raise RuleError(f"state ({state!r}), {place}: {error}") from error
        except TypeError as error:
            is_no_text = label is not None and type(label) is not str
            if mistake := _unhashable(new) or (is_no_text and f"label {label!r} is not a text"):
                raise RuleError(f"state ({state!r}): {mistake}") from error
            raise _unpaired(error, state) from error
        except ValueError as error:
            raise _unpaired(error, state) from error
        except Exception as error:  # an error in the author's rules
            _name_state(error, state)
            raise
        ids = self.labels[first:]
        if len(set(ids)) < len(ids):
            twice = next(name for name, k in self.names.items() if ids.count(k) > 1)
            raise RuleError(f"state ({state!r}): label {twice!r} on more than one move")

    def _expand_again(self, state: object) -> None:
        """Raise ``RuleError`` if a second call of the rules gives other moves for the state."""
        first = self.offsets[-1]
        before = zip(self.labels[first:], self.targets[first:], strict=True)
        moves = self.puzzle.moves(state)
        repeated = [(self.names.get(label), self.index.get(new)) for label, new in moves]
        if list(before) != repeated:
            raise RuleError(
                f"state ({state!r}): asked twice, its rules give different moves; "
                "they may depend on the state alone"
            )

    def _add(self, new: object) -> int:
        """Add a new state; return its number."""
        if self.variables is not None and not isinstance(new, State):
            raise RuleError(f"{new!r} is not a state: a move leads to s.but(...)")
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
        """Return the states and moves as a graph."""
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
            extent=Extent(expanded, str(stopped or "")),
        )


def _unpaired(error: Exception, state: object) -> Exception:
    """Return a ``RuleError`` if the error says that the moves are not pairs, else the error."""
    trace = error.__traceback__
    if trace is not None and trace.tb_next is None:  # raised while unpacking the pairs
        return RuleError(f"state ({state!r}): its moves are not pairs (label, state): {error}")
    _name_state(error, state)
    return error


def _name_state(error: Exception, state: object) -> None:
    """Add the state as a note to an error of the rules, unless the error has a note already."""
    if not getattr(error, "__notes__", None):
        error.add_note(f"in state ({state!r})")


def _text(label: object) -> str:
    if type(label) is not str:
        raise RuleError(f"label {label!r} is not a text")
    if not label:
        raise RuleError("its label is empty")
    return label


def _unhashable(*values: object) -> str:
    """Return a message for the first of `values` that is not hashable; empty if all are."""
    for value in values:
        try:
            hash(value)
        except TypeError:
            return f"{value!r} is not hashable"
    return ""
