"""How much of the map has somebody explored: states and cells seen, move by move.

A cell is a spot of the level's drawings on which somebody whom the player moves may stand::

    states  1 2 3 3 4      seen by then, of all states that play can reach
    cells   1 2 3 3 3      of all on which a walker ever is
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stategraph.analysis.heat import Spot, spots_ever, spots_in, walkers
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.levels import Level


@dataclass(frozen=True)
class Explored:
    """How much was seen, by and by.

    Attributes
    ----------
    states : list of int
        how many different states were seen by then
    cells : list of int or None
        how many different cells; None of a level without boards
    of_states, of_cells : int, int or None
        how many there are
    """

    states: list[int]
    cells: list[int] | None
    of_states: int
    of_cells: int | None


def explored(level: Level, graph: ArrayGraph, runs: Iterable[Sequence[int]]) -> list[Explored]:
    """Return how much each of some runs saw: sequences of nodes of the whole graph of a level.

    All winning states count as the one that the graph keeps. O(states + nodes of all runs).

    >>> from stategraph import expand, load
    >>> level = load("psychopath/first-push")
    >>> graph = expand(level)
    >>> (found,) = explored(level, graph, [graph.solution().nodes])
    >>> found.states, found.of_states, found.cells, found.of_cells
    ([1, 2, 3, 4, 5, 6, 7, 8], 121, [1, 2, 3, 4, 5, 6, 7, 8], 19)
    """
    if not graph.complete:
        raise InputError(
            f"how much was explored needs the whole graph, which stopped at the {graph.stopped}"
        )
    try:
        names: tuple[str, ...] = walkers(level)
    except InputError:  # it has no boards, or nobody walks on them
        names = ()
    spots: dict[int, set[Spot]] = {}
    of_cells = len(spots_ever(level, graph, names)) if names else None
    found = []
    for nodes in runs:
        seen, cells, curve = set[int](), set[Spot](), []
        for node in nodes:
            if node not in spots:
                spots[node] = spots_in(level, names, graph.state(node)) if names else set()
            seen.add(node)
            cells |= spots[node]
            curve.append((len(seen), len(cells)))
        states = [many for many, _ in curve]
        many_cells = [many for _, many in curve] if names else None
        found.append(Explored(states, many_cells, len(graph), of_cells))
    return found
