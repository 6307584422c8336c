"""The shape of a state space: levels, moves back, degrees, components, diamonds, farthest states.

After R. Pelánek, Typical structural properties of state spaces (SPIN 2004). The level of a state is
f, the fewest moves from the start::

    level 0      1      2          states per level 1, 2, 1
          ┌─► a ─┐                 a ──► start: a back-level move, of length 1
    start ┤      ├─► goal          start, a, b, goal: a diamond
          └─► b ─┘                 components {start, a}, {b}, {goal}; the longest chain has 3

Every function needs the whole graph: of one that is not complete it tells what was seen.
"""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel

# ----------------------------------------------------------------------------------------- levels


def states_per_level(graph: ArrayGraph) -> list[int]:
    """Count the states of every level, from the start's on.

    The level of a state is f, the fewest moves that lead to it from the start. O(states).
    Source: Pelánek 2004.
    """
    return np.bincount(analysis.moves_from_start(graph)).tolist()


def alive_per_level(graph: ArrayGraph) -> list[int]:
    """Count the states of every level from which the goal can be reached. O(states).

    Own definition, after the levels of Pelánek 2004.
    """
    level = analysis.moves_from_start(graph)
    alive = level[analysis.moves_to_goal(graph) >= 0]
    return np.bincount(alive, minlength=int(level.max()) + 1).tolist()


def dead_per_level(graph: ArrayGraph) -> list[int]:
    """Count the states of every level from which the goal cannot be reached. O(states).

    Own definition, after the levels of Pelánek 2004.
    """
    level = analysis.moves_from_start(graph)
    return np.bincount(level[analysis.dead(graph)], minlength=int(level.max()) + 1).tolist()


def largest_level(graph: ArrayGraph) -> int:
    """Count the states of the level that has most of them. O(states). Source: Pelánek 2004."""
    return max(states_per_level(graph))


def _back_lengths(graph: ArrayGraph) -> np.ndarray:
    """Return the lengths (k,) int32 of the back-level moves, in the order of the moves; kept.

    A move u → v is one if f(u) ≥ f(v); its length is f(u) - f(v). O(moves).
    """

    def lengths() -> np.ndarray:
        level = analysis.moves_from_start(graph)
        fallen = level[graph.sources] - level[graph.targets]
        return fallen[fallen >= 0]

    return graph.remember("back_lengths", lengths)


def back_level_moves(graph: ArrayGraph) -> int:
    """Count the back-level moves: those that lead no farther from the start, f(u) ≥ f(v).

    O(moves). Source: Pelánek 2004.
    """
    return len(_back_lengths(graph))


def back_level_share(graph: ArrayGraph) -> float | None:
    """Return the share of back-level moves (f(u) ≥ f(v)) among all moves. O(moves).

    Source: Pelánek 2004.
    """
    moves = graph.number_of_edges()
    return len(_back_lengths(graph)) / moves if moves else None


def mean_back_length(graph: ArrayGraph) -> float | None:
    """Return the mean length f(u) - f(v) of the back-level moves. O(moves).

    Source: Pelánek 2004.
    """
    return float(_back_lengths(graph).mean()) if len(_back_lengths(graph)) else None


def longest_back_move(graph: ArrayGraph) -> int | None:
    """Return the largest length f(u) - f(v) of a back-level move: how far one move throws back.

    O(moves). Source: Pelánek 2004.
    """
    return int(_back_lengths(graph).max()) if len(_back_lengths(graph)) else None


# ---------------------------------------------------------------------------------------- degrees


def mean_degree(graph: ArrayGraph) -> float:
    """Return the moves per state, in or out. O(1). Source: Pelánek 2004."""
    return graph.number_of_edges() / len(graph)


def min_out_degree(graph: ArrayGraph) -> int:
    """Return the fewest moves out of a state (the goal has none). O(states).

    Source: Pelánek 2004.
    """
    return int(np.diff(graph.offsets).min())


def max_out_degree(graph: ArrayGraph) -> int:
    """Return the most moves out of a state. O(states). Source: Pelánek 2004."""
    return int(np.diff(graph.offsets).max())


def min_in_degree(graph: ArrayGraph) -> int:
    """Return the fewest moves into a state. O(states). Source: Pelánek 2004."""
    return int(np.diff(graph.reversed[0]).min())


def max_in_degree(graph: ArrayGraph) -> int:
    """Return the most moves into a state; the goal node stands for all winning states. O(states).

    Source: Pelánek 2004.
    """
    return int(np.diff(graph.reversed[0]).max())


# ------------------------------------------------------------------------------------- components


def components(graph: ArrayGraph) -> int:
    """Count the strongly connected components: sets of states that all lead to each other.

    Moves from one to another cannot be taken back. O(states + moves). Source: Pelánek 2004.

    See Also
    --------
    stategraph.analysis.components : which component each state lies in
    """
    return int(analysis.components(graph).max()) + 1


def nontrivial_components(graph: ArrayGraph) -> int:
    """Count the components in which one can go round: of two states or more, or with a self-loop.

    O(states + moves). Source: Pelánek 2004.
    """
    component = analysis.components(graph)
    round_ = np.bincount(component) > 1
    round_[component[graph.sources[graph.sources == graph.targets]]] = True
    return int(np.count_nonzero(round_))


def bottom_components(graph: ArrayGraph) -> int:
    """Count the components that no move leaves; the goal is one.

    O(states + moves). Source: Pelánek 2004.
    """
    component = analysis.components(graph)
    bottom = np.ones(components(graph), bool)
    tails, heads = component[graph.sources], component[graph.targets]
    bottom[tails[tails != heads]] = False
    return int(np.count_nonzero(bottom))


def largest_component(graph: ArrayGraph) -> int:
    """Count the states of the largest strongly connected component.

    O(states + moves). Source: Pelánek 2004.
    """
    return int(np.bincount(analysis.components(graph)).max())


def component_sizes(graph: ArrayGraph) -> list[list[int]]:
    """List the sizes of the components, largest first: [states, how many of that size].

    O(states + moves). Source: Pelánek 2004.
    """
    sizes, counts = np.unique(np.bincount(analysis.components(graph)), return_counts=True)
    return [[int(size), int(k)] for size, k in zip(sizes[::-1], counts[::-1], strict=True)]


def quotient_height(graph: ArrayGraph) -> int:
    """Count the components on the longest chain of them, each leading to the next.

    A play passes at most so many points of no return, less one. O(states + moves), and O(states *
    log states) to sort. Source: Pelánek 2004.
    """
    return int(analysis.longest_chain(graph).max()) + 1


# --------------------------------------------------------------------------------------- patterns


def diamonds(graph: ArrayGraph) -> int:
    """Count the diamonds: u → v → w and u → v' → w, four different states, v and v' in no order.

    Two ways of two moves between the same states; two moves that can change places make one, and
    so may others. Parallel moves make none. Not linear: it takes
    O(sum, over the moves u → v, of the moves out of v). Source: Pelánek 2004.
    """
    work = int(np.diff(graph.offsets)[graph.targets].sum()) + len(graph)
    came_from, came_by = (np.full(len(graph), -1, np.int64) for _ in range(2))
    between, met = np.zeros(len(graph), np.int64), np.empty(len(graph), np.int64)
    arrays = between, came_from, came_by, met
    return int(_diamonds(graph.offsets, graph.targets, *arrays, work=work))


@Kernel
def _diamonds(offsets, targets, between, came_from, came_by, met):
    """Count the diamonds: of each u, the pairs of different v between it and each w.

    `between` holds of each w the different v met so far, `came_by` the last step u -> v to it, and
    `met` all w of u; `came_from` of each v the last u.
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
            came_by[v] = step  # a self-loop of v leads nowhere else
            for f in range(offsets[v], offsets[v + 1]):
                w = targets[f]
                if w == u or came_by[w] == step:
                    continue
                came_by[w] = step
                if between[w] == 0:
                    met[count] = w
                    count += 1
                total += between[w]
                between[w] += 1
        for k in range(count):
            between[met[k]] = 0
    return total


def max_moves_to_goal(graph: ArrayGraph) -> int:
    """Return the most moves that any state from which the goal can be reached is away from it.

    The largest finite d: a puzzle that begins there has the longest shortest solution of all these
    states, "the hardest start". O(states + moves). Source: Pelánek 2004; used for Rush Hour by
    Collette, Raskin and Servais (2006).
    """
    return int(analysis.moves_to_goal(graph).max())
