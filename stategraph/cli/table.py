"""The verb ``table``: metrics of many levels."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import BAD_INPUT, DONE, UNKNOWN, worst
from stategraph.cli.outputs import output_form
from stategraph.cli.terminal import remark, say_exactly, say_lines
from stategraph.errors import InputError
from stategraph.files import write

TABLES, PICTURES = ("csv", "parquet", "json", "html"), ("svg", "png", "pdf")

HELP = """\
Put levels into a table: a row for each level, a column for each metric. Without -o a few columns
are printed. A folder stands for the level files in it, the name of a family for its bundled levels.
A level that cannot be read is remarked on and left out (exit 2; --json names it with its error);
one that stopped at a limit has empty cells for what is not proven (exit 3). In a printed table "-"
means that there is no such value.

  $ stategraph table spacewreck
  $ stategraph table levels/ -o levels.csv
  $ stategraph table spacewreck psychopath --plot shortest muse -o muse.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "table", run, "metrics of many levels", HELP)
    options.add_levels(made)
    options.add_json(made)
    options.add_limits(made)
    made.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        help="FILE.csv, .parquet, .json or .html; with --plot FILE.svg, .png or .pdf",
    )
    made.add_argument("--plot", nargs=2, metavar=("X", "Y"), help="draw one metric against another")
    made.add_argument(
        "--slow", action="store_true", help="solve the blind player's equations on large levels too"
    )


def run(args: argparse.Namespace) -> int:
    """Print or write the metrics of many levels."""
    from stategraph.tell import numbers

    form = _form(args)
    rows, lost, codes = [], [], []
    for name, row, error in inputs.each(inputs.collect(args), lambda name: _row(args, name)):
        if row is None:
            lost.append({"level": name, "error": error})
            codes.append(BAD_INPUT)
        else:
            rows.append(row)
            codes.append(DONE if row["complete"] else UNKNOWN)
    if args.json:
        say_exactly([*rows, *lost])
    elif form is None:
        say_lines(numbers.table(rows))
    if form is not None:
        write(args.output, _plot(args, rows, form) if args.plot else _table(rows, form))
    return worst(codes)


def _form(args: argparse.Namespace) -> str | None:
    """Return the format of the output; complain of it before hours of work."""
    if args.plot is None:
        return None if args.output is None else output_form(args.output, TABLES)
    from stategraph.metrics import METRICS

    for name in args.plot:
        if name not in METRICS or not METRICS[name].is_number:
            raise InputError(f"--plot: {name!r} is no metric that is a number")
    if args.output is None:
        raise InputError("--plot needs -o FILE.svg, .png or .pdf")
    return output_form(args.output, PICTURES)


def _row(args: argparse.Namespace, name: str) -> dict[str, Any]:
    from stategraph.metrics import analyse

    level = inputs.load(args, name)
    graph = inputs.expand(args, level)
    inputs.whole_or_stopped(level, graph)
    return analyse(level, graph, slow=args.slow).row()


def _table(rows: list[dict[str, Any]], form: str) -> bytes:
    from stategraph.formats.tables import table_bytes
    from stategraph.metrics import COLUMNS

    return table_bytes(rows, COLUMNS, form)


def _plot(args: argparse.Namespace, rows: list[dict[str, Any]], form: str) -> bytes:
    from stategraph.pictures.plots.scatter import scatter_picture

    x, y = args.plot
    points = [
        (row["level"], row["family"] or "", float(row[x]), float(row[y]))
        for row in rows
        if row[x] is not None and row[y] is not None
    ]
    if len(points) < len(rows):
        remark(f"--plot: {len(rows) - len(points)} of {len(rows)} levels have no such value")
    return scatter_picture(points, x, y, form)
