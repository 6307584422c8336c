"""Pacman with two agents, food and poison. The reader of its native format.

::

    %%%%%%     % wall, blank floor
    %2P Q%     P and Q the agents, exactly one of each
    %%%%%%     1 2 3 food: P eats 1 and 3, Q eats 2 and 3
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from puzzles.pacman.drawing import Thing, draw
from puzzles.pacman.heuristics import farthest_food, farthest_pair
from puzzles.pacman.predecessors import backward
from puzzles.pacman.rules import FOODS, WALLS, Maze, pacman
from stategraph.rules import (
    Cells,
    Drawing,
    Element,
    Family,
    LevelError,
    Puzzle,
    Rows,
    Sign,
    cut,
    exactly_one,
    lines,
    put,
    take_off,
    tiles,
)

__all__ = ["Pacman", "family"]

AGENTS = "PQ"

SIGNS = (
    Sign(" ", "floor"),
    Sign(WALLS, "wall", ("wall",)),
    *(Sign(agent, agent, (agent,), alone=True) for agent in AGENTS),
    *(Sign(food, f"food {food}", (f"food {food}",)) for food in FOODS),
)

# what is left of a tile when something is taken off it
LEFT = {"wall": {WALLS: " "}, **{f"food {food}": {food: " "} for food in FOODS}}


class Pacman(Family):
    """The family as ``stategraph`` finds it."""

    name = "pacman"
    summary = "two agents eat all the food; what feeds one may be poison to the other"
    levels = Path(__file__).parent / "levels"
    heuristics = {"farthest-food": farthest_food, "farthest-pair": farthest_pair}
    admissible = ("farthest-pair", "farthest-food")
    ignoring = "if no food stood in the way"
    signs = SIGNS
    arrows = ("P", "Q")

    def backward(self, puzzle: Puzzle) -> tuple[list[Any], Puzzle]:
        """Return all states that win, and the puzzle that undoes moves."""
        return backward(puzzle)

    def grid(self, text: str) -> Rows:
        """Return the board of a text as rows of signs."""
        return cut([row.rstrip(" \t") for row in lines(text)], SIGNS, {}, 1)

    def regrid(self, text: str, rows: Rows) -> str:
        """Return another board, which is all that a text holds."""
        return "\n".join([*map("".join, rows), ""])

    def read(self, text: str, options: Mapping[str, Any]) -> Puzzle:
        """Return the puzzle of a native file; see the module's picture."""
        rows = lines(text)
        if not rows:
            raise LevelError("missing: the board", 1)
        width = max(len(row.rstrip(" \t")) for row in rows)
        for line, row in enumerate(rows, 1):
            _check(row, width, line)
        for agent in AGENTS:
            exactly_one(rows, agent, agent)
        return pacman([row[:width] for row in rows])

    def text(self, puzzle: Any, state: Any) -> str:
        """Return the board as the native format draws it."""
        board = puzzle.board
        rows = [[mark if mark in WALLS else " " for mark in row] for row in board.lines]
        for mark, (row, column) in _things(board, state):
            rows[row][column] = mark
        return "\n".join(map("".join, rows))

    def draw(self, puzzle: Any, state: Any) -> Drawing:
        """Return the board as a picture; see `puzzles.pacman.drawing`."""
        return draw(puzzle.board, _things(puzzle.board, state))

    def write(self, puzzle: Any, state: Any) -> str:
        """Return the board as the native format draws it; every state has one.

        What was eaten is not there. Blanks at the right or at the bottom, which a reader would
        drop, are closed off by walls: all outside is wall anyway.
        """
        rows = self.text(puzzle, state).split("\n")
        if all(row.endswith(" ") for row in rows):
            rows = [row + WALLS for row in rows]
        if not rows[-1].strip():
            rows.append(WALLS * len(rows[0]))
        return "\n".join([*rows, ""])

    def costs(self, puzzle: Any) -> Mapping[str, str]:
        """Return the moves of each agent."""
        return {"P": "by P", "Q": "by Q"}

    def words(self, puzzle: Any) -> Mapping[str, Any]:
        """Return how much food there is and for whom, and a move that eats."""
        food = puzzle.board.food
        marks = [
            puzzle.board.lines[row][column] for row, column in map(puzzle.board.place, food.cells)
        ]

        def of(mark: str) -> Cells:
            return Cells(number for number, found in enumerate(marks) if found == mark)

        return {
            "food_left": "count(left)",
            "for_P": of("1"),
            "for_Q": of("2"),
            "for_both": of("3"),
            "eats": "changes left",
        }

    def elements(self, puzzle: Any) -> list[Element]:
        """Return the foods and the inner walls."""
        board = puzzle.board
        foods = [
            (f"food {board.lines[row][column]}", row, column)
            for row, column in map(board.place, board.food.cells)
        ]
        walls = [("wall", row, column) for row, column in board.inner_walls()]
        return [Element.cell(*spot) for spot in foods + walls]

    def without(self, puzzle: Any, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle with floor in the place of some foods and walls."""
        rows = [list(row) for row in puzzle.board.lines]
        take_off(rows, elements, LEFT)
        return pacman(["".join(row) for row in rows])

    def including(self, puzzle: Any, elements: Collection[Element], other: Any) -> Puzzle:
        """Return the puzzle with some foods and walls put in."""
        rows = [list(row) for row in puzzle.board.lines]
        put(rows, elements, LEFT)
        return pacman(["".join(row) for row in rows])

    @staticmethod
    def actor(label: str) -> str:
        """Return who moves."""
        return label[0]


def _check(row: str, width: int, line: int) -> None:
    if len(row) < width:
        raise LevelError(f"a row of {len(row)} tiles; the widest has {width}", line)
    tiles(row[:width], line, WALLS + " " + AGENTS + FOODS)


def _things(board: Maze, state: Any) -> list[Thing]:
    """Return all that lies or stands on the floor: foods first, then the agents."""
    places = [board.food.place(food) for food in sorted(state.left)]
    foods = [(board.lines[row][column], (row, column)) for row, column in places]
    return foods + [(agent, board.place(state[agent])) for agent in AGENTS]


family = Pacman()
