"""The role of each state, such as start, goal, alive, dead or stuck."""

from __future__ import annotations

import numpy as np

from stategraph.analysis.dead_ends import dead, stuck
from stategraph.analysis.distances import moves_to_goal
from stategraph.graph import ArrayGraph


def roles(graph: ArrayGraph) -> np.ndarray:
    """Return the role of every state. O(states + moves).

    Returns
    -------
    (n,) U7
        "start", "goal", "alive" (the goal can be reached), "dead", or "stuck" (dead without moves).
        An incomplete graph also has "open" (the moves are unknown) and "unknown"

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = StateGraph.from_networkx(nx.DiGraph(["sa", "ag", "ab", "bc"]), "s", "g")
    >>> {graph.state(node): str(role) for node, role in enumerate(roles(graph))}
    {'s': 'start', 'a': 'alive', 'g': 'goal', 'b': 'dead', 'c': 'stuck'}
    """
    role = np.full(len(graph), "unknown", "U7")
    role[moves_to_goal(graph) >= 0] = "alive"
    role[dead(graph)] = "dead"
    role[stuck(graph)] = "stuck"
    role[graph.frontier] = "open"
    role[0] = "start"
    if graph.goal is not None:
        role[graph.goal] = "goal"
    return role
