"""The verb ``board``: the board of a state, drawn."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE
from stategraph.cli.outputs import output_form
from stategraph.files import write

HELP = """\
Draw the board of one state: at the start, or after some moves.

  $ stategraph board spacewreck/eight-rooms --after R3L5 -o board.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "board", run, "draw the board of a state", HELP)
    options.add_level(made)
    made.add_argument(
        "--after", metavar="MOVES", default="", help="after these moves (default: at the start)"
    )
    options.add_output(made, "FILE.svg, .png or .pdf", required=True)


def run(args: argparse.Namespace) -> int:
    """Draw one state."""
    from stategraph.pictures.boards import board_picture

    form = output_form(args.output, ("svg", "png", "pdf"))
    level = inputs.load(args)
    state = inputs.after(args, level).states[-1]
    write(args.output, board_picture(level.draw(state), form))
    return DONE
