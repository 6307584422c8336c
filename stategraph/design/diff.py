"""What changed between two versions of a level, as those who play it see it.

::

    before                 after
    ┌──────────────┐       ┌──────────────┐      the new best solution leaves the old ones
    │ u    ███   e │       │ u          e │      at its first move into the gap; put the
    │      ███     │  ==>  │      ███     │      wall 1:7 back, and it is gone: that wall
    │              │       │              │      opened the shortcut
    └──────────────┘       └──────────────┘

Who is to blame for a change, `stategraph.design.blame` says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from stategraph.analysis import (
    first_solution,
    moves_from_start,
    nearest_first,
    shortest,
    shortest_paths,
    solutions_known,
    solvable,
    way_to,
)
from stategraph.analysis.classes import known_classes
from stategraph.analysis.path_sets import Labels, is_shortest, only_in
from stategraph.analysis.same_dead_ends import trap_moves_only_in
from stategraph.analysis.same_play import Sameness, same_play
from stategraph.design.blame import Between, Blame, Expand, Shows, Version
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.metrics import METRICS, lower_bounds, measure_level

# At most so many trap moves of each kind are given ways and causes.
TRAPS = 100


@dataclass(frozen=True)
class Change:
    """Something that only one version has, with moves that show it there.

    Attributes
    ----------
    moves : tuple of str
        from the start
    because : tuple of str, or None
        the names of the elements to blame, those of all `causes`; empty when none is
    jointly : bool
        whether there is one cause, and it takes all of them
    causes : tuple of tuple of str, or None
        the smallest sets of edits each of which is enough; None where none was sought, or a limit
        left it open
    """

    moves: Labels
    because: Labels | None = None
    jointly: bool = False
    causes: tuple[Labels, ...] | None = None

    @classmethod
    def of(cls, moves: Labels, blame: Blame) -> Change:
        """Return a change and who is to blame for it."""
        return cls(moves, blame.because, blame.jointly, blame.causes)


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
    because, jointly, causes
        as in `Change`
    """

    solution: Labels
    step: int
    move: str
    legal: bool
    because: Labels | None = None
    jointly: bool = False
    causes: tuple[Labels, ...] | None = None


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
        other version, and one more for each edit that is to blame for another solution and for
        none of these; None when there are too many classes, or a limit was met
    closed, opened : tuple of Change, or None
        trap moves of the first that the second does not have, and the other way round: up to 100
        each, nearest first; None when not known
    closed_count, opened_count : int or None
        how many there are
    others : dict of str to (text, text)
        what differs beside elements: the start, the options of the level, or the whole family
    open : tuple of str
        which of ``shortcut`` and ``detour`` are None because a limit was met
    blamed : bool
        whether blame was sought; it is not where more than 40 elements were edited
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
    closed_count: int | None = None
    opened_count: int | None = None
    others: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    open: tuple[str, ...] = ()
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
        as `stategraph.expand`: ``expand(puzzle, limits, until_goal=...)`` is the graph of a version
        between the two, within the caller's own limits where there are any

    Notes
    -----
    Which trap moves are the same, `stategraph.analysis.same_dead_ends` says. O(states + moves) of
    both graphs and of those expanded: none for one edit, two for two, and with more a few for each;
    whole ones only where trap moves were opened or closed.
    """
    old, new = graphs
    between = Between(before, after, graphs, expand)
    records = measure_level(before, old), measure_level(after, new)
    unknown = {*records[0]["unknown"], *records[1]["unknown"]}
    unknown.update(lower_bounds(old), lower_bounds(new))
    names = [name for name, metric in METRICS.items() if metric.trait]
    play = _settled(same_play(old, new), records, unknown)
    if play.same:  # whatever else it is called
        old = new
    shortcut = _departure(new, old, between, added=True)
    detour = _departure(old, new, between, added=False)
    closed, closed_count = _traps(old, new, between, added=False)
    opened, opened_count = _traps(new, old, between, added=True)
    return Comparison(
        play,
        tuple(between.removed),
        tuple(between.added),
        {
            name: (records[0][name], records[1][name])
            for name in names
            if name not in unknown and records[0][name] != records[1][name]
        },
        tuple(name for name in names if name in unknown),
        shortcut,
        detour,
        _classes(old, new, between, added=False),
        _classes(new, old, between, added=True),
        closed,
        opened,
        closed_count,
        opened_count,
        between.others(),
        () if shortcut or detour else _open(old, new),
        not between.many,
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


def _departure(
    best: ArrayGraph, other: ArrayGraph, between: Between, added: bool
) -> Departure | None:
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
    blame = between.blame(_shows(added, Version.as_short, found.solution))
    if added:  # where several edits make it as short: which of them made this very solution?
        blame = between.narrowed(blame, partial(Version.wins, labels=found.solution))
    return replace(found, because=blame.because, jointly=blame.jointly, causes=blame.causes)


def _open(old: ArrayGraph, new: ArrayGraph) -> tuple[str, ...]:
    """Return which of a shortcut and a detour there may be, where none was found."""
    pairs = dict(shortcut=(new, old), detour=(old, new))
    return tuple(name for name, pair in pairs.items() if _may_be_shorter(*pair))


def _may_be_shorter(best: ArrayGraph, other: ArrayGraph) -> bool:
    """Return whether `best` may have a shorter solution, where `_departure` finds none."""
    length, least = shortest(best), shortest(other)
    if length is None:
        return solvable(best) is None
    return least is None or length < least


def _shows(added: bool, has: Callable[[Version, Any], bool], what: Any) -> Shows:
    """Return whether a version shows what was added: that it has something, or has it no more."""
    return lambda version: has(version, what) is added


def _classes(
    graph: ArrayGraph, other: ArrayGraph, between: Between, added: bool
) -> tuple[Change, ...] | None:
    """Return the solution classes that only `graph` has."""
    found = known_classes(graph)
    if found is None or not solutions_known(other):
        return None

    def change(labels: Labels) -> Change:
        return Change.of(labels, between.blame(_shows(added, Version.has_shortest, labels)))

    firsts = (each.first.labels for each in found)
    changes = [change(labels) for labels in firsts if not is_shortest(other, labels)]
    fresh = None if changes else only_in(graph, other)
    if fresh is not None:  # every class's first solution is there too, but not all of the class
        changes.append(change(fresh))
    for name in between.names if changes else ():
        named = {name for one in changes for name in one.because or ()}
        labels = None if name in named else between.missed(name, new=added)
        told = labels in [one.moves for one in changes]  # because of what, a limit may have hidden
        if labels is not None and not told and not is_shortest(other, labels):
            changes.append(change(labels))
    return tuple(changes)


# ------------------------------------------------------------------------------------ dead ends


def _traps(
    graph: ArrayGraph, other: ArrayGraph, between: Between, added: bool
) -> tuple[tuple[Change, ...] | None, int | None]:
    """Return ways through trap moves that only `graph` has, and how many there are."""
    if not (graph.complete and other.complete):
        return None, None
    fresh = trap_moves_only_in(graph, other)
    near = nearest_first(graph, fresh, graph.sources[fresh])
    changes = []
    for move in near[:TRAPS].tolist():
        way = way_to(graph, int(graph.sources[move]))
        has = Version.has_new_trap if added else Version.has_old_trap
        blame = between.blame(_shows(added, has, move))
        changes.append(Change.of((*way.labels, graph.label(move)), blame))
    return tuple(changes), len(fresh)
