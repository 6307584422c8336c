"""The way that the options name: a solution, some moves, or the way into a trap."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from stategraph.cli import inputs, runs
from stategraph.cli.exits import NO
from stategraph.cli.terminal import remark
from stategraph.errors import InputError, MovesError

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.laws.replay import Replay
    from stategraph.levels import Level


def asked(args: argparse.Namespace, level: Level) -> tuple[ArrayGraph, Way | int]:
    """Return the graph and the way of --solution or --trap, or else the first shortest solution.

    Where there is none, that is remarked, and the exit code returned instead.
    """
    from stategraph import analysis

    played, number = _moves_or_number(args, level)
    graph = runs.expand(args, level, until_goal=played is None and args.trap is None)
    found: Way | None = None
    if args.trap is not None:
        found = _into_trap(graph, args.trap)
    elif played is not None:
        found = inputs.way_of(level, graph, played)
    elif analysis.solutions_known(graph):
        if graph.goal is None:
            remark(f"{level.file}: there is no solution to draw")
            return graph, NO
        found = _solution(args, graph, number)
    return graph, runs.whole_or_stopped(level, graph) if found is None else found


def _moves_or_number(args: argparse.Namespace, level: Level) -> tuple[Replay | None, int]:
    """Return the replay of --solution; or None and which solution it is, counted from 1.

    What replays is moves, were it made of digits.
    """
    if args.solution is None:
        return None, 1
    try:
        return inputs.played(args, level, args.solution, "--solution"), 0
    except MovesError:
        if not re.fullmatch("[1-9][0-9]*", args.solution):
            raise
        return None, int(args.solution)


def _solution(args: argparse.Namespace, graph: ArrayGraph, number: int) -> Way:
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
