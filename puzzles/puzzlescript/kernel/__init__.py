"""The engine as loops that are compiled: one text for all games, which are numbers to it.

`press` has the form that `stategraph.rules.OwnMoves` asks for; all other functions are called by
it. They do what `puzzles.puzzlescript.engine` does, which is the reference, and
`puzzles.puzzlescript.tables` writes what they read. A *plane* holds a bit for each cell, ``WORD``
of them in each of its ``W`` words; there is one for each object, for each set of objects of a layer
that a rule asks for, and for each layer and movement. Glossary::

    G, S         the game, which nobody changes; what changes while a turn runs
    c, layer     a cell, a layer of it
    code         what is on a layer of a cell: the number of an object + 1; 0: nothing
    ways         the movement of a layer of a cell, as bits
    q, i         where a pattern of a cell, or an instruction, stands in G
    row          a packed state; CURRENT is the one that the planes show
"""

from __future__ import annotations

from types import FunctionType, ModuleType

from puzzles.puzzlescript.kernel import board, instructions, turns
from puzzles.puzzlescript.kernel.turns import press

__all__ = ["HELPERS", "press"]


def _functions(module: ModuleType) -> list[FunctionType]:
    """Return the functions that stand in a module, in the order written."""
    found = [part for part in vars(module).values() if isinstance(part, FunctionType)]
    return [part for part in found if part.__module__ == module.__name__]


HELPERS = tuple(
    part for module in (board, instructions, turns) for part in _functions(module) if part != press
)
