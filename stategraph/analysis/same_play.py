"""Equality of play: whether the state graphs of two levels are equal except for names.

The numbers of states and the order of moves count as names. If both levels use the same labels, the
states of both graphs can be numbered by the same rule and then compared::

    a ─R─► b        0 ─R─► 1        moves sorted by label, states numbered breadth first:
    │      │        │      │        two levels play the same if the numbered graphs are equal
    D      D   ==►  D      D
    ▼      ▼        ▼      ▼
    c      g        2      3

If the labels differ too, for example by new room numbers or a mirrored board, a search looks for a
renaming of labels that makes the graphs equal. Where local properties do not determine the new
label, the search tries the candidates one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from stategraph import kernels
from stategraph.analysis import moves_from_start, moves_to_goal
from stategraph.graph import ArrayGraph

# Maximum number of rounds of colour refinement, and maximum number of renamings that are tried.
MAX_REFINEMENT_ROUNDS, MAX_RENAMINGS = 64, 1_000


@dataclass(frozen=True)
class Sameness:
    """The answer to whether two levels play the same.

    Attributes
    ----------
    same : bool or None
        whether they play the same; None if unknown
    labels : dict of str to str, or None
        the renaming of the first graph's labels, if one is needed
    """

    same: bool | None
    labels: Mapping[str, str] | None = None


def same_play(graph: ArrayGraph, other: ArrayGraph) -> Sameness:
    """Return whether two graphs are equal except for names.

    Returns
    -------
    Sameness
        True and False are proven. If a graph is incomplete, False is proven only if its known part
        is larger than the other graph. Unknown if 1,000 renamings do not settle the question, if a
        graph is not complete and not larger, or if two moves of a state share a label

    Notes
    -----
    O(states + moves log moves) if the labels agree. Otherwise each round of colour refinement, at
    most 64, and each tried renaming has this cost again.

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> one, two = nx.DiGraph(), nx.DiGraph()
    >>> one.add_edge("a", "b", label="R"), two.add_edge(1, 2, label="L")
    (None, None)
    >>> same_play(StateGraph.from_networkx(one, "a", "b"), StateGraph.from_networkx(two, 1, 2))
    Sameness(same=True, labels={'R': 'L'})
    """
    if not (graph.complete and other.complete):
        return Sameness(False if _outgrows(graph, other) or _outgrows(other, graph) else None)
    if _size(graph) != _size(other):
        return Sameness(False)
    if play_mark(graph) == play_mark(other):
        return Sameness(True)
    views = _View(graph), _View(other)
    if not all(view.unique for view in views):
        return Sameness(None)
    return _renaming(*views)


def _outgrows(part: ArrayGraph, whole: ArrayGraph) -> bool:
    """Return whether `whole` is complete and smaller than the known `part` of the other graph."""
    more = len(part) > len(whole) or part.number_of_edges() > whole.number_of_edges()
    return whole.complete and more


def _size(graph: ArrayGraph) -> tuple[int, int, bool, int]:
    labels = int(np.count_nonzero(np.bincount(graph.labels, minlength=1)))
    return len(graph), graph.number_of_edges(), graph.goal is None, labels


def play_mark(graph: ArrayGraph, names: Mapping[str, str] | None = None) -> str:
    """Return a digest of the play on a graph; graphs with equal play have equal digests.

    O(states + moves log moves).

    Parameters
    ----------
    graph : ArrayGraph
    names : mapping of str to str, optional
        a new name for each label that is renamed
    """
    called = [(names or {}).get(label, label) for label in graph.label_names]
    order = sorted(set(called))
    rank = {name: k for k, name in enumerate(order)}
    ranks = np.array([rank[name] for name in called], np.int64)
    labels = ranks[graph.labels] if len(called) else graph.labels.astype(np.int64)
    sources = np.asarray(graph.sources, np.int64)
    by_label = np.lexsort((graph.targets, labels, sources))
    targets = graph.targets[by_label]
    number, first = kernels.explore(graph.offsets, targets, 0, np.zeros(len(graph), bool))
    degrees = np.diff(graph.offsets)[first]
    # for each move in the new order, the distance from its new slot to its old slot
    begin = np.repeat(graph.offsets[:-1][first] - np.cumsum(degrees) + degrees, degrees)
    slots = begin + np.arange(len(targets))
    used = np.unique(labels)
    goal = -1 if graph.goal is None else int(number[graph.goal])
    digest = sha256(repr((len(graph), goal, [order[k] for k in used])).encode())
    for array in (degrees, np.searchsorted(used, labels[by_label][slots]), number[targets[slots]]):
        digest.update(np.ascontiguousarray(array, dtype=np.int64).tobytes())
    return digest.hexdigest()


# ------------------------------------------------------------------------------------ renaming


class _View:
    """A graph with properties that do not depend on names: colours of states, kinds of labels."""

    def __init__(self, graph: ArrayGraph):
        self.graph = graph
        self.colours = _colours(graph)
        pairs = _mixed(self.colours[graph.sources] * _ODD[0] + self.colours[graph.targets])
        sums = np.zeros(len(graph.label_names), np.uint64)
        np.add.at(sums, graph.labels, pairs)
        counts = np.bincount(graph.labels, minlength=len(sums))
        self.kinds = {
            graph.label_names[k]: (int(counts[k]), int(sums[k])) for k in np.flatnonzero(counts)
        }
        keys = graph.sources.astype(np.int64) * (len(sums) + 1) + graph.labels
        self.unique = len(np.unique(keys)) == len(keys)


_ODD = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)


def _mixed(values: np.ndarray) -> np.ndarray:
    """Hash 64-bit numbers, so that a sum of hashes identifies a multiset of numbers."""
    values = (values ^ (values >> np.uint64(31))) * _ODD[1]
    scrambled: np.ndarray = (values ^ (values >> np.uint64(29))) * _ODD[2]
    return scrambled


def _colours(graph: ArrayGraph) -> np.ndarray:
    """Return a colour (n,) uint64 for each state that does not depend on names.

    A renaming never maps a state to a state with a different colour. Each round combines the colour
    of a state with the colours of its predecessors and successors. The rounds end when the number
    of colours no longer grows.
    """
    from_start, to_goal = moves_from_start(graph), moves_to_goal(graph)
    colour = _mixed(
        from_start.astype(np.int64).view(np.uint64) * _ODD[0] + to_goal.astype(np.uint64)
    )
    back, sources = graph.reversed
    colour_count = 0
    for _ in range(MAX_REFINEMENT_ROUNDS):
        colour = _mixed(
            colour * _ODD[0]
            + _sums(graph.offsets, _mixed(colour[graph.targets] + _ODD[1]))
            + _sums(back, _mixed(colour[sources] + _ODD[2])) * _ODD[1]
        )
        kinds = len(np.unique(colour))
        if kinds in (colour_count, len(colour)):
            break
        colour_count = kinds
    return colour


def _sums(offsets: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the sum of the values of each row, modulo 2^64."""
    total = np.concatenate([np.zeros(1, np.uint64), np.cumsum(values, dtype=np.uint64)])
    sums: np.ndarray = total[offsets[1:]] - total[offsets[:-1]]
    return sums


def _renaming(first: _View, second: _View) -> Sameness:
    """Search for a renaming of labels that makes the graphs equal."""
    alike = np.array_equal(np.sort(first.colours), np.sort(second.colours))
    if not alike or Counter(first.kinds.values()) != Counter(second.kinds.values()):
        return Sameness(False)
    target_mark = play_mark(second.graph)
    stack: list[dict[str, str]] = [{}]
    for _ in range(MAX_RENAMINGS):
        if not stack:
            return Sameness(False)
        names = stack.pop()
        choice = _first_choice(first, second, names)
        if choice is None:
            continue
        label, candidates = choice
        if label is None:
            if play_mark(first.graph, names) == target_mark:
                return Sameness(True, names)
            continue
        stack += [names | {label: name} for name in reversed(candidates)]
    return Sameness(None)


def _first_choice(first: _View, second: _View, names: dict[str, str]) -> _Choice:
    """Follow corresponding labels in both graphs; add names that have no alternative.

    Returns the first label with several candidates, and these candidates; (None, []) if all labels
    have names; or None if `names` do not make the graphs equal.
    """
    used_names = set(names.values())
    image, queue = {0: 0}, [0]
    for node in queue:
        if len(names) == len(first.kinds):
            return None, []
        other_targets = dict(second.graph.moves(image[node]))
        moves = first.graph.moves(node)
        if len(moves) != len(other_targets):
            return None
        for label, target in moves:
            if label not in names:
                candidates = [
                    name
                    for name, to in sorted(other_targets.items())
                    if name not in used_names
                    and second.kinds[name] == first.kinds[label]
                    and second.colours[to] == first.colours[target]
                ]
                if len(candidates) > 1:
                    return label, candidates
                if not candidates:
                    return None
                names[label] = candidates[0]
                used_names.add(candidates[0])
            to_there = other_targets.get(names[label])
            if to_there is None or first.colours[target] != second.colours[to_there]:
                return None
            if target not in image:
                image[target] = to_there
                queue.append(target)
            elif image[target] != to_there:
                return None
    return None, []


_Choice = tuple[str | None, list[str]] | None
