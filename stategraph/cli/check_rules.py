"""The verb ``check-rules``: the contract of a family, on every state of its levels."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE, NO, UNKNOWN
from stategraph.cli.terminal import remark, say
from stategraph.errors import InputError
from stategraph.files import is_file

HELP = """\
Check the contract of a family on every state of its levels (the nearest ones of large levels):
same moves each time, unique labels, no state changed in place, an absorbing goal, packing, text
and drawings. Every winning state is looked at, though a state graph has one node for them all.
Then what searches trust, where a family has it: that its admissible heuristics never guess too
many, that pruning changes no solution, that moves back undo moves, and that fewer obstacles never
make the goal farther. Exit 1 when a law is broken, with a line for each breach.

  $ stategraph check-rules spacewreck
  $ stategraph check-rules --puzzle mymodule:family my-level.txt
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(
        verbs, "check-rules", run, "check a family's rules on every state of its levels", HELP
    )
    options.add_level(made)
    options.add_nearest(made)


def run(args: argparse.Namespace) -> int:
    """Check the contract of a family, level by level."""
    from stategraph import levels
    from stategraph.laws.contract import check_rules
    from stategraph.levels.contents import bundled_levels
    from stategraph.rules import Family
    from stategraph.tell.phrases import count

    if args.puzzle is None and args.level in levels.family_names() and not is_file(args.level):
        args.puzzle, args.level = args.level, None
    if args.level is None and args.puzzle is None:
        raise InputError("check-rules needs --puzzle FAMILY, or a LEVEL")
    if args.level is not None or not isinstance(levels.named(args.puzzle), Family):
        chosen = [inputs.load(args)]
    elif args.number is not None:
        raise InputError("--level is of a LEVEL, and none is named")
    else:
        chosen = bundled_levels(args.puzzle)
    if not chosen:
        raise InputError(f"family {args.puzzle!r} brings no levels: name one")
    broken = stopped = 0
    for level in args.time_limit.each(chosen):
        seconds = args.max_seconds
        verdict = check_rules(level.puzzle, level.family, args.max_states, seconds=seconds)
        broken += len(verdict.breaches)
        stopped += bool(verdict.stopped)
        share = "all" if verdict.whole else "the nearest"
        outcome = "laws broken" if verdict.breaches else "all laws hold"
        if verdict.stopped:
            remark(f"{level.file}: stopped at the {verdict.stopped}")
        say(f"{level.name}: {share} {count(verdict.states, 'state')}: {outcome}")
        for breach in verdict.breaches:
            say(f"  {breach.law}: state ({breach.state}): {breach.detail}")
    if broken:
        return NO
    return UNKNOWN if stopped else DONE
