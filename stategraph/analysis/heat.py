"""Heat maps: how often actors or other pieces are on each cell of a board.

==============  =====================================================================
``alive``       in living states
``dead``        in dead states
``lost``        things, not actors, in dead states: typical places of lost blocks
``solutions``   on all shortest solutions, each counted with all its states
``visits``      expected visits of the random player until the goal or a dead state
``never``       1 for each cell on which no actor ever stands
==============  =====================================================================

In each state, every actor or piece on a cell adds 1 to the heat of this cell. If all actors stand
on cells in every state, the total heat is the number of states times the number of actors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph.analysis.dead_ends import dead
from stategraph.analysis.partial_states import Layout
from stategraph.analysis.random_play import random_visits
from stategraph.analysis.shortest_solutions import paths_to_target, shortest_paths
from stategraph.analysis.winning import winning_states
from stategraph.errors import InputError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.variables import One, Set, Variables

if TYPE_CHECKING:
    from stategraph.variables import State

KINDS = {
    "alive": "in states that can still win",
    "dead": "in dead states",
    "lost": "in dead states",
    "solutions": "on all shortest solutions",
    "visits": "expected visits with random moves",
    "never": "cells that are never visited",
}

# Kinds of heat maps for which the caller supplies the counts.
PLAYS, SEEN = "plays", "seen"
KIND_NAMES = {
    **KINDS,
    PLAYS: "in the states of all plays, as often as they were visited",
    SEEN: "in the states that were seen",
}

# Kinds that need a solution.
OF_SOLUTIONS = "solutions", "visits"

# Number of significant digits of expected values. More digits would depend on the floating-point
# arithmetic of the machine.
SIGNIFICANT_DIGITS = 9

# Number of states that are unpacked in one batch.
BATCH_STATES = 1 << 16

Cell = tuple[str, int]
Spot = tuple[float, float]


@dataclass(frozen=True)
class Heat:
    """A heat map: how often actors or pieces are on each cell.

    Attributes
    ----------
    kind : str
        one of `KIND_NAMES`
    variables : tuple of str
        the variables whose cells are counted
    cells : dict of (str, int) to int or float
        the count for each pair (variable, value) whose value is a cell; zero counts are omitted
    """

    kind: str
    variables: tuple[str, ...]
    cells: dict[Cell, float]

    @property
    def total(self) -> float:
        """The sum over all cells."""
        return sum(self.cells.values())

    def spots(self, level: Level) -> dict[Spot, float]:
        """Return the sum of counts for each position in the drawings of the level."""
        counts: dict[Spot, float] = {}
        for (name, value), count in self.cells.items():
            spot = level.family.spot(level.puzzle, name, value)
            if spot is not None:
                counts[spot] = counts.get(spot, 0) + count
        return counts


def heat(level: Level, graph: ArrayGraph, kind: str, variables: Sequence[str] = ()) -> Heat:
    """Return how often actors or other pieces are on each cell of a level.

    O(states * variables of a state). The kind ``visits`` also has the cost of `random_visits`.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the complete graph of the level
    kind : str
        one of `KINDS`
    variables : sequence of str, optional
        the variables to count; by default the actors, or for ``lost`` all sets of cells except the
        actors

    Raises
    ------
    InputError
        if the kind or a variable is unknown, or if a variable has no position in the drawings of
        the level
    NetworkXNoPath
        for ``solutions`` and ``visits`` if the goal was not reached

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("sokoban/corner")
    >>> heat_map = heat(level, expand(level), "lost")
    >>> heat_map.variables, heat_map.cells, heat_map.total
    (('boxes',), {('boxes', 0): 11}, 11)
    """
    if kind not in KINDS:
        kinds = ", ".join(KINDS)
        raise InputError(f"heat {kind!r} is not one of {kinds}{did_you_mean(kind, KINDS)}")
    if not graph.real.complete:
        raise InputError(
            f"heat needs the whole graph, whose expansion stopped at the {graph.stopped}"
        )
    names = _variables(level, kind, variables)
    counted = _counted(level, graph.real, kind, names)
    order = {name: k for k, name in enumerate(names)}
    cells = {cell: counted[cell] for cell in sorted(counted, key=lambda c: (order[c[0]], c[1]))}
    return Heat(kind, names, {cell: count for cell, count in cells.items() if count})


def heat_of_plays(
    level: Level, graph: ArrayGraph, visits: Mapping[int, int], kind: str = PLAYS
) -> Heat:
    """Return how often actors were on each cell in some plays. O(states).

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
    visits : mapping of int to int
        the number of visits of each node; all winning states count as the goal node
    kind : str
    """
    names = walkers(level)
    cells: dict[Cell, float] = {}
    for node, count in visits.items():
        _add(level, cells, names, graph.state(node), count)
    return Heat(kind, names, dict(sorted(cells.items())))


def walkers(level: Level) -> tuple[str, ...]:
    """Return the variables that hold the cells of actors.

    Returns
    -------
    tuple of str

    Raises
    ------
    InputError
        if the level has no actors
    """
    return _variables(level, PLAYS, ())


def _variables(level: Level, kind: str, requested: Sequence[str]) -> tuple[str, ...]:
    """Return the variables whose cells are counted."""
    variables: Variables | None = level.puzzle.variables
    if variables is None or not level.has_boards:
        raise InputError(f"{level.name}: its states have no places on a board")
    for name in requested:
        if name not in variables.kinds:
            near = did_you_mean(name, variables.kinds)
            existing = ", ".join(variables.kinds)
            raise InputError(f"unknown variable {name!r}; the level has {existing}{near}")
    walkers = level.family.walkers(level.puzzle)
    sets = [name for name, domain in variables.kinds.items() if isinstance(domain, Set)]
    if kind == "lost":
        walkers = tuple(name for name in sets if name not in walkers)
    chosen = tuple(requested) or walkers
    for name in chosen:
        if not any(_spots(level, name)):
            raise InputError(f"{name} has no places on a board")
    if not chosen:
        raise InputError(f"{level.name}: no variable has places to count")
    return chosen


def _spots(level: Level, name: str) -> Iterable[tuple[int, Spot]]:
    """Yield each value of a variable that has a position in drawings, and this position."""
    domain = level.puzzle.variables.kinds[name]
    if isinstance(domain, (One, Set)):
        for value in range(domain.least, domain.n):
            if (spot := level.family.spot(level.puzzle, name, value)) is not None:
                yield value, spot


def _counted(
    level: Level, graph: ArrayGraph, kind: str, names: tuple[str, ...]
) -> dict[Cell, float]:
    if kind == "solutions":
        return _on_solutions(level, graph, names)
    if kind == "never":
        return _never(level, graph, names)
    is_dead = dead(graph)
    if kind == "visits":
        weights = random_visits(graph)
        cells = _tally(level, graph, names, np.flatnonzero(weights), weights)
        return {cell: float(f"{count:.{SIGNIFICANT_DIGITS}g}") for cell, count in cells.items()}
    return _tally(level, graph, names, np.flatnonzero(~is_dead if kind == "alive" else is_dead))


def _tally(
    level: Level,
    graph: ArrayGraph,
    names: tuple[str, ...],
    nodes: np.ndarray,
    weights: np.ndarray | None = None,
) -> dict[Cell, float]:
    """Return how often each cell is occupied in some states; a state counts 1 or its weight."""
    assert graph.variables is not None, "a level with boards has variables"
    layout = Layout(graph.variables)
    total = np.zeros(64 * layout.width, np.int64 if weights is None else np.float64)
    for first in range(0, len(nodes), BATCH_STATES):
        chosen = nodes[first : first + BATCH_STATES]
        rows = layout.rows(np.asarray(graph.states[chosen])).astype("<u8")
        bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
        if weights is None:
            total += bits.sum(axis=0, dtype=np.int64)
        else:
            total += (bits * weights[chosen, None]).sum(axis=0)
    firsts = {span.variable: span.first for span in layout.spans if not span.lacks}
    return {
        (name, value): total[firsts[name] + value].item()
        for name in names
        for value, _ in _spots(level, name)
    }


def _on_solutions(level: Level, graph: ArrayGraph, names: tuple[str, ...]) -> dict[Cell, float]:
    """Return how often each cell is occupied, summed over all shortest solutions."""
    paths = shortest_paths(graph)
    paths_after = paths_to_target(paths)
    paths_before = [0] * len(paths_after)
    paths_before[0] = 1
    cells: dict[Cell, float] = {}
    for place, node in enumerate(paths.nodes.tolist()):
        state = graph.state(node)
        if place < len(paths_after) - 1 or place == 0:
            _add(level, cells, names, state, paths_before[place] * paths_after[place])
        for slot in range(int(paths.offsets[place]), int(paths.offsets[place + 1])):
            to, move = int(paths.targets[slot]), int(paths.moves[slot])
            paths_before[to] += paths_before[place]
            if to == len(paths_after) - 1:  # the goal node represents all winning states
                won = dict(level.puzzle.moves(state))[graph.label(move)]
                _add(level, cells, names, won, paths_before[place])
    return cells


def _add(
    level: Level, cells: dict[Cell, float], names: tuple[str, ...], state: State, count: int
) -> None:
    for name in names:
        for value in members(state[name]):
            if level.family.spot(level.puzzle, name, value) is not None:
                cells[name, value] = cells.get((name, value), 0) + count


def members(value: Any) -> Iterable[int]:
    """Return the sorted members of a set, or a single value as a tuple."""
    return sorted(value) if isinstance(value, frozenset) else (value,)


def _never(level: Level, graph: ArrayGraph, names: tuple[str, ...]) -> dict[Cell, float]:
    """Return the cells that no variable occupies in any reachable state, each with count 1."""
    ever = spots_ever(level, graph, names)
    spots = {(name, value): spot for name in names for value, spot in _spots(level, name)}
    unvisited = {spot: cell for cell, spot in reversed(spots.items()) if spot not in ever}
    return dict.fromkeys(unvisited.values(), 1)


def spots_ever(level: Level, graph: ArrayGraph, names: Sequence[str]) -> set[Spot]:
    """Return the drawing positions that some variables occupy in any reachable state. O(states)."""
    cells = _tally(level, graph, tuple(names), np.arange(len(graph)))
    for state in winning_states(graph, level.puzzle.moves):
        _add(level, cells, tuple(names), state, 1)
    spots = {(name, value): spot for name in names for value, spot in _spots(level, name)}
    return {spots[cell] for cell, count in cells.items() if count}


def spots_in(level: Level, names: Sequence[str], state: State) -> set[Spot]:
    """Return the drawing positions that some variables occupy in one state."""
    cells = ((name, value) for name in names for value in members(state[name]))
    spots = (level.family.spot(level.puzzle, name, value) for name, value in cells)
    return {spot for spot in spots if spot is not None}
