"""What a graph proves, whole or stopped at a limit: yes, no, or unknown.

An expansion that is stopped leaves states whose moves nobody looked at, the *frontier*. What was
found is true all the same, and what was not found may still be there::

    start ──► a ──► goal       a solution of 2 moves: proven, for states are found breadth first
      └─► b ──► c ··· ?        c was not expanded: whether b is dead, nobody knows

So there are three answers, and ``None`` is "unknown" everywhere. The rules of what a part of a
graph proves about the whole stand here; which states are proven dead, `dead` tells.
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis.distances import moves_from_start, moves_to_any, moves_to_goal
from stategraph.analysis.paths import Way, first_solution, first_way, shortest, shortest_paths
from stategraph.engines.limits import MOVE_BYTES, STATE_BYTES
from stategraph.errors import TooLargeError
from stategraph.graph import ArrayGraph

# What distances, dead states and what is asked of play need for each state of a graph on disk.
PASS_BYTES = 40

# What an answer can rest on, from little to much.
PROOFS = ("seen", "goal", "first", "shortest", "whole")


def exists(graph: ArrayGraph, found: bool) -> bool | None:
    """Return whether there is what was looked for in all of the graph; None: unknown.

    What was `found` is there, complete or not; what was not found, only a complete graph lacks.
    """
    if found:
        return True
    return False if graph.complete else None


def absent(graph: ArrayGraph, found: bool) -> bool | None:
    """Return whether there is nothing of what was looked for; None: unknown. See `exists`."""
    there = exists(graph, found)
    return None if there is None else not there


def too_large(graph: ArrayGraph) -> str:
    """Return why what needs all of a graph in memory is unknown, in words; empty: it is not.

    Only a graph that is not in memory itself can be.
    """
    needed = len(graph) * STATE_BYTES + graph.number_of_edges() * MOVE_BYTES
    if graph.memory is None or needed <= graph.memory:
        return ""
    return f"needs {needed / 2**20:,.0f} MiB of memory; {graph.memory / 2**20:,.0f} may be taken"


def refuse_too_large(graph: ArrayGraph) -> None:
    """Raise ``TooLargeError`` where not even what looks at all states in order fits into memory."""
    needed = len(graph) * PASS_BYTES
    if graph.memory is not None and needed > graph.memory:
        raise TooLargeError(
            f"unknown: to look at {len(graph):,} states needs {needed / 2**20:,.0f} MiB of memory; "
            f"{graph.memory / 2**20:,.0f} may be taken"
        )


def solvable(graph: ArrayGraph) -> bool | None:
    """Return whether the goal can be reached from the start; None: unknown. O(1).

    Own definition.
    """
    return exists(graph, graph.goal is not None)


def solutions_known(graph: ArrayGraph) -> bool:
    """Return whether the graph holds every shortest solution, or is proven to have none."""
    if graph.complete:
        return True
    return graph.goal is not None and levels_whole(graph, int(moves_from_start(graph)[graph.goal]))


def levels_whole(graph: ArrayGraph, depth: int) -> bool:
    """Return whether the graph holds every move of the states nearer to the start than `depth`.

    Then it holds all shortest ways of `depth` moves, since states are expanded breadth first.
    """
    frontier = graph.frontier[:1]  # in the order of their distance
    return not (moves_from_start(graph)[frontier] < depth).any()


def fewest_moves(graph: ArrayGraph) -> int:
    """Return a lower bound on the moves of a solution; 0 if no solution exists. O(states + moves).

    States are found breadth first. So a solution outside the graph takes at least one move more
    than the nearest state of the frontier, and a solution inside it is a shortest one.
    """
    length = shortest(graph)
    if length is not None:
        return length
    nearest = moves_from_start(graph)[graph.frontier[:1]]
    return int(nearest[0]) + 1 if len(nearest) else 0


def first_known(graph: ArrayGraph, way: Way, order: str = "text") -> bool:
    """Return whether the graph proves that `way` is the first shortest path to its last state.

    `way` is the first one inside the graph. A state of the frontier may have a move of any label to
    that last state. Such a path is as short if the frontier state is one move nearer to the start,
    and it may come first unless its labels come after those of `way`. Of a quotient, or of a graph
    on disk, this is not looked at. O(states + moves).
    """
    if levels_whole(graph, len(way)):
        return True
    if graph.quotient is not None or graph.memory is not None:
        return False
    frontier = graph.frontier
    last = frontier[moves_from_start(graph)[frontier] == len(way) - 1]
    more = np.zeros(len(graph) + 1, np.int64)
    more[last + 1] = 1  # a move of the smallest label: none
    target = way.nodes[-1]
    likely = graph.but(
        offsets=graph.offsets + np.cumsum(more),
        targets=np.append(graph.targets, np.full(len(last), target, np.int32)),
        labels=np.append(graph.labels.astype(np.int64) + 1, np.zeros(len(last), np.int64)),
        label_names=("", *graph.label_names),
    )
    other = first_way(likely, shortest_paths(likely, 0, target), order)
    return other.text == way.text if order == "text" else other.labels == way.labels


def first_solution_known(graph: ArrayGraph, order: str = "text") -> bool:
    """Return whether the graph proves the first shortest solution, or that it has no solution."""
    known = solutions_known(graph)
    if known or graph.goal is None or graph.quotient is not None:
        return known
    return first_known(graph, first_solution(graph, order), order)


def holds(graph: ArrayGraph, proof: str, order: str = "text") -> bool:
    """Return whether the graph proves what rests on `proof`.

    Parameters
    ----------
    proof : one of `PROOFS`
        the part seen so far; whether the goal can be reached; the first shortest solution; all
        shortest solutions; the whole graph
    order : {"text", "moves"}
        what makes a solution the first
    """
    if proof == "goal":
        return solvable(graph) is not None
    if proof == "first":
        return first_solution_known(graph, order)
    if proof == "shortest":
        return solutions_known(graph)
    return proof == "seen" or graph.complete


def proven_distance(graph: ArrayGraph) -> np.ndarray:
    """Return d*: the moves left (n,) int32 that are proven, -1 for all else. O(states + moves).

    -1 where the goal cannot be reached, too. On a graph that is not complete, a way out of what was
    expanded must take one move more than to the nearest state that was not; a solution no longer
    than that is shortest.
    """
    known = moves_to_goal(graph)
    if graph.complete:
        return known
    out = moves_to_frontier(graph)
    return np.where((out < 0) | (known <= out + 1), known, -1).astype(known.dtype)


def best_moves_known(graph: ArrayGraph, node: int) -> bool:
    """Return whether it is proven which moves of `node` bring the goal one move nearer.

    They are where the goal can be reached and all moves lead to the same state. Else the moves left
    from `node` must be proven. On a graph that is not complete, a move that does not bring the goal
    nearer, as far as is known, must not lead to a state from which the goal may be as near by a
    state of the frontier. O(states + moves).
    """
    left = int(proven_distance(graph)[node])
    targets = graph.targets[graph.offsets[node] : graph.offsets[node + 1]]
    if left < 0:
        alone = len(targets) > 0 and bool((targets == targets[0]).all())
        return alone and bool(moves_to_goal(graph)[node] >= 0)
    if graph.complete:
        return True
    nearer = moves_to_goal(graph)[targets] == left - 1
    out = moves_to_frontier(graph)[targets]
    return not ((out >= 0) & (out == left - 2) & ~nearer).any()


def moves_to_frontier(graph: ArrayGraph) -> np.ndarray:
    """Return the fewest moves (n,) int32 to a state that was not expanded, -1: none leads; kept."""
    return graph.remember("moves_to_frontier", lambda: moves_to_any(graph, graph.frontier))
