"""Metrics of gates, which all solutions pass, and forced states, which all shortest ones pass."""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.graph import ArrayGraph


def gates(graph: ArrayGraph) -> int:
    """Count the inner gates: the states that every solution of any length passes.

    The start and the goal do not count. Gates dominate the goal. O(states + moves).
    Source: Prosser, Applications of Boolean matrices to the analysis of flow diagrams (1959),
    for dominators.

    See Also
    --------
    stategraph.analysis.gates_and_chapters : the gates themselves

    Examples
    --------
    >>> from stategraph import expand
    >>> gates(expand("spacewreck/eight-rooms"))
    2
    """
    return max(0, len(analysis.gates(graph)) - 2)


def chapters(graph: ArrayGraph) -> int:
    """Count the chapters: the consecutive parts into which gates divide the state graph.

    It is one more than the number of inner gates, or 0 if the start is the goal. O(states + moves).
    Own definition, based on the dominators of the goal.

    Examples
    --------
    >>> from stategraph import expand
    >>> chapters(expand("spacewreck/eight-rooms"))
    3
    """
    return len(analysis.gates(graph)) - 1


def largest_chapter(graph: ArrayGraph) -> int:
    """Count the states of the largest chapter, which is the part between two successive gates.

    Only living states count. Each belongs to the first chapter from which it can be reached. The
    goal does not belong to any chapter, unless the start is the goal. O(states + moves). Own
    definition, based on the dominators of the goal.

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

    The start and the goal do not count. A state v counts if σs(v)·σg(v) = N. Here σs(v) is the
    number of shortest paths from the start to v, σg(v) is the number from v to the goal, and N is
    the number of shortest solutions. In the graph of shortest paths, such a state is the only one
    of its layer. O(states + moves). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> forced_states(expand("spacewreck/eight-rooms"))
    2
    """
    depth = analysis.moves_from_start(graph)[analysis.shortest_paths(graph).nodes]
    return max(0, int(np.count_nonzero(np.bincount(depth) == 1)) - 2)
