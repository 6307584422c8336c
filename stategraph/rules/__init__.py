"""What a puzzle's author writes with.

``Puzzle One Set Tuple Table Cells Lists each Grid Largest Total DEAD Named OwnMoves``, the state's
``s.x`` and ``s.but(...)``, and `Family` with the text helpers `lines`, `row`, `words`, `number`,
`numbers`, `tiles`, `exactly_one`, `drawn_boards` (of `Board`) for its reader, `put` and `take_off`
for its designer's tools, and `Sign` and `cut`, or `FloorPlan`, for the editor of its levels.
"""

from stategraph.errors import LevelError
from stategraph.rules.board import Cells, Grid, Lists, Table, each
from stategraph.rules.board_texts import Board, drawn_boards
from stategraph.rules.drawing import Drawing
from stategraph.rules.element import Element
from stategraph.rules.family import NO_FAMILY, Family
from stategraph.rules.guesses import DEAD, Largest, Total
from stategraph.rules.named import Named
from stategraph.rules.own_moves import OwnMoves
from stategraph.rules.painting import Rows, Sign
from stategraph.rules.plans import FloorPlan, Link, Spot
from stategraph.rules.puzzle import PlainPuzzle, Puzzle
from stategraph.rules.reading import (
    cut,
    exactly_one,
    lines,
    number,
    numbers,
    put,
    row,
    take_off,
    tiles,
    with_rows,
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
    "FloorPlan",
    "Grid",
    "Largest",
    "LevelError",
    "Link",
    "Lists",
    "Named",
    "One",
    "OwnMoves",
    "PlainPuzzle",
    "Puzzle",
    "Rows",
    "Set",
    "Sign",
    "Spot",
    "Table",
    "Total",
    "Tuple",
    "cut",
    "drawn_boards",
    "each",
    "exactly_one",
    "lines",
    "number",
    "numbers",
    "put",
    "row",
    "take_off",
    "tiles",
    "with_rows",
    "words",
]
