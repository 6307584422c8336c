"""Single states of a level: facts about a state, and dead states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.face import wording
from stategraph.face.level_arguments import Levelled, level_of, only_one, state_of
from stategraph.face.whole_level import expand
from stategraph.graph import ArrayGraph
from stategraph.graph.state_graph import StateGraph

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath, QueryAnswer


def query(
    graph: Levelled,
    node: int | None = None,
    *,
    after: str | None = None,
    state: object = None,
    order: str = "text",
) -> QueryAnswer:
    """Return facts about a state: a path to it, whether it can win, and if not, the fatal move.

    Parameters
    ----------
    graph : StateGraph, Level or str
        a graph, or a level as for `expand`
    node : int, optional
        the number of the state; the start if no state is named
    after : str, optional
        the moves from the start to the state
    state : State or str, optional
        the state itself, or its values: ``"rocket=3,lucky=7"``
    order : {"text", "moves"}
        the order of solutions: by their concatenated text, or label by label

    Returns
    -------
    QueryAnswer
        ``way`` is a path to the state, ``can_win`` is None if unknown, ``moves_to_win`` and
        ``best_moves`` lead to the goal, and ``doom`` is the fatal move before a dead state

    Raises
    ------
    NodeNotFound
        if the graph does not have this node
    InputError
        if the moves cannot be played, or the state was not reached

    Examples
    --------
    >>> answer = query("spacewreck/eight-rooms", after="L4R3L7")
    >>> answer.can_win, answer.doom.label
    (False, 'L7')
    """
    from stategraph.analysis import query as query_node

    only_one(node=node, after=after, state=None if state is None else True)
    graph = expand(graph)
    path = None if after is None else path_after(graph, after)
    answer = query_node(graph, node_of(graph, node, path, state), path, order)
    return wording.query(level_of(graph), graph, answer, graph.state(answer.node))


def node_of(graph: StateGraph, node: int | None, path: GraphPath | None, state: object) -> int:
    """Return the node that the arguments name, or the start if they name none."""
    from stategraph.laws.typed_solutions import reached_node

    if path is not None:
        return path.nodes[-1]
    if state is not None:
        level = level_of(graph)
        return reached_node(level.puzzle, graph, state_of(level, state))
    return graph.start if node is None else graph.check(node)


def path_after(graph: ArrayGraph, moves: str) -> GraphPath:
    """Return the path in the graph that these moves take from the start."""
    from stategraph.analysis import path_along
    from stategraph.analysis.lifting import project
    from stategraph.laws.typed_solutions import play, reached_node

    level = level_of(graph)
    puzzle = level.puzzle
    replay = play(puzzle, level.family.labels(moves))
    real = graph.real
    path = path_along(real, [reached_node(puzzle, real, s) for s in replay.states], replay.labels)
    return project(graph, path)


def dead_states(graph: Levelled) -> list[int]:
    """Return the numbers of the dead states, in increasing order.

    For an incomplete graph, the list has only states that are proven dead. O(states + moves).

    Parameters
    ----------
    graph : StateGraph, Level or str
        a graph, or a level as for `expand`

    Examples
    --------
    >>> dead_states("spacewreck/eight-rooms")
    [7, 8]
    """
    from stategraph.analysis import dead_states as dead_nodes

    return dead_nodes(expand(graph))
