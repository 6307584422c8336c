"""The verb ``check``: tests of the demands on levels."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from stategraph.cli import graphs
from stategraph.cli.graphs import Expansion, GraphsRequest, by_option
from stategraph.cli.levels import collect
from stategraph.cli.parsing import option, part
from stategraph.cli.terminal import ANSWERED, remark, say_exactly, say_lines, worst
from stategraph.readable import Record

if TYPE_CHECKING:
    from stategraph.design import DemandsFile, Trials, Verdict
    from stategraph.level_files import Level


SUMMARY = "test the demands on levels"
HELP = """\
Test the demands on levels, under `demand:` in the level file or in a rules file. Each broken demand
is printed on a line, with moves that show it (exit 1). A level without a broken demand has a single
line. A folder means its level files, and the name of a family its bundled levels.

  $ stategraph check levels/
  $ stategraph check spacewreck --rules rules.yaml

A rules file:

  demand: {solvable: true, trap_moves: {at most: 30}}
  levels:
    "spacewreck/*": {shortest: [3, 40], unique_up_to_order: true, needed: all}

A demand is a question about play under `ask:` (see: stategraph ask --help), whose answer must be
yes:

  demand: {ask: [always can reach goal, never (dead and made < 3)]}

Or it is a metric: true or false, a number, [least, most], {at least: 1, at most: 9}. Besides those
of 'stategraph explain' there are pushes, turns, and difficulty, a percentile; hidden_traps and
home_traps; counterintuitive_units, the pushes or turns that seem to lead away from the goal; the
numbers of elements load_bearing, decoys and decoration; and board_symmetry.
`needed` names elements whose removal changes the shortest solutions. This is weaker than the
verdict "needed" of ablate, which means that no solution is left.
`unlike` names levels or folders, none of which may have the same idea (see near-twins).
"""


class Request(GraphsRequest):
    """The options of ``check``."""

    expansion: Expansion = part(Expansion, by=by_option())
    rules: str | None = option("--rules FILE.yaml", "demands of all the levels, beside their own")

    def names(self) -> list[str]:
        """The names of the levels, without the demands file if it lies in their folder."""
        if not self.levels:
            return super().names()
        return collect(self.source, self.levels, but=self.rules)


def answer(request: Request) -> int:
    """Print which demands on the levels are satisfied."""
    from stategraph import design

    rules = None if request.rules is None else design.read_demands(request.rules)
    for pattern in design.unmatched(rules, request.names()) if rules else ():
        remark(f"{request.rules}: {pattern!r} matches none of the levels")
    records, codes = [], []
    for name, record, error in request.each(lambda name: _checked(request, name, rules)):
        codes.append(error.code if record is None else ANSWERED[record["holds"]])
        if record is None:
            record = dict(level=name, holds=None, demands=[], error=error, unknown=["holds"])
        records.append(record)
    if not any(record["demands"] or record["holds"] is None for record in records):
        remark("add demands to a level file, such as the line 'demand: {shortest: {at most: 15}}'")
    if request.json:
        say_exactly(records)
    return worst(codes)


def _checked(request: Request, name: str, rules: DemandsFile | None) -> Record:
    """Print the verdicts on the demands of a level, and return their record."""
    from stategraph.tell import check as tell

    level = request.load(name)
    verdicts = _verdicts(request.expansion, level, rules)
    if not request.json:
        say_lines(tell.words(level, verdicts))
    return tell.record(level, verdicts)


def _verdicts(expansion: Expansion, level: Level, rules: DemandsFile | None) -> list[Verdict]:
    """Return a verdict on each demand on the level. Expand the level only if it has demands."""
    from stategraph import design
    from stategraph.expand import expand

    demands = design.demands_of(level, rules)
    if not demands:
        return []
    design.refuse_contradictions(demands)
    graph = graphs.expand(expansion, level)
    expander = partial(expand, engine=expansion.engine)

    def trials() -> Trials:
        return design.Trials(
            level.family, level.puzzle, expansion.limits, expander, graph=graph.real
        )

    return design.verdicts(level, graph, demands, trials)
