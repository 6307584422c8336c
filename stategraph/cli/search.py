"""The verb ``search``: searches, side by side."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import guides, inputs, looks, options, searching, seen
from stategraph.cli.drawn import comparison
from stategraph.cli.exits import UNKNOWN
from stategraph.cli.outputs import PICTURES, output_form
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

bfs and ids find a shortest solution; astar mostly, where its heuristic is consistent: it generates
each state once, be it by a detour; the others seldom. All run the rules as plain Python; limits
hold for each run. With -o the same goes to a file: FILE.csv or .json, or plots of time and states
against depth, FILE.svg, .png or .pdf; -o may be given more than once.

--algorithm sets a search of yours beside them: a function of a problem, which has start,
moves(state), is_goal(state) and guess(state), and returns a list of labels, or None where there is
no solution. Its moves are played by the rules, and what it asks for is counted. --questions answers
of each search, by measurement and by theory: is it complete, is it optimal, what time, what space?

--picture draws the state graph of one level, coloured by when a search saw each state; --heat
paints onto the board where somebody stands in these states; of several searches each has its own
file, seen-bfs.svg, seen-astar.svg. --explored tells how much of the map each has seen, and when.

  $ stategraph search pacman/first-meal pacman/orchard --repeat 3 -o costs.csv -o costs.svg
  $ stategraph search labyrinth/first-shift --algorithms greedy --heuristic manhattan
  $ stategraph search psychopath/first-push --algorithms bfs,astar --picture seen.svg
  $ stategraph search psychopath/first-push --algorithm mysearch:search --questions
  $ stategraph search psychopath/snake --explored explored.svg --heat seen.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "search", run, "set searches side by side", HELP)
    options.add_levels(made)
    searching.add_algorithms(made)
    searching.add_heuristic(made)
    how: Any = dict(dest="outputs", metavar="FILE", action="append", default=[])
    made.add_argument("-o", "--output", help="write it there too", **how)
    options.add_json(made)
    options.add_limits(made)
    looks.add_painting(made)
    seen.add_heat(made)
    seen.add_explored(made)


def run(args: argparse.Namespace) -> int:
    """Print the table of levels and algorithms."""
    from stategraph.tell import searches as tell

    searching.settle(args)
    forms = [output_form(path, FORMS) for path in args.outputs]
    found = [inputs.load(args, name) for name in inputs.collect(args)]
    # all complaints before the first search
    seen.check(args, found)
    own = guides.own_searches(args)
    guesses = [guides.heuristic(level, args.heuristic) for level in found]
    rows, answers = [], []
    for level, guess in zip(found, guesses, strict=True):
        made = searching.compared(args, level, *guess, own)
        rows += made
        answers += searching.questioned(args, level, made, guess[1], own)
    for path, form in zip(args.outputs, forms, strict=True):
        write(path, comparison(rows, form))
    code = seen.write_searches(args, found, [guess for _, guess in guesses], own)
    if args.json:
        say_json(tell.records(rows, answers))
    else:
        say_lines(tell.words(rows, answers))
    return UNKNOWN if any(row.found.stopped for row in rows) else code
