"""The front door: what ``import stategraph`` offers, each a thin line over the room that does it.

A level may be given as a `Level`, by any name that `load` takes, as a puzzle, or as the graph of
one::

    load ──► expand ──► solve, analyse, query, draw, write, ...      free functions
             │
    level.expand()  graph.solution()  graph.view("dead-ends")        the same as methods

Whoever opens the door gives ``Level`` and ``StateGraph`` their methods.
"""

from stategraph.face.design import ablate, check, compare, difficulty, hardest
from stategraph.face.files import read, write
from stategraph.face.learning import env
from stategraph.face.levels import (
    analyse,
    ask,
    expand,
    first_solution,
    measure,
    replay,
    solve,
    where,
)
from stategraph.face.methods import attach
from stategraph.face.pages import play, report
from stategraph.face.pictures import board, draw
from stategraph.face.states import dead_states, query
from stategraph.graph.state_graph import StateGraph
from stategraph.levels import Level
from stategraph.load import load

__all__ = [
    "Level",
    "StateGraph",
    "ablate",
    "analyse",
    "ask",
    "board",
    "check",
    "compare",
    "dead_states",
    "difficulty",
    "draw",
    "env",
    "expand",
    "first_solution",
    "hardest",
    "load",
    "measure",
    "play",
    "query",
    "read",
    "replay",
    "report",
    "solve",
    "where",
    "write",
]

attach()
