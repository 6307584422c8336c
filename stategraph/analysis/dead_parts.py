"""The parts of a dead state that make it dead, and the other states with the same parts.

Such parts form a dead pattern of `stategraph.analysis.dead_patterns`, computed for one state on
request. Absent members of sets do not count as parts, as in `stategraph.analysis.looks_dead`::

    #######
    #     #    ``boxes 1:2`` and ``boxes 1:3`` occur together in no living state: two boxes side by
    # $$  #    side at the wall. They make all states dead that have both
    #######
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.looks_dead import walking_variables, won_states
from stategraph.analysis.partial_states import Layout
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level


class DeadParts:
    """The parts that make states of a complete graph dead.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the complete graph of states or of units

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("sokoban/three-in-a-row")
    >>> graph = expand(level).by("walks")
    >>> parts = DeadParts(level, graph)
    >>> lost = int(np.flatnonzero(moves_to_goal(graph) < 0)[0])
    >>> found = parts.states_like(lost)
    >>> lost in found, bool((moves_to_goal(graph)[found] < 0).all())
    (True, True)
    """

    def __init__(self, level: Level, graph: ArrayGraph):
        self._level, self._graph = level, graph
        self._cache: dict[int, np.ndarray] = {}

    def states_like(self, node: int) -> np.ndarray:
        """Return the states (k,) int64 that have the parts that make `node` dead; cached.

        The result is only `node` itself if its parts do not make it dead, or if the states of the
        graph have no parts to compare. O(states + living states * parts).
        """
        if node not in self._cache:
            self._cache[node] = self._like(node)
        return self._cache[node]

    def _like(self, node: int) -> np.ndarray:
        quotient = self._graph.quotient
        if self._graph.variables is None or not (quotient is None or quotient.in_units):
            return np.array([node])
        rows = self._rows
        parts = rows[node]
        if self._may_win(parts):
            return np.array([node])
        for part in self._parts:
            less = parts & ~part
            if (parts & part).any() and not self._may_win(less):
                parts = less
        return np.flatnonzero((rows & parts == parts).all(axis=1))

    def _may_win(self, parts: np.ndarray) -> bool:
        return bool((self._living & parts == parts).all(axis=1).any())

    @cached_property
    def _layout(self) -> Layout:
        assert self._graph.variables is not None
        return Layout(self._graph.variables)

    @cached_property
    def _parts(self) -> list[np.ndarray]:
        """One row (width,) uint64 for each compared part, with only the bit of this part set."""
        walking = walking_variables(self._level, self._graph)
        spans = (span for span in self._layout.spans if not span.lacks)
        counted = [span for span in spans if span.variable not in walking]
        return [self._layout.mask(span.first + k, 1) for span in counted for k in range(span.size)]

    @cached_property
    def _counted(self) -> np.ndarray:
        """A row (width,) uint64 with the bits of all parts that are compared."""
        bits: np.ndarray = np.bitwise_or.reduce(self._parts, axis=0)
        return bits

    @cached_property
    def _rows(self) -> np.ndarray:
        rows: np.ndarray = self._layout.rows(self._graph.states) & self._counted
        return rows

    @cached_property
    def _living(self) -> np.ndarray:
        """The distinct rows (k, width) uint64 of all living and winning states."""
        won = self._layout.rows(won_states(self._level, self._graph)) & self._counted
        alive = moves_to_goal(self._graph) >= 0
        return np.unique(np.concatenate([self._rows[alive], won]), axis=0)
