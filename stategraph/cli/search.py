"""The verb ``search``: searches, side by side."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE, UNKNOWN
from stategraph.cli.outputs import output_form
from stategraph.cli.terminal import remark, say_json, say_lines, shown
from stategraph.files import write

if TYPE_CHECKING:
    from stategraph.levels import Level
    from stategraph.search.textbook import Comparison

TABLES, PLOTS = ("csv", "json"), ("svg", "png", "pdf")

HELP = """\
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


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "search", run, "set searches side by side", HELP)
    options.add_levels(made)
    made.add_argument(
        "--algorithms",
        metavar="A,B",
        type=_algorithms,
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
    from stategraph.search.textbook import ALGORITHMS

    names = list(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in ALGORITHMS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(ALGORITHMS)}")
    return names


def run(args: argparse.Namespace) -> int:
    """Print the table of levels and algorithms."""
    from stategraph.tell import searches as tell

    forms = [output_form(path, TABLES + PLOTS) for path in args.outputs]
    found = [inputs.load(args, name) for name in inputs.collect(args)]
    # all complaints before the first search
    guesses = [inputs.heuristic(level, args.heuristic) for level in found]
    rows = [
        row
        for level, (name, guess) in zip(found, guesses, strict=True)
        for row in _compared(args, level, name, guess)
    ]
    for path, form in zip(args.outputs, forms, strict=True):
        write(path, _file(rows, form))
    if args.json:
        say_json([tell.record(row) for row in rows])
    else:
        say_lines(tell.words(rows))
    return UNKNOWN if any(row.found.stopped for row in rows) else DONE


def _compared(args: argparse.Namespace, level: Level, name: str, guess: Any) -> list[Comparison]:
    from stategraph.search.textbook import ALGORITHMS, compare

    algorithms, limits = args.algorithms or ALGORITHMS, inputs.limits(args)
    if "astar" in algorithms and not name:
        remark(f"{level.file}: there is no heuristic; A* guesses 0 moves left")
    rows: list[Comparison] = []
    for algorithm in algorithms:
        with shown(f"{level.name}: {algorithm}"):
            rows += compare(
                level.name, level.puzzle, [algorithm], guess, repeat=args.repeat, limits=limits
            )
        if stopped := rows[-1].found.stopped:
            remark(f"{level.file}: {algorithm} stopped at the {stopped}")
    return rows


def _file(rows: list[Comparison], form: str) -> bytes:
    from stategraph.tell import searches as tell

    if form in ("csv", "json"):
        from stategraph.formats.tables import table_bytes

        records = [tell.record(row) for row in rows]
        return table_bytes(records, list(records[0]), form)
    from stategraph.pictures.plots.searches import draw_comparison

    return draw_comparison(rows, form)
