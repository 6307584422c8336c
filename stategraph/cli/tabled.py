"""What ``table`` makes of many levels: a table of their metrics, points, or their order."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from stategraph.cli import inputs, runs
from stategraph.cli.exits import DONE, UNKNOWN, worst
from stategraph.cli.outputs import PICTURES, output_form
from stategraph.cli.terminal import remark, say_json, say_lines
from stategraph.errors import InputError
from stategraph.files import write


def table(rows: list[dict[str, Any]], form: str) -> bytes:
    """Return the metrics of many levels as a table."""
    from stategraph.formats.tables import table_bytes
    from stategraph.metrics import COLUMNS

    return table_bytes(rows, COLUMNS, form)


def scatter(rows: list[dict[str, Any]], axes: Sequence[str], form: str) -> bytes:
    """Return levels as points, one metric against another, with a remark on those without."""
    from stategraph.pictures.plots.scatter import scatter_picture

    x, y = axes
    points = [
        (row["level"], row["family"] or "", float(row[x]), float(row[y]))
        for row in rows
        if row[x] is not None and row[y] is not None
    ]
    shown = {point[0] for point in points}
    missing = [row["level"] for row in rows if row["level"] not in shown]
    if missing:
        remark(f"--plot: {len(missing)} of {len(rows)} levels have no such value")
    return scatter_picture(points, x, y, form, missing)


def in_order(args: argparse.Namespace) -> int:
    """Print or draw many levels in order of their difficulty; return the exit code."""
    from stategraph.difficulty import difficulty
    from stategraph.difficulty.pack import ordered
    from stategraph.tell import pack as tell

    if args.plot or args.by or args.slow:
        raise InputError("--order difficulty goes without --plot, --by and --slow")
    form = None if args.output is None else output_form(args.output, PICTURES)

    def ask(name: str) -> Any:
        level = inputs.load(args, name)
        return difficulty(level, runs.in_units(args, level))

    found, codes = [], []
    for _, one, error in inputs.each(args, inputs.collect(args), ask, numbered=True):
        codes.append(error.code if one is None else UNKNOWN if one.unknown else DONE)
        found += [] if one is None else [one]
    pack = ordered(found)
    if args.json:
        say_json(tell.record(pack))
    elif form is None:
        say_lines(tell.words(pack))
    if form is not None and found:
        from stategraph.pictures.plots.order import order_picture

        write(args.output, order_picture(pack, form))
    return worst(codes)
