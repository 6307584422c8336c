"""Dead ends: states from which the goal cannot be reached any more, and how a player gets there.

- *dead*: reachable, and the goal cannot be reached from it;
- *stuck*: dead and without any move;
- *dead-end cycle*: a strongly connected component of dead states with more than one state or a
  self-loop: a player can go round in it for ever. *Terminal* if nothing leaves it;
- *trap move*: a move from a state that can still win into a dead one.

Everything reachable from a dead state is dead. On an incomplete graph a state counts as dead only
when everything that can follow it was expanded and holds no goal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.analysis.distances import (
    moves_from,
    moves_to,
    moves_to_any,
    moves_to_goal,
    nearest_first,
)
from stategraph.analysis.paths import Way, cycle_from
from stategraph.analysis.strong_components import components
from stategraph.analysis.told import told
from stategraph.graph import ArrayGraph

# Up to so many states, the shortest cycle of a whole component is looked for.
WHOLE_SEARCH = 10_000


@dataclass(frozen=True)
class DeadEndCycle:
    """A dead strongly connected component that can be walked in for ever.

    Attributes
    ----------
    states : (k,) int64
        its nodes, ascending
    terminal : bool
        whether no move leaves it
    """

    states: np.ndarray
    terminal: bool

    def __len__(self) -> int:
        return len(self.states)


def dead(graph: ArrayGraph) -> np.ndarray:
    """Return which states (n,) bool are proven dead, as a mask; kept. O(states + moves).

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = StateGraph.from_networkx(nx.DiGraph(["sa", "ag", "ab", "bc", "cb"]), "s", "g")
    >>> dead(graph).tolist()
    [False, False, False, True, True]
    """
    if graph.complete:
        return graph.remember("dead", lambda: moves_to_goal(graph) < 0)
    hopes = [] if graph.goal is None else [graph.goal]
    hopeful = np.append(graph.frontier, np.array(hopes, np.int64))
    return graph.remember("dead", lambda: moves_to_any(graph, hopeful) < 0)


def dead_states(graph: ArrayGraph) -> list[int]:
    """Return the nodes that are proven dead, ascending: the goal cannot be reached from them.

    On a graph that is not complete there may be more of them. O(states + moves). `dead` is the same
    as a mask; `stategraph.metrics.dead_states` counts them.

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = StateGraph.from_networkx(nx.DiGraph(["sa", "ag", "ab", "bc", "cb"]), "s", "g")
    >>> dead_states(graph), [graph.state(node) for node in dead_states(graph)]
    ([3, 4], ['b', 'c'])
    >>> graph.subgraph(dead_states(graph)).number_of_edges()
    2
    """
    return np.flatnonzero(dead(graph)).tolist()


def stuck(graph: ArrayGraph) -> np.ndarray:
    """Return which states (n,) bool are dead and have no move at all. O(states + moves)."""
    return dead(graph) & (np.diff(graph.offsets) == 0)


def trap_moves(graph: ArrayGraph) -> np.ndarray:
    """Return the moves (k,) int64 from a state that can still win into a dead one, ascending.

    `stategraph.metrics.trap_moves` counts them. O(states + moves).
    """
    alive, gone = moves_to_goal(graph) >= 0, dead(graph)
    return np.flatnonzero(alive[graph.sources] & gone[graph.targets])


def moves_to_stuck(graph: ArrayGraph) -> np.ndarray:
    """Return the fewest moves (n,) int32 to a stuck state, -1 where none leads to one; kept."""
    nodes = np.flatnonzero(stuck(graph))
    return graph.remember("moves_to_stuck", lambda: moves_to_any(graph, nodes))


def dead_end_cycles(graph: ArrayGraph) -> list[DeadEndCycle]:
    """Return the dead-end cycles in the order of their lowest state. O(states + moves).

    `stategraph.metrics.dead_end_cycles` counts them.
    """
    return graph.remember("dead_end_cycles", lambda: _dead_end_cycles(graph))


def _dead_end_cycles(graph: ArrayGraph) -> list[DeadEndCycle]:
    component, gone = components(graph), dead(graph)
    tails, heads = component[graph.sources], component[graph.targets]
    size = np.bincount(component)
    loops = np.zeros(len(size), bool)
    loops[component[graph.sources[graph.sources == graph.targets]]] = True
    leaves = np.zeros(len(size), bool)
    leaves[tails[tails != heads]] = True
    members = np.flatnonzero(gone & ((size > 1) | loops)[component])
    order = np.argsort(component[members], kind="stable")
    members = members[order]
    cuts = np.flatnonzero(np.diff(component[members])) + 1
    groups = np.split(members, cuts) if len(members) else []
    cycles = [DeadEndCycle(group, not leaves[component[group[0]]]) for group in groups]
    return sorted(cycles, key=lambda cycle: int(cycle.states[0]))


def witness(graph: ArrayGraph, cycle: DeadEndCycle) -> tuple[Way, bool]:
    """Return a simple cycle of moves that replays, and whether none in the component is shorter.

    For components of up to 10,000 states it is the shortest of all (of those, the one through the
    lowest state), found by a search from each state: O(k * (k + moves)) at worst, though the
    searches are cut off at the best length found. Else it is the shortest one through the lowest
    state, O(states + moves).
    """
    local, slots = graph.induced(cycle.states)
    # a ring, one move a state, holds one cycle only
    ring = local.number_of_edges() == len(cycle)
    whole = ring or len(cycle) <= WHOLE_SEARCH
    roots = np.arange(len(cycle) if whole and not ring else 1, dtype=np.int32)
    work = len(roots) * (len(cycle) + local.number_of_edges()) // 8
    root, _ = kernels.shortest_cycle(local.offsets, local.targets, roots, work=work)
    way = _cycle_through(local, int(root))
    nodes = tuple(int(cycle.states[place]) for place in way.nodes)
    moves = tuple(int(slots[slot]) for slot in way.moves)
    return Way(nodes, way.labels, moves, wins=False), whole


def _cycle_through(graph: ArrayGraph, root: int) -> Way:
    """Return a shortest cycle through `root`, its first move the smallest by label."""
    back = moves_to(graph, root)
    out = range(int(graph.offsets[root]), int(graph.offsets[root + 1]))
    on_way = [e for e in out if back[graph.targets[e]] >= 0]
    move = min(on_way, key=lambda e: (int(back[graph.targets[e]]), int(graph.labels[e])))
    return cycle_from(graph, move)


def nearest_cycle(graph: ArrayGraph, node: int) -> DeadEndCycle | None:
    """Return the dead-end cycle that takes the fewest moves to reach from `node`, if there is one.

    O(states + moves). Raises ``NodeNotFound``.
    """
    cycles = dead_end_cycles(graph)
    owner = np.full(len(graph), -1, np.int64)
    for k, cycle in enumerate(cycles):
        owner[cycle.states] = k
    reach = moves_from(graph, node)
    near = np.flatnonzero((owner >= 0) & (reach >= 0))
    return cycles[owner[near[np.argmin(reach[near])]]] if len(near) else None


def largest_dead_end_cycles(graph: ArrayGraph, most: int) -> list[dict[str, Any]]:
    """Return records of the largest dead-end cycles with a witness each, at most `most`."""
    cycles = sorted(dead_end_cycles(graph), key=lambda cycle: -len(cycle))
    return [_cycle_record(graph, cycle) for cycle in cycles[:most]]


def _cycle_record(graph: ArrayGraph, cycle: DeadEndCycle) -> dict[str, Any]:
    way, whole = witness(graph, cycle)
    played = told(graph, way)[1]
    lowest = "of the component" if whole else "through its lowest state"
    return {
        "states": len(cycle),
        "terminal": cycle.terminal,
        "cycle_from": way.nodes[0],
        "cycle": list(played.labels),
        "shortest": lowest if len(played) == len(way) else None,
    }


def nearest_trap_moves(graph: ArrayGraph, most: int) -> list[dict[str, Any]]:
    """Return records of the trap moves nearest to the start, at most `most`."""
    moves = trap_moves(graph)
    near = nearest_first(graph, moves, graph.sources[moves])[:most]
    return [
        {"from": int(graph.sources[e]), "label": graph.label(int(e)), "to": int(graph.targets[e])}
        for e in near
    ]
