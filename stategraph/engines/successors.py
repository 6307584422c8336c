"""The successor generator: moves of many states at once, without storing a graph.

Like the engines, it runs the rules in Python or compiled, but it stores no states. So its caller
can expand a graph whose nodes are classes of states::

    nodes ──► their states ──► SuccessorGenerator.of: all moves ──► new states ──► new nodes
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from stategraph.engines.direct import play_moves
from stategraph.engines.engine_choice import HAND_OVER_STATES, NOT_NATIVE, SAMPLE_STATES
from stategraph.engines.limits import Budget
from stategraph.engines.native_checks import check_moves, some_of
from stategraph.errors import CompileError, TraceError
from stategraph.machine.python_backend import SLOWER
from stategraph.native.compiled import CompiledRules
from stategraph.native.templates.outcomes import FAILED
from stategraph.rules.puzzle import Puzzle

log = logging.getLogger(__name__)


class Successors(NamedTuple):
    """The moves of some states.

    Attributes
    ----------
    offsets : (k+1,) int64
        the moves of state i are those from ``offsets[i]`` to ``offsets[i+1]``
    states : (m, w) int64
        the packed target state of each move
    labels : (m,) int64
        the label of each move, an index into `SuccessorGenerator.names`
    won : (m,) bool
        whether the target is a goal state
    """

    offsets: np.ndarray
    states: np.ndarray
    labels: np.ndarray
    won: np.ndarray

    @property
    def sources(self) -> np.ndarray:
        """The source state of each move, shape (m,), int64: its index among the given states."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))


class SuccessorGenerator:
    """Generates the moves of packed states: in Python at first, and compiled after many states.

    Parameters
    ----------
    engine : {"auto", "direct", "native"}
        as for `stategraph.expand.expand`
    """

    def __init__(self, puzzle: Puzzle, budget: Budget, engine: str = "auto"):
        self._puzzle, self._budget, self._engine = puzzle, budget, engine
        self._compiled: CompiledRules | None = None
        self._plain_only = engine == "direct"
        self._asked = 0
        self._ids: dict[str, int] = {}
        self._renamed = np.full(0, -1, np.int64)

    @property
    def names(self) -> list[str]:
        """The labels that have occurred, in the order of their numbers."""
        return list(self._ids)

    def of(self, states: np.ndarray) -> Successors:
        """Return the moves of packed states (k, w) int64, none of which is a goal state.

        Raises
        ------
        RuleError
            if the rules break their contract
        MisreadError
            if the compiled rules differ from the Python rules
        TraceError, CompileError
            with ``engine="native"``, if the rules cannot be compiled
        """
        least = SAMPLE_STATES if self._engine == "native" else HAND_OVER_STATES
        if not self._plain_only and self._asked >= least:
            self._compile(states[:SAMPLE_STATES])
        self._asked += len(states)
        if self._compiled is None:
            return self._plainly(states)
        try:
            successors = self._natively(states)
        except TraceError as reason:
            if self._engine == "native":
                raise
            log.info("continues as plain Python: %s", reason)
            self._compiled = None
            return self._plainly(states)
        self._check(states, successors, some_of(len(states)))
        return successors

    def _compile(self, sample: np.ndarray) -> None:
        """Compile the rules, and compare them with the Python rules on some states."""
        self._plain_only = True
        try:
            compiled = CompiledRules(self._puzzle, "successors")
            compiled.loops.begin()
            try:
                if not compiled.loops.wait(self._budget.seconds_left()):
                    return
            finally:
                if not compiled.loops.ready():
                    compiled.loops.drop()
        except (TraceError, CompileError) as reason:
            if self._engine == "native":
                raise
            log.info(SLOWER if isinstance(reason, CompileError) else NOT_NATIVE, reason)
            return
        self._compiled = compiled
        self._check(sample, self.of(sample), range(len(sample)))

    def _check(self, states: np.ndarray, successors: Successors, indices: Iterable[int]) -> None:
        """Raise ``MisreadError`` if Python finds other moves for one of the chosen states."""
        names, unpack = self.names, self._puzzle.variables.unpack
        for k in indices:
            numbers = range(successors.offsets[k], successors.offsets[k + 1])
            moves = [
                (
                    names[successors.labels[m]],
                    None if successors.won[m] else tuple(successors.states[m].tolist()),
                )
                for m in numbers
            ]
            check_moves(self._puzzle, unpack(states[k].tolist()), moves)

    def _plainly(self, states: np.ndarray) -> Successors:
        unpack, pack = self._puzzle.variables.unpack, self._puzzle.variables.pack
        ends, rows, labels, won = [0], [], [], []
        for row in states.tolist():
            state = unpack(row)
            try:
                moves = list(self._puzzle.moves(state))
                rows += [pack(new) for _, new in moves]
                won += [self._puzzle.is_goal(new) for _, new in moves]
                labels += [self._ids.setdefault(label, len(self._ids)) for label, _ in moves]
            except Exception:
                play_moves(self._puzzle, state)  # raises a clearer error
                raise
            if len({label for label, _ in moves}) < len(moves) or not all(
                type(label) is str and label for label, _ in moves
            ):
                play_moves(self._puzzle, state)
            ends.append(len(rows))
        return Successors(
            np.array(ends, np.int64),
            np.array(rows, np.int64).reshape(-1, states.shape[1]),
            np.array(labels, np.int64),
            np.array(won, np.bool_),
        )

    def _natively(self, states: np.ndarray) -> Successors:
        compiled = self._compiled
        assert compiled is not None
        parts, batch = [], compiled.batch
        for first in range(0, max(len(states), 1), batch):
            rows = np.ascontiguousarray(states[first : first + batch])
            ends = np.zeros(len(rows) + 1, np.int64)
            head, n_moves, why = compiled.run("successors", rows, ends[1:], 0, len(rows))
            if why == FAILED:
                state = self._puzzle.variables.unpack(rows[head].tolist())
                play_moves(self._puzzle, state)
                raise TraceError(f"the compiled rules fail in state ({state!r})")
            new, label, won = (array[:n_moves] for array in compiled.moves)
            labels = self._numbers(compiled, label)
            parts.append((ends, new.copy(), labels, won.astype(np.bool_)))
        if len(parts) == 1:
            return self._once_each(states, Successors(*parts[0]))
        ends = np.concatenate([[0], *(np.diff(part[0]) for part in parts)]).cumsum()
        arrays = (np.concatenate([part[k] for part in parts]) for k in (1, 2, 3))
        return self._once_each(states, Successors(ends, *arrays))

    def _once_each(self, states: np.ndarray, successors: Successors) -> Successors:
        """Return the moves; raise ``RuleError`` if two moves of a state have the same label."""
        if self._compiled is not None and self._compiled.program.repeats:
            pairs = successors.sources * (len(self._ids) + 1) + successors.labels
            kinds, first = np.unique(pairs, return_index=True)
            if len(kinds) < len(pairs):
                twice = int(np.setdiff1d(np.arange(len(pairs)), first)[0])
                state = states[successors.sources[twice]]
                play_moves(self._puzzle, self._puzzle.variables.unpack(state.tolist()))
        return successors

    def _numbers(self, compiled: CompiledRules, labels: np.ndarray) -> np.ndarray:
        """Convert label numbers of the compiled program to indices into `names`."""
        size = compiled.program.labels.size
        if len(self._renamed) < size:
            self._renamed = np.full(size, -1, np.int64)
        new = np.unique(labels[self._renamed[labels] < 0])
        if len(new):
            for number, name in compiled.program.labels.names(new).items():
                self._renamed[number] = self._ids.setdefault(name, len(self._ids))
        return self._renamed[labels]
