"""The verb ``diff``: differences between two versions of a level."""

from __future__ import annotations

from stategraph.cli import graphs
from stategraph.cli.designs import difference
from stategraph.cli.graphs import Expansion, by_option
from stategraph.cli.levels import Source, load
from stategraph.cli.outputs import json_option
from stategraph.cli.parsing import Options, option, part
from stategraph.cli.terminal import ANSWERED, Answer

SUMMARY = "what changed between two versions"
HELP = """\
Say what changed between two versions of a level: the shortcut that an edit opened and the element
to blame, solutions lost and gained (one of each class), trap moves removed and added, metrics side
by side. Levels that differ only in the names of states or moves, such as a mirrored board, are the
same. The exit code is 1 if the levels differ.

  $ stategraph diff old.yaml new.yaml
"""


class Request(Options):
    """The options of ``diff``."""

    before: str = option("BEFORE", "a level, as elsewhere")
    after: str = option("AFTER", "the level after an edit")
    source: Source = part(Source)
    json: bool = json_option()
    expansion: Expansion = part(Expansion, by=by_option())


def answer(request: Request) -> Answer:
    """Compare two versions of a level, and return what differs."""
    from stategraph.tell import diff as tell

    before, after = load(request.source, request.before), load(request.source, request.after)
    versions = [graphs.expand(request.expansion, level) for level in (before, after)]
    comparison = difference(request.expansion, before, after, versions)

    def then() -> int:
        for level, graph in zip((before, after), versions, strict=True):
            graphs.whole_or_stopped(level, graph)
        return ANSWERED[comparison.same]

    return Answer(
        lambda: tell.record(before, after, comparison),
        lambda: tell.words(before, comparison),
        then,
        True,
    )
