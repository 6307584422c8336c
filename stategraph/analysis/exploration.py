"""Exploration: how many distinct states and cells a play has visited after each move.

A cell is a position in the drawings of the level, on which an actor can stand::

    states  1 2 3 3 4      distinct states after each move, of all reachable states
    cells   1 2 3 3 3      distinct cells after each move, of all cells that an actor can reach
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stategraph.analysis.heat import Spot, spots_ever, spots_in, walkers
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level


@dataclass(frozen=True)
class Explored:
    """The number of distinct states and cells that a play has visited after each move.

    Attributes
    ----------
    states : list of int
        number of distinct states
    cells : list of int or None
        number of distinct cells; None for a level without boards
    of_states, of_cells : int, int or None
        number of states, and of cells that actors can reach, in the whole level
    """

    states: list[int]
    cells: list[int] | None
    of_states: int
    of_cells: int | None


def explored(level: Level, graph: ArrayGraph, runs: Iterable[Sequence[int]]) -> list[Explored]:
    """Return how much of a level each of some plays has explored after each move.

    O(states + nodes of all runs).

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the complete graph of the level
    runs : iterable of sequences of nodes
        the plays; any winning state is given as the goal node

    Returns
    -------
    list of Explored
        one for each run

    Raises
    ------
    InputError
        if the graph is not complete

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("psychopath/first-push")
    >>> graph = expand(level)
    >>> (found,) = explored(level, graph, [graph.solution().nodes])
    >>> found.states, found.of_states, found.cells, found.of_cells
    ([1, 2, 3, 4, 5, 6, 7, 8], 121, [1, 2, 3, 4, 5, 6, 7, 8], 19)
    """
    if not graph.complete:
        raise InputError(
            f"the explored share needs the whole graph, which stopped at the {graph.stopped}"
        )
    try:
        names: tuple[str, ...] = walkers(level)
    except InputError:  # the level has no boards, or no actor on a board
        names = ()
    spots: dict[int, set[Spot]] = {}
    of_cells = len(spots_ever(level, graph, names)) if names else None
    curves = []
    for nodes in runs:
        visited, cells, curve = set[int](), set[Spot](), []
        for node in nodes:
            if node not in spots:
                spots[node] = spots_in(level, names, graph.state(node)) if names else set()
            visited.add(node)
            cells |= spots[node]
            curve.append((len(visited), len(cells)))
        states = [number for number, _ in curve]
        cell_counts = [number for _, number in curve] if names else None
        curves.append(Explored(states, cell_counts, len(graph), of_cells))
    return curves
