"""The way that the options name: a solution, some moves, or the way into a trap."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.cli import runs, states
from stategraph.cli.exits import NO
from stategraph.cli.terminal import remark
from stategraph.errors import InputError, MovesError

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.laws.replaying import Replay
    from stategraph.levels import Level
    from stategraph.pictures.drawn_way import DrawnWay


@dataclass(frozen=True)
class NamedWay:
    """What --solution or --trap names, before there is a graph to find it in.

    Attributes
    ----------
    solution, trap : int or None
        which shortest solution, which trap move, counted from 1
    played : Replay or None
        the moves, replayed
    """

    solution: int | None = None
    trap: int | None = None
    played: Replay | None = None

    @property
    def words(self) -> str:
        """What a picture calls it."""
        if self.trap is not None:
            return f"way into trap move {self.trap:,}"
        return "way asked for" if self.played else f"shortest solution {self.solution:,}"


def named(args: argparse.Namespace, level: Level) -> NamedWay | None:
    """Return what --solution or --trap names; None where neither is given.

    What replays is moves, were it made of digits.
    """
    if args.trap is not None:
        refuse_order(args, "goes without --trap")
        return NamedWay(trap=args.trap)
    if args.solution is None:
        return None
    try:
        played = states.played(args, level, args.solution, "--solution")
    except MovesError:
        if not re.fullmatch("[1-9][0-9]*", args.solution):
            raise
        return NamedWay(solution=int(args.solution))
    refuse_order(args, "goes with --solution K, not with moves")
    return NamedWay(played=played)


def refuse_order(args: argparse.Namespace, why: str) -> None:
    """Complain of --order where no solution is numbered."""
    if args.order != "text":
        raise InputError(f"--order {why}")


def asked(args: argparse.Namespace, level: Level) -> tuple[ArrayGraph, Way | int]:
    """Return the graph and the way of --solution or --trap, or else the first shortest solution.

    Where there is none, that is remarked, and the exit code returned instead.
    """
    way = named(args, level) or NamedWay(solution=1)
    graph = runs.expand(args, level, until_goal=way.solution is not None)
    return graph, _found(args, level, graph, way)


def drawn(
    args: argparse.Namespace, level: Level, graph: ArrayGraph, way: NamedWay
) -> DrawnWay | int:
    """Return the way to be drawn into a picture of a graph, or the exit code where it has none.

    Through classes that agree in variables, or are symmetric, it is a way of their states.
    """
    from stategraph.analysis.quotient import VariableQuotient
    from stategraph.analysis.symmetry import Orbits
    from stategraph.pictures.drawn_way import DrawnWay

    loose = isinstance(graph.quotient, (Orbits, VariableQuotient))
    found = _found(args, level, graph.real if loose else graph, way)
    if isinstance(found, int):
        return found
    shown = graph.quotient.fold(graph, found) if isinstance(graph.quotient, Orbits) else found
    return DrawnWay(shown, found.labels, way.words)


def _found(args: argparse.Namespace, level: Level, graph: ArrayGraph, way: NamedWay) -> Way | int:
    """Return the way in a graph, or the exit code where that does not hold it."""
    from stategraph.analysis import solutions_known

    found: Way | None = None
    if way.played is not None:
        found = _along(args, level, graph, way.played)
    elif way.trap is not None:
        found = _into_trap(graph, way.trap)
    elif solutions_known(graph):
        if graph.goal is None:
            remark(f"{level.file}: there is no solution to draw")
            return NO
        found = _solution(args, graph, way.solution or 1)
    return runs.whole_or_stopped(level, graph) if found is None else found


def _along(args: argparse.Namespace, level: Level, graph: ArrayGraph, played: Replay) -> Way | None:
    """Return the way of a replay; None where it leads beyond a limit."""
    import networkx as nx

    try:
        way = states.way_of(level, graph, played)
    except nx.NetworkXNoPath:
        way = None
    if way is None and graph.complete:
        raise InputError(f"--solution {args.solution}: not all of its states are kept")
    return way


def _solution(args: argparse.Namespace, graph: ArrayGraph, number: int) -> Way:
    """Return the shortest solution of that number, counted from 1."""
    from stategraph.analysis import nth_solution
    from stategraph.tell.phrases import count

    try:
        return nth_solution(graph, number - 1, args.order)
    except IndexError:
        from stategraph.analysis.paths import count_paths, shortest_paths

        known = count(count_paths(shortest_paths(graph)), "shortest solution")
        raise InputError(f"--solution {args.solution}: it has {known}") from None


def _into_trap(graph: ArrayGraph, number: int) -> Way | None:
    """Return the way into a trap move, the nearest first; None where a limit may hide a nearer."""
    from stategraph.analysis import nearest_first, trap_moves, way_along, way_to
    from stategraph.tell.phrases import count

    if not graph.complete:
        return None
    moves = trap_moves(graph)
    if len(moves) < number:
        raise InputError(f"--trap {number}: it has {count(len(moves), 'trap move')}")
    move = int(nearest_first(graph, moves, graph.sources[moves])[number - 1])
    way = way_to(graph, int(graph.sources[move]))
    target, label = int(graph.targets[move]), graph.label(move)
    return way_along(graph, [*way.nodes, target], [*way.labels, label])
