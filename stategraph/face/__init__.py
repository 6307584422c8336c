"""The public functions of ``import stategraph``, each a thin call into another package.

A level argument is a `Level`, a name that `load` accepts, a puzzle, or the graph of a level::

    load ──► expand ──► solve, analyse, query, draw, write, ...      free functions
             │
    level.expand()  graph.solution()  graph.view("dead-ends")        the same as methods

The methods of ``Level`` and ``StateGraph`` import these functions when they are called.
"""

from stategraph.engines.limits import Limits
from stategraph.face import graphs
from stategraph.face.design import ablate, check, compare, difficulty, explain_solution, hardest
from stategraph.face.files import read, write
from stategraph.face.learning import env
from stategraph.face.pages import play, report
from stategraph.face.pictures import board, draw
from stategraph.face.states import dead_states, query
from stategraph.face.whole_level import (
    analyse,
    ask,
    expand,
    first_solution,
    measure,
    replay,
    solve,
    where,
)
from stategraph.graph.state_graph import StateGraph
from stategraph.level_files import Level
from stategraph.load import levels, load, load_all, parse

__all__ = [
    "Level",
    "Limits",
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
    "explain_solution",
    "first_solution",
    "graphs",
    "hardest",
    "levels",
    "load",
    "load_all",
    "measure",
    "parse",
    "play",
    "query",
    "read",
    "replay",
    "report",
    "solve",
    "where",
    "write",
]
