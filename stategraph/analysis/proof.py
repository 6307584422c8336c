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
from stategraph.engines.limits import MOVE_BYTES, STATE_BYTES
from stategraph.errors import TooLargeError
from stategraph.graph import ArrayGraph

# What distances, dead states and what is asked of play need for each state of a graph on disk.
PASS_BYTES = 40

# What an answer can rest on, from little to much.
PROOFS = ("seen", "goal", "shortest", "whole")


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
    return graph.expanded >= int(np.count_nonzero(moves_from_start(graph) < depth))


def holds(graph: ArrayGraph, proof: str) -> bool:
    """Return whether the graph proves what rests on `proof`.

    Parameters
    ----------
    proof : one of `PROOFS`
        nothing more than what was seen; whether the goal can be reached; all shortest solutions;
        the whole graph
    """
    if proof == "goal":
        return solvable(graph) is not None
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
    """Return whether all shortest ways from `node` to the goal are held by the graph.

    On a graph that is not complete, they are when every way out of what was expanded is longer. One
    as short would be enough for another best move. O(states + moves).
    """
    left, out = int(moves_to_goal(graph)[node]), int(moves_to_frontier(graph)[node])
    return left >= 0 and (out < 0 or left <= out)


def moves_to_frontier(graph: ArrayGraph) -> np.ndarray:
    """Return the fewest moves (n,) int32 to a state that was not expanded, -1: none leads; kept."""
    return graph.remember("moves_to_frontier", lambda: moves_to_any(graph, graph.frontier))
