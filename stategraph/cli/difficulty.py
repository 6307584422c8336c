"""The verb ``difficulty``: the difficulty of levels for people."""

from __future__ import annotations

from stategraph.cli import graphs
from stategraph.cli.graphs import Expansion, GraphsRequest, refused_by
from stategraph.cli.parsing import option, part
from stategraph.cli.terminal import DONE, UNKNOWN, remark, say_json, say_lines, worst

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
        return difficulty(level, graphs.in_units(request.expansion, level), model)

    records, codes, said = [], [], False
    for name, found, error in request.each(ask):
        if found is None:
            records.append({"level": name, "error": error})
            codes.append(error.code)
            continue
        if not found.graph.complete:
            remark(f"{found.level.file}: {found.why}")
        codes.append(UNKNOWN if found.unknown else DONE)
        said = said or found.estimate is not None
        if request.json:
            records.append(tell.record(found))
        else:
            say_lines(tell.words(found))
    if request.json:
        say_json(records)
    elif said:
        say_lines([tell.NOT_KNOWN])
    return worst(codes)
