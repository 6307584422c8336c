"""The verb ``board``: the board of a state, drawn, or what play makes of it."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, known, on_board, options
from stategraph.cli.exits import DONE
from stategraph.cli.outputs import output_form
from stategraph.files import write

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
    on_board.check(args)
    drawn = on_board.drawn(args, inputs.load(args))
    if isinstance(drawn, int):
        return drawn
    write(args.output, board_picture(drawn, form))
    return DONE
