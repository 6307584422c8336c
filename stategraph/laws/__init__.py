"""What a family must keep, and moves played by its rules."""

from stategraph.laws.contract import check_contract
from stategraph.laws.replay import Replay, replay

__all__ = ["Replay", "check_contract", "replay"]
