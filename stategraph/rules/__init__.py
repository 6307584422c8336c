"""The names that an author of puzzles imports.

- Rules: ``Puzzle LevelRules One Set Tuple Table Cells Lists each Grid Largest Total DEAD Named
  OwnMoves``, the types `Rule` and `Goal`, and ``s.x`` and ``s.but(...)`` of a state.
- Readers: `Family` with the text helpers `lines`, `row`, `words`, `number`, `numbers`, `tiles`,
  `exactly_one`, and `drawn_boards` (of `LevelText`).
- Design tools: `put` and `take_off`; for level editors `Sign`, `cut` and `is_line`, or `FloorPlan`.
"""

from stategraph.errors import LevelError
from stategraph.rules.board import Cells, Grid, Lists, Table, each
from stategraph.rules.capabilities.collections import LevelText, drawn_boards
from stategraph.rules.capabilities.explaining import Relaxed
from stategraph.rules.combined_heuristics import DEAD, Largest, Total
from stategraph.rules.custom_moves import OwnMoves
from stategraph.rules.drawing import Drawing
from stategraph.rules.element import Element
from stategraph.rules.family import NO_FAMILY, Family
from stategraph.rules.floor_plans import FloorPlan, Link, Spot
from stategraph.rules.level_rules import LevelRules
from stategraph.rules.named_values import Named
from stategraph.rules.puzzle import Goal, PlainPuzzle, Puzzle, Rule
from stategraph.rules.signs import Rows, Sign, cut, is_line
from stategraph.rules.text_reader import (
    exactly_one,
    lines,
    number,
    numbers,
    put,
    replaced_lines,
    row,
    take_off,
    tiles,
    with_rows,
    words,
)
from stategraph.variables import One, Set, State, Tuple

__all__ = [
    "DEAD",
    "NO_FAMILY",
    "Cells",
    "Drawing",
    "Element",
    "Family",
    "FloorPlan",
    "Goal",
    "Grid",
    "Largest",
    "LevelError",
    "LevelRules",
    "LevelText",
    "Link",
    "Lists",
    "Named",
    "One",
    "OwnMoves",
    "PlainPuzzle",
    "Puzzle",
    "Relaxed",
    "Rows",
    "Rule",
    "Set",
    "Sign",
    "Spot",
    "State",
    "Table",
    "Total",
    "Tuple",
    "cut",
    "drawn_boards",
    "each",
    "exactly_one",
    "is_line",
    "lines",
    "number",
    "numbers",
    "put",
    "replaced_lines",
    "row",
    "take_off",
    "tiles",
    "with_rows",
    "words",
]
