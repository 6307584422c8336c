"""What may be asked of a picture, and what it is asked of: a state graph, or a part of one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from stategraph.analysis import dead, moves_from_start, moves_to_goal, moves_to_stuck
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures import views
from stategraph.pictures.choice import VIEWS
from stategraph.pictures.diagram import GOALS, Diagram
from stategraph.pictures.drawing import LAYOUTS
from stategraph.pictures.drawn_way import first_drawn
from stategraph.pictures.themes import THEMES

# What `draw` takes besides: of every picture, of whole graphs, of single views.
LOOKS = ("theme", "goal", "layout", "deadline")
WHOLES = (*LOOKS, "colour", "meaning", "title", "force", "way")
ASKED = {"solution": ("slack",), "around": ("state", "after", "radius")}


# What states can be coloured by, by name: the moves to the goal are the map's own colours.
NUMBERS: dict[str, Callable[[ArrayGraph], np.ndarray]] = {
    "moves_to_goal": moves_to_goal,
    "moves_from_start": moves_from_start,
    "moves_to_stuck": moves_to_stuck,
    "moves_out": lambda graph: np.diff(graph.offsets),
    "dead": dead,
}


def numbers(graph: ArrayGraph, name: str) -> dict[int, float]:
    """Return the numbers that a name of `NUMBERS` stands for, of the states that have one.

    Raises
    ------
    InputError
        when there is no such name
    """
    if name not in NUMBERS:
        raise InputError(f"colour {name!r} is none of {', '.join(NUMBERS)}")
    found = enumerate(NUMBERS[name](graph).tolist())
    return {node: float(number) for node, number in found if number >= 0}


def check_asked(part: bool, view: str | None, boards: bool, how: Mapping[str, Any]) -> None:
    """Complain where a picture is asked for something that it has not."""
    if part and (view is not None or boards):
        raise InputError("a view and boards are of a whole graph, not of a part of a graph")
    known = LOOKS if part else (*WHOLES, *ASKED.get(view or "", ()))
    for name in how:
        if name not in known:
            what = "a part of a graph" if part else f"view {view!r}" if view else "a picture"
            raise InputError(f"{what} takes no {name!r}; it takes {', '.join(known)}")
    choices = {"theme": THEMES, "goal": GOALS, "layout": LAYOUTS, "view": VIEWS}
    for name, value in {"view": view, **how}.items():
        if value is not None and name in choices and value not in choices[name]:
            raise InputError(f"{name} {value!r} is none of {', '.join(choices[name])}")


def colours(graph: ArrayGraph, given: Any, view: str | None) -> dict[int, float]:
    """Return the number of each node that has one.

    `given` is a mapping, a pandas Series, a sequence, or a name of `NUMBERS`.
    """
    if isinstance(given, str):
        given = numbers(graph, given)
    pairs = dict(given.items()) if hasattr(given, "items") else dict(enumerate(given))
    if not hasattr(given, "items") and len(pairs) != len(graph):
        raise InputError(f"colour has {len(pairs):,} numbers for {len(graph):,} states")
    if view == "profile":
        raise InputError("a profile shows no single states that could be coloured")
    found = {}
    for node, value in pairs.items():
        try:
            found[int(node)] = float(value)
        except (TypeError, ValueError):
            raise InputError(f"colour of state {node!r} is no number: {value!r}") from None
        graph.check(int(node))
    return found


def is_part(graph: Any) -> bool:
    """Return whether a graph is one that networkx made as a view on a state graph."""
    return is_networkx(graph) and isinstance(getattr(graph, "_graph", None), ArrayGraph)


def part_of(graph: Any, describe: Callable[[Any], str]) -> Diagram:
    """Return the diagram of a part of a state graph: some states, and all moves between them."""
    whole = graph._graph
    nodes = sorted(graph)
    between = set(whole.edges(nodes, keys=True)) if nodes else set()
    if not nodes or {edge for edge in between if edge[1] in graph} != set(graph.edges(keys=True)):
        raise InputError("a part is drawn that has some states and all moves between them")
    return views.some(whole, nodes, describe, first_drawn(whole))


def is_networkx(given: Any) -> bool:
    """Return whether something is a networkx graph; whoever has one has imported networkx."""
    networkx = sys.modules.get("networkx")
    return networkx is not None and isinstance(given, networkx.Graph)
