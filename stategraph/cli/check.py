"""The verb ``check``: what designers demand of their levels."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import designing, inputs, options
from stategraph.cli.exits import ANSWERED, worst
from stategraph.cli.terminal import remark, say_exactly, say_lines

if TYPE_CHECKING:
    from stategraph.design import DemandsFile

HELP = """\
Test what designers demand of their levels, under `demand:` in the level file or in a rules file.
One line for each demand that is broken, with moves that show it (exit 1); otherwise one for each
level. A folder stands for the level files in it, the name of a family for its bundled levels.

  $ stategraph check levels/
  $ stategraph check spacewreck --rules rules.yaml

A rules file:

  demand: {solvable: true, trap_moves: {at most: 30}}
  levels:
    "spacewreck/*": {shortest: [3, 40], unique_up_to_order: true, needed: all}

Demanded are questions of play, under `ask:` (see: stategraph ask --help), all to be answered yes:

  demand: {ask: [always can reach goal, never (dead and made < 3)]}

and metrics: true or false, a number, [least, most], {at least: 1, at most: 9}; and
`needed`: elements without which the shortest solutions are others. That asks less than the verdict
"needed" of ablate, without which there is no solution: what bars, shortens or varies will do.
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "check", run, "test what levels are to be", HELP)
    options.add_levels(made)
    options.add_json(made)
    options.add_limits(made, by=())
    made.add_argument(
        "--rules", metavar="FILE.yaml", help="demands of all the levels, beside their own"
    )


def run(args: argparse.Namespace) -> int:
    """Test the demands of levels."""
    from stategraph import design

    rules = None if args.rules is None else design.read_demands(args.rules)
    names = inputs.collect(args, but=args.rules)
    for pattern in design.unmatched(rules, names) if rules else ():
        remark(f"{args.rules}: {pattern!r} matches none of the levels")
    records, codes = [], []
    for name, record, error in inputs.each(args, names, lambda name: _checked(args, name, rules)):
        codes.append(error.code if record is None else ANSWERED[record["holds"]])
        if record is None:
            record = dict(level=name, holds=None, demands=[], error=error, unknown=["holds"])
        records.append(record)
    if args.json:
        say_exactly(records)
    return worst(codes)


def _checked(args: argparse.Namespace, name: str, rules: DemandsFile | None) -> dict[str, Any]:
    """Test the demands of a level, print what there is to say in words, and return the record."""
    from stategraph.tell import check as tell

    level = inputs.load(args, name)
    found = designing.verdicts(args, level, rules)
    if not args.json:
        say_lines(tell.words(level, found))
    return tell.record(level, found)
