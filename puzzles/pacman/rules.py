"""Pacman: two agents eat all the food of a maze; what feeds one may be poison to the other.

::

    %%%%%%%%      P eats 1 and 3, Q eats 2 and 3; the other agent's food blocks like a wall,
    %P 2 1Q%      so nothing can be eaten here: P waits for Q to clear the 2, and Q for P
    %%%%%%%%      to clear the 1
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.rules import Cells, Goal, Grid, LevelRules, One, Puzzle, Rule, Set, Table, each

WALLS, FOODS = "%", "123"


def pacman(rows: Sequence[str]) -> Puzzle:
    """Return the puzzle of the board drawn in `rows`, with one ``P`` and one ``Q``."""
    board = Maze(rows)
    food = board.food
    poison = board.find("1"), board.find("2")
    return Puzzle(
        {"P": min(board.find("P")), "Q": min(board.find("Q")), "left": range(len(food.cells))},
        LevelRules(walking, board, food.at, poison),
        board=board,
        P=One(board),
        Q=One(board),
        left=Set(food),
    )


def walking(board: Grid, food: Table, poison: tuple[Cells, Cells]) -> tuple[list[Rule], Goal]:
    """Return the rules of both agents and the goal on a board."""

    def walks(me, other, poison):
        def walk(s):
            cell, other_cell, remaining = s[me], s[other], s.left
            for direction in each("URDL"):
                to = board.step[direction][cell]
                if to < 0 or to == other_cell:
                    continue
                meal = food[to]
                if meal < 0 or meal not in remaining:
                    yield me + direction, s.but(**{me: to})
                elif to not in poison:
                    yield me + direction, s.but(**{me: to}, left=remaining - meal)

        return walk

    def goal(s):
        return not s.left

    return [walks("Q", "P", poison[0]), walks("P", "Q", poison[1])], goal


class Maze(Grid):
    """The board with the foods on it at the start."""

    def __init__(self, rows: Sequence[str]):
        super().__init__(rows, WALLS)
        self.food = Food(self)


class Food:
    """The foods of a board, numbered row by row: a state has one bit per food.

    Attributes
    ----------
    size : int
        number of foods, but at least 1, since a variable needs a value
    cells : list of int
        cell of each food
    at : Table
        the food on a cell, -1 if the cell has none
    """

    def __init__(self, board: Grid):
        self.board = board
        self.cells = sorted(board.find(FOODS))
        self.size = max(1, len(self.cells))
        numbers = {cell: k for k, cell in enumerate(self.cells)}
        self.at = Table(
            [numbers.get(cell, -1) for cell in range(board.size)], within=(-1, self.size - 1)
        )

    def place(self, number: int) -> tuple[int, int]:
        """Return the (row, column) of a food."""
        return self.board.place(self.cells[number])

    def cell(self, row: int, column: int) -> int:
        """Return the number of the food at a place; raise `ValueError` if no food started there."""
        number = self.at[self.board.cell(row, column)]
        if number < 0:
            raise ValueError(f"there is no food at {row}:{column}")
        return number
