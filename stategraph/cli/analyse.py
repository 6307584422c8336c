"""The verb ``analyse``: all numbers of a level."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from stategraph.cli import graphs
from stategraph.cli.graphs import Expansion, GraphRequest, by_option, slow_option
from stategraph.cli.levels import Beginning, load
from stategraph.cli.parsing import option, part, switch
from stategraph.cli.paths import order_option
from stategraph.cli.terminal import UNKNOWN, Answer, remark
from stategraph.errors import InputError
from stategraph.readable import Record

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.metrics import Analysis


SUMMARY = "print the main facts: solutions, dead ends, traps"
HELP = """\
Expand the whole state graph and print the main facts: solutions, dead ends, traps. They count
pushes or turns if the level has them; --by moves counts single moves. --all prints many more
numbers, --json prints all of them, and 'stategraph explain' explains each.

  $ stategraph analyse spacewreck/eight-rooms
  $ stategraph analyse spacewreck/eight-rooms --by moves --all
  $ stategraph analyse --json --puzzle spacewreck my-level.txt
  $ stategraph analyse sokoban/too-late --by symmetry
  $ stategraph analyse psychopath/first-push --by blocks
  $ stategraph analyse sokoban/two-to-put-away --cost pushes
"""


class Request(GraphRequest):
    """The options of ``analyse``."""

    expansion: Expansion = part(Expansion, by=by_option(*graphs.ANY, graphs.MOVES))
    beginning: Beginning = part(Beginning)
    order: str = order_option()
    all: bool = switch("--all", "print many more numbers, traps and dead-end cycles")
    slow: bool = slow_option()
    cost: str | None = option(
        "--cost COST",
        "add the numbers of shortest paths for another cost of moves: pushes, or any kind of "
        'moves, "changes blocks" (see: stategraph solve --help)',
    )


def answer(request: Request) -> Answer:
    """Return all numbers of a level."""
    from stategraph.analysis.variable_quotient import variable_quotient
    from stategraph.tell import analyse as tell
    from stategraph.tell import quotient as tell_quotient
    from stategraph.tell import unsolvable_reason as tell_why

    limits = request.expansion.limits
    level = load(request.source, request.level, request.beginning)
    graph = request.expand(level)
    costs = _costs(request, level, graph)
    if (classes := variable_quotient(graph)) is not None:
        record = tell_quotient.record(level, classes, request.order)
        return Answer(
            lambda: record,
            lambda: tell_quotient.words(level, record),
            lambda: graphs.whole_or_stopped(level, graph),
        )
    facts = graphs.analysed(
        level,
        graph,
        limits,
        names=_names(request),
        by_moves=request.expansion.by.moves,
        order=request.order,
        slow=request.slow,
    )
    why = graphs.why(level, graph, limits)
    return Answer(
        lambda: tell.with_costs(facts.to_dict(), request.cost, costs),
        lambda: [
            *_words(request, facts, tell_why.words(level, graph, why)),
            *tell.cost_words(request.cost, costs),
        ],
        lambda: _known_or_too_large(level, graph),
    )


def _names(request: Request) -> Collection[str] | None:
    """Return the metrics that the answer shows; None if it has those of both graphs of a level."""
    from stategraph.metrics import METRICS
    from stategraph.tell import overview

    if request.json:
        return None
    return METRICS.keys() if request.all else overview.NAMES


def _words(request: Request, facts: Analysis, why: list[str]) -> list[str]:
    """Return the main facts about a level as text, or with --all every fact."""
    from stategraph.tell import analyse as tell
    from stategraph.tell import overview

    by_moves = request.expansion.by.moves
    if request.all:
        return [*tell.words(facts, by_moves), *why]
    return overview.words(facts, by_moves, why)


def _costs(request: Request, level: Level, graph: ArrayGraph) -> Record | None:
    """Return the shortest-path metrics under the cost of --cost, or None without this option."""
    from stategraph.ask.costs import cost_numbers

    if request.cost is None:
        return None
    if request.expansion.by.text is not None:
        raise InputError("--cost cannot be combined with --by")
    return cost_numbers(level, graph, request.cost, request.order) if graph.complete else {}


def _known_or_too_large(level: Level, graph: ArrayGraph) -> int:
    """Print a remark if some answers are unknown, and return the exit code of an analysis."""
    from stategraph.analysis.proof import too_large

    if why := too_large(graph):
        remark(f"{level.file}: some answers are unknown: the analysis {why}")
        return UNKNOWN
    return graphs.whole_or_stopped(level, graph)
