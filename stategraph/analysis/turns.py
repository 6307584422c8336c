"""Play by turns: however far one actor goes before another moves, it is one move.

::

    R3 L5 L8      three moves, two turns: R to 3, then L to the goal

The states stay what they are. A turn leads from a state to any other that one actor can get to
alone, so that there are more moves than before, and shortest ways count turns: one more than there
are switches of actor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.analysis.fewest_units import fewest_ways
from stategraph.analysis.owners import field_of
from stategraph.analysis.paths import ShortestPaths, Way
from stategraph.analysis.units import Rows, Runs, assemble
from stategraph.errors import InputError, no_path
from stategraph.graph import ArrayGraph, sorted_labels
from stategraph.graph.arrays import rows_of
from stategraph.machine.kernel import Kernel
from stategraph.variables import One

# A graph of more turns is not built unless that is asked for.
MOST = 20_000_000


def turns(graph: ArrayGraph, actor: Callable[[str], str], most: int = MOST) -> ArrayGraph:
    """Return the graph of turns over a state graph; its ``quotient`` is a `Turns`.

    Nodes are numbered as everywhere, breadth first; the turns of a state are those of the actors in
    the order of their names, each as breadth-first search finds what it leads to. On a graph that
    is not whole, a state from which one actor alone gets to a state whose moves are not known may
    have more turns than were found: it and all that breadth-first search meets after it are the
    frontier. O(states * actors + turns and the moves of their actors on the way).

    Parameters
    ----------
    actor : callable
        ``actor(label)`` is who makes a move of that label
    most : int
        of more turns than this no graph is made

    Raises
    ------
    InputError
        when there are more turns than `most`
    """
    whose = [actor(label) for label in graph.label_names]
    actors = sorted(set(whose))
    of_label = np.array([actors.index(name) for name in whose], np.int32)
    movers = of_label[graph.labels]
    offsets, targets, runs, open_ = _all_turns(graph, movers, len(actors), most)
    ids, names, turners = _labels(graph, actors, movers, targets, runs)
    rows = Rows(offsets, targets, ids, names, graph.states, open_)
    made, number = assemble(rows, 0, graph.goal, graph.variables, graph.stopped)
    first = np.zeros(len(made), np.int64)
    first[number[number >= 0]] = np.flatnonzero(number >= 0)
    made.quotient = Turns(graph, number, first, movers, dict(zip(names, turners, strict=True)))
    return made


@dataclass(frozen=True, eq=False)
class Turns(Runs):
    """The turns of the actors, and the way back; see `Units`.

    Attributes
    ----------
    number : (n,) int32
        the node of each state; -1 where none is known, for the graph is not whole
    first : (k,) int64
        the state of each node
    movers : (m,) int32
        the actor of each move of `real`
    whose : dict of str to int
        the actor of each label of a turn
    """

    number: np.ndarray
    first: np.ndarray
    movers: np.ndarray
    whose: dict[str, int]
    kind = "turns"

    def node_of(self, state: int) -> int | None:
        """Return the node of a state, None where it is not known."""
        node = int(self.number[state])
        return None if node < 0 else node

    def ends(self, way: Way) -> list[int]:
        """Return how many moves of a way through `real` are made when each of its turns ends."""
        whose = [int(self.movers[move]) for move in way.moves]
        return [k for k in range(1, len(whose) + 1) if whose[k - 1 : k] != whose[k : k + 1]]

    def fold(self, graph: ArrayGraph, way: Way) -> Way:
        """Return a way through `real` as one through `graph`; see `Units.fold`.

        A run that leads back to where it began is no turn.
        """
        passed, moves = [int(self.number[way.nodes[0]])], []
        for end in self.ends(way):
            node = int(self.number[way.nodes[end]])
            if node == passed[-1]:
                continue
            moves.append(self._turn(graph, passed[-1], node, int(self.movers[way.moves[end - 1]])))
            passed.append(node)
        labels = tuple(map(graph.label, moves))
        return Way(tuple(passed), labels, tuple(moves), way.wins)

    def _turn(self, graph: ArrayGraph, source: int, target: int, actor: int) -> int:
        """Return the move of `graph` that is an actor's turn from one node to another."""
        if min(source, target) >= 0:
            for move in range(int(graph.offsets[source]), int(graph.offsets[source + 1])):
                if graph.targets[move] == target and self.whose[graph.label(move)] == actor:
                    return move
        raise no_path("The way leads beyond what is known in units.")

    def lift(self, way: Way, source: int | None = None, target: int | None = None) -> Way:
        """Return a shortest way through `real` that makes these turns; see `Units.lift`.

        Of several, the one that breadth-first search meets first; a node is one state, so that
        `source` and `target` tell nothing more. O(moves that the actors of its turns can make).
        """
        nodes, moves = [int(self.first[way.nodes[0]])], []
        for label, node in zip(way.labels, way.nodes[1:], strict=True):
            for move in self._run(nodes[-1], int(self.first[node]), self.whose[label]):
                moves.append(move)
                nodes.append(int(self.real.targets[move]))
        labels = tuple(map(self.real.label, moves))
        return Way(tuple(nodes), labels, tuple(moves), nodes[-1] == self.real.goal)

    def _run(self, source: int, target: int, actor: int) -> list[int]:
        """Return the fewest moves by which one actor gets from a state to another."""
        real, came, queue = self.real, {source: (-1, -1)}, [source]
        for state in queue:  # which grows
            for e in range(int(real.offsets[state]), int(real.offsets[state + 1])):
                to = int(real.targets[e])
                if self.movers[e] == actor and to not in came:
                    came[to] = e, state
                    queue.append(to)
            if target in came:
                break
        moves = []
        while target != source:
            move, target = came[target]
            moves.append(move)
        return moves[::-1]

    def ways(self) -> ShortestPaths:
        """Return the ways to the goal in the fewest turns; see `Units.ways`.

        A search over (state, who moved last), in which a move by another one begins a turn.
        """
        real, n = self.real, len(self.real)
        actors = max(int(self.movers.max(initial=0)) + 1, 1)
        states = np.append(np.repeat(np.arange(n), actors), 0)  # nobody has moved at the start
        offsets, moves = rows_of(real.offsets, states)
        last = np.append(np.tile(np.arange(actors), n), -1)
        counted = self.movers[moves] != np.repeat(last, np.diff(offsets))
        targets = real.targets[moves] * actors + self.movers[moves]
        goals = np.arange(actors) + (real.goal or 0) * actors
        goals = np.append(goals, n * actors) if real.goal == 0 else goals
        ways, places = fewest_ways(offsets, targets.astype(np.int32), counted, n * actors, goals)
        on = ways.offsets, ways.targets
        return ShortestPaths(states[places], *on, moves[ways.moves], ways.length)


# --------------------------------------------------------------------------------------- the turns


def _all_turns(
    graph: ArrayGraph, movers: np.ndarray, actors: int, most: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the turns of every state: offsets (n+1,), targets (k,), whose (k,), and open (n,)."""
    n = len(graph)
    offsets, frontier = np.zeros(n + 1, np.int64), np.zeros(n, np.bool_)
    frontier[graph.frontier] = True
    open_ = frontier.copy()
    seen, queue = np.full(n, -1, np.int64), np.empty(n, np.int32)
    given = graph.offsets, graph.targets, movers, actors, frontier, most
    none = np.empty(0, np.int32)
    _find_turns(*given, False, offsets, none, none, open_, seen, queue)
    total = int(offsets[-1])
    if total > most:
        raise InputError(f"by turns: there are more than {most:,} turns")
    targets, whose = np.empty(total, np.int32), np.empty(total, np.int32)
    seen[:] = -1
    work = 2 * total + n
    _find_turns(*given, True, offsets, targets, whose, open_, seen, queue, work=work)
    return offsets, targets, whose, open_


@Kernel
def _find_turns(
    offsets, targets, movers, actors, frontier, most, fill, starts, ends, whose, open_, seen, queue
):
    """Count the turns of each state into `starts`; `fill` in where they lead and whose they are.

    One breadth-first search for each state and actor, which marks what it has `seen`; counting
    stops when there are more than `most`.
    """
    count = 0
    for s in range(offsets.size - 1):
        for a in range(actors):
            mark = np.int64(s) * actors + a
            seen[s] = mark
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
                    if movers[e] == a and seen[v] != mark:
                        seen[v] = mark
                        queue[tail] = v
                        tail += 1
                        if fill:
                            ends[count] = v
                            whose[count] = a
                        count += 1
            if count > most:
                break
        starts[s + 1] = count
        if count > most:
            break
    if count > most:
        starts[offsets.size - 1] = count


def _labels(
    graph: ArrayGraph, actors: Sequence[str], movers: np.ndarray, targets: np.ndarray, runs: Any
) -> tuple[np.ndarray, list[str], list[int]]:
    """Return the label (k,) of each turn, the names of labels, and the actor of each name.

    A turn is called by its actor and where it leads: the values of the variables, each a `One`,
    that this actor's moves change.
    """
    ids = np.zeros(len(targets), np.int64)
    names: list[str] = []
    whose: list[int] = []
    for a, name in enumerate(actors):
        mine = np.flatnonzero(runs == a)
        values, texts = _places(graph, np.flatnonzero(movers == a), targets[mine])
        into_goal = targets[mine] == (-1 if graph.goal is None else graph.goal)
        values = np.where(into_goal, len(texts), values)
        ids[mine] = values + len(names)
        names += [f"{name} to {text}" for text in (*texts, "the goal")]
        whose += [a] * (len(texts) + 1)
    labelled = sorted_labels(ids, dict(enumerate(names)))
    ranked = labelled["label_names"]
    place = dict(zip(names, whose, strict=True))
    return labelled["labels"].astype(np.int64), ranked, [place[name] for name in ranked]


def _places(graph: ArrayGraph, moves: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """Return of each state in `ends` where the actor of `moves` is, as a number, and the texts."""
    if graph.variables is None:
        known, inverse = np.unique(ends, return_inverse=True)
        return inverse.reshape(-1), [str(graph.state(node)) for node in known.tolist()]
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
    _, shown = np.unique(groups, return_index=True)
    texts = [
        "/".join(kind.show(int(values[k])) for kind, values in columns) or "elsewhere"
        for k in shown.tolist()
    ]
    return groups, texts
