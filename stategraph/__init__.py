"""Expand a puzzle into its state graph, whole, and ask it everything.

>>> from stategraph import load
>>> from stategraph.expand import expand
>>> expand(load("spacewreck/eight-rooms").puzzle)
<StateGraph: 9 states, 14 moves, goal 6, complete>
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stategraph.graph import StateGraph
    from stategraph.load import load

__all__ = ["StateGraph", "load"]

_HOME = {"StateGraph": "stategraph.graph", "load": "stategraph.load"}


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: networkx takes longer than ``--help`` may."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)


class _Face(ModuleType):
    """A module whose names win over its parts: ``load`` is the function of ``stategraph.load``."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face


if "IPython" in sys.modules:  # a notebook shows state graphs, solutions and levels as pictures
    from stategraph.notebook import attach

    attach()
