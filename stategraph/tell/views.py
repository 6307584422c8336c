"""Explanations that a report prints beside its pictures."""

from __future__ import annotations

_NODES = (
    "Every state is a node and every move an arrow; the farther right, the more moves from the "
    "start. The green house is the start, the red double circle the goal, thick orange arrows "
    "the shortest solution. Grey states are dead, and dashed red arrows lead into them."
)

_POINTS = (
    "Every point is a {noun}. Distances between points are close to distances in moves, so that "
    "rings, arms and bottlenecks of play show. The colours show the number of moves to the goal. "
    "Crosses are dead, and dashed red lines lead there. The house is the start, the double circle "
    "the goal, and the thick orange line the shortest solution."
)

# For each view: heading, explanation, and the parts that the picture omits. *seen* shows all states
# that a stopped expansion has seen. *classes* is the map of a graph that is too large for a map of
# single states. *hopeless* is the profile of a graph without a goal.
VIEWS = {
    "whole": ("The whole state graph", _NODES, "Nothing is left out."),
    "seen": ("The state graph as far as seen", _NODES, ""),
    "map": (
        "The map",
        _POINTS.format(noun="state"),
        "The labels of moves are left out.",
    ),
    "classes": (
        "The map",
        _POINTS.format(noun="class of states that walks connect in both directions"),
        "The steps of a walk are left out.",
    ),
    "profile": (
        "The profile",
        "Above, each cell holds the states at one distance from the start (across) and from the "
        "goal (up); the colours beside it show their number. Best play runs down the dashed line. "
        "Below are the numbers of states at each distance: living, dead and stuck ones.",
        "Single states and their moves are left out.",
    ),
    "hopeless": (
        "The profile",
        "The numbers of states at each distance from the start, with the dead and the stuck ones. "
        "The field above stays empty, because no state is known to reach the goal.",
        "Single states and their moves are left out.",
    ),
    "solution": (
        "The solution view",
        "All shortest solutions at once, from the green house, the start, to the red double "
        "circle, the goal; the thick orange arrows are the solution shown above, and dashed red "
        "arrows the traps beside them.",
        "Every other state is left out.",
    ),
    "dead-ends": (
        "The dead-end view",
        "The states with a trap move, the dashed red trap moves, and in grey the dead states "
        "behind them.",
        "All other states are grouped or left out.",
    ),
    "chapters": (
        "The chapters",
        "The gates are the states that every solution passes; between two of them lies a chapter, "
        "and beside each are its dead states.",
        "The states of a large chapter are grouped.",
    ),
    "components": (
        "The phases of play",
        "Each box is a group of states that can all reach each other; an arrow leads to a box from "
        "which play cannot return.",
        "The moves inside a box are left out.",
    ),
}

UNSEEN = "States that the search did not reach before it stopped are missing."
