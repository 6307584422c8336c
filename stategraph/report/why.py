"""Why a level cannot be won: a board that frames what would have to go; how far play gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.pictures.marks import element_marks
from stategraph.report.boards import LARGE, Boards
from stategraph.tell.why import nearest_in_words, sentence

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.design import Why
    from stategraph.rules import Element

# So many of the states that are nearest to winning are shown.
MOST = 3

# So many sets of elements are framed.
FRAMED = 24


@dataclass(frozen=True)
class Near:
    """A state that is nearest to winning, and the moves that lead there."""

    board: Markup
    way: tuple[str, ...]


@dataclass(frozen=True)
class Told:
    """Why a level cannot be won.

    Attributes
    ----------
    text : str
        in one sentence
    board : Markup or None
        the start with the elements framed that would have to go, or to come
    nearest : list of Near
    distance : str
        how near these are; empty where that is not known
    adds : bool
        whether elements would have to come, and not to go
    """

    text: str
    board: Markup | None
    nearest: list[Near]
    distance: str
    adds: bool


def why(level: Level, graph: ArrayGraph, boards: Boards) -> Told | None:
    """Return why a level cannot be won; None where it can, or that is not known."""
    from stategraph import design

    beneath = graph.real
    found = design.why(level, beneath)
    if found is None:
        return None
    near = [
        Near(boards.board(beneath.state(node), "Nearest to winning"), way.labels)
        for node in found.nearest[:MOST]
        for way in [analysis.way_to(beneath, node)]
    ]
    text, distance = sentence(level, found), nearest_in_words(level, found)
    adds = found.kind == "addition"
    return Told(text, _blamed(level, found, boards), near, distance, adds)


def _blamed(level: Level, found: Why, boards: Boards) -> Markup | None:
    sets = blamed(level, found)
    if not sets:
        return None
    about = "What would have to come" if found.kind == "addition" else "What would have to go"
    return boards.board(level.puzzle.start, about, LARGE, marks=element_marks(sets))


def blamed(level: Level, found: Why) -> list[list[Element]]:
    """Return the first sets of elements that are blamed, more of them than are named in words."""
    family, puzzle = level.family, level.puzzle
    known = family.missing(puzzle) if found.kind == "addition" else family.elements(puzzle)
    named = {element.name: element for element in known}
    return [[named[name] for name in names] for names in found.blame[:FRAMED]]
