"""Numbers of hidden traps, numbers of elements by purpose, and the symmetry of a board.

These functions are metrics of a level for its designer. Each function returns None if the level has
no such value.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.lifting import has_units
from stategraph.analysis.looks_dead import looks_dead
from stategraph.design.ablation import LOAD_BEARING, Ablation, ablate
from stategraph.design.removal_trials import Expand, Trials
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level, StoredGraph
from stategraph.metrics.units import in_units
from stategraph.variables import Set


class UnknownValue(Exception):
    """Raised if a limit prevents computing the value of a metric."""


def seen_by_player(level: Level, graph: ArrayGraph) -> ArrayGraph:
    """Return the graph in the player's units, if the level has them."""
    units = None if has_units(graph) else in_units(level, graph)
    return graph if units is None else units


def hidden_traps(level: Level, graph: ArrayGraph) -> int | None:
    """Return the number of trap moves whose results do not look dead, in the player's units.

    A state looks dead if a single part of it, such as a box in a corner, proves that it is dead
    (`stategraph.analysis.looks_dead`). O(states + moves).

    >>> from stategraph import expand
    >>> graph = expand("sokoban/three-in-a-row")
    >>> hidden_traps(graph.level, graph)
    14
    """
    player_graph = seen_by_player(level, graph)
    obvious = looks_dead(level, player_graph)
    if obvious is None:
        return None
    return int((~obvious[player_graph.targets[_traps(player_graph)]]).sum())


def home_traps(level: Level, graph: ArrayGraph) -> int | None:
    """Return the number of trap moves after which a piece is on a goal, in the player's units.

    This metric exists only if the level's family declares the cells on which pieces must end. Only
    pieces of a set of equal pieces, such as boxes, are considered. O(states + moves).

    >>> from stategraph import expand
    >>> graph = expand("sokoban/too-late")
    >>> home_traps(graph.level, graph)
    22
    """
    homes = set(level.family.homes(level.puzzle))
    if not homes or graph.variables is None:
        return None
    sets = [name for name, kind in graph.variables.kinds.items() if isinstance(kind, Set)]
    player_graph = seen_by_player(level, graph)
    nodes, counts = np.unique(player_graph.targets[_traps(player_graph)], return_counts=True)
    home = [
        any(homes.intersection(player_graph.state(node)[name]) for name in sets)
        for node in nodes.tolist()
    ]
    return int(counts[np.array(home, bool)].sum())


def _traps(graph: ArrayGraph) -> np.ndarray:
    """Return a mask (m,) bool of the moves from a living state to a dead one."""
    alive = moves_to_goal(graph) >= 0
    return np.repeat(alive, np.diff(graph.offsets)) & ~alive[graph.targets]


def load_bearing(level: Level, graph: ArrayGraph) -> int | None:
    """Count the elements that are needed or that rule out other solutions.

    Their verdict in ``ablate`` is *needed* or *restricts*. One expansion for each element.
    """
    return _count(level, graph, LOAD_BEARING)


def decoys(level: Level, graph: ArrayGraph) -> int | None:
    """Count the decoys: elements that only make traps.

    Their verdict in ``ablate`` is *traps*: without them, the shortest solutions stay the same, and
    some trap moves disappear. An element that only prevents traps is not a decoy. One expansion for
    each element.
    """
    return _count(level, graph, ("traps",))


def decoration(level: Level, graph: ArrayGraph) -> int | None:
    """Count the elements whose removal does not change solutions or dead ends.

    Their verdict in ``ablate`` is *decoration*. If the number is 0, every element
    affects the solutions or the dead ends. One expansion for each element.
    """
    return _count(level, graph, ("decoration",))


def purposes(level: Level, graph: ArrayGraph, expander: Expand | None = None) -> Ablation:
    """Return the purposes of all elements, which the graph remembers; see `Trials`."""

    def weighing() -> Ablation:
        trials = Trials(level.family, level.puzzle, None, expander, 1, graph.real)
        return ablate(trials, examples=False)

    return graph.real.remember("ablation", weighing)


def _count(level: Level, graph: ArrayGraph, verdicts: Sequence[str]) -> int | None:
    """Count the elements with the given verdicts; raise `UnknownValue` after a limit."""
    if not level.family.elements(level.puzzle):
        return None
    found = purposes(level, graph)
    if found.called("unknown"):
        raise UnknownValue
    return sum(len(found.called(verdict)) for verdict in verdicts)


def board_symmetry(level: Level, graph: ArrayGraph) -> float | None:
    """Return the largest share of cells that do not change if the board is mirrored or turned.

    The value 1 means that the board with its elements at the start is symmetric. Quarter turns and
    diagonals need a square board. Only levels with a board of signs have this metric, in a format
    whose signs can be edited. O(cells).

    >>> from stategraph import expand
    >>> graph = expand("sokoban/too-late")
    >>> board_symmetry(graph.level, graph)
    1.0
    """
    family, puzzle = level.family, level.puzzle
    if not family.signs or isinstance(level, StoredGraph):
        return None
    try:
        board = np.array(family.grid(family.write(puzzle, puzzle.start)))
    except LevelError:  # the level has another format
        return None
    images = [board[::-1], board[:, ::-1], board[::-1, ::-1]]
    if board.shape[0] == board.shape[1]:
        images += [board.T, np.rot90(board), np.rot90(board, 2).T]
    return max(float((board == image).mean()) for image in images)
