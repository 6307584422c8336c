"""The verb ``repair``: the fewest changes after which a level is what it is to be."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import completion, invention, options
from stategraph.cli.exits import ANSWERED
from stategraph.cli.outputs import check_level
from stategraph.cli.terminal import say_exactly, say_lines
from stategraph.files import write

HELP = """\
Change a level as little as possible, so that it meets all demands: its own, and those of --want.
All single changes are tried, then all pairs, up to --most: a cell of a board that shows something
else, elsewhere an element that goes or comes. What is found is so proven to be the least. Exit 1
when no level will do, 3 when some were too large to tell.

  $ stategraph repair psychopath/two-in-a-row --want "solvable: true"
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "repair", run, "the fewest changes that meet demands", HELP)
    level = made.add_argument("level", metavar="LEVEL", help="the level, as elsewhere")
    completion.by(completion.levels, level)
    options.add_output(made, "write the level there, as a level file when FILE ends in .yaml")
    invention.add_wishes(made)
    invention.add_most(made)
    options.add_json(made)


def run(args: argparse.Namespace) -> int:
    """Repair a level, and tell or write it."""
    from stategraph.tell import repair as tell

    level = invention.begun(args.level)
    if args.output:
        check_level(args.output, level)
    found = invention.repaired(args, level)
    text = None if found.draft is None else found.draft.text
    if found.draft is not None and args.output:
        new = invention.level_text(args.output, level, found.draft, "repaired")
        write(args.output, new.encode())
    if args.json:
        say_exactly(tell.record(level, found, text))
    else:
        say_lines(tell.words(found))
        say_lines(text.rstrip("\n").split("\n") if text and found.edits and not args.output else [])
    return ANSWERED[True if text is not None else False if found.proven else None]
