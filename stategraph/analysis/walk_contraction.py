"""Contraction of walks during expansion: classes are stored as sets of cells, not as states.

The *rest* of a state is the state without the actor. States are found breadth first, but each state
is stored as only one bit::

    rest of the state (without the actor) cells of the actor seen with it blocks=1:3+2:5 ░░██░███
    one bit per cell blocks=1:3+2:6 ░░░░██░░

Moves that change more than the actor are stored too. When all states are found, the rules generate
the steps of the actor for each rest once more. For each rest, the connected components of the cells
under these steps are the classes. The rules therefore generate every move twice, but memory holds
only the classes and the moves between them.

If every step can be taken back, the graph equals that of `walks.walks`, node for node. If some step
cannot be taken back, the classes are not connected components, and the steps must be stored;
`OneWayWalk` is raised.
"""

from __future__ import annotations

import functools
from functools import cached_property
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.analysis.distances import moves_from_start, moves_to_goal
from stategraph.analysis.lifting import Lifted
from stategraph.analysis.shortest_solutions import GraphPath
from stategraph.analysis.subgraph import subgraph
from stategraph.analysis.unit_quotients import Rows, assemble
from stategraph.analysis.walk_contraction_search import BATCH_STATES, RestSearch
from stategraph.analysis.walks import Walks, played_by, unit_labels
from stategraph.engines.limits import Budget, Limits, Progress, Stop
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.machine.deadline import OutOfTime
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import WORD


class OneWayWalk(InputError):
    """Raised if some step of the actor cannot be taken back."""


def contracted(
    puzzle: Puzzle,
    limits: Limits | None = None,
    *,
    engine: str = "auto",
    progress: Progress | None = None,
) -> ArrayGraph:
    """Return the graph of walks of a puzzle that names its actor; see `walks.walks`.

    Parameters
    ----------
    puzzle : Puzzle
    limits, engine, progress
        as for `stategraph.expand.expand`; limits count the states before contraction

    Returns
    -------
    ArrayGraph
        with a `ContractedWalks` as its ``quotient``

    Raises
    ------
    OneWayWalk
        if some step of the actor cannot be taken back
    InputError
        if the puzzle does not name its actor

    Notes
    -----
    The time is O(states + moves). Each rest takes 8 bytes per word and one bit per cell of the
    actor. Each move between classes takes 24 bytes.

    Examples
    --------
    >>> from stategraph.load import load
    >>> reduced = contracted(load("psychopath/first-push").puzzle)
    >>> reduced, reduced.quotient.states_seen, reduced.quotient.solution(reduced).text
    (<StateGraph: 9 states, 14 moves, goal 6, complete>, 121, 'RRRDRRU')
    """
    if puzzle.variables is None or puzzle.walker is None:
        raise InputError("by walks, without the steps: the puzzle does not say who walks")
    budget = Budget(limits or Limits(), progress)
    flood = RestSearch(puzzle, budget, engine)
    try:
        stopped = budget.interrupting(flood.fill)
    except OutOfTime as late:
        stopped = budget.stop_after(late)
    return _graph(flood, stopped if flood.unfinished() else None)


def _graph(flood: RestSearch, stopped: Stop | None) -> ArrayGraph:
    """Return the graph of walks, given the finished search."""
    flood.store.close()
    classes = _Classes(flood)
    tails, tail_cells, heads, head_cells, labels = flood.moves.columns()
    goal = classes.count if flood.won is not None else None
    owners = classes.of(tails, tail_cells)
    targets = np.full(len(heads), classes.count)
    onward = heads >= 0  # not into the goal
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
        _first_states(flood, first, heads, head_cells, begin, goal),
        open_,
    )
    graph, number = assemble(rows, begin, goal, flood.puzzle.variables, str(stopped or ""))
    graph.quotient = ContractedWalks(graph, flood, classes, number)
    return graph


def _first_states(
    flood: RestSearch, first: np.ndarray, heads: np.ndarray, cells: np.ndarray, begin: int,
    goal: int | None,
) -> np.ndarray:  # fmt: skip
    """Return the first found state (k, w) int64 of each class."""
    states = np.zeros((len(first), len(flood.start)), np.int64)
    reached = np.flatnonzero(first < len(heads))
    reached = reached[reached != goal] if goal is not None else reached
    at = first[reached]
    states[reached] = flood.field.together(flood.store.states[heads[at]], cells[at])
    states[begin] = flood.start
    if flood.won is not None:
        states[goal] = flood.won
    return states


# ----------------------------------------------------------------------------------- the classes


class _Classes:
    """The classes: for each rest, the connected components of the actor's cells.

    Attributes
    ----------
    count : int
        the number of classes
    open : (count,) bool
        the classes that contain states without known moves
    """

    def __init__(self, flood: RestSearch):
        self._cells = flood.field.cells
        self._rests = flood.store.states
        self._places = flood.places.array[: flood.store.n].copy()
        self.field = flood.field
        self._base = np.zeros(flood.store.n, np.int32)
        self._table = np.full(flood.store.n, -1, np.int32)
        self._tables: list[np.ndarray] = []
        self.count = 0
        open_parts, many = [], max(1, BATCH_STATES // self._cells)
        ahead = [*flood.layer, *flood.next]
        ahead_rests = np.concatenate([np.zeros(0, np.int32), *(rests for rests, _ in ahead)])
        ahead_cells = np.concatenate([np.zeros(0, np.int32), *(cells for _, cells in ahead)])
        order = np.argsort(ahead_rests, kind="stable")
        ahead_rests, ahead_cells = ahead_rests[order], ahead_cells[order]
        for first in range(0, flood.store.n, many):
            last = min(first + many, flood.store.n)
            batch = slice(*np.searchsorted(ahead_rests, [first, last]).tolist())
            keys = (ahead_rests[batch] - first) * self._cells + ahead_cells[batch]
            open_parts.append(self._divide(flood, first, last, keys))
        self.open = np.concatenate(open_parts)
        self._split = (
            np.stack(self._tables) if self._tables else np.zeros((0, self._cells), np.int16)
        )

    def _divide(self, flood: RestSearch, first: int, last: int, ahead: np.ndarray) -> np.ndarray:
        """Number the classes of some rests; return a mask (k,) of the classes that are open."""
        bits = self._places[first:last].view(np.uint8)
        bits = np.unpackbits(bits, axis=1, bitorder="little")[:, : self._cells]
        keys = np.flatnonzero(bits.reshape(-1))
        owner = self._components(flood, first, keys, ahead)
        rests = keys // self._cells
        lowest = _firsts(owner, int(owner.max()) + 1)
        number = np.argsort(np.argsort(lowest))[owner]  # by rest, then by cell
        starts = np.searchsorted(rests, np.arange(last - first))
        self._base[first:last] = self.count + number[starts]
        inside = number - number[starts][rests]
        for rest in np.unique(rests[inside > 0]).tolist():
            table = np.zeros(self._cells, np.int16)
            span = slice(*np.searchsorted(rests, [rest, rest + 1]).tolist())
            table[keys[span] % self._cells] = inside[span]
            self._table[first + rest] = len(self._tables)
            self._tables.append(table)
        open_ = np.zeros(len(lowest), bool)
        open_[number[np.isin(keys, ahead)]] = True
        self.count += len(lowest)
        return open_

    def _components(
        self, flood: RestSearch, first: int, keys: np.ndarray, ahead: np.ndarray
    ) -> np.ndarray:
        """Return the connected component (k,) of each cell of some rests."""
        is_closed = ~np.isin(keys, ahead)
        at = np.flatnonzero(is_closed)
        rests = self._rests[first + keys // self._cells]
        successors = flood.generator.of(flood.field.together(rests[at], keys[at] % self._cells))
        rest, place = flood.field.apart(successors.states)
        tails = at[successors.sources]
        inner = (rest == rests[tails]).all(axis=1) & ~successors.won
        tails = tails[inner]
        heads = np.searchsorted(keys, keys[tails] // self._cells * self._cells + place[inner])
        back = ~is_closed[heads]  # unknown moves of open cells may lead back; assume that they do
        tails, heads = np.append(tails, heads[back]), np.append(heads, tails[back])
        order = np.argsort(tails, kind="stable")
        offsets = np.concatenate(([0], np.bincount(tails, minlength=len(keys)).cumsum()))
        owner = kernels.components(offsets, heads[order].astype(np.int32))
        if (owner[tails] != owner[heads]).any():
            raise OneWayWalk("by walks, without the steps: some step cannot be taken back")
        return owner

    def of(self, rests: np.ndarray, cells: np.ndarray) -> np.ndarray:
        """Return the class (n,) int64 of each pair of rest and cell."""
        table = self._table[rests]
        inside = np.zeros(len(rests), np.int64)
        split = table >= 0
        inside[split] = self._split[table[split], cells[split]]
        classes: np.ndarray = self._base[rests] + inside
        return classes

    @cached_property
    def _index(self) -> kernels.RowIndex:
        return kernels.RowIndex(self._rests, None)

    def find(self, state: np.ndarray) -> int | None:
        """Return the class of a packed state (1, w), or None if the state was not found."""
        rest, place = self.field.apart(state)
        row = self._index.find(rest)
        at, cell = int(row[0]), int(place[0])
        if at < 0 or not int(self._places[at, cell // WORD]) >> cell % WORD & 1:
            return None
        return int(self.of(row, place)[0])


def _firsts(owner: np.ndarray, size: int) -> np.ndarray:
    """Return the first index (size,) int64 of each number in `owner`, or ``len(owner)``."""
    first = np.full(size, len(owner))
    np.minimum.at(first, owner, np.arange(len(owner)))
    return first


# ------------------------------------------------------------------------------------------- lifts


class ContractedWalks(Walks):
    """The quotient of a graph of walks whose states are not stored; see `walks.Walks`.

    `real` is a small graph that holds only the classes on solutions with the fewest units, for
    reports about single states. Other paths are lifted by calling the rules.
    """

    graph: ArrayGraph
    puzzle: Any
    _classes: _Classes
    _number: np.ndarray
    _state_count: int
    _fewest: int | None
    _won: np.ndarray

    def __init__(self, graph: ArrayGraph, flood: RestSearch, classes: _Classes, number: np.ndarray):
        set_ = functools.partial(object.__setattr__, self)
        set_("graph", graph)
        set_("puzzle", flood.puzzle)
        set_("_classes", classes)
        set_("_number", number)
        set_("_state_count", flood.state_count)
        set_("_fewest", flood.fewest_steps)
        set_("_won", flood.all_won)

    @property
    def won(self) -> np.ndarray:
        """The packed winning states (k, w) int64, without the actor."""
        return self._won

    @property
    def states_seen(self) -> int:
        """The number of states that were found before contraction."""
        return self._state_count

    @property
    def fewest_steps(self) -> int | None:
        """The fewest moves to the goal, with any number of units."""
        return self._fewest

    def find(self, state: object) -> int | None:
        """Return the node of a state's class, or None if the state is unknown."""
        if self.puzzle.is_goal(state):
            return self.graph.goal
        class_number = self._classes.find(np.array([self.puzzle.variables.pack(state)], np.int64))
        node = -1 if class_number is None else int(self._number[class_number])
        return None if node < 0 else node

    def _part(self, nodes: set[int], start: object) -> ArrayGraph:
        """Return the graph of states in `nodes` that can be reached without leaving `nodes`."""
        inside = functools.cache(lambda state: self.find(state) in nodes)  # states recur often
        return subgraph(self.puzzle.starting(start), lambda _, new: inside(new))

    @cached_property
    def real(self) -> ArrayGraph:
        """The states of classes on solutions with the fewest units; else of the start's class."""
        from_start, to_goal = moves_from_start(self.graph), moves_to_goal(self.graph)
        on = (
            (to_goal >= 0) & (from_start + to_goal == to_goal[0])
            if to_goal[0] >= 0
            else from_start == 0
        )
        return self._part(set(np.flatnonzero(on).tolist()), self.puzzle.start)

    @cached_property
    def _units(self) -> tuple[np.ndarray, tuple[str, ...]]:
        return unit_labels(self.real, self.puzzle.walker, played_by(self.puzzle))

    @property
    def labels(self) -> np.ndarray:
        """The unit label of each move of `real`, an index into `names`."""
        return self._units[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The labels of the units of `real`."""
        return self._units[1]

    @cached_property
    def owner(self) -> np.ndarray:
        """The node (n,) int32 of each state of `real`."""
        nodes = [self.find(self.real.state(k)) for k in self.real]
        return np.array([-1 if node is None else node for node in nodes], np.int32)

    @cached_property
    def first(self) -> np.ndarray:
        """The first state (k,) int64 of `real` in each node; ``len(real)`` if it has none."""
        return _firsts(self.owner, len(self.graph))

    def lift(self, path: GraphPath, closed: bool = False) -> Lifted:
        """Lift a path of units by calling the rules; see `Quotient.lift`."""
        part = self._part(set(path.nodes), self.graph.state(path.nodes[0]))
        labels, names = unit_labels(part, self.puzzle.walker, played_by(self.puzzle))
        owner = np.array([self.find(part.state(k)) for k in part], np.int32)
        first = _firsts(owner, len(self.graph))
        return Walks(part, owner, first, labels, names).lift(path)
