"""The verb ``film``: the first solution, drawn board after board."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE, NO
from stategraph.cli.outputs import film, output_form
from stategraph.cli.terminal import remark
from stategraph.files import write

HELP = """\
Draw the first shortest solution: every board of it in a strip, or one after the other in a GIF.

  $ stategraph film spacewreck/eight-rooms -o film.gif
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "film", run, "draw the first solution, board after board", HELP)
    options.add_level(made)
    options.add_limits(made)
    options.add_order(made)
    made.add_argument(
        "-o", dest="output", metavar="FILE", required=True, help="FILE.svg, .png, .pdf or .gif"
    )


def run(args: argparse.Namespace) -> int:
    """Draw the first solution."""
    from stategraph import analysis

    form = output_form(args.output, ("svg", "png", "pdf", "gif"))
    level = inputs.load(args)
    graph = inputs.expand(args, level, until_goal=True)
    if not analysis.solutions_known(graph):
        return inputs.whole_or_stopped(level, graph)
    if graph.goal is None:
        remark(f"{level.file}: there is no solution to film")
        return NO
    write(args.output, film(level, graph, analysis.first_solution(graph, args.order), form))
    return DONE
