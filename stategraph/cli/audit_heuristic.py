"""The verb ``audit-heuristic``: a heuristic compared with the true distances."""

from __future__ import annotations

from stategraph.cli import graphs, option_values
from stategraph.cli.graphs import Expansion, GraphRequest, refused_by
from stategraph.cli.outputs import PICTURES, form_if, output_option
from stategraph.cli.parsing import option, part
from stategraph.cli.terminal import NO, Answer
from stategraph.errors import InputError
from stategraph.files import write

SUMMARY = "compare a heuristic with the true distances"
HELP = """\
Compare a heuristic with the exact distances to the goal, on every state of a level. Is it
admissible (never too large)? Is it consistent (no move makes it fall by more than 1)? How far is it
below the exact distance? Each fault is shown with the moves that lead there, nearest to the start
first. The exit code is 1 if it is not admissible. Dead states are counted apart: their distance is
infinite.

  $ stategraph audit-heuristic psychopath/first-push
  $ stategraph audit-heuristic labyrinth/first-shift --heuristic wrapped -o gaps.svg
"""


class Request(GraphRequest):
    """The options of ``audit-heuristic``."""

    expansion: Expansion = part(Expansion, by=refused_by("a heuristic estimates single moves"))
    heuristic: str | None = option_values.heuristic_option()
    shown: int = option("--shown N", "faults of each kind shown", option_values.number, default=5)
    output: str | None = output_option("draw the gaps: FILE.svg, .png or .pdf")


def answer(request: Request) -> Answer:
    """Compare a heuristic with the distances to the goal."""
    from stategraph import analysis
    from stategraph.tell import heuristic as tell
    from stategraph.tell.level import puzzle_name

    form = form_if(request.output, PICTURES)
    level = request.load()
    name, heuristic = option_values.heuristic(level, request.heuristic)
    if not name:
        raise InputError(f"{level.file}: {puzzle_name(level)} has no heuristic to audit")
    graph = request.expand(level)
    check = analysis.check_heuristic(graph, heuristic)
    if request.output is not None and form is not None:
        from stategraph.pictures.plots.gaps import draw_gaps

        write(request.output, draw_gaps(check, form, tell.title(level, name)))
    record = tell.record(level, graph, name, check, request.shown)

    def then() -> int:
        code = graphs.whole_or_stopped(level, graph)
        return NO if check.admissible is False else code

    return Answer(lambda: record, lambda: tell.words(level, record), then)
