"""Reader of Rush Hour boards: a drawing, or a row of Michael Fogleman's database.

::

    ..BCC.         A          the car that leaves at the right edge of its row
    ..B..D         B to Z     other cars: two or more cells in a line
    AAB..D         . o        free cells
    .EE..F         x          a wall
    .....F
    GG....

A board of 6 by 6 may also be one row of 36 characters. A row of the database may keep its other two
numbers: the number of moves before the board, and the cluster size after the board. A text may hold
several such rows; each row is a level.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from stategraph.rules import (
    Drawing,
    Element,
    Family,
    LevelError,
    LevelText,
    Puzzle,
    Rows,
    Sign,
    State,
    is_line,
    lines,
    tiles,
)

from .drawing import draw, draw_cars, draw_tile, middle
from .heuristics import way_out
from .rules import RED, Parking, Place, parkings, rush_hour, slides

if TYPE_CHECKING:
    from random import Random

__all__ = ["RushHour", "family"]

FREE, WALL = ".o", "x"
SIDE = 6

# a row of the database: number of moves, board, cluster size; both numbers are optional
ROW = re.compile(r"[ \t]*(?:([0-9]+)[ \t]+)?([.oxA-Z]{36})(?:[ \t]+[0-9]+)?[ \t]*")

# The signs of the editor. A wall is not a rim: a cleared board has none.
SIGNS = (
    Sign(FREE[0], "free"),
    Sign(WALL, "wall", ("obstacle",)),
    *(Sign(mark, f"car {mark}", (f"car {mark}",), line=True) for mark in ascii_uppercase),
)

Cars = dict[str, list[Place]]


class RushHour(Family):
    """The Rush Hour family, as registered with ``stategraph``."""

    name = "rushhour"
    summary = "slide the cars out of the way until car A reaches the right edge"
    levels = Path(__file__).parent / "levels"
    template = Path(__file__).parent / "template.yaml"
    heuristics = {"way_out": way_out}
    admissible = ("way_out",)
    ignoring = "if cars could pass each other"
    actor = staticmethod(lambda label: label[0])
    packs = (".rush",)

    def boards(self, text: str) -> list[LevelText]:
        """Split a text with several rows of the database into one level per row."""
        rows = [(k, row) for k, row in enumerate(lines(text), 1) if ROW.fullmatch(row)]
        if len(rows) < 2:
            return super().boards(text)
        return [LevelText("", line, row + "\n") for line, row in rows]

    def recognises(self, text: str) -> bool:
        """Return whether a text consists of rows of the database."""
        rows = [row for row in lines(text) if row.strip(" \t")]
        return bool(rows) and all(ROW.fullmatch(row) and RED * 2 in row for row in rows)

    def read(self, text: str, options: Mapping[str, object]) -> Puzzle:
        """Return the puzzle of a board; the module docstring shows the format."""
        rows = _rows(text)
        cars, walls = _marked(rows)
        for car, cells in cars.items():
            if not is_line(cells):
                raise LevelError(f"car {car} is not two or more cells in a line", cells[0][0] + 1)
        return rush_hour(cars, walls, len(rows), len(rows[0]))

    def editing(self, options: Mapping[str, str]) -> Family:
        """Return the family with the signs of the editor.

        The family itself has no signs, since the cells of a car cannot differ independently.
        """
        editor = copy(self)
        editor.signs = SIGNS
        return editor

    def offered(self, rows: Rows) -> tuple[Sign, ...]:
        """Return the signs for a board: the cars on it, and one more."""
        used = {mark for row in rows for mark in row}
        new = next((mark for mark in ascii_uppercase if mark not in used), None)
        return tuple(
            replace(sign, name=f"new {sign.name}") if sign.text == new else sign
            for sign in SIGNS
            if not sign.line or sign.text in used or sign.text == new
        )

    def grid(self, text: str) -> Rows:
        """Return the rows of a board, which need not be a valid level."""
        return [[FREE[0] if mark in FREE else mark for mark in row] for row in _rows(text)]

    def regrid(self, text: str, rows: Rows) -> str:
        """Return the text of the board `rows`; a level text holds only the board."""
        return "\n".join([*map("".join, rows), ""])

    def draw_signs(self, rows: Rows) -> Drawing:
        """Return a picture of a board with its exit, or of one sign.

        Cells that are not in a line are drawn as cars of one cell.
        """
        if len(rows) == len(rows[0]) == 1:
            mark = rows[0][0]
            return draw_tile("" if mark in FREE + WALL else mark, mark == WALL)
        cars, walls = _marked(rows)
        whole = {car: cells for car, cells in sorted(cars.items()) if is_line(cells)}
        drawing = draw_cars(len(rows), len(rows[0]), walls, whole)
        for car in sorted(cars.keys() - whole.keys()):
            for row, column in cars[car]:
                drawing.place(draw_tile(car, False), column, row)
        return drawing

    def text(self, puzzle: Puzzle, state: State) -> str:
        """Return the board as a drawing."""
        board: Parking = puzzle.board
        marks = dict.fromkeys(board.walls, WALL)
        marks |= {cell: car for car, lane in board.lanes.items() for cell in lane[state[car]]}
        rows = [[marks.get((r, c), ".") for c in range(board.width)] for r in range(board.height)]
        return "\n".join(map("".join, rows))

    def write(self, puzzle: Puzzle, state: State) -> str:
        """Return the native file of the level that starts in `state`."""
        return self.text(puzzle, state) + "\n"

    def draw(self, puzzle: Puzzle, state: State) -> Drawing:
        """Return a picture of the board; see `stategraph_puzzles.rushhour.drawing`."""
        return draw(puzzle.board, state)

    def spot(self, puzzle: Puzzle, variable: str, value: int) -> tuple[float, float] | None:
        """Return the middle of a car at a given position in its lane."""
        return middle(puzzle.board.lanes[variable][value])

    def walkers(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the cars."""
        return tuple(puzzle.board.lanes)

    def attempts(self, puzzle: Puzzle, state: State) -> Iterator[tuple[str, State]]:
        """Yield the moves of each car in its lane, through other cars."""
        yield from slides(puzzle.board, state)

    def forbids(self, puzzle: Puzzle, state: State, label: str) -> str:
        """Return the cars that block a move, and the cells on which they do."""
        board: Parking = puzzle.board
        to = dict(slides(board, state)).get(label)
        if to is None:
            return ""
        car = label[0]
        entered = set(board.lanes[car][to[car]])
        needs = [
            f"{other} must leave {row}:{column}"
            for other, lane in board.lanes.items()
            for row, column in lane[state[other]]
            if other != car and (row, column) in entered
        ]
        return " and ".join(needs)

    def elements(self, puzzle: Puzzle) -> list[Element]:
        """Return the cars except A, and the walls."""
        board: Parking = puzzle.board
        cars = [_car(car, cells) for car, cells in _cars(puzzle).items() if car != RED]
        return cars + [Element.cell("wall", *place) for place in sorted(board.walls)]

    def without(self, puzzle: Puzzle, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle without some cars and walls."""
        cars, walls = _cars(puzzle), set(puzzle.board.walls)
        for element in elements:
            if element.kind == "car":
                del cars[element.at[1]]
            else:
                walls.discard(element.at[1:])
        return _with(puzzle, cars, walls)

    def including(self, puzzle: Puzzle, elements: Collection[Element], other: Puzzle) -> Puzzle:
        """Return the puzzle with some cars and walls added."""
        board: Parking = puzzle.board
        cars, walls = _cars(puzzle), set(board.walls)
        for element in elements:
            kind, *details = element.at
            cells = list(details[1]) if kind == "car" else [tuple(details)]
            inside = all(0 <= r < board.height and 0 <= c < board.width for r, c in cells)
            if not inside or not _occupied(cars, walls).isdisjoint(cells) or details[0] in cars:
                raise LevelError(f"the cells of {element.name} are not free")
            if kind == "car":
                cars[details[0]] = cells
            else:
                walls.update(cells)
        return _with(puzzle, cars, walls)

    def missing(self, puzzle: Puzzle) -> list[Element]:
        """Return a wall for each free cell."""
        board: Parking = puzzle.board
        occupied = _occupied(_cars(puzzle), board.walls)
        places = ((r, c) for r in range(board.height) for c in range(board.width))
        return [Element.cell("wall", *place) for place in places if place not in occupied]

    def changes(self, puzzle: Puzzle, random: Random) -> Puzzle:
        """Return the puzzle after a random edit: a car added, removed, or moved to another lane."""
        cars = _cars(puzzle)
        letter = next((mark for mark in ascii_uppercase if mark not in cars), None)
        old_car = random.choice([None, *(car for car in cars if car != RED)])
        if old_car is not None:
            del cars[old_car]
            letter = old_car
        if letter is not None and (old_car is None or random.random() < 0.8):
            board = puzzle.board
            room = parkings(_occupied(cars, board.walls), board.height, board.width)
            if room:
                cars[letter] = random.choice(room)
        return _with(puzzle, cars, puzzle.board.walls)


def _rows(text: str) -> list[str]:
    """Return the rows of a board; raise ``LevelError`` for unequal rows or unknown tiles."""
    rows = [row.strip(" \t") for row in lines(text)]
    if not rows:
        raise LevelError("missing: the board", 1)
    match = ROW.fullmatch(rows[0]) if len(rows) == 1 else None
    if match:
        return [match[2][k : k + SIDE] for k in range(0, SIDE * SIDE, SIDE)]
    for line, row in enumerate(rows, 1):
        tiles(row, line, FREE + WALL + ascii_uppercase)
        if len(row) != len(rows[0]):
            raise LevelError(f"a row of {len(row)} cells in a board {len(rows[0])} wide", line)
    return rows


def _marked(rows: Sequence[Sequence[str]]) -> tuple[Cars, list[Place]]:
    """Return the cells of each car on a board, and its walls."""
    cars, walls = Cars(), list[Place]()
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark in WALL:
                walls.append((r, c))
            elif mark not in FREE:
                cars.setdefault(mark, []).append((r, c))
    return cars, walls


def _car(car: str, cells: list[Place]) -> Element:
    """Return a car as an element, with its outline."""
    (top, left), (bottom, right) = cells[0], cells[-1]
    x, y, end, low = map(float, (left, top, right + 1, bottom + 1))
    corners = (x, y), (end, y), (end, low), (x, low)
    return Element(f"car {car}", "car", ("car", car, tuple(cells)), corners)


def _cars(puzzle: Puzzle) -> Cars:
    """Return the cells of each car at the start."""
    lanes: dict[str, Any] = puzzle.board.lanes
    return {car: list(lane[puzzle.start[car]]) for car, lane in lanes.items()}


def _with(puzzle: Puzzle, cars: Cars, walls: Collection[Place]) -> Puzzle:
    """Return the puzzle with the given cars and walls on a board of the same size."""
    return rush_hour(cars, walls, puzzle.board.height, puzzle.board.width)


def _occupied(cars: Cars, walls: Collection[Place]) -> set[Place]:
    """Return the cells with a car or a wall."""
    return {cell for cells in cars.values() for cell in cells} | set(walls)


family = RushHour()
