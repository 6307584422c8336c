"""The verb that sets searches side by side: search."""

from __future__ import annotations

import argparse
import csv
import io
import json
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.options import DONE, UNKNOWN
from stategraph.cli.terminal import Progress, remark, say, say_json, write

if TYPE_CHECKING:
    from stategraph.levels import Level
    from stategraph.search import Comparison

# Repeated from stategraph.search, whose import would slow every verb.
ALGORITHMS = ("bfs", "ids", "astar")
TABLES, PLOTS = ("csv", "json"), ("svg", "png", "pdf")

SEARCH = """\
Set searches side by side: for each level and algorithm the depth of the solution found, how many
different states it took and how many in all, and the time in seconds, the mean of --repeat runs.

  bfs    breadth-first search
  ids    iterative deepening: depth first within 0 moves, then within 1, 2, ...
  astar  A* by the family's heuristic (its first, or --heuristic); guessing 0 where it has none

All run the rules as plain Python; limits hold for each run. With -o the same goes to a file:
FILE.csv or .json, or plots of time and states against depth, FILE.svg, .png or .pdf; -o may be
given more than once.

  $ stategraph search pacman/first-meal pacman/orchard --repeat 3 -o costs.csv -o costs.svg
"""


def add_verbs(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "search", run_search, "set searches side by side", SEARCH)
    options.add_levels(made)
    made.add_argument(
        "--algorithms",
        metavar="A,B",
        type=_algorithms,
        default=list(ALGORITHMS),
        help="some of bfs,ids,astar (default: all)",
    )
    made.add_argument(
        "--repeat", metavar="N", type=options.count, default=3, help="runs of each (default: 3)"
    )
    options.add_heuristic(made)
    made.add_argument(
        "-o", dest="outputs", metavar="FILE", action="append", default=[], help="write it there too"
    )
    options.add_json(made)
    options.add_budget(made)


def _algorithms(text: str) -> list[str]:
    names = list(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in ALGORITHMS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(ALGORITHMS)}")
    return names


def run_search(args: argparse.Namespace) -> int:
    """Print the table of levels and algorithms."""
    from stategraph import levels

    forms = [options.output_form(path, TABLES + PLOTS) for path in args.outputs]
    found = [
        options.load(argparse.Namespace(**{**vars(args), "level": name}))
        for name in levels.collect(args.levels, args.puzzle)
    ]
    # all complaints before the first search
    guesses = [options.heuristic(level, args.heuristic) for level in found]
    rows = [
        row
        for level, (name, guess) in zip(found, guesses, strict=True)
        for row in _compared(args, level, name, guess)
    ]
    for path, form in zip(args.outputs, forms, strict=True):
        write(path, _file(rows, form))
    if args.json:
        say_json([_record(row) for row in rows])
    else:
        say(_table(rows))
    return UNKNOWN if any(row.found.stopped for row in rows) else DONE


def _compared(args: argparse.Namespace, level: Level, name: str, guess: Any) -> list[Comparison]:
    from stategraph.engines.limits import Limits
    from stategraph.search import compare

    limits = Limits(args.max_states, args.max_memory, args.max_seconds)
    if "astar" in args.algorithms and not name:
        remark(f"{level.file}: there is no heuristic; A* guesses 0 moves left")
    progress, rows = Progress(), []
    for algorithm in args.algorithms:
        progress.say(f"{level.name}: {algorithm}")
        rows += compare(
            level.name, level.puzzle, [algorithm], guess, repeat=args.repeat, limits=limits
        )
        progress.clear()
        if stopped := rows[-1].found.stopped:
            remark(f"{level.file}: {algorithm} stopped at the {stopped}")
    return rows


def _file(rows: list[Comparison], form: str) -> bytes:
    records = [_record(row) for row in rows]
    if form == "json":
        return (json.dumps(records, indent=2, ensure_ascii=False) + "\n").encode()
    if form == "csv":
        out = io.StringIO()
        made = csv.DictWriter(out, records[0], lineterminator="\r\n")
        made.writeheader()
        made.writerows(records)
        return out.getvalue().encode()
    from stategraph.pictures.plots.searches import draw_comparison

    return draw_comparison(rows, form)


def _record(row: Comparison) -> dict[str, Any]:
    """Return a row for programs."""
    found = row.found
    return {
        "level": row.level,
        "algorithm": row.algorithm,
        "solvable": None if found.stopped else found.depth is not None,
        "depth": found.depth,
        "distinct_states": found.distinct,
        "all_states": found.generated,
        "seconds": round(row.seconds, 6),
    }


HEAD = ("level", "algorithm", "depth", "distinct states", "all states", "seconds")


def _table(rows: list[Comparison]) -> str:
    """Return the rows for people, numbers to the right."""
    cells = [HEAD, *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if k < 2 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    )


def _cells(row: Comparison) -> tuple[str, ...]:
    found = row.found
    depth = "unknown" if found.stopped else "none" if found.depth is None else str(found.depth)
    counts = f"{found.distinct:,}", f"{found.generated:,}"
    return row.level, row.algorithm, depth, *counts, f"{row.seconds:.3g}"
