"""The verb ``search``: searches, side by side."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, looks, options, runs
from stategraph.cli.exits import DONE, UNKNOWN
from stategraph.cli.outputs import PICTURES, comparison, output_form, picture
from stategraph.cli.terminal import say_json, say_lines
from stategraph.files import write

FORMS = ("csv", "json", *PICTURES)

HELP = """\
Set textbook searches side by side: for each level and algorithm the depth of the solution found,
how many different states it took and how many in all, and the time in seconds, the mean of --repeat
runs. To solve a large level, `stategraph solve --search` has searches of its own.

  bfs     breadth-first search
  ids     iterative deepening: depth first within 0 moves, then within 1, 2, ...
  astar   A* by the family's heuristic (its first, or --heuristic); guessing 0 where it has none
  dfs     depth-first search
  greedy  greedy best-first search, by the heuristic alone
  wastar  weighted A*: moves made + --weight times the guess

bfs and ids find a shortest solution, astar where its heuristic is consistent, the others seldom.
All run the rules as plain Python; limits hold for each run. With -o the same goes to a file:
FILE.csv or .json, or plots of time and states against depth, FILE.svg, .png or .pdf; -o may be
given more than once. --picture draws the state graph of one level, coloured by when one algorithm
saw each state.

  $ stategraph search pacman/first-meal pacman/orchard --repeat 3 -o costs.csv -o costs.svg
  $ stategraph search labyrinth/first-shift --algorithms greedy --heuristic manhattan
  $ stategraph search psychopath/first-push --algorithms astar --picture seen.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "search", run, "set searches side by side", HELP)
    options.add_levels(made)
    options.add_algorithms(made)
    options.add_heuristic(made)
    made.add_argument(
        "-o",
        "--output",
        dest="outputs",
        metavar="FILE",
        action="append",
        default=[],
        help="write it there too",
    )
    options.add_json(made)
    options.add_limits(made)
    looks.add_painting(made)


def run(args: argparse.Namespace) -> int:
    """Print the table of levels and algorithms."""
    from stategraph.tell import searches as tell

    forms = [output_form(path, FORMS) for path in args.outputs]
    found = [inputs.load(args, name) for name in inputs.collect(args)]
    painted = looks.painting(args, found)
    # all complaints before the first search
    guesses = [inputs.heuristic(level, args.heuristic) for level in found]
    each = zip(found, guesses, strict=True)
    rows = [row for level, guess in each for row in runs.compared(args, level, *guess)]
    for path, form in zip(args.outputs, forms, strict=True):
        write(path, comparison(rows, form))
    if painted is not None:
        graph, order, title = runs.seen_by(args, found[0], guesses[0][1])
        how = dict(colour=order, title=title, theme=args.theme)
        how["meaning"] = "order in which they were seen"
        write(args.picture, picture(found[0], graph, painted, **how))
    if args.json:
        say_json([tell.record(row) for row in rows])
    else:
        say_lines(tell.words(rows))
    return UNKNOWN if any(row.found.stopped for row in rows) else DONE
