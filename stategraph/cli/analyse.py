"""The verb ``analyse``: all there is to tell of a level."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options, runs, solutions
from stategraph.cli.terminal import say_json, say_lines

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level

HELP = """\
Expand the whole state graph and print what it tells: solutions, dead ends, traps, and the metrics,
which 'stategraph explain' explains.

  $ stategraph analyse spacewreck/eight-rooms
  $ stategraph analyse --json --puzzle spacewreck my-level.txt
  $ stategraph analyse sokoban/too-late --by symmetry
  $ stategraph analyse psychopath/first-push --by blocks
  $ stategraph analyse sokoban/two-to-put-away --cost pushes
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    summary = "print everything: solutions, dead ends, traps"
    made = options.add_asking_verb(verbs, "analyse", run, summary, HELP, by=options.ANY)
    verbs.choices["analyze"] = made
    options.add_beginning(made)
    options.add_order(made)
    options.add_slow(made)
    solutions.add_cost(made)


def run(args: argparse.Namespace) -> int:
    """Print all numbers of a level."""
    from stategraph.analysis.quotient import VariableQuotient
    from stategraph.tell import analyse as tell
    from stategraph.tell import why as tell_why

    level = inputs.load(args)
    graph = runs.expand(args, level)
    costs = solutions.costs(args, level, graph)
    if isinstance(graph.quotient, VariableQuotient):
        return _of_classes(args, level, graph)
    found = runs.analysed(level, graph, runs.limits(args), order=args.order, slow=args.slow)
    why = runs.why(level, graph, runs.limits(args))
    if args.json:
        say_json(tell.with_costs(found.to_dict(), args.cost, costs))
    else:
        said = *tell.words(found), *tell_why.words(level, graph, why)
        say_lines([*said, *tell.cost_words(args.cost, costs)])
    return runs.known_or_too_large(level, graph)


def _of_classes(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> int:
    """Print what classes of states tell that agree in some variables."""
    from stategraph.tell import quotient as tell

    found = tell.record(level, graph.quotient, args.order)
    if args.json:
        say_json(found)
    else:
        say_lines(tell.words(level, found))
    return runs.whole_or_stopped(level, graph)
