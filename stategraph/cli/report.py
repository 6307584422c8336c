"""The verb ``report``: pages for people, with the numbers for programs beside them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.exits import worst
from stategraph.cli.terminal import say
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.metrics import Analysis

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
    summary = "write web pages with all there is to tell of levels"
    made = options.add_verb(verbs, "report", run, summary, HELP)
    options.add_levels(made)
    options.add_output(made, "where (default: outputs/report)", "DIR", default="outputs/report")
    options.add_limits(made, by=())


def run(args: argparse.Namespace) -> int:
    """Report on one level or many."""
    from stategraph.report.folder import Folder, write_one
    from stategraph.tell.phrases import count

    names, target = inputs.collect(args), Path(args.output)
    if len(names) == 1:
        found, code = _analysed(args, names[0])
        write_one(found, target)
        say(f"{target / 'index.html'}: {found.level.title or found.level.name}")
        return code
    made, codes = Folder(target), []
    for _, answer, error in inputs.each(
        args, names, lambda name: _analysed(args, name), numbered=True
    ):
        if answer is None:
            made.broken.append(error)
            codes.append(error.code)
        else:
            made.add(answer[0])
            codes.append(answer[1])
    if not made.entries:
        raise InputError("none of the levels could be read; nothing written")
    made.finish()
    say(f"{target / 'index.html'}: {count(len(made.entries), 'level')}")
    return worst(codes)


def _analysed(args: argparse.Namespace, name: str) -> tuple[Analysis, int]:
    """Return the analysis of a level, and the exit code of it alone."""
    level = inputs.load(args, name)
    found = runs.reported(args, level)
    return found, runs.whole_or_stopped(level, found.graph, "; reported as far as known")
