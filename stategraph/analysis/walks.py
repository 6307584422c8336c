"""Play by walks: what the walker does between two pushes is no move, but the way to the next one.

A class is a set of states among which the walker goes to and fro and changes nothing else: a
strongly connected component of the moves that change the walker alone. The moves of the graph of
walks are those that leave a class, because they change something else or cannot be taken back::

    X X X X X      states 4, moves 6      R and L between the two cells on the left are one class,
    X u _ p e      classes 2, moves 1     from which there is one move: push 1:3 right
    X X X X X
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.analysis.effects import Successor, UnitLabels, effects_of, variables_of
from stategraph.analysis.fewest_units import fewest_ways
from stategraph.analysis.paths import ShortestPaths, Way
from stategraph.analysis.units import Rows, Runs, assemble, shown
from stategraph.analysis.walkers import Places, Walker
from stategraph.errors import InputError, no_path
from stategraph.graph import ArrayGraph, sorted_labels
from stategraph.machine.kernel import Kernel
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import One

# A move within a class bears no label.
INSIDE = 65_535

# What so many moves do is told at a time: what all of them do takes many times the graph's memory.
AT_ONCE = 1 << 16

_Entry = tuple[int, int, int, int]  # steps, state, the move that came there, from which state


def walks(
    graph: ArrayGraph, walker: Walker | None = None, played: Successor | None = None
) -> ArrayGraph:
    """Return the graph of walks over a state graph; its ``quotient`` is a `Walks`.

    A node's state is the one of its class that was found first. Nodes are numbered as everywhere,
    breadth first; the moves of a class are in the order of its states and then of their moves, and
    moves of one label between the same two classes are one. On a graph that is not whole, a class
    from which the walker gets to a state whose moves are not known may be larger than it seems: it
    and all classes that breadth-first search meets after it are the frontier. O(states + moves).

    Parameters
    ----------
    walker : str or tuple of str, optional
        the variable, a `One`, that a walk changes, or several on one board, sets of its cells too,
        if walkers are drawn in several ways or walk together; by default what `walker_of` finds
    played : callable, optional
        ``played(state, label)`` is the state that a move into the goal really leads to, which says
        what it pushes; without it such a move is named by its label

    Raises
    ------
    InputError
        when nobody walks in this graph
    """
    walker = walker_of(graph) if walker is None else walker
    owner, open_ = _classes(graph, walker)
    ids, names = _labels(graph, walker, owner, played)
    firsts = np.full(len(open_), len(graph))
    np.minimum.at(firsts, owner, np.arange(len(graph)))
    rows = _rows_of_classes(graph, owner, open_, ids, names, firsts)
    goal = None if graph.goal is None else int(owner[graph.goal])
    made, number = assemble(rows, int(owner[0]), goal, graph.variables, graph.stopped)
    first = np.full(len(made), len(graph))
    first[number[number >= 0]] = firsts[number >= 0]
    made.quotient = Walks(graph, number[owner], first, ids, tuple(names))
    return made


def walker_of(graph: ArrayGraph, together: tuple[str, ...] = ()) -> Walker:
    """Return the walker: the one variable that changes alone, and can change back alone.

    Where there is none, those that are named, if they do `together`. O(states + moves) for each
    variable that is a `One`.

    Raises
    ------
    InputError
        when there is no such variable, or more than one
    """
    kinds = variables_of(graph).kinds
    alone = [name for name, kind in kinds.items() if isinstance(kind, One)]
    alone = [name for name in alone if _changing_alone(graph, name).any()]
    if len(alone) > 1:
        raise InputError(f"by walks: {' and '.join(alone)} walk, and a walk is one's: try turns")
    walkers: list[Walker] = [*alone, together] if together else [*alone]
    for walker in walkers:
        inner = _changing_alone(graph, walker)
        if int(_components(graph, inner).max()) + 1 < len(graph):
            return walker
    raise InputError("by walks: there is nobody who can walk to and fro and change nothing else")


@dataclass(frozen=True, eq=False)
class Walks(Runs):
    """The classes between which walks lead, and the way back; see `Units`.

    Attributes
    ----------
    owner : (n,) int32
        the node of each state's class; -1 where it is not known, for the graph is not whole
    first : (k,) int64
        the state of each class that was found first
    labels : (m,) uint16
        of each move of `real` the label of its unit, an index into `names`; within a class `INSIDE`
    """

    owner: np.ndarray
    first: np.ndarray
    labels: np.ndarray
    names: tuple[str, ...]
    kind = "walks"

    def node_of(self, state: int) -> int | None:
        """Return the node of a state's class, None where it is not known."""
        node = int(self.owner[state])
        return None if node < 0 else node

    def fold(self, graph: ArrayGraph, way: Way) -> Way:
        """Return a way through `real` as one through `graph`; see `Units.fold`."""
        nodes = self.owner[list(way.nodes)].tolist()
        passed, labels, moves = nodes[:1], [], []
        for move, node in zip(way.moves, nodes[1:], strict=True):
            if node != passed[-1]:
                offers = graph.moves(passed[-1]) if min(passed[-1], node) >= 0 else []
                wanted = self.names[self.labels[move]], node
                if wanted not in offers:
                    raise no_path("The way leads beyond what is known in units.")
                moves.append(int(graph.offsets[passed[-1]]) + offers.index(wanted))
                labels.append(wanted[0])
                passed.append(node)
        return Way(tuple(passed), tuple(labels), tuple(moves), way.wins)

    def ends(self, way: Way) -> list[int]:
        """Return how many moves of a way through `real` are made when each of its units ends."""
        return [k for k, move in enumerate(way.moves, 1) if self.labels[move] != INSIDE]

    def lift(self, way: Way, source: int | None = None, target: int | None = None) -> Way:
        """Return a shortest way through `real` that makes these units; see `Units.lift`.

        Of several, the one that breadth-first search meets first. O(moves of the classes on it).
        """
        entries: list[_Entry] = [(0, int(self.first[way.nodes[0]]), -1, -1)]
        if source is not None:
            entries = [(0, source, -1, -1)]
        layers: list[dict[int, _Entry]] = []
        for k, node in enumerate(way.nodes):
            layers.append(self._spread(node, entries))
            if k < len(way):
                entries = list(self._leave(layers[-1], way.labels[k], way.nodes[k + 1]))
        return self._traced(layers, next(iter(layers[-1])) if target is None else target)

    def _spread(self, node: int, entries: list[_Entry]) -> dict[int, _Entry]:
        """Return how each state of a class is come by first, in order, from where it is entered."""
        real, came = self.real, {}
        inner: deque[_Entry] = deque()
        outer = deque(entries)
        while outer or inner:
            first = not inner or (outer and outer[0][0] <= inner[0][0])
            entry = (outer if first else inner).popleft()
            steps, state = entry[:2]
            if state in came:
                continue
            came[state] = entry
            for e in range(int(real.offsets[state]), int(real.offsets[state + 1])):
                to = int(real.targets[e])
                if self.owner[to] == node and to not in came:
                    inner.append((steps + 1, to, e, state))
        return came

    def _leave(self, came: dict[int, _Entry], label: str, node: int) -> Iterator[_Entry]:
        """Yield how the next class is entered by the unit of that label, in order."""
        real, wanted = self.real, self.names.index(label)
        for steps, state, *_ in came.values():
            for e in range(int(real.offsets[state]), int(real.offsets[state + 1])):
                to = int(real.targets[e])
                if self.labels[e] == wanted and self.owner[to] == node:
                    yield steps + 1, to, e, state

    def _traced(self, layers: list[dict[int, _Entry]], end: int) -> Way:
        """Return the way that leads to the state `end` of the last layer."""
        nodes, moves = [end], []
        k = len(layers) - 1
        while (entry := layers[k][nodes[-1]])[2] >= 0:
            move, before = entry[2:]
            k -= self.labels[move] != INSIDE
            nodes.append(before)
            moves.append(move)
        moves.reverse()
        labels = tuple(map(self.real.label, moves))
        return Way(tuple(reversed(nodes)), labels, tuple(moves), end == self.real.goal)

    def ways(self) -> ShortestPaths:
        """Return the ways to the goal in the fewest units; see `Units.ways`."""
        real, counted = self.real, self.labels != INSIDE
        return fewest_ways(real.offsets, real.targets, counted, 0, np.array([real.goal]))[0]


# ------------------------------------------------------------------------------------ the classes


def _changing_alone(graph: ArrayGraph, walker: Walker) -> np.ndarray:
    """Return which moves (m,) bool change nothing but where `walker` is; none into the goal."""
    others = Places(variables_of(graph), walker).others()
    goal = -1 if graph.goal is None else graph.goal
    alone = np.zeros(graph.number_of_edges(), np.bool_)
    _change_alone(graph.offsets, graph.targets, graph.states, others, goal, alone)
    return alone


@Kernel
def _change_alone(offsets, targets, states, others, goal, alone):
    for u in range(offsets.size - 1):
        for e in range(offsets[u], offsets[u + 1]):
            v = targets[e]
            same = v != goal
            for k in range(others.size):
                if (states[u, k] ^ states[v, k]) & others[k] != 0:
                    same = False
            alone[e] = same


def _rows(graph: ArrayGraph, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the offsets (n+1,) int64 of the rows of the moves that are `chosen`, and these."""
    before = np.concatenate(([0], np.cumsum(chosen)))
    return before[graph.offsets], np.flatnonzero(chosen)


def _components(graph: ArrayGraph, inner: np.ndarray) -> np.ndarray:
    """Return the strongly connected component (n,) int32 of each state by the moves `inner`."""
    offsets, moves = _rows(graph, inner)
    return kernels.components(offsets, graph.targets[moves])


def _classes(graph: ArrayGraph, walker: Walker) -> tuple[np.ndarray, np.ndarray]:
    """Return the class (n,) int32 of each state, and which classes (k,) bool may be larger."""
    inner = _changing_alone(graph, walker)
    owner = _components(graph, inner)
    open_ = np.zeros(int(owner.max()) + 1, bool)
    if not graph.complete:
        offsets, moves = _rows(graph, inner)
        back = kernels.reverse(offsets, graph.targets[moves], False)[:2]
        far = kernels.distances(*back, graph.frontier.astype(np.int32))
        open_[owner[far >= 0]] = True
    return owner, open_


def _rows_of_classes(
    graph: ArrayGraph,
    owner: np.ndarray,
    open_: np.ndarray,
    ids: np.ndarray,
    names: list[str],
    first: np.ndarray,
) -> Rows:
    """Return the moves out of each class, by its states and then in their order."""
    offsets, moves = _rows(graph, ids != INSIDE)
    starts, _, places = kernels.reverse(offsets, owner[graph.sources[moves]], True)
    moves = moves[places]
    labels, states = ids[moves].astype(np.int64), shown(graph, first)
    return Rows(starts[: len(open_) + 1], owner[graph.targets[moves]], labels, names, states, open_)


# ------------------------------------------------------------------------------------- the labels


def _labels(
    graph: ArrayGraph, walker: Walker, owner: np.ndarray, played: Successor | None
) -> tuple[np.ndarray, list[str]]:
    """Return the label (m,) uint16 of the unit that each move makes, and the names of labels.

    Moves that have the same label and the same effect on the walker and on two cells at most are
    named together, after the first of them.
    """
    moves = np.flatnonzero(owner[graph.sources] != owner[graph.targets])
    groups, named = np.zeros(len(moves), np.int32), UnitLabels(variables_of(graph), walker)
    for first in range(0, len(moves), AT_ONCE):
        some = slice(first, first + AT_ONCE)
        effects = effects_of(graph, walker, moves[some], played)
        groups[some] = named.of_effects(graph.labels[moves[some]], graph.label_names, effects)
    labelled = sorted_labels(groups, dict(enumerate(named.names)))
    ids = np.full(graph.number_of_edges(), INSIDE, np.uint16)
    ids[moves] = labelled["labels"]
    return ids, labelled["label_names"]


def played_by(puzzle: Puzzle) -> Successor:
    """Return where a move of some label really leads, as a function."""

    def played(state: Any, label: str) -> Any:
        return dict(puzzle.moves(state))[label]

    return played


def walking_or_label(graph: ArrayGraph, walker: Walker | None = None) -> Callable[[str], str]:
    """Return who makes a move of a label where nobody says: "walk", or else the label itself.

    It is a walk where all moves of the label, but those into the goal, change the walker alone.
    O(states + moves).
    """
    walker = walker_of(graph) if walker is None else walker
    alone = _changing_alone(graph, walker)
    inner = graph.targets != (-1 if graph.goal is None else graph.goal)
    kinds = len(graph.label_names)
    walked = np.bincount(graph.labels[alone], minlength=kinds)
    moved = np.bincount(graph.labels[inner], minlength=kinds)
    whose = {
        name: "walk" if walked[k] == moved[k] > 0 else name
        for k, name in enumerate(graph.label_names)
    }
    return whose.__getitem__
