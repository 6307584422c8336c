"""What each element of a small level is for: a board with words on it, and lines that tell more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.report.boards import LARGE, drawn_board

if TYPE_CHECKING:
    from markupsafe import Markup

# A level is expanded once for each of its elements, if these are so many states in all at most.
STATES = 4_000


@dataclass(frozen=True)
class Elements:
    """A board on which each element shows what it is for, and the same in words."""

    picture: Markup
    lines: list[str]


def elements(level: Level, graph: ArrayGraph) -> Elements | None:
    """Return what each element is for; None where there is none, or to know it takes long."""
    from stategraph import design
    from stategraph.pictures.plots.weights import weights_drawing
    from stategraph.tell import ablate as tell

    there = level.family.elements(level.puzzle)
    if not there or not graph.complete or len(there) * len(graph) > STATES:
        return None
    found = design.ablate(design.Trials(level.family, level.puzzle, graph=graph))
    drawing = weights_drawing(level.draw(level.puzzle.start), found)
    lines = tell.findings(found)
    label = f"What each element is for: {'; '.join(line.strip() for line in lines)}"
    return Elements(drawn_board(drawing, LARGE, label), lines)
