"""The compiled engine: one kernel for all games, which it reads as tables of numbers.

`press` has the signature that `stategraph.rules.OwnMoves` requires, and calls all other functions.
The reference implementation is `stategraph_puzzles.puzzlescript.engine`. The tables are written by
`stategraph_puzzles.puzzlescript.tables`. A *plane* represents a set of cells, with one bit for each
cell. It has ``W`` words of ``WORD`` cells each. There is a plane for each object, for each set of
objects in a pattern that share a layer, and for each pair of a layer and a movement. Names::

    game, board    the constants of the level, what changes during a turn: see `records`
    c, layer       a cell, a layer of it
    content        content of a layer of a cell: the number of an object + 1, or 0
    movement       movement of a layer of a cell, as bits
    i              the number of an instruction
    q              the index in `game.code` of a pattern of a cell
    row            a packed state, or the index in `game.code` of a row of patterns
"""

from __future__ import annotations

from types import FunctionType, ModuleType

from . import board, instructions, turns
from .turns import press

__all__ = ["HELPERS", "press"]


def _functions(module: ModuleType) -> list[FunctionType]:
    """Return the functions defined in a module, in the order of the source."""
    functions = [part for part in vars(module).values() if isinstance(part, FunctionType)]
    return [part for part in functions if part.__module__ == module.__name__]


HELPERS = tuple(
    part for module in (board, instructions, turns) for part in _functions(module) if part != press
)
