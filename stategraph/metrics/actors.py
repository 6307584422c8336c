"""Who moves, in numbers: how often two or more actors must take turns.

::

    R3 L5 L8     one switch: Rocket, then Lucky twice
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import numpy as np

from stategraph import analysis
from stategraph.analysis import Way
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel


def actor_switches(
    way: Way,
    actor: Callable[[str], str] | None = None,
    movers: Callable[[Way], Sequence[Hashable]] | None = None,
) -> int | None:
    """Count the consecutive moves by different actors along the first shortest solution. O(L).

    Where labels name no actor, but one walks and pushes, the block that is pushed is the actor;
    steps between pushes are nobody's. Own definition; of blocks they are the box changes of Jarušek
    and Pelánek 2010.

    >>> way = Way((0, 1, 2, 3), ("R3", "L5", "L8"), (0, 1, 2), wins=True)
    >>> actor_switches(way, lambda label: label[0])
    1
    """
    if movers is None and actor is None:
        return None
    actors: Sequence[Hashable]
    actors = movers(way) if movers is not None else [actor(label) for label in way.labels]  # type: ignore[misc]
    return sum(a != b for a, b in zip(actors, actors[1:], strict=False))


def least_switches(graph: ArrayGraph, actor: Callable[[str], str]) -> int:
    """Return the fewest switches of actor over all solutions, however long.

    How closely two must work together. A search over (state, last actor) in which only switches
    count: Dijkstra's with weights 0 and 1, so that a queue serves for a heap. O((states + moves) *
    actors). Needs the whole graph. Own definition.

    Raises
    ------
    NetworkXNoPath
        when the goal is not reached
    """
    goal = analysis.reached_goal(graph)
    names = [actor(label) for label in graph.label_names]
    numbers = {name: k for k, name in enumerate(dict.fromkeys(names))}
    actors = np.array([numbers[name] for name in names], np.int32)
    work = (len(graph) + graph.number_of_edges()) * len(numbers)
    seen, handed = np.zeros(len(graph) * len(numbers), np.bool_), np.zeros(len(graph), np.bool_)
    given = graph.offsets, graph.targets, graph.labels, actors, len(numbers), goal
    queue = np.empty(max(seen.size, 1), np.int64)
    return int(_switches(*given, seen, handed, queue, work=work))


@Kernel
def _switches(offsets, targets, labels, actors, count, goal, seen, handed, queue):
    """Return the fewest switches from node 0 to `goal`; `actors` names the actor of each label.

    Place ``u * count + a`` is node u while it is actor a's turn. A round goes wherever the actors
    of its places can, and then hands each state met over to all others: that is one switch.
    """
    handed[0] = True
    tail = first = switches = 0
    for a in range(count):
        seen[a] = True
        queue[tail] = a
        tail += 1
    while goal != 0 and first < tail:
        head = first
        while head < tail:
            u, a = queue[head] // count, queue[head] % count
            head += 1
            for e in range(offsets[u], offsets[u + 1]):
                to = np.int64(targets[e]) * count + a
                if actors[labels[e]] == a and not seen[to]:
                    seen[to] = True
                    queue[tail] = to
                    tail += 1
                    if targets[e] == goal:
                        return switches
        switches += 1
        for k in range(first, head):
            u = queue[k] // count
            for a in range(0 if handed[u] else count):
                to = u * count + a
                if not seen[to]:
                    seen[to] = True
                    queue[tail] = to
                    tail += 1
            handed[u] = True
        first = head
    return 0
