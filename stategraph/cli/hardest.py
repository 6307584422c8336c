"""The verb ``hardest``: a level that starts as far from the goal as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.cli import graphs
from stategraph.cli.designs import seeing
from stategraph.cli.graphs import Expansion, GraphRequest, by_option
from stategraph.cli.outputs import check_level, output_option, write_level
from stategraph.cli.parsing import part
from stategraph.cli.terminal import DONE, NO, UNKNOWN, remark, say, say_exactly
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.design import Hardest
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.rules.puzzle import Puzzle


SUMMARY = "find the start farthest from the goal"
HELP = """\
Find the state farthest from the goal that can still win and that the level format can express.
Print the level that starts there, in the native format if the family is not installed. Skipped
states and the numbers of states at each distance are printed on standard error, or with -o. The
exit code is 1 if no state can win, or if the format can express none.

  $ stategraph hardest psychopath/first-push -o harder.yaml
"""


class Request(GraphRequest):
    """The options of ``hardest``."""

    expansion: Expansion = part(Expansion, by=by_option())
    output: str | None = output_option(
        "write it there: a level file when FILE ends in .yaml, else the native format"
    )


def answer(request: Request) -> int:
    """Print the hardest start, or write it as a level."""
    from stategraph.tell import hardest as tell

    level = request.load()
    if not level.family.name:
        raise InputError(f"{level.file}: a puzzle without a family has no format to write")
    if request.output:
        check_level(request.output, level)
    graph = request.expand(level)
    start = _hardest(request.expansion, level, graph)
    if request.json:
        say_exactly(tell.record(level, graph, start))
    if not graph.complete:
        return graphs.whole_or_stopped(level, graph, "; farther states may lie beyond")
    if start is None or start.node is None:
        remark(f"{level.file}: {tell.lack(start)}")
        return NO
    if start.stopped:
        remark(f"{level.file}: stopped at the {start.stopped}, before its hardest start was solved")
        return UNKNOWN
    if request.output:
        state = graph.state(start.node)
        write_level(request.output, level, level.puzzle, state, "the hardest start")
    if not request.json:
        for line in tell.words(graph, start):
            (say if request.output else remark)(line)
        if not request.output:
            say(start.text.rstrip("\n"))
    return DONE


def _hardest(expansion: Expansion, level: Level, graph: ArrayGraph) -> Hardest | None:
    """Return the hardest start, or None if it is unknown or no state can win."""
    from stategraph import design

    if not graph.complete or graph.goal is None:
        return None
    see = seeing(expansion, level)

    def expand_again(puzzle: Puzzle) -> ArrayGraph:
        graph = graphs.expand(expansion, level, puzzle=puzzle, until_goal=see is None)
        return graph if see is None else see(puzzle, graph)

    title = f"{level.heading}, the hardest start"
    return design.hardest(level, graph, expand_again, title)
