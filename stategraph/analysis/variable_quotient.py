"""Quotients by variables: states with equal values of some variables are one class.

::

    --by blocks       the 8 cells of the player in front of the door are one class; the 5 cells
                      behind it are another one, once the block has moved

    C ──R──► D        must: EVERY state of C has a move R into D
    C ┄┄R┄┄► D        may: some states of C have such a move, but not all

These are the modal transition systems of Larsen and Thomsen [1]_. Every must-arrow is also a
may-arrow. A *may-path* is a path of may-arrows, and a *must-path* is a path of must-arrows. Let D
be a class, and x and y states. The following facts carry over from classes to states:

1. *Every play is a may-path.* By definition, a move from x to y stays inside a class, or it is an
   arrow from the class of x to that of y. So a play needs at least as many changes of class as the
   shortest may-path to the goal has arrows: `least_changes`.
2. *Without a may-path, play cannot win.* By fact 1, if no may-path leads from D to the goal, every
   state of D is dead. The converse is false: all states of D may be dead although a may-path
   exists. For example, the arrow into a class may end in a state that has no move along the next
   arrow.
3. *A must-path can be played from every state of its first class.* By induction: each state that
   the path reaches has the next move, since all states of the class have it. The same holds for a
   path from D to the goal on which every state of each class has some move into the next class. The
   length of the shortest such path is an upper bound on the distance of every state of D to the
   goal: `most_moves`.
4. *A may-path may not be playable,* for the reason given in fact 2. A may-path is never reported as
   a solution; solutions are always paths of states.
5. *Verdicts.* A class is alive if all its states can win, dead if none can, else mixed. A dead
   class has arrows only to dead and mixed classes, since every successor of a dead state is dead.
   Only alive and mixed classes have arrows to an alive class.

All goal states are one node of the state graph. This node is a separate class. Moves inside a
class are counted, but are not arrows. On an incomplete graph a class may have unknown states. Then
no arrow is proven to be a must-arrow, and no class is proven to be alive or dead. Known may-arrows
and mixed classes remain valid.

Classes and arrows are numbered by hashing, so the cost is O(states + moves).

.. [1] K. G. Larsen, B. Thomsen, A modal process logic, LICS 1988.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stategraph import kernels
from stategraph.analysis.dead_ends import dead
from stategraph.analysis.distances import moves_from_start, moves_to_goal
from stategraph.analysis.lifting import Lifted, Quotient
from stategraph.analysis.shortest_solutions import GraphPath, first_solution
from stategraph.errors import InputError, did_you_mean
from stategraph.graph import ArrayGraph, occurring_labels
from stategraph.kernels import hash_row
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items, Rows
from stategraph.variables import Variables

VERDICTS = ("alive", "dead", "mixed", "unknown")


@dataclass(frozen=True, eq=False)
class VariableQuotient(Quotient):
    """The classes of states that agree in some variables, and the arrows between them.

    Attributes
    ----------
    names : tuple of str
        the variables
    sizes, dead, alive : (k,) int64
        for each class, the number of all states, of states proven dead, and of states proven alive
    inside : (k,) int64
        the number of moves inside each class
    graph : ArrayGraph
        the graph of classes and arrows; the state of a class consists of the values of the chosen
        variables
    having : (a,) int64
        for each arrow, the number of states of its source class that have such a move
    """

    names: tuple[str, ...]
    sizes: np.ndarray
    dead: np.ndarray
    alive: np.ndarray
    inside: np.ndarray
    graph: ArrayGraph
    having: np.ndarray

    kind = "variables"
    playable = False

    def as_graph(self) -> ArrayGraph:
        """Return the graph of classes, with labels such as ``must R`` and ``may R``.

        The attribute ``quotient`` of the result marks it as a graph whose paths may not be
        playable.
        """
        graph, must = self.graph, self.must
        names = {2 * k + sure: f"{word} {name}" for k, name in enumerate(graph.label_names)
                 for sure, word in enumerate(("may", "must"))}  # fmt: skip
        labels = 2 * graph.labels.astype(np.int64) + must
        result = graph.but(**occurring_labels(labels, names))
        result.quotient = self
        return result

    def project(self, graph: ArrayGraph, path: GraphPath) -> GraphPath:
        """Project a path of states to the arrows between classes; see `Quotient.project`."""
        nodes, moves = [int(self.owner[path.nodes[0]])], []
        for label, state in zip(path.labels, path.nodes[1:], strict=True):
            node = int(self.owner[state])
            if node != nodes[-1]:
                moves.append(self._arrow(nodes[-1], node, label))
                nodes.append(node)
        return GraphPath(tuple(nodes), tuple(map(graph.label, moves)), tuple(moves), path.wins)

    def _arrow(self, source: int, target: int, label: str) -> int:
        """Return the number of an arrow, in `graph` as well as in the result of `as_graph`."""
        return int(self.graph.offsets[source]) + self.graph.moves(source).index((label, target))

    def ends(self, path: GraphPath) -> list[int]:
        """Return how many moves of a path of states lead to the end of each change of class."""
        nodes = self.owner[list(path.nodes)]
        return (np.flatnonzero(nodes[1:] != nodes[:-1]) + 1).tolist()

    def lift(self, path: GraphPath, closed: bool = False) -> Lifted:
        """Raise ``InputError``, since a path between classes need not be playable."""
        raise InputError("a path between classes of states need not be playable")

    def solution(self, graph: ArrayGraph, order: str = "text") -> GraphPath:
        """Return the first shortest solution of `real`; see `Quotient.solution`."""
        return first_solution(self.real, order)

    @property
    def must(self) -> np.ndarray:
        """A mask (a,) bool of the must-arrows: every state of the class has such a move."""
        proven: np.ndarray = self.having == self._needed(self.graph.sources)
        return proven

    @property
    def verdicts(self) -> list[str]:
        """The proven verdict on each class, one of `VERDICTS`."""
        kinds = np.full(len(self.sizes), VERDICTS.index("unknown"))
        if self.real.complete:
            kinds[self.dead == 0] = VERDICTS.index("alive")
            kinds[self.alive == 0] = VERDICTS.index("dead")
        elif self.real.goal is not None:  # the class of the goal has only one node
            kinds[self.owner[self.real.goal]] = VERDICTS.index("alive")
        kinds[(self.dead > 0) & (self.alive > 0)] = VERDICTS.index("mixed")
        return [VERDICTS[kind] for kind in kinds.tolist()]

    def pairs(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the pairs of classes that arrows connect, in the order of their first moves.

        Returns
        -------
        sources, targets : (p,) int32
        having : (p,) int64
            the number of states of the source with any move into the target
        """
        moves = np.flatnonzero(self.owner[self.real.sources] != self.owner[self.real.targets])
        rows = np.stack([self.real.sources[moves], self.owner[self.real.targets[moves]]], 1)
        _, first = _numbered(rows.astype(np.int64))  # count each state once per target class
        tails, heads = self.owner[rows[first, 0]], rows[first, 1]
        pair, first = _numbered(np.stack([tails, heads], 1).astype(np.int64))
        return tails[first], heads[first], np.bincount(pair, minlength=len(first))

    def _needed(self, classes: np.ndarray) -> np.ndarray:
        """Return how many states of each class must have a move to make it a must-arrow, or -1."""
        return self.sizes[classes] if self.real.complete else np.full(len(classes), -1)

    @property
    def least_changes(self) -> int | None:
        """The fewest arrows from the start's class to the goal: a lower bound on changes of class.

        None if no may-path exists, or if the graph is not complete.
        """
        if not self.real.complete or self.graph.goal is None:
            return None
        return int(moves_from_start(self.graph)[self.graph.goal])

    @property
    def most_moves(self) -> int | None:
        """A number of moves within which every state of the start's class can win, or None.

        It is the length of the shortest path to the goal on which every state of each class has a
        move into the next class. None if no such path is proven.
        """
        if not self.real.complete or self.graph.goal is None:
            return None
        tails, heads, having = self.pairs()
        sure = having == self.sizes[tails]
        offsets, targets = _rows(tails[sure], heads[sure], len(self.sizes))
        far = kernels.distances(offsets, targets, np.array([0], np.int32))[self.graph.goal]
        return None if far < 0 else int(far)


def variable_quotient(graph: ArrayGraph) -> VariableQuotient | None:
    """Return the quotient of a graph if it is a quotient by variables, else None."""
    return graph.quotient if isinstance(graph.quotient, VariableQuotient) else None


def by_variables(graph: ArrayGraph, names: Sequence[str]) -> VariableQuotient:
    """Return the quotient of a state graph by some variables. O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
    names : sequence of str
        states with equal values of these variables form a class

    Raises
    ------
    InputError
        if a variable is unknown, or if the states have no variables

    Examples
    --------
    >>> from stategraph import load
    >>> from stategraph.expand import expand
    >>> quotient = by_variables(expand(load("spacewreck/eight-rooms").puzzle), ["rocket"])
    >>> [(quotient.graph.state(k), int(quotient.sizes[k]), quotient.verdicts[k]) for k in range(3)]
    [(rocket=1, 2, 'alive'), (rocket=3, 4, 'mixed'), (rocket=6, 2, 'mixed')]
    """
    names = tuple(dict.fromkeys(names))
    variables = _kept(graph, names)
    return by_rows(graph, names, variables, projected(graph, variables))


def by_rows(
    graph: ArrayGraph, names: tuple[str, ...], variables: Variables, rows: np.ndarray
) -> VariableQuotient:
    """Return a quotient in which states with equal rows form a class.

    Parameters
    ----------
    graph : ArrayGraph
    names : tuple of str
        the names that the quotient reports
    variables : Variables
        the variables that the rows encode
    rows : (n, v) int64
        the packed values of each state
    """
    owner, first = _classes(graph, rows)
    leaving = np.flatnonzero(owner[graph.sources] != owner[graph.targets])
    class_graph, owner, first, having = _arrows(graph, owner, first, leaving)
    class_graph.states, class_graph.variables = rows[first], variables
    is_dead, count = dead(graph), len(first)
    can_win = moves_to_goal(graph) >= 0
    staying = np.bincount(owner, np.diff(graph.offsets), count).astype(np.int64)
    staying -= np.bincount(owner[graph.sources[leaving]], minlength=count)
    return VariableQuotient(
        graph,
        owner,
        first,
        names,
        np.bincount(owner, minlength=count),
        np.bincount(owner[is_dead], minlength=count),
        np.bincount(owner[can_win], minlength=count),
        staying,
        class_graph,
        having,
    )


def _kept(graph: ArrayGraph, names: tuple[str, ...]) -> Variables:
    """Return the variables with these names; raise ``InputError`` if one is unknown."""
    if graph.variables is None:
        raise InputError("its states have no variables to be put in classes by")
    kinds = graph.variables.kinds
    for name in names:
        if name not in kinds:
            near = did_you_mean(name, kinds)
            raise InputError(f"unknown variable {name!r}; the level has {', '.join(kinds)}{near}")
    return Variables({name: kinds[name] for name in names})


def projected(graph: ArrayGraph, variables: Variables) -> np.ndarray:
    """Return the states reduced to some `variables`, packed, (n, v) int64.

    The bits of variables that the graph does not have are zero.
    """
    words = np.zeros((len(graph), variables.width), np.uint64)
    if graph.variables is None:
        return words.view(np.int64)
    for name in variables.kinds:
        if name not in graph.variables.kinds:
            continue
        fields = zip(
            variables.places[name], graph.variables.fields(graph.states, name), strict=True
        )
        for (word, shift), (_, column) in fields:
            words[:, word] |= column << np.uint64(shift)
    return words.view(np.int64)


def _classes(graph: ArrayGraph, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the class (n,) int32 of each state, and the first state (k,) of each class.

    The goal is a separate class.
    """
    if graph.goal is None:
        return _numbered(rows)
    rows_with_goal = np.zeros((len(rows), rows.shape[1] + 1), np.int64)
    rows_with_goal[:, 1:] = rows
    rows_with_goal[graph.goal, 0] = 1
    return _numbered(rows_with_goal)


def _arrows(
    graph: ArrayGraph, owner: np.ndarray, first: np.ndarray, leaving: np.ndarray
) -> tuple[ArrayGraph, np.ndarray, np.ndarray, np.ndarray]:
    """Return the graph of classes, and arrays that relate classes and arrows to states.

    The arrays are the class of each state, the first state of each class, and the number of states
    that have the move of each arrow. Classes are numbered breadth first.
    """
    count, labels = len(first), graph.labels[leaving].astype(np.int64)
    tails, heads = owner[graph.sources[leaving]], owner[graph.targets[leaving]]
    arrow, slots = _numbered(np.stack([tails * np.int64(1 << 16) + labels, heads], 1))
    having = np.bincount(arrow, minlength=len(slots))
    order = np.argsort(tails[slots], kind="stable")
    slots, having = slots[order], having[order]
    offsets, targets = _rows(tails[slots], heads[slots], count)
    final = np.zeros(count, bool)
    final[owner[[] if graph.goal is None else [graph.goal]]] = True
    names = graph.label_names
    class_graph, number = ArrayGraph.from_rows(offsets, targets, labels[slots], names, 0, final)
    old = np.array(class_graph.states, np.int64)
    ends = np.diff(offsets)[old]
    selected = np.arange(ends.sum()) + np.repeat(offsets[old] - np.cumsum(ends) + ends, ends)
    class_graph.stopped, class_graph.expanded = graph.stopped, len(old) if graph.complete else 0
    class_graph.graph = dict(start=0, goal=class_graph.goal, complete=class_graph.complete)
    return class_graph, number[owner], first[old], having[selected]


def _rows(tails: np.ndarray, heads: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Group arrows by source in compressed rows; the arrows of a source keep their order."""
    order = np.argsort(tails, kind="stable")
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(tails, minlength=count), out=offsets[1:])
    return offsets, heads[order].astype(np.int32)


def _numbered(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Number the distinct rows (n, w) int64 in the order of their first occurrence. O(n).

    Returns the numbers (n,) int32, and the first row (k,) int64 of each number.
    """
    number, first = np.empty(len(rows), np.int32), np.empty(len(rows), np.int64)
    index = np.zeros(1 << (2 * len(rows)).bit_length(), np.int32)
    count = _number(np.ascontiguousarray(rows), index, number, first)
    return number, first[:count].copy()


@functools.partial(Kernel, helpers=[hash_row])
def _number(rows: Rows, index: Items, number: Items, first: Items) -> int:
    mask = index.size - 1
    width = rows.shape[1]
    count = 0
    for i in range(rows.shape[0]):
        slot = hash_row(rows, i, width) & mask
        row_class = -1
        while row_class < 0 and index[slot] > 0:
            same = 1
            for k in range(width):
                if rows[first[index[slot] - 1], k] != rows[i, k]:
                    same = 0
            if same == 1:
                row_class = index[slot] - 1
            slot = (slot + 1) & mask
        if row_class < 0:
            row_class = count
            first[count] = i
            index[slot] = count + 1
            count += 1
        number[i] = row_class
    return count
