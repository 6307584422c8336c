"""Expand a puzzle into its state graph, whole, and ask it everything.

>>> import stategraph as sg
>>> level = sg.load("spacewreck/eight-rooms")
>>> graph = level.expand()
>>> graph
<StateGraph: 9 states, 14 moves, goal 6, complete>
>>> graph.solution().text, sg.analyse(graph).trap_moves
('R3L5L8', 1)

Everything public is in ``dir(stategraph)``, and imported only when it is asked for.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from stategraph.levels import Level
    from stategraph.load import load
    from stategraph.metrics import METRICS

__all__ = [
    "METRICS",
    "InputError",
    "Level",
    "LevelError",
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

# Where the names are that need not come through `stategraph.face`, which gives `Level` and
# `StateGraph` their methods.
_HOME = {
    "METRICS": "metrics",
    **dict.fromkeys((name for name in __all__ if name.endswith("Error")), "errors"),
}


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: networkx alone takes longer than ``--help`` may."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME.get(name, 'face')}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


# The classes to which the front door gives methods, by the part that defines them.
_METHODS_FOR = {"graph": "ArrayGraph", "levels": "Level"}


def _late(thing: Any, name: str) -> Any:
    """Look a method up of an object that was met without the front door: in a pickle, say."""
    if not name.startswith("_") and f"{__name__}.face" not in sys.modules:
        import_module(f"{__name__}.face")
        return getattr(thing, name)
    raise AttributeError(f"{type(thing).__name__!r} object has no attribute {name!r}")


class _Face(ModuleType):
    """A package whose names win over its parts: ``expand`` is the function, not the module."""

    def __setattr__(self, name: str, value: Any) -> None:
        # what Python does once it has imported a part
        if name in _METHODS_FOR and isinstance(value, ModuleType):
            getattr(value, _METHODS_FOR[name]).__getattr__ = _late
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face


if "IPython" in sys.modules:  # a notebook shows state graphs, solutions and levels as pictures
    from stategraph.notebook import attach

    attach()
