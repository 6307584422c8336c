"""The verb ``board``: the board of a state, drawn."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE
from stategraph.cli.outputs import output_form
from stategraph.files import write

HELP = """\
Draw the board of one state: the start, or the one that --after or --state names.

  $ stategraph board spacewreck/eight-rooms --after R3L5 -o board.svg
  $ stategraph board psychopath/first-push --rim -o board.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "board", run, "draw the board of a state", HELP)
    options.add_level(made)
    options.add_beginning(made)
    options.add_rim(made)
    options.add_output(made, "FILE.svg, .png or .pdf", required=True)


def run(args: argparse.Namespace) -> int:
    """Draw one state."""
    from stategraph.pictures.boards import board_picture

    form = output_form(args.output, ("svg", "png", "pdf"))
    level = inputs.load(args)
    write(args.output, board_picture(level.draw(level.puzzle.start, args.rim), form))
    return DONE
