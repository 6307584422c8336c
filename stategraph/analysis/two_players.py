"""Games of two sides: a runner that never stops moving, and another side that moves freely.

Both sides may move in any state; their labels differ. The *runner* (in Pledge, the knight) keeps
moving. The other side (in Pledge, the player who slides the tiles) may make any finite number of
moves in between. So a play ends in the goal or in a stuck state, or it contains infinitely many
moves of the runner::

    start ──run──► a ──run──► goal       a and b may be swapped a million times, but not forever:
                  ▲ ▼ other              every play reaches the goal after 2 moves of the runner
                   b                     (not if one of the two moves between a and b were a run)

Some play avoids the goal if and only if a stuck state is reachable, or a cycle with a move of the
runner is reachable. The goal has no moves, so every cycle avoids the goal. A move is on a cycle if
and only if both its ends are in the same strongly connected component. One linear pass over the
graph is therefore enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from stategraph.analysis.dead_ends import dead
from stategraph.analysis.distances import moves_from_start, nearest_first
from stategraph.analysis.proof import exists
from stategraph.analysis.shortest_solutions import GraphPath, cycle_from, path_to
from stategraph.analysis.state_query import QueryAnswer, query
from stategraph.analysis.strong_components import components, longest_chain
from stategraph.graph import ArrayGraph
from stategraph.variables import State


@dataclass(frozen=True)
class AlwaysWins:
    """The answer whether every play reaches the goal, with a counterexample if not.

    Attributes
    ----------
    holds : bool or None
        None if it is unknown, since the graph is not complete
    longest : int or None
        if every play wins: the maximum number of moves of the runner before the goal
    way : GraphPath or None
        if not every play wins: the first shortest path to a state from which a play avoids the goal
    cycle : GraphPath or None
        if not every play wins: a simple cycle from the end of `way` that starts with a move of the
        runner; None if the end of `way` is a stuck state
    """

    holds: bool | None
    longest: int | None = None
    way: GraphPath | None = None
    cycle: GraphPath | None = None


def always_wins(graph: ArrayGraph, runs: Callable[[str], bool]) -> AlwaysWins:
    """Return whether every play reaches the goal, for all moves of the other side.

    Parameters
    ----------
    graph : ArrayGraph
    runs : callable
        ``runs(label)`` returns whether a move belongs to the runner

    Notes
    -----
    O(states + moves). If both a stuck state and a cycle exist, the counterexample is the one nearer
    to the start, or the stuck state if both are equally near. The cycle is a shortest cycle through
    its first move. A cycle without moves of the runner is not a play, since the other side must
    stop eventually. On an incomplete graph the answer is either False, which is proven, or None.

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = nx.MultiDiGraph()
    >>> for u, label, v in ("sRa", "aRg", "aos"):
    ...     _ = graph.add_edge(u, v, key=label)
    >>> made = StateGraph.from_networkx(graph, "s", "g")
    >>> always_wins(made, str.isupper).cycle.labels
    ('R', 'o')
    """
    runner = np.array([runs(label) for label in graph.label_names], bool)[graph.labels]
    component, depth = components(graph), moves_from_start(graph)
    tails, heads = component[graph.sources], component[graph.targets]
    endless = np.flatnonzero(runner & (tails == heads))
    stuck = np.flatnonzero(np.diff(graph.offsets[: graph.expanded + 1]) == 0)
    stuck = stuck[stuck != (-1 if graph.goal is None else graph.goal)]
    # Keep only the nearest stuck state and the nearest move on a cycle.
    ends = nearest_first(graph, stuck)[:1].tolist()
    moves = nearest_first(graph, endless, graph.sources[endless])[:1].tolist()
    if ends and not (moves and depth[graph.sources[moves[0]]] < depth[ends[0]]):
        return AlwaysWins(False, way=path_to(graph, ends[0]))
    if moves:
        cycle = cycle_from(graph, moves[0])
        return AlwaysWins(False, way=path_to(graph, cycle.nodes[0]), cycle=cycle)
    if not graph.complete:
        return AlwaysWins(None)
    return AlwaysWins(True, longest=int(longest_chain(graph, runner)[component[0]]))


def won_where(graph: ArrayGraph, variable: str, value: int) -> ArrayGraph:
    """Return the graph of the same game with additional goal states. O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
    variable : str
    value : int
        a state is also a goal if the variable has this value

    Returns
    -------
    ArrayGraph
        the moves of goal states are removed, and also the states that become unreachable. The goal
        of `graph` remains a goal

    Raises
    ------
    ValueError
        if `graph` is not complete or has no variables

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> len(won_where(graph, "rocket", 3))
    3
    """
    if not graph.complete or graph.variables is None:
        raise ValueError("only a complete graph with variables shows which other states may win")
    final = graph.variables.values(graph.states, variable) == value
    if graph.goal is not None:
        final[graph.goal] = True
    arrays = graph.offsets, graph.targets, graph.labels.astype(np.int64)
    result, _ = ArrayGraph.from_rows(*arrays, graph.label_names, 0, final)
    return result.but(states=graph.states[np.array(result.states)], variables=graph.variables)


def endless_run(graph: ArrayGraph, visible: Callable[[State], object]) -> tuple[int, list[str]]:
    """Return after how many moves a run without choices becomes periodic, and its period.

    O(states).

    Parameters
    ----------
    graph : ArrayGraph
        every state has one move, and play never ends
    visible : callable
        maps a state to its visible part; states with equal visible parts count as equal

    Returns
    -------
    int
        the number of moves before the repetition
    list of str
        the labels of one period

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("pledge/short-memory")
    >>> endless_run(graph, lambda state: (state.cell, state.heading))[0]
    1
    """
    nodes, place = [0], {0: 0}
    while (target := int(graph.targets[graph.offsets[nodes[-1]]])) not in place:
        place[target] = len(nodes)
        nodes.append(target)
    period = len(nodes) - place[target]
    looks = [visible(graph.state(node)) for node in nodes]
    looks += looks[-period:]
    stem = len(nodes) - 1
    while stem > 0 and looks[stem - 1] == looks[stem - 1 + period]:
        stem -= 1
    moves = [graph.label(int(graph.offsets[node])) for node in nodes]
    moves += moves[-period:]
    return stem, moves[stem : stem + period]


def can_be_trapped(graph: ArrayGraph) -> bool | None:
    """Return whether a player can reach a dead state.

    Returns
    -------
    bool or None
        None if an incomplete graph does not prove it

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> can_be_trapped(graph)
    True
    """
    return exists(graph, bool(dead(graph).any()))


def nearest_trap(graph: ArrayGraph) -> QueryAnswer | None:
    """Return the facts about the dead state nearest to the start. O(states + moves).

    Returns
    -------
    QueryAnswer or None
        the path to the state, the fatal move, and the nearest stuck state or cycle; None if no dead
        state is known

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> nearest_trap(graph).way.labels
    ('L4', 'R3', 'L7')
    """
    nodes = np.flatnonzero(dead(graph))
    if not len(nodes):
        return None
    return query(graph, int(nodes[np.argmin(moves_from_start(graph)[nodes])]))
