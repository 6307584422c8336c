"""What players do: recorded plays read and judged, and players that are simulated beside them."""

from stategraph.players.judged import Estimate, Judged, Median, Played, judged
from stategraph.players.reading import Play, level_key, read_plays
from stategraph.players.replayed import Line, Replays, replayed
from stategraph.players.simulated import PLAYERS, simulated

__all__ = [
    "PLAYERS",
    "Estimate",
    "Judged",
    "Line",
    "Median",
    "Play",
    "Played",
    "Replays",
    "judged",
    "level_key",
    "read_plays",
    "replayed",
    "simulated",
]
