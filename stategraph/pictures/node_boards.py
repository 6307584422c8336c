"""Boards that stand for nodes: of which states, and of how many at most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.drawing import Tell, silent
from stategraph.rules.drawing import Drawing

# Up to so many boards can stand for nodes, of so many shapes in all, and the views in which they do
# unasked: those that show a few states, each for a reason.
BOARDS, SHAPES, BOARDED = 60, 15_000, ("solution", "dead-ends")

Boards = Callable[[Any], Drawing]


def boards_of(
    graph: ArrayGraph, diagram: Diagram, boards: Boards, tell: Tell
) -> dict[int, Drawing]:
    """Return the board of each state that stands alone or as an example, unless too many do."""
    shown = [node.shown for node in diagram.nodes if node.shown >= 0]
    if len(shown) > BOARDS:
        tell(f"boards are drawn for up to {BOARDS} states, not for {len(shown):,}")
        return {}
    if shown and len(boards(graph.state(shown[0])).shapes) * len(shown) > SHAPES:
        tell(f"{len(shown):,} boards of so many shapes are too many to draw")
        return {}
    return {state: boards(graph.state(state)) for state in shown}


def boards_unasked(graph: ArrayGraph, diagram: Diagram, boards: Boards) -> dict[int, Drawing]:
    """Return the boards of all states that are shown; of too many, of the marked ones."""
    marked = replace(diagram, nodes=[node for node in diagram.nodes if node.marked])
    return boards_of(graph, diagram, boards, silent) or boards_of(graph, marked, boards, silent)
