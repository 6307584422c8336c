"""The shortest solutions of two levels, compared as sets of label sequences.

There may be 10^22 solutions, so the sets are not enumerated. Each set is the language of an acyclic
graph, in which the moves of a state have distinct labels. The *mark* of a state is a digest of its
moves: the labels, and the marks of the targets. Marks are computed backwards from the goal::

    goal ◄─D─ b ◄─R─┐
    goal ◄─R─ c ◄─D─ start     mark(start) = digest of (D, mark(c)), (R, mark(b))

Two starts have equal marks if they have the same shortest solutions, as sequences of labels.
"""

from __future__ import annotations

import hashlib

from stategraph.analysis import ShortestPaths, first_solution, shortest, shortest_paths
from stategraph.graph import ArrayGraph

Labels = tuple[str, ...]


def fingerprint(graph: ArrayGraph) -> str:
    """Return a digest that is equal for graphs with the same shortest solutions.

    If two moves of a state share a label, equal digests still mean equal solutions, but graphs with
    equal solutions may have different digests. On an incomplete graph,
    `stategraph.analysis.solutions_known` must be true. O(moves on shortest solutions).

    Returns
    -------
    str
        empty if the goal was not reached

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> one = StateGraph.from_networkx(nx.DiGraph([("a", "b"), ("b", "c")]), "a", "c")
    >>> two = StateGraph.from_networkx(nx.DiGraph([("x", "b"), ("b", "c"), ("c", "x")]), "x", "c")
    >>> fingerprint(one) == fingerprint(two)
    True
    """
    return "" if graph.goal is None else _marks(graph)[0].hex()


def _marks(graph: ArrayGraph) -> list[bytes]:
    """Return the mark of every position in ``ShortestPaths.nodes``."""
    return graph.remember("solution_marks", lambda: _make_marks(graph, shortest_paths(graph)))


def _make_marks(graph: ArrayGraph, paths: ShortestPaths) -> list[bytes]:
    marks = [b""] * len(paths.nodes)
    for place in reversed(range(len(marks))):
        parts = sorted(
            label.encode("utf-8", "surrogatepass") + b"\0" + marks[to]
            for label, to in _moves(graph, paths, place)
        )
        # with the length before each part, different lists have different encodings
        whole = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
        marks[place] = hashlib.sha256(whole).digest()
    return marks


def _moves(graph: ArrayGraph, paths: ShortestPaths, place: int) -> list[tuple[str, int]]:
    """Return the (label, position) pairs of the moves from a position, sorted by label."""
    slots = range(int(paths.offsets[place]), int(paths.offsets[place + 1]))
    return sorted((graph.label(int(paths.moves[k])), int(paths.targets[k])) for k in slots)


def only_in(graph: ArrayGraph, other: ArrayGraph) -> Labels | None:
    """Return a shortest solution of `graph` that `other` does not have.

    Returns
    -------
    tuple of str or None
        the labels; None if `other` has every shortest solution of `graph`

    Notes
    -----
    The cost is linear in the number of pairs of states, one of each graph, that the same labels
    reach on shortest solutions. Pairs with equal marks are not explored.
    """
    if graph.goal is None:
        return None
    if other.goal is None or shortest(other) != shortest(graph):
        return first_solution(graph).labels
    paths, other_paths = shortest_paths(graph), shortest_paths(other)
    marks, their_marks = _marks(graph), _marks(other)
    visited = {(0, 0)}
    stack: list[tuple[int, int, Labels]] = [(0, 0, ())]
    while stack:
        place, other_place, prefix = stack.pop()
        if marks[place] == their_marks[other_place]:
            continue
        follow = dict(_moves(other, other_paths, other_place))
        for label, to in reversed(_moves(graph, paths, place)):
            if label not in follow:
                return (*prefix, label, *_onwards(graph, paths, to))
            if (to, follow[label]) not in visited:
                visited.add((to, follow[label]))
                stack.append((to, follow[label], (*prefix, label)))
    return None


def _onwards(graph: ArrayGraph, paths: ShortestPaths, place: int) -> Labels:
    """Return the labels of some shortest path from a position to the goal."""
    labels = []
    while place != len(paths.nodes) - 1:
        label, place = _moves(graph, paths, place)[0]
        labels.append(label)
    return tuple(labels)


def is_shortest(graph: ArrayGraph, labels: Labels) -> bool:
    """Return whether `labels` are a shortest solution. O(moves of the states on this path)."""
    if graph.goal is None or len(labels) != shortest(graph):
        return False
    paths, place = shortest_paths(graph), 0
    for label in labels:
        follow = dict(_moves(graph, paths, place))
        if label not in follow:
            return False
        place = follow[label]
    return True


def another_solution(graph: ArrayGraph) -> Labels | None:
    """Return a shortest solution other than the first.

    Returns
    -------
    tuple of str or None
        the labels; None if there is at most one solution
    """
    if graph.goal is None:
        return None
    first, paths, place = first_solution(graph).labels, shortest_paths(graph), 0
    for step, label in enumerate(first):
        moves = _moves(graph, paths, place)
        for other, to in moves:
            if other != label:
                return (*first[:step], other, *_onwards(graph, paths, to))
        place = dict(moves)[label]
    return None
