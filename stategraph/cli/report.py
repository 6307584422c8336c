"""The verb ``report``: pages for people, with the numbers for programs beside them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import BAD_INPUT, worst
from stategraph.cli.terminal import remark, say, shown
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level

HELP = """\
Write a web page for each level: the board, the solution as a film strip, all numbers with what
they mean, the profile and other pictures of the state graph, and the traps; the numbers as JSON
beside it. A page needs no network and no other file. LEVEL may also be the name of a family, for
all its bundled levels, or a folder, for all level files in it. Of one level, the page is
DIR/index.html; of several, that is a table of them which can be sorted, and the pages are
DIR/FAMILY/NAME.html. A level that cannot be read is remarked (exit 2), and the others are reported.

  $ stategraph report spacewreck/eight-rooms -o eight-rooms
  $ stategraph report psychopath pacman my-levels/ -o outputs/report
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(
        verbs, "report", run, "write web pages with all there is to tell of levels", HELP
    )
    options.add_levels(made)
    made.add_argument(
        "-o",
        dest="output",
        metavar="DIR",
        default="outputs/report",
        help="where (default: outputs/report)",
    )
    options.add_limits(made)


def run(args: argparse.Namespace) -> int:
    """Report on one level or many."""

    chosen = inputs.collect(args)
    target = Path(args.output)
    return _one(args, chosen[0], target) if len(chosen) == 1 else _many(args, chosen, target)


def _one(args: argparse.Namespace, name: str, target: Path) -> int:
    from stategraph.report.folder import write_one

    level, graph, code = _expanded(args, name)
    write_one(inputs.analysed(level, graph), target)
    say(f"{target / 'index.html'}: {level.title or level.name}")
    return code


def _many(args: argparse.Namespace, names: list[str], target: Path) -> int:
    from stategraph.report.folder import Folder
    from stategraph.tell.phrases import count

    made, codes = Folder(target), []
    for k, name in enumerate(names, 1):
        with shown(f"{k} of {len(names)}: {name}"):
            try:
                level, graph, code = _expanded(args, name)
            except InputError as error:
                remark(str(error))
                made.broken.append(str(error))
                codes.append(BAD_INPUT)
            else:
                codes.append(code)
                made.add(inputs.analysed(level, graph))
    if not made.entries:
        raise InputError("none of the levels could be read; nothing written")
    made.finish()
    say(f"{target / 'index.html'}: {count(len(made.entries), 'level')}")
    return worst(codes)


def _expanded(args: argparse.Namespace, name: str) -> tuple[Level, ArrayGraph, int]:
    level = inputs.load(args, name)
    graph = inputs.expand(args, level)
    return level, graph, inputs.whole_or_stopped(level, graph, "; reported as far as known")
