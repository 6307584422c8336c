"""Laws of puzzles and families (`stategraph.laws.contract`); replays of moves."""

from stategraph.laws.replaying import Replay, replay, states_along

__all__ = ["Replay", "replay", "states_along"]
