"""The verb ``verify``: a replay of moves that shows whether they win."""

from __future__ import annotations

from stategraph.cli import paths
from stategraph.cli.graphs import Expansion, GraphRequest, by_option
from stategraph.cli.levels import load
from stategraph.cli.parsing import option, part
from stategraph.cli.terminal import DONE, NO, Answer
from stategraph.readable import Record

SUMMARY = "replay moves: do they win, and how well"
HELP = """\
Replay moves from the start: report the first illegal move, or that they win, or that they do not
reach the goal (exit 1); and by how many moves they are longer than the shortest solution.

  $ stategraph verify spacewreck/eight-rooms R3L5L8
  $ stategraph verify sokoban/next-door LURUL
  $ stategraph verify psychopath/first-push RRRDRRU --by walks
"""


class Request(GraphRequest):
    """The options of ``verify``."""

    expansion: Expansion = part(Expansion, by=by_option())
    moves: list[str] = option("MOVES", "R3L5L8, or R3 L5 L8, or R3,L5,L8", nargs="*", words=True)


def answer(request: Request) -> Answer:
    """Replay moves and judge them."""
    from stategraph import analysis, level_files
    from stategraph.analysis.lifting import quotient_of
    from stategraph.laws.typed_solutions import replay_with_verdict
    from stategraph.rules import Family
    from stategraph.tell import verify as tell

    name, words, puzzle = request.level, request.moves, request.source.puzzle
    if puzzle and name and not isinstance(level_files.family_or_puzzle(puzzle), Family):
        # with --puzzle MODULE:PUZZLE there is no LEVEL, so the first argument is a move
        words, name = [name, *words], None
    level = load(request.source, name)
    moves = level.family.labels(" ".join(words))
    replay, won = request.source.time_limit.within(lambda: replay_with_verdict(level.puzzle, moves))
    units: Record = {}
    if request.expansion.by.text is not None:
        graph = request.expand(level)
        units = tell.in_units(graph, paths.path_of(level, graph, replay), won)
        shortest = quotient_of(graph).fewest_steps if won else None
    else:
        shortest = analysis.shortest(request.expand(level, until_goal=True)) if won else None
    record = tell.with_units(tell.record(level, replay, won, shortest), units)
    return Answer(lambda: record, lambda: tell.words(level, replay, record), DONE if won else NO)
