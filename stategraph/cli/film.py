"""The verb ``film``: the first solution, drawn board after board."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.exits import DONE, NO
from stategraph.cli.outputs import output_form, remark_on
from stategraph.cli.terminal import remark
from stategraph.files import write

HELP = """\
Draw the first shortest solution, or the moves of --solution: every board of it in a strip, or one
after the other in a GIF.

  $ stategraph film spacewreck/eight-rooms -o film.gif
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "film", run, "draw the first solution, board after board", HELP)
    options.add_level(made)
    options.add_limits(made, by=())
    options.add_order(made)
    options.add_beginning(made)
    made.add_argument("--solution", metavar="MOVES", help="draw these moves instead")
    options.add_rim(made)
    options.add_output(made, "FILE.svg, .png, .pdf or .gif", required=True)


def run(args: argparse.Namespace) -> int:
    """Draw the first solution."""
    from stategraph import analysis
    from stategraph.pictures.film import film

    form = output_form(args.output, ("svg", "png", "pdf", "gif"))
    level = inputs.load(args)
    graph = runs.expand(args, level, until_goal=args.solution is None)
    if args.solution is None and graph.goal is None and analysis.solutions_known(graph):
        remark(f"{level.file}: there is no solution to film")
        return NO
    way = inputs.way_asked(args, level, graph)
    if way is None:
        return runs.whole_or_stopped(level, graph)
    write(args.output, film(level, graph, way, form, partial(remark_on, level), args.rim))
    return DONE
