"""The verb ``board``: the board of a state, drawn, or what play makes of it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, known, options, runs, ways
from stategraph.cli.exits import DONE, NO
from stategraph.cli.outputs import output_form
from stategraph.cli.terminal import remark, say_json
from stategraph.errors import InputError
from stategraph.files import write

if TYPE_CHECKING:
    from stategraph.levels import Level
    from stategraph.rules.drawing import Drawing

HELP = """\
Draw the board of one state: the start, or the one that --after or --state names.
With --arrows a whole way is drawn on it: the first solution, or that of --solution or --trap.
With --heat numbers are painted onto its cells: how often those whom the player moves are there
(alive: in states that can still win; dead: in dead states; solutions: on all shortest solutions;
visits: when moves are made at random, by expectation; never: which cells are never visited), or
where things lie when all is lost (lost). --of names other variables; --json prints the numbers.

  $ stategraph board spacewreck/eight-rooms --after R3L5 -o board.svg
  $ stategraph board psychopath/first-push --rim -o board.svg
  $ stategraph board psychopath/snake --arrows -o solution.svg
  $ stategraph board psychopath/snake --trap 1 -o trap.svg
  $ stategraph board psychopath/snake --heat lost -o heat.svg
  $ stategraph board psychopath/snake --heat alive --of blocks -o heat.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "board", run, "draw the board of a state", HELP)
    options.add_level(made)
    options.add_beginning(made)
    options.add_rim(made)
    made.add_argument("--arrows", action="store_true", help="draw the first solution on the board")
    options.add_way(made)
    options.add_order(made)
    made.add_argument(
        "--heat", metavar="KIND", choices=known.HEATS, help="paint numbers onto the cells"
    )
    made.add_argument(
        "--of", metavar="VARIABLES", help="of --heat: whose places are counted, as in P,Q"
    )
    options.add_json(made)
    options.add_limits(made)
    options.add_output(made, "FILE.svg, .png or .pdf", required=True)


def run(args: argparse.Namespace) -> int:
    """Draw one state, a way, or heat."""
    from stategraph.pictures.boards import board_picture

    form = output_form(args.output, ("svg", "png", "pdf"))
    way = args.arrows or args.solution is not None or args.trap is not None
    _check(args, way)
    level = inputs.load(args)
    if not level.has_boards and (way or args.heat):
        raise InputError(f"{level.file}: it has no board to paint on")
    drawn: Drawing | int = level.draw(level.puzzle.start, args.rim)
    if way:
        drawn = _arrows(args, level)
    elif args.heat is not None:
        drawn = _heat(args, level)
    if isinstance(drawn, int):
        return drawn
    write(args.output, board_picture(drawn, form))
    return DONE


def _check(args: argparse.Namespace, way: bool) -> None:
    if way and args.heat is not None:
        raise InputError("--heat and arrows do not go on one board")
    for name in ("of", "json"):
        if getattr(args, name) and args.heat is None:
            raise InputError(f"--{name} goes with --heat")


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
