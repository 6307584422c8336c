"""Plays: recorded plays and their statistics, simulated players, and bots."""

from stategraph.players.bots import Bot, bot_plays, make_bot
from stategraph.players.exact_win_chance import win_chance
from stategraph.players.play_statistics import (
    Estimate,
    Judged,
    Median,
    Outcome,
    Regret,
    statistics_of,
)
from stategraph.players.recorded_plays import (
    Line,
    Play,
    Replays,
    level_key,
    read_plays,
    replay_plays,
)
from stategraph.players.simulated_player import (
    ABOUT,
    DEFAULT_PLAYS,
    PLAYERS,
    Attempts,
    Player,
    simulated,
)

__all__ = [
    "ABOUT",
    "PLAYERS",
    "DEFAULT_PLAYS",
    "Attempts",
    "Bot",
    "Estimate",
    "Judged",
    "Line",
    "Median",
    "Play",
    "Outcome",
    "Player",
    "Regret",
    "Replays",
    "bot_plays",
    "statistics_of",
    "level_key",
    "make_bot",
    "read_plays",
    "replay_plays",
    "simulated",
    "win_chance",
]
