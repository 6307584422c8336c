"""Who plays but people: simulated players and bots, and the options that name them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from stategraph.cli import quantities
from stategraph.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.players import Line

# Simulated players play so often.
PLAYS = 200


def add_simulation(parser: argparse.ArgumentParser) -> None:
    """Add which simulated players play, how often, and their seed."""
    parser.add_argument(
        "--simulate",
        metavar="PLAYERS",
        help="all, none, or some of wanderer, greedy, planner, wary, forgetful (default: all where "
        "there is no FILE)",
    )
    parser.add_argument(
        "--plays",
        metavar="N",
        type=quantities.count,
        help="plays of each (default: 200; of a bot 20)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=quantities.seed, help="draws the plays (default: 0)"
    )


def add_bot(parser: argparse.ArgumentParser) -> None:
    """Add a bot, and how long it may think."""
    parser.add_argument(
        "--bot",
        metavar="MODULE:FUNCTION",
        help="score this bot on LEVEL and every FILE, which are levels then: a function that makes "
        "of a level a function of a state, its labels and a random.Random, which returns a label",
    )
    parser.add_argument(
        "--bot-seconds",
        metavar="S",
        type=quantities.positive_seconds,
        help="seconds in which it must be made, and must have played each play (default: 60)",
    )


def asked(args: argparse.Namespace) -> list[str]:
    """Return the names of the simulated players of --simulate."""
    from stategraph.players import PLAYERS

    asked = args.simulate or ("none" if args.files else "all")
    names = {"all": list(PLAYERS), "none": []}.get(asked, asked.split(","))
    for name in names:
        if name not in PLAYERS:
            near = did_you_mean(name, PLAYERS)
            raise InputError(f"--simulate: {name!r} is none of {', '.join(PLAYERS)}{near}")
    for option in ("plays", "seed"):
        if not names and getattr(args, option) is not None:
            raise InputError(f"--{option} is of players that are simulated, and there are none")
    return names


def simulated(
    args: argparse.Namespace, level: Level, graph: ArrayGraph, names: list[str]
) -> dict[str, list[Line]]:
    """Return the plays of simulated players, by their names."""
    from stategraph.players import simulated as played

    how = args.plays or PLAYS, args.seed or 0
    return {name: played(level, graph, name, *how) for name in names}
