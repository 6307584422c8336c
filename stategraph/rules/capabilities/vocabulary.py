"""The words of questions about a level: its own values, costs and arrivals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle


class NamesWords:
    """A family that adds words to the query language.

    Examples
    --------
    ::

        def words(self, puzzle):
            return {"push": "changes boxes", "free": lambda s, cell: cell not in s.boxes}

        def costs(self, puzzle):
            return {"pushes": "push"}
    """

    def words(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return the words of questions about this puzzle, by name.

        A word is one of

        - a function of a state, written like a rule, that returns a truth value or a number; it
          may take further arguments: cells, numbers or variables, as in ``free(3:4)``.
          `stategraph.rules.Named` names its values;
        - constant `Cells`: ``boxes in goals``;
        - a text in the query language: ``{"push": "changes boxes"}``.
        """
        return {}

    def costs(self, puzzle: Puzzle) -> Mapping[str, str]:
        """Return the cost measures of the puzzle besides ``moves``.

        Each measure maps its name to the kind of moves that cost 1, in the query language:
        ``{"pushes": "changes boxes"}``.
        """
        return {}

    def arrivals(self, puzzle: Puzzle) -> Mapping[str, tuple[str, int]]:
        """Return the required arrivals by name, if the goal is that several pieces arrive.

        Each arrival is a pair: the variable of the piece, and the variable's value at the
        destination.
        """
        return {}
