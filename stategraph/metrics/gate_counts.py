"""Metrics of gates and forced states, which all (shortest) solutions pass."""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.graph import ArrayGraph


def gates(graph: ArrayGraph) -> int:
    """Count the inner gates: states on every solution of any length.

    The start and the goal do not count. Gates dominate the goal. O(states + moves).
    Source: Prosser, Applications of Boolean matrices to the analysis of flow diagrams (1959),
    for dominators.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph

    Returns
    -------
    int

    See Also
    --------
    stategraph.analysis.gates : the gates themselves

    Examples
    --------
    >>> from stategraph import expand
    >>> gates(expand("spacewreck/eight-rooms"))
    2
    """
    return max(0, len(analysis.gates(graph)) - 2)


def chapters(graph: ArrayGraph) -> int:
    """Count the chapters: the consecutive parts into which gates divide the puzzle.

    One more than the inner gates; 0 if the start is the goal. O(states + moves). Own definition, by
    the dominators of the goal.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph

    Returns
    -------
    int

    Examples
    --------
    >>> from stategraph import expand
    >>> chapters(expand("spacewreck/eight-rooms"))
    3
    """
    return len(analysis.gates(graph)) - 1


def largest_chapter(graph: ArrayGraph) -> int:
    """Count the states of the largest chapter (the part between two gates).

    Only living states count, each in the first chapter that reaches it. The goal is in no chapter,
    unless the start is the goal. O(states + moves). Own definition, by the dominators of the goal.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph

    Returns
    -------
    int

    Examples
    --------
    >>> from stategraph import expand
    >>> largest_chapter(expand("spacewreck/eight-rooms"))
    3
    """
    chapter = analysis.gates(graph).chapter
    sizes = np.bincount(chapter[chapter >= 0])
    return int(sizes[: max(1, len(sizes) - 1)].max())


def forced_states(graph: ArrayGraph) -> int:
    """Count the inner states that every shortest solution passes.

    The start and the goal do not count. A state v counts if σs(v)·σg(v) = N: the number of shortest
    paths from the start to v, times the number from v to the goal, equals the number of shortest
    solutions. Such a state is alone in its layer of the graph of shortest paths. O(states + moves).
    Own definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph

    Returns
    -------
    int

    Examples
    --------
    >>> from stategraph import expand
    >>> forced_states(expand("spacewreck/eight-rooms"))
    2
    """
    depth = analysis.moves_from_start(graph)[analysis.shortest_paths(graph).nodes]
    return max(0, int(np.count_nonzero(np.bincount(depth) == 1)) - 2)
