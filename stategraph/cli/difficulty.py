"""The verb ``difficulty``: how hard levels are for people."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.exits import DONE, UNKNOWN, worst
from stategraph.cli.terminal import remark, say_json, say_lines

HELP = """\
Estimate how hard levels are for people: an interval, where each stands among reference levels,
what drives the estimate, and the decisions at which it is hard. Models were fitted to what people
did on Sokoban and Rush Hour, and checked on collections that they had not seen; of other families
the estimate is by analogy, and says so. Only of whole graphs: of at most 20,000,000 states, where
no limit is given (exit 3 beyond, and the estimate is unknown). --model takes a model of your own
plays, as 'stategraph calibrate' writes it.

  $ stategraph difficulty sokoban/two-to-put-away
  $ stategraph difficulty levels/ --json
  $ stategraph difficulty levels/ --model mine.json
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "difficulty", run, "how hard levels are for people", HELP)
    options.add_levels(made)
    options.add_json(made)
    options.add_limits(made)
    options.add_model(made)


def run(args: argparse.Namespace) -> int:
    """Print how hard levels are for people."""
    from stategraph.difficulty import read_model
    from stategraph.tell import difficulty as tell

    model = None if args.model is None else read_model(args.model)
    records, codes, said = [], [], False
    for name, found, error in inputs.each(
        args, inputs.collect(args), lambda n: _found(args, n, model)
    ):
        if found is None:
            records.append({"level": name, "error": error})
            codes.append(error.code)
            continue
        if not found.graph.complete:
            remark(f"{found.level.file}: {found.why}")
        codes.append(UNKNOWN if found.unknown else DONE)
        said = said or found.estimate is not None
        if args.json:
            records.append(tell.record(found))
        else:
            say_lines(tell.words(found))
    if args.json:
        say_json(records)
    elif said:
        say_lines([tell.NOT_KNOWN])
    return worst(codes)


def _found(args: argparse.Namespace, name: str, model: Any) -> Any:
    """Return how hard a level is."""
    from stategraph.difficulty import difficulty

    level = inputs.load(args, name)
    return difficulty(level, runs.in_units(args, level), model)
