"""Rules with large traces: Rush Hour as in puzzles/README.md, and three versions of Klotski."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

from stategraph.rules import Family, One, Puzzle, Set, Table, Tuple, each

README = Path(__file__).parents[2] / "puzzles" / "README.md"

# Twelve cars, and the start of Klotski: a piece is its letter, `.` is free.
TWELVE_CARS = "BBBC.D\nE..C.D\nEAAC.D\nF.GGGH\nF.ILLH\nJJIKK."
KLOTSKI = "ABBC\nABBC\nDEEF\nDGHF\nI..J"


def rush_hour(text: str = TWELVE_CARS) -> Puzzle:
    """Return the puzzle of the family in the README."""
    return rush_hour_family().read(text, {})


def rush_hour_family() -> Family:
    """Return the family in the README."""
    code = re.search(r'```python\n("""Rush Hour.*?)```', README.read_text("utf-8"), re.DOTALL)
    module = ModuleType("rushhour")
    exec(code[1], module.__dict__)
    return module.family


class Pieces:
    """The pieces of a Klotski board. A piece stands where its upper left cell does.

    Attributes
    ----------
    names : list of str
    shape : dict of str to (height, width)
    kinds : list of (height, width)
        the distinct shapes
    start : dict of str to int
    step : dict of ((height, width), str) to Table
        target cell of a piece, by its shape and a direction; -1 if it does not fit
    crash : dict of two shapes to Table
        whether two pieces overlap, by their cells
    """

    WAYS = {"D": (1, 0), "L": (0, -1), "R": (0, 1), "U": (-1, 0)}

    def __init__(self, text: str):
        rows = text.split("\n")
        self.height, self.width = len(rows), len(rows[0])
        self.size = self.height * self.width
        cells: dict[str, list[int]] = {}
        for cell, mark in enumerate("".join(rows)):
            if mark != ".":
                cells.setdefault(mark, []).append(cell)
        self.names = sorted(cells)
        self.start = {name: cells[name][0] for name in self.names}
        self.shape = {name: self._shape(cells[name]) for name in self.names}
        self.kinds = sorted(set(self.shape.values()))
        self.step = {
            (kind, way): Table([self._shifted(cell, *ahead, kind) for cell in range(self.size)])
            for kind in self.kinds
            for way, ahead in self.WAYS.items()
        }
        covered = {
            kind: [self._covered(kind, at) for at in range(self.size)] for kind in self.kinds
        }
        self.crash = {
            (a, b): Table([[not x.isdisjoint(y) for y in covered[b]] for x in covered[a]])
            for a in self.kinds
            for b in self.kinds
        }
        big = max(self.kinds)
        self.big = next(name for name in self.names if self.shape[name] == big)
        self.exit = (self.height - big[0]) * self.width + 1

    def _shape(self, cells: list[int]) -> tuple[int, int]:
        height = cells[-1] // self.width - cells[0] // self.width + 1
        return height, len(cells) // height

    def _shifted(self, cell: int, down: int, right: int, kind: tuple[int, int] = (1, 1)) -> int:
        """Return the cell at an offset from another, -1 if a piece does not fit."""
        r, c = cell // self.width + down, cell % self.width + right
        fits = 0 <= r <= self.height - kind[0] and 0 <= c <= self.width - kind[1]
        return r * self.width + c if fits else -1

    def _covered(self, kind: tuple[int, int], at: int) -> set[int]:
        return {self._shifted(at, r, c) for r in range(kind[0]) for c in range(kind[1])} - {-1}

    def near(self, kind: tuple[int, int], other: tuple[int, int]) -> list[Table]:
        """Return tables of the places of another piece in which it overlaps one, -1 for none."""
        return [
            Table([self._shifted(cell, down, right) for cell in range(self.size)])
            for down in range(1 - other[0], kind[0])
            for right in range(1 - other[1], kind[1])
        ]


def klotski_of_constants(text: str = KLOTSKI) -> Puzzle:
    """Return Klotski with a variable for each piece: its rule loops over pieces by name."""
    board = Pieces(text)

    def slide(s):
        for name in each(board.names):
            kind = board.shape[name]
            for way in each(board.WAYS):
                to = board.step[kind, way][s[name]]
                others = (other for other in board.names if other != name)
                if to >= 0 and not any(
                    board.crash[kind, board.shape[other]][to, s[other]] for other in others
                ):
                    yield name + way, s.but(**{name: to})

    kinds = {name: One(board.size) for name in board.names}
    return Puzzle(board.start, [slide], lambda s: s[board.big] == board.exit, **kinds)


def klotski_of_sets(text: str = KLOTSKI) -> Puzzle:
    """Return Klotski with a set of places for each shape: its rule loops over these sets."""
    board = Pieces(text)
    name_of = {kind: "p{}{}".format(*kind) for kind in board.kinds}
    near = {(a, b): board.near(a, b) for a in board.kinds for b in board.kinds}

    def free(s, kind, at, to):
        """Return whether a piece of a kind can go from `at` to `to`."""
        for other in board.kinds:
            places = s[name_of[other]] - at if other == kind else s[name_of[other]]
            if any(cell[to] in places for cell in near[kind, other]):
                return False
        return True

    def slide(s):
        for kind in each(board.kinds):
            name = name_of[kind]
            for at in each(s[name]):
                for way in each(board.WAYS):
                    to = board.step[kind, way][at]
                    if to >= 0 and free(s, kind, at, to):
                        yield f"{kind[0]}x{kind[1]} {at}{way}", s.but(**{name: s[name] - at + to})

    start = {
        name_of[kind]: {board.start[name] for name in board.names if board.shape[name] == kind}
        for kind in board.kinds
    }
    goal_set = name_of[board.shape[board.big]]
    kinds = {name: Set(board.size) for name in name_of.values()}
    return Puzzle(start, [slide], lambda s: board.exit in s[goal_set], **kinds)


def klotski_of_a_tuple(text: str = KLOTSKI) -> Puzzle:
    """Return Klotski with one tuple of all places: its rule loops over indices."""
    board = Pieces(text)
    shapes = [board.shape[name] for name in board.names]
    pieces = range(len(shapes))
    big = board.names.index(board.big)

    def slide(s):
        for piece in each(pieces):
            for way in each(board.WAYS):
                to = board.step[shapes[piece], way][s.at[piece]]
                others = (other for other in pieces if other != piece)
                if to >= 0 and not any(
                    board.crash[shapes[piece], shapes[other]][to, s.at[other]] for other in others
                ):
                    yield f"{board.names[piece]}{way}", s.but(at=s.at.put(piece, to))

    start = {"at": [board.start[name] for name in board.names]}
    kinds = {"at": Tuple(len(shapes), board.size)}
    return Puzzle(start, [slide], lambda s: s.at[big] == board.exit, **kinds)
