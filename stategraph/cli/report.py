"""The verb ``report``: web pages about levels, or the same numbers as JSON."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from stategraph.cli import graphs
from stategraph.cli.graphs import Expansion, by_option
from stategraph.cli.levels import LevelsRequest
from stategraph.cli.outputs import output_option
from stategraph.cli.parsing import part
from stategraph.cli.terminal import say, worst
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.engines.limits import Limits
    from stategraph.metrics import Analysis

SUMMARY = "write web pages about levels"
HELP = """\
Write a web page for each level: the board, the solution as a film strip, all numbers with their
meanings, the profile and other pictures of the state graph, and the traps. The numbers are also
written as JSON. A page needs no network and no other file.

LEVEL may also be the name of a family, for all its bundled levels, or a folder, for all its level
files. For one level the page is DIR/index.html. For several levels that is a sortable table, and
the pages are DIR/FAMILY/NAME.html. A level that cannot be read causes a remark (exit 2); the others
are reported.

  $ stategraph report spacewreck/eight-rooms -o eight-rooms
  $ stategraph report psychopath pacman my-levels/ -o outputs/report
"""


# The shares of the time limit at which the expansion and the analysis of a level end.
EXPANSION_SHARE, ANALYSIS_SHARE = 0.4, 0.6


class Request(LevelsRequest):
    """The options of ``report``."""

    output: str = output_option("where (default: outputs/report)", "DIR", default="outputs/report")
    expansion: Expansion = part(Expansion, by=by_option())


def answer(request: Request) -> int:
    """Write a report on one level or many."""
    from stategraph.readable import count
    from stategraph.report.folder import Folder, write_one

    names, target = request.names(), Path(request.output)
    if len(names) == 1:
        facts, code = _analysed(request, names[0])
        write_one(facts, target)
        say(f"{target / 'index.html'}: {facts.level.title or facts.level.name}")
        return code
    folder, codes = Folder(target), []
    for _, answer, error in request.each(lambda name: _analysed(request, name), True):
        if answer is None:
            folder.broken.append(error)
            codes.append(error.code)
        else:
            folder.add(answer[0])
            codes.append(answer[1])
    if not folder.entries:
        raise InputError("none of the levels could be read; nothing written")
    folder.finish()
    say(f"{target / 'index.html'}: {count(len(folder.entries), 'level')}")
    return worst(codes)


def _analysed(request: Request, name: str) -> tuple[Analysis, int]:
    """Analyse a level, reserve some time for pictures, and return the analysis and an exit code."""
    level = request.load(name)
    limits = request.expansion.limits
    with request.source.time_limit.earlier(ANALYSIS_SHARE):
        graph = graphs.expand(request.expansion, level, within=_part(limits, EXPANSION_SHARE))
        facts = graphs.analysed(level, graph, _part(limits, ANALYSIS_SHARE))
    return facts, graphs.whole_or_stopped(level, facts.graph, "; reported as far as known")


def _part(limits: Limits, share: float) -> Limits:
    """Return limits whose time is a share of the time limit."""
    if limits.seconds is None or limits.since is None:
        return replace(limits, analysed=True)
    return replace(limits, since=limits.since - (1 - share) * limits.seconds, analysed=True)
