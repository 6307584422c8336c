"""Families of puzzles: a native format, a set of rules, and bundled levels.

Families are registered in the entry-point group ``stategraph.puzzles``. An author subclasses
`Family` and lists an instance there. Only `name` and `read` are required; the optional parts are
the base classes in `stategraph.rules.capabilities`.

Design tools need four of these parts, which undo `read` and edit puzzles::

    text ── read ──► puzzle ── elements ──► block 3:4, wall 2:5, ...
      ▲                │  ▲                        │
      └──── write ─────┘  └── without, including ──┘
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from stategraph.errors import LevelError
from stategraph.rules.capabilities import (
    DrawsStates,
    EditsPlans,
    ExplainsSolutions,
    GuidesSearches,
    HasElements,
    InventsLevels,
    KnowsStates,
    NamesActors,
    NamesWords,
    OffersSigns,
    PaintsBoards,
    SplitsFiles,
    WritesLevels,
    WritesMoves,
)
from stategraph.rules.capabilities.collections import LevelText
from stategraph.rules.drawing import Drawing
from stategraph.rules.element import Element
from stategraph.rules.puzzle import PlainPuzzle, Puzzle
from stategraph.rules.result_checks import checked
from stategraph.variables import State

# the return types of a family's methods; for lists, also the types of their items
_PROMISES: dict[str, tuple[Any, ...]] = {
    "actor": (str,),
    "arrivals": (Mapping,),
    "boards": (list, LevelText),
    "costs": (Mapping,),
    "draw": (Drawing,),
    "draw_move": (Drawing,),
    "draw_signs": (Drawing,),
    "elements": (list, Element),
    "including": (PlainPuzzle,),
    "labels": (str,),
    "missing": (list, Element),
    "read": (PlainPuzzle,),
    "replacements": (list, Element),
    "settings": (Mapping,),
    "spelled": (str,),
    "text": (str,),
    "walkers": (tuple, str),
    "with_board": (str,),
    "without": (PlainPuzzle,),
    "words": (Mapping,),
    "write": (str,),
}


class Family(
    DrawsStates,
    WritesMoves,
    SplitsFiles,
    OffersSigns,
    PaintsBoards,
    EditsPlans,
    WritesLevels,
    HasElements,
    InventsLevels,
    NamesActors,
    NamesWords,
    GuidesSearches,
    ExplainsSolutions,
    KnowsStates,
    ABC,
):
    """The base class of every family.

    A family needs a `name` and `read`, and has a `text` for its states. The rest is optional: each
    base class of `Family` is a capability, described in its own file.

    Attributes
    ----------
    name : str
        the name in level files
    summary : str
        one line for ``stategraph list``
    options : tuple of str
        keys of a level file that `read` understands besides ``level``
    levels : Path or None
        the folder of bundled level files
    template : Path or None
        the level file that ``stategraph new`` prints: a small level with comments on the rules and
        the format
    """

    name: str = ""
    summary: str = ""
    options: tuple[str, ...] = ()
    levels: Path | None = None
    template: Path | None = None

    def __init_subclass__(cls) -> None:
        """Wrap the author's methods so that their results are checked on each call."""
        for name, kinds in _PROMISES.items():
            if (method := vars(cls).get(name)) is None:
                continue
            if isinstance(method, staticmethod):
                setattr(cls, name, staticmethod(checked(method.__func__, *kinds)))
            elif callable(method):
                setattr(cls, name, checked(method, *kinds))
        if isinstance(cls.heuristics, Mapping) and "heuristics" in vars(cls):
            cls.heuristics = {
                name: checked(method, Callable) for name, method in cls.heuristics.items()
            }

    @abstractmethod
    def read(self, text: str, options: Mapping[str, object]) -> PlainPuzzle:
        """Return the puzzle of `text`, which is in the family's native format.

        Raises
        ------
        LevelError
            with the line of `text`, or the option, that is wrong
        """

    def text(self, puzzle: Puzzle, state: State) -> str:
        """Return `state` as text, or as a board of several lines."""
        return repr(state)


class NoFamily(Family):
    """The family used for a puzzle without a family; it has neither a name nor optional parts."""

    def read(self, text: str, options: Mapping[str, object]) -> PlainPuzzle:
        """Raise ``LevelError``: a puzzle without a family has no format."""
        raise LevelError("a puzzle without a family has no format to read")

    def write(self, puzzle: Puzzle, state: State) -> str:
        """Raise ``LevelError``: a puzzle without a family has no format."""
        raise LevelError("a puzzle without a family has no format to write")


NO_FAMILY = NoFamily()


def editing_family(family: Family, puzzle: Puzzle) -> Family:
    """Return a family set up for editing a puzzle of it, as `OffersSigns.editing` does."""
    edited: Family = family.editing({key: str(v) for key, v in family.settings(puzzle).items()})
    return edited
