"""Metrics of the shape: layers, moves back, degrees, components, diamonds.

After R. Pelánek, Typical structural properties of state spaces (SPIN 2004), who calls a layer a
level. The layer of a state is f, the fewest moves from the start::

    layer 0      1      2          states per layer 1, 2, 1
          ┌─► a ─┐                 a ──► start: a move back, of length 1
    start ┤      ├─► goal          start, a, b, goal: a diamond
          └─► b ─┘                 components {start, a}, {b}, {goal}; the longest chain has 3

Every function needs the complete graph; on an incomplete graph it describes the known part.
"""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items

# ----------------------------------------------------------------------------------------- layers


def states_per_level(graph: ArrayGraph) -> list[int]:
    """Count the states of every layer, from the start on.

    The layer of a state is f, the fewest moves from the start. O(states). Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> states_per_level(expand("spacewreck/eight-rooms"))
    [1, 2, 2, 3, 1]
    """
    counts: list[int] = np.bincount(analysis.moves_from_start(graph)).tolist()
    return counts


def alive_per_level(graph: ArrayGraph) -> list[int]:
    """Count the living states of every layer. O(states).

    Own definition, based on the layers of Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> alive_per_level(expand("spacewreck/eight-rooms"))
    [1, 2, 2, 2, 0]
    """
    depth = analysis.moves_from_start(graph)
    alive = depth[analysis.moves_to_goal(graph) >= 0]
    counts: list[int] = np.bincount(alive, minlength=int(depth.max()) + 1).tolist()
    return counts


def dead_per_level(graph: ArrayGraph) -> list[int]:
    """Count the dead states of every layer. O(states).

    Own definition, based on the layers of Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> dead_per_level(expand("spacewreck/eight-rooms"))
    [0, 0, 0, 1, 1]
    """
    depth = analysis.moves_from_start(graph)
    counts: list[int] = np.bincount(
        depth[analysis.dead(graph)], minlength=int(depth.max()) + 1
    ).tolist()
    return counts


def largest_level(graph: ArrayGraph) -> int:
    """Count the states of the largest layer. O(states). Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> largest_level(expand("spacewreck/eight-rooms"))
    3
    """
    return max(states_per_level(graph))


def _back_lengths(graph: ArrayGraph) -> np.ndarray:
    """Return the lengths (k,) int32 of the moves back, in the order of moves (cached).

    A move u → v is a move back if f(u) ≥ f(v); its length is f(u) - f(v). O(moves).
    """

    def lengths() -> np.ndarray:
        depth = analysis.moves_from_start(graph)
        drops: np.ndarray = depth[graph.sources] - depth[graph.targets]
        return drops[drops >= 0]

    return graph.remember("back_lengths", lengths)


def back_level_moves(graph: ArrayGraph) -> int:
    """Count the moves back: moves u → v with f(u) ≥ f(v), no farther from the start.

    O(moves). Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> back_level_moves(expand("spacewreck/eight-rooms"))
    6
    """
    return len(_back_lengths(graph))


def back_level_share(graph: ArrayGraph) -> float | None:
    """Return the share of moves back (f(u) ≥ f(v)) among all moves. O(moves).

    Source: Pelánek 2004.

    Returns
    -------
    float or None
        None without a move

    Examples
    --------
    >>> from stategraph import expand
    >>> round(back_level_share(expand("spacewreck/eight-rooms")), 3)
    0.429
    """
    moves = graph.number_of_edges()
    return len(_back_lengths(graph)) / moves if moves else None


def mean_back_length(graph: ArrayGraph) -> float | None:
    """Return the mean length f(u) - f(v) of the moves back. O(moves).

    Source: Pelánek 2004.

    Returns
    -------
    float or None
        None without a move back

    Examples
    --------
    >>> from stategraph import expand
    >>> round(mean_back_length(expand("spacewreck/eight-rooms")), 3)
    0.833
    """
    return float(_back_lengths(graph).mean()) if len(_back_lengths(graph)) else None


def longest_back_move(graph: ArrayGraph) -> int | None:
    """Return the largest length f(u) - f(v) of a move back.

    It is the largest number of layers that one move goes back. O(moves). Source: Pelánek 2004.

    Returns
    -------
    int or None
        None without a move back

    Examples
    --------
    >>> from stategraph import expand
    >>> longest_back_move(expand("spacewreck/eight-rooms"))
    1
    """
    return int(_back_lengths(graph).max()) if len(_back_lengths(graph)) else None


# ---------------------------------------------------------------------------------------- degrees


def mean_degree(graph: ArrayGraph) -> float:
    """Return the mean number of moves out of a state (or into a state). O(1). Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> round(mean_degree(expand("spacewreck/eight-rooms")), 3)
    1.556
    """
    return graph.number_of_edges() / len(graph)


def min_out_degree(graph: ArrayGraph) -> int:
    """Return the smallest number of moves out of a state. The goal has none. O(states).

    Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> min_out_degree(expand("spacewreck/eight-rooms"))
    0
    """
    return int(np.diff(graph.offsets).min())


def max_out_degree(graph: ArrayGraph) -> int:
    """Return the largest number of moves out of a state. O(states). Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> max_out_degree(expand("spacewreck/eight-rooms"))
    3
    """
    return int(np.diff(graph.offsets).max())


def min_in_degree(graph: ArrayGraph) -> int:
    """Return the smallest number of moves into a state. O(states). Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> min_in_degree(expand("spacewreck/eight-rooms"))
    1
    """
    return int(np.diff(graph.reversed[0]).min())


def max_in_degree(graph: ArrayGraph) -> int:
    """Return the largest number of moves into a state. O(states).

    The goal node represents all winning states. Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> max_in_degree(expand("spacewreck/eight-rooms"))
    2
    """
    return int(np.diff(graph.reversed[0]).max())


# ------------------------------------------------------------------------------------- components


def components(graph: ArrayGraph) -> int:
    """Count the strongly connected components, whose states can all reach each other.

    A move between two components cannot be undone by later moves. O(states + moves). Source:
    Pelánek 2004.

    See Also
    --------
    stategraph.analysis.components : the component of each state

    Examples
    --------
    >>> from stategraph import expand
    >>> components(expand("spacewreck/eight-rooms"))
    4
    """
    return int(analysis.components(graph).max()) + 1


def nontrivial_components(graph: ArrayGraph) -> int:
    """Count the components that contain a cycle: at least two states, or a self-loop.

    O(states + moves). Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> nontrivial_components(expand("spacewreck/eight-rooms"))
    3
    """
    return int(np.count_nonzero(analysis.component_moves(graph).repeat))


def bottom_components(graph: ArrayGraph) -> int:
    """Count the strongly connected components that no move leaves. The goal is one of them.

    O(states + moves). Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> bottom_components(expand("spacewreck/eight-rooms"))
    2
    """
    return int(np.count_nonzero(~analysis.component_moves(graph).leave))


def largest_component(graph: ArrayGraph) -> int:
    """Count the states of the largest strongly connected component.

    O(states + moves). Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> largest_component(expand("spacewreck/eight-rooms"))
    4
    """
    return int(np.bincount(analysis.components(graph)).max())


def component_sizes(graph: ArrayGraph) -> list[list[int]]:
    """List the sizes of the components as pairs [states, number of components], largest first.

    O(states + moves). Source: Pelánek 2004.

    Returns
    -------
    list of [int, int]

    Examples
    --------
    >>> from stategraph import expand
    >>> component_sizes(expand("spacewreck/eight-rooms"))
    [[4, 1], [2, 2], [1, 1]]
    """
    sizes, counts = np.unique(np.bincount(analysis.components(graph)), return_counts=True)
    return [[int(size), int(k)] for size, k in zip(sizes[::-1], counts[::-1], strict=True)]


def quotient_height(graph: ArrayGraph) -> int:
    """Count the components on the longest chain of components, each of which leads to the next.

    Any play passes fewer points of no return than this number. O(states + moves), plus O(states *
    log states) for sorting. Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> quotient_height(expand("spacewreck/eight-rooms"))
    3
    """
    return int(analysis.longest_chain(graph).max()) + 1


# --------------------------------------------------------------------------------------- patterns


def diamonds(graph: ArrayGraph) -> int:
    """Count the diamonds: paths u → v → w and u → v' → w over four different states.

    Swapping v and v' gives the same diamond, and parallel moves do not add diamonds. Two moves that
    commute form a diamond, but not every diamond consists of commuting moves. The cost is
    more than linear: for each move u → v, all moves out of v are visited. Source: Pelánek 2004.

    Examples
    --------
    >>> from stategraph import expand
    >>> diamonds(expand("spacewreck/eight-rooms"))
    0
    """
    work = int(np.diff(graph.offsets)[graph.targets].sum()) + len(graph)
    came_from, came_by = (np.full(len(graph), -1, np.int64) for _ in range(2))
    paths_to, reached = np.zeros(len(graph), np.int64), np.empty(len(graph), np.int64)
    arrays = paths_to, came_from, came_by, reached
    return int(_diamonds(graph.offsets, graph.targets, *arrays, work=work))


@Kernel
def _diamonds(
    offsets: Items,
    targets: Items,
    paths_to: Items,
    came_from: Items,
    came_by: Items,
    reached: Items,
) -> int:
    """Count the diamonds: for each u and w, the number of pairs of different v between them.

    For the current u, `paths_to` counts the different v before each w, and `reached` lists all w.
    `came_by` holds, for each w, the last step u → v that reached w. `came_from` holds, for each v,
    the last u that reached v.
    """
    total = step = 0
    for u in range(offsets.size - 1):
        count = 0
        for e in range(offsets[u], offsets[u + 1]):
            v = targets[e]
            if v == u or came_from[v] == u:
                continue
            came_from[v] = u
            step += 1
            came_by[v] = step  # skips a self-loop of v
            for f in range(offsets[v], offsets[v + 1]):
                w = targets[f]
                if w == u or came_by[w] == step:
                    continue
                came_by[w] = step
                if paths_to[w] == 0:
                    reached[count] = w
                    count += 1
                total += paths_to[w]
                paths_to[w] += 1
        for k in range(count):
            paths_to[reached[k]] = 0
    return total


def max_moves_to_goal(graph: ArrayGraph) -> int:
    """Return the largest distance of a living state from the goal.

    Of all states, the farthest living state ("the hardest start") has the longest shortest
    solution. O(states + moves). Source: Pelánek 2004; used for Rush Hour by Collette, Raskin and
    Servais (2006).

    Examples
    --------
    >>> from stategraph import expand
    >>> max_moves_to_goal(expand("spacewreck/eight-rooms"))
    4
    """
    return int(analysis.moves_to_goal(graph).max())
