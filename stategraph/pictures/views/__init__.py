"""Views: small diagrams of large graphs, each an answer to one question.

============  =====================================================================
whole         every state and every move
solution      the corridor, the DAG of all shortest solutions, and the traps
dead-ends     where play goes wrong: trap moves and the dead regions behind them
around        the neighbourhood of one state
components    the phases: the condensation into strongly connected components
chapters      the gates, dominators of the goal, and the segments between them
some          the states that the caller chose
classes       of a quotient by variables: classes of states that agree in them
============  =====================================================================

A view never shows more than some hundred nodes. What is too much becomes a pack: the smallest
parts are shown state by state as far as they fit, the others as one node with their number.
"""

from stategraph.pictures.views.beyond import Beyond, never_reached, with_beyond
from stategraph.pictures.views.chapter_view import chapters
from stategraph.pictures.views.class_view import classes
from stategraph.pictures.views.component_view import components
from stategraph.pictures.views.dead_end_view import dead_ends
from stategraph.pictures.views.neighbourhood import around
from stategraph.pictures.views.selection import some
from stategraph.pictures.views.solution_view import solution
from stategraph.pictures.views.whole_graph import whole

__all__ = [
    "Beyond",
    "around",
    "chapters",
    "classes",
    "components",
    "dead_ends",
    "never_reached",
    "solution",
    "some",
    "whole",
    "with_beyond",
]
