"""Contraction of walks: the moves of an actor between two pushes are not counted.

A class is a set of states between which the actor can walk back and forth without any other change:
a strongly connected component of the moves that change only the actor. The moves of the graph of
walks lead from class to class. They change something else, or cannot be taken back::

    X X X X X      states 4, moves 6      The two cells on the left are one class, joined by R
    X u _ p e      classes 2, moves 1     and L. It has one move: push 1:3 right
    X X X X X
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from stategraph import kernels
from stategraph.analysis.fewest_units import fewest_paths
from stategraph.analysis.lifting import Lifted
from stategraph.analysis.shortest_solutions import GraphPath, ShortestPaths
from stategraph.analysis.unit_labels import Successor, UnitLabels, effects_of, variables_of
from stategraph.analysis.unit_quotients import Rows, Runs, assemble, packed_states
from stategraph.analysis.walkers import Places, Walker
from stategraph.errors import InputError, no_path
from stategraph.graph import ArrayGraph, sorted_labels
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items
from stategraph.machine.language import Rows as Words
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import One

# The label of moves inside a class.
INNER_LABEL = 65_535

# Number of moves that are processed in one batch. The effects of all moves at once would take many
# times the memory of the graph.
BATCH_MOVES = 1 << 16

_Entry = tuple[int, int, int, int]  # number of steps, state, the move into it, its predecessor


def walks(
    graph: ArrayGraph, walker: Walker | None = None, played: Successor | None = None
) -> ArrayGraph:
    """Return the graph of walks of a state graph.

    Parameters
    ----------
    graph : ArrayGraph
    walker : str or tuple of str, optional
        the actor: one `One` variable, or several variables on one board if the actor has several
        forms or several actors walk together; by default the result of `walker_of`
    played : callable, optional
        ``played(state, label)`` is the true target of a move into the goal, which shows the pushed
        block. Without this function, moves into the goal keep their labels

    Returns
    -------
    ArrayGraph
        with a `Walks` as its ``quotient``. The state of a node is the first state of its class.
        Nodes are numbered breadth first. The moves of a class are sorted by state, then by move.
        Parallel moves with the same label become one move

    Raises
    ------
    InputError
        if the graph has no variable that walks

    Notes
    -----
    On an incomplete graph, a class may have unknown states if the actor can walk from it to the
    frontier. The first such class, and all classes after it in breadth-first order, are the
    frontier of the result. O(states + moves).
    """
    walker = walker_of(graph) if walker is None else walker
    owner, open_ = _classes(graph, walker)
    ids, names = _labels(graph, walker, owner, played)
    firsts = np.full(len(open_), len(graph))
    np.minimum.at(firsts, owner, np.arange(len(graph)))
    rows = _rows_of_classes(graph, owner, open_, ids, names, firsts)
    goal = None if graph.goal is None else int(owner[graph.goal])
    result, number = assemble(rows, int(owner[0]), goal, graph.variables, graph.stopped)
    first = np.full(len(result), len(graph))
    first[number[number >= 0]] = firsts[number >= 0]
    result.quotient = Walks(graph, number[owner], first, ids, tuple(names))
    return result


def walker_of(graph: ArrayGraph, together: tuple[str, ...] = ()) -> Walker:
    """Return the actor: the only variable that can change alone and then change back.

    O(states + moves) for each `One` variable.

    Parameters
    ----------
    graph : ArrayGraph
    together : tuple of str
        several variables that may be one actor together; considered only if no single variable
        qualifies

    Returns
    -------
    str or tuple of str

    Raises
    ------
    InputError
        if no variable qualifies, or more than one
    """
    kinds = variables_of(graph).kinds
    alone = [name for name, kind in kinds.items() if isinstance(kind, One)]
    alone = [name for name in alone if changing_alone(graph, name).any()]
    if len(alone) > 1:
        actors = " and ".join(alone)
        raise InputError(f"by walks: {actors} walk, but only one actor may; count turns instead")
    walkers: list[Walker] = [*alone, together] if together else [*alone]
    for walker in walkers:
        inner = changing_alone(graph, walker)
        if int(_components(graph, inner).max()) + 1 < len(graph):
            return walker
    raise InputError("by walks: no actor can walk back and forth without other changes")


@dataclass(frozen=True, eq=False)
class Walks(Runs):
    """The quotient of a graph of walks, which lifts units to single moves; see `Quotient`.

    Attributes
    ----------
    labels : (m,) uint16
        the unit label of each move of `real`, an index into `names`, or `INNER_LABEL` for moves
        within a class
    """

    labels: np.ndarray
    names: tuple[str, ...]
    kind = "walks"

    def project(self, graph: ArrayGraph, path: GraphPath) -> GraphPath:
        """Project a path of `real` to `graph`; see `Quotient.project`."""
        nodes = self.owner[list(path.nodes)].tolist()
        visited, labels, moves = nodes[:1], [], []
        for move, node in zip(path.moves, nodes[1:], strict=True):
            if node != visited[-1]:
                offers = graph.moves(visited[-1]) if min(visited[-1], node) >= 0 else []
                unit = self.names[self.labels[move]], node
                if unit not in offers:
                    raise no_path("The path leaves the part of the graph that is known in units.")
                moves.append(int(graph.offsets[visited[-1]]) + offers.index(unit))
                labels.append(unit[0])
                visited.append(node)
        return GraphPath(tuple(visited), tuple(labels), tuple(moves), path.wins)

    def ends(self, path: GraphPath) -> list[int]:
        """Return how many moves of a path of `real` lead to the end of each of its units."""
        return [k for k, move in enumerate(path.moves, 1) if self.labels[move] != INNER_LABEL]

    def lift(self, path: GraphPath, closed: bool = False) -> Lifted:
        """Lift a path of units to a shortest path of states; see `Quotient.lift`.

        Of several shortest paths, return the first one that a breadth-first search finds. O(moves
        of the states of these classes).
        """
        entries: list[_Entry] = [(0, int(self.first[path.nodes[0]]), -1, -1)]
        layers: list[dict[int, _Entry]] = []
        for k, node in enumerate(path.nodes):
            layers.append(self._spread(node, entries))
            if k < len(path):
                entries = list(self._leave(layers[-1], path.labels[k], path.nodes[k + 1]))
        lifted = self._traced(layers, next(iter(layers[-1])))
        return Lifted(self.real, lifted, self.ends(lifted))

    def _spread(self, node: int, entries: list[_Entry]) -> dict[int, _Entry]:
        """Return how a search from `entries` first reaches each state of a class, in order."""
        real, entered = self.real, {}
        inner: deque[_Entry] = deque()
        outer = deque(entries)
        while outer or inner:
            first = not inner or (outer and outer[0][0] <= inner[0][0])
            entry = (outer if first else inner).popleft()
            steps, state = entry[:2]
            if state in entered:
                continue
            entered[state] = entry
            for e in range(int(real.offsets[state]), int(real.offsets[state + 1])):
                to = int(real.targets[e])
                if self.owner[to] == node and to not in entered:
                    inner.append((steps + 1, to, e, state))
        return entered

    def _leave(self, came: dict[int, _Entry], label: str, node: int) -> Iterator[_Entry]:
        """Yield the entries into class `node` by moves with the given unit label, in order."""
        real, number = self.real, self.names.index(label)
        for steps, state, *_ in came.values():
            for e in range(int(real.offsets[state]), int(real.offsets[state + 1])):
                to = int(real.targets[e])
                if self.labels[e] == number and self.owner[to] == node:
                    yield steps + 1, to, e, state

    def _traced(self, layers: list[dict[int, _Entry]], end: int) -> GraphPath:
        """Return the path to state `end` of the last layer."""
        nodes, moves = [end], []
        k = len(layers) - 1
        while (entry := layers[k][nodes[-1]])[2] >= 0:
            move, before = entry[2:]
            k -= self.labels[move] != INNER_LABEL
            nodes.append(before)
            moves.append(move)
        moves.reverse()
        labels = tuple(map(self.real.label, moves))
        return GraphPath(tuple(reversed(nodes)), labels, tuple(moves), end == self.real.goal)

    def paths(self) -> ShortestPaths:
        """Return the paths to the goal with the fewest units; see `Runs.paths`."""
        real, counted = self.real, self.labels != INNER_LABEL
        return fewest_paths(real.offsets, real.targets, counted, 0, np.array([real.goal]))[0]


# ------------------------------------------------------------------------------------ the classes


def changing_alone(graph: ArrayGraph, walker: Walker) -> np.ndarray:
    """Return a mask (m,) bool of the moves that change only `walker`.

    Moves into the goal are excluded.
    """
    other_masks = Places(variables_of(graph), walker).others()
    goal = -1 if graph.goal is None else graph.goal
    alone = np.zeros(graph.number_of_edges(), np.bool_)
    _change_alone(graph.offsets, graph.targets, graph.states, other_masks, goal, alone)
    return alone


@Kernel
def _change_alone(
    offsets: Items, targets: Items, states: Words, other_masks: Items, goal: int, alone: Items
) -> None:
    for u in range(offsets.size - 1):
        for e in range(offsets[u], offsets[u + 1]):
            v = targets[e]
            same = v != goal
            for k in range(other_masks.size):
                if (states[u, k] ^ states[v, k]) & other_masks[k] != 0:
                    same = False
            alone[e] = same


def _rows(graph: ArrayGraph, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the `chosen` moves, grouped by state, and their row offsets (n+1,) int64."""
    before = np.concatenate(([0], np.cumsum(chosen)))
    return before[graph.offsets], np.flatnonzero(chosen)


def _components(graph: ArrayGraph, inner: np.ndarray) -> np.ndarray:
    """Return the strongly connected component (n,) int32 of each state under `inner` moves."""
    offsets, moves = _rows(graph, inner)
    return kernels.components(offsets, graph.targets[moves])


def walk_classes(graph: ArrayGraph, walker: Walker) -> np.ndarray:
    """Return the class (n,) int32 of each state, within which the actor walks back and forth."""
    return _classes(graph, walker)[0]


def _classes(graph: ArrayGraph, walker: Walker) -> tuple[np.ndarray, np.ndarray]:
    """Return the class (n,) int32 of each state, and a mask (k,) of extendable classes.

    Unknown moves may enlarge an extendable class.
    """
    inner = changing_alone(graph, walker)
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
    """Return the moves out of each class, sorted by state and then by move."""
    offsets, moves = _rows(graph, ids != INNER_LABEL)
    starts, _, places = kernels.reverse(offsets, owner[graph.sources[moves]], True)
    moves = moves[places]
    labels, states = ids[moves].astype(np.int64), packed_states(graph, first)
    return Rows(starts[: len(open_) + 1], owner[graph.targets[moves]], labels, names, states, open_)


# ------------------------------------------------------------------------------------- the labels


def unit_labels(
    graph: ArrayGraph, walker: Walker, played: Successor | None
) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return the attributes ``labels`` and ``names`` that `Walks` has for a state graph."""
    ids, names = _labels(graph, walker, _classes(graph, walker)[0], played)
    return ids, tuple(names)


def _labels(
    graph: ArrayGraph, walker: Walker, owner: np.ndarray, played: Successor | None
) -> tuple[np.ndarray, list[str]]:
    """Return the unit label (m,) uint16 of each move, and the label names.

    Moves get the same unit label if they have the same label and the same effect on the actor and
    on at most two cells.
    """
    moves = np.flatnonzero(owner[graph.sources] != owner[graph.targets])
    groups, named = np.zeros(len(moves), np.int32), UnitLabels(variables_of(graph), walker)
    for first in range(0, len(moves), BATCH_MOVES):
        batch = slice(first, first + BATCH_MOVES)
        effects = effects_of(graph, walker, moves[batch], played)
        groups[batch] = named.of_effects(graph.labels[moves[batch]], graph.label_names, effects)
    labelled = sorted_labels(groups, dict(enumerate(named.names)))
    ids = np.full(graph.number_of_edges(), INNER_LABEL, np.uint16)
    ids[moves] = labelled["labels"]
    return ids, labelled["label_names"]


def played_by(puzzle: Puzzle) -> Successor:
    """Return a function that maps a state and a label to the true next state."""

    def played(state: object, label: str) -> object:
        return dict(puzzle.moves(state))[label]

    return played


def walking_or_label(graph: ArrayGraph, walker: Walker | None = None) -> Callable[[str], str]:
    """Return a function from labels to actors, for puzzles whose labels do not name actors.

    The actor of a label is "walk" if all its moves change only the position of the actor; moves
    into the goal do not count. Otherwise the actor is the label itself. O(states + moves).
    """
    walker = walker_of(graph) if walker is None else walker
    alone = changing_alone(graph, walker)
    inner = graph.targets != (-1 if graph.goal is None else graph.goal)
    kinds = len(graph.label_names)
    walked = np.bincount(graph.labels[alone], minlength=kinds)
    moved = np.bincount(graph.labels[inner], minlength=kinds)
    actor_of_label = {
        name: "walk" if walked[k] == moved[k] > 0 else name
        for k, name in enumerate(graph.label_names)
    }
    return actor_of_label.__getitem__
