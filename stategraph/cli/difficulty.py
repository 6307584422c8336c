"""The verb ``difficulty``: the difficulty of levels for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.cli import graphs
from stategraph.cli.graphs import Expansion, GraphsRequest, refused_by
from stategraph.cli.parsing import option, part
from stategraph.cli.terminal import DONE, UNKNOWN, remark, say_json, say_lines, worst

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

SUMMARY = "estimate the difficulty for people"
HELP = """\
Estimate the difficulty of levels for people: an interval, a percentile among reference levels, the
features behind the estimate, and the hardest decisions.

The models were fitted to plays of Sokoban and Rush Hour, and checked on collections that they had
not seen. For other families the estimate is by analogy, and says so. An estimate needs the whole
graph, by default of at most 20,000,000 states; beyond the limit it is unknown (exit 3). --model
takes a model from 'stategraph calibrate', fitted to your plays.

  $ stategraph difficulty sokoban/two-to-put-away
  $ stategraph difficulty levels/ --json
  $ stategraph difficulty levels/ --model mine.json
"""

# Maximum number of states that are stored for the reasons why fatal moves lose.
MAX_STATES_WITH_REASONS = 100_000


class Request(GraphsRequest):
    """The options of ``difficulty``."""

    expansion: Expansion = part(
        Expansion,
        by=refused_by("difficulty is measured in the player's units, which it finds itself"),
    )
    model: str | None = option("--model FILE.json", "a model from stategraph calibrate")


def answer(request: Request) -> int:
    """Print how hard levels are for people."""
    from stategraph.difficulty import Difficulty, difficulty, read_model
    from stategraph.tell import difficulty as tell

    model = None if request.model is None else read_model(request.model)

    def ask(name: str) -> Difficulty:
        level = request.load(name)
        return difficulty(level, _graph(request.expansion, level), model)

    records, codes, has_estimate = [], [], False
    for name, estimate, error in request.each(ask):
        if estimate is None:
            records.append({"level": name, "error": error})
            codes.append(error.code)
            continue
        if not estimate.graph.complete:
            remark(f"{estimate.level.file}: {estimate.why}")
        codes.append(UNKNOWN if estimate.unknown else DONE)
        has_estimate = has_estimate or estimate.estimate is not None
        if request.json:
            records.append(tell.record(estimate))
        else:
            say_lines(tell.words(estimate))
    if request.json:
        say_json(records)
    elif has_estimate:
        say_lines([tell.NOT_KNOWN])
    return worst(codes)


def _graph(expansion: Expansion, level: Level) -> ArrayGraph:
    """Return the graph of a level in the player's units; for a small level, with all its states."""
    from stategraph.analysis.quotient_choice import by
    from stategraph.analysis.walk_contraction import ContractedWalks
    from stategraph.expand import expand

    graph = graphs.in_units(expansion, level)
    walks = graph.quotient
    if not (graph.complete and isinstance(walks, ContractedWalks)):
        return graph
    if walks.states_seen > MAX_STATES_WITH_REASONS:
        return graph
    states = expand(level.puzzle, expansion.limits, engine=expansion.engine)
    return by(level, states, "walks") if states.complete else graph
