"""The verb ``solve``: a shortest solution, or several of them, of a level or of many."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from stategraph.cli import answers, inputs, options, runs, searching, solutions
from stategraph.cli.answers import say_answers
from stategraph.cli.exits import DONE, NO
from stategraph.cli.terminal import remark

HELP = """\
Print the first of the shortest solutions, or NO-PATH (exit 1) when there is none.
Stopped by a limit or Ctrl-C, print the best one found, and how many moves are needed (exit 3).
Of several levels, such as those of a folder or a family, each has its name before its answer.

  $ stategraph solve spacewreck/eight-rooms
  R3L5L8
  $ stategraph solve pacman/orchard --classes
  $ stategraph solve pacman/orchard --sample 3 --seed 1
  $ stategraph solve psychopath/warehouse --search lazy
  $ stategraph solve psychopath/warehouse --any
  $ stategraph solve psychopath/first-push --algorithm mysearch:search
  $ stategraph solve psychopath/first-push --search astar --heuristic myguess:guess
  $ stategraph solve psychopath/first-push --by walks
  RRRDRRU
  2 pushes, 1 walk, 7 steps: push 2:4 right, push 2:5 right, walk 2:7
  $ stategraph solve sokoban/two-to-put-away --minimise pushes,moves
  LLURUR
  pushes 2, moves 6; 1 such solution
  $ stategraph solve spacewreck/eight-rooms --avoid "rocket = lucky" --through "lucky = 5"
  $ stategraph solve pacman/orchard --pareto P,Q
  $ stategraph solve levels/
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    summary = "print the first shortest solution"
    made = options.add_asking_verb(verbs, "solve", run, summary, HELP, True, ("symmetry",))
    options.add_order(made)
    options.add_beginning(made)
    searching.add_search(made)
    solutions.add_several(made)
    solutions.add_costs(made)


def run(args: argparse.Namespace) -> int:
    """Print the first shortest solution, or several, of each level."""
    several, weighed = solutions.several(args), solutions.weighed(args)
    if several or weighed or args.steps or args.lurd:
        args.sees_by = ()  # single states
    if weighed:
        return say_answers(args, partial(answers.weighed, args))
    if args.by is not None:
        return say_answers(args, partial(answers.in_units, args))
    return say_answers(args, partial(answers.several if several else _first, args))


def _first(args: argparse.Namespace, name: str | None) -> tuple[dict[str, Any], Any, int]:
    from stategraph.tell import solve as tell
    from stategraph.tell.why import added

    level = inputs.load(args, name)
    solutions.check_spelled(args, level)
    if level.graph is not None and level.graph.quotient is not None:  # kept by symmetry
        runs.expand(args, level)
        return answers.in_units(args, name)
    found = searching.solve(args, level)
    record = tell.record(level, found, args.lurd, args.steps)
    record = added(record, found.graph, runs.why_not(args, level, found))
    runs.remark_on(level, record)
    lines = tell.words(level, found, args.lurd)
    lines += tell.steps(level, found) if args.steps else []
    if not found.proven:
        remark(f"{level.file}: {tell.stopped(found)}")
        return record, lines, searching.unproven(args, found)
    if found.moves is not None and not found.first and not args.json:
        remark(f"{level.file}: one of the shortest, but not always the first")
    return record, lines, NO if found.moves is None else DONE
