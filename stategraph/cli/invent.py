"""The verb ``invent``: levels by search."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from stategraph.cli import invention, options
from stategraph.cli.exits import DONE, INTERRUPTED, NO
from stategraph.cli.terminal import remark, say_exactly, say_lines
from stategraph.files import check_empty, make_folder, write_all

HELP = """\
Search for levels that grant wishes, and write those that were found, spread over two metrics: level
files with their demands and known answers, and DIR/index.html with their boards over these axes.
A level that is given is changed again and again; of a family, boards are strewn with its things.
A wish is what `check` knows as a demand; that a level can be solved is always one, unless you say
otherwise. Each level was read from its file and analysed afresh, and grants all wishes. Exit 1 when
none is found; Ctrl-C keeps what was found. With --evaluations the same seed gives the same levels,
however many --jobs.

  $ stategraph invent sokoban -o found --size 6x6 --elements box=2,goal=2 --want "shortest: [9, 60]"
  $ stategraph invent psychopath/first-push -o found --want "unique_up_to_order: true"
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "invent", run, "search for levels that grant wishes", HELP)
    invention.add(made)
    options.add_json(made)


def run(args: argparse.Namespace) -> int:
    """Search, and write what was found."""
    from stategraph.report.archive import archive_page
    from stategraph.tell import invent as tell

    check_empty(args.output)
    maker, wishes = invention.asked(args)
    found = invention.search(args, maker, wishes)
    made = invention.delivered(args, maker, wishes, found)
    files = [str(Path(args.output) / one.level.name) for one in made]
    if made:
        make_folder(Path(args.output))
        pages = {Path(args.output) / "index.html": archive_page(made, wishes.axes)}
        texts = {Path(file): one.text for file, one in zip(files, made, strict=True)}
        write_all({file: text.encode() for file, text in (texts | pages).items()})
    if args.json:
        say_exactly(tell.record(found, made, files))
    else:
        say_lines(tell.words(found, made, files))
    if found.interrupted:
        remark("interrupted; what was found by then is kept")
        return INTERRUPTED
    return DONE if made else NO
