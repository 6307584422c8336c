"""The methods of `Level` and of graphs, which stand in rooms that know nothing of those above them.

Most are functions of the front door, said of an object: ``level.expand()``, ``graph.query(7)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.errors import InputError
from stategraph.face.design import difficulty
from stategraph.face.files import write
from stategraph.face.given import level_of
from stategraph.face.learning import env
from stategraph.face.levels import analyse, ask, expand, solve, where
from stategraph.face.pages import play
from stategraph.face.pictures import board, draw
from stategraph.face.states import query
from stategraph.graph import ArrayGraph
from stategraph.graph.state_graph import StateGraph
from stategraph.levels import Level

if TYPE_CHECKING:
    from pandas import DataFrame

    from stategraph.analysis import Way
    from stategraph.metrics import Analysis
    from stategraph.pictures import Diagram


def _solution(self: ArrayGraph, order: str = "text") -> Way | None:
    """Return the first shortest solution; None where the goal was not reached.

    By symmetry it is one of states: a way through the graph beneath.
    """
    from stategraph.analysis.told import first_told

    return None if self.goal is None else first_told(self, order)


def _metrics(self: ArrayGraph, slow: bool = False) -> Analysis:
    """Return all numbers of the graph."""
    return analyse(self, slow=slow)


def _by(self: ArrayGraph, kind: str) -> StateGraph:
    """Return the graph in other units, as ``--by`` has it; its ``quotient`` is the way back.

    >>> graph = expand("psychopath/first-push").by("walks")
    >>> len(graph), graph.solution().labels
    (9, ('push 2:4 right', 'push 2:5 right', 'walk 2:7'))
    >>> graph.quotient.solution(graph).text
    'RRRDRRU'

    Raises
    ------
    InputError
        where there is no such kind, or this graph cannot be seen so
    """
    from stategraph.analysis.by import by

    return StateGraph.over(by(level_of(self), self, kind))


def _view(self: ArrayGraph, name: str, **asked: Any) -> Diagram:
    """Return a view of the graph: "whole", "solution", "dead-ends", "around", "components", ...

    >>> expand("spacewreck/eight-rooms").view("chapters")
    <Diagram: 8 nodes, 12 arrows>

    Raises
    ------
    InputError
        for a map and a profile, which are no diagrams, and for a view of more states than can be
        drawn
    """
    from stategraph.pictures import asked as may_ask
    from stategraph.pictures import compose

    may_ask.check_asked(False, name, False, {k: v for k, v in asked.items() if k != "force"})
    made = compose(self, name, describe=level_of(self).describe, **asked)
    if made is None:
        raise InputError(f"{name!r} of {len(self):,} states is no diagram: draw(...) draws it")
    return made


def _frame(self: ArrayGraph) -> DataFrame:
    """Return the states as a data frame: a row for each, its variables, distances and role.

    Cells are written ``row:col``. ``InputError`` where pandas is not installed.
    """
    from stategraph.formats.frame import to_frame

    return to_frame(self)


def attach() -> None:
    """Give `Level` and `StateGraph` the functions above as methods; twice is once."""
    level: dict[str, Any] = dict(
        expand=expand,
        solve=solve,
        analyse=analyse,
        difficulty=difficulty,
        board=board,
        play=play,
        env=env,
    )
    graph: dict[str, Any] = dict(
        solution=_solution,
        metrics=_metrics,
        difficulty=difficulty,
        by=_by,
        view=_view,
        query=query,
        ask=ask,
        where=where,
        draw=draw,
        board=board,
        save=write,
        to_frame=_frame,
    )
    graph["networkx"] = property(StateGraph.over)
    for owner, methods in ((Level, level), (ArrayGraph, graph)):
        for name, method in methods.items():
            setattr(owner, name, method)
