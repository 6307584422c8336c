"""Solution classes: shortest solutions that differ only in the order of independent moves.

Two shortest solutions are equivalent if swaps of adjacent commuting moves turn one into the other.
Two moves a and b commute in a state if both orders are legal and lead to the same state. The states
x and y after the first of the two moves may be equal or different::

          ┌─a─► x ─b─┐
    u ────┤          ├──► v        ... a b ... and ... b a ... are equivalent
          └─b─► y ─a─┘

The same two labels may commute in one state and not in another, so a table of labels is not enough.
Instead, the graph of shortest paths is *unfolded*: each state becomes one node for each class of
paths to it.

The unfolding is exact. A swap in a path to v either leaves the last move alone, or it swaps the
last two moves. In the first case it is a swap in the shorter path without the last move. So start
with pairs (class of the shorter path, last move): paths of the same pair are equivalent. The second
case occurs at squares such as the one above. Let r be a class of paths to u. Then the pairs (class
of r·a, b) and (class of r·b, a) belong to one class, and no other pairs are joined. Any path of r
may represent r, since equivalent paths stay equivalent if the same move is appended.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from stategraph import kernels
from stategraph.analysis.proof import solutions_known
from stategraph.analysis.shortest_solutions import (
    GraphPath,
    ShortestPaths,
    count_paths,
    first_path,
    shortest_paths,
)
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items, Rows

# Default maximum of `most`, the number of classes of paths to one state.
MAX_CLASSES_PER_STATE = 1_000
# Maximum number of pairs (class of paths, next move) in the whole graph.
MAX_CLASS_MOVE_PAIRS = 20_000_000


@dataclass(frozen=True)
class SolutionClass:
    """Shortest solutions that differ only in the order of commuting moves.

    Attributes
    ----------
    paths : ShortestPaths
        all solutions of the class; a state may occur more than once as a node
    first : GraphPath
        the first solution of the class
    """

    paths: ShortestPaths
    first: GraphPath

    def __len__(self) -> int:
        return count_paths(self.paths)


def solution_classes(
    graph: ArrayGraph, order: str = "text", most: int = MAX_CLASSES_PER_STATE
) -> list[SolutionClass] | None:
    """Return the classes of shortest solutions, sorted by their first solutions.

    `stategraph.metrics.solution_classes` only counts the classes.

    Parameters
    ----------
    graph : ArrayGraph
    order : {"text", "moves"}
        as in `first_path`
    most : int
        maximum number of classes of paths to each state on a shortest solution

    Returns
    -------
    list of SolutionClass, or None
        None if some state has more than `most` classes of paths, or if there are more than 20
        million pairs (class of paths, next move)

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Notes
    -----
    O(squares * classes) plus, for each class, O(states + moves) of the unfolded graph. A square is
    a pair of consecutive moves that can be swapped.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [each.first.text for each in solution_classes(graph)]
    ['R3L5L8']
    """
    unfolded = _unfold(graph, most)
    if unfolded is None:
        return None
    paths, count = unfolded
    offsets, sources, _ = kernels.reverse(paths.offsets, paths.targets, False)
    classes = []
    for last in range(len(paths.nodes) - count, len(paths.nodes)):
        leads = kernels.distances(offsets, sources, np.array([last], np.int32)) >= 0
        part = _restricted(paths, leads)
        classes.append(SolutionClass(part, first_path(graph, part, order)))
    if order == "text":
        return sorted(classes, key=lambda each: (each.first.text, each.first.labels))
    return sorted(classes, key=lambda each: each.first.labels)


def known_classes(graph: ArrayGraph) -> list[SolutionClass] | None:
    """Return the solution classes, [] if no solution exists, or None if the classes are unknown."""
    if not solutions_known(graph):
        return None
    return [] if graph.goal is None else solution_classes(graph)


def count_classes(graph: ArrayGraph) -> int | None:
    """Return the number of solution classes without building them; None if there are too many.

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> count_classes(graph)
    1
    """
    unfolded = _unfold(graph, MAX_CLASSES_PER_STATE)
    return None if unfolded is None else unfolded[1]


def free_orders(graph: ArrayGraph, solution_class: SolutionClass) -> list[tuple[int, int]]:
    """Return pairs of moves of ``solution_class.first`` that may come in either order.

    Move i comes before move j in some solutions of the class, and after it in others.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    solution_class : SolutionClass
        a class of `solution_classes`

    Returns
    -------
    list of (int, int)
        positions i < j in ``solution_class.first``

    Notes
    -----
    O(states * length^2) for the paths of the class. All paths of the class to the same node consist
    of the same moves, so each node has a fixed set of moves that precede it. If a label occurs
    several times, its occurrences are numbered. Two moves with the same label are never swapped, so
    the first occurrence of a label stays the first.

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.analysis import solution_classes
    >>> graph = expand("pacman/orchard")
    >>> (each,) = solution_classes(graph)
    >>> free_orders(graph, each)
    [(0, 1), (2, 3), (5, 6), (7, 8)]
    """
    paths, labels = solution_class.paths, solution_class.first.labels
    counts = _label_counts(graph, paths)
    has = np.zeros((len(labels), len(paths.nodes)))
    for i, label in enumerate(labels):
        number = graph.labels[solution_class.first.moves[i]]
        has[i] = counts[number] > labels[:i].count(label)
    before = has @ (1 - has).T > 0  # (i, j): at some node, move i is made and move j is not
    return [(int(i), int(j)) for i, j in np.argwhere(np.triu(before & before.T))]


def _label_counts(graph: ArrayGraph, paths: ShortestPaths) -> dict[int, np.ndarray]:
    """Return, for each label, how often (n,) a path to each node of `paths` uses the label."""
    depths = kernels.distances(paths.offsets, paths.targets, np.zeros(1, np.int32))
    tails = np.repeat(np.arange(len(paths.nodes)), np.diff(paths.offsets))
    heads, slots = np.unique(paths.targets, return_index=True)  # a move into each node
    came, label = tails[slots], graph.labels[paths.moves[slots]]
    order = np.argsort(depths[heads], kind="stable")
    cuts = np.flatnonzero(np.diff(depths[heads][order])) + 1
    counts = {int(name): np.zeros(len(paths.nodes), np.int64) for name in np.unique(label)}
    for layer in np.split(order, cuts) if len(order) else ():
        for name, times in counts.items():
            times[heads[layer]] = times[came[layer]] + (label[layer] == name)
    return counts


def _unfold(graph: ArrayGraph, most: int) -> tuple[ShortestPaths, int] | None:
    """Return the unfolded shortest paths, and the number of classes of solutions."""
    return graph.remember(("classes", most), lambda: _unfolded(graph, most))


def _unfolded(graph: ArrayGraph, most: int) -> tuple[ShortestPaths, int] | None:
    paths = shortest_paths(graph)
    tails = np.repeat(np.arange(len(paths.nodes), dtype=np.int32), np.diff(paths.offsets))
    labels = graph.labels[paths.moves]
    order = np.lexsort((paths.targets, labels, tails))
    targets, labels, moves = paths.targets[order], labels[order], paths.moves[order]
    arrived = kernels.reverse(paths.offsets, targets, True)
    squares, first = _all_squares(paths.offsets, targets, labels, arrived)
    counts, base, kinds = _all_classes(arrived, squares, first, most)
    if not counts[-1]:
        return None
    # Each move is copied once for each class of paths to its source.
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
    nodes = np.repeat(paths.nodes, counts)
    unfolded = ShortestPaths(
        nodes, offsets, heads[order].astype(np.int32), moves[move][order], paths.length
    )
    return unfolded, int(counts[-1])


def _restricted(paths: ShortestPaths, keep: np.ndarray) -> ShortestPaths:
    """Return the part of `paths` on the nodes that the mask `keep` (n,) bool selects."""
    place = np.cumsum(keep, dtype=np.int32) - 1
    tails = np.repeat(np.arange(len(keep)), np.diff(paths.offsets))
    inside = keep[tails] & keep[paths.targets]
    offsets = np.zeros(int(place[-1]) + 2, np.int64)
    np.cumsum(np.bincount(place[tails[inside]], minlength=len(offsets) - 1), out=offsets[1:])
    targets = place[paths.targets[inside]].astype(np.int32)
    return ShortestPaths(paths.nodes[keep], offsets, targets, paths.moves[inside], paths.length)


def _all_squares(
    offsets: np.ndarray, targets: np.ndarray, labels: np.ndarray, arrived: kernels.Rows
) -> tuple[np.ndarray, np.ndarray]:
    """Return all squares (k, 4) int64, sorted by last node, and the offsets (n+1,) of the nodes.

    A square consists of two moves in both orders: a then b, and b' then a', where a and a' share a
    label, and so do b and b'. It is stored as (a, b, b', a') if a' has a higher move number than b.
    The moves of each node must be sorted by label.
    """
    first = np.zeros(offsets.size, np.int64)
    squares = np.empty((targets.size + 1, 4), np.int64)
    count = _squares(offsets, targets, labels, arrived, first, squares)
    if count > len(squares):
        squares = np.empty((count, 4), np.int64)
        _squares(offsets, targets, labels, arrived, first, squares)
    return squares[:count], first


def _first_from(labels: Items, low: int, high: int, label: int) -> int:
    """Return the first move in ``low:high`` with a label of at least `label`."""
    while low < high:
        middle = (low + high) // 2
        if labels[middle] < label:
            low = middle + 1
        else:
            high = middle
    return low


@functools.partial(Kernel, helpers=[_first_from])
def _squares(
    offsets: Items,
    targets: Items,
    labels: Items,
    arrived: kernels.Rows,
    first: Items,
    squares: Rows,
) -> int:
    """Return the number of squares; store as many of them as `squares` has room for."""
    in_offsets, in_sources, in_moves = arrived.offsets, arrived.sources, arrived.moves
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
                            if count < squares.shape[0]:
                                squares[count, 0] = a
                                squares[count, 1] = b
                                squares[count, 2] = b_first
                                squares[count, 3] = a_last
                            count += 1
                        a_last += 1
                    b_first += 1
        first[v + 1] = count
    return count


class _Pairs(NamedTuple):
    """Pairs (class of paths to a node, move from this node); see `_all_classes`.

    Attributes
    ----------
    counts : (n,)
        the number of classes of paths to each node
    base, source : (m,)
        the first pair of each move, and the source of the move
    same, kinds : (k,)
        `same` is a union-find forest: for each pair another pair of its class, or the pair itself.
        `kinds` is the class of each pair
    """

    counts: Items
    base: Items
    source: Items
    same: Items
    kinds: Items


def _all_classes(
    arrived: kernels.Rows, squares: np.ndarray, first: np.ndarray, most: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Number the classes of paths to every node of an acyclic graph in topological order.

    Pair ``base[e] + c`` is class c of the paths to the source of move e, followed by e. Returns
    counts (n,), base (m,) and kinds, as in `_Pairs`. The last count is 0 if there are too many
    classes.
    """
    size = arrived.sources.size
    pairs = _Pairs(
        counts=np.zeros(arrived.offsets.size - 1, np.int64),
        base=np.zeros(size, np.int64),
        source=np.empty(size, np.int32),
        same=np.empty(size + 1, np.int64),
        kinds=np.empty(size + 1, np.int64),
    )
    pairs.counts[0] = 1
    node, start, end = 1, 0, 0
    while node < pairs.counts.size:
        if end > pairs.same.size:
            more = np.empty(end, np.int64)
            same, kinds = (np.concatenate((array, more)) for array in (pairs.same, pairs.kinds))
            pairs = pairs._replace(same=same, kinds=kinds)
        node, start, end = _classes(
            arrived, squares, first, most, MAX_CLASS_MOVE_PAIRS, node, start, pairs
        )
    return pairs.counts, pairs.base, pairs.kinds


def _representative(same: Items, pair: int) -> int:
    """Return the root of `pair` in the union-find forest, and shorten the path to this root."""
    while same[pair] != pair:
        same[pair] = same[same[pair]]
        pair = same[pair]
    return pair


@functools.partial(Kernel, helpers=[_representative])
def _classes(
    arrived: kernels.Rows,
    squares: Rows,
    first: Items,
    most: int,
    most_pairs: int,
    node: int,
    end: int,
    pairs: _Pairs,
) -> tuple[int, int, int]:
    """Number the classes, starting at `node`; return the next node and its range of pairs."""
    in_offsets, in_sources, in_moves = arrived.offsets, arrived.sources, arrived.moves
    counts, base, source = pairs.counts, pairs.base, pairs.source
    same, kinds = pairs.same, pairs.kinds
    for v in range(node, counts.size):
        start = end
        for k in range(in_offsets[v], in_offsets[v + 1]):
            source[in_moves[k]] = in_sources[k]
            base[in_moves[k]] = end
            end += counts[in_sources[k]]
        if end > most_pairs:
            counts[-1] = 0
            break
        if end > same.size:
            return v, start, end
        for pair in range(start, end):
            same[pair] = pair
        for k in range(first[v], first[v + 1]):
            a, b, b_first, a_last = squares[k, 0], squares[k, 1], squares[k, 2], squares[k, 3]
            for c in range(counts[source[a]]):
                root = _representative(same, base[b] + kinds[base[a] + c])
                other_root = _representative(same, base[a_last] + kinds[base[b_first] + c])
                same[max(root, other_root)] = min(root, other_root)
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
