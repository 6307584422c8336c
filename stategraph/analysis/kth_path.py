"""The k-th shortest solution, the first few, and random samples, found by counting paths.

The number of shortest paths from every state to the goal is computed first. These numbers show how
many paths begin with each letter, so the k-th path can be built letter by letter::

    R ── 3 paths ──►       the 4th path (k = 3, counted from 0) begins with U,
    U ── 2 paths ──►       and is the first (3 - 3 = 0) of the paths that do

In *text* order a letter is one character of a label. In *moves* order a letter is a whole label.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from heapq import heappop, heappush

from stategraph.analysis.shortest_solutions import (
    GraphPath,
    ShortestPaths,
    paths_to_target,
    shortest_paths,
)
from stategraph.graph import ArrayGraph


def nth_solution(graph: ArrayGraph, k: int, order: str = "text") -> GraphPath:
    """Return the k-th shortest solution, counted from 0.

    Parameters and errors are those of `nth_path`.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    k : int
        the number of the solution; 0 is the first one
    order : {"text", "moves"}
        the order of solutions: by their text, or label by label

    Examples
    --------
    >>> from stategraph import expand
    >>> nth_solution(expand("spacewreck/eight-rooms"), 0).text
    'R3L5L8'
    """
    return nth_path(graph, shortest_paths(graph), k, order)


def solutions_in_order(graph: ArrayGraph, order: str = "text") -> Iterator[GraphPath]:
    """Yield all shortest solutions in order, without storing them.

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [way.text for way in solutions_in_order(graph)]
    ['R3L5L8']
    """
    spelling = _Spelling(graph, shortest_paths(graph), order)
    for k in range(spelling.count):
        yield spelling.kth(k)


def sample(graph: ArrayGraph, size: int, seed: int) -> Iterator[GraphPath]:
    """Yield random shortest solutions, each drawn uniformly from all shortest solutions.

    Parameters
    ----------
    graph : ArrayGraph
    size : int
        the number of draws; a solution may be drawn more than once
    seed : int
        the same seed gives the same solutions on every machine

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [way.text for way in sample(graph, 2, seed=1)]
    ['R3L5L8', 'R3L5L8']
    """
    draw, spelling = random.Random(seed), _Spelling(graph, shortest_paths(graph), "text")
    return (spelling.kth(draw.randrange(spelling.count)) for _ in range(size))


def nth_path(graph: ArrayGraph, paths: ShortestPaths, k: int, order: str = "text") -> GraphPath:
    """Return the k-th of some shortest paths, counted from 0.

    Different paths can have the same letters if their labels are joined differently, as in
    ``R1 0`` and ``R10``, or if two moves of a state share a label. Such paths are ordered by their
    labels, then by their moves.

    Raises
    ------
    IndexError
        if there are at most k paths

    Notes
    -----
    Counting the paths takes O(states + moves).

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = StateGraph.from_networkx(nx.DiGraph(["sa", "sb", "sc", "ag", "bg", "cg"]), "s", "g")
    >>> nth_solution(graph, 1).text
    'bg'
    """
    return _Spelling(graph, paths, order).kth(k)


# Maps (position, label of the move into this position, number of letters of this label already
# used) to the number of path prefixes that lead there.
_Front = dict[tuple[int, str, int], int]


class _Spelling:
    """Finds the k-th of some shortest paths, letter by letter."""

    def __init__(self, graph: ArrayGraph, paths: ShortestPaths, order: str):
        self.graph, self.paths = graph, paths
        self.path_counts = paths_to_target(paths)  # by position
        names = graph.label_names
        # in "moves" order, one character represents each label; these characters sort like labels
        self._letters = names if order == "text" else [chr(k) for k in range(len(names))]

    def _moves(self, place: int) -> Iterator[tuple[str, int, int]]:
        """Yield (letters, target, slot) of the moves from a position."""
        paths = self.paths
        for slot in range(int(paths.offsets[place]), int(paths.offsets[place + 1])):
            label = int(self.graph.labels[paths.moves[slot]])
            yield self._letters[label], int(paths.targets[slot]), slot

    @property
    def count(self) -> int:
        """The number of paths."""
        return self.path_counts[0]

    def kth(self, k: int) -> GraphPath:
        """Return the k-th path."""
        if not 0 <= k < self.count:
            raise IndexError(f"there are {self.count:,} paths, counted from 0: no {k:,}")
        return self.kth_path(*self.kth_text(k))

    def kth_text(self, k: int) -> tuple[str, int]:
        """Return the letters of the k-th path, and its index among the paths with equal letters."""
        text, target = "", len(self.paths.nodes) - 1
        # see _Front
        front = {(0, "", 0): 1}
        while True:
            inside = self._begun(front)
            ended = inside.pop((target, "", 0), 0)
            if k < ended:
                return text, k
            k -= ended
            if len(inside) == 1:  # no comparison is needed
                (place, label, at), times = inside.popitem()
                text, front = text + label[at:], {(place, "", 0): times}
                continue
            by_letter: dict[str, int] = {}
            for (place, label, at), times in inside.items():
                by_letter[label[at]] = by_letter.get(label[at], 0) + times * self.path_counts[place]
            for letter in sorted(by_letter):
                if k < by_letter[letter]:
                    break
                k -= by_letter[letter]
            text += letter
            front = {}
            for (place, label, at), times in inside.items():
                if label[at] == letter:
                    key = (place, label, at + 1) if at + 1 < len(label) else (place, "", 0)
                    front[key] = front.get(key, 0) + times

    def _begun(self, front: _Front) -> _Front:
        """Extend each entry at the end of a label by every next label, except at the target."""
        inside = {key: times for key, times in front.items() if key[1]}
        unlabelled = {place: times for (place, label, _), times in front.items() if not label}
        while unlabelled:  # lowest position first: moves with empty labels lead to higher positions
            place = min(unlabelled)
            times = unlabelled.pop(place)
            if place == len(self.paths.nodes) - 1:
                inside[place, "", 0] = times
            for letters, target, _ in self._moves(place):
                if letters:
                    key = target, letters, 0
                    inside[key] = inside.get(key, 0) + times
                else:
                    unlabelled[target] = unlabelled.get(target, 0) + times
        return inside

    def kth_path(self, text: str, k: int) -> GraphPath:
        """Return the k-th of the paths whose letters are `text`."""
        end = len(self.paths.nodes) - 1, len(text)
        steps = self._steps(text)
        counts = {end: 1}
        for position in reversed(steps):
            if position != end:
                counts[position] = sum(
                    counts[next_position] for _, _, next_position in steps[position]
                )
        position, slots = (0, 0), []
        while position != end:
            for _, slot, next_position in sorted(steps[position]):
                if k < counts[next_position]:
                    slots.append(slot)
                    position = next_position
                    break
                k -= counts[next_position]
        moves = tuple(int(self.paths.moves[slot]) for slot in slots)
        places = [0, *(int(self.paths.targets[slot]) for slot in slots)]
        nodes = tuple(int(self.paths.nodes[place]) for place in places)
        wins = nodes[-1] == self.graph.goal
        return GraphPath(nodes, tuple(map(self.graph.label, moves)), moves, wins)

    def _steps(self, text: str) -> dict[tuple[int, int], list[tuple[str, int, tuple[int, int]]]]:
        """Return the moves (letters, slot, next key) of each key (position, offset in `text`)."""
        steps: dict[tuple[int, int], list[tuple[str, int, tuple[int, int]]]] = {}
        waiting = [(0, 0)]
        while waiting:
            position = heappop(waiting)
            if position in steps:
                continue
            steps[position] = moves = []
            for letters, target, slot in self._moves(position[0]):
                if text.startswith(letters, position[1]):
                    next_position = target, position[1] + len(letters)
                    moves.append((letters, slot, next_position))
                    heappush(waiting, next_position)
        return steps
