"""The loops over the moves of whole graphs, in compressed sparse row form.

Node u's moves are the slots ``offsets[u]:offsets[u + 1]`` of ``targets``. Each function makes the
arrays that its loop fills. The loop bears its name and an underscore, and is a
`stategraph.machine.kernel.Kernel`: run as it stands on small graphs, compiled on large ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stategraph.machine.kernel import Kernel

Rows = tuple[np.ndarray, np.ndarray, np.ndarray]


def reverse(
    offsets: np.ndarray,
    targets: np.ndarray,
    numbered: bool,
    make: Callable[[int, Any], np.ndarray] = np.zeros,
    most: int | None = None,
) -> Rows:
    """Return the moves grouped by target.

    As offsets (n+1,) int64, sources (m,) int32 and, if they are to be `numbered`, moves (m,)
    int64; the moves into a node keep their order. Counting sort, O(n + m).

    Where these are too large for memory, ``make(size, dtype)`` gives arrays of zeros elsewhere,
    and they are filled a bucket of `most` nodes at a time, so that what is written to at random is
    small: O(n + m n / most).
    """
    n = offsets.size - 1
    starts, sources = make(n + 1, np.int64), make(targets.size, np.int32)
    moves = make(targets.size if numbered else 0, np.int64)
    place = np.empty(min(n, most or n), np.int64)
    for low in range(0, n, max(1, place.size)):
        high = min(n, low + place.size)
        _reverse(offsets, targets, numbered, low, high, starts, place, sources, moves)
    return starts, sources, moves


@Kernel
def _reverse(offsets, targets, numbered, low, high, starts, place, sources, moves):
    """Group the moves that lead to the nodes from `low` to `high`, those before being grouped."""
    n = offsets.size - 1
    for v in targets:
        if low <= v < high:
            starts[v + 1] += 1
    for u in range(low, high):
        place[u - low] = starts[u]
        starts[u + 1] += starts[u]
    for u in range(n):
        for e in range(offsets[u], offsets[u + 1]):
            v = targets[e]
            if low <= v < high:
                slot = place[v - low]
                place[v - low] = slot + 1
                sources[slot] = u
                if numbered:
                    moves[slot] = e


def distances(offsets: np.ndarray, targets: np.ndarray, roots: np.ndarray) -> np.ndarray:
    """Return the moves (n,) int32 from the nearest of `roots` to every node, -1 where none leads.

    Breadth-first search, O(n + m). Nodes that are numbered breadth first from node 0 on, as those
    of an expansion are, need no search from there: one look at their moves in order.
    """
    n = offsets.size - 1
    far = np.full(n, -1, np.int32)
    if roots.size == 1 and roots[0] == 0:
        if _distances_in_order(offsets, targets, far):
            return far
        far.fill(-1)  # whatever was filled before it turned out
    _distances(offsets, targets, roots, far, np.empty(n, np.int32))
    return far


@Kernel
def wrong_distance(offsets, targets, goal, far):
    """Return the first node that is not `far` (n,) moves from `goal` (-1: there is none), else -1.

    One look at all moves: the goal is 0 far, every other node one move more than the nearest that
    its moves lead to, or -1 where none of these leads to the goal. O(n + m).
    """
    for u in range(far.size):
        nearest = -1
        for e in range(offsets[u], offsets[u + 1]):
            there = far[targets[e]]
            if there >= 0 and (nearest < 0 or there < nearest):
                nearest = there
        moves = 0 if u == goal else (nearest + 1 if nearest >= 0 else -1)
        if far[u] != moves:
            return u
    return -1


@Kernel
def _distances_in_order(offsets, targets, far):
    """Return whether each node is met after those of lower numbers; then `far` is filled.

    What is met is looked up nowhere, and asked for without a branch: nobody can foretell it.
    """
    met = 1
    nearer = 1
    moves = 0
    ahead = 0
    u = 0
    while u < met:
        if u == nearer:
            nearer = met
            moves += 1
        far[u] = moves
        for e in range(offsets[u], offsets[u + 1]):
            ahead += int(targets[e] > met)
            met += int(targets[e] == met)
        if ahead > 0:
            return False
        u += 1
    return True


@Kernel
def _distances(offsets, targets, roots, far, queue):
    tail = 0
    for root in roots:
        if far[root] < 0:
            far[root] = 0
            queue[tail] = root
            tail += 1
    head = 0
    while head < tail:
        u = queue[head]
        head += 1
        for e in range(offsets[u], offsets[u + 1]):
            v = targets[e]
            if far[v] < 0:
                far[v] = far[u] + 1
                queue[tail] = v
                tail += 1


def mistake(offsets: np.ndarray, targets: np.ndarray) -> int:
    """Return what is wrong with the rows of a state graph: 0 where nothing is. O(n + m).

    1: the moves are not divided among the nodes; 2: a move leads to no node; 3: the nodes are not
    numbered from 0 in the order in which the moves first lead to them.
    """
    return int(_mistake(offsets, targets))


@Kernel
def _mistake(offsets, targets):
    n = offsets.size - 1
    if offsets[0] != 0 or offsets[n] != targets.size:
        return 1
    for u in range(n):
        if offsets[u + 1] < offsets[u] or offsets[u + 1] > targets.size:
            return 1
    for e in range(targets.size):
        if targets[e] < 0 or targets[e] >= n:
            return 2
    met = 1
    for u in range(n):
        if u >= met:
            return 3
        for e in range(offsets[u], offsets[u + 1]):
            if targets[e] > met:
                return 3
            if targets[e] == met:
                met += 1
    return 0


def landmarks(
    offsets: np.ndarray, targets: np.ndarray, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return up to `count` nodes far from each other, and how far every node is from each.

    As nodes (k,) int64, node 0 first and each other one as far as can be from those before it, and
    distances (k, n) int32, -1 where no move leads. O(count * (n + m)).
    """
    n = offsets.size - 1
    chosen, far = np.zeros(min(count, n), np.int64), np.full((min(count, n), n), -1, np.int32)
    nearest, queue = np.full(n, n, np.int32), np.empty(n, np.int32)
    work = count * (n + targets.size)
    found = _landmarks(offsets, targets, chosen, far, nearest, queue, work=work)
    return chosen[:found], far[:found]


@Kernel
def _landmarks(offsets, targets, chosen, far, nearest, queue):
    """`nearest` is, of each node that can be reached, how far the nearest chosen one is."""
    for k in range(chosen.size):
        root = chosen[k]
        far[k, root] = 0
        queue[0] = root
        head = 0
        tail = 1
        farthest = root
        while head < tail:
            u = queue[head]
            head += 1
            nearest[u] = min(nearest[u], far[k, u])
            if nearest[u] > nearest[farthest]:
                farthest = u
            for e in range(offsets[u], offsets[u + 1]):
                v = targets[e]
                if far[k, v] < 0:
                    far[k, v] = far[k, u] + 1
                    queue[tail] = v
                    tail += 1
        if nearest[farthest] == 0:
            return k + 1
        if k + 1 < chosen.size:
            chosen[k + 1] = farthest
    return chosen.size


def explore(
    offsets: np.ndarray, targets: np.ndarray, start: int, final: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Number the nodes breadth first from `start`; all `final` ones are one, and have no moves.

    Returns the numbers (n,) int32, -1 where no way leads, and the node (k,) int64 that each number
    was given to first. O(n + m).
    """
    n = offsets.size - 1
    number, order = np.full(n, -1, np.int32), np.empty(n, np.int64)
    count = _explore(offsets, targets, start, final, number, order)
    return number, order[:count].copy()


@Kernel
def _explore(offsets, targets, start, final, number, order):
    number[start] = 0
    order[0] = start
    single = 0 if final[start] else -1
    head = 0
    count = 1
    while head < count:
        u = order[head]
        head += 1
        if final[u]:
            continue
        for e in range(offsets[u], offsets[u + 1]):
            v = targets[e]
            if number[v] >= 0:
                continue
            if final[v] and single >= 0:
                number[v] = single
                continue
            if final[v]:
                single = count
            number[v] = count
            order[count] = v
            count += 1
    return count


def first_of_each(
    offsets: np.ndarray, sources: np.ndarray, moves: np.ndarray, labels: np.ndarray, kinds: int
) -> np.ndarray:
    """Return which moves (m,) bool are the first of their source, label and target.

    The moves are grouped by target, as `reverse` gives them, so that those of one source stand
    together; `labels` are below `kinds`. O(n + m + kinds).
    """
    first = np.ones(moves.size, np.bool_)
    _first_of_each(offsets, sources, moves, labels, np.full(kinds, -1, np.int64), first)
    return first


@Kernel
def _first_of_each(offsets, sources, moves, labels, last, first):
    """`last` is, of each label, the pair of source and target that had it last."""
    pair = 0
    for v in range(offsets.size - 1):
        for slot in range(offsets[v], offsets[v + 1]):
            if slot == offsets[v] or sources[slot] != sources[slot - 1]:
                pair += 1
            label = labels[moves[slot]]
            if last[label] == pair:
                first[moves[slot]] = False
            last[label] = pair


def components(offsets: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return the strongly connected component (n,) int32 of every node.

    Components are numbered in the order they are finished, so that a move never leads to a higher
    number. Pearce's algorithm [1]_, which is Tarjan's but looks at one number only of each node
    that a move leads to: O(n + m), and 20 bytes a node.

    .. [1] D. Pearce, A space-efficient algorithm for finding strongly connected components,
       Information Processing Letters 116 (2016).
    """
    n = offsets.size - 1
    rank = np.zeros(n, np.int32)
    path, first, opened = (np.empty(n, np.int32) for _ in range(3))
    _components(offsets, targets, rank, path, np.empty(n, np.int64), first, opened)
    return np.subtract(n, rank, out=rank)


@Kernel
def _components(offsets, targets, rank, path, slot, first, opened):
    """Fill `rank`: n for the nodes of the component that is finished first, then n - 1, ...

    Until then a node's rank is 0 where it was not met, and of the others, numbered from 1 as they
    are met and as if those of finished components had never been, the least number that is known
    to be reachable: less than the rank of any finished component. `path` is the depth-first path,
    with the next move to follow, `slot`, and the number of each node on it, `first`; `opened` are
    the nodes that the path has left and whose component is not finished.
    """
    open_count = 0
    number = 1
    finished = offsets.size - 1
    for root in range(offsets.size - 1):
        if rank[root] > 0:
            continue
        path[0] = root
        slot[0] = offsets[root]
        first[0] = rank[root] = number
        number += 1
        depth = 0
        while depth >= 0:
            u = path[depth]
            end = offsets[u + 1]
            least = rank[u]
            e = slot[depth]
            while e < end and rank[targets[e]] > 0:
                least = min(least, rank[targets[e]])
                e += 1
            rank[u] = least
            if e < end:
                slot[depth] = e  # looked at again after the way back from there
                depth += 1
                path[depth] = targets[e]
                slot[depth] = offsets[targets[e]]
                first[depth] = rank[targets[e]] = number
                number += 1
                continue
            if least < first[depth]:
                opened[open_count] = u
                open_count += 1
            else:
                number -= 1
                while open_count > 0 and rank[opened[open_count - 1]] >= least:
                    open_count -= 1
                    rank[opened[open_count]] = finished
                    number -= 1
                rank[u] = finished
                finished -= 1
            depth -= 1


def shortest_cycle(
    offsets: np.ndarray, targets: np.ndarray, roots: np.ndarray, work: int | None = None
) -> Any:
    """Return (root, length) of a shortest cycle through one of `roots`.

    The first of `roots` that lies on one of the shortest; (-1, 0) when there is no cycle. One
    breadth-first search a root, cut off at the best length so far: O(roots * (n + m)) at worst,
    or the `work` that is to be expected.
    """
    n = offsets.size - 1
    far, queue = np.full(n, -1, np.int32), np.empty(n, np.int32)
    return _shortest_cycle(offsets, targets, roots, far, queue, work=work)


@Kernel
def _shortest_cycle(offsets, targets, roots, far, queue):
    best_root = -1
    best = offsets.size
    for root in roots:
        far[root] = 0
        queue[0] = root
        head = 0
        tail = 1
        while head < tail and best > 1:
            u = queue[head]
            if far[u] + 1 >= best:
                break
            head += 1
            for e in range(offsets[u], offsets[u + 1]):
                v = targets[e]
                if v == root:
                    best_root = root
                    best = far[u] + 1
                    break
                if far[v] < 0:
                    far[v] = far[u] + 1
                    queue[tail] = v
                    tail += 1
        for k in range(tail):
            far[queue[k]] = -1
    return best_root, best if best_root >= 0 else 0
