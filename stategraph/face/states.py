"""Single states of a level: what is known of one, and which are dead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.face.given import Levelled, level_of, only_one, state_of
from stategraph.face.levels import expand
from stategraph.graph.state_graph import StateGraph

if TYPE_CHECKING:
    from stategraph.analysis import QueryAnswer, Way


def query(
    graph: Levelled,
    node: int | None = None,
    *,
    after: str | None = None,
    state: Any = None,
    order: str = "text",
) -> QueryAnswer:
    """Return what is known of one state: how to get there, can it win, and if not, what doomed it.

    Parameters
    ----------
    node : int, optional
        the state's number; the start where none of the three is given
    after : str, optional
        the moves that lead there
    state : State or str, optional
        the state itself, or its values: ``"rocket=3,lucky=7"``

    Raises
    ------
    NodeNotFound
        when the graph has no such node
    InputError
        when the moves cannot be played, or the state was not reached

    >>> found = query("spacewreck/eight-rooms", after="L4R3L7")
    >>> found.can_win, found.doom.label
    (False, 'L7')
    """
    from stategraph.analysis import query as query_node

    only_one(node=node, after=after, state=None if state is None else True)
    graph = expand(graph)
    way = None if after is None else way_after(graph, after)
    return query_node(graph, node_of(graph, node, way, state), way, order)


def node_of(graph: StateGraph, node: int | None, way: Way | None, state: Any) -> int:
    """Return the node that is meant; the start where nothing is."""
    from stategraph.laws.replaying import reached

    if way is not None:
        return way.nodes[-1]
    if state is not None:
        level = level_of(graph)
        return reached(level.puzzle, graph, state_of(level, state))
    return graph.start if node is None else graph.check(node)


def way_after(graph: StateGraph, moves: str) -> Way:
    """Return the way that moves from the start take."""
    from stategraph.analysis import way_along
    from stategraph.laws.replaying import play, reached

    level = level_of(graph)
    puzzle = level.puzzle
    played = play(puzzle, level.family.labels(moves))
    real = graph.real
    way = way_along(real, [reached(puzzle, real, s) for s in played.states], played.labels)
    return way if real is graph else graph.quotient.fold(graph, way)


def dead_states(graph: Levelled) -> list[int]:
    """Return the numbers, in order, of the states from which nothing wins any more.

    Of a graph that is not complete, those that are proven to be dead. O(states + moves).

    >>> dead_states("spacewreck/eight-rooms")
    [7, 8]
    """
    from stategraph.analysis import dead_states as dead_nodes

    return dead_nodes(expand(graph))
