"""Differences in play between two versions of a level.

::

    before                 after
    ┌──────────────┐       ┌──────────────┐      the new best solution leaves the old ones
    │ u    ███   e │       │ u          e │      at its first move into the gap; with the
    │      ███     │  ==>  │      ███     │      wall 1:7 restored it disappears: removing
    │              │       │              │      that wall opened the shortcut
    └──────────────┘       └──────────────┘

`stategraph.design.edit_causes` finds the edits that cause a difference.
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
    path_to,
    shortest,
    shortest_paths,
    solutions_known,
    solvable,
)
from stategraph.analysis.equivalent_solutions import known_classes
from stategraph.analysis.same_dead_ends import trap_moves_only_in
from stategraph.analysis.same_play import Sameness, same_play
from stategraph.analysis.same_solutions import Labels, is_shortest, only_in
from stategraph.design.edit_causes import Between, Blame, Expand, Shows, Version
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.metrics import METRICS, lower_bounds, measure_level
from stategraph.readable import Readable

# maximum number of trap moves for which paths and causes are given, for lost and gained each
MAX_EXPLAINED_TRAPS = 100


@dataclass(frozen=True)
class Change:
    """A difference that only one version shows, with moves of this version that show it.

    Attributes
    ----------
    moves : tuple of str
        from the start
    because : tuple of str, or None
        the names of the elements in all `causes`; empty without a cause
    jointly : bool
        whether there is exactly one cause, of several elements
    causes : tuple of tuple of str, or None
        the smallest sufficient sets of edits; None if causes were not searched, or a limit left
        them open
    """

    moves: Labels
    because: Labels | None = None
    jointly: bool = False
    causes: tuple[Labels, ...] | None = None

    @classmethod
    def of(cls, moves: Labels, blame: Blame) -> Change:
        """Return a change with its causes."""
        return cls(moves, blame.because, blame.jointly, blame.causes)


@dataclass(frozen=True)
class Departure:
    """The point where the best solution of one version departs from those of the other version.

    Attributes
    ----------
    solution : tuple of str
        a best solution that only one version has
    step : int
        number of its first move that leaves all best solutions of the other version, counted from
        1; one more than its length if all its moves are legal there and do not win yet
    move : str
        that move, or empty
    legal : bool
        whether the other version allows that move
    because, jointly, causes
        as in `Change`
    still : int or None
        the moves of a shortest solution if the edits of all causes are undone; None if it is not
        shorter than that of the other version, or unknown
    still_because : tuple of tuple of str, or None
        the causes of that solution among the other edits
    """

    solution: Labels
    step: int
    move: str
    legal: bool
    because: Labels | None = None
    jointly: bool = False
    causes: tuple[Labels, ...] | None = None
    still: int | None = None
    still_because: tuple[Labels, ...] | None = None


@dataclass(frozen=True, repr=False)
class Comparison(Readable):
    """The differences between one version (before) and another (after).

    Attributes
    ----------
    play : Sameness
        whether they play the same
    removed, added : tuple of str
        names of the elements only in the first, or only in the second version
    metrics : dict of str to (value, value)
        the metrics that differ; None for no value
    unknown : tuple of str
        metrics that a limit hides in one of the versions
    shortcut : Departure or None
        where the best solution after leaves those before, if it is shorter
    detour : Departure or None
        where the best solution before leaves those after, if it is shorter
    lost, gained : tuple of Change, or None
        a representative of each solution class without a shortest solution of the other version.
        One more is added for each edit that changes a further solution. None if there are too many
        classes, a limit was reached, or it leaves open whether only the names of moves differ
    closed, opened : tuple of Change, or None
        trap moves only in the first, or only in the second version: up to 100 each, nearest
        first; None if unknown
    closed_count, opened_count : int or None
        their numbers
    others : dict of str to (text, text)
        differences other than elements: the start, the options of the level, or the whole family
    open : tuple of str
        which of ``shortcut`` and ``detour`` are None because of a limit
    blamed : bool
        whether causes were searched; they are not if more than 40 elements were edited
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
        """True if the versions are equal in play, or None if unknown."""
        return self.play.same


def compare(
    before: Level, after: Level, graphs: Sequence[ArrayGraph], expand: Expand
) -> Comparison:
    """Return the differences between two versions.

    Parameters
    ----------
    before, after : Level
    graphs : (ArrayGraph, ArrayGraph)
        their graphs
    expand : callable
        as `stategraph.expand`: ``expand(puzzle, limits, until_goal=...)`` returns the graph of a
        version between the two, within the caller's own limits if there are any

    Notes
    -----
    `stategraph.analysis.same_dead_ends` decides which trap moves are equal. The cost is O(states +
    moves) for both graphs and for each further expansion. One edit needs no further expansion, two
    edits need two, and more edits need a few for each edit. They are complete only if trap moves
    were opened or closed.
    """
    old, new = graphs
    between = Between(before, after, graphs, expand)
    records = measure_level(before, old), measure_level(after, new)
    unknown = {*records[0]["unknown"], *records[1]["unknown"]}
    unknown.update(lower_bounds(old), lower_bounds(new))
    names = [name for name, metric in METRICS.items() if metric.trait]
    play = _settled(same_play(old, new), records, unknown)
    if play.same:  # metrics that depend on names may differ even so
        old = new
    shortcut = _departure(new, old, between, added=True)
    detour = _departure(old, new, between, added=False)
    lost = _classes(old, new, between, added=False)
    gained = _classes(new, old, between, added=True)
    if play.same is None and not (old.complete and new.complete) and (lost or gained):
        lost = gained = None  # the whole graphs may be equal up to the names of moves
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
        lost,
        gained,
        closed,
        opened,
        closed_count,
        opened_count,
        between.others(),
        () if shortcut or detour else _open(old, new),
        not between.many,
    )


def _settled(
    play: Sameness, records: Sequence[Mapping[str, object]], unknown: set[str]
) -> Sameness:
    """Return `play`. If it is unknown, a metric with two different proven values decides it."""
    if play.same is not None:
        return play
    proven = [name for name in ("solvable", "shortest", "shortest_count") if name not in unknown]
    differ = any(records[0][name] != records[1][name] for name in proven)
    return Sameness(False) if differ else play


# ------------------------------------------------------------------------------------ solutions


def departure(solution: Labels, graph: ArrayGraph) -> Departure:
    """Return the point where a solution departs from the shortest solutions of `graph`.

    The point is the first move that is not on a shortest solution of `graph`. If `graph` has no
    solution, it is the first illegal move.
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
    """Return a function that tests whether a move between two nodes is on a best path."""
    if graph.goal is None:
        return lambda node, to: True
    nodes = set(shortest_paths(graph).nodes.tolist())
    depth = moves_from_start(graph)
    return lambda node, to: to in nodes and int(depth[to]) == int(depth[node]) + 1


def _departure(
    best: ArrayGraph, other: ArrayGraph, between: Between, added: bool
) -> Departure | None:
    """Return where the best solution departs from those of `other`, if it is shorter."""
    length, least = shortest(best), shortest(other)
    if length is None or not (solutions_known(best) and solutions_known(other)):
        return None
    if least is not None and length >= least:
        return None
    leaving = departure(first_solution(best).labels, other)
    blame = between.blame(_shows(added, Version.as_short, leaving.solution))
    if added:  # among several sufficient causes, prefer those after which this solution is legal
        blame = between.narrowed(blame, partial(Version.wins, labels=leaving.solution))
    leaving = replace(leaving, because=blame.because, jointly=blame.jointly, causes=blame.causes)
    if added and least is not None and blame.because and not between.others():
        still, causes = between.without(blame.because, least)
        leaving = replace(leaving, still=still, still_because=causes)
    return leaving


def _open(old: ArrayGraph, new: ArrayGraph) -> tuple[str, ...]:
    """Return the names, ``shortcut`` or ``detour``, of departures that may exist unfound."""
    pairs = dict(shortcut=(new, old), detour=(old, new))
    return tuple(name for name, pair in pairs.items() if _may_be_shorter(*pair))


def _may_be_shorter(best: ArrayGraph, other: ArrayGraph) -> bool:
    """Return whether `best` may have a shorter solution although `_departure` finds none."""
    length, least = shortest(best), shortest(other)
    if length is None:
        return solvable(best) is None
    return least is None or length < least


def _shows(added: bool, has: Callable[[Version, Any], bool], subject: object) -> Shows:
    """Return a test of versions: a version passes if it has `subject` exactly when `added`."""
    return lambda version: has(version, subject) is added


def _classes(
    graph: ArrayGraph, other: ArrayGraph, between: Between, added: bool
) -> tuple[Change, ...] | None:
    """Return the solution classes that only `graph` has."""
    classes = known_classes(graph)
    if classes is None or not solutions_known(other):
        return None

    def change(labels: Labels) -> Change:
        return Change.of(labels, between.blame(_shows(added, Version.has_shortest, labels)))

    firsts = (each.first.labels for each in classes)
    changes = [change(labels) for labels in firsts if not is_shortest(other, labels)]
    new_solution = None if changes else only_in(graph, other)
    if new_solution is not None:  # other solutions of a class may still exist in one graph only
        changes.append(change(new_solution))
    for name in between.names if changes else ():
        named = {name for earlier in changes for name in earlier.because or ()}
        labels = None if name in named else between.missed(name, new=added)
        # the cause may be hidden by a limit
        is_listed = labels in [earlier.moves for earlier in changes]
        if labels is not None and not is_listed and not is_shortest(other, labels):
            changes.append(change(labels))
    return tuple(changes)


# ------------------------------------------------------------------------------------ dead ends


def _traps(
    graph: ArrayGraph, other: ArrayGraph, between: Between, added: bool
) -> tuple[tuple[Change, ...] | None, int | None]:
    """Return paths through trap moves that only `graph` has, and the number of such moves."""
    if not (graph.complete and other.complete):
        return None, None
    new_traps = trap_moves_only_in(graph, other)
    near = nearest_first(graph, new_traps, graph.sources[new_traps])
    changes = []
    for move in near[:MAX_EXPLAINED_TRAPS].tolist():
        path = path_to(graph, int(graph.sources[move]))
        has = Version.has_new_trap if added else Version.has_old_trap
        blame = between.blame(_shows(added, has, move))
        changes.append(Change.of((*path.labels, graph.label(move)), blame))
    return tuple(changes), len(new_traps)
