"""Kernels over the moves of whole graphs, in compressed sparse rows.

The moves of node u are the slots ``offsets[u]:offsets[u + 1]`` of ``targets``. Each public function
allocates the arrays that its kernel fills. The kernel has the same name with a leading underscore.
A kernel is a `stategraph.machine.kernel.Kernel`: it runs as Python code on small graphs, and as
compiled code on large ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items

if TYPE_CHECKING:
    from numpy.typing import DTypeLike


class Rows(NamedTuple):
    """Moves grouped by target: ``offsets[v]:offsets[v + 1]`` are the slots of the moves to v."""

    offsets: Items
    sources: Items
    moves: Items


def reverse(
    offsets: np.ndarray,
    targets: np.ndarray,
    numbered: bool,
    make: Callable[[int, DTypeLike], np.ndarray] = np.zeros,
    most: int | None = None,
) -> Rows:
    """Return the moves grouped by target.

    Parameters
    ----------
    offsets, targets : (n+1,) int64, (m,) int32
    numbered : bool
        whether to return the number of each move too
    make : callable
        ``make(size, dtype)`` returns an array of zeros, for example on disk
    most : int, optional
        the number of target nodes that are processed at a time, by default all

    Returns
    -------
    offsets, sources : (n+1,) int64, (m,) int32
    moves : (m,) int64
        empty unless `numbered`

    Notes
    -----
    The moves into a node keep their order. The algorithm is a counting sort, O(n + m). If the
    result is too large for memory, `most` limits the range of random writes; the cost is then O(n +
    m n / most).
    """
    n = offsets.size - 1
    rows = Rows(
        make(n + 1, np.int64),
        make(targets.size, np.int32),
        make(targets.size if numbered else 0, np.int64),
    )
    place = np.empty(min(n, most or n), np.int64)
    for low in range(0, n, max(1, place.size)):
        high = min(n, low + place.size)
        _reverse(offsets, targets, numbered, low, high, rows, place)
    return rows


@Kernel
def _reverse(offsets, targets, numbered, low, high, rows: Rows, place):
    """Group the moves whose targets are in ``low:high``; lower targets must be done already."""
    starts, sources, moves = rows.offsets, rows.sources, rows.moves
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
    """Return the number of moves (n,) int32 from the nearest root to each node; -1: unreachable.

    Breadth-first search, O(n + m). If the nodes are numbered breadth first from node 0, as after an
    expansion, distances from node 0 need no queue: one pass over the moves in order is enough.
    """
    n = offsets.size - 1
    far = np.full(n, -1, np.int32)
    if roots.size == 1 and roots[0] == 0:
        if _distances_in_order(offsets, targets, far):
            return far
        far.fill(-1)  # undo a partial result
    _distances(offsets, targets, roots, far, np.empty(n, np.int32))
    return far


@Kernel
def wrong_distance(offsets, targets, goal, far):
    """Return the first node whose distance ``far[node]`` to `goal` is wrong, else -1.

    `goal` is -1 if there is none. The goal must have distance 0. Any other node must have one more
    than the least distance of its targets, or -1 if no target leads to the goal. One pass over all
    moves, O(n + m).
    """
    for u in range(far.size):
        nearest = -1
        for e in range(offsets[u], offsets[u + 1]):
            target_distance = far[targets[e]]
            if target_distance >= 0 and (nearest < 0 or target_distance < nearest):
                nearest = target_distance
        moves = 0 if u == goal else (nearest + 1 if nearest >= 0 else -1)
        if far[u] != moves:
            return u
    return -1


@Kernel
def _distances_in_order(offsets, targets, far):
    """Fill `far` and return True if the nodes are numbered breadth first, else return False.

    The loop has no branch that depends on a target, since the processor could not predict it.
    """
    reached = 1
    nearer = 1
    moves = 0
    ahead = 0
    u = 0
    while u < reached:
        if u == nearer:
            nearer = reached
            moves += 1
        far[u] = moves
        for e in range(offsets[u], offsets[u + 1]):
            ahead += int(targets[e] > reached)
            reached += int(targets[e] == reached)
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
    """Return the kind of error in the compressed rows of a state graph, or 0 if they are valid.

    Errors: 1 if the offsets do not divide the moves among the nodes; 2 if a target is not a node; 3
    if the nodes are not numbered from 0 in breadth-first order. O(n + m).
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
    reached = 1
    for u in range(n):
        if u >= reached:
            return 3
        for e in range(offsets[u], offsets[u + 1]):
            if targets[e] > reached:
                return 3
            if targets[e] == reached:
                reached += 1
    return 0


def landmarks(
    offsets: np.ndarray, targets: np.ndarray, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return up to `count` nodes that are far apart, and their distances to all nodes.

    O(count * (n + m)).

    Returns
    -------
    nodes : (k,) int64
        node 0 first; each other node is as far as possible from the previous ones
    distances : (k, n) int32
        -1 where no path leads
    """
    n = offsets.size - 1
    chosen, far = np.zeros(min(count, n), np.int64), np.full((min(count, n), n), -1, np.int32)
    nearest, queue = np.full(n, n, np.int32), np.empty(n, np.int32)
    work = count * (n + targets.size)
    number = _landmarks(offsets, targets, chosen, far, nearest, queue, work=work)
    return chosen[:number], far[:number]


@Kernel
def _landmarks(offsets, targets, chosen, far, nearest, queue):
    """Fill `chosen` and `far`; `nearest` is each node's distance from the nearest chosen node."""
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
    """Number the nodes breadth first from `start`; all `final` nodes share one number.

    The search does not follow the moves of final nodes. O(n + m).

    Returns
    -------
    number : (n,) int32
        -1 for unreachable nodes
    order : (k,) int64
        the first node with each number
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
    """Return a mask (m,) bool of moves that do not repeat an earlier (source, label, target).

    The moves must be grouped by target, as `reverse` returns them, so that moves with equal source
    and target are adjacent. Labels are below `kinds`. O(n + m + kinds).
    """
    first = np.ones(moves.size, np.bool_)
    _first_of_each(offsets, sources, moves, labels, np.full(kinds, -1, np.int64), first)
    return first


@Kernel
def _first_of_each(offsets, sources, moves, labels, last, first):
    """Fill `first`; `last` holds the last (source, target) pair with each label."""
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

    Components are numbered in the order in which the search completes them, so a move never leads
    to a component with a higher number. Pearce's algorithm [1]_ is a variant of Tarjan's that reads
    only one number per target. It takes O(n + m) time and 20 bytes per node.

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
    """Fill `rank`: n for the nodes of the first completed component, then n - 1, ...

    Before its component is completed, the rank of a node is 0 if the search has not reached the
    node. Otherwise the rank is the least number of a node that is known to be reachable from it.
    Nodes are numbered from 1 in the order of discovery. The numbers of completed components are
    used again, so all numbers stay below the ranks of completed nodes. `path` is the depth-first
    path. For each node on this path, `slot` is the next move to follow, and `first` is the number
    of the node. `opened` holds the nodes that left the path before their component was completed.
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
                slot[depth] = e  # check this target again when the search returns
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

    The root is the first of `roots` on a shortest cycle. The result is (-1, 0) if there is no
    cycle. A breadth-first search from each root stops at the best length so far, so the worst case
    is O(roots * (n + m)). `work` is the expected number of steps, used to decide whether to
    compile.
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
