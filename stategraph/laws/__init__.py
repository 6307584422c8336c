"""What a family must keep, and moves played by its rules."""

from stategraph.laws.contract import check_rules
from stategraph.laws.replay import Replay, replay, states_along

__all__ = ["Replay", "check_rules", "replay", "states_along"]
