"""The reason why a level cannot be won: a board with framed elements, and the nearest states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.pictures.frames import element_marks
from stategraph.report.page_boards import LARGE, Boards
from stategraph.tell.unsolvable_reason import nearest_in_words, sentence

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.design import Why
    from stategraph.rules import Element

# maximum number of states nearest to winning
MAX_NEAREST_STATES = 3

# maximum number of framed sets of elements
FRAMED = 24


@dataclass(frozen=True)
class Near:
    """A state nearest to winning, and the moves before it."""

    board: Markup
    way: tuple[str, ...]


@dataclass(frozen=True)
class Reason:
    """The reason why a level cannot be won.

    Attributes
    ----------
    text : str
        the reason in one sentence
    board : Markup or None
        the start, with frames around the elements to remove or to add
    nearest : list of Near
    distance : str
        their estimated distance; empty if unknown
    adds : bool
        whether elements must be added, not removed
    """

    text: str
    board: Markup | None
    nearest: list[Near]
    distance: str
    adds: bool


def why(level: Level, graph: ArrayGraph, boards: Boards) -> Reason | None:
    """Return why a level cannot be won; None if it can, or if that is unknown."""
    from stategraph import design

    beneath = graph.real
    found = design.why(level, beneath)
    if found is None:
        return None
    near = [
        Near(boards.board(beneath.state(node), "Nearest to winning"), way.labels)
        for node in found.nearest[:MAX_NEAREST_STATES]
        for way in [analysis.way_to(beneath, node)]
    ]
    text, distance = sentence(level, found), nearest_in_words(level, found)
    adds = found.kind == "addition"
    return Reason(text, _blamed(level, found, boards), near, distance, adds)


def _blamed(level: Level, found: Why, boards: Boards) -> Markup | None:
    sets = blamed(level, found)
    if not sets:
        return None
    about = "What to add" if found.kind == "addition" else "What to remove"
    return boards.board(level.puzzle.start, about, LARGE, marks=element_marks(sets))


def blamed(level: Level, found: Why) -> list[list[Element]]:
    """Return the first sets of elements to remove or add, more than the text names."""
    family, puzzle = level.family, level.puzzle
    known = family.missing(puzzle) if found.kind == "addition" else family.elements(puzzle)
    named = {element.name: element for element in known}
    return [[named[name] for name in names] for names in found.blame[:FRAMED]]
