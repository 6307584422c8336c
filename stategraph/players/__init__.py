"""What players do: recorded plays read and judged, simulated players beside them, and bots."""

from stategraph.players.bots import Bot, bot_plays, made_bot
from stategraph.players.play_statistics import Estimate, Judged, Median, Played, Regret, judged
from stategraph.players.reading import Play, level_key, read_plays
from stategraph.players.replays import Line, Replays, replayed
from stategraph.players.simulation import PLAYERS, simulated

__all__ = [
    "PLAYERS",
    "Bot",
    "Estimate",
    "Judged",
    "Line",
    "Median",
    "Play",
    "Played",
    "Regret",
    "Replays",
    "bot_plays",
    "judged",
    "level_key",
    "made_bot",
    "read_plays",
    "replayed",
    "simulated",
]
