"""Dead ends: states from which the goal cannot be reached, and moves into them.

- *dead state*: a reachable state from which the goal cannot be reached;
- *stuck state*: a dead state that has no moves;
- *dead-end cycle*: a strongly connected component of dead states with more than one state or a
  self-loop, so that a player can move in it forever. The cycle is *terminal* if no move leads out
  of it;
- *trap move*: a move from a living state to a dead state.

Every state that is reachable from a dead state is dead. On an incomplete graph a state counts as
dead only if neither the goal nor the frontier can be reached from it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stategraph import kernels
from stategraph.analysis.distances import (
    moves_from,
    moves_to,
    moves_to_any,
    moves_to_goal,
    nearest_first,
)
from stategraph.analysis.lifting import reported
from stategraph.analysis.shortest_solutions import GraphPath, cycle_from
from stategraph.analysis.strong_components import component_moves, components
from stategraph.graph import ArrayGraph, pieces
from stategraph.readable import Record

# Maximum number of states of a component in which the shortest cycle is searched from every state.
MAX_STATES_FOR_ALL_ROOTS = 10_000


@dataclass(frozen=True)
class DeadEndCycle:
    """A strongly connected component of dead states that contains a cycle.

    Attributes
    ----------
    states : (k,) int64
        its nodes, ascending
    terminal : bool
        whether no move leads out of the component
    """

    states: np.ndarray
    terminal: bool

    def __len__(self) -> int:
        return len(self.states)


def dead(graph: ArrayGraph) -> np.ndarray:
    """Return a mask of the states that are proven dead; cached. O(states + moves).

    Returns
    -------
    (n,) bool

    Examples
    --------
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
    """Return the nodes that are proven dead, ascending. O(states + moves).

    On an incomplete graph other states may be dead too. `dead` returns the same as a mask;
    `stategraph.metrics.dead_states` counts them.

    Examples
    --------
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
    """Return a mask of the states that are dead and have no move. O(states + moves).

    Returns
    -------
    (n,) bool

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> int(stuck(graph).sum())
    0
    """
    stuck: np.ndarray = dead(graph) & (np.diff(graph.offsets) == 0)
    return stuck


def trap_moves(graph: ArrayGraph) -> np.ndarray:
    """Return the moves from a living state to a dead state. O(states + moves).

    `stategraph.metrics.trap_moves` counts them.

    Returns
    -------
    (k,) int64
        numbers of moves, ascending

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [graph.label(move) for move in trap_moves(graph)]
    ['L7']
    """
    alive, is_dead = moves_to_goal(graph) >= 0, dead(graph)
    traps = [np.zeros(0, np.int64)]
    for piece in pieces(len(graph)):
        offsets = graph.offsets[piece.start : piece.stop + 1]
        from_alive = np.repeat(alive[piece], np.diff(offsets))
        to_dead = is_dead[graph.targets[offsets[0] : offsets[-1]]]
        traps.append(offsets[0] + np.flatnonzero(from_alive & to_dead))
    return np.concatenate(traps)


def moves_to_stuck(graph: ArrayGraph) -> np.ndarray:
    """Return the fewest moves from every state to the nearest stuck state; cached.

    O(states + moves).

    Returns
    -------
    (n,) int32
        -1 if no stuck state can be reached

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> moves_to_stuck(graph).tolist()
    [-1, -1, -1, -1, -1, -1, -1, -1, -1]
    """
    nodes = np.flatnonzero(stuck(graph))
    return graph.remember("moves_to_stuck", lambda: moves_to_any(graph, nodes))


def dead_end_cycles(graph: ArrayGraph) -> list[DeadEndCycle]:
    """Return the dead-end cycles; cached. O(states + moves).

    `stategraph.metrics.dead_end_cycles` counts them.

    Returns
    -------
    list of DeadEndCycle
        sorted by their lowest state

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [cycle.states.tolist() for cycle in dead_end_cycles(graph)]
    [[7, 8]]
    """
    return graph.remember("dead_end_cycles", lambda: _dead_end_cycles(graph))


def _dead_end_cycles(graph: ArrayGraph) -> list[DeadEndCycle]:
    component, is_dead = components(graph), dead(graph)
    leave, repeat = component_moves(graph)
    members = np.flatnonzero(is_dead & repeat[component])
    order = np.argsort(component[members], kind="stable")
    members = members[order]
    cuts = np.flatnonzero(np.diff(component[members])) + 1
    groups = np.split(members, cuts) if len(members) else []
    cycles = [DeadEndCycle(group, not leave[component[group[0]]]) for group in groups]
    return sorted(cycles, key=lambda cycle: int(cycle.states[0]))


def witness(graph: ArrayGraph, cycle: DeadEndCycle) -> tuple[GraphPath, bool]:
    """Return a closed path inside a dead-end cycle, which a player can replay.

    Returns
    -------
    GraphPath
        a cycle that passes no state twice
    bool
        whether it is a shortest cycle of the component

    Notes
    -----
    Components of up to 10,000 states are searched from every state, at worst O(k * (k + moves)) for
    k states. Each search stops at the shortest length found so far. Among the shortest cycles, the
    one through the lowest state is returned. In larger components only cycles through the lowest
    state are searched, O(states + moves).

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [witness(graph, cycle)[0].labels for cycle in dead_end_cycles(graph)]
    [('R6', 'R3')]
    """
    local, slots = graph.induced(cycle.states)
    # a component with one move per state is a ring: it contains only one cycle
    ring = local.number_of_edges() == len(cycle)
    whole = ring or len(cycle) <= MAX_STATES_FOR_ALL_ROOTS
    roots = np.arange(len(cycle) if whole and not ring else 1, dtype=np.int32)
    work = len(roots) * (len(cycle) + local.number_of_edges()) // 8
    root, _ = kernels.shortest_cycle(local.offsets, local.targets, roots, work=work)
    path = _cycle_through(local, int(root))
    nodes = tuple(int(cycle.states[place]) for place in path.nodes)
    moves = tuple(int(slots[slot]) for slot in path.moves)
    return GraphPath(nodes, path.labels, moves, wins=False), whole


def _cycle_through(graph: ArrayGraph, root: int) -> GraphPath:
    """Return a shortest cycle through `root`; its first move has the smallest label."""
    back = moves_to(graph, root)
    out = range(int(graph.offsets[root]), int(graph.offsets[root + 1]))
    on_cycle = [e for e in out if back[graph.targets[e]] >= 0]
    move = min(on_cycle, key=lambda e: (int(back[graph.targets[e]]), int(graph.labels[e])))
    return cycle_from(graph, move)


def nearest_cycle(graph: ArrayGraph, node: int) -> DeadEndCycle | None:
    """Return the dead-end cycle that is nearest to `node` in moves. O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    node : int
        the number of a state

    Returns
    -------
    DeadEndCycle or None
        None if no dead-end cycle can be reached

    Raises
    ------
    NodeNotFound
        if `node` is not in the graph

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> nearest_cycle(graph, 7).states.tolist()
    [7, 8]
    """
    cycles = dead_end_cycles(graph)
    owner = np.full(len(graph), -1, np.int64)
    for k, cycle in enumerate(cycles):
        owner[cycle.states] = k
    reach = moves_from(graph, node)
    near = np.flatnonzero((owner >= 0) & (reach >= 0))
    return cycles[owner[near[np.argmin(reach[near])]]] if len(near) else None


def largest_dead_end_cycles(graph: ArrayGraph, most: int) -> list[Record]:
    """Return JSON records of the largest dead-end cycles.

    Parameters
    ----------
    graph : ArrayGraph
    most : int
        maximum number of records

    Returns
    -------
    list of dict
        each with its number of states and a witness, as in ``stategraph analyse --json``

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [cycle["states"] for cycle in largest_dead_end_cycles(graph, 3)]
    [2]
    """
    cycles = sorted(dead_end_cycles(graph), key=lambda cycle: -len(cycle))
    return [_cycle_record(graph, cycle) for cycle in cycles[:most]]


def _cycle_record(graph: ArrayGraph, cycle: DeadEndCycle) -> Record:
    path, whole = witness(graph, cycle)
    played = reported(graph, path)[1]
    lowest = "of the component" if whole else "through its lowest state"
    return {
        "states": len(cycle),
        "terminal": cycle.terminal,
        "cycle_from": path.nodes[0],
        "cycle": list(played.labels),
        "shortest": lowest if len(played) == len(path) else None,
    }


def nearest_trap_moves(graph: ArrayGraph, most: int) -> list[Record]:
    """Return JSON records of the trap moves nearest to the start.

    Parameters
    ----------
    graph : ArrayGraph
    most : int
        maximum number of records

    Returns
    -------
    list of dict
        with the keys ``from``, ``label`` and ``to``

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [trap["label"] for trap in nearest_trap_moves(graph, 3)]
    ['L7']
    """
    moves = trap_moves(graph)
    sources = np.searchsorted(graph.offsets, moves, side="right") - 1
    near = nearest_first(graph, np.arange(len(moves)), sources)[:most]
    return [
        {
            "from": int(sources[k]),
            "label": graph.label(int(moves[k])),
            "to": int(graph.targets[moves[k]]),
        }
        for k in near
    ]
