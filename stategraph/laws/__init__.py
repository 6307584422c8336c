"""What a family must keep (`stategraph.laws.contract`), and moves played by its rules."""

from stategraph.laws.replaying import Replay, replay, states_along

__all__ = ["Replay", "replay", "states_along"]
