"""What every solution must pass, in numbers."""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.graph import ArrayGraph


def gates(graph: ArrayGraph) -> int:
    """Count the inner gates: states, the start and the goal apart, that every solution passes.

    Every solution of any length: they dominate the goal. O(states + moves). Source of the notion:
    Prosser, Applications of Boolean matrices to the analysis of flow diagrams (1959).

    See Also
    --------
    stategraph.analysis.gates : the gates themselves
    """
    return max(0, len(analysis.gates(graph)) - 2)


def chapters(graph: ArrayGraph) -> int:
    """Count the chapters: the parts, one after the other, into which the gates cut the puzzle.

    One more than the inner gates; none where the start wins. O(states + moves). Own definition, by
    the dominators of the goal.
    """
    return len(analysis.gates(graph)) - 1


def largest_chapter(graph: ArrayGraph) -> int:
    """Count the states of the largest chapter: what can be met between a gate and the next.

    States from which the goal can be reached, each in the chapter in which it can be met first,
    the goal in none (where the start wins, it is all there is). O(states + moves). Own definition,
    by the dominators of the goal.
    """
    chapter = analysis.gates(graph).chapter
    sizes = np.bincount(chapter[chapter >= 0])
    return int(sizes[: max(1, len(sizes) - 1)].max())


def forced_states(graph: ArrayGraph) -> int:
    """Count the states, the start and the goal apart, that every shortest solution passes.

    Those with σs(v)·σg(v) = N: the shortest paths from the start times those to the goal are all
    there are. On the shortest ways they are alone on their level. O(states + moves). Own
    definition.
    """
    level = analysis.moves_from_start(graph)[analysis.shortest_paths(graph).nodes]
    return max(0, int(np.count_nonzero(np.bincount(level) == 1)) - 2)
