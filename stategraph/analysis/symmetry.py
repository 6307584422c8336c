"""Symmetry reduction: states that a symmetry maps to each other form one class.

A symmetry g can be a rotation or reflection of the board, a swap of two agents, or a renaming of
rooms. A symmetry is used only if the graph proves it. Let x be a state whose image gx is reachable
too. The moves of x and of gx must correspond, under one renaming of labels for the whole graph::

    x ──l──► t          x and gx have equally many moves. Each move l from x to t has an image,
    ┆        ┆          the move g(l) from gx to gt. The image of the goal is the goal.
    gx ─g(l)─► gt

This is a bisimulation: every play from x corresponds, move by move, to a play from gx. If x can
win, gx can win in the same number of moves, and vice versa. A class contains all states that a
chain of such pairs connects. A class has reachable states only, so it may be smaller than an orbit
of the symmetry group. A level can be symmetric although its start is not.

The quotient represents each class by the state of the class that was found first, and by the moves
of this state. Classes are numbered in the order of these states. This is also the breadth-first
order of the quotient, as in any state graph.

The labels of a path through the quotient cannot be played in the level directly. For example, a
move R may lead to the mirror image of the representative of a class. There the player must play L,
the image of R. `Orbits.lift` converts the path to moves of the level::

    quotient [0] ─R─► [1] ─R─► [2] [1] is reached as 3, the mirror image of 1 level 0 ─R─► 3 ─L─► 5

The check of a proposed symmetry takes one linear pass over the graph, and 12 bytes per state.

The number of classes differs from the number of states, so most counts differ. The metrics in
`UNCHANGED` are equal for classes and states. These metrics depend only on two properties of the
states on a path: the number of moves, and the distance to the goal. Both are equal within a class.
Paths through classes correspond one to one to paths from a state, since the moves of a state
correspond to the moves of its representative.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from stategraph import kernels
from stategraph.analysis.lifting import Lifted, Quotient
from stategraph.analysis.shortest_solutions import GraphPath, first_solution
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph, Extent, sorted_labels
from stategraph.graph.compressed_rows import rows_of
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items, Rows
from stategraph.readable import Record
from stategraph.rules.candidate_symmetries import Symmetry, Values, candidates

# Metrics with the same value for classes and for states.
UNCHANGED = (
    "solvable", "shortest", "shortest_count", "unique", "first_solution", "first_solution_moves",
    "decision_steps", "mean_choices", "productive_share", "neutral_share", "regress_share",
    "fatal_share", "only_moves", "only_move_share", "mean_slack", "largest_slack", "win_chance",
    "expected_moves", "expected_moves_with_restarts", "muse", "deepest_trap", "min_out_degree",
    "max_out_degree", "max_moves_to_goal",
)  # fmt: skip

# Number of first states, and of moves to the goal, that are checked before all other states.
TELLING_STATES = 1_000


def symmetric(graph: ArrayGraph, proposals: Iterable[tuple[str, Values]] = ()) -> ArrayGraph:
    """Return the quotient of a state graph by its symmetries.

    O(states + moves) for each proposed symmetry.

    Parameters
    ----------
    graph : ArrayGraph
    proposals : iterable of (name, tables)
        symmetries that the level's family proposes, in addition to symmetries of the board and
        swaps of variables

    Returns
    -------
    ArrayGraph
        with an `Orbits` as its ``quotient``. If no symmetry is proven, every class is one state

    Examples
    --------
    >>> from stategraph import load
    >>> from stategraph.expand import expand
    >>> reduced = symmetric(expand(load("psychopath/first-push").puzzle))
    >>> reduced, reduced.quotient.names
    (<StateGraph: 70 states, 192 moves, goal 28, complete>, ('mirrored top to bottom',))
    >>> reduced.quotient.lift(first_solution(reduced)).way.text
    'RRRDRRU'
    """
    lowest = np.arange(len(graph), dtype=np.int32)
    names = []
    for proven in symmetries(graph, proposals):
        _join(lowest, proven.image)
        names.append(proven.symmetry.name)
    first, owner = np.unique(lowest, return_inverse=True)
    offsets, moves = rows_of(graph.offsets, first)
    used = np.flatnonzero(np.bincount(graph.labels[moves], minlength=1)).tolist()
    reduced = ArrayGraph(
        offsets=offsets,
        targets=owner[graph.targets[moves]].astype(np.int32),
        **sorted_labels(graph.labels[moves], {k: graph.label_names[k] for k in used}),
        states=graph.states[first] if graph.variables else [graph.state(k) for k in first.tolist()],
        variables=graph.variables,
        goal=None if graph.goal is None else int(owner[graph.goal]),
        extent=Extent(int(np.searchsorted(first, graph.expanded)), graph.stopped),
    )
    reduced.quotient = Orbits(graph, owner.astype(np.int32), first.astype(np.int64), tuple(names))
    return reduced


@Kernel
def _join(lowest: Items, image: Items) -> None:
    """Join the class of each state and the class of its image; `lowest` is a union-find forest."""
    for x in range(image.size):
        if image[x] >= 0:
            root = x
            while lowest[root] != root:
                root = lowest[root]
            other = image[x]
            while lowest[other] != other:
                other = lowest[other]
            lowest[max(root, other)] = min(root, other)
    for x in range(image.size):  # lower states already point to the root of their class
        lowest[x] = lowest[lowest[x]]


@dataclass(frozen=True, eq=False)
class Orbits(Quotient):
    """The classes of states that symmetries map to each other; see `Quotient`.

    Attributes
    ----------
    names : tuple of str
        the proven symmetries
    """

    names: tuple[str, ...]
    kind = "symmetry"

    @property
    def symmetries(self) -> tuple[str, ...]:
        """The proven symmetries."""
        return self.names

    def project(self, graph: ArrayGraph, path: GraphPath) -> GraphPath:
        """Project a path of `real` to `graph`; see `Quotient.project`.

        If several moves lead from one class to the next, choose the move with the same label, or
        else the first move.
        """
        nodes = tuple(self.owner[list(path.nodes)].tolist())
        moves = [self._move(graph, *step) for step in zip(nodes[:-1], nodes[1:], path.labels,
                                                          strict=True)]  # fmt: skip
        return GraphPath(nodes, tuple(map(graph.label, moves)), tuple(moves), path.wins)

    def _move(self, graph: ArrayGraph, source: int, target: int, label: str) -> int:
        offers = graph.moves(source)
        candidates = [k for k, (_, to) in enumerate(offers) if to == target]
        preferred = [k for k in candidates if offers[k][0] == label]
        return int(graph.offsets[source]) + (preferred or candidates)[0]

    def lift(self, path: GraphPath, closed: bool = False) -> Lifted:
        """Lift a path to an equally long path of states; see `Quotient.lift`.

        Of several lifts, return the first one that a breadth-first search finds. O(moves of the
        path * states of its classes).

        Raises
        ------
        NetworkXNoPath
            if a `closed` path does not return to its first state
        """
        source = int(self.first[path.nodes[0]])
        layers: list[dict[int, tuple[int, int]]] = [{source: (-1, -1)}]
        for _ in range(int(np.count_nonzero(self.owner == path.nodes[0])) if closed else 1):
            for node in path.nodes[1:]:
                layers.append(self._next(layers[-1], node))
            end = source if closed else next(iter(layers[-1]))
            if end in layers[-1]:
                lifted = self._traced(layers, end)
                return Lifted(self.real, lifted, self.ends(lifted))
        raise no_path(f"The cycle does not return to {source}.")

    def _next(self, layer: dict[int, tuple[int, int]], node: int) -> dict[int, tuple[int, int]]:
        """Return the states of class `node` one move after `layer`, with their predecessors."""
        real, previous = self.real, {}
        for state in layer:
            for e in range(int(real.offsets[state]), int(real.offsets[state + 1])):
                to = int(real.targets[e])
                if self.owner[to] == node and to not in previous:
                    previous[to] = state, e
        return previous

    def _traced(self, layers: list[dict[int, tuple[int, int]]], end: int) -> GraphPath:
        nodes, moves = [end], []
        for layer in reversed(layers[1:]):
            state, move = layer[nodes[-1]]
            nodes.append(state)
            moves.append(move)
        moves.reverse()
        labels = tuple(map(self.real.label, moves))
        return GraphPath(tuple(reversed(nodes)), labels, tuple(moves), end == self.real.goal)

    def record(self) -> Record:
        """Return additional JSON keys that describe these classes in an analysis."""
        return {
            "by": self.kind,
            "states_seen": self.states_seen,
            "symmetries": list(self.names),
            "unchanged": list(UNCHANGED),
        }

    def solution(self, graph: ArrayGraph, order: str = "text") -> GraphPath:
        """Return the first shortest solution of `real`; see `Quotient.solution`."""
        return first_solution(self.real, order)


@dataclass(frozen=True)
class Proven:
    """A symmetry that a graph proves, with the images of states and labels.

    Attributes
    ----------
    symmetry : Symmetry
    image : (n,) int32
        the image of each state, -1 if it is not reachable
    labels : (k,) int32
        the image of each label, -1 if it is unknown
    """

    symmetry: Symmetry
    image: np.ndarray = field(repr=False)
    labels: np.ndarray = field(repr=False)


def symmetries(graph: ArrayGraph, proposals: Iterable[tuple[str, Values]] = ()) -> list[Proven]:
    """Return the proposed symmetries that the graph proves. O(states + moves) for each proposal.

    Parameters
    ----------
    graph : ArrayGraph
    proposals : iterable of (name, tables)
        as for `symmetric`

    Returns
    -------
    list of Proven
        the proven symmetries that change at least one reachable state; empty for an incomplete
        graph
    """
    if graph.variables is None or not graph.complete:
        return []
    prover = _Prover(graph)
    return list(filter(None, map(prover.proven, candidates(graph.variables, proposals))))


class _Prover:
    """Checks whether a symmetry preserves the moves of a graph."""

    def __init__(self, graph: ArrayGraph):
        self.graph = graph
        self._index = kernels.RowIndex(graph.states, graph.goal)
        self._telling = _telling_states(graph)

    def proven(self, symmetry: Symmetry) -> Proven | None:
        """Return the symmetry with its images, or None if the graph does not prove it."""
        graph = self.graph
        if not self._holds_at(symmetry, self._telling):
            return None
        image = self._images(symmetry, graph.states)
        if graph.goal is not None:
            image[graph.goal] = graph.goal
        is_moved = (image >= 0) & (image != np.arange(len(graph)))
        if not is_moved.any():
            return None
        labels = renaming(graph, image)
        return None if labels is None else Proven(symmetry, image, labels)

    def _holds_at(self, symmetry: Symmetry, nodes: np.ndarray) -> bool:
        """Return whether a symmetry preserves the moves of `nodes`; finds few images."""
        graph = self.graph
        _, moves = rows_of(graph.offsets, nodes)
        known = np.unique(np.concatenate([nodes, graph.targets[moves]]))
        image = np.full(len(graph), -1, np.int32)
        image[known] = self._images(symmetry, graph.states[known])
        if graph.goal is not None:
            image[graph.goal] = graph.goal
        return _renamed_labels(graph, image, nodes) is not None

    def _images(self, symmetry: Symmetry, states: np.ndarray) -> np.ndarray:
        """Return the number (k,) int32 of the image of each state, -1 if it is not reachable."""
        return self._index.find(symmetry.of_rows(states))


def _telling_states(graph: ArrayGraph) -> np.ndarray:
    """Return a few states whose moves refute most symmetries that do not hold.

    These are the first states, where walls differ, and states before the goal, where goals differ.
    """
    first = np.arange(min(len(graph), TELLING_STATES))
    goal = -1 if graph.goal is None else graph.goal
    last = np.flatnonzero(graph.targets == goal)[:TELLING_STATES]
    return np.unique(np.concatenate([first, np.searchsorted(graph.offsets, last, "right") - 1]))


def renaming(graph: ArrayGraph, image: np.ndarray) -> np.ndarray | None:
    """Return the image of each label (k,) int32 under a mapping of states, or None.

    O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
    image : (n,) int32
        the image of each state, -1 if it is not reachable

    Returns
    -------
    (k,) int32, or None
        None if the mapping does not preserve the moves
    """
    renamed = _renamed_labels(graph, image, np.arange(len(graph), dtype=np.int32))
    return None if renamed is None else matching(renamed)


def _renamed_labels(graph: ArrayGraph, image: np.ndarray, nodes: np.ndarray) -> np.ndarray | None:
    """Return the possible images of each label (k, moves) int32, -1: none; None if refuted.

    Only the moves of `nodes` are checked.
    """
    most = int(np.diff(graph.offsets).max(initial=1))
    renamed = np.full((len(graph.label_names), most), -1, np.int32)
    visited = np.zeros(len(graph.label_names), np.uint8)
    arrays = graph.offsets, graph.targets, graph.labels
    return renamed if agree(nodes, *arrays, image, renamed, visited) else None


def _count_moves(targets: Items, labels: Items, low: int, high: int, to: int, label: int) -> int:
    """Return how many of the moves ``low:high`` have target `to` and label `label`."""
    count = 0
    for e in range(low, high):
        if targets[e] == to and labels[e] == label:
            count += 1
    return count


def _note_labels(
    targets: Items, labels: Items, low: int, high: int, to: int, noted: Rows, row: int
) -> int:
    """Store the labels of the moves ``low:high`` to target `to` in a row; return their number."""
    count = 0
    for e in range(low, high):
        if targets[e] == to:
            noted[row, count] = labels[e]
            count += 1
    return count


@functools.partial(Kernel, helpers=[_count_moves, _note_labels])
def agree(
    nodes: Items,
    offsets: Items,
    targets: Items,
    labels: Items,
    image: Items,
    renamed: Rows,
    visited: Items,
) -> int:
    """Return 1 if the moves of all `nodes` correspond to the moves of their images, else 0.

    `renamed` has a row of possible images for each label that is marked in `visited`. Images that a
    move refutes are replaced by -1.
    """
    for i in range(nodes.size):
        x = nodes[i]
        y = image[x]
        if y < 0:
            continue
        if offsets[x + 1] - offsets[x] != offsets[y + 1] - offsets[y]:
            return 0
        for e in range(offsets[x], offsets[x + 1]):
            to = image[targets[e]]
            if to < 0:
                return 0
            label = labels[e]
            remaining = 0
            if visited[label] == 0:
                visited[label] = 1
                remaining = _note_labels(
                    targets, labels, offsets[y], offsets[y + 1], to, renamed, label
                )
            else:
                for k in range(renamed.shape[1]):
                    candidate = renamed[label, k]
                    if candidate < 0:
                        continue
                    if (
                        _count_moves(targets, labels, offsets[y], offsets[y + 1], to, candidate)
                        == 0
                    ):
                        renamed[label, k] = -1
                    else:
                        remaining += 1
            if remaining == 0:
                return 0
    return 1


def matching(renamed: np.ndarray) -> np.ndarray | None:
    """Choose for each label (k,) int32 one of its possible images, all of them distinct.

    Returns
    -------
    (k,) int32, or None
        None if no such assignment exists

    Notes
    -----
    Bipartite matching with augmenting paths. In practice nearly every label has only one possible
    image.
    """
    choices = [[int(k) for k in np.sort(row[row >= 0])] for row in renamed]
    label_of_choice: dict[int, int] = {}

    def place(label: int, visited: set[int]) -> bool:
        for choice in choices[label]:
            if choice in visited:
                continue
            visited.add(choice)
            if choice not in label_of_choice or place(label_of_choice[choice], visited):
                label_of_choice[choice] = label
                return True
        return False

    for label in sorted(range(len(choices)), key=lambda k: len(choices[k])):
        if choices[label] and not place(label, set()):
            return None
    labels = np.full(len(choices), -1, np.int32)
    for choice, label in label_of_choice.items():
        labels[label] = choice
    return labels
