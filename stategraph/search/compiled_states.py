"""States of a search, expanded by compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NoReturn

import numpy as np

from stategraph.engines.direct import play_moves
from stategraph.engines.native_checks import MAX_SPREAD_STATES, mismatch, spread
from stategraph.errors import MisreadError, RuleError
from stategraph.native.compiled import CompiledRules
from stategraph.native.state_table import StateTable
from stategraph.native.templates import search as templates
from stategraph.native.templates.outcomes import FAILED, FOUND, FULL, STOPPED
from stategraph.native.templates.search import NodeColumns, Stack, Task, Totals, Walker
from stategraph.native.templates.state_tables import Table
from stategraph.native.tree_nodes import reads
from stategraph.rules.puzzle import Heuristic, Puzzle
from stategraph.search.state_space import NEVER, Dive, Expanded
from stategraph.variables import State, Variables

# Number of states expanded between two checks of the budget: in a space, and in a depth-first
# search.
STATES_PER_CHECK, STATES_PER_DIVE_CHECK = 1 << 12, 1 << 16

# If a puzzle has more possible labels than this, their text order is not computed.
MAX_SORTED_LABELS = 1 << 16


class CompiledEngine:
    """The compiled rules of one or several puzzles."""

    def __init__(self) -> None:
        self._rules: dict[tuple[object, ...], Rules] = {}

    def rules(self, puzzle: Puzzle, guess: Heuristic) -> Rules:
        """Return the compiled rules of a puzzle; puzzles that differ only in the start share them.

        Raises
        ------
        TraceError
            if the rules or the heuristic cannot be compiled
        """
        key = puzzle.rules, puzzle.goal, guess
        if key not in self._rules:
            self._rules[key] = Rules(puzzle, guess)
        return self._rules[key]

    def space(
        self,
        puzzle: Puzzle,
        guess: Heuristic,
        walker: str | None = None,
        starts: Iterable[State] = (),
    ) -> CompiledSpace:
        """Return the space of a search."""
        return CompiledSpace(self.rules(puzzle, guess), puzzle.start, walker, starts)

    def dives(self, puzzle: Puzzle, guess: Heuristic, slots: int) -> CompiledDives:
        """Return depth-first searches."""
        return CompiledDives(self.rules(puzzle, guess), puzzle.start, slots)


class Rules(CompiledRules):
    """The compiled rules and heuristic of a puzzle, with a check against plain Python."""

    def __init__(self, puzzle: Puzzle, guess: Heuristic):
        super().__init__(puzzle, "search", guess)
        self.puzzle, self.guess, self.variables = puzzle, guess, puzzle.variables

    def ranks(self) -> tuple[np.ndarray, tuple[str, ...]]:
        """Return the rank of each label, and the orders of solutions that the ranks produce.

        Labels are ranked by their texts, unless there are too many labels. If no label is a prefix
        of another, comparing solutions of equal length label by label gives the order of their
        texts.
        """
        size = self.program.labels.size
        if size > MAX_SORTED_LABELS:
            return np.zeros(size, np.int64), ()
        names = self.program.labels.names(np.arange(size))
        order = sorted(set(names.values()))
        place = {name: k for k, name in enumerate(order)}
        ranks = np.array([place[names[number]] for number in sorted(names)], np.int64)
        prefixes = any(b.startswith(a) for a, b in pairwise(order))
        return ranks, ("moves",) if prefixes else ("moves", "text")

    def check(self, state: State) -> None:
        """Raise ``MisreadError`` if compiled moves or heuristic of a state differ from Python's."""
        pack, is_goal = self.variables.pack, self.puzzle.is_goal
        n_moves, guess = self.run("look", np.array([pack(state)], np.int64))
        n_moves = max(0, n_moves)
        new, labels, won = (array[:n_moves] for array in self.moves)
        targets = map(tuple, new.tolist())
        names = self.program.labels.names(np.unique(labels))
        compiled_moves = [
            (names[label], None if wins else new)
            for label, new, wins in zip(labels.tolist(), targets, won, strict=True)
        ]
        python_moves = [
            (label, None if is_goal(new) else pack(new)) for label, new in self.puzzle.moves(state)
        ]
        if python_moves != compiled_moves:
            raise mismatch(self.puzzle, state, python_moves, compiled_moves)
        if guess != self.guess(state):
            raise MisreadError(
                f"the compiled heuristic of state ({state!r}) is {guess}, in plain Python it is "
                f"{self.guess(state)}; this is a mistake of stategraph: report it; --engine direct "
                "runs the rules as they are"
            )

    def complain(self, state: State) -> NoReturn:
        """Run the Python rules on a state on which compiled rules failed.

        The author then sees the original error.
        """
        play_moves(self.puzzle, state)
        for _, new in self.puzzle.moves(state):
            self.guess(new)
        raise RuleError(f"the compiled rules fail after state ({state!r})")


class CompiledSpace:
    """The states of a search; implements `stategraph.search.state_space.Space`.

    A stored state of w words takes ``8 w + 16`` bytes, and at most ``64 / 3`` bytes in the index.
    """

    def __init__(
        self, rules: Rules, start: object, walker: str | None = None, starts: Iterable[object] = ()
    ):
        self._rules, variables = rules, rules.variables
        self._store = StateTable(
            variables,
            list(starts) or [start],
            far=np.int32,
            parents=np.int32,
            least=np.int32,
            done=np.int32,
        )
        self.best, self.last, self.looked = NEVER, -1, 0
        still, place, cells = _walker_field(variables, walker)
        self._most = cells * rules.program.most
        self._walker = Walker(
            field=np.array(place, np.int64),
            still=still,
            walk=np.empty((cells + 1, variables.width), np.int64),
            steps=np.empty(cells + 1, np.int64),
            floor=np.empty(cells + 1, np.int64),
            visited=np.zeros(place[2] + 1, np.int64),
            same_guess=walker is not None and not reads(rules.guess_tree, *place[:2]),
        )
        self._visit = 0
        self.first = min(
            rules.guess(start), NEVER
        )  # a sum of several heuristics may exceed 32 bits
        self._store.column("least")[: len(self)] = self.first
        self._store.column("done")[: len(self)] = -1

    def __len__(self) -> int:
        return self._store.n

    def expand(self, nodes: np.ndarray, bound: int, limit: int) -> Iterator[Expanded]:
        """Expand `nodes` in slices, up to a bound on the length of a solution."""
        for at in range(0, len(nodes), STATES_PER_CHECK):
            order = np.ascontiguousarray(nodes[at : at + STATES_PER_CHECK], np.int32)
            position, next_bounds = 0, np.empty(len(order), np.int64)
            while position < len(order):
                self._store.grow(self._most)
                changed = np.empty(max(4 * STATES_PER_CHECK, 2 * self._most), np.int32)
                task = Task(order, position, next_bounds, changed, bound, self._store.room, limit)
                position, count, status = self._call(task)
                nodes_changed = changed[:count]
                least = self._store.column("least")[nodes_changed]
                yield Expanded(
                    nodes_changed, least, order[:0], next_bounds[:0], full=status == FULL
                )
            yield Expanded(order[:0], next_bounds[:0], order, next_bounds, full=False)

    def _call(self, task: Task) -> tuple[int, int, int]:
        store = self._store
        position, count, store.n, self.best, self.last, self._visit, status = self._rules.run(
            "reach",
            Table(store.states, store.index, store.dense),
            NodeColumns(*map(store.column, NodeColumns._fields)),
            self._walker,
            task,
            Totals(store.n, self.best, self.last, self._visit),
        )
        if status == FAILED:
            self._rules.complain(self.state(int(task.order[position])))
        return position, count, status

    def check(self) -> None:
        """Raise ``MisreadError`` if compiled rules differ from Python in a sample of states."""
        expanded = np.flatnonzero(self._store.column("done")[: len(self)] >= 0)
        for k in spread(len(expanded), MAX_SPREAD_STATES):
            self._rules.check(self.state(int(expanded[k])))

    def state(self, node: int) -> State:
        """Return the state of a node."""
        return self._rules.variables.unpack(self._store.states[node].tolist())

    def rows(self, nodes: np.ndarray) -> np.ndarray:
        """Return the packed states of some nodes, as comparable items."""
        return self._store.states[nodes].view(f"S{8 * self._rules.variables.width}").ravel()

    def line(self, node: int) -> list[State]:
        """Return the stored states on the path to a node, the start first."""
        far, parents = self._store.column("far"), self._store.column("parents")
        nodes = [node]
        while far[nodes[-1]] > 0:
            nodes.append(int(parents[nodes[-1]]))
        return [self.state(node) for node in reversed(nodes)]


def _walker_field(variables: Variables, walker: str | None) -> tuple[np.ndarray, tuple, int]:
    """Return the mask of the other variables, the actor's field, and its number of cells.

    The field is a tuple (word, shift, mask). Without an actor, every state counts as having an
    actor on cell 0.
    """
    still = np.full(variables.width, -1, np.int64)
    if walker is None:
        return still, (0, 0, 0), 1
    ((word, shift),) = variables.places[walker]
    kind = variables.kinds[walker]
    mask = (1 << kind.fields[0]) - 1
    field = mask << shift
    still[word] = ~(field - (1 << 64) if field >> 63 else field)
    return still, (word, shift, mask), kind.n


class CompiledDives:
    """Depth-first searches; implements `stategraph.search.state_space.Dives`."""

    def __init__(self, rules: Rules, start: State, slots: int):
        self._rules, self.first, self.looked = rules, rules.guess(start), 0
        self._table = np.zeros((slots, rules.variables.width), np.int64)
        self._marks = np.full((slots, 2), -1, np.int32)
        self._start = rules.variables.pack(start)
        self._ranks, self.orders = rules.ranks()
        self._turns = np.zeros(rules.program.most + 1, np.int64)
        self._number = 0

    def dive(self, bound: int) -> Iterator[Dive]:
        """Search for a solution of at most `bound` moves; yield the progress regularly."""
        path = np.zeros((bound + 2, len(self._start)), np.int64)
        kids = np.zeros(((bound + 2) * self._rules.program.most, len(self._start)), np.int64)
        remaining = np.full(bound + 2, -1, np.int64)
        path[0] = self._start
        self._number += 1
        stack, depth, further = Stack(path, kids, remaining, self._turns), 0, NEVER
        while True:
            dive_state = templates.Dive(
                depth,
                bound,
                self._number,
                further,
                STATES_PER_DIVE_CHECK,
                self._table,
                self._marks,
                self._ranks,
            )
            depth, further, spare, status = self._rules.run("dive", dive_state, stack)
            self.looked += STATES_PER_DIVE_CHECK - max(0, spare)
            if status == FAILED:
                self._rules.complain(self._rules.variables.unpack(path[depth].tolist()))
            if status != STOPPED:
                break
            yield Dive(False, None, further)
        unpack = self._rules.variables.unpack
        line = [unpack(row) for row in path[: depth + 1].tolist()] if status == FOUND else None
        yield Dive(True, line, further)

    def check(self) -> None:
        """Raise ``MisreadError`` if compiled rules differ from Python in a sample of states."""
        slots = np.flatnonzero(self._marks[:, 0] >= 0)
        for k in spread(len(slots), MAX_SPREAD_STATES):
            self._rules.check(self._rules.variables.unpack(self._table[slots[k]].tolist()))
