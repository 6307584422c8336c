"""The verb ``new``: a level file to start from."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import completion, options
from stategraph.cli.exits import DONE
from stategraph.cli.terminal import say
from stategraph.errors import InputError
from stategraph.files import is_file, write

HELP = """\
Print a small level of the family, to change into your own.

  $ stategraph new spacewreck -o my-level.yaml
  $ stategraph solve my-level.yaml
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "new", run, "print a level file to start from", HELP)
    family = made.add_argument("family", metavar="FAMILY", help="the family of the level")
    completion.by(completion.families, family)
    options.add_output(made, "write it there (never over an existing file)")


def run(args: argparse.Namespace) -> int:
    """Print or write a level to start from."""
    from stategraph import levels
    from stategraph.levels.contents import starter

    text = levels.without_expect(starter(args.family))
    if args.output is None:
        say(text.rstrip("\n"))
    elif is_file(args.output):
        raise InputError(f"{args.output} exists already")
    else:
        write(args.output, text.encode())
    return DONE
