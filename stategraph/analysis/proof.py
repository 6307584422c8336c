"""Proofs from complete and incomplete graphs: yes, no, or unknown.

If an expansion stops early, the moves of some states are unknown. These states are the *frontier*.
A path or a state in the known part certainly exists. A path or a state that is missing there may
exist in the unknown part::

    start ──► a ──► goal       a solution of 2 moves: proven, since states are found breadth first
      └─► b ──► c ··· ?        c was not expanded, so it is unknown whether b is dead

So there are three answers, and ``None`` always means "unknown". This module decides which facts
about the whole graph an incomplete graph proves. `dead` does the same for dead states.
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis.distances import moves_from_start, moves_to_any, moves_to_goal
from stategraph.analysis.shortest_solutions import (
    GraphPath,
    first_path,
    first_solution,
    shortest,
    shortest_paths,
)
from stategraph.engines.limits import MOVE_BYTES, STATE_BYTES
from stategraph.errors import TooLargeError
from stategraph.graph import ArrayGraph
from stategraph.readable import memory_size

# Bytes of memory per state that one pass over a graph on disk needs, for example to compute
# distances.
PASS_BYTES = 40

# Kinds of evidence that an answer can require, from the weakest to the strongest.
PROOFS = ("seen", "goal", "first", "shortest", "whole")


def exists(graph: ArrayGraph, was_found: bool) -> bool | None:
    """Return whether something exists in the whole graph, or None if that is unknown.

    `was_found` says whether it is in the known part of the graph. If it is not, only a complete
    graph proves that it does not exist.
    """
    if was_found:
        return True
    return False if graph.complete else None


def absent(graph: ArrayGraph, was_found: bool) -> bool | None:
    """Return whether something does not exist in the whole graph, or None if that is unknown.

    See `exists`.
    """
    existence = exists(graph, was_found)
    return None if existence is None else not existence


def too_large(graph: ArrayGraph) -> str:
    """Return the reason why an analysis does not fit into memory, or an empty string.

    Only a graph on disk can be too large.
    """
    needed = len(graph) * STATE_BYTES + graph.number_of_edges() * MOVE_BYTES
    if graph.memory is None or needed <= graph.memory:
        return ""
    return f"needs {memory_size(needed)} of memory; {memory_size(graph.memory)} may be taken"


def refuse_too_large(graph: ArrayGraph) -> None:
    """Raise ``TooLargeError`` if one pass over all states does not fit into memory."""
    needed = len(graph) * PASS_BYTES
    if graph.memory is not None and needed > graph.memory:
        raise TooLargeError(
            f"unknown: to look at {len(graph):,} states needs {memory_size(needed)} of memory; "
            f"{memory_size(graph.memory)} may be taken"
        )


def solvable(graph: ArrayGraph) -> bool | None:
    """Return whether the goal can be reached from the start. O(1).

    Own definition.

    Returns
    -------
    bool or None
        None if the graph is incomplete and does not contain the goal

    Examples
    --------
    >>> from stategraph import expand
    >>> solvable(expand("spacewreck/eight-rooms"))
    True
    """
    return exists(graph, graph.goal is not None)


def solutions_known(graph: ArrayGraph) -> bool:
    """Return whether the graph has all shortest solutions, or proves that no solution exists.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> solutions_known(graph)
    True
    """
    if graph.complete:
        return True
    return graph.goal is not None and levels_whole(graph, int(moves_from_start(graph)[graph.goal]))


def levels_whole(graph: ArrayGraph, depth: int) -> bool:
    """Return whether the graph has all moves of the layers before `depth`.

    Such a graph has all shortest paths of `depth` moves, since states are expanded breadth first.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    depth : int
        a number of moves from the start

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> levels_whole(graph, 3)
    True
    """
    frontier = graph.frontier[:1]  # sorted by distance, so the first is the nearest
    return not (moves_from_start(graph)[frontier] < depth).any()


def fewest_moves(graph: ArrayGraph) -> int:
    """Return a lower bound on the number of moves of a solution; 0 if no solution exists.

    States are found breadth first. So a solution inside the known part is a shortest one. Any other
    solution needs at least one move more than a shortest path to the nearest frontier state.
    O(states + moves).
    """
    length = shortest(graph)
    if length is not None:
        return length
    nearest = moves_from_start(graph)[graph.frontier[:1]]
    return int(nearest[0]) + 1 if len(nearest) else 0


def first_known(graph: ArrayGraph, path: GraphPath, order: str = "text") -> bool:
    """Return whether `path` is proven to be the first shortest path to its end.

    Notes
    -----
    `path` must be the first shortest path in the known graph. A frontier state may have an unknown
    move, with any label, to the end of `path`. If the frontier state is one move nearer to the
    start than the end, this gives another shortest path. The result is True only if the labels of
    all such paths must come after those of `path`. For quotients and graphs on disk, the result is
    False if such a path is possible at all. O(states + moves).
    """
    if levels_whole(graph, len(path)):
        return True
    if graph.quotient is not None or graph.memory is not None:
        return False
    frontier = graph.frontier
    last = frontier[moves_from_start(graph)[frontier] == len(path) - 1]
    more = np.zeros(len(graph) + 1, np.int64)
    more[last + 1] = 1  # an assumed move whose label is smaller than all others
    target = path.nodes[-1]
    extended = graph.but(
        offsets=graph.offsets + np.cumsum(more),
        targets=np.append(graph.targets, np.full(len(last), target, np.int32)),
        labels=np.append(graph.labels.astype(np.int64) + 1, np.zeros(len(last), np.int64)),
        label_names=("", *graph.label_names),
    )
    other = first_path(extended, shortest_paths(extended, 0, target), order)
    return other.text == path.text if order == "text" else other.labels == path.labels


def first_solution_known(graph: ArrayGraph, order: str = "text") -> bool:
    """Return whether the first shortest solution is proven, or that no solution exists."""
    proven = solutions_known(graph)
    if proven or graph.goal is None or graph.quotient is not None:
        return proven
    return first_known(graph, first_solution(graph, order), order)


def holds(graph: ArrayGraph, proof: str, order: str = "text") -> bool:
    """Return whether the graph provides the kind of evidence that `proof` names.

    Parameters
    ----------
    graph : ArrayGraph
    proof : one of `PROOFS`
        "seen": the known part is enough; "goal": it is known whether the goal can be reached;
        "first": the first shortest solution is proven; "shortest": all shortest solutions are
        known; "whole": the graph is complete
    order : {"text", "moves"}
        the order that defines the first solution
    """
    if proof == "goal":
        return solvable(graph) is not None
    if proof == "first":
        return first_solution_known(graph, order)
    if proof == "shortest":
        return solutions_known(graph)
    return proof == "seen" or graph.complete


def proven_distance(graph: ArrayGraph) -> np.ndarray:
    """Return the distances to the goal that are proven. O(states + moves).

    Returns
    -------
    (n,) int32
        -1 if the distance is not proven, or if the goal cannot be reached

    Notes
    -----
    On an incomplete graph, a path through unknown moves needs at least one move more than the path
    to the nearest frontier state. A known path to the goal is shortest if it is not longer than
    that.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> proven_distance(graph).tolist()
    [3, 2, 4, 1, 3, 1, 0, -1, -1]
    """
    distances = moves_to_goal(graph)
    if graph.complete:
        return distances
    out = moves_to_frontier(graph)
    return np.where((out < 0) | (distances <= out + 1), distances, -1).astype(distances.dtype)


def best_moves_known(graph: ArrayGraph, node: int) -> bool:
    """Return whether it is proven which moves of `node` decrease the distance to the goal.

    Notes
    -----
    This is proven if the goal can be reached and all moves lead to the same state. Otherwise the
    distance of `node` must be proven. On an incomplete graph, some moves do not decrease the
    distance along known paths. It must also be proven that they do not decrease it along paths
    through the frontier. O(states + moves).
    """
    distance = int(proven_distance(graph)[node])
    targets = graph.targets[graph.offsets[node] : graph.offsets[node + 1]]
    if distance < 0:
        alone = len(targets) > 0 and bool((targets == targets[0]).all())
        return alone and bool(moves_to_goal(graph)[node] >= 0)
    if graph.complete:
        return True
    is_best = moves_to_goal(graph)[targets] == distance - 1
    out = moves_to_frontier(graph)[targets]
    return not ((out >= 0) & (out == distance - 2) & ~is_best).any()


def moves_to_frontier(graph: ArrayGraph) -> np.ndarray:
    """Return the fewest moves (n,) int32 from each state to the frontier, or -1; cached."""
    return graph.remember("moves_to_frontier", lambda: moves_to_any(graph, graph.frontier))
