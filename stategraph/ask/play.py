"""States and moves for questions, with winning states distinguished if necessary."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from stategraph.analysis.winning import winning_states
from stategraph.ask.temporal import Moves, until
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level

# larger than any number of moves: the distance of unreachable states
ENDLESS = 1 << 40


class Play:
    """The states and moves of a graph.

    In the graph all winning states are one node. A question about variables may have different
    answers in different winning states, so they can be distinguished here. The winning state found
    first keeps the number of the goal. The others are numbered on from the graph's last state.
    No winning state has moves.

    Attributes
    ----------
    level : Level
    graph : ArrayGraph
    rows : (n, w) int64 or None
        the packed states; None without declared variables
    moves : Moves
        all moves, with their numbers in the graph
    goal, frontier : (n,) bool
        the winning states; the states with unknown moves
    """

    def __init__(self, level: Level, graph: ArrayGraph, apart: bool):
        self.level, self.graph = level, graph
        self.rows: np.ndarray | None = graph.states if graph.variables is not None else None
        targets = graph.targets
        states: list[tuple[int, ...]] = []
        if apart and self.rows is not None and graph.goal is not None:
            targets, states = _apart(level, graph)
        offsets = graph.offsets
        if states:
            ends = np.full(len(states), offsets[-1], offsets.dtype)
            offsets = np.concatenate((offsets, ends))
            self.rows = np.concatenate((graph.states, np.array(states, np.int64)))
        self.moves = Moves(offsets, targets)
        if not states:
            self.moves.reversed = graph.reversed
        self.goal, self.frontier = (np.zeros(len(offsets) - 1, np.bool_) for _ in range(2))
        if graph.goal is not None:
            self.goal[[graph.goal, *range(len(graph), len(self.goal))]] = True
        self.frontier[graph.frontier] = True

    def __len__(self) -> int:
        return len(self.goal)

    @property
    def whole(self) -> bool:
        """True if the graph has every reachable state with all its moves."""
        return self.graph.complete

    def node(self, state: int) -> int:
        """Return the node of the graph for a state."""
        if state < len(self.graph):
            return state
        assert self.graph.goal is not None
        return self.graph.goal

    def nodes(self, mask: np.ndarray) -> np.ndarray:
        """Convert a mask over states to a mask over the graph's nodes.

        The result contains the node of the winning states if `mask` contains any winning state.
        """
        n = len(self.graph)
        if len(mask) == n:
            return mask
        node_mask = mask[:n].copy()
        node_mask[self.graph.goal] |= mask[n:].any()
        return node_mask

    @cached_property
    def moves_made(self) -> np.ndarray:
        """The fewest moves (n,) int64 from the start to each state."""
        from stategraph import kernels

        roots = np.zeros(1, np.int32)
        distances = kernels.distances(self.moves.offsets, self.moves.targets, roots)
        return np.where(distances < 0, ENDLESS, distances).astype(np.int64)

    @cached_property
    def moves_left(self) -> tuple[np.ndarray, np.ndarray]:
        """Lower and upper bounds of the fewest moves (n,) int64 from each state to the goal."""
        everywhere = np.ones(len(self), np.bool_)
        distances = until(self.moves, everywhere, self.goal).astype(np.int64)
        upper = np.where(distances < 0, ENDLESS, distances)
        if self.whole:
            return upper, upper
        out = until(self.moves, everywhere, self.frontier).astype(np.int64)
        return np.minimum(upper, np.where(out < 0, ENDLESS, out + 1)), upper


def _apart(level: Level, graph: ArrayGraph) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    """Return the moves' targets, with winning states distinguished, and the added states."""
    assert graph.goal is not None and graph.variables is not None
    numbers = {tuple(graph.states[graph.goal].tolist()): graph.goal}
    targets = graph.targets.copy()
    won = map(graph.variables.pack, winning_states(graph, level.puzzle.moves))
    targets[targets == graph.goal] = [
        numbers.setdefault(row, len(graph) + len(numbers) - 1) for row in won
    ]
    return targets, list(numbers)[1:]
