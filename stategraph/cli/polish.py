"""The verb ``polish``: what a designer does by hand at the end, with proofs."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import invention, options
from stategraph.cli.exits import ANSWERED
from stategraph.cli.terminal import say_exactly, say_lines

HELP = """\
Polish a level, step by step, each shown with what it changes: close unintended solutions by the
fewest changes, until there is but one, up to the order of moves (or what --want says); shorten dead
walks, which is what can still be played when the goal is lost; take out decoration. The solution
that is meant stays. Once the level is closed all its shortest solutions stay, label by label, and
so do its trap moves. Exit 1 when no --most changes close it, 3 when some levels were too large to
tell; the rest is polished all the same.

  $ stategraph polish psychopath/many-traps
  $ stategraph polish level.yaml --want "unique: true" --keep 2:5 -o polished.yaml
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "polish", run, "closed, shortened, without decoration", HELP)
    invention.add_changed(made)
    made.add_argument(
        "--solution", metavar="MOVES", help="the one that is meant (default: the first shortest)"
    )
    options.add_json(made)


def run(args: argparse.Namespace) -> int:
    """Polish a level, and tell or write it."""
    from stategraph.tell import polish as tell

    level = invention.changed(args)
    found = invention.polished(args, level)
    invention.write(args, level, found.draft, "polished")
    if args.json:
        say_exactly(tell.record(level, found))
    else:
        say_lines(tell.words(level, found))
        say_lines([] if args.output else found.draft.text.rstrip("\n").split("\n"))
    closing = found.closing
    return ANSWERED[True if closing.draft is not None else False if closing.proven else None]
