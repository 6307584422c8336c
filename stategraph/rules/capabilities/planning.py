"""Levels that are plans: spots and links, which an editor moves and joins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.errors import LevelError
from stategraph.rules.floor_plans import FloorPlan
from stategraph.rules.puzzle import PlainPuzzle

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle


class EditsPlans:
    """A family whose levels are plans of spots and links.

    Examples
    --------
    ::

        def plan(self, puzzle):
            return FloorPlan(spots, links)  # rooms and corridors, where `draw` has them

        def replan(self, puzzle, plan):
            return ship([spot.name for spot in plan.spots], plan.links)
    """

    name: str

    def plan(self, puzzle: Puzzle) -> FloorPlan | None:
        """Return the puzzle as spots and links on its drawing; None if levels are not plans."""
        return None

    def replan(self, puzzle: Puzzle, plan: FloorPlan) -> PlainPuzzle:
        """Return the puzzle of an edited plan, which was derived from `puzzle`.

        Raises
        ------
        LevelError
            if the plan is not a valid level, with the reason
        """
        raise LevelError(f"levels of {self.name} are not plans")
