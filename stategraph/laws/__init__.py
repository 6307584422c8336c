"""The laws that puzzles and families must obey, checks of these laws, and replays of moves."""

from stategraph.laws.typed_solutions import Replay, replay, states_along

__all__ = ["Replay", "replay", "states_along"]
