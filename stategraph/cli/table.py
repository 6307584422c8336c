"""The verb ``table``: metrics of many levels."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.exits import DONE, UNKNOWN, worst
from stategraph.cli.outputs import PICTURES, TABLES, output_form
from stategraph.cli.tabled import in_order, scatter, table
from stategraph.cli.terminal import say_exactly, say_lines
from stategraph.files import write

HELP = """\
Put levels into a table: a row for each level, a column for each metric. Without -o a few columns
are printed. A folder stands for the level files in it, the name of a family for its bundled levels.
A level that cannot be read is remarked on and left out (exit 2; --json names it with its error);
one that stopped at a limit has empty cells for what is not proven (exit 3). In a printed table "-"
means that there is no such value. --order difficulty puts levels from the easiest to the hardest
for people instead: where each stands now, with intervals, jumps and near-twins, and what it teaches
first; -o draws that.

  $ stategraph table spacewreck
  $ stategraph table levels/ -o levels.csv
  $ stategraph table spacewreck psychopath --plot shortest muse -o muse.svg
  $ stategraph table levels/ --order difficulty -o order.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "table", run, "metrics of many levels", HELP)
    options.add_levels(made)
    options.add_json(made)
    options.add_limits(made, by=("symmetry",))
    text = "FILE.csv, .parquet, .json or .html; with --plot FILE.svg, .png or .pdf"
    options.add_output(made, text)
    options.add_pack(made)
    options.add_slow(made)


def run(args: argparse.Namespace) -> int:
    """Print or write the metrics of many levels, or their order."""
    from stategraph.tell import numbers

    options.check_plot(args)
    if args.order:
        return in_order(args)
    known = TABLES if args.plot is None else PICTURES
    form = None if args.output is None else output_form(args.output, known)
    rows, lost, codes = [], [], []
    for name, row, error in inputs.each(
        args, inputs.collect(args), lambda name: runs.row(args, name)
    ):
        if row is None:
            lost.append({"level": name, "error": error})
            codes.append(error.code)
        else:
            rows.append(row)
            codes.append(DONE if row["complete"] else UNKNOWN)
    if args.json:
        say_exactly([*rows, *lost])
    elif form is None and rows:
        say_lines(numbers.table(rows))
    if form is not None and rows:
        write(args.output, scatter(rows, args.plot, form) if args.plot else table(rows, form))
    return worst(codes)
