"""Gates (states on every solution) and the chapters between consecutive gates.

A *gate* is a state on every path from the start to the goal, not only on the shortest ones. In
graph theory, a gate is a dominator of the goal. A *forced* state is on every shortest solution.
Every gate is forced::

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
from stategraph.machine.language import Items


@dataclass(frozen=True)
class Gates:
    """The gates of a graph, and the chapter of each state.

    Attributes
    ----------
    nodes : (k,) int64
        the gates in the order in which every solution first passes them. The first is the start and
        the last is the goal; there is one gate if start and goal are equal
    chapter : (n,) int32
        the chapter of each living state, -1 for the other states. Each path from the start to the
        state passes some gates; the chapter is the position in `nodes` of the last gate that all
        these paths pass. A gate belongs to the chapter that it begins. Chapter c lies between
        ``nodes[c]`` and ``nodes[c + 1]``; the last chapter holds only the goal
    """

    nodes: np.ndarray
    chapter: np.ndarray

    def __len__(self) -> int:
        return len(self.nodes)


def gates(graph: ArrayGraph) -> Gates:
    """Return the gates and chapters; cached. O(states + moves).

    On an incomplete graph, unknown moves may bypass a gate, so the result holds for known moves
    only. `stategraph.metrics.gates` counts the inner gates.

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Notes
    -----
    Only the dominators of one node are needed. A single traversal finds them without building a
    dominator tree; see `_gates`.

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = nx.DiGraph(["sa", "sb", "am", "bm", "mg", "mc", "cg"])
    >>> made = StateGraph.from_networkx(graph, "s", "g")
    >>> [made.state(int(node)) for node in gates(made).nodes]
    ['s', 'm', 'g']
    """
    reached_goal(graph)
    return graph.remember(
        "gates", lambda: _compute(graph.offsets, graph.targets, moves_to_goal(graph))
    )


def _compute(offsets: np.ndarray, targets: np.ndarray, to_goal: np.ndarray) -> Gates:
    """Compute the gates; `to_goal` is the number of moves to the goal, -1 for dead states."""
    n, length = offsets.size - 1, int(to_goal[0]) + 1
    path, nodes = np.empty(length, np.int64), np.empty(length, np.int64)
    place, chapter = np.full(n, -1, np.int32), np.full(n, -1, np.int32)
    queue = np.empty(n, np.int32)
    count = _gates(offsets, targets, to_goal, path, place, chapter, nodes, queue)
    return Gates(nodes[:count], chapter)


@Kernel
def _gates(
    offsets: Items,
    targets: Items,
    to_goal: Items,
    path: Items,
    place: Items,
    chapter: Items,
    gates: Items,
    queue: Items,
) -> int:
    """Write the gates to `gates` and the chapters to `chapter`; return the gate count.

    Every gate lies on every shortest path to the goal, so one shortest `path` is enough. `place` is
    the position of each node on this path, or -1. Explore the graph from a gate and record the
    farthest position on the path that moves lead to. The path nodes before that position can be
    bypassed, so they are not gates. The search explores them too. When nothing is left to explore,
    all moves out of the explored part lead to that farthest position: it is the next gate.
    """
    u = 0
    for k in range(path.size):
        path[k] = u
        place[u] = k
        for e in range(offsets[u], offsets[u + 1]):
            if to_goal[targets[e]] == to_goal[u] - 1:
                u = targets[e]
                break
    count = head = tail = 0
    walked = -1  # the last explored position on the path
    farthest = 0
    while walked < path.size - 1:
        if walked + 1 == farthest:
            gates[count] = path[farthest]
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
                elif to_goal[v] >= 0 and chapter[v] < 0:
                    chapter[v] = count - 1
                    queue[tail] = v
                    tail += 1
    return count
