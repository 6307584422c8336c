"""Boards in place of nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.layout_choice import Tell, silent
from stategraph.rules.drawing import Drawing
from stategraph.variables import State

# maximum number of boards in a diagram; maximum number of shapes of all boards; views that draw
# boards by default
BOARDS, SHAPES, BOARDED = 60, 15_000, ("solution", "dead-ends")

# the text and the drawing of a state
Describe = Callable[[State], str]
Boards = Callable[[State], Drawing]


def boards_of(
    graph: ArrayGraph, diagram: Diagram, boards: Boards, tell: Tell
) -> dict[int, Drawing]:
    """Return the board of each state that a node can show, or {} if they are too many."""
    states = [node.shown for node in diagram.nodes if node.shown >= 0]
    if len(states) > BOARDS:
        tell(f"boards are drawn for up to {BOARDS} states, not for {len(states):,}")
        return {}
    if states and len(boards(graph.state(states[0])).shapes) * len(states) > SHAPES:
        tell(f"{len(states):,} boards with this number of shapes are too many to draw")
        return {}
    return {state: boards(graph.state(state)) for state in states}


def boards_unasked(graph: ArrayGraph, diagram: Diagram, boards: Boards) -> dict[int, Drawing]:
    """Return the boards of all states shown, or only of those on the highlighted path.

    The highlighted path alone has boards if all of them would be too many.
    """
    marked = replace(diagram, nodes=[node for node in diagram.nodes if node.marked])
    return boards_of(graph, diagram, boards, silent) or boards_of(graph, marked, boards, silent)
