"""The verb ``calibrate``: a designer's own playtests held against all numbers."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import drawn, inputs, options, outputs, runs
from stategraph.cli.exits import DONE, UNKNOWN, worst
from stategraph.cli.terminal import remark, say_json, say_lines
from stategraph.files import write

HELP = """\
Hold your own playtests against all numbers of their levels: rank correlations with 95% intervals,
and what the best of so many numbers reaches by chance. PLAYS.csv has the column level (the name of
a level or of its file) and any of solved (0 or 1, or a share), seconds, moves and rating, a row for
each play. Of 12 levels or more a small model is fitted to the first of these that is there, and
checked on levels left out one by one; -o writes it for 'stategraph difficulty --model'. --plot
draws what it says of levels left out against players.

  $ stategraph calibrate plays.csv levels/
  $ stategraph calibrate plays.csv levels/ -o mine.json --plot mine.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(
        verbs, "calibrate", run, "hold your own playtests against all numbers", HELP
    )
    made.add_argument("plays", metavar="PLAYS.csv", help="level, solved, seconds, moves, rating")
    options.add_levels(made)
    options.add_json(made)
    options.add_limits(made)
    options.add_output(made, "the model", metavar="MINE.json")
    made.add_argument("--plot", metavar="FILE", help="FILE.svg, .png or .pdf: said against done")


def run(args: argparse.Namespace) -> int:
    """Print how numbers agree with players; write the model and the plot that are asked for."""
    from stategraph.difficulty.calibration import calibrated, read_playtests
    from stategraph.tell import calibrate as tell

    form = None if args.plot is None else outputs.output_form(args.plot, outputs.PICTURES)
    plays, seen, codes = read_playtests(args.plays), [], []
    for _, one, error in inputs.each(
        args, inputs.collect(args), lambda name: runs.beside_plays(args, name, plays)
    ):
        codes.append(error.code if one is None else UNKNOWN if one.unknown else DONE)
        seen += [] if one is None else [one]
    for line in tell.unmatched(args.plays, plays, seen):
        remark(line)
    found = calibrated(plays, seen)
    if args.json:
        say_json(tell.record(found))
    else:
        say_lines(tell.words(found))
    if args.output and found.model is None:
        remark(f"{args.output}: not written: there is no model")
    elif args.output and found.model is not None:
        write(args.output, tell.model_file(found.model))
    if form is not None:
        drawn.write_calibration(args.plot, found, form)
    return worst(codes)
