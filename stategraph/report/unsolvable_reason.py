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

    state_graph = graph.real
    reason = design.why(level, state_graph)
    if reason is None:
        return None
    nearest = [
        Near(boards.board(state_graph.state(node), "Nearest to winning"), path.labels)
        for node in reason.nearest[:MAX_NEAREST_STATES]
        for path in [analysis.path_to(state_graph, node)]
    ]
    text, distance = sentence(level, reason), nearest_in_words(level, reason)
    adds = reason.kind == "addition"
    return Reason(text, _blamed(level, reason, boards), nearest, distance, adds)


def _blamed(level: Level, reason: Why, boards: Boards) -> Markup | None:
    sets = blamed(level, reason)
    if not sets:
        return None
    description = "What to add" if reason.kind == "addition" else "What to remove"
    return boards.board(level.puzzle.start, description, LARGE, marks=element_marks(sets))


def blamed(level: Level, reason: Why) -> list[list[Element]]:
    """Return the first sets of elements to remove or add, more than the text names."""
    family, puzzle = level.family, level.puzzle
    elements = family.missing(puzzle) if reason.kind == "addition" else family.elements(puzzle)
    elements_by_name = {element.name: element for element in elements}
    return [[elements_by_name[name] for name in names] for names in reason.blame[:FRAMED]]
