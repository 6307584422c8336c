"""Reader of the native Pacman format: two agents, food and poison.

::

    %%%%%%     % wall, blank floor
    %2P Q%     P and Q the agents, exactly one of each
    %%%%%%     1 2 3 food: P eats 1 and 3, Q eats 2 and 3
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from stategraph.rules import (
    Cells,
    Drawing,
    Element,
    Family,
    Grid,
    LevelError,
    Puzzle,
    Relaxed,
    Rows,
    Sign,
    State,
    cut,
    exactly_one,
    lines,
    put,
    take_off,
    tiles,
)

from .drawing import Thing, draw
from .heuristics import farthest_food, farthest_pair, shortest_meals
from .predecessors import backward
from .rules import FOODS, WALLS, Maze, pacman

__all__ = ["Pacman", "family"]

AGENTS = "PQ"

SIGNS = (
    Sign(" ", "floor"),
    Sign(WALLS, "wall", ("wall",)),
    *(Sign(agent, agent, (agent,), alone=True) for agent in AGENTS),
    *(Sign(food, f"food {food}", (f"food {food}",)) for food in FOODS),
)

# for each kind of element, the tile that replaces each tile when the element is removed
FLOOR_AFTER_REMOVAL = {"wall": {WALLS: " "}, **{f"food {food}": {food: " "} for food in FOODS}}


class Pacman(Family):
    """The Pacman family, as registered with ``stategraph``."""

    name = "pacman"
    summary = "two agents eat all the food; what feeds one may be poison to the other"
    levels = Path(__file__).parent / "levels"
    template = Path(__file__).parent / "template.yaml"
    heuristics = {"farthest-food": farthest_food, "farthest-pair": farthest_pair}
    objectives = ("food 1", "food 2", "food 3")
    admissible = ("farthest-pair", "farthest-food")
    ignoring = "if only walls stood in the way"
    signs = SIGNS
    arrows = ("P", "Q")

    def backward(self, puzzle: Puzzle) -> tuple[list[State], Puzzle]:
        """Return all goal states, and the puzzle whose moves reverse the moves of `puzzle`."""
        return backward(puzzle)

    def grid(self, text: str) -> Rows:
        """Return the board of a text as rows of signs."""
        return cut([row.rstrip(" \t") for row in lines(text)], SIGNS, {}, 1)

    def regrid(self, text: str, rows: Rows) -> str:
        """Return the text of the board `rows`; a level text holds only the board."""
        return "\n".join([*map("".join, rows), ""])

    def draw_signs(self, rows: Rows) -> Drawing:
        """Return a picture of a board, which need not be a valid level."""
        board = Grid(list(map("".join, rows)), WALLS)
        things = ((rows[r][c], (r, c)) for r, c in board.places if rows[r][c] != " ")
        return draw(board, things)

    def read(self, text: str, options: Mapping[str, object]) -> Puzzle:
        """Return the puzzle of a native file; the module docstring shows the format."""
        rows = lines(text)
        if not rows:
            raise LevelError("missing: the board", 1)
        width = max(len(row.rstrip(" \t")) for row in rows)
        for line, row in enumerate(rows, 1):
            _check(row, width, line)
        for agent in AGENTS:
            exactly_one(rows, agent, agent)
        return pacman([row[:width] for row in rows])

    def text(self, puzzle: Puzzle, state: State) -> str:
        """Return the board in the native format."""
        board = puzzle.board
        rows = [[mark if mark in WALLS else " " for mark in row] for row in board.lines]
        for mark, (row, column) in _things(board, state):
            rows[row][column] = mark
        return "\n".join(map("".join, rows))

    def draw(self, puzzle: Puzzle, state: State) -> Drawing:
        """Return a picture of the board; see `stategraph_puzzles.pacman.drawing`."""
        return draw(puzzle.board, _things(puzzle.board, state))

    def write(self, puzzle: Puzzle, state: State) -> str:
        """Return the native file of the level that starts in `state`; every state has one.

        Eaten food is absent. The reader drops blanks at the right and at the bottom, so walls are
        added there. This does not change the level, since everything outside the board is wall.
        """
        rows = self.text(puzzle, state).split("\n")
        if all(row.endswith(" ") for row in rows):
            rows = [row + WALLS for row in rows]
        if not rows[-1].strip():
            rows.append(WALLS * len(rows[0]))
        return "\n".join([*rows, ""])

    def costs(self, puzzle: Puzzle) -> Mapping[str, str]:
        """Return one cost measure per agent: the number of its moves."""
        return {"P": "by P", "Q": "by Q"}

    def words(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return names for queries: the remaining food, its kinds, and moves that eat."""
        food = puzzle.board.food
        marks = [
            puzzle.board.lines[row][column] for row, column in map(puzzle.board.place, food.cells)
        ]

        def of(mark: str) -> Cells:
            return Cells(number for number, sign in enumerate(marks) if sign == mark)

        return {
            "food_left": "count(left)",
            "for_P": of("1"),
            "for_Q": of("2"),
            "for_both": of("3"),
            "eats": "changes left",
        }

    def forbids(self, puzzle: Puzzle, state: State, label: str) -> str:
        """Return the missing condition of a move: the other agent must leave or eat first."""
        board, me, direction = puzzle.board, label[0], label[1]
        other, poison = ("Q", "2") if me == "P" else ("P", "1")
        to = board.step[direction][state[me]]
        if to < 0:
            return ""
        row, column = board.place(to)
        if to == state[other]:
            return f"{other} must leave {row}:{column}"
        eaten = board.food.at[to] not in state.left
        if board.lines[row][column] != poison or eaten:
            return ""
        return f"{other} must eat the food on {row}:{column}"

    def relaxed(self, puzzle: Puzzle) -> Relaxed | None:
        """Return the relaxed problem: each agent walks to its own food, through everything else."""
        meals = shortest_meals(puzzle)
        return None if meals is None else Relaxed(meals)

    def attempts(self, puzzle: Puzzle, state: State) -> Iterator[tuple[str, State]]:
        """Yield the moves of both agents, through poison and through each other."""
        board = puzzle.board
        for me, poison in (("P", "2"), ("Q", "1")):
            for direction, to in board.around(state[me]):
                row, column = board.place(to)
                eaten = board.lines[row][column] in FOODS.replace(poison, "")
                left = state.left - board.food.at[to] if eaten else state.left
                yield me + direction, state.but(**{me: to}, left=left)

    def elements(self, puzzle: Puzzle) -> list[Element]:
        """Return the foods and the inner walls."""
        board = puzzle.board
        foods = [
            (f"food {board.lines[row][column]}", row, column)
            for row, column in map(board.place, board.food.cells)
        ]
        walls = [("wall", row, column) for row, column in board.inner_walls()]
        return [Element.cell(*spot) for spot in foods + walls]

    def without(self, puzzle: Puzzle, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle with floor in place of some foods and walls."""
        rows = [list(row) for row in puzzle.board.lines]
        take_off(rows, elements, FLOOR_AFTER_REMOVAL)
        return pacman(["".join(row) for row in rows])

    def including(self, puzzle: Puzzle, elements: Collection[Element], other: Puzzle) -> Puzzle:
        """Return the puzzle with some foods and walls added."""
        rows = [list(row) for row in puzzle.board.lines]
        put(rows, elements, FLOOR_AFTER_REMOVAL)
        return pacman(["".join(row) for row in rows])

    @staticmethod
    def actor(label: str) -> str:
        """Return the agent of a move, P or Q."""
        return label[0]


def _check(row: str, width: int, line: int) -> None:
    if len(row) < width:
        raise LevelError(f"a row of {len(row)} tiles; the widest has {width}", line)
    tiles(row[:width], line, WALLS + " " + AGENTS + FOODS)


def _things(board: Maze, state: State) -> list[Thing]:
    """Return (mark, (row, column)) of each remaining food, then of each agent."""
    places = [board.food.place(food) for food in sorted(state.left)]
    foods = [(board.lines[row][column], (row, column)) for row, column in places]
    return foods + [(agent, board.place(state[agent])) for agent in AGENTS]


family = Pacman()
