"""The verb ``film``: the first solution, drawn board after board."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from stategraph.cli import inputs, options, ways
from stategraph.cli.drawn import remark_on
from stategraph.cli.exits import DONE
from stategraph.cli.outputs import output_form
from stategraph.files import write

HELP = """\
Draw the first shortest solution, another one, the moves of --solution, or the way into a trap:
every board of it in a strip, or one after the other in a GIF.

  $ stategraph film spacewreck/eight-rooms -o film.gif
  $ stategraph film psychopath/snake --solution 3 -o third.svg
  $ stategraph film psychopath/snake --trap 1 -o trap.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "film", run, "draw the first solution, board after board", HELP)
    options.add_level(made)
    options.add_limits(made, by=())
    options.add_order(made)
    options.add_beginning(made)
    options.add_way(made)
    options.add_rim(made)
    options.add_output(made, "FILE.svg, .png, .pdf or .gif", required=True)


def run(args: argparse.Namespace) -> int:
    """Draw the first solution."""
    from stategraph.pictures.film import film

    form = output_form(args.output, ("svg", "png", "pdf", "gif"))
    level = inputs.load(args)
    graph, way = ways.asked(args, level)
    if isinstance(way, int):
        return way
    write(args.output, film(level, graph, way, form, partial(remark_on, level), args.rim))
    return DONE
