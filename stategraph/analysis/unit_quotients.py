"""Quotient graphs in which each move is a unit: a run of moves of the state graph.

Players think in pushes, not in the steps to a block. The attribute ``quotient`` of such a graph
lifts a path of units to a shortest sequence of level moves that makes these units.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.analysis.lifting import Quotient
from stategraph.analysis.proof import solutions_known
from stategraph.analysis.shortest_solutions import GraphPath, ShortestPaths, first_path
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph, Extent
from stategraph.variables import Variables


class Runs(Quotient):
    """A quotient whose moves are units, so that a path has a length in units and one in moves."""

    in_units = True

    @abstractmethod
    def paths(self) -> ShortestPaths:
        """Return the best paths of `real` to the goal: fewest units first, fewest moves second.

        O(states + moves) of `real`.

        Raises
        ------
        NetworkXNoPath
            if the goal was not reached
        """

    def solution(self, graph: ArrayGraph, order: str = "text") -> GraphPath:
        """Return the first of the best paths to the goal; see `Quotient.solution`."""
        if graph.goal is None or not solutions_known(graph):
            raise no_path("The goal is not reached, as far as is known.")
        return first_path(self.real, graph.remember("paths in units", self.paths), order)


def packed_states(graph: ArrayGraph, first: np.ndarray) -> Any:
    """Return the states of some nodes, packed if possible; None for nodes past the last."""
    if graph.variables is None:
        return [graph.states[k] if k < len(graph) else None for k in first.tolist()]
    return graph.states[np.minimum(first, len(graph) - 1)]


@dataclass(frozen=True)
class Rows:
    """The units between nodes in compressed rows, before nodes are numbered breadth first.

    Attributes
    ----------
    offsets, targets : (k+1,) int64, (m,) int32
        the units in compressed rows
    labels : (m,) int64
        the label of each unit, an index into `names`
    names : list of str
    states : (k, w) int64 or list
        the representative state of each node
    open : (k,) bool
        whether each node may have unknown units, since the state graph is incomplete
    """

    offsets: np.ndarray
    targets: np.ndarray
    labels: np.ndarray
    names: list[str]
    states: Any
    open: np.ndarray


def assemble(
    rows: Rows, begin: int, goal: int | None, variables: Variables | None, stopped: str
) -> tuple[ArrayGraph, Any]:
    """Return the graph of units, and the new number (k,) int32 of each node.

    Nodes are numbered breadth first from `begin`; unreachable nodes get -1. The first `open` node
    and all nodes after it become the frontier, and their units are removed. O(k + m).
    """
    final = np.zeros(len(rows.open), bool)
    if goal is not None:
        final[goal] = True
    offsets, targets, labels, expanded = rows.offsets, rows.targets, rows.labels, None
    if rows.open.any():
        _, order = kernels.explore(offsets, targets, begin, final)
        expanded = int(np.flatnonzero(np.append(rows.open[order], True))[0])
        is_expanded = np.zeros(len(rows.open), bool)
        is_expanded[order[:expanded]] = True
        degrees = np.diff(offsets)
        is_kept = np.repeat(is_expanded, degrees)
        offsets = np.concatenate(([0], np.cumsum(degrees * is_expanded)))
        targets, labels = targets[is_kept], labels[is_kept]
    result, number = ArrayGraph.from_rows(offsets, targets, labels, rows.names, begin, final)
    states = rows.states[result.states] if variables else [rows.states[k] for k in result.states]
    return (
        ArrayGraph(
            offsets=result.offsets,
            targets=result.targets,
            labels=result.labels,
            label_names=result.label_names,
            states=states,
            variables=variables,
            goal=result.goal,
            extent=Extent(None if expanded is None else min(expanded, len(result)), stopped),
        ),
        number,
    )
