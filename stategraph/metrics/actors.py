"""Metrics of actors: how often two or more actors must alternate.

::

    R3 L5 L8     one switch: Rocket, then Lucky twice
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from stategraph.analysis import GraphPath
from stategraph.analysis.piece_lines import lines
from stategraph.analysis.piece_moves import actor_moves
from stategraph.graph import ArrayGraph


def actor_switches(
    path: GraphPath,
    actor: Callable[[str], str] | None = None,
    movers: Callable[[GraphPath], Sequence[Hashable]] | None = None,
) -> int | None:
    """Count the pairs of consecutive moves by different actors on the first shortest solution.

    If labels do not name an actor, but a single actor walks and pushes, each pushed block counts as
    an actor and the steps between pushes are ignored. O(L). Own definition; for blocks, it
    corresponds to the box changes of Jarušek and Pelánek 2010.

    Parameters
    ----------
    path : GraphPath
        a shortest solution
    actor : callable, optional
        maps a label to the actor of the move
    movers : callable, optional
        maps a path to the piece of each of its moves; it replaces `actor`

    Returns
    -------
    int or None
        None without an actor

    Examples
    --------
    >>> path = GraphPath((0, 1, 2, 3), ("R3", "L5", "L8"), (0, 1, 2), wins=True)
    >>> actor_switches(path, lambda label: label[0])
    1
    """
    if movers is None and actor is None:
        return None
    actors: Sequence[Hashable]
    actors = movers(path) if movers is not None else [actor(label) for label in path.labels]  # type: ignore[misc]
    return sum(a != b for a, b in zip(actors, actors[1:], strict=False))


def least_switches(graph: ArrayGraph, actor: Callable[[str], str]) -> int:
    """Return the smallest number of actor switches in any solution of any length.

    This measures how closely two actors must cooperate. It is one less than the smallest number of
    lines (runs of moves of one actor), see `stategraph.analysis.piece_lines`.
    O(moves * log(moves)). Needs the whole graph. Own definition.

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Examples
    --------
    >>> from stategraph import expand
    >>> least_switches(expand("spacewreck/eight-rooms"), lambda label: label[0])
    1
    """
    return max(0, int(lines(graph, actor_moves(graph, actor)).to_goal[0]) - 1)
