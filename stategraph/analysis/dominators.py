"""What every solution must pass: gates, and the chapters that they cut the puzzle into.

A *gate* is a state that every way from the start to the goal passes, however long: a dominator of
the goal. A *forced* state lies on every shortest solution; every gate is forced::

              ┌─► a ─┐             ┌─► c ─┐
    start ────┤      ├──► gate ────┤      ├───► goal       chapter 0: start a b
              └─► b ─┘             └──────┘                chapter 1: gate c
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stategraph.analysis.distances import moves_to_goal, reached_goal
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel


@dataclass(frozen=True)
class Gates:
    """The states that every solution passes, and which of them come before a state.

    Attributes
    ----------
    nodes : (k,) int64
        the gates, in the one order in which every solution passes them first; the start is the
        first and the goal the last (one gate, where they are the same)
    chapter : (n,) int32
        of each alive state the last gate that every way from the start to it passes, as a place in
        `nodes`, a gate being its own; -1 for the others. Chapter c lies between ``nodes[c]`` and
        ``nodes[c + 1]``; the goal is alone in the last
    """

    nodes: np.ndarray
    chapter: np.ndarray

    def __len__(self) -> int:
        return len(self.nodes)


def gates(graph: ArrayGraph) -> Gates:
    """Return the gates and chapters; kept. O(states + moves).

    One walk for a single pair of ends takes the place of a whole dominator tree; see `_gates`. On a
    graph that is not complete it is about the states seen: a gate of it may have a way round.
    `stategraph.metrics.gates` counts the inner ones.

    Raises
    ------
    NetworkXNoPath
        when the goal is not reached

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = nx.DiGraph(["sa", "sb", "am", "bm", "mg", "mc", "cg"])
    >>> made = StateGraph.from_networkx(graph, "s", "g")
    >>> [made.state(int(node)) for node in gates(made).nodes]
    ['s', 'm', 'g']
    """
    reached_goal(graph)
    return graph.remember(
        "gates", lambda: _found(graph.offsets, graph.targets, moves_to_goal(graph))
    )


def _found(offsets: np.ndarray, targets: np.ndarray, left: np.ndarray) -> Gates:
    """Return the gates; `left` is the moves left to the goal, -1 where it cannot be reached."""
    n, length = offsets.size - 1, int(left[0]) + 1
    path, nodes = np.empty(length, np.int64), np.empty(length, np.int64)
    place, chapter = np.full(n, -1, np.int32), np.full(n, -1, np.int32)
    queue = np.empty(n, np.int32)
    count = _gates(offsets, targets, left, path, place, chapter, nodes, queue)
    return Gates(nodes[:count], chapter)


@Kernel
def _gates(offsets, targets, left, path, place, chapter, found, queue):
    """Put the gates into `found`, every node's chapter into `chapter`; return how many gates.

    Take one shortest `path` to the goal, on which each node has its `place`: the gates lie on it.
    Explore from a gate, only noting how far along the path the moves lead: what lies before the
    farthest place on the path can be passed by another way, so it is no gate, and is explored too.
    When nothing is left to explore, all moves out of what was explored lead to that farthest
    place: it is the next gate.
    """
    u = 0
    for k in range(path.size):
        path[k] = u
        place[u] = k
        for e in range(offsets[u], offsets[u + 1]):
            if left[targets[e]] == left[u] - 1:
                u = targets[e]
                break
    count = head = tail = 0
    walked = -1  # the last place on the path that was explored
    farthest = 0
    while walked < path.size - 1:
        if walked + 1 == farthest:
            found[count] = path[farthest]
            count += 1
        walked += 1
        chapter[path[walked]] = count - 1
        queue[tail] = path[walked]
        tail += 1
        while head < tail:
            u = queue[head]
            head += 1
            for e in range(offsets[u], offsets[u + 1]):
                v = targets[e]
                if place[v] >= 0:
                    farthest = max(farthest, place[v])
                elif left[v] >= 0 and chapter[v] < 0:
                    chapter[v] = count - 1
                    queue[tail] = v
                    tail += 1
    return count
