"""Options of pictures, and checks of what can be drawn."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph.analysis import dead, moves_from_start, moves_to_goal, moves_to_stuck
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures import views
from stategraph.pictures.diagram import GOALS, Diagram
from stategraph.pictures.highlighted_path import HighlightedPath, default_highlight
from stategraph.pictures.layout_choice import LAYOUTS, Tell, silent
from stategraph.pictures.node_boards import Boards, Describe
from stategraph.pictures.themes import THEMES
from stategraph.pictures.view_choice import VIEWS
from stategraph.readable import count
from stategraph.tell.dead_regions import Reasons

if TYPE_CHECKING:
    import networkx as nx

# options of `draw` for every picture, for whole graphs, and for particular views
STYLE_OPTIONS = ("theme", "goal", "layout", "deadline")
WHOLES = (*STYLE_OPTIONS, "colour", "meaning", "title", "force", "way")
VIEW_OPTIONS = {"solution": ("slack",), "around": ("state", "after", "radius")}


@dataclass(frozen=True)
class Options:
    """Options of a picture.

    Attributes
    ----------
    view : one of `VIEWS`, optional
        by default, the number of states selects the view
    describe : callable
        returns the text of a state's tooltip
    boards : callable, optional
        returns the board of a state, which then replaces the state's node
    boards_asked : bool
        True: every view has boards; False: only the views that have boards by default
    beyond : sequence of (state, moves)
        unreachable states with their moves; they are drawn beside the whole graph, in the built-in
        layout
    force : bool
        draw a whole graph of up to 20,000 states, although the picture is unreadable
    tell : callable
        called with messages about omissions and replaced layouts
    theme, goal, layout, deadline
        as for `draw`
    colour : mapping or sequence of float, optional
        numbers of some nodes, or of all nodes. Nodes of single states are coloured on a scale from
        the smallest to the largest number, regardless of their role. A class has the number of its
        first state
    meaning : str
        the meaning of the numbers in `colour`, for the legend of a map
    reasons : callable, optional
        returns lines with the reasons why the states of a region are dead
    way : HighlightedPath, optional
        the highlighted path; by default the first shortest solution, if known
    slack, state, radius : int, optional
        options of some views
    """

    view: str | None = None
    describe: Describe = repr
    title: str = ""
    boards: Boards | None = None
    boards_asked: bool = True
    beyond: Sequence[views.Beyond] = ()
    force: bool = False
    tell: Tell = silent
    theme: str = "light"
    goal: str | None = None
    layout: str | None = None
    deadline: float = 10.0
    colour: Mapping[int, float] | Sequence[float] | None = None
    meaning: str = "number"
    reasons: Reasons | None = None
    way: HighlightedPath | None = None
    slack: int | None = None
    state: int | None = None
    radius: int | None = None

    def of_view(self) -> dict[str, int]:
        """Return the options for particular views that are set."""
        options = dict(slack=self.slack, state=self.state, radius=self.radius)
        return {name: value for name, value in options.items() if value is not None}


DEFAULTS = Options()

# numbers by which states can be coloured, by name; maps use `moves_to_goal` by default
NUMBERS: dict[str, Callable[[ArrayGraph], np.ndarray]] = {
    "moves_to_goal": moves_to_goal,
    "moves_from_start": moves_from_start,
    "moves_to_stuck": moves_to_stuck,
    "moves_out": lambda graph: np.diff(graph.offsets),
    "dead": dead,
}


def numbers(graph: ArrayGraph, name: str) -> dict[int, float]:
    """Return the numbers called `name` in `NUMBERS`, by state.

    States without a number are left out.

    Raises
    ------
    InputError
        if the name is unknown
    """
    if name not in NUMBERS:
        raise InputError(f"colour {name!r} is not one of {', '.join(NUMBERS)}")
    pairs = enumerate(NUMBERS[name](graph).tolist())
    return {node: float(number) for node, number in pairs if number >= 0}


def check_options(part: bool, view: str | None, boards: bool, how: Mapping[str, object]) -> None:
    """Raise ``InputError`` for an option that does not apply to the picture."""
    if part and (view is not None or boards):
        raise InputError("a view and boards need a whole graph, not a part of a graph")
    allowed = STYLE_OPTIONS if part else (*WHOLES, *VIEW_OPTIONS.get(view or "", ()))
    for name in how:
        if name not in allowed:
            subject = "a part of a graph" if part else f"view {view!r}" if view else "a picture"
            raise InputError(f"{subject} takes no {name!r}; it takes {', '.join(allowed)}")
    choices = {"theme": THEMES, "goal": GOALS, "layout": LAYOUTS, "view": VIEWS}
    for name, value in {"view": view, **how}.items():
        if value is not None and name in choices and value not in choices[name]:
            raise InputError(f"{name} {value!r} is not one of {', '.join(choices[name])}")


def colours(graph: ArrayGraph, colour: Any, view: str | None) -> dict[int, float]:
    """Return the numbers of `colour` by node.

    `colour` is a mapping, a pandas Series, a sequence, or a name of `NUMBERS`.
    """
    if isinstance(colour, str):
        colour = numbers(graph, colour)
    pairs = dict(colour.items()) if hasattr(colour, "items") else dict(enumerate(colour))
    if not hasattr(colour, "items") and len(pairs) != len(graph):
        raise InputError(
            f"colour has {count(len(pairs), 'number')} for {count(len(graph), 'state')}"
        )
    if view == "profile":
        raise InputError("a profile shows no single states that could be coloured")
    node_numbers = {}
    for node, value in pairs.items():
        try:
            node_numbers[int(node)] = float(value)
        except (TypeError, ValueError):
            raise InputError(f"colour of state {node!r} is not a number: {value!r}") from None
        graph.check(int(node))
    return node_numbers


def is_part(graph: object) -> bool:
    """Return whether a graph is a networkx view of a state graph."""
    return is_networkx(graph) and isinstance(getattr(graph, "_graph", None), ArrayGraph)


def part_of(graph: nx.MultiDiGraph, describe: Describe) -> Diagram:
    """Return the diagram of a part of a state graph: some states, and all moves between them."""
    whole = graph._graph
    nodes = sorted(graph)
    between = set(whole.edges(nodes, keys=True)) if nodes else set()
    if not nodes or {edge for edge in between if edge[1] in graph} != set(graph.edges(keys=True)):
        raise InputError("a part is drawn that has some states and all moves between them")
    return views.subset(whole, nodes, describe, default_highlight(whole))


def is_networkx(graph: object) -> bool:
    """Return whether an object is a networkx graph, without importing networkx."""
    networkx = sys.modules.get("networkx")
    return networkx is not None and isinstance(graph, networkx.Graph)
