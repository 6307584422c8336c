"""The part that each state plays: where play begins and ends, and what can still be won."""

from __future__ import annotations

import numpy as np

from stategraph.analysis.dead_ends import dead, stuck
from stategraph.analysis.distances import moves_to_goal
from stategraph.graph import ArrayGraph


def roles(graph: ArrayGraph) -> np.ndarray:
    """Return the role (n,) U7 of every state. O(states + moves).

    start, goal, alive (it can still win), dead, stuck (dead and without any move); only in a graph
    that is not complete: open (its moves are not known) and unknown.

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> made = StateGraph.from_networkx(nx.DiGraph(["sa", "ag", "ab", "bc"]), "s", "g")
    >>> {made.state(node): str(role) for node, role in enumerate(roles(made))}
    {'s': 'start', 'a': 'alive', 'g': 'goal', 'b': 'dead', 'c': 'stuck'}
    """
    found = np.full(len(graph), "unknown", "U7")
    found[moves_to_goal(graph) >= 0] = "alive"
    found[dead(graph)] = "dead"
    found[stuck(graph)] = "stuck"
    found[graph.frontier] = "open"
    found[0] = "start"
    if graph.goal is not None:
        found[graph.goal] = "goal"
    return found
