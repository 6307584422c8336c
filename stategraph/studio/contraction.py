"""The state graph with contracted walks or turns, for the page's drawing of the graph.

A node of the result is a class of states. For walks, it has all states between which the player can
walk. For turns, it has one state, and a move is a run of moves of one actor.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from stategraph import analysis
from stategraph.analysis.lifting import lift, quotient_of
from stategraph.analysis.quotient_choice import by
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.metrics.units import most_turns
from stategraph.rules.svg import printable
from stategraph.studio.level_bundle import MAX_BUNDLED_STATES, move_arrays, packed
from stategraph.studio.picture_positions import places
from stategraph.tell import units

# The kinds of units.
NAMES = ("walks", "turns")


def contraction(level: Level, graph: ArrayGraph, kind: str) -> bytes:
    """Return the graph of "walks" or "turns" of a complete graph, packed like a bundle.

    The arrays are those of a bundle that do not show boards. Two arrays relate nodes to states:
    ``owner`` is the node of each state, and ``first`` is the first state of each node. The head has
    the ``nouns`` for one unit and for several units, and the ``length`` of the first solution in
    words, or "". O(states + moves).

    Raises ``InputError`` if the level has no such units, or too many of them.
    """
    graph_of_units = contracted(level, graph, kind)
    quotient = quotient_of(graph_of_units)
    x, y, aspect = places(graph_of_units)
    head = {
        "kind": kind,
        "nouns": [units.noun(graph_of_units, single=True), units.noun(graph_of_units)],
        "length": _length(graph_of_units),
        "names": [printable(name) for name in graph_of_units.label_names],
        "actors": [],
        "boards": 0,
        "descriptions": {},
        "states": len(graph_of_units),
        "moves": graph_of_units.number_of_edges(),
        "goal": -1 if graph_of_units.goal is None else graph_of_units.goal,
        "aspect": aspect,
    }
    none = np.zeros(0, np.uint8)
    arrays = {
        **move_arrays(graph_of_units),
        "left": analysis.moves_to_goal(graph_of_units).astype(np.int32),
        "x": x,
        "y": y,
        "traps": analysis.trap_moves(graph_of_units).astype(np.uint32),
        "owner": quotient.owner.astype(np.int32),
        "first": quotient.first.astype(np.uint32),
        **dict.fromkeys(("columns", "wins", "reasons", "chances"), none),
    }
    return packed(head, arrays)


def contracted(level: Level, graph: ArrayGraph, kind: str) -> ArrayGraph:
    """Return the graph of walks or turns; cached on the graph."""
    if kind not in NAMES:
        raise InputError(f"the graph is drawn by {' or '.join(NAMES)}, not by {kind}")
    if not graph.complete:
        raise InputError(f"by {kind}: the graph is incomplete, so its classes are not known")
    found: ArrayGraph = graph.remember(
        f"contracted: {kind}", lambda: by(level, graph, kind, most_turns(graph))
    )
    if len(found) > MAX_BUNDLED_STATES:
        raise InputError(f"by {kind}: there are {len(found):,} classes, too many for a map")
    return found


def path_to_class(level: Level, graph: ArrayGraph, kind: str, node: int) -> list[str]:
    """Return the moves from the start to the first state of a node.

    They are the lifted path with the fewest units to the node, and then a walk inside the class.

    >>> from stategraph.expand import expand
    >>> from stategraph.level_files import read_level
    >>> level = read_level("sokoban/first-push")
    >>> graph = expand(level.puzzle)
    >>> "".join(path_to_class(level, graph, "walks", 3))
    'URD'
    """
    graph_of_units = contracted(level, graph, kind)
    quotient = quotient_of(graph_of_units)
    path = analysis.path_to(graph_of_units, graph_of_units.check(node))
    way = lift(graph_of_units, path).way
    end, first = way.nodes[-1], int(quotient.first[node])
    return [*way.labels, *_inside(graph, quotient.owner, end, first)]


def _inside(graph: ArrayGraph, owner: np.ndarray, source: int, target: int) -> list[str]:
    """Return a shortest path between two states of a class that does not leave the class."""
    came: dict[int, tuple[int, str]] = {source: (source, "")}
    queue = deque([source])
    while target not in came:
        here = queue.popleft()
        for label, to in graph.moves(here):
            if owner[to] == owner[source] and to not in came:
                came[to] = here, label
                queue.append(to)
    labels = []
    while target != source:
        target, label = came[target]
        labels.append(label)
    return labels[::-1]


def _length(graph_of_units: ArrayGraph) -> str:
    path = units.solution(graph_of_units)
    if path is None:
        return ""
    kind = quotient_of(graph_of_units).kind
    return units.length(kind, units.in_units(graph_of_units, path), len(path))
