"""The verb ``list``: families, bundled levels, their answers."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE
from stategraph.cli.terminal import say_json, say_lines

HELP = """\
List the installed families and their bundled levels with the answers they state.

  $ stategraph list
  $ stategraph list spacewreck --json
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "list", run, "families, bundled levels, their answers", HELP)
    made.add_argument("family", metavar="FAMILY", nargs="?", help="list only this family")
    options.add_json(made)


def run(args: argparse.Namespace) -> int:
    """Print the families and their levels."""
    from stategraph import levels
    from stategraph.tell import level as tell

    record = {}
    for name in [args.family] if args.family else levels.family_names():
        summary, group = levels.family(name).summary, inputs.bundled(name)
        record[name] = {"summary": summary, "levels": [tell.record(level) for level in group]}
        if not args.json:
            say_lines([f"{name}: {summary}", *tell.words(group)])
    if args.json:
        say_json(record)
    return DONE
