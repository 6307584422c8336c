"""How pictures are read: what a report says beside them."""

from __future__ import annotations

_NODES = (
    "Every state is a node and every move an arrow; the farther right, the more moves from the "
    "start. The green house is the start, the red double circle the goal, thick orange arrows "
    "the shortest solution. Grey states are dead, and dashed red arrows lead into them."
)

_POINTS = (
    "Every point is a {noun}, and stands about as far from the others as there are moves between "
    "them, so that rings, arms and bottlenecks of play show. The colours tell how many moves are "
    "left to the goal; crosses are dead, and dashed red lines lead there. The house is the start, "
    "the double circle the goal, the thick orange line the shortest solution."
)

# By the names of views: the heading, how the picture is read, and what it leaves out. *seen* is
# the whole graph of a search that was stopped, *classes* the map of a graph too large for one of
# its states, *hopeless* the profile without a goal.
VIEWS = {
    "whole": ("The whole state graph", _NODES, "Nothing is left out."),
    "seen": ("The state graph as far as seen", _NODES, ""),
    "map": (
        "The map",
        _POINTS.format(noun="state"),
        "What the moves are is left out.",
    ),
    "classes": (
        "The map",
        _POINTS.format(noun="class of states among which a walk leads to and fro"),
        "The steps of a walk are left out.",
    ),
    "profile": (
        "The profile",
        "Above, each cell holds the states at one distance from the start (across) and from the "
        "goal (up); the colours beside it tell how many. Best play runs down the dashed line. "
        "Below, how many states of each distance can still win, are dead, or are stuck.",
        "Single states and their moves are left out.",
    ),
    "hopeless": (
        "The profile",
        "How many states lie at each distance from the start, and whether they are dead or stuck. "
        "The field above stays empty, for no state is known to reach the goal.",
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
        "Where play goes wrong: the states in which a trap lies open, the dashed red trap moves, "
        "and in grey what lies behind them.",
        "What has no part in it is put together or left out.",
    ),
    "chapters": (
        "The chapters",
        "The gates are the states that every solution passes; between two of them lies a chapter, "
        "and beside each stands what is lost there.",
        "The states of a large chapter are put together.",
    ),
    "components": (
        "The phases of play",
        "Each box is a group of states between which play can go to and fro; an arrow leads where "
        "there is no way back.",
        "How the states of a box hang together is left out.",
    ),
}

UNSEEN = "What the search had not reached when it stopped is missing."
