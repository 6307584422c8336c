"""The verb ``repair``: the fewest changes after which a level is what it is to be."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import invention, options
from stategraph.cli.exits import ANSWERED
from stategraph.cli.terminal import say_exactly, say_lines

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
    invention.add_changed(made)
    options.add_json(made)


def run(args: argparse.Namespace) -> int:
    """Repair a level, and tell or write it."""
    from stategraph.tell import repair as tell

    level = invention.changed(args)
    found = invention.repaired(args, level)
    text = None if found.draft is None else found.draft.text
    invention.write(args, level, found.draft, "repaired")
    if args.json:
        say_exactly(tell.record(level, found, text))
    else:
        say_lines(tell.words(found))
        say_lines(text.rstrip("\n").split("\n") if text and found.edits and not args.output else [])
    return ANSWERED[True if text is not None else False if found.proven else None]
