"""The verb ``share``: a level as one file that anybody can play."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.exits import DONE
from stategraph.cli.outputs import output_form
from stategraph.cli.terminal import shown
from stategraph.files import write

HELP = """\
Write one HTML file on which a level is played, with its state graph beside it: undo and redo,
hints, the solution, traps, and every state to be looked at. The file needs no network and no
server. A level of more than 250,000 states is too large for that (exit 3).

  $ stategraph share psychopath/carousels -o carousels.html
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "share", run, "write one file on which a level is played", HELP)
    options.add_level(made)
    options.add_limits(made)
    options.add_output(made, "FILE.html", required=True)


def run(args: argparse.Namespace) -> int:
    """Share one level."""
    from stategraph.studio import MOST_SHARED, share

    output_form(args.output, ("html",))
    level = inputs.load(args)
    most = min(args.max_states or MOST_SHARED, MOST_SHARED)
    limits = replace(runs.limits(args), states=most, analysed=True)
    graph = runs.expand(args, level, within=limits)
    then = ", and one file holds whole levels only"
    if code := runs.whole_or_stopped(level, graph, then):
        return code
    with shown(f"drawing {len(graph):,} boards"):
        page = share(level, graph)
    write(args.output, page.encode())
    return DONE
