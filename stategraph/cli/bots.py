"""What ``plays --bot`` does: a program plays some levels, and is held against the truth."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stategraph.cli import drawn, inputs, runs, seen
from stategraph.cli.exits import DONE, UNKNOWN
from stategraph.cli.terminal import say_json, say_lines, shown
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.levels import Level
    from stategraph.tell.bots import Scored

# A bot plays so often.
PLAYS = 20

# In so many seconds it must be made, and must have played each play.
SECONDS = 60.0


def score(args: argparse.Namespace, forms: tuple[str, str]) -> int:
    """Tell how a bot fares on the levels that LEVEL and FILE name, and return the exit code."""
    from stategraph.levels.families import imported
    from stategraph.tell import bots as tell

    if args.simulate is not None or args.names:
        raise InputError("--bot goes without --simulate and --names")
    make = imported(args.bot, "--bot")
    args.levels = [name for name in (args.level, *args.files) if name is not None]
    names: list[str | None] = [*inputs.collect(args)] or [None]
    if (any(forms) or args.explored) and len(names) > 1:
        raise InputError("-o, --graph and --explored draw the plays on one LEVEL")
    scored = [_scored(args, inputs.load(args, name), make) for name in names]
    drawn.write_plays(args, *scored[0][:2], forms, scored[0].found)
    if args.json:
        say_json([tell.record(args.bot, one) for one in scored])
    else:
        say_lines(tell.words(scored))
    return DONE if all(one.found for one in scored) else UNKNOWN


def _scored(args: argparse.Namespace, level: Level, make: Any) -> Scored:
    """Return how the bot that a function makes fares on a level."""
    from stategraph.players import bot_plays, judged, made_bot
    from stategraph.tell.bots import Scored

    graph = runs.expand(args, level)
    if not graph.complete:
        runs.whole_or_stopped(level, graph)
        return Scored(level, graph, None)
    with shown(f"{level.name}: {args.bot}"):
        seconds = args.bot_seconds or SECONDS
        bot = made_bot(args.bot, make, replace(level, graph=graph), seconds)
        how = (args.bot, bot, args.plays or PLAYS, args.seed or 0, seconds)
        lines = bot_plays(level, graph, *how)
    seen.write_plays(args, level, graph, {args.bot: lines})
    return Scored(level, graph, judged(graph, lines))
