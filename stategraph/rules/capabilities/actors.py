"""The actors of moves: the pieces that players move, and an actor that never stops."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from stategraph.variables import One

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle


class NamesActors:
    """A family that names the actor of each move.

    Attributes
    ----------
    actor : callable or None
        ``actor(label)`` returns the actor of a move with that label
    runner : str or None
        the actor that never stops, while the others cannot move forever

    Examples
    --------
    Labels such as ``A+`` begin with the name of a car::

        actor = staticmethod(lambda label: label[0])
    """

    actor: Callable[[str], str] | None = None
    runner: str | None = None

    def runs(self, label: str) -> bool:
        """Return whether moves with this label are made by the actor that never stops."""
        return self.actor is not None and self.actor(label) == self.runner

    def runner_among(self, labels: Iterable[str]) -> str:
        """Return the name of the actor that never stops, in a puzzle with these labels.

        The name is a plural if several actors move at once, and empty if no actor never stops.
        """
        runners = (self.actor(label) for label in labels if self.actor and self.runs(label))
        return next(runners, self.runner or "")

    def walkers(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the variables of the pieces that a player moves.

        By default, these are all variables that hold a single cell of a board.
        """
        kinds = {} if puzzle.variables is None else puzzle.variables.kinds
        return tuple(name for name, kind in kinds.items() if type(kind) is One and kind.board)
