"""The verb ``check-rules``: a test of a family's contract on every state of its levels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from stategraph.cli import option_values
from stategraph.cli.levels import LevelRequest, load
from stategraph.cli.parsing import option
from stategraph.cli.terminal import DONE, NO, UNKNOWN, remark, say
from stategraph.errors import InputError
from stategraph.files import is_file

if TYPE_CHECKING:
    from stategraph.level_files import Level


SUMMARY = "check a family's rules on every state of its levels"
HELP = """\
Check the contract of a family on every state of its levels (the nearest ones of large levels):
same moves each time, unique labels, no state changed in place, an absorbing goal, packing, text
and drawings. Every winning state is checked, though a state graph has one node for all of them.

If a family makes promises to searches, they are checked as well: admissible heuristics never
overestimate, pruning changes no solution, backward moves undo moves, and fewer obstacles never make
the goal farther. The exit code is 1 if a law is broken, with a line for each breach.

  $ stategraph check-rules spacewreck
  $ stategraph check-rules --puzzle mymodule:family my-level.txt
"""


class Request(LevelRequest):
    """The options of ``check-rules``."""

    max_states: int = option(
        "--max-states N",
        "check the N states nearest to each start (default: 2000)",
        option_values.count,
        default=2_000,
    )
    max_seconds: float | None = option(
        "--max-seconds S",
        "check each level for at most S seconds (exit 3 if that is too short)",
        option_values.seconds,
    )


def answer(request: Request) -> int:
    """Check on each level that a family keeps the contract of puzzles."""
    from stategraph.laws.contract import check_rules
    from stategraph.readable import count

    levels = _levels(request)
    breaches = stopped = 0
    for level in request.source.time_limit.each(levels):
        verdict = check_rules(
            level.puzzle, level.family, request.max_states, seconds=request.max_seconds
        )
        breaches += len(verdict.breaches)
        stopped += bool(verdict.stopped)
        share = "all" if verdict.whole else "the nearest"
        states = count(verdict.states, "state")
        if verdict.whole and verdict.wins > 1:  # a state graph has one node for these
            states = f"{states}, {verdict.wins:,} of them winning"
        outcome = "laws broken" if verdict.breaches else "all laws hold"
        if verdict.stopped:
            remark(f"{level.file}: stopped at the {verdict.stopped}")
        say(f"{level.name}: {share} {states}: {outcome}")
        for breach in verdict.breaches:
            say(f"  {breach.law}: state ({breach.state}): {breach.detail}")
    if breaches:
        return NO
    return UNKNOWN if stopped else DONE


def _levels(request: Request) -> list[Level]:
    """Return the named level, or all levels of a named family."""
    from stategraph import level_files
    from stategraph.level_files.contents import bundled_levels
    from stategraph.rules import Family

    name, source = request.level, request.source
    if source.puzzle is None and name in level_files.family_names() and not is_file(name):
        name, source = None, replace(source, puzzle=name)
    if name is None and source.puzzle is None:
        raise InputError("check-rules needs --puzzle FAMILY, or a LEVEL")
    if name is not None or not isinstance(
        level_files.family_or_puzzle(source.puzzle or ""), Family
    ):
        return [load(source, name)]
    if source.number is not None:
        raise InputError("--level needs a LEVEL")
    levels = bundled_levels(source.puzzle or "")
    if not levels:
        raise InputError(f"family {source.puzzle!r} has no bundled levels: name one")
    return levels
