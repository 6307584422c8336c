"""Two sides at one board: one never stops and wants the goal, the other may do what it likes.

Both may move in any state, told apart by their labels. The *runner* (for Pledge the knight) goes on
and on; the other side (whoever slides the tiles) may move in between, as often as it likes but not
for ever. So a play ends in the goal, or in a stuck state, or has infinitely many runner's moves::

    start ──run──► a ──run──► goal       a and b can be swapped a million times, not for ever:
                  ▲ ▼ other              every play reaches the goal, after 2 of the runner's moves
                   b                     (were one of the two between them a run: no)

Not every play reaches the goal iff a stuck state can be reached, or a cycle with a runner's move in
it; the goal has no moves, so every cycle avoids it. Such a move lies on a cycle iff both its ends
lie in one strongly connected component: one pass tells, where trying out plays would never end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.analysis.dead_ends import dead
from stategraph.analysis.distances import moves_from_start, nearest_first
from stategraph.analysis.paths import Way, cycle_from, way_to
from stategraph.analysis.proof import exists
from stategraph.analysis.state_query import QueryAnswer, query
from stategraph.analysis.strong_components import components, longest_chain
from stategraph.graph import ArrayGraph


@dataclass(frozen=True)
class AlwaysWins:
    """Whether every play reaches the goal, and what shows it.

    Attributes
    ----------
    holds : bool or None
        None: unknown, the graph is not complete
    longest : int or None
        if so: the most moves the runner can make before the goal
    way : Way or None
        if not: the first shortest way to where the goal is avoided
    cycle : Way or None
        if not: a simple cycle of moves from the end of `way`, its first move the runner's, that
        can be played for ever; None when the end of `way` is stuck
    """

    holds: bool | None
    longest: int | None = None
    way: Way | None = None
    cycle: Way | None = None


def always_wins(graph: ArrayGraph, runs: Callable[[str], bool]) -> AlwaysWins:
    """Return whether every play reaches the goal, whatever the side that is not the runner does.

    O(states + moves).

    Parameters
    ----------
    runs : callable
        ``runs(label)`` tells whether a move is the runner's

    Notes
    -----
    When both a stuck state and a cycle avoid the goal, the witness is the one nearer to the start,
    of equals the stuck state. The cycle is a shortest one through its first move. Where only the
    other side can move it must stop some day, so going round there is no play. On an incomplete
    graph a no that was found is a no.

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
    # the nearest of each, if there is one
    ends = nearest_first(graph, stuck)[:1].tolist()
    moves = nearest_first(graph, endless, graph.sources[endless])[:1].tolist()
    if ends and not (moves and depth[graph.sources[moves[0]]] < depth[ends[0]]):
        return AlwaysWins(False, way=way_to(graph, ends[0]))
    if moves:
        cycle = cycle_from(graph, moves[0])
        return AlwaysWins(False, way=way_to(graph, cycle.nodes[0]), cycle=cycle)
    if not graph.complete:
        return AlwaysWins(None)
    return AlwaysWins(True, longest=int(longest_chain(graph, runner)[component[0]]))


def won_where(graph: ArrayGraph, variable: str, value: int) -> ArrayGraph:
    """Return the graph of the same play, won already where a variable has a value.

    Play that is won goes no further; what only it leads to is left out. The goal of `graph` stays
    one. O(states + moves).

    Raises
    ------
    ValueError
        where `graph` is not complete: what is missing might be won
    """
    if not graph.complete or graph.variables is None:
        raise ValueError("only a complete graph with variables tells where else it may be won")
    final = graph.variables.values(graph.states, variable) == value
    if graph.goal is not None:
        final[graph.goal] = True
    arrays = graph.offsets, graph.targets, graph.labels.astype(np.int64)
    made, _ = ArrayGraph.from_rows(*arrays, graph.label_names, 0, final)
    return made.but(states=graph.states[np.array(made.states)], variables=graph.variables)


def endless_run(graph: ArrayGraph, visible: Callable[[Any], Any]) -> tuple[int, list[str]]:
    """Return after how many moves a run that has no choices repeats itself, and the moves repeated.

    O(states). For a graph in which every state has one move, and play never ends.

    Parameters
    ----------
    visible : callable
        what can be told of a state; the run repeats itself from where all that follows looks like
        what was there a period before
    """
    nodes, place = [0], {0: 0}
    while (after := int(graph.targets[graph.offsets[nodes[-1]]])) not in place:
        place[after] = len(nodes)
        nodes.append(after)
    period = len(nodes) - place[after]
    looks = [visible(graph.state(node)) for node in nodes]
    looks += looks[-period:]
    stem = len(nodes) - 1
    while stem > 0 and looks[stem - 1] == looks[stem - 1 + period]:
        stem -= 1
    moves = [graph.label(int(graph.offsets[node])) for node in nodes]
    moves += moves[-period:]
    return stem, moves[stem : stem + period]


def can_be_trapped(graph: ArrayGraph) -> bool | None:
    """Return whether a dead state is reachable; None: unknown, the graph is not complete."""
    return exists(graph, bool(dead(graph).any()))


def nearest_trap(graph: ArrayGraph) -> QueryAnswer | None:
    """Return what is known of the dead state nearest to the start, None where none is known.

    It holds the way there, the move that was the mistake, and how play goes on from there: stuck,
    or round a cycle. O(states + moves).
    """
    nodes = np.flatnonzero(dead(graph))
    if not len(nodes):
        return None
    return query(graph, int(nodes[np.argmin(moves_from_start(graph)[nodes])]))
