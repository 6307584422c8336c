"""The verb ``check``: what designers demand of their levels."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph import files
from stategraph.cli import inputs, options
from stategraph.cli.exits import ANSWERED, BAD_INPUT, worst
from stategraph.cli.terminal import remark, say_exactly, say_lines

if TYPE_CHECKING:
    from stategraph.design import DemandsFile, Verdict

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

Demanded are metrics: true or false, a number, [least, most], {at least: 1, at most: 9}; and
`needed`: elements without which the shortest solutions are others. That asks less than the verdict
"needed" of ablate, without which there is no solution: what bars, shortens or varies will do.
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "check", run, "test what levels are to be", HELP)
    options.add_levels(made)
    options.add_json(made)
    options.add_limits(made)
    made.add_argument(
        "--rules", metavar="FILE.yaml", help="demands of all the levels, beside their own"
    )


def run(args: argparse.Namespace) -> int:
    """Test the demands of levels."""
    rules = None if args.rules is None else _rules(args.rules)
    names = [n for n in inputs.collect(args) if not _is_file(n, args.rules)]
    if rules is not None:
        _remark_on_unmatched(args, rules, names)
    records, codes = [], []
    for name, record, error in inputs.each(names, lambda name: _checked(args, name, rules)):
        codes.append(BAD_INPUT if record is None else ANSWERED[record["holds"]])
        unread: dict[str, Any] = {"level": name, "holds": None, "demands": [], "error": error}
        records.append(unread if record is None else record)
    if args.json:
        say_exactly(records)
    return worst(codes)


def _rules(path: str) -> DemandsFile:
    from stategraph import design

    return design.parse_demands(files.read_text(path), path)


def _remark_on_unmatched(args: argparse.Namespace, rules: DemandsFile, names: list[str]) -> None:
    from stategraph import design

    for pattern in design.unmatched(rules, names):
        remark(f"{args.rules}: {pattern!r} matches none of the levels")


def _is_file(name: str, path: str | None) -> bool:
    """Return whether two names are those of one file that exists."""
    return path is not None and files.is_file(name) and Path(name).samefile(path)


def _checked(args: argparse.Namespace, name: str, rules: DemandsFile | None) -> dict[str, Any]:
    """Test the demands of a level, print what there is to say in words, and return the record."""
    from stategraph import design
    from stategraph.tell import check as tell

    level = inputs.load(args, name)
    demands = design.demands_of(level, rules)
    found: list[Verdict] = []
    if demands:
        graph = inputs.expand(args, level)

        def trials() -> design.Trials:
            return design.Trials(
                level.family, level.puzzle, inputs.limits(args), args.engine, graph=graph
            )

        found = design.verdicts(level, graph, demands, trials)
    if not args.json:
        say_lines(tell.words(level, found))
    return tell.record(level, found)
