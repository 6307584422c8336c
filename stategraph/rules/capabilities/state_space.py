"""Facts about all states of a level that cannot be derived from its rules alone."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING

from stategraph.variables import State

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle


class KnowsStates:
    """A family that knows facts about all states of a level.

    Examples
    --------
    A level whose tiles can be turned without a change of play::

        def renamings(self, puzzle):
            yield "quarter turn", {"tile": (1, 2, 3, 0)}
    """

    def visible(self, puzzle: Puzzle, state: State) -> Hashable:
        """Return the visible part of a state: states with equal visible parts play alike.

        The visible part excludes hidden counters. If a run repeats a visible part, it is recognised
        as endless.
        """
        return state

    def renamings(self, puzzle: Puzzle) -> Iterable[tuple[str, Mapping[str, tuple[int, ...]]]]:
        """Return possible symmetries besides turns of the board and swaps of variables.

        Each symmetry is a name together with a table for each renamed variable. The table maps each
        old value to its new value. The caller tests whether they are symmetries. The default is
        empty.
        """
        return ()

    def every_state(self, puzzle: Puzzle) -> Iterable[State] | None:
        """Return each state that the rules distinguish, reachable or not; None if unknown.

        One won state is enough.
        """
        return None

    def goalless(self, puzzle: Puzzle) -> str:
        """Return the reason if no state of the puzzle can be a goal; else an empty text."""
        return ""
