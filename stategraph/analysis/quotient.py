"""Quotients by variables: states that agree in some variables are one class.

::

    --by blocks       the 8 places of the player in front of the door are one class, the 5 behind
                      it another, once the block is out of the way

    C ──R──► D        must: EVERY state of C has a move R into D
    C ┄┄R┄┄► D        may: some states of C have one, at least one has not

These are the modal transition systems of Larsen and Thomsen [1]_. What is true of classes, and what
of it carries over to states (D is a class, x and y are states in it):

1. *Every play is a may-path.* A move from x to y is, by definition, an arrow of the class of x into
   that of y, or stays in the class. So a play changes classes along arrows, and needs at least as
   many changes of class to the goal as there are arrows on the shortest may-path: `least_changes`.
2. *No may-path, no play.* From 1: where no may-path leads from D to the goal, every state of D is
   dead. The converse is false: all states of D may be dead and a may-path lead on, since the state
   in which one arrow arrives need not be the one from which the next leaves.
3. *Every must-path is a play, from every state of its first class.* By induction: whichever state
   the path has arrived in, it has the next arrow, since all states of the class have it. So from
   every state of D the goal is at most as many moves away as arrows on the shortest path of arrows
   of which every state has one: `most_moves`.
4. *A may-path need not be a play.* The states between need not fit together, as in 2. So none is
   ever told as a solution: solutions are of the states.
5. *Verdicts.* A class is alive when all its states can win, dead when none can, else mixed. From a
   dead class arrows lead to dead and mixed classes only, since what follows a dead state is dead;
   into an alive one only alive and mixed ones lead.

All goal states are one node of the state graph, and a class of their own here. Moves within a class
are no arrows; they are counted. On a graph that is not whole a class may have states that were not
seen: then no arrow is proven to be a must, and no class to be all alive or all dead; may-arrows and
mixed classes that were seen remain.

O(states + moves): classes and arrows are numbered by hashing.

.. [1] K. G. Larsen, B. Thomsen, A modal process logic, LICS 1988.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.analysis.dead_ends import dead
from stategraph.analysis.distances import moves_from_start, moves_to_goal
from stategraph.errors import InputError, did_you_mean
from stategraph.graph import ArrayGraph, occurring_labels
from stategraph.kernels import hash_row
from stategraph.machine.kernel import Kernel
from stategraph.variables import Variables

VERDICTS = ("alive", "dead", "mixed", "unknown")


@dataclass(frozen=True, eq=False)
class VariableQuotient:
    """The classes of states that agree in some variables, and the arrows between them.

    Attributes
    ----------
    real : ArrayGraph
        the state graph
    names : tuple of str
        the variables
    owner : (n,) int32
        the class of each state
    sizes, dead, alive : (k,) int64
        states of each class: all, those proven dead, those proven able to win
    inside : (k,) int64
        moves that stay in each class
    graph : ArrayGraph
        the classes and arrows; a class is its variables' values
    having : (a,) int64
        how many states of its class have the move that an arrow stands for
    """

    real: ArrayGraph
    names: tuple[str, ...]
    owner: np.ndarray
    sizes: np.ndarray
    dead: np.ndarray
    alive: np.ndarray
    inside: np.ndarray
    graph: ArrayGraph
    having: np.ndarray

    kind = "variables"

    def as_graph(self) -> ArrayGraph:
        """Return the graph of classes with what each arrow is before its label: ``must R``.

        By its ``quotient`` it knows that it is no graph to be played on.
        """
        graph, must = self.graph, self.must
        names = {2 * k + sure: f"{word} {name}" for k, name in enumerate(graph.label_names)
                 for sure, word in enumerate(("may", "must"))}  # fmt: skip
        labels = 2 * graph.labels.astype(np.int64) + must
        made = graph.but(**occurring_labels(labels, names))
        made.quotient = self
        return made

    def find(self, state: Any) -> int | None:
        """Return the class of a state, None where it was not found. O(states)."""
        found = self.real.find(state)
        return None if found is None else int(self.owner[found])

    @property
    def must(self) -> np.ndarray:
        """Which arrows (a,) bool are proven to be of every state of their class."""
        return self.having == self._needed(self.graph.sources)

    @property
    def verdicts(self) -> list[str]:
        """What is proven of each class: one of `VERDICTS`."""
        kinds = np.full(len(self.sizes), VERDICTS.index("unknown"))
        if self.real.complete:
            kinds[self.dead == 0] = VERDICTS.index("alive")
            kinds[self.alive == 0] = VERDICTS.index("dead")
        elif self.real.goal is not None:  # the goal's own class has no other states
            kinds[self.owner[self.real.goal]] = VERDICTS.index("alive")
        kinds[(self.dead > 0) & (self.alive > 0)] = VERDICTS.index("mixed")
        return [VERDICTS[kind] for kind in kinds.tolist()]

    def pairs(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the pairs of classes that arrows join.

        As sources and targets (p,) int32, in order of their first arrows, and how many states (p,)
        int64 of the source have any move into the target.
        """
        moves = self._leaving()
        rows = np.stack([self.real.sources[moves], self.owner[self.real.targets[moves]]], 1)
        _, first = _numbered(rows.astype(np.int64))  # a state counts once, by whatever moves
        tails, heads = self.owner[rows[first, 0]], rows[first, 1]
        pair, first = _numbered(np.stack([tails, heads], 1).astype(np.int64))
        return tails[first], heads[first], np.bincount(pair, minlength=len(first))

    def _leaving(self) -> np.ndarray:
        """Return the moves (j,) that change the class."""
        return np.flatnonzero(self.owner[self.real.sources] != self.owner[self.real.targets])

    def _needed(self, classes: np.ndarray) -> np.ndarray:
        """Return how many states of each of `classes` an arrow needs to be a must; -1: unknown."""
        return self.sizes[classes] if self.real.complete else np.full(len(classes), -1)

    @property
    def least_changes(self) -> int | None:
        """The fewest arrows from the start's class to the goal: no play changes classes less often.

        None where there is no may-path, or none is proven to be the shortest.
        """
        if not self.real.complete or self.graph.goal is None:
            return None
        return int(moves_from_start(self.graph)[self.graph.goal])

    @property
    def most_moves(self) -> int | None:
        """So many moves win from every state of the start's class; None where that is not proven.

        The shortest path of pairs of classes of which every state has a move from one to the other.
        """
        if not self.real.complete or self.graph.goal is None:
            return None
        tails, heads, having = self.pairs()
        sure = having == self.sizes[tails]
        offsets, targets = _rows(tails[sure], heads[sure], len(self.sizes))
        far = kernels.distances(offsets, targets, np.zeros(1, np.int32))[self.graph.goal]
        return None if far < 0 else int(far)


def by_variables(graph: ArrayGraph, names: Sequence[str]) -> VariableQuotient:
    """Return the quotient of a state graph by the variables that are to agree.

    O(states + moves).

    Raises
    ------
    InputError
        when the graph has no such variable, or states without variables

    >>> from stategraph import load
    >>> from stategraph.expand import expand
    >>> made = by_variables(expand(load("spacewreck/eight-rooms").puzzle), ["rocket"])
    >>> [(made.graph.state(k), int(made.sizes[k]), made.verdicts[k]) for k in range(3)]
    [(rocket=1, 2, 'alive'), (rocket=3, 4, 'mixed'), (rocket=6, 2, 'mixed')]
    """
    names = tuple(dict.fromkeys(names))
    kept = _kept(graph, names)
    return by_rows(graph, names, kept, projected(graph, kept))


def by_rows(
    graph: ArrayGraph, names: tuple[str, ...], kept: Variables, rows: np.ndarray
) -> VariableQuotient:
    """Return the quotient of a graph by packed values (n, v) int64 that are to agree.

    `kept` are the variables that they are values of, and `names` what they are called.
    """
    owner, first = _classes(graph, rows)
    leaving = np.flatnonzero(owner[graph.sources] != owner[graph.targets])
    made, owner, first, having = _arrows(graph, owner, first, leaving)
    made.states, made.variables = rows[first], kept
    gone, count = dead(graph), len(first)
    can_win = moves_to_goal(graph) >= 0
    staying = np.bincount(owner, np.diff(graph.offsets), count).astype(np.int64)
    staying -= np.bincount(owner[graph.sources[leaving]], minlength=count)
    return VariableQuotient(
        graph,
        names,
        owner,
        np.bincount(owner, minlength=count),
        np.bincount(owner[gone], minlength=count),
        np.bincount(owner[can_win], minlength=count),
        staying,
        made,
        having,
    )


def _kept(graph: ArrayGraph, names: tuple[str, ...]) -> Variables:
    """Return the variables of that name; ``InputError`` where one is none of the graph's."""
    if graph.variables is None:
        raise InputError("its states have no variables to be put in classes by")
    known = graph.variables.kinds
    for name in names:
        if name not in known:
            near = did_you_mean(name, known)
            raise InputError(f"there is no variable {name!r}; it has {', '.join(known)}{near}")
    return Variables({name: known[name] for name in names})


def projected(graph: ArrayGraph, kept: Variables) -> np.ndarray:
    """Return the states (n, v) int64, packed, with no variables but those kept.

    Of those that are none of the graph's, all bits are 0.
    """
    words = np.zeros((len(graph), kept.width), np.uint64)
    if graph.variables is None:
        return words.view(np.int64)
    for name in kept.kinds:
        if name not in graph.variables.kinds:
            continue
        fields = zip(kept.places[name], graph.variables.fields(graph.states, name), strict=True)
        for (word, shift), (_, column) in fields:
            words[:, word] |= column << np.uint64(shift)
    return words.view(np.int64)


def _classes(graph: ArrayGraph, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the class (n,) int32 of each state, and the first state (k,) of each class.

    The goal is a class of its own.
    """
    if graph.goal is None:
        return _numbered(rows)
    told = np.zeros((len(rows), rows.shape[1] + 1), np.int64)
    told[:, 1:] = rows
    told[graph.goal, 0] = 1
    return _numbered(told)


def _arrows(
    graph: ArrayGraph, owner: np.ndarray, first: np.ndarray, leaving: np.ndarray
) -> tuple[ArrayGraph, np.ndarray, np.ndarray, np.ndarray]:
    """Return the graph of classes, with the class of each state and the first state of each.

    And of each arrow, how many states have its move. Classes are numbered breadth first.
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
    made, number = ArrayGraph.from_rows(offsets, targets, labels[slots], names, 0, final)
    old = np.array(made.states, np.int64)
    ends = np.diff(offsets)[old]
    kept = np.arange(ends.sum()) + np.repeat(offsets[old] - np.cumsum(ends) + ends, ends)
    made.stopped, made.expanded = graph.stopped, len(old) if graph.complete else 0
    made.graph = dict(start=0, goal=made.goal, complete=made.complete)
    return made, number[owner], first[old], having[kept]


def _rows(tails: np.ndarray, heads: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return arrows, of which those of one node stand together or will, in compressed rows."""
    order = np.argsort(tails, kind="stable")
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(tails, minlength=count), out=offsets[1:])
    return offsets, heads[order].astype(np.int32)


def _numbered(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Number rows (n, w) int64 by what they hold, in the order in which that is met first.

    Returns the numbers (n,) int32, and the first row (k,) int64 of each. O(n).
    """
    number, first = np.empty(len(rows), np.int32), np.empty(len(rows), np.int64)
    index = np.zeros(1 << (2 * len(rows)).bit_length(), np.int32)
    count = _number(np.ascontiguousarray(rows), index, number, first)
    return number, first[:count].copy()


@functools.partial(Kernel, helpers=[hash_row])
def _number(rows, index, number, first):
    mask = index.size - 1
    width = rows.shape[1]
    count = 0
    for i in range(rows.shape[0]):
        slot = hash_row(rows, i, width) & mask
        found = -1
        while found < 0 and index[slot] > 0:
            same = 1
            for k in range(width):
                if rows[first[index[slot] - 1], k] != rows[i, k]:
                    same = 0
            if same == 1:
                found = index[slot] - 1
            slot = (slot + 1) & mask
        if found < 0:
            found = count
            first[count] = i
            index[slot] = count + 1
            count += 1
        number[i] = found
    return count
