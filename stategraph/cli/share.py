"""The verb ``share``: a playable web page of a level in one file."""

from __future__ import annotations

from dataclasses import replace

from stategraph.cli import graphs
from stategraph.cli.graphs import Expansion, refused_by
from stategraph.cli.levels import LevelRequest
from stategraph.cli.outputs import output_form, output_option
from stategraph.cli.parsing import part
from stategraph.cli.terminal import DONE, status_line
from stategraph.files import write

SUMMARY = "write a level as a playable page in one file"
HELP = """\
Write one HTML file for playing a level, with its state graph beside it. It has undo and redo,
hints, the solution, the traps, and a view of every state. The file needs no network and no
server. A level of more than 250,000 states is too large for that (exit 3).

  $ stategraph share psychopath/carousels -o carousels.html
"""


class Request(LevelRequest):
    """The options of ``share``."""

    expansion: Expansion = part(Expansion, by=refused_by("its page plays single moves"))
    output: str = output_option("FILE.html", required=True)


def answer(request: Request) -> int:
    """Write the page of one level."""
    from stategraph.studio.share_page import MAX_SHARED_STATES, share

    output_form(request.output, ("html",))
    level = request.load()
    limits = request.expansion.limits
    most = min(limits.states or MAX_SHARED_STATES, MAX_SHARED_STATES)
    within = replace(limits, states=most, analysed=True)
    graph = graphs.expand(request.expansion, level, within=within)
    then = ", and one file holds whole levels only"
    if code := graphs.whole_or_stopped(level, graph, then):
        return code
    with status_line(f"drawing {len(graph):,} boards"):
        page = share(level, graph)
    write(request.output, page.encode())
    return DONE
