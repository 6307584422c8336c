"""The verb ``watch``: the answers of a level after each save of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.cli import graphs, option_values
from stategraph.cli.designs import difference
from stategraph.cli.failures import failed
from stategraph.cli.graphs import Expansion, GraphRequest, refused_by
from stategraph.cli.limits import until_ended
from stategraph.cli.parsing import option, part
from stategraph.cli.terminal import DONE, begin, flush, remark, say_exactly, say_lines
from stategraph.errors import InputError, OutputError, StategraphError
from stategraph.files import is_file, saves

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level


SUMMARY = "solve again on every save, and print what changed"
HELP = """\
Solve a level again whenever its file is saved in your editor. Print what changed since the last
save, which element is to blame for it, and the main facts of the level. Ctrl-C ends it.

  $ stategraph watch my-level.yaml
"""


class Request(GraphRequest):
    """The options of ``watch``."""

    expansion: Expansion = part(
        Expansion,
        by=refused_by("it compares versions move by move; diff --by compares them in units"),
    )
    saves: int | None = option("--saves N", "end after N saves", option_values.number)


def answer(request: Request) -> int:
    """Print the answers of the level now, and again after each save of its file."""
    if request.level is None:
        raise InputError("no LEVEL given")
    if not is_file(request.level):
        raise InputError(f"watch needs the path of a level file; there is no file {request.level}")
    before: tuple[Level, ArrayGraph] | None = None

    def missing() -> None:
        remark(f"{request.level} was removed; its next version is solved when it is saved")

    with until_ended(endless=request.saves is None):
        for _ in saves(request.level, request.saves, on_missing=missing):
            begin()  # so that remarks on the previous save are printed again
            try:
                before = request.source.time_limit.again(before, _say, request, before)
            except OutputError:
                raise
            except StategraphError as error:
                failed(error)
            flush()
    return DONE


def _say(request: Request, before: tuple[Level, ArrayGraph] | None) -> tuple[Level, ArrayGraph]:
    """Print the answers of the level and its changes, and return the level with its graph."""
    from stategraph.tell import watch as tell

    level = request.load()
    graph = request.expand(level)
    change = None
    if before is not None:
        versions = before[1], graph
        change = before[0], difference(request.expansion, before[0], level, versions)
    if request.json:
        say_exactly(tell.record(level, graph, change), lines=True)
    else:
        say_lines(["", *tell.words(graph, change)] if change else tell.words(graph, change))
    graphs.whole_or_stopped(level, graph)
    return level, graph
