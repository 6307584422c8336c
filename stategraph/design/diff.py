"""What changed between two versions of a level, as those who play it see it.

::

    before                 after
    ┌──────────────┐       ┌──────────────┐      the new best solution leaves the old ones
    │ u    ███   e │       │ u          e │      at its first move into the gap; put the
    │      ███     │  ==>  │      ███     │      wall 1:7 back, and it is gone: that wall
    │              │       │              │      opened the shortcut
    └──────────────┘       └──────────────┘

An element that only one version has is held responsible for a change when undoing that one edit
undoes the change (for what was added), or making that one edit makes it (for what was removed).
Where no addition is responsible alone, each that would have been enough without the others is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from stategraph.analysis import (
    dead,
    first_solution,
    moves_from_start,
    nearest_first,
    shortest,
    shortest_paths,
    solutions_known,
    solvable,
    trap_moves,
    way_to,
)
from stategraph.analysis.classes import known_classes
from stategraph.analysis.path_sets import Labels, is_shortest, only_in
from stategraph.analysis.same_play import Sameness, same_play
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.metrics import METRICS, lower_bounds, measure_level
from stategraph.rules.family import Element

# At most so many edits are undone one by one to find who is responsible, and at most so many trap
# moves of each kind are given ways.
EDITS, TRAPS = 40, 100

# The names of those responsible, and whether it takes all of them.
Blame = tuple[tuple[str, ...], bool]
NOBODY: Blame = (), False

# ``shows(graph)``: whether it shows what somebody is responsible for
Shows = Callable[[ArrayGraph], bool]

# ``expand(puzzle)``, within the caller's limits
Expand = Callable[[Any], ArrayGraph]


@dataclass(frozen=True)
class Change:
    """Something that only one version has, with moves that show it there.

    Attributes
    ----------
    moves : tuple of str
        from the start
    because : tuple of str
        the names of the elements responsible; empty when no single one is
    jointly : bool
        whether it takes all of them (they were added); otherwise each of them is enough
    """

    moves: Labels
    because: tuple[str, ...] = ()
    jointly: bool = False


@dataclass(frozen=True)
class Departure:
    """Where the best solution of one version leaves those of the other.

    Attributes
    ----------
    solution : tuple of str
        the best solution that only one version has
    step : int
        which of its moves leaves all best solutions of the other version, counted from 1; one more
        than its moves when all of them are legal there and do not win yet
    move : str
        that move, empty when there is none
    legal : bool
        whether the other version allows it all the same
    because, jointly : tuple of str, bool
        as in `Change`
    """

    solution: Labels
    step: int
    move: str
    legal: bool
    because: tuple[str, ...] = ()
    jointly: bool = False


@dataclass(frozen=True)
class Comparison:
    """What changed from one version (before) to another (after).

    Attributes
    ----------
    play : Sameness
        whether they play the same
    removed, added : tuple of str
        names of the elements that only the first, or only the second has
    metrics : dict of str to (value, value)
        the metrics that differ; None for no value
    unknown : tuple of str
        metrics that are not known of both, since a limit was met
    shortcut : Departure or None
        where the best solution after leaves those before, when it is shorter
    detour : Departure or None
        where the best solution before leaves those after, when it is the shorter one
    lost, gained : tuple of Change, or None
        a representative of each solution class none of whose kind is a shortest solution of the
        other version; None when there are too many classes, or a limit was met
    closed, opened : tuple of Change, or None
        trap moves of the first that the second does not have, and the other way round: up to 100
        each, nearest first; None when not known
    closed_count, opened_count : int
    others : dict of str to (text, text)
        what differs beside elements: the start, the options of the level, or the whole family
    blamed : bool
        whether elements were held responsible; they are not where more than 40 were edited
    """

    play: Sameness
    removed: tuple[str, ...]
    added: tuple[str, ...]
    metrics: Mapping[str, tuple[Any, Any]]
    unknown: tuple[str, ...]
    shortcut: Departure | None
    detour: Departure | None
    lost: tuple[Change, ...] | None
    gained: tuple[Change, ...] | None
    closed: tuple[Change, ...] | None
    opened: tuple[Change, ...] | None
    closed_count: int = 0
    opened_count: int = 0
    others: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    blamed: bool = True

    @property
    def same(self) -> bool | None:
        """Whether the versions play the same; None: not known."""
        return self.play.same


def compare(
    before: Level, after: Level, graphs: Sequence[ArrayGraph], expand: Expand
) -> Comparison:
    """Return what changed between two versions.

    Parameters
    ----------
    graphs : (ArrayGraph, ArrayGraph)
        theirs
    expand : callable
        ``expand(puzzle)`` is the graph of a puzzle; called up to three times for each element that
        was edited

    Notes
    -----
    A trap move of one version is one of the other too when it has the same label in a state of the
    same text (cells by row and column, rooms by number), or when the same moves lead there (those
    by which a breadth-first search finds it). O(states + moves) of both graphs and of those
    expanded.
    """
    old, new = graphs
    edits = _Edits(before, after, expand)
    records = measure_level(before, old), measure_level(after, new)
    unknown = {*records[0]["unknown"], *records[1]["unknown"]}
    unknown.update(lower_bounds(old), lower_bounds(new))
    names = [name for name, metric in METRICS.items() if metric.trait]
    play = _settled(same_play(old, new), records, unknown)
    if play.same:  # whatever else it is called
        old = new
    closed, closed_count = _traps(old, new, edits, added=False)
    opened, opened_count = _traps(new, old, edits, added=True)
    return Comparison(
        play,
        tuple(e.name for e in edits.removed),
        tuple(e.name for e in edits.added),
        {
            name: (records[0][name], records[1][name])
            for name in names
            if name not in unknown and records[0][name] != records[1][name]
        },
        tuple(name for name in names if name in unknown),
        _departure(new, old, edits, added=True),
        _departure(old, new, edits, added=False),
        _classes(old, new, edits, added=False),
        _classes(new, old, edits, added=True),
        closed,
        opened,
        closed_count,
        opened_count,
        edits.others(),
        not edits.many,
    )


def _settled(play: Sameness, records: Sequence[Mapping[str, Any]], unknown: set[str]) -> Sameness:
    """Return `play`; where it is not known, a proven answer that differs settles it."""
    if play.same is not None:
        return play
    proven = [name for name in ("solvable", "shortest", "shortest_count") if name not in unknown]
    differ = any(records[0][name] != records[1][name] for name in proven)
    return Sameness(False) if differ else play


# ------------------------------------------------------------------------------------ solutions


def departure(solution: Labels, graph: ArrayGraph) -> Departure:
    """Return where a solution leaves the shortest solutions of `graph`.

    The solution is played along as long as its moves lie on a shortest solution of `graph`; any
    solution of a graph that has none leaves at its first move that is not legal.
    """
    on_way = _on_shortest(graph)
    node = 0
    for step, label in enumerate(solution, 1):
        follow = dict(graph.moves(node))
        if label not in follow or not on_way(node, follow[label]):
            return Departure(solution, step, label, label in follow)
        node = follow[label]
    return Departure(solution, len(solution) + 1, "", False)


def _on_shortest(graph: ArrayGraph) -> Callable[[int, int], bool]:
    """Return a function that tells whether a move from one node to another is on a best way."""
    if graph.goal is None:
        return lambda node, to: True
    nodes = set(shortest_paths(graph).nodes.tolist())
    depth = moves_from_start(graph)
    return lambda node, to: to in nodes and int(depth[to]) == int(depth[node]) + 1


def _departure(best: ArrayGraph, other: ArrayGraph, edits: _Edits, added: bool) -> Departure | None:
    """Return where the best solution of `best` leaves those of `other`, when it is shorter."""
    length, least = shortest(best), shortest(other)
    if length is None or not solutions_known(best):
        return None
    if least is None:
        if solvable(other) is None:
            return None
    elif length >= least:
        return None
    found = departure(first_solution(best).labels, other)

    def as_short(graph: ArrayGraph) -> bool:
        here = shortest(graph)
        return here is not None and (least is None or here < least)

    # where others are as short: who made this very one?
    because, jointly = edits.blame(as_short, added, partial(_wins, labels=found.solution))
    return replace(found, because=because, jointly=jointly)


def _wins(graph: ArrayGraph, labels: Labels) -> bool:
    """Return whether these moves lead from the start to the goal."""
    node = 0
    for label in labels:
        follow = dict(graph.moves(node))
        if label not in follow:
            return False
        node = follow[label]
    return node == graph.goal


def _classes(
    graph: ArrayGraph, other: ArrayGraph, edits: _Edits, added: bool
) -> tuple[Change, ...] | None:
    """Return the solution classes that only `graph` has."""
    found = known_classes(graph)
    if found is None or not solutions_known(other):
        return None
    changes = []
    for each in found:
        labels = each.first.labels
        if not is_shortest(other, labels):
            blame = edits.blame(partial(is_shortest, labels=labels), added)
            changes.append(Change(labels, *blame))
    fresh = None if changes else only_in(graph, other)
    if fresh is not None:  # every class's first solution is there too, but not all of the class
        changes.append(Change(fresh, *edits.blame(partial(is_shortest, labels=fresh), added)))
    return tuple(changes)


# ------------------------------------------------------------------------------------ dead ends


def _traps(
    graph: ArrayGraph, other: ArrayGraph, edits: _Edits, added: bool
) -> tuple[tuple[Change, ...] | None, int]:
    """Return ways through trap moves that only `graph` has, and how many there are."""
    if not (graph.complete and other.complete):
        return None, 0
    fresh = _fresh_traps(graph, other)
    near = nearest_first(graph, fresh, graph.sources[fresh])
    changes = []
    for k, move in enumerate(near[:TRAPS].tolist()):
        way = way_to(graph, int(graph.sources[move]))
        labels = (*way.labels, graph.label(move))
        # whose doing it is is asked of the nearest one only: that takes many expansions
        blame = NOBODY if k else edits.blame(partial(_dooms, labels=labels), added)
        changes.append(Change(labels, *blame))
    return tuple(changes), len(fresh)


def _fresh_traps(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return the trap moves (k,) int64 that are none in `other`, by state and label or by play."""
    known = {_trap_name(other, int(e)) for e in trap_moves(other)}
    traps = [int(e) for e in trap_moves(graph) if _trap_name(graph, int(e)) not in known]
    place, gone = _Double(graph, other), dead(other)

    def dooms_there(move: int) -> bool:
        node = place[int(graph.sources[move])]
        to = None if node is None else dict(other.moves(node)).get(graph.label(move))
        return to is not None and bool(gone[to] and not gone[node])

    return np.array([move for move in traps if not dooms_there(move)], np.int64)


class _Double:
    """Where the moves that lead to a node of one graph lead in another; None: not legal there.

    The moves are those by which a breadth-first search finds the node.
    """

    def __init__(self, graph: ArrayGraph, other: ArrayGraph):
        self._graph, self._other = graph, other
        depth = moves_from_start(graph)
        forward = np.flatnonzero(depth[graph.targets] == depth[graph.sources] + 1)
        nodes, first = np.unique(graph.targets[forward], return_index=True)
        self._came = np.full(len(graph), -1, np.int64)
        self._came[nodes] = forward[first]
        self._found: dict[int, int | None] = {0: 0}

    def __getitem__(self, node: int) -> int | None:
        way = []
        while node not in self._found:
            way.append(node)
            node = int(self._graph.sources[self._came[node]])
        for later in reversed(way):
            there = self._found[node]
            label = self._graph.label(int(self._came[later]))
            moves = {} if there is None else dict(self._other.moves(there))
            self._found[later] = moves.get(label)
            node = later
        return self._found[node]


def _trap_name(graph: ArrayGraph, move: int) -> tuple[str, str]:
    return repr(graph.state(int(graph.sources[move]))), graph.label(move)


def _dooms(graph: ArrayGraph, labels: Labels) -> bool:
    """Return whether the last of these moves is legal and a trap move."""
    node, before = 0, 0
    for label in labels:
        follow = dict(graph.moves(node))
        if label not in follow:
            return False
        before, node = node, follow[label]
    gone = dead(graph)
    return bool(gone[node] and not gone[before])


# ----------------------------------------------------------------------------------- who did it


class _Edits:
    """The elements that only one version has, and what undoing each of them does."""

    def __init__(self, before: Level, after: Level, expand: Expand):
        self._levels, self._expand = (before, after), expand
        old, new = _elements(before), _elements(after)
        same_family = type(before.family) is type(after.family)
        self.removed = [e for name, e in old.items() if name not in new] if same_family else []
        self.added = [e for name, e in new.items() if name not in old] if same_family else []
        self.many = len(self.removed) + len(self.added) > EDITS
        self._graphs: dict[tuple[bool, tuple[str, ...]], ArrayGraph | None] = {}

    def blame(self, shows: Shows, added: bool, also: Shows | None = None) -> Blame:
        """Return the elements responsible for what ``shows(graph)`` tells.

        `added`: it shows after the edits and not before; else the other way round. Where none is
        responsible alone, ``also(graph)`` is asked in its place.
        """
        if self.many:
            return NOBODY
        for what in (shows, also):
            made = [] if what is None else self._undone(what, added)
            opened = [] if what is None else self._opened(what, added)
            if made or opened:
                return (*made, *opened), len(made) > 1 and not opened
        return self._enough(shows, added), False

    def _opened(self, shows: Shows, added: bool) -> list[str]:
        """Return what was removed whose removal alone makes it as after."""
        return [e.name for e in self.removed if self._tells(shows, False, [e]) is added]

    def _undone(self, shows: Shows, added: bool) -> list[str]:
        """Return what was added without which it would be as before."""
        return [e.name for e in self.added if self._tells(shows, True, [e]) is (not added)]

    def _enough(self, shows: Shows, added: bool) -> tuple[str, ...]:
        """Return what was added each of which would be enough without the others."""
        if len(self.added) < 2 or self._tells(shows, True, self.added) is not (not added):
            return ()
        rest = {e.name: [o for o in self.added if o is not e] for e in self.added}
        return tuple(name for name, gone in rest.items() if self._tells(shows, True, gone) is added)

    def _tells(self, shows: Shows, after: bool, gone: Sequence[Element]) -> bool | None:
        """Return what a version without some elements shows; None where it is not known."""
        graph = self._without(after, gone)
        return None if graph is None else bool(shows(graph))

    def _without(self, after: bool, gone: Sequence[Element]) -> ArrayGraph | None:
        """Return the graph of a version without elements; None where it is not known whole."""
        key = after, tuple(element.name for element in gone)
        if key not in self._graphs:
            puzzle = self._puzzle(after, gone)
            made = None if puzzle is None else self._expand(puzzle)
            self._graphs[key] = made if made is not None and made.complete else None
        return self._graphs[key]

    def _puzzle(self, after: bool, gone: Sequence[Element]) -> Any:
        """Return a version without elements; None where that is no level."""
        level = self._levels[after]
        try:
            return level.family.without(level.puzzle, gone) if gone else level.puzzle
        except LevelError:
            return None

    def others(self) -> dict[str, tuple[str, str]]:
        """Return what differs when nothing is left but the elements that both versions have."""
        family, other = (level.family for level in self._levels)
        if not (family.name and other.name):
            return {}
        if type(family) is not type(other):
            return {"puzzle": (family.name, other.name)}
        puzzles = self._puzzle(False, self.removed), self._puzzle(True, self.added)
        if None in puzzles:
            return {}
        old, new = ({"start": p.start, **family.settings(p)} for p in puzzles)
        pairs = {name: (str(old.get(name)), str(new.get(name))) for name in {**old, **new}}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _elements(level: Level) -> dict[str, Element]:
    return {element.name: element for element in level.family.elements(level.puzzle)}
