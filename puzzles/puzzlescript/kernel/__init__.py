"""The compiled engine: one kernel for all games, which it reads as tables of numbers.

`press` has the signature of `stategraph.rules.OwnMoves` and calls all other functions. The
reference is `stategraph_puzzles.puzzlescript.engine`, and
`stategraph_puzzles.puzzlescript.tables` writes the tables. A
*plane* holds a bit for each cell, ``WORD`` cells in each of its ``W`` words. There is a plane for
each object, for each set of objects of a layer in a pattern, and for each layer and movement.
Names::

    G, S         the constant tables of the game; the variables of a turn
    c, layer     a cell, a layer of it
    code         content of a layer of a cell: the number of an object + 1, or 0
    movement     movement of a layer of a cell, as bits
    q, i         offset in G of a pattern of a cell, or of an instruction
    row          a packed state; CURRENT is the state that the planes show
"""

from __future__ import annotations

from types import FunctionType, ModuleType

from . import board, instructions, turns
from .turns import press

__all__ = ["HELPERS", "press"]


def _functions(module: ModuleType) -> list[FunctionType]:
    """Return the functions defined in a module, in the order written."""
    functions = [part for part in vars(module).values() if isinstance(part, FunctionType)]
    return [part for part in functions if part.__module__ == module.__name__]


HELPERS = tuple(
    part for module in (board, instructions, turns) for part in _functions(module) if part != press
)
