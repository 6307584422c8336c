"""Turns: consecutive moves of one actor count as one move.

::

    R3 L5 L8      three moves, two turns: R to 3, then L to the goal

The graph of turns has the same states as the state graph. A turn leads from a state to any other
state that a single actor can reach with its moves. So there are usually more turns than moves. The
length of a shortest path is its number of turns, which is the number of changes of actor plus one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from stategraph.analysis.fewest_units import fewest_paths
from stategraph.analysis.label_owners import field_of
from stategraph.analysis.lifting import Lifted
from stategraph.analysis.shortest_solutions import GraphPath, ShortestPaths
from stategraph.analysis.unit_quotients import Rows, Runs, assemble
from stategraph.errors import InputError, no_path
from stategraph.graph import ArrayGraph, sorted_labels
from stategraph.graph.compressed_rows import rows_of
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items
from stategraph.variables import One

# Default maximum number of turns of a graph.
MAX_TURNS = 20_000_000


def turns(graph: ArrayGraph, actor: Callable[[str], str], most: int = MAX_TURNS) -> ArrayGraph:
    """Return the graph of turns of a state graph.

    Parameters
    ----------
    graph : ArrayGraph
    actor : callable
        ``actor(label)`` is the actor of a move with this label
    most : int
        maximum number of turns

    Returns
    -------
    ArrayGraph
        with a `Turns` as its ``quotient``. Nodes are numbered breadth first. The turns of a state
        are sorted by actor, and the turns of one actor in breadth-first order

    Raises
    ------
    InputError
        if there are more than `most` turns

    Notes
    -----
    On an incomplete graph, a state may have unknown turns if one actor alone can reach the
    frontier. The first such state, and all states after it in breadth-first order, are the frontier
    of the result. The cost is O(states * actors + turns), plus the moves that the actors can make
    during their turns.
    """
    label_actors = [actor(label) for label in graph.label_names]
    actors = sorted(set(label_actors))
    of_label = np.array([actors.index(name) for name in label_actors], np.int32)
    movers = of_label[graph.labels]
    offsets, targets, runs, open_ = _all_turns(graph, movers, len(actors), most)
    ids, names, turners = _labels(graph, actors, movers, targets, runs)
    rows = Rows(offsets, targets, ids, names, graph.states, open_)
    result, number = assemble(rows, 0, graph.goal, graph.variables, graph.stopped)
    first = np.zeros(len(result), np.int64)
    first[number[number >= 0]] = np.flatnonzero(number >= 0)
    result.quotient = Turns(graph, number, first, movers, dict(zip(names, turners, strict=True)))
    return result


@dataclass(frozen=True, eq=False)
class Turns(Runs):
    """The quotient of a graph of turns, which lifts turns to single moves; see `Quotient`.

    Attributes
    ----------
    movers : (m,) int32
        the actor of each move of `real`
    actor_of_label : dict of str to int
        the actor of each turn label
    """

    movers: np.ndarray
    actor_of_label: dict[str, int]
    kind = "turns"

    @property
    def actors(self) -> dict[str, str]:
        """The actor of each turn label, as text."""
        return {label: str(actor) for label, actor in self.actor_of_label.items()}

    def ends(self, path: GraphPath) -> list[int]:
        """Return how many moves of a path of `real` lead to the end of each of its turns."""
        actors = [int(self.movers[move]) for move in path.moves]
        return [k for k in range(1, len(actors) + 1) if actors[k - 1 : k] != actors[k : k + 1]]

    def project(self, graph: ArrayGraph, path: GraphPath) -> GraphPath:
        """Project a path of `real` to `graph`; see `Quotient.project`.

        A run of moves that returns to its first state is not a turn, and is omitted.
        """
        visited, moves = [int(self.owner[path.nodes[0]])], []
        for end in self.ends(path):
            node = int(self.owner[path.nodes[end]])
            if node == visited[-1]:
                continue
            moves.append(
                self._turn(graph, visited[-1], node, int(self.movers[path.moves[end - 1]]))
            )
            visited.append(node)
        labels = tuple(map(graph.label, moves))
        return GraphPath(tuple(visited), labels, tuple(moves), path.wins)

    def _turn(self, graph: ArrayGraph, source: int, target: int, actor: int) -> int:
        """Return the number of the turn of `actor` from node `source` to node `target`."""
        # node -1 is an unknown state: it has no turns, and no turn leads to it
        for move in range(int(graph.offsets[source]), int(graph.offsets[source + 1])):
            if graph.targets[move] == target and self.actor_of_label[graph.label(move)] == actor:
                return move
        raise no_path("The path leaves the part of the graph that is known in units.")

    def lift(self, path: GraphPath, closed: bool = False) -> Lifted:
        """Lift a path of turns to a shortest path of states; see `Quotient.lift`.

        Of several shortest paths, return the first one that a breadth-first search finds. O(moves
        that the actors can make during these turns).
        """
        nodes, moves = [int(self.first[path.nodes[0]])], []
        for label, node in zip(path.labels, path.nodes[1:], strict=True):
            for move in self._run(nodes[-1], int(self.first[node]), self.actor_of_label[label]):
                moves.append(move)
                nodes.append(int(self.real.targets[move]))
        labels = tuple(map(self.real.label, moves))
        lifted = GraphPath(tuple(nodes), labels, tuple(moves), nodes[-1] == self.real.goal)
        return Lifted(self.real, lifted, self.ends(lifted))

    def _run(self, source: int, target: int, actor: int) -> list[int]:
        """Return a shortest sequence of moves of one actor from `source` to `target`."""
        real, previous, queue = self.real, {source: (-1, -1)}, [source]
        for state in queue:  # the queue grows
            for e in range(int(real.offsets[state]), int(real.offsets[state + 1])):
                to = int(real.targets[e])
                if self.movers[e] == actor and to not in previous:
                    previous[to] = e, state
                    queue.append(to)
            if target in previous:
                break
        moves = []
        while target != source:
            move, target = previous[target]
            moves.append(move)
        return moves[::-1]

    def paths(self) -> ShortestPaths:
        """Return the paths to the goal with the fewest turns; see `Runs.paths`.

        The search runs over pairs (state, last actor). A move by an actor other than the last one
        begins a turn.
        """
        real, n = self.real, len(self.real)
        actors = max(int(self.movers.max(initial=0)) + 1, 1)
        states = np.append(np.repeat(np.arange(n), actors), 0)  # the start has no last actor
        offsets, moves = rows_of(real.offsets, states)
        last = np.append(np.tile(np.arange(actors), n), -1)
        counted = self.movers[moves] != np.repeat(last, np.diff(offsets))
        targets = real.targets[moves] * actors + self.movers[moves]
        goals = np.arange(actors) + (real.goal or 0) * actors
        goals = np.append(goals, n * actors) if real.goal == 0 else goals
        paths, places = fewest_paths(offsets, targets.astype(np.int32), counted, n * actors, goals)
        on = paths.offsets, paths.targets
        return ShortestPaths(states[places], *on, moves[paths.moves], paths.length)


# --------------------------------------------------------------------------------------- the turns


class _Moves(NamedTuple):
    """The moves of a graph, the actor of each move, and a mask (n,) of the frontier."""

    offsets: Items
    targets: Items
    movers: Items
    frontier: Items


class _TurnRows(NamedTuple):
    """The turns of every state in compressed rows: the target and the actor of each turn.

    `open_` marks the states that may have unknown turns.
    """

    offsets: Items
    targets: Items
    actors: Items
    open_: Items


def _all_turns(graph: ArrayGraph, movers: np.ndarray, actors: int, most: int) -> _TurnRows:
    """Return the turns of every state; raise ``InputError`` if there are too many."""
    n = len(graph)
    offsets, frontier = np.zeros(n + 1, np.int64), np.zeros(n, np.bool_)
    frontier[graph.frontier] = True
    open_ = frontier.copy()
    marks, queue = np.full(n, -1, np.int64), np.empty(n, np.int32)
    moves = _Moves(graph.offsets, graph.targets, movers, frontier)
    none = np.empty(0, np.int32)
    _find_turns(moves, actors, most, _TurnRows(offsets, none, none, open_), marks, queue)
    total = int(offsets[-1])
    if total > most:
        raise InputError(f"by turns: there are more than {most:,} turns")
    turn_rows = _TurnRows(offsets, np.empty(total, np.int32), np.empty(total, np.int32), open_)
    marks[:] = -1
    _find_turns(moves, actors, most, turn_rows, marks, queue, work=2 * total + n)
    return turn_rows


@Kernel
def _find_turns(
    moves: _Moves, actors: int, most: int, turn_rows: _TurnRows, marks: Items, queue: Items
) -> None:
    """Count the turns of each state; also store them if the arrays of `turn_rows` have room.

    A breadth-first search for each state and actor marks the reached states in `marks`. Counting
    stops when there are more than `most` turns.
    """
    offsets, targets, movers, frontier = moves.offsets, moves.targets, moves.movers, moves.frontier
    starts, open_ = turn_rows.offsets, turn_rows.open_
    count = 0
    for s in range(offsets.size - 1):
        for a in range(actors):
            mark = np.int64(s) * actors + a
            marks[s] = mark
            queue[0] = s
            head = 0
            tail = 1
            while head < tail:
                u = queue[head]
                head += 1
                if frontier[u]:
                    open_[s] = True
                for e in range(offsets[u], offsets[u + 1]):
                    v = targets[e]
                    if movers[e] == a and marks[v] != mark:
                        marks[v] = mark
                        queue[tail] = v
                        tail += 1
                        if turn_rows.targets.size > 0:
                            turn_rows.targets[count] = v
                            turn_rows.actors[count] = a
                        count += 1
            if count > most:
                break
        starts[s + 1] = count
        if count > most:
            break
    if count > most:
        starts[offsets.size - 1] = count


def _labels(
    graph: ArrayGraph, actors: Sequence[str], movers: np.ndarray, targets: np.ndarray, runs: object
) -> tuple[np.ndarray, list[str], list[int]]:
    """Return the label (k,) of each turn, the names of labels, and the actor of each name.

    A label names the actor and the target. The target is described by the values of the `One`
    variables that the moves of this actor change.
    """
    ids = np.zeros(len(targets), np.int64)
    names: list[str] = []
    actor_numbers: list[int] = []
    for a, name in enumerate(actors):
        mine = np.flatnonzero(runs == a)
        values, texts = _places(graph, np.flatnonzero(movers == a), targets[mine])
        into_goal = targets[mine] == (-1 if graph.goal is None else graph.goal)
        values = np.where(into_goal, len(texts), values)
        ids[mine] = values + len(names)
        names += [f"{name} to {text}" for text in (*texts, "the goal")]
        actor_numbers += [a] * (len(texts) + 1)
    labelled = sorted_labels(ids, dict(enumerate(names)))
    ranked = labelled["label_names"]
    actor_of = dict(zip(names, actor_numbers, strict=True))
    return labelled["labels"].astype(np.int64), ranked, [actor_of[name] for name in ranked]


def _places(graph: ArrayGraph, moves: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """Return, for each turn, the index of the text that describes its target, and these texts.

    `moves` are all moves of one actor, and `ends` are the targets of its turns.
    """
    if graph.variables is None:
        distinct, inverse = np.unique(ends, return_inverse=True)
        return inverse.reshape(-1), [str(graph.state(node)) for node in distinct.tolist()]
    inner = moves[graph.targets[moves] != (-1 if graph.goal is None else graph.goal)]
    differ = graph.states[graph.sources[inner]] ^ graph.states[graph.targets[inner]]
    rows = graph.states[ends]
    columns = [
        (kind, field_of(graph.variables, name, rows))
        for name, kind in graph.variables.kinds.items()
        if isinstance(kind, One) and field_of(graph.variables, name, differ).any()
    ]
    groups = np.zeros(len(ends), np.int64)
    for kind, values in columns:
        groups = np.unique(groups * kind.n + values, return_inverse=True)[1].reshape(-1)
    _, examples = np.unique(groups, return_index=True)
    texts = [
        "/".join(kind.show(int(values[k])) for kind, values in columns) or "elsewhere"
        for k in examples.tolist()
    ]
    return groups, texts
