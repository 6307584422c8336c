"""The verb ``list``: families, bundled levels, their answers."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import completion, options
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
    family = made.add_argument("family", metavar="FAMILY", nargs="?", help="list only this family")
    completion.by(completion.families, family)
    options.add_json(made)


def run(args: argparse.Namespace) -> int:
    """Print the families and their levels."""
    from stategraph.levels.contents import contents
    from stategraph.levels.families import family_names
    from stategraph.tell.level import words

    names = [args.family] if args.family else family_names()
    found = {name: contents(name) for name in names}
    if args.json:
        say_json(found)
    else:
        for name, one in found.items():
            say_lines([f"{name}: {one['summary']}", *words(one["levels"])])
    return DONE
