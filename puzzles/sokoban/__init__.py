"""Reader of Sokoban's native format, XSB.

::

    ; two to put away     comments: lines before and after the board that begin with a ;
      ####                # wall, blank - _ floor
    ###  #                @ player, + player on a goal; exactly one of them
    #  $.#                $ box, * box on a goal
    # $.##                . goal; no fewer goals than boxes
    #  @ #
    ######

A ``.xsb`` or ``.sok`` file may hold several boards with titles, authors and comments between them.
A number before a tile repeats it, ``3#`` for ``###``. A board may be written in one line, its rows
separated by ``|``. Within walls, letters are aliases of tiles: ``p P`` for ``@ +``, ``b B`` for
``$ *``, ``o`` for ``.``, as in ``5#|#pbo#|5#``.
Solutions are written in small letters for steps and capitals for pushes, ``luRRd``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from stategraph.pushing import Pushing
from stategraph.rules import (
    Cells,
    Drawing,
    Element,
    Family,
    LevelError,
    LevelText,
    Puzzle,
    Relaxed,
    Rows,
    Sign,
    State,
    cut,
    drawn_boards,
    exactly_one,
    lines,
    put,
    take_off,
    tiles,
    with_rows,
)

from ..pushing_game import pushing_game
from .drawing import draw, draw_signs
from .heuristics import matched_pushes, potentials, pushes, pushes_home
from .rules import BOXES, GOALS, PLAYERS, WALLS, fixed_boxes, sokoban

__all__ = ["Sokoban", "family"]

FLOOR = " -_"
REMARK = ";"

# A row of a board: it begins and ends with walls, or only tiles follow its first wall.
ROW = re.compile(r"[ _\t-]*#(.*#)?[@+$*. _\t-]*")
REPEATED = re.compile(r"([0-9]{1,3})([-_ #@+$*.pPbBo])")
LETTERS = str.maketrans("pPbBo", "@+$*.")
NEXT_ROW = "|"

SIGNS = (
    Sign(" ", "floor"),
    Sign("#", "wall", ("wall",)),
    Sign("@", "player", ("player",), alone=True),
    Sign("$", "box", ("box",)),
    Sign(".", "goal", ("goal",)),
    Sign("*", "box on a goal", ("box", "goal")),
    Sign("+", "player on a goal", ("player", "goal"), alone=True),
)

# for each kind of element, the tile that replaces each tile when the element is removed
TILE_AFTER_REMOVAL = {
    "box": {"$": " ", "*": "."},
    "goal": {".": " ", "*": "$", "+": "@"},
    "wall": {"#": " "},
}


class Sokoban(Family):
    """The Sokoban family, as registered with ``stategraph``."""

    name = "sokoban"
    summary = "push every box onto a goal"
    levels = Path(__file__).parent / "levels"
    template = Path(__file__).parent / "template.yaml"
    heuristics = {"pushes": pushes, "potentials": potentials}
    admissible = ("pushes", "potentials")
    ignoring = "if no box stood in the way"
    objectives = ("box", "goal")
    packs = (".xsb", ".sok")
    signs = SIGNS

    def boards(self, text: str) -> list[LevelText]:
        """Split a text into its boards."""
        return drawn_boards(text, _is_row)

    def spelled(self, label: str, before: State, after: State) -> str:
        """Return a move in players' notation: a small letter for a step, a capital for a push."""
        return label if before.boxes != after.boxes else label.lower()

    def labels(self, text: str) -> str:
        """Convert moves written in small and capital letters to labels."""
        return text.upper() if re.fullmatch(r"[lurdLURD\s,]*", text) else text

    def grid(self, text: str) -> Rows:
        """Return the rows of signs of the board in a text."""
        rows, first, _ = _board(lines(text))
        return cut(rows, SIGNS, dict.fromkeys(FLOOR, " "), first)

    def regrid(self, text: str, rows: Rows) -> str:
        """Return a text in which `rows` replace the board."""
        _, first, height = _board(lines(text))
        new = ["".join(row).rstrip() for row in rows]
        return with_rows(text, first, height, new)

    def draw_signs(self, rows: Rows) -> Drawing:
        """Return a picture of a board, which need not be a valid level."""
        return draw_signs(rows)

    def read(self, text: str, options: Mapping[str, object]) -> Puzzle:
        """Return the puzzle of a native file; the module docstring shows the format."""
        rows, first, height = _board(lines(text))
        try:
            return _puzzle(rows, first)
        except LevelError as error:
            if error.line is None or height == len(rows):
                raise
            raise LevelError(error.reason, first) from None  # all rows are in this line

    def text(self, puzzle: Puzzle, state: State) -> str:
        """Return the board in the native format."""
        board = puzzle.board
        goals = board.find(GOALS)
        rows = [[mark if mark == "#" else " " for mark in row] for row in board.drawn]
        for cell in sorted({*goals, *state.boxes, state.player}):
            row, column = board.place(cell)
            on_goal = cell in goals
            if cell in state.boxes:
                rows[row][column] = "*" if on_goal else "$"
            elif cell == state.player:
                rows[row][column] = "+" if on_goal else "@"
            else:
                rows[row][column] = "."
        return "\n".join("".join(row).rstrip() for row in rows)

    def draw(self, puzzle: Puzzle, state: State) -> Drawing:
        """Return a picture of the board; see `stategraph_puzzles.sokoban.drawing`."""
        return draw(puzzle.board, state)

    def costs(self, puzzle: Puzzle) -> Mapping[str, str]:
        """Return the cost measure: pushes."""
        return {"pushes": "changes boxes"}

    def pushing(self, puzzle: Puzzle) -> Pushing:
        """Return the board, and for each cell the number of pushes from it to the nearest goal."""
        homes = pushes_home(puzzle.board)
        return Pushing(puzzle.board, "player", "boxes", homes=homes)

    def relaxed(self, puzzle: Puzzle) -> Relaxed:
        """Return the relaxed problem: boxes go to different goals, and none stands in the way.

        A state looks as near as if each box could have its nearest goal.
        """
        return Relaxed(matched_pushes(puzzle), "pushes", pushes(puzzle))

    def homes(self, puzzle: Puzzle) -> Cells:
        """Return the goals."""
        return puzzle.board.find(GOALS)

    def words(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return names for queries: `goals`, `push`, and the numbers of boxes on and off goals."""
        return {
            "goals": puzzle.board.find(GOALS),
            "push": "changes boxes",
            "boxes_home": "count(boxes in goals)",
            "boxes_astray": "count(boxes) - boxes_home",
        }

    def write(self, puzzle: Puzzle, state: State) -> str:
        """Return the native file of the level that starts in `state`."""
        return self.text(puzzle, state) + "\n"

    def puzzlescript(self, puzzle: Puzzle, state: State, title: str) -> str:
        """Return the level that starts in `state` as a PuzzleScript game."""
        if puzzle.is_goal(state):
            raise LevelError("it is won at its start, and a PuzzleScript game is not before a move")
        goals, names = puzzle.board.find(GOALS), ("Crate", "Target")
        arguments = puzzle.board, state.player, state.boxes, goals
        return pushing_game(title, *arguments, names, "all Crate on Target")

    def elements(self, puzzle: Puzzle) -> list[Element]:
        """Return the boxes, the goals, and the walls except those at the sides of the board."""
        board = puzzle.board
        spots = [("box", place) for place in map(board.place, sorted(board.find(BOXES)))]
        spots += [("goal", place) for place in map(board.place, sorted(board.find(GOALS)))]
        spots += [
            ("wall", (r, c)) for r, c in board.inner_walls() if board.drawn[r][c : c + 1] == "#"
        ]
        return [Element.cell(kind, row, column) for kind, (row, column) in spots]

    def without(self, puzzle: Puzzle, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle without the given elements; walls must still enclose the board."""
        rows = [list(row) for row in self.text(puzzle, puzzle.start).split("\n")]
        take_off(rows, elements, TILE_AFTER_REMOVAL)
        return self.read("\n".join(map("".join, rows)), {})

    def including(self, puzzle: Puzzle, elements: Collection[Element], other: Puzzle) -> Puzzle:
        """Return the puzzle with the given boxes, goals and walls added."""
        rows = [list(row) for row in self.text(puzzle, puzzle.start).split("\n")]
        put(rows, elements, TILE_AFTER_REMOVAL)
        return self.read("\n".join(map("".join, rows)), {})

    def tidied(self, puzzle: Puzzle) -> Puzzle | None:
        """Return the puzzle with walls instead of boxes that stand on goals and never move."""
        goals = puzzle.board.find(GOALS)
        fixed = fixed_boxes(puzzle.board, puzzle.start.boxes) & set(goals)
        if not fixed:
            return None
        rows = [list(row) for row in self.text(puzzle, puzzle.start).split("\n")]
        for row, column in map(puzzle.board.place, fixed):
            rows[row][column] = "#"
        return self.read("\n".join(map("".join, rows)), {})


def _puzzle(rows: list[str], first: int) -> Puzzle:
    """Return the puzzle of a board whose first row is in line `first` of the file."""
    for line, row in enumerate(rows, first):
        tiles(row, line, WALLS + FLOOR + "@+$*.")
    exactly_one(rows, PLAYERS, "player (@ or +)", first)
    boxes, goals = (sum(row.count(m) for row in rows for m in set(k)) for k in (BOXES, GOALS))
    if boxes > goals:
        raise LevelError(f"more boxes than goals: {boxes} and {goals}")
    puzzle = sokoban([row.translate({ord(mark): " " for mark in FLOOR}) for row in rows])
    if puzzle.board.gap is not None:
        raise LevelError("a gap: walls must enclose the board", first + puzzle.board.gap)
    return puzzle


def _board(rows: list[str]) -> tuple[list[str], int, int]:
    """Return the rows of the board, the line of its first row, and the number of lines it occupies.

    Comments around the board are left out.
    """
    indices = [k for k, row in enumerate(rows) if row.strip(" \t") and not row.startswith(REMARK)]
    if not indices:
        raise LevelError("missing: the board", 1)
    first, last = indices[0], indices[-1]
    board_rows = rows[first : last + 1]
    parts = (
        board_rows[0].rstrip(f" \t{NEXT_ROW}").split(NEXT_ROW)
        if len(board_rows) == 1
        else board_rows
    )
    return [_spelled_out(row).rstrip(" \t") for row in parts], first + 1, len(board_rows)


def _is_row(line: str) -> bool:
    """Return whether a line is a row of a board, or a whole board written in one line."""
    parts = line.rstrip(f" \t{NEXT_ROW}").split(NEXT_ROW)
    return all(ROW.fullmatch(_spelled_out(part)) for part in parts)


def _spelled_out(row: str) -> str:
    """Replace numbers by repeated tiles, and letters within walls by tiles."""
    row = REPEATED.sub(lambda match: int(match[1]) * match[2], row)
    within = re.fullmatch(r"[ _\t-]*#.*#[ _\t-]*", row)
    return row.translate(LETTERS) if within else row


family = Sokoban()
