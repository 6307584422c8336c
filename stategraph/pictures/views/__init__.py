"""Views: small diagrams of large graphs, each for one purpose.

============  =====================================================================
whole         every state and every move
solution      the corridor, the DAG of all shortest solutions, and the traps
dead-ends     the trap moves and the dead regions after them
around        the neighbourhood of one state
components    the phases: the condensation into strongly connected components
chapters      the gates, dominators of the goal, and the segments between them
subset        the states that the caller chose
classes       the classes of a quotient by variables
============  =====================================================================

Except for the whole graph, the views keep the number of nodes readable, at most a few hundred. A
view starts with the smallest parts and shows them state by state as long as they fit. Other parts
are packs, which are single nodes with a number of states.
"""

from stategraph.pictures.views.beyond import Beyond, never_reached, with_beyond
from stategraph.pictures.views.chapter_view import chapters
from stategraph.pictures.views.class_view import classes
from stategraph.pictures.views.component_view import components
from stategraph.pictures.views.dead_end_view import dead_ends
from stategraph.pictures.views.neighbourhood import around
from stategraph.pictures.views.selection import subset
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
    "subset",
    "whole",
    "with_beyond",
]
