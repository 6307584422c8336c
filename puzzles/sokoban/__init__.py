"""Sokoban. The reader of its native format, XSB.

::

    ; two to put away     remarks: lines before and behind the board that begin with a ;
      ####                # wall, blank - _ floor
    ###  #                @ player, + player on a goal; exactly one of them
    #  $.#                $ box, * box on a goal
    # $.##                . goal; no fewer goals than boxes
    #  @ #
    ######

A ``.xsb`` or ``.sok`` file may hold several boards with titles, authors and remarks between them.
A number before a tile repeats it, ``3#`` for ``###``. A board may stand in one line, its rows
between ``|``; and within walls letters stand for tiles: ``p P`` for ``@ +``, ``b B`` for ``$ *``,
``o`` for ``.``, as in ``5#|#pbo#|5#``.
Solutions are written in small letters for steps and capitals for pushes, ``luRRd``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from puzzles.pushing_game import pushing_game
from puzzles.sokoban.drawing import draw
from puzzles.sokoban.heuristics import potentials, pushes, pushes_home
from puzzles.sokoban.rules import BOXES, GOALS, PLAYERS, WALLS, sokoban
from stategraph.pushing import Pushing
from stategraph.rules import (
    Board,
    Drawing,
    Element,
    Family,
    LevelError,
    Puzzle,
    Rows,
    Sign,
    cut,
    drawn_boards,
    exactly_one,
    lines,
    put,
    take_off,
    tiles,
    with_rows,
)

__all__ = ["Sokoban", "family"]

FLOOR = " -_"
REMARK = ";"

# A row of a board: it begins and ends with walls, or holds nothing but tiles behind the first.
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

# what is left of a tile when something is taken off it
LEFT = {
    "box": {"$": " ", "*": "."},
    "goal": {".": " ", "*": "$", "+": "@"},
    "wall": {"#": " "},
}


class Sokoban(Family):
    """The family as ``stategraph`` finds it."""

    name = "sokoban"
    summary = "push every box onto a goal"
    levels = Path(__file__).parent / "levels"
    heuristics = {"pushes": pushes, "potentials": potentials}
    admissible = ("pushes", "potentials")
    ignoring = "if each box were alone"
    packs = (".xsb", ".sok")
    signs = SIGNS

    def boards(self, text: str) -> list[Board]:
        """Return the boards of a text that may hold several."""
        return drawn_boards(text, _is_row)

    def spelled(self, label: str, before: Any, after: Any) -> str:
        """Return a move as a small letter, a push as a capital."""
        return label if before.boxes != after.boxes else label.lower()

    def labels(self, text: str) -> str:
        """Return moves in letters of either case as labels."""
        return text.upper() if re.fullmatch(r"[lurdLURD\s,]*", text) else text

    def grid(self, text: str) -> Rows:
        """Return the board of a text as rows of signs."""
        rows, first, _ = _board(lines(text))
        return cut(rows, SIGNS, dict.fromkeys(FLOOR, " "), first)

    def regrid(self, text: str, rows: Rows) -> str:
        """Return a text with another board in the place of its own."""
        _, first, height = _board(lines(text))
        new = ["".join(row).rstrip() for row in rows]
        return with_rows(text, first, height, new)

    def read(self, text: str, options: Mapping[str, Any]) -> Puzzle:
        """Return the puzzle of a native file; see the module's picture."""
        rows, first, height = _board(lines(text))
        try:
            return _puzzle(rows, first)
        except LevelError as error:
            if error.line is None or height == len(rows):
                raise
            raise LevelError(error.reason, first) from None  # all rows are in that line

    def text(self, puzzle: Any, state: Any) -> str:
        """Return the board as the native format draws it."""
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

    def draw(self, puzzle: Any, state: Any) -> Drawing:
        """Return the board as a picture; see `puzzles.sokoban.drawing`."""
        return draw(puzzle.board, state)

    def costs(self, puzzle: Any) -> Mapping[str, str]:
        """Return the pushes."""
        return {"pushes": "changes boxes"}

    def pushing(self, puzzle: Any) -> Pushing:
        """Return the board, and how far boxes are from their goals."""
        homes = pushes_home(puzzle.board)
        return Pushing(puzzle.board, "player", "boxes", homes=homes)

    def words(self, puzzle: Any) -> Mapping[str, Any]:
        """Return the `goals`, a `push`, and how many boxes are home."""
        return {
            "goals": puzzle.board.find(GOALS),
            "push": "changes boxes",
            "boxes_home": "count(boxes in goals)",
            "boxes_astray": "count(boxes) - boxes_home",
        }

    def write(self, puzzle: Any, state: Any) -> str:
        """Return the native file of the level that starts in `state`."""
        return self.text(puzzle, state) + "\n"

    def puzzlescript(self, puzzle: Any, state: Any, title: str) -> str:
        """Return the level that starts in `state` as a PuzzleScript game."""
        if puzzle.is_goal(state):
            raise LevelError("it is won at its start, and a PuzzleScript game is not before a move")
        goals, names = puzzle.board.find(GOALS), ("Crate", "Target")
        where = puzzle.board, state.player, state.boxes, goals
        return pushing_game(title, *where, names, "all Crate on Target")

    def elements(self, puzzle: Any) -> list[Element]:
        """Return the boxes, the goals, and the walls but those at the sides of the board."""
        board = puzzle.board
        spots = [("box", place) for place in map(board.place, sorted(board.find(BOXES)))]
        spots += [("goal", place) for place in map(board.place, sorted(board.find(GOALS)))]
        spots += [
            ("wall", (r, c)) for r, c in board.inner_walls() if board.drawn[r][c : c + 1] == "#"
        ]
        return [Element.cell(kind, row, column) for kind, (row, column) in spots]

    def without(self, puzzle: Any, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle without some boxes, goals and walls; walls must still enclose it."""
        rows = [list(row) for row in self.text(puzzle, puzzle.start).split("\n")]
        take_off(rows, elements, LEFT)
        return self.read("\n".join(map("".join, rows)), {})

    def including(self, puzzle: Any, elements: Collection[Element], other: Any) -> Puzzle:
        """Return the puzzle with some boxes, goals and walls put in."""
        rows = [list(row) for row in self.text(puzzle, puzzle.start).split("\n")]
        put(rows, elements, LEFT)
        return self.read("\n".join(map("".join, rows)), {})


def _puzzle(rows: list[str], first: int) -> Puzzle:
    """Return the puzzle of a board whose rows begin in the line `first`."""
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
    """Return the rows of the board, the line of the first, and how many lines they take.

    Remarks around the board are left out.
    """
    kept = [k for k, row in enumerate(rows) if row.strip(" \t") and not row.startswith(REMARK)]
    if not kept:
        raise LevelError("missing: the board", 1)
    first, last = kept[0], kept[-1]
    drawn = rows[first : last + 1]
    parts = drawn[0].rstrip(f" \t{NEXT_ROW}").split(NEXT_ROW) if len(drawn) == 1 else drawn
    return [_spelled_out(row).rstrip(" \t") for row in parts], first + 1, len(drawn)


def _is_row(line: str) -> bool:
    """Return whether a line is a row of a board, or all of its rows."""
    parts = line.rstrip(f" \t{NEXT_ROW}").split(NEXT_ROW)
    return all(ROW.fullmatch(_spelled_out(part)) for part in parts)


def _spelled_out(row: str) -> str:
    """Return a row in which no number stands for so many tiles, and within walls no letter."""
    row = REPEATED.sub(lambda found: int(found[1]) * found[2], row)
    within = re.fullmatch(r"[ _\t-]*#.*#[ _\t-]*", row)
    return row.translate(LETTERS) if within else row


family = Sokoban()
