"""Expand a puzzle into its complete state graph and analyse it.

>>> import stategraph as sg
>>> level = sg.load("spacewreck/eight-rooms")
>>> graph = level.expand()
>>> graph
<StateGraph: 9 states, 14 moves, goal 6, complete>
>>> graph.solution().text, sg.analyse(graph).trap_moves
('R3L5L8', 1)

``dir(stategraph)`` lists all public names. Each one is imported on its first use.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stategraph.engines.limits import Limits
    from stategraph.errors import (
        InputError,
        LevelError,
        MovesError,
        OutputError,
        RuleError,
        StategraphError,
        TraceError,
    )
    from stategraph.face import (
        ablate,
        analyse,
        ask,
        board,
        check,
        compare,
        dead_states,
        difficulty,
        draw,
        env,
        expand,
        explain_solution,
        first_solution,
        hardest,
        measure,
        play,
        query,
        read,
        replay,
        report,
        solve,
        where,
        write,
    )
    from stategraph.graph.state_graph import StateGraph
    from stategraph.level_files import Level
    from stategraph.load import levels, load, load_all, parse
    from stategraph.metrics import METRICS

__all__ = [
    "METRICS",
    "InputError",
    "Level",
    "LevelError",
    "Limits",
    "MovesError",
    "OutputError",
    "RuleError",
    "StateGraph",
    "StategraphError",
    "TraceError",
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

# The modules of the public names that `stategraph.face` does not export.
_HOME = {
    "METRICS": "metrics",
    "Limits": "engines.limits",
    **dict.fromkeys((name for name in __all__ if name.endswith("Error")), "errors"),
}


if not TYPE_CHECKING:  # a type checker that saw this function would accept any name

    def __getattr__(name: str) -> Any:
        """Import a name on first use, as importing networkx alone would make ``--help`` slow."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOME.get(name, 'face')}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


class _Face(ModuleType):
    """A package whose public functions hide modules of the same name, such as ``expand``."""

    def __setattr__(self, name: str, value: object) -> None:
        # after importing a submodule, Python sets it as an attribute of its package
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face


if "IPython" in sys.modules:  # a notebook shows state graphs, solutions and levels as pictures
    from stategraph.notebook import attach

    attach()
