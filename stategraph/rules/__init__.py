"""What a puzzle's author writes with.

``Puzzle One Set Tuple Table Cells Lists each Grid Largest Total DEAD``, the state's ``s.x`` and
``s.but(...)``, and `Family` with the text helpers `lines`, `row`, `words`, `number`, `numbers`,
`tiles`, `exactly_one`, `drawn_boards` (of `Board`) for its reader and `put` for its editor.
"""

from stategraph.errors import LevelError
from stategraph.rules.board import Cells, Grid, Lists, Table, each
from stategraph.rules.drawing import Drawing
from stategraph.rules.family import NO_FAMILY, Board, Element, Family, drawn_boards
from stategraph.rules.guesses import DEAD, Largest, Total
from stategraph.rules.puzzle import PlainPuzzle, Puzzle
from stategraph.rules.reading import (
    exactly_one,
    lines,
    number,
    numbers,
    put,
    row,
    tiles,
    words,
)
from stategraph.variables import One, Set, Tuple

__all__ = [
    "DEAD",
    "NO_FAMILY",
    "Board",
    "Cells",
    "Drawing",
    "Element",
    "Family",
    "Grid",
    "Largest",
    "LevelError",
    "Lists",
    "One",
    "PlainPuzzle",
    "Puzzle",
    "Set",
    "Table",
    "Total",
    "Tuple",
    "drawn_boards",
    "each",
    "exactly_one",
    "lines",
    "number",
    "numbers",
    "put",
    "row",
    "tiles",
    "words",
]
