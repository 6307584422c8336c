"""A family of puzzles: one native format, one set of rules, some bundled levels.

A family is found through the entry-point group ``stategraph.puzzles``; its author subclasses
`Family` and lists an instance there. Only `name` and `read` are needed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from stategraph.rules.drawing import Drawing, text_drawing
from stategraph.rules.puzzle import PlainPuzzle

__all__ = ["Family"]


class Family(ABC):
    """The base of every family.

    Attributes
    ----------
    name : str
        as level files spell it
    summary : str
        one line for ``stategraph list``
    options : tuple of str
        keys of a level file that `read` understands beside ``level``
    levels : Path or None
        the folder of bundled level files
    actor : callable or None
        ``actor(label)`` is who makes a move of that label
    runner : str or None
        the actor who never stops, while the others may not move for ever
    heuristics : mapping of str to callable
        ``heuristics[name](puzzle)`` gives a function of a state that guesses how many moves are
        left: an int of at least 0, and 0 for a state that wins. The first is used where none is
        named
    """

    name: str = ""
    summary: str = ""
    options: tuple[str, ...] = ()
    levels: Path | None = None

    # Optional, and used only where present.
    actor: Callable[[str], str] | None = None
    runner: str | None = None
    heuristics: Mapping[str, Callable[[Any], Callable[[Any], int]]] = {}

    def visible(self, puzzle: Any, state: Any) -> Any:
        """Return what a spectator can tell of a state: when two look alike, play does too.

        By this, and not by hidden counters, is told when an endless run begins to repeat itself.
        """
        return state

    def runs(self, label: str) -> bool:
        """Return whether the actor who never stops makes a move of that label."""
        return self.actor is not None and self.actor(label) == self.runner

    @abstractmethod
    def read(self, text: str, options: Mapping[str, Any]) -> PlainPuzzle:
        """Return the puzzle that `text`, in the family's native format, describes.

        Raises
        ------
        LevelError
            with the line of `text`, or the option, that is wrong.
        """

    def text(self, puzzle: Any, state: Any) -> str:
        """Return `state` in words, or as a board of several lines."""
        return repr(state)

    def draw(self, puzzle: Any, state: Any) -> Drawing:
        """Return `state` as a picture; here, where a family has none of its own, its text."""
        return text_drawing(self.text(puzzle, state))
