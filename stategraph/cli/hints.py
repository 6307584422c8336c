"""The verb ``hints``: what a game needs to warn and to help its player."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, known, options, runs
from stategraph.cli.exits import DONE
from stategraph.cli.terminal import say, say_json, say_lines, shown
from stategraph.errors import InputError
from stategraph.files import check_folder, write_all

HELP = """\
Write a file in which a game looks up any state of a level: how many moves are left, the best one,
or that nothing wins any more. The name tells the form: .hints is compact and searched where it
lies; .json is for whatever reads JSON, and large.

  $ stategraph hints psychopath/many-traps -o many-traps.hints
  $ stategraph hints --reader javascript > hints.js

--reader prints a small program that looks states up in a .hints file, to be put into a game.
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(
        verbs, "hints", run, "what a game needs to warn and help its player", HELP
    )
    options.add_output(made, "where to write it: FILE.hints or .json")
    made.add_argument(
        "--reader",
        metavar="LANGUAGE",
        choices=known.READERS,
        help="print the program that reads it: python, javascript or c",
    )


def run(args: argparse.Namespace) -> int:
    """Write the hints of a level, or print the program that reads them."""
    from stategraph.formats import hints
    from stategraph.tell import graph as tell

    if args.reader is not None:
        if args.level is not None or args.output is not None:
            raise InputError("--reader prints the program of all levels: no LEVEL, and no -o")
        say(hints.reader(args.reader).rstrip("\n"))
        return DONE
    if args.output is None or not args.output.endswith((".hints", ".json")):
        raise InputError("-o FILE.hints, or FILE.json, says where to write the hints")
    check_folder(args.output)
    level = inputs.load(args)
    graph = runs.expand(args, level)
    with shown(f"writing {args.output}"):
        write_all(hints.files(args.output, graph, level.title or level.name))
    if args.json:
        say_json({**tell.record(level, graph), "files": [args.output]})
    else:
        say_lines(tell.words(graph, [args.output]))
    return runs.whole_or_stopped(level, graph, "; what is not proven is unknown")
