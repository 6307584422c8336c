"""States of a search, expanded in plain Python: the reference for compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import itemgetter

import numpy as np

from stategraph.engines.engine_choice import SAMPLE_STATES
from stategraph.engines.limits import STATES_PER_CHECK
from stategraph.rules.puzzle import Heuristic, Puzzle
from stategraph.search.state_space import NEVER, Dive, Expanded
from stategraph.variables import State


class PlainSpace:
    """The states of a search; implements `stategraph.search.state_space.Space`."""

    def __init__(
        self,
        puzzle: Puzzle,
        guess: Heuristic,
        walker: str | None = None,
        starts: Iterable[State] = (),
    ):
        self.puzzle, self.guess, self.walker = puzzle, guess, walker
        self.states = list(starts) or [puzzle.start]
        self.index = {state: node for node, state in enumerate(self.states)}
        n = len(self.states)
        self.first = guess(self.states[0])
        self._far, self._parents, self._least = [0] * n, [0] * n, [self.first] * n
        self._done = [-1] * n
        self.best, self.last, self.looked = NEVER, -1, 0

    def __len__(self) -> int:
        return len(self.states)

    def expand(self, nodes: np.ndarray, bound: int, limit: int) -> Iterator[Expanded]:
        """Expand `nodes` one at a time, up to a bound on the length of a solution."""
        for node in nodes.tolist():
            changed, next_bound = self._expand(node, bound)
            least = np.array([self._least[new] for new in changed], np.int64)
            yield Expanded(
                changed=np.array(changed, np.int32),
                least=least,
                expanded=np.array([node]),
                next_bounds=np.array([next_bound]),
                full=len(self.states) > limit,
            )

    def _expand(self, node: int, bound: int) -> tuple[list[int], int]:
        """Expand a node; return the changed states, and the least bound for expanding it again."""
        before, further, changed = self._done[node], NEVER, []
        if before >= bound:
            return [], NEVER
        start = self.states[node]
        queue, visited = [(start, self._far[node], self._least[node])], {start}
        for state, steps, floor in queue:
            self.looked += 1
            for _, new in self.puzzle.moves(state):
                moves = steps + 1
                if self.puzzle.is_goal(new):
                    if moves < self.best:
                        self.best, self.last = moves, node
                    continue  # the other moves cannot give a shorter solution
                guessed = self.guess(new)
                least = max(floor, moves + guessed)
                if guessed >= NEVER or least >= self.best:
                    continue
                if least > bound:
                    further = min(further, least)
                elif self._walks(start, new):
                    if new not in visited:
                        visited.add(new)
                        queue.append((new, moves, least))
                elif least > before and self._keep(new, moves, least, node):
                    changed.append(self.index[new])
        self._done[node] = bound
        return changed, further

    def _walks(self, state: State, new: State) -> bool:
        """Return whether `new` differs from `state` at most in the cell of the actor."""
        if self.walker is None:
            return new == state
        return new == state.but(**{self.walker: new[self.walker]})

    def _keep(self, state: State, moves: int, least: int, parent: int) -> bool:
        """Store a state if it is new or reached in fewer moves; return whether it was stored."""
        node = self.index.setdefault(state, len(self.states))
        if node == len(self.states):
            self.states.append(state)
            for column in (self._far, self._parents, self._least, self._done):
                column.append(NEVER)
        if moves >= self._far[node]:
            return False
        self._far[node], self._parents[node] = moves, parent
        self._least[node], self._done[node] = least, -1
        return True

    def rows(self, nodes: np.ndarray) -> np.ndarray:
        """Return the packed states of some nodes, as comparable items."""
        variables = self.puzzle.variables
        packed = [variables.pack(self.states[node]) for node in nodes.tolist()]
        rows = np.array(packed, np.int64).reshape(-1, variables.width)
        return rows.view(f"S{8 * variables.width}").ravel()

    def line(self, node: int) -> list[State]:
        """Return the stored states on the path to a node, the start first."""
        nodes = [node]
        while self._far[nodes[-1]] > 0:
            nodes.append(self._parents[nodes[-1]])
        return [self.states[node] for node in reversed(nodes)]

    def sample(self) -> list[State]:
        """Return the first stored states, as a sample for comparison."""
        return self.states[:SAMPLE_STATES]


class PlainDives:
    """Depth-first searches; implements `stategraph.search.state_space.Dives`."""

    def __init__(self, puzzle: Puzzle, guess: Heuristic, slots: int):
        self.puzzle, self.guess, self._slots = puzzle, guess, slots
        self.first = guess(puzzle.start)
        self._sample = [puzzle.start]
        self._table: dict[State, int] = {}
        self.looked, self._prefixes = 0, False

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders in which the search finds the first solution: see `Dives`."""
        return ("moves",) if self._prefixes else ("moves", "text")

    def dive(self, bound: int) -> Iterator[Dive]:
        """Search for a solution of at most `bound` moves; yield the progress regularly."""
        self._table.clear()
        path: list[State] = []
        stack, further = [(self.puzzle.start, 0)], NEVER
        while stack:
            if self.looked % STATES_PER_CHECK == 0:
                yield Dive(False, None, further)
            state, depth = stack.pop()
            path[depth:] = [state]
            self.looked += 1
            moves = sorted(self.puzzle.moves(state), key=itemgetter(0), reverse=True)
            self._prefixes |= any(a.startswith(b) for (a, _), (b, _) in pairwise(moves))
            if depth < bound and any(self.puzzle.is_goal(new) for _, new in moves):
                yield Dive(True, path, further)
                return
            for _, new in moves:  # the last state in `moves` is visited first
                guessed = 0 if self.puzzle.is_goal(new) else self.guess(new)
                if guessed >= NEVER:
                    continue
                if depth + 1 + guessed > bound:
                    further = min(further, depth + 1 + guessed)
                elif self._enter(new, depth + 1):
                    stack.append((new, depth + 1))
        yield Dive(True, None, further)

    def _enter(self, state: State, moves: int) -> bool:
        """Add a state to the table; return False if the table has it with as few moves."""
        if self._table.get(state, NEVER) <= moves:
            return False
        if len(self._table) >= self._slots and state not in self._table:
            del self._table[next(iter(self._table))]
        self._table[state] = moves
        if len(self._sample) < SAMPLE_STATES:
            self._sample.append(state)
        return True

    def sample(self) -> list[State]:
        """Return the first visited states, as a sample for comparison."""
        return self._sample


class PlainEngine:
    """The Python rules of a puzzle, without compilation; implements `SearchEngine`."""

    space, dives = PlainSpace, PlainDives
