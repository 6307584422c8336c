"""Symmetry: states that a symmetry of the level maps onto each other are one class.

A turn of the board, a swap of two agents or a renaming of rooms is *believed* when the graph proves
it: wherever a state x and what it becomes, gx, both are reachable, their moves lead to states
that become each other, under one renaming of labels for the whole graph::

    x ──l──► t          x and gx have equally many moves, and to every move l of x to t
    ┆        ┆          belongs the move g(l) of gx to gt; the goal becomes the goal
    gx ─g(l)─► gt

That is a bisimulation, whatever g is: from x and from gx play goes on alike, move by move. So both
can win or neither, in equally many moves. A class is what such pairs join. Not all of an orbit need
be reachable: a level may be symmetric, its start not.

The quotient has one state for each class, the one that the graph found first, with its own moves.
They are numbered breadth first like the states of any graph: had another state of a class been
found from an earlier one, it would have been found first.

A way through the quotient is no sequence of moves yet: after R the play may be in the mirror image
of the state that stands for the class, where L is what R is there. `Orbits.lift` makes moves of the
level out of it::

    quotient   [0] ─R─► [1] ─R─► [2]          [1] is found as 3, the mirror image of 1
    level       0  ─R─►  3  ─L─►  5

Finding costs one linear pass for each symmetry that is proposed, and 12 bytes a state.

What is counted in classes is another number than in states. Those in `UNCHANGED` stay: they follow
from how many moves each state on a way has, and how far each leads from the goal. A class has these
numbers as its states do; and ways through classes and ways from a state belong to each other, one
to one, since its moves and those of the state that stands for it do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.analysis.paths import Way, first_solution
from stategraph.analysis.units import Units
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph, sorted_labels
from stategraph.graph.arrays import rows_of
from stategraph.machine.kernel import Kernel
from stategraph.rules.symmetry import Symmetry, Values, candidates

# Metrics of the classes that are those of the states.
UNCHANGED = (
    "solvable", "shortest", "shortest_count", "unique", "first_solution", "first_solution_moves",
    "decision_steps", "mean_choices", "productive_share", "neutral_share", "regress_share",
    "fatal_share", "only_moves", "only_move_share", "mean_slack", "largest_slack", "win_chance",
    "expected_moves", "expected_moves_with_restarts", "muse", "deepest_trap", "min_out_degree",
    "max_out_degree", "max_moves_to_goal",
)  # fmt: skip


def symmetric(graph: ArrayGraph, known: Iterable[tuple[str, Values]] = ()) -> ArrayGraph:
    """Return the quotient of a state graph by its symmetries; its ``quotient`` is an `Orbits`.

    Where none is proven, every class is one state. O(states + moves) for each that is proposed.

    Parameters
    ----------
    known : iterable of (name, tables)
        what the level's family proposes besides turns of the board and swaps of variables

    >>> from stategraph import load
    >>> from stategraph.expand import expand
    >>> made = symmetric(expand(load("psychopath/first-push").puzzle))
    >>> made, made.quotient.names
    (<StateGraph: 70 states, 192 moves, goal 28, complete>, ('mirrored top to bottom',))
    >>> made.quotient.lift(first_solution(made)).text
    'RRRDRRU'
    """
    lowest = np.arange(len(graph), dtype=np.int32)
    names = []
    for proven in symmetries(graph, known):
        _join(lowest, proven.image)
        names.append(proven.symmetry.name)
    first, owner = np.unique(lowest, return_inverse=True)
    offsets, moves = rows_of(graph.offsets, first)
    used = np.flatnonzero(np.bincount(graph.labels[moves], minlength=1)).tolist()
    made = ArrayGraph(
        offsets=offsets,
        targets=owner[graph.targets[moves]].astype(np.int32),
        **sorted_labels(graph.labels[moves], {k: graph.label_names[k] for k in used}),
        states=graph.states[first] if graph.variables else [graph.state(k) for k in first.tolist()],
        variables=graph.variables,
        goal=None if graph.goal is None else int(owner[graph.goal]),
        expanded=int(np.searchsorted(first, graph.expanded)),
        stopped=graph.stopped,
    )
    made.level = graph.level
    made.quotient = Orbits(graph, tuple(names), owner.astype(np.int32), first.astype(np.int64))
    return made


@Kernel
def _join(lowest, image):
    """Join the classes of each state and its image; `lowest` is the lowest state of each class."""
    for x in range(image.size):
        if image[x] >= 0:
            one = x
            while lowest[one] != one:
                one = lowest[one]
            other = image[x]
            while lowest[other] != other:
                other = lowest[other]
            lowest[max(one, other)] = min(one, other)
    for x in range(image.size):  # what stands below is joined already
        lowest[x] = lowest[lowest[x]]


@dataclass(frozen=True, eq=False)
class Orbits(Units):
    """The classes of states that symmetries map onto each other; see `Units`.

    Attributes
    ----------
    names : tuple of str
        the symmetries that are proven
    owner : (n,) int32
        the class of each state
    first : (k,) int64
        the state of each class that was found first, which stands for it
    """

    names: tuple[str, ...]
    owner: np.ndarray
    first: np.ndarray
    kind = "symmetry"

    def node_of(self, state: int) -> int:
        """Return the class of a state."""
        return int(self.owner[state])

    def fold(self, graph: ArrayGraph, way: Way) -> Way:
        """Return a way through `real` as one through `graph`; see `Units.fold`.

        Of several moves between two classes the one of the same label, else the first.
        """
        nodes = tuple(self.owner[list(way.nodes)].tolist())
        moves = [self._move(graph, *step) for step in zip(nodes[:-1], nodes[1:], way.labels,
                                                          strict=True)]  # fmt: skip
        return Way(nodes, tuple(map(graph.label, moves)), tuple(moves), way.wins)

    def _move(self, graph: ArrayGraph, source: int, target: int, label: str) -> int:
        offers = graph.moves(source)
        there = [k for k, (_, to) in enumerate(offers) if to == target]
        same = [k for k in there if offers[k][0] == label]
        return int(graph.offsets[source]) + (same or there)[0]

    def ends(self, way: Way) -> list[int]:
        """Return how many moves are made when each unit ends: a unit is one move."""
        return list(range(1, len(way) + 1))

    def lift(self, way: Way, source: int | None = None, target: int | None = None) -> Way:
        """Return a way of as many moves through `real`; see `Units.lift`.

        Of several, the one whose last moves come first in the order of moves. A way that comes back
        to its class may have to be gone several times until it comes back to its state: it is,
        where that state is the `target`. O(moves of the way), times the states of its classes.

        Raises
        ------
        NetworkXNoPath
            when no such way leads to `target`
        """
        source = int(self.first[way.nodes[0]]) if source is None else source
        layers: list[dict[int, tuple[int, int]]] = [{source: (-1, -1)}]
        again = len(way) and way.nodes[0] == way.nodes[-1]
        rounds = int(np.count_nonzero(self.owner == way.nodes[0])) if again else 1
        for _ in range(rounds):
            for node in way.nodes[1:]:
                layers.append(self._next(layers[-1], node))
            end = next(iter(layers[-1])) if target is None else target
            if end in layers[-1]:
                return self._traced(layers, end)
        raise no_path(f"The way does not lead from {source} to {target}.")

    def _next(self, layer: dict[int, tuple[int, int]], node: int) -> dict[int, tuple[int, int]]:
        """Return the states of class `node` that one move leads to, and how each is come by."""
        real, came = self.real, {}
        for state in layer:
            for e in range(int(real.offsets[state]), int(real.offsets[state + 1])):
                to = int(real.targets[e])
                if self.owner[to] == node and to not in came:
                    came[to] = state, e
        return came

    def _traced(self, layers: list[dict[int, tuple[int, int]]], end: int) -> Way:
        nodes, moves = [end], []
        for layer in reversed(layers[1:]):
            state, move = layer[nodes[-1]]
            nodes.append(state)
            moves.append(move)
        moves.reverse()
        labels = tuple(map(self.real.label, moves))
        return Way(tuple(reversed(nodes)), labels, tuple(moves), end == self.real.goal)

    def record(self) -> dict[str, Any]:
        """Return what an analysis of the classes tells of them: keys that records have for it."""
        return {
            "by": self.kind,
            "states_seen": self.states_seen,
            "symmetries": list(self.names),
            "unchanged": list(UNCHANGED),
        }

    def solution(self, graph: ArrayGraph, order: str = "text") -> Way:
        """Return the first shortest solution of `real`: none is shorter; see `Units.solution`."""
        return first_solution(self.real, order)


@dataclass(frozen=True)
class Proven:
    """A symmetry that a graph has proven.

    Attributes
    ----------
    symmetry : Symmetry
    image : (n,) int32
        what each state becomes, -1 where that is not reachable
    labels : (k,) int32
        what each label becomes, -1 where it is not known
    """

    symmetry: Symmetry
    image: np.ndarray = field(repr=False)
    labels: np.ndarray = field(repr=False)


def symmetries(graph: ArrayGraph, known: Iterable[tuple[str, Values]] = ()) -> list[Proven]:
    """Return the symmetries that the graph proves, of those that are proposed.

    But for those that make no reachable state another one. On a graph that is not whole none is
    proven. O(states + moves) for each that is proposed.
    """
    if graph.variables is None or not graph.complete:
        return []
    prover = _Prover(graph)
    return list(filter(None, map(prover.proven, candidates(graph.variables, known))))


class _Prover:
    """Looks whether the moves of a graph heed a symmetry."""

    def __init__(self, graph: ArrayGraph):
        self.graph = graph
        self._index = kernels.RowIndex(graph.states, graph.goal)

    def proven(self, symmetry: Symmetry) -> Proven | None:
        """Return the symmetry with its proof; None where a state and its image disagree."""
        graph = self.graph
        image = self._index.find(symmetry.of_rows(graph.states))
        if graph.goal is not None:
            image[graph.goal] = graph.goal
        moved = (image >= 0) & (image != np.arange(len(graph)))
        if not moved.any():
            return None
        labels = renaming(graph, image)
        return None if labels is None else Proven(symmetry, image, labels)


def renaming(graph: ArrayGraph, image: np.ndarray) -> np.ndarray | None:
    """Return what each label (k,) int32 becomes if moves follow a map of states; None if not.

    ``image[x]`` is the state that x becomes, -1 if that is not reachable. O(states + moves).
    """
    most = int(np.diff(graph.offsets).max(initial=1))
    renamed = np.full((len(graph.label_names), most), -1, np.int32)
    met = np.zeros(len(graph.label_names), np.uint8)
    arrays = graph.offsets, graph.targets, graph.labels
    return matching(renamed) if agree(*arrays, image, renamed, met) else None


@Kernel
def agree(offsets, targets, labels, image, renamed, met):
    """Return whether all states have moves that their images have too.

    `renamed` are, of each label that was `met`, those that it may become, -1 where none is left.
    """
    for x in range(image.size):
        y = image[x]
        if y < 0:
            continue
        if offsets[x + 1] - offsets[x] != offsets[y + 1] - offsets[y]:
            return 0
        for e in range(offsets[x], offsets[x + 1]):
            to = image[targets[e]]
            label = labels[e]
            left = 0
            if to >= 0 and met[label] == 0:
                met[label] = 1
                for other in range(offsets[y], offsets[y + 1]):
                    if targets[other] == to:
                        renamed[label, left] = labels[other]
                        left += 1
            elif to >= 0:
                for k in range(renamed.shape[1]):
                    if renamed[label, k] >= 0:
                        there = 0
                        for other in range(offsets[y], offsets[y + 1]):
                            if targets[other] == to and labels[other] == renamed[label, k]:
                                there = 1
                        if there == 0:
                            renamed[label, k] = -1
                        left += there
            if left == 0:
                return 0
    return 1


def matching(renamed: np.ndarray) -> np.ndarray | None:
    """Return one label (k,) int32 for each, all different, out of those that it may become.

    None where there are not enough. Augmenting paths; nearly every label has one choice.
    """
    choices = [[int(k) for k in np.sort(row[row >= 0])] for row in renamed]
    taken: dict[int, int] = {}

    def place(label: int, tried: set[int]) -> bool:
        for choice in choices[label]:
            if choice in tried:
                continue
            tried.add(choice)
            if choice not in taken or place(taken[choice], tried):
                taken[choice] = label
                return True
        return False

    for label in sorted(range(len(choices)), key=lambda k: len(choices[k])):
        if choices[label] and not place(label, set()):
            return None
    labels = np.full(len(choices), -1, np.int32)
    for choice, label in taken.items():
        labels[label] = choice
    return labels
