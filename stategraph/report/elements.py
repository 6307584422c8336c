"""The purpose of each element of a small level, as words on a board and as lines of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.report.page_boards import LARGE, drawn_board

if TYPE_CHECKING:
    from markupsafe import Markup

# maximum product of the number of elements and the number of states; each element needs an
# expansion
MAX_EXPANDED_STATES = 4_000


@dataclass(frozen=True)
class Elements:
    """The purpose of each element: a board with words, and lines of text."""

    picture: Markup
    lines: list[str]


def elements(level: Level, graph: ArrayGraph) -> Elements | None:
    """Return the purposes of elements, or None if there are none or the level is too large."""
    from stategraph import design
    from stategraph.pictures.plots.weights import weights_drawing
    from stategraph.tell import ablate as tell

    all_elements = level.family.elements(level.puzzle)
    if (
        not all_elements
        or not graph.complete
        or len(all_elements) * len(graph) > MAX_EXPANDED_STATES
    ):
        return None
    ablation = design.ablate(design.Trials(level.family, level.puzzle, graph=graph))
    drawing = level.rimmed(weights_drawing(level.draw(level.puzzle.start), ablation))
    lines = tell.findings(ablation)
    label = f"What each element is for: {'; '.join(line.strip() for line in lines)}"
    return Elements(drawn_board(drawing, LARGE, label), lines)
