"""Witnesses of answers: a path, followed by a loop for endless runs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stategraph import kernels
from stategraph.analysis import GraphPath, ShortestPaths, first_path
from stategraph.ask.meaning import Meaning
from stategraph.ask.nodes import Always, And, Next, Node, Not, Or, Until
from stategraph.ask.temporal import Moves, until


@dataclass(frozen=True)
class Run:
    """A run of play.

    Attributes
    ----------
    states : tuple of int
        the states on its path, both ends included
    moves : tuple of int
        its moves, by their numbers in the graph
    loop : int or None
        number of moves at its end that repeat forever; None if it ends
    """

    states: tuple[int, ...]
    moves: tuple[int, ...]
    loop: int | None = None


class Witness:
    """Witnesses that a part of a question holds, or does not hold, in a state."""

    def __init__(self, meaning: Meaning, order: str = "text"):
        self._meaning, self._play, self._order = meaning, meaning.play, order

    def shows(self, node: Node, state: int, holds: bool) -> Run | None:
        """Return a run that shows that a part surely `holds` in a state, or surely does not.

        For each operator, the run is the first of the shortest ones. Return None if no run shows
        the fact.
        """
        if isinstance(node, Not):
            return self.shows(node.part, state, not holds)
        if isinstance(node, (And, Or)):
            return self._either(node, state, holds)
        if not holds:
            return None
        if isinstance(node, Next):
            return self._next(node, state)
        if isinstance(node, Until):
            return self._until(node, state)
        return self._always(node, state) if isinstance(node, Always) else None

    def _either(self, node: And | Or, state: int, holds: bool) -> Run | None:
        """Return the witness of the first of two parts that has a witness."""
        for part in (node.left, node.right):
            low, high = self._meaning.states(part)
            if low[state] if holds else not high[state]:
                run = self.shows(part, state, holds)
                if run is not None:
                    return run
        return None

    def _next(self, node: Next, state: int) -> Run:
        low, moves = self._meaning.states(node.part)[0], self._meaning.moves(node.moves)[0]
        slots = range(int(moves.offsets[state]), int(moves.offsets[state + 1]))
        matching = [slot for slot in slots if low[moves.targets[slot]]]
        labels = self._play.graph.labels
        slot = min(matching, key=lambda slot: int(labels[moves.number(slot)]))
        target = int(moves.targets[slot])
        begun = Run((state, target), (moves.number(slot),))
        return self._then(begun, node.part)

    def _until(self, node: Until, state: int) -> Run:
        through, destination = (self._meaning.states(part)[0] for part in (node.left, node.right))
        begun = self._path_to(self._meaning.moves(node.moves)[0], through, destination, state)
        return self._then(begun, node.right)

    def _then(self, begun: Run, part: Node) -> Run:
        """Extend a run by a witness that `part` holds in the last state of the run."""
        continuation = self.shows(part, begun.states[-1], True)
        if continuation is None:
            return begun
        return Run(
            begun.states + continuation.states[1:],
            begun.moves + continuation.moves,
            continuation.loop,
        )

    def _path_to(
        self, moves: Moves, through: np.ndarray, destination: np.ndarray, state: int
    ) -> Run:
        """Return the first shortest path from `state` to a state in `destination`."""
        far = until(moves, through, destination)
        if far[state] == 0:
            return Run((state,), ())
        paths, targets = _shortest(moves, far, through, state)
        path = first_path(self._play.graph, paths, self._order)
        return Run((*path.nodes[:-1], targets[path.moves[-1]]), path.moves)

    def _always(self, node: Always, state: int) -> Run:
        """Return a shortest path to an end, or to a loop followed by a shortest loop."""
        holds, moves = self._meaning.states(node)[0], self._meaning.moves(node.moves)[0]
        inside = moves.only(holds[moves.sources] & holds[moves.targets])
        ends = holds & (self._meaning.moves(node.moves)[1].degrees == 0) & ~self._play.frontier
        loops = _on_loops(inside, holds)
        if self._meaning.fair:
            loops &= self._meaning.stays(node)
        begun = self._path_to(inside, holds, ends | loops, state)
        last = begun.states[-1]
        if ends[last]:
            return begun
        loop = self._loop(inside, last)
        return Run(begun.states + loop.states[1:], begun.moves + loop.moves, len(loop.moves))

    def _loop(self, moves: Moves, state: int) -> Run:
        """Return the first shortest loop through a state."""
        is_state = np.zeros(len(self._play), np.bool_)
        is_state[state] = True
        far = until(moves, ~is_state, is_state)
        slots = np.arange(moves.offsets[state], moves.offsets[state + 1])
        slots = slots[far[moves.targets[slots]] >= 0]
        distances = far[moves.targets[slots]]
        labels = self._play.graph.labels
        nearest = slots[distances == distances.min()]
        slot = min(nearest.tolist(), key=lambda slot: int(labels[moves.number(slot)]))
        target = int(moves.targets[slot])
        if target == state:
            return Run((state, state), (moves.number(slot),))
        path = self._path_to(moves, ~is_state, is_state, target)
        return Run((state, *path.states), (moves.number(slot), *path.moves))


def _on_loops(moves: Moves, holds: np.ndarray) -> np.ndarray:
    """Return which states (n,) bool lie on a loop of these moves."""
    component = kernels.components(moves.offsets, moves.targets)
    size = np.bincount(component, minlength=1)
    on_loop: np.ndarray = holds & (size[component] > 1)
    on_loop[moves.sources[moves.sources == moves.targets]] = True
    return on_loop


def _shortest(
    moves: Moves, far: np.ndarray, through: np.ndarray, state: int
) -> tuple[ShortestPaths, dict[int, int]]:
    """Return all shortest paths from `state` to states with `far` 0, merged into a single end.

    Also return the target that each last move really has. O(moves of the states on the paths).
    """
    nodes, slots, heads, ends = [], [], [], [0]
    layer, place, count = np.array([state]), {state: 0}, 1
    length = int(far[state])
    for remaining in range(length, 0, -1):
        next_layer: dict[int, int] = {}
        for node in layer.tolist():
            nodes.append(node)
            for slot in range(int(moves.offsets[node]), int(moves.offsets[node + 1])):
                target = int(moves.targets[slot])
                if far[target] == remaining - 1 and (remaining == 1 or through[target]):
                    slots.append(slot)
                    heads.append(target)
                    next_layer.setdefault(target, 0)
            ends.append(len(slots))
        layer = np.array(list(next_layer), np.int64)
        place.update({node: count + k for k, node in enumerate(next_layer)})
        count += len(next_layer)
    last = len(nodes)
    at = [last if far[target] == 0 else place[target] for target in heads]
    numbers = [moves.number(slot) for slot in slots]
    paths = ShortestPaths(
        np.array([*nodes, heads[-1]], np.int64),
        np.array([*ends, ends[-1]], np.int64),
        np.array(at, np.int32),
        np.array(numbers, np.int64),
        length,
    )
    finals = {n: t for n, t in zip(numbers, heads, strict=True) if far[t] == 0}
    return paths, finals


def path_of_run(meaning: Meaning, run: Run, moves: slice) -> GraphPath:
    """Convert the given moves of a run to a path in the graph."""
    graph, node = meaning.play.graph, meaning.play.node
    chosen = run.moves[moves]
    first = moves.indices(len(run.moves))[0]
    states = run.states[first : first + len(chosen) + 1]
    nodes = tuple(map(node, states))
    return GraphPath(nodes, tuple(map(graph.label, chosen)), chosen, nodes[-1] == graph.goal)
