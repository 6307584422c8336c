"""Bots: user-defined programs that choose a move in every state.

A user-defined function gets a level and returns a bot. The bot is called with a state, the legal
labels in the puzzle's order, and the ``random.Random`` of the play. It returns one of the labels::

    def right_hand(level):
        return lambda state, labels, draw: "R" if "R" in labels else draw.choice(labels)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.level_files.families import takes
from stategraph.machine.deadline import OutOfTime, interrupting
from stategraph.players.recorded_plays import Line
from stategraph.players.simulated_player import play_out

Bot = Callable[[Any, tuple[str, ...], random.Random], str]


def make_bot(name: str, make: Any, level: Level, seconds: float) -> Bot:
    """Return the bot that the function `make` creates for a level, within a time limit.

    Parameters
    ----------
    name : str
        the name of the function, for messages
    make : callable
    level : Level
    seconds : float

    Raises
    ------
    InputError
        if the function does not return a bot, or takes too long
    """
    if not takes(make, 1):
        raise InputError(f"--bot {name} is not a function of a level")
    bot = _in_time(lambda: make(level), name, level, seconds, "to make")
    if not takes(bot, 3):
        raise InputError(
            f"--bot {name} does not return a function of a state, its labels and a Random"
        )
    return bot


def bot_plays(
    level: Level, graph: ArrayGraph, name: str, bot: Bot, plays: int, seed: int, seconds: float
) -> list[Line]:
    """Return some plays of a bot on a complete graph.

    `play_out` defines when a play ends.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
    name : str
        the name of the bot, for messages
    bot : callable
    plays : int
        the number of plays
    seed : int
    seconds : float
        the time limit of one play

    Returns
    -------
    list of Line

    Raises
    ------
    InputError
        if the bot returns an illegal label, or a play takes too long
    """

    def choose(
        moves: list[tuple[str, int]], nodes: Sequence[int], draw: random.Random
    ) -> tuple[str, int]:
        labels = tuple(label for label, _ in moves)
        label = bot(graph.state(nodes[-1]), labels, draw)
        if not isinstance(label, str) or label not in labels:
            raise InputError(
                f"--bot {name}: {label!r} is not one of {', '.join(labels)} in state "
                f"({graph.state(nodes[-1])!r}) of {level.name}"
            )
        return moves[labels.index(label)]

    def play(number: int) -> Line:
        return play_out(graph, choose, random.Random(f"{seed} bot {number}"))

    context = (name, level, seconds, "to play")
    return [_in_time(partial(play, number), *context) for number in range(plays)]


def _in_time(
    work: Callable[[], object], name: str, level: Level, seconds: float, purpose: str
) -> Any:
    """Return ``work()``; raise ``InputError`` if it exceeds the time limit."""
    try:
        return interrupting(work, seconds, "")
    except OutOfTime:
        message = f"--bot {name}: it took longer than {seconds:g} seconds {purpose} {level.name}"
        raise InputError(message) from None
