"""Shortest solutions for boxes on goals: A* over pushes with a potential heuristic.

A state is stored after each push, with the player on the cell where the block was. The heuristic of
`stategraph.pushing.potentials` also counts walks between pushes. A state is dead, and not stored,
if it has a block that cannot reach a goal, frozen blocks off their goals, or a dead triple.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.engines.limits import MET, TIRED, Budget, Stop
from stategraph.kernels import slots
from stategraph.machine.kernel import Kernel
from stategraph.pushing import box_kernel, first_solution_kernel
from stategraph.pushing.box_kernel import (
    FOUND,
    NO_ROOM,
    NONE_LEFT,
    BoardTables,
    Progress,
    Search,
    States,
)
from stategraph.pushing.dead_triples import triples
from stategraph.pushing.first_solution_kernel import Marks
from stategraph.pushing.potentials import potentials
from stategraph.pushing.push_board import DIRECTIONS, Ground, Push, pushes_to
from stategraph.pushing.state_rows import doubled, reindexing
from stategraph.search.bounds import Bounds

# Number of states expanded between two checks of the budget; it is the same in compiled code and in
# Python, so that both stop at the same state. And the number of states for which there is room at
# first.
STATES_PER_CHECK, FIRST_STATES = 1 << 8, 1 << 12

# The fields of `States` that have one item for each state.
STATES = "rows", "players", "steps", "parents", "turns", "nexts"


class PutAway:
    """A resumable search for a shortest solution of a board.

    Attributes
    ----------
    states : int
        number of stored states
    """

    def __init__(self, ground: Ground, budget: Budget, plainly: bool):
        self.ground, self._budget, self._plainly = ground, budget, plainly
        n = ground.size
        blocks = np.flatnonzero(ground.begins).tolist()
        guess = potentials(ground.step, ground.homes == 0, blocks, ground.player)
        self._lost = bool((ground.homes[blocks] < 0).any())
        goals = np.flatnonzero(ground.homes == 0)
        table = triples(ground.step, goals)
        alive = guess.block[ground.homes >= 0]
        most = len(blocks) * int(alive.max(initial=0) + guess.pair.max())
        top = (most + int(guess.player.max(initial=0))) // guess.move + 1
        progress = Progress(*np.array([[1], [0], [0], [n + 2 + max(0, top)]], np.int64))
        block, fast = np.zeros((2, n), np.uint8)
        dist, reach, queue = np.zeros((3, n), np.int32)
        board = BoardTables(ground.step, ground.wins, ground.homes, table, *guess.of_loops())
        states = _states(FIRST_STATES + 4 * n, ground.words, 2 * int(progress.rise[0]))
        self._search = Search(board, states, block, fast, dist, reach, queue, progress)
        states.rows[0] = ground.packed(ground.begins)
        states.players[0], states.parents[0], states.nexts[0] = ground.player, -1, -1
        reindexing.plain(states.rows, states.players, states.steps, states.index, 1, ground.words)
        states.queues[0 if self._lost else guess.moves(blocks, ground.player)] = 0

    @property
    def states(self) -> int:
        """The number of stored states."""
        return int(self._search.progress.count[0])

    def search(self, bounds: Bounds, patience: int) -> tuple[list[Push] | None, Stop | None]:
        """Return the pushes of a shortest solution, or None, and the reason why the search stopped.

        The reason is `TIRED` when a total of `patience` states is stored; then the search may be
        resumed. The search reports the lower bounds that it proves to `bounds`. The reason is `MET`
        when another search knows a solution as short as the lower bound.
        """
        if self._lost:
            return None, None
        while not bounds.met:
            status = self._expand()
            if status == NONE_LEFT:
                return None, None
            bounds.rise(int(self._search.progress.level[0]))
            if status == FOUND:
                return self._plan(), None
            if why := self._hindered(status):
                return None, why
            if self.states >= patience:
                return None, TIRED
        return None, MET

    def labels(self, pushes: list[Push]) -> list[str]:
        """Return the moves of a list of pushes: the walks, the pushes, and the final walk."""
        return self.ground.labels(pushes)

    def first(self, labels: list[str], most: int) -> list[str] | None:
        """Return the first shortest solution in text order, given any shortest solution `labels`.

        Return None if a limit stops the search. `most` is ignored; other searches with this method
        use it. All states that may lie on a shortest solution are expanded first, so the result
        does not depend on the given solution.
        """
        length = len(labels)
        while self._search.progress.level[0] <= length and (status := self._expand()) != NONE_LEFT:
            if self._hindered(status):
                return None
        marks = self._marked(length)
        if marks is None:
            return None
        directions = np.zeros(length, np.int32)
        order = np.array([DIRECTIONS.index(label) for label in sorted(DIRECTIONS)], np.int32)
        self._run(first_solution_kernel.telling, self._search, marks, order, directions)
        return [DIRECTIONS[direction] for direction in directions.tolist()]

    def _marked(self, length: int) -> Marks | None:
        """Return marks on the stored states that lie on solutions of this length.

        Return None if a limit stops the search.
        """
        states = self.states
        if self._budget.lacks(5 * states):
            return None
        goals = self._won(length)
        processed, total = np.array([[0], [len(goals)]], np.int64)
        marks = Marks(np.zeros(states, np.uint8), np.zeros(states, np.int32), processed, total)
        marks.marked[goals], marks.line[: len(goals)] = 1, goals
        while processed[0] < total[0]:
            if self._budget.exhausted(states, 0):
                return None
            self._run(first_solution_kernel.marking, self._search, marks, STATES_PER_CHECK)
        return marks

    def _won(self, length: int) -> np.ndarray:
        """Return the stored states after `length` moves in which all blocks are on goals."""
        states = self._search.states
        nodes = np.flatnonzero(states.steps[: self.states] == length)
        astray = states.rows[nodes] & ~self.ground.packed(self.ground.homes == 0)
        return nodes[~astray.any(axis=1)]

    def _expand(self) -> int:
        """Expand some states; return the status."""
        return int(self._run(box_kernel.search, self._search, STATES_PER_CHECK))

    def _run(self, loops: Kernel, *args: Any, work: int = 1 << 30) -> Any:
        """Run a kernel, in plain Python if requested; `work` is the parameter of `Kernel`."""
        return loops.plain(*args) if self._plainly else loops.compiled(*args, work=work)

    def _hindered(self, status: int) -> Stop | None:
        """Return the reason to stop, or None; double the room if the status requires it."""
        states = self.states
        if why := self._budget.refuses(states) or self._budget.exhausted(states, 0):
            return why
        if status == NO_ROOM:
            if why := self._budget.lacks(self._growth()):
                return why
            self._grow()
        return None

    def _growth(self) -> int:
        """Return how many bytes doubling the room would add."""
        states = self._search.states
        if not self._crowded:
            return states.queues.nbytes
        return sum(array.nbytes for array in states) - states.queues.nbytes

    @property
    def _crowded(self) -> bool:
        """True if there may be no room for the results of all pushes of another state."""
        return self.states + 4 * self.ground.size >= len(self._search.states.rows)

    def _grow(self) -> None:
        """Double the room for states, or for queues."""
        old = self._search.states
        if self._crowded:
            of_states = {name: doubled(getattr(old, name)) for name in STATES}
            index = np.zeros(slots(2 * len(old.rows)), np.int32)
            new = old._replace(**of_states, index=index)
            arguments = new.rows, new.players, new.steps, index, self.states, new.rows.shape[1]
            self._run(reindexing, *arguments, work=100 * self.states)
        else:
            queues = np.concatenate([old.queues, np.full_like(old.queues, -1)])
            new = old._replace(queues=queues)
        self._search = self._search._replace(states=new)

    def _plan(self) -> list[Push]:
        """Return the pushes of the solution."""
        search = self._search
        return pushes_to(int(search.progress.winner[0]), search.states.parents, search.states.turns)


def _states(room: int, words: int, queues: int) -> States:
    """Return empty arrays for `room` states and a number of queues."""
    players, steps, parents, turns, nexts = (np.zeros(room, np.int32) for _ in range(5))
    return States(
        np.zeros((room, words), np.uint32), players, steps, parents, turns, nexts,
        np.full(queues, -1, np.int32), np.zeros(slots(room), np.int32),
    )  # fmt: skip
