"""Play by walks, built without its steps: a class of states is kept as the places of its walker.

Steps are found breadth first as ever, but what is kept of a state is one bit::

    rest of the state (all but the walker)      places of the walker seen with it
    blocks=1:3+2:5                              ░░██░███      a bit for each cell
    blocks=1:3+2:6                              ░░░░██░░

and each move that changes more than the walker. When no step leads to anything new, the rules are
asked once more how the places of each rest hang together: these are the classes. So the rules make
every move twice, and memory holds classes and the moves between them.

The graph is that of `walks.walks`, node for node, where every step can be taken back. Where one
cannot, classes are more than places that hang together, and there is no other way than by steps.
"""

from __future__ import annotations

import functools
from functools import cached_property
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.analysis.distances import moves_from_start, moves_to_goal
from stategraph.analysis.flood import STEP, WORD, Flood
from stategraph.analysis.paths import Way
from stategraph.analysis.subgraph import subgraph
from stategraph.analysis.units import Lifted, Rows, assemble
from stategraph.analysis.walks import Walks, played_by, walks
from stategraph.engines.limits import Budget, Limits, Progress, Stop
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.machine.deadline import OutOfTime
from stategraph.rules.puzzle import Puzzle


class OneWay(InputError):
    """Some step of the walker cannot be taken back."""


def flooded(
    puzzle: Puzzle,
    limits: Limits | None = None,
    *,
    engine: str = "auto",
    progress: Progress | None = None,
) -> ArrayGraph:
    """Return the graph of walks of a puzzle that names its walker; see `walks.walks`.

    Its ``quotient`` is a `Flooded`. O(states + moves) time; memory for 8 bytes a word of the rest
    of each class, a bit for each cell of the walker, and 24 bytes for each move that is no step.

    Parameters
    ----------
    limits, engine, progress
        as for `stategraph.expand.expand`; the states that count are those of the steps

    Raises
    ------
    OneWay
        when some step of the walker cannot be taken back
    InputError
        when the puzzle names no walker

    >>> from stategraph.load import load
    >>> made = flooded(load("psychopath/first-push").puzzle)
    >>> made, made.quotient.states_seen, made.quotient.solution(made).text
    (<StateGraph: 9 states, 14 moves, goal 6, complete>, 121, 'RRRDRRU')
    """
    if puzzle.variables is None or puzzle.walker is None:
        raise InputError("by walks, without the steps: the puzzle does not say who walks")
    budget = Budget(limits or Limits(), progress)
    flood = Flood(puzzle, budget, engine)
    try:
        stopped = budget.interrupting(flood.fill)
    except OutOfTime as late:
        stopped = budget.stop_after(late)
    return _graph(flood, stopped if flood.left() else None)


def _graph(flood: Flood, stopped: Stop | None) -> ArrayGraph:
    """Return the graph of walks of what was found."""
    flood.store.close()
    classes = _Classes(flood)
    tails, tail_cells, heads, head_cells, labels = flood.moves.columns()
    goal = classes.count if flood.won is not None else None
    owners = classes.of(tails, tail_cells)
    targets = np.full(len(heads), classes.count)
    onward = heads >= 0  # and do not win
    targets[onward] = classes.of(heads[onward], head_cells[onward])
    size = classes.count + (goal is not None)
    order = np.argsort(owners, kind="stable")
    offsets = np.concatenate(([0], np.bincount(owners, minlength=size).cumsum()))
    start = np.zeros(1, np.int32), flood.field.apart(flood.start[None])[1]
    at_home = goal is not None and flood.fewest_steps == 0
    begin = classes.count if at_home else int(classes.of(*start)[0])
    first = _firsts(targets, size)
    open_ = np.append(classes.open, np.zeros(size - classes.count, bool))
    rows = Rows(
        offsets,
        targets[order].astype(np.int32),
        labels[order].astype(np.int64),
        flood.named.names,
        _shown(flood, first, heads, head_cells, begin, goal),
        open_,
    )
    made, number = assemble(rows, begin, goal, flood.puzzle.variables, str(stopped or ""))
    made.quotient = Flooded(made, flood.puzzle, classes, number, flood.seen, flood.fewest_steps)
    return made


def _shown(
    flood: Flood, first: np.ndarray, heads: np.ndarray, cells: np.ndarray, begin: int,
    goal: int | None,
) -> np.ndarray:  # fmt: skip
    """Return the state (k, w) int64 of each class that was found first."""
    made = np.zeros((len(first), len(flood.start)), np.int64)
    met = np.flatnonzero(first < len(heads))
    met = met[met != goal] if goal is not None else met
    at = first[met]
    made[met] = flood.field.together(flood.store.states[heads[at]], cells[at])
    made[begin] = flood.start
    if flood.won is not None:
        made[goal] = flood.won
    return made


# ----------------------------------------------------------------------------------- the classes


class _Classes:
    """Which places of a rest hang together by steps, and the number of each class.

    Attributes
    ----------
    count : int
    open : (count,) bool
        the classes in which there are states whose moves are not known
    """

    def __init__(self, flood: Flood):
        self._cells = flood.field.cells
        self._rests = flood.store.states
        self._places = flood.places.array[: flood.store.n].copy()
        self.field = flood.field
        self._base = np.zeros(flood.store.n, np.int32)
        self._table = np.full(flood.store.n, -1, np.int32)
        self._tables: list[np.ndarray] = []
        self.count = 0
        found, many = [], max(1, STEP // self._cells)
        ahead = [*flood.layer, *flood.next]
        ahead_rests = np.concatenate([np.zeros(0, np.int32), *(rests for rests, _ in ahead)])
        ahead_cells = np.concatenate([np.zeros(0, np.int32), *(cells for _, cells in ahead)])
        order = np.argsort(ahead_rests, kind="stable")
        ahead_rests, ahead_cells = ahead_rests[order], ahead_cells[order]
        for first in range(0, flood.store.n, many):
            last = min(first + many, flood.store.n)
            here = slice(*np.searchsorted(ahead_rests, [first, last]).tolist())
            keys = (ahead_rests[here] - first) * self._cells + ahead_cells[here]
            found.append(self._divide(flood, first, last, keys))
        self.open = np.concatenate(found)
        self._split = (
            np.stack(self._tables) if self._tables else np.zeros((0, self._cells), np.int16)
        )

    def _divide(self, flood: Flood, first: int, last: int, ahead: np.ndarray) -> np.ndarray:
        """Number the classes of some rests; return which (k,) bool are open."""
        bits = self._places[first:last].view(np.uint8)
        bits = np.unpackbits(bits, axis=1, bitorder="little")[:, : self._cells]
        keys = np.flatnonzero(bits.reshape(-1))
        owner = self._components(flood, first, keys, ahead)
        rests = keys // self._cells
        lowest = _firsts(owner, int(owner.max()) + 1)
        number = np.argsort(np.argsort(lowest))[owner]  # by rest, and then by place
        starts = np.searchsorted(rests, np.arange(last - first))
        self._base[first:last] = self.count + number[starts]
        inside = number - number[starts][rests]
        for rest in np.unique(rests[inside > 0]).tolist():
            table = np.zeros(self._cells, np.int16)
            some = slice(*np.searchsorted(rests, [rest, rest + 1]).tolist())
            table[keys[some] % self._cells] = inside[some]
            self._table[first + rest] = len(self._tables)
            self._tables.append(table)
        open_ = np.zeros(len(lowest), bool)
        open_[number[np.isin(keys, ahead)]] = True
        self.count += len(lowest)
        return open_

    def _components(
        self, flood: Flood, first: int, keys: np.ndarray, ahead: np.ndarray
    ) -> np.ndarray:
        """Return the component (k,) of each place of some rests, by the steps between them."""
        known = ~np.isin(keys, ahead)
        at = np.flatnonzero(known)
        rests = self._rests[first + keys // self._cells]
        found = flood.after.of(flood.field.together(rests[at], keys[at] % self._cells))
        rest, place = flood.field.apart(found.states)
        tails = at[found.sources]
        inner = (rest == rests[tails]).all(axis=1) & ~found.won
        tails = tails[inner]
        heads = np.searchsorted(keys, keys[tails] // self._cells * self._cells + place[inner])
        back = ~known[heads]  # what is not known of them may be that they lead back
        tails, heads = np.append(tails, heads[back]), np.append(heads, tails[back])
        order = np.argsort(tails, kind="stable")
        offsets = np.concatenate(([0], np.bincount(tails, minlength=len(keys)).cumsum()))
        owner = kernels.components(offsets, heads[order].astype(np.int32))
        if (owner[tails] != owner[heads]).any():
            raise OneWay("by walks, without the steps: some step cannot be taken back")
        return owner

    def of(self, rests: np.ndarray, cells: np.ndarray) -> np.ndarray:
        """Return the class (n,) int64 of each rest and place."""
        table = self._table[rests]
        inside = np.zeros(len(rests), np.int64)
        split = table >= 0
        inside[split] = self._split[table[split], cells[split]]
        return self._base[rests] + inside

    @cached_property
    def _index(self) -> kernels.RowIndex:
        return kernels.RowIndex(self._rests, None)

    def find(self, state: np.ndarray) -> int | None:
        """Return the class of a packed state (1, w), None where it was not seen."""
        rest, place = self.field.apart(state)
        found = self._index.find(rest)
        at, cell = int(found[0]), int(place[0])
        if at < 0 or not int(self._places[at, cell // WORD]) >> cell % WORD & 1:
            return None
        return int(self.of(found, place)[0])


def _firsts(owner: np.ndarray, size: int) -> np.ndarray:
    """Return the first place (size,) int64 in which each number stands; the length: in none."""
    first = np.full(size, len(owner))
    np.minimum.at(first, owner, np.arange(len(owner)))
    return first


# ---------------------------------------------------------------------------------- the way back


class Flooded(Walks):
    """The classes between which walks lead, without the states beneath; see `walks.Walks`.

    `real` is the part of the state graph that solutions of the fewest units pass, and what is told
    of single states beneath; other ways are played by the rules.
    """

    graph: ArrayGraph
    puzzle: Any
    _classes: _Classes
    _number: np.ndarray
    _seen: int
    _fewest: int | None

    def __init__(
        self,
        graph: ArrayGraph,
        puzzle: Puzzle,
        classes: _Classes,
        number: np.ndarray,
        seen: int,
        fewest_steps: int | None,
    ):
        set_ = functools.partial(object.__setattr__, self)
        set_("graph", graph)
        set_("puzzle", puzzle)
        set_("_classes", classes)
        set_("_number", number)
        set_("_seen", seen)
        set_("_fewest", fewest_steps)

    @property
    def states_seen(self) -> int:
        """How many states the steps led to, and none of them was kept."""
        return self._seen

    @property
    def fewest_steps(self) -> int | None:
        """The fewest moves to the goal, in however many units."""
        return self._fewest

    def find(self, state: Any) -> int | None:
        """Return the node of a state's class, None where it is not known."""
        if self.puzzle.is_goal(state):
            return self.graph.goal
        found = self._classes.find(np.array([self.puzzle.variables.pack(state)], np.int64))
        node = -1 if found is None else int(self._number[found])
        return None if node < 0 else node

    def _part(self, nodes: set[int], start: Any) -> ArrayGraph:
        """Return the states of some nodes that can be got to from one of them by these alone."""
        inside = functools.cache(lambda state: self.find(state) in nodes)  # many moves lead there
        return subgraph(self.puzzle.starting(start), lambda _, new: inside(new))

    @cached_property
    def real(self) -> ArrayGraph:
        """The states of the classes on the solutions of the fewest units, or of the start's."""
        far, left = moves_from_start(self.graph), moves_to_goal(self.graph)
        on = (left >= 0) & (far + left == left[0]) if left[0] >= 0 else far == 0
        return self._part(set(np.flatnonzero(on).tolist()), self.puzzle.start)

    @cached_property
    def _inner(self) -> ArrayGraph:
        return walks(self.real, self.puzzle.walker, played_by(self.puzzle))

    @property
    def labels(self) -> np.ndarray:
        """Of each move of `real` the label of its unit, an index into `names`."""
        return self._inner.quotient.labels

    @property
    def names(self) -> tuple[str, ...]:
        """The labels of the units of `real`."""
        return self._inner.quotient.names

    @cached_property
    def owner(self) -> np.ndarray:
        """The node (n,) int32 of each state of `real`."""
        found = [self.find(self.real.state(k)) for k in self.real]
        return np.array([-1 if node is None else node for node in found], np.int32)

    @cached_property
    def first(self) -> np.ndarray:
        """The state (k,) int64 of `real` in each node that was found first; its length: none."""
        return _firsts(self.owner, len(self.graph))

    def played(self, way: Way, source: int | None = None, target: int | None = None) -> Lifted:
        """Return a shortest way by moves of the level that makes these units, and its graph."""
        beneath = self._part(set(way.nodes), self.graph.state(way.nodes[0]))
        made = walks(beneath, self.puzzle.walker, played_by(self.puzzle)).quotient
        owner = np.array([self.find(beneath.state(k)) for k in beneath], np.int32)
        first = _firsts(owner, len(self.graph))
        return Walks(beneath, owner, first, made.labels, made.names).played(way)

    def lift(self, way: Way, source: int | None = None, target: int | None = None) -> Way:
        """Return a way as `played` does."""
        return self.played(way).way
