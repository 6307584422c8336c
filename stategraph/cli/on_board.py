"""What is painted onto a board: a whole way, or heat."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from stategraph.cli import runs, ways
from stategraph.cli.exits import NO
from stategraph.cli.terminal import remark, say_json
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.levels import Level
    from stategraph.rules.drawing import Drawing


def check(args: argparse.Namespace) -> None:
    """Complain of options that do not go together."""
    if _has_way(args) and args.heat is not None:
        raise InputError("--heat and arrows do not go on one board")
    if not _has_way(args):
        ways.refuse_order(args, "goes with --arrows, or --solution K")
    for name in ("of", "json"):
        if getattr(args, name) and args.heat is None:
            raise InputError(f"--{name} goes with --heat")


def drawn(args: argparse.Namespace, level: Level) -> Drawing | int:
    """Return a board as the options ask for it, or the exit code where it is not known."""
    way = _has_way(args)
    if not level.has_boards and (way or args.heat):
        raise InputError(f"{level.file}: it has no board to paint on")
    if way:
        return _arrows(args, level)
    if args.heat is not None:
        return _heat(args, level)
    return level.draw(level.puzzle.start, args.rim)


def _has_way(args: argparse.Namespace) -> bool:
    return args.arrows or args.solution is not None or args.trap is not None


def _arrows(args: argparse.Namespace, level: Level) -> Drawing | int:
    """Return the board with a way, or the exit code where there is none."""
    from stategraph.laws import states_along
    from stategraph.pictures.arrows import arrows_drawing

    graph, way = ways.asked(args, level)
    if isinstance(way, int):
        return way
    lost = len(way) if args.trap is not None else None
    return arrows_drawing(level, states_along(level.puzzle, graph, way), lost, args.rim)


def _heat(args: argparse.Namespace, level: Level) -> Drawing | int:
    """Return the board with heat on it, or the exit code where that is not known."""
    from stategraph.analysis import solvable
    from stategraph.analysis.heat import OF_SOLUTIONS, heat
    from stategraph.pictures.heat import heat_drawing
    from stategraph.tell import heat as tell

    graph = runs.expand(args, level)
    if not graph.complete:
        return runs.whole_or_stopped(level, graph)
    if args.heat in OF_SOLUTIONS and not solvable(graph):
        remark(f"{level.file}: there is no solution, and so no heat of it")
        return NO
    found = heat(level, graph, args.heat, args.of.split(",") if args.of else ())
    if args.json:
        say_json(tell.record(level, found))
    return heat_drawing(level, level.draw(level.puzzle.start), found, args.rim)
