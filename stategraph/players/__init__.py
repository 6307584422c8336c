"""Plays: recorded plays and their statistics, simulated players, and bots."""

from stategraph.players.bots import Bot, bot_plays, made_bot
from stategraph.players.exact import win_chance
from stategraph.players.play_files import Play, level_key, read_plays
from stategraph.players.play_statistics import Estimate, Judged, Median, Outcome, Regret, judged
from stategraph.players.replays import Line, Replays, replayed
from stategraph.players.simulation import ABOUT, PLAYERS, PLAYS, Attempts, Player, simulated

__all__ = [
    "ABOUT",
    "PLAYERS",
    "PLAYS",
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
    "judged",
    "level_key",
    "made_bot",
    "read_plays",
    "replayed",
    "simulated",
    "win_chance",
]
