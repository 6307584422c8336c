"""The reason why a level cannot be won, with boards of framed elements and of nearest states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.pictures.board_frames import element_marks
from stategraph.report.page_boards import LARGE, Boards
from stategraph.tell.unsolvable_reason import nearest_in_words, sentence

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.design import Why
    from stategraph.rules import Element

# maximum number of states nearest to winning
MAX_NEAREST_STATES = 3

# The verb in the caption of the framed elements, by the kind of the reason.
VERBS = {"removal": "remove", "addition": "add", "replacement": "replace"}

# maximum number of framed sets of elements
MAX_FRAMED_SETS = 24


@dataclass(frozen=True)
class Near:
    """One of the states nearest to winning: its board, and the moves that lead to it."""

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
        the start, with frames around the elements to remove, to add or to replace
    nearest : list of Near
    distance : str
        text with the estimated distance of the nearest states; empty if unknown
    verb : str
        what to do with the framed elements: one of `VERBS`, or empty
    """

    text: str
    board: Markup | None
    nearest: list[Near]
    distance: str
    verb: str


def why(level: Level, graph: ArrayGraph, boards: Boards) -> Reason | None:
    """Return why a level cannot be won, or None if it can be won or the answer is unknown."""
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
    verb = VERBS.get(reason.kind, "")
    return Reason(text, _blamed(level, reason, boards), nearest, distance, verb)


def _blamed(level: Level, reason: Why, boards: Boards) -> Markup | None:
    sets = blamed(level, reason)
    if not sets:
        return None
    description = f"What to {VERBS[reason.kind]}"
    return boards.board(level.puzzle.start, description, LARGE, marks=element_marks(sets))


def blamed(level: Level, reason: Why) -> list[list[Element]]:
    """Return the first `MAX_FRAMED_SETS` sets of elements to remove, add or replace."""
    from stategraph.design.obstacles import changeable

    if not reason.blame:
        return []
    elements = changeable(level.family, level.puzzle, reason.kind)
    elements_by_name = {element.name: element for element in elements}
    return [[elements_by_name[name] for name in names] for names in reason.blame[:MAX_FRAMED_SETS]]
