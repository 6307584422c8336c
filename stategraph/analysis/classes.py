"""Solution classes: how many truly different shortest solutions there are.

Two shortest solutions are alike if swapping adjacent moves that commute turns one into the other.
Two moves a and b commute in a state if both orders are legal there and lead to the same state; the
states between may be the same one or different ones::

          ┌─a─► x ─b─┐
    u ────┤          ├──► v        ... a b ... and ... b a ... are alike
          └─b─► y ─a─┘

Whether two moves commute depends on the state, so no table of commuting labels will do; the
shortest ways themselves are gone through, and *unfolded*: a state becomes as many nodes as there
are classes of ways to it.

Why that is exact: a swap in a way to v either leaves its last move alone, and is a swap in the way
to the state before, or it swaps the last two moves. So ways to v are first alike when they have the
same last move and are alike before it: that makes pairs (class of ways to a state before, last
move). Of these, exactly (class of r·a, b) and (class of r·b, a) are one class, for each square from
u to v and each class r of ways to u; which way of r is meant makes no difference, since ways that
are alike stay alike when the same move is added.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from stategraph import kernels
from stategraph.analysis.paths import (
    ShortestPaths,
    Way,
    count_paths,
    first_way,
    shortest_paths,
)
from stategraph.analysis.proof import solutions_known
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel

# At most so many classes of ways to a state are told apart ...
MOST = 1_000
# ... and at most so many pairs of class and move in all are held.
PAIRS = 20_000_000


@dataclass(frozen=True)
class SolutionClass:
    """Shortest solutions that differ only in the order of moves that commute.

    Attributes
    ----------
    ways : ShortestPaths
        all of them; a state may stand in it more than once
    first : Way
        the first of them
    """

    ways: ShortestPaths
    first: Way

    def __len__(self) -> int:
        return count_paths(self.ways)


def solution_classes(
    graph: ArrayGraph, order: str = "text", most: int = MOST
) -> list[SolutionClass] | None:
    """Return the classes of shortest solutions by their first ones; None when there are too many.

    O(squares * classes), a square being two moves in a row that can be swapped, and for each class
    O(states + moves) of the unfolded ways. `stategraph.metrics.solution_classes` only counts them.

    Parameters
    ----------
    order : {"text", "moves"}
        as in `first_way`
    most : int
        stop when there are more classes of ways to any state on a shortest way (fewer may lead to
        the goal) or more than 20 million pairs of class and move

    Raises
    ------
    NetworkXNoPath
        when the goal is not reached
    """
    unfolded = _unfold(graph, most)
    if unfolded is None:
        return None
    ways, count = unfolded
    offsets, sources, _ = kernels.reverse(ways.offsets, ways.targets, False)
    found = []
    for last in range(len(ways.nodes) - count, len(ways.nodes)):
        leads = kernels.distances(offsets, sources, np.array([last], np.int32)) >= 0
        part = _restricted(ways, leads)
        found.append(SolutionClass(part, first_way(graph, part, order)))
    if order == "text":
        return sorted(found, key=lambda each: (each.first.text, each.first.labels))
    return sorted(found, key=lambda each: each.first.labels)


def known_classes(graph: ArrayGraph) -> list[SolutionClass] | None:
    """Return the solution classes; none when there is no solution, None when not known."""
    if not solutions_known(graph):
        return None
    return [] if graph.goal is None else solution_classes(graph)


def count_classes(graph: ArrayGraph, most: int = MOST) -> int | None:
    """Return how many classes `solution_classes` gives, without making them; None: too many."""
    unfolded = _unfold(graph, most)
    return None if unfolded is None else unfolded[1]


def free_orders(graph: ArrayGraph, each: SolutionClass) -> list[tuple[int, int]]:
    """Return the pairs (i, j), i < j, of moves of ``each.first`` that come in either order.

    Move i is made before move j in some solutions of the class and after it in others. O(states *
    length^2) of its ways.

    Notes
    -----
    Ways of a class to one node of it hold the same moves, so each node has its set of moves made. A
    label met several times is told apart by which time it is: swapped moves have different labels,
    so its first time stays its first.
    """
    ways, labels = each.ways, each.first.labels
    made = _made(graph, ways)
    has = np.zeros((len(labels), len(ways.nodes)))
    for i, label in enumerate(labels):
        number = graph.labels[each.first.moves[i]]
        has[i] = made[number] > labels[:i].count(label)
    before = has @ (1 - has).T > 0  # (i, j): somewhere i is made and j is not
    return [(int(i), int(j)) for i, j in np.argwhere(np.triu(before & before.T))]


def _made(graph: ArrayGraph, ways: ShortestPaths) -> dict[int, np.ndarray]:
    """Return of each label how often (n,) every way to a node of `ways` has made it."""
    level = kernels.distances(ways.offsets, ways.targets, np.zeros(1, np.int32))
    tails = np.repeat(np.arange(len(ways.nodes)), np.diff(ways.offsets))
    heads, slots = np.unique(ways.targets, return_index=True)  # a move into each node
    came, label = tails[slots], graph.labels[ways.moves[slots]]
    order = np.argsort(level[heads], kind="stable")
    cuts = np.flatnonzero(np.diff(level[heads][order])) + 1
    made = {int(name): np.zeros(len(ways.nodes), np.int64) for name in np.unique(label)}
    for some in np.split(order, cuts) if len(order) else ():
        for name, times in made.items():
            times[heads[some]] = times[came[some]] + (label[some] == name)
    return made


def _unfold(graph: ArrayGraph, most: int) -> tuple[ShortestPaths, int] | None:
    """Return the shortest ways with a node for each class of ways to a state, and the classes."""
    return graph.remember(("classes", most), lambda: _unfolded(graph, most))


def _unfolded(graph: ArrayGraph, most: int) -> tuple[ShortestPaths, int] | None:
    ways = shortest_paths(graph)
    tails = np.repeat(np.arange(len(ways.nodes), dtype=np.int32), np.diff(ways.offsets))
    labels = graph.labels[ways.moves]
    order = np.lexsort((ways.targets, labels, tails))
    targets, labels, moves = ways.targets[order], labels[order], ways.moves[order]
    arrived = kernels.reverse(ways.offsets, targets, True)
    squares, first = _all_squares(ways.offsets, targets, labels, arrived)
    counts, base, kinds = _all_classes(arrived, squares, first, most)
    if not counts[-1]:
        return None
    # one move for each class of ways to where it starts
    copies = counts[tails]
    ends = np.cumsum(copies)
    move = np.repeat(np.arange(len(targets)), copies)
    kind = np.arange(len(move)) - np.repeat(ends - copies, copies)
    first = np.cumsum(counts) - counts
    heads = first[targets[move]] + kinds[base[move] + kind]
    offsets = np.zeros(int(counts.sum()) + 1, np.int64)
    starts = first[tails[move]] + kind
    np.cumsum(np.bincount(starts, minlength=len(offsets) - 1), out=offsets[1:])
    order = np.argsort(starts, kind="stable")
    nodes = np.repeat(ways.nodes, counts)
    unfolded = ShortestPaths(
        nodes, offsets, heads[order].astype(np.int32), moves[move][order], ways.length
    )
    return unfolded, int(counts[-1])


def _restricted(ways: ShortestPaths, keep: np.ndarray) -> ShortestPaths:
    """Return the part of `ways` on the nodes to `keep` (n,) bool."""
    place = np.cumsum(keep, dtype=np.int32) - 1
    tails = np.repeat(np.arange(len(keep)), np.diff(ways.offsets))
    inside = keep[tails] & keep[ways.targets]
    offsets = np.zeros(int(place[-1]) + 2, np.int64)
    np.cumsum(np.bincount(place[tails[inside]], minlength=len(offsets) - 1), out=offsets[1:])
    targets = place[ways.targets[inside]].astype(np.int32)
    return ShortestPaths(ways.nodes[keep], offsets, targets, ways.moves[inside], ways.length)


def _all_squares(
    offsets: np.ndarray, targets: np.ndarray, labels: np.ndarray, arrived: kernels.Rows
) -> tuple[np.ndarray, np.ndarray]:
    """Return the squares (k, 4) int64 of a graph, and which of them (n+1,) end in each node.

    The moves of a square, a then b and b then a, are given as (a, b, b', a'), a' after b in the
    order of moves. Those of a node stand in the order of their labels.
    """
    first = np.zeros(offsets.size, np.int64)
    found = np.empty((targets.size + 1, 4), np.int64)
    count = _squares(offsets, targets, labels, *arrived, first, found)
    if count > len(found):
        found = np.empty((count, 4), np.int64)
        _squares(offsets, targets, labels, *arrived, first, found)
    return found[:count], first


def _first_from(labels, low, high, label):
    """Return the first move in ``low:high``, in the order of labels, whose label is not less."""
    while low < high:
        middle = (low + high) // 2
        if labels[middle] < label:
            low = middle + 1
        else:
            high = middle
    return low


@functools.partial(Kernel, helpers=[_first_from])
def _squares(offsets, targets, labels, in_offsets, in_sources, in_moves, first, found):
    """Return how many squares there are; `found` and `first` are filled as far as there is room."""
    count = 0
    for v in range(offsets.size - 1):
        for k in range(in_offsets[v], in_offsets[v + 1]):
            b, x = in_moves[k], in_sources[k]
            for j in range(in_offsets[x], in_offsets[x + 1]):
                a, u = in_moves[j], in_sources[j]
                b_first = _first_from(labels, offsets[u], offsets[u + 1], labels[b])
                while b_first < offsets[u + 1] and labels[b_first] == labels[b]:
                    y = targets[b_first]
                    a_last = _first_from(labels, offsets[y], offsets[y + 1], labels[a])
                    while a_last < offsets[y + 1] and labels[a_last] == labels[a]:
                        if targets[a_last] == v and a_last > b:
                            if count < found.shape[0]:
                                found[count, 0] = a
                                found[count, 1] = b
                                found[count, 2] = b_first
                                found[count, 3] = a_last
                            count += 1
                        a_last += 1
                    b_first += 1
        first[v + 1] = count
    return count


def _all_classes(
    arrived: kernels.Rows, squares: np.ndarray, first: np.ndarray, most: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Number the classes of ways to every node of an acyclic graph whose moves go to higher ones.

    Pair ``base[e] + c`` is class c of the ways to where move e starts, then e. Returns the number
    of classes of ways to each node (n,) (the last one 0: there are too many), base (m,), and the
    class of each pair.
    """
    size = arrived[1].size
    counts, base = np.zeros(arrived[0].size - 1, np.int64), np.zeros(size, np.int64)
    source = np.empty(size, np.int32)
    counts[0] = 1
    same, kinds = np.empty(size + 1, np.int64), np.empty(size + 1, np.int64)
    node, start, end = 1, 0, 0
    while node < counts.size:
        if end > same.size:
            same, kinds = (
                np.concatenate((some, np.empty(end, np.int64))) for some in (same, kinds)
            )
        node, start, end = _classes(
            *arrived, squares, first, most, PAIRS, node, start, counts, base, source, same, kinds
        )
    return counts, base, kinds


@Kernel
def _classes(
    in_offsets, in_sources, in_moves, squares, first, most, pairs,
    node, end, counts, base, source, same, kinds,
):  # fmt: skip
    """Number the classes from `node` on; return the next node, and where its pairs start and end.

    `same` is, of each pair, one of the same class or itself.
    """
    for v in range(node, counts.size):
        start = end
        for k in range(in_offsets[v], in_offsets[v + 1]):
            source[in_moves[k]] = in_sources[k]
            base[in_moves[k]] = end
            end += counts[in_sources[k]]
        if end > pairs:
            counts[-1] = 0
            break
        if end > same.size:
            return v, start, end
        for pair in range(start, end):
            same[pair] = pair
        for k in range(first[v], first[v + 1]):
            a, b, b_first, a_last = squares[k, 0], squares[k, 1], squares[k, 2], squares[k, 3]
            for c in range(counts[source[a]]):
                one = base[b] + kinds[base[a] + c]
                two = base[a_last] + kinds[base[b_first] + c]
                while same[one] != one:
                    same[one] = same[same[one]]
                    one = same[one]
                while same[two] != two:
                    same[two] = same[same[two]]
                    two = same[two]
                same[max(one, two)] = min(one, two)
        for pair in range(start, end):  # the lowest pair of a class comes first
            if same[pair] == pair:
                kinds[pair] = counts[v]
                counts[v] += 1
            else:
                same[pair] = same[same[pair]]
                kinds[pair] = kinds[same[pair]]
        if counts[v] > most:
            counts[-1] = 0
            break
    return counts.size, end, end
