"""The parts of a Pledge level: tiles, a ring of cells around the tiles, and knights.

A tile is 3 x 3 cells: the corners are wall, the middle is path, the middle of an edge is path if
the tile is open there. A ring of cells lies around the board; it is wall except homes and starts::

    #########
    S·····█·H        ─┐     the start, a tile ─, a tile ┐ ... and the home in the ring
    #######·#
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stategraph.rules import Grid, State, Table

from ..tiles import BOX, OPENINGS

# the signs of all tiles by number, as digits and as box characters: ten path tiles, a crossroad, a
# block, and the slot (no tile)
MARKS, DRAWN = "0123456789+#_", BOX + "┼#_"
CROSSROAD, BLOCK, SLOT = 10, 11, 12

# colours of knights that walk together; the initial letter identifies a knight
COLOURS = "red", "yellow", "green", "blue"

HEADINGS = "URDL"
STEP = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}  # in the order of HEADINGS
BACK = {"D": "U", "L": "R", "R": "L", "U": "D"}

Place = tuple[int, int]


def openings(tile: int) -> str:
    """Return the open edges of a tile; a block and the slot have none."""
    return OPENINGS[tile] if tile < CROSSROAD else "LURD" if tile == CROSSROAD else ""


def _is_path(tile: int, row: int, column: int) -> bool:
    """Return whether a cell of a tile is path."""
    edges = [(1 + STEP[direction][0], 1 + STEP[direction][1]) for direction in openings(tile)]
    return (row, column) in [*edges, *([(1, 1)] if edges else [])]


PATH = Table(
    [[_is_path(tile, cell // 3, cell % 3) for cell in range(9)] for tile in range(len(MARKS))]
)


@dataclass(frozen=True)
class Knight:
    """A knight with a start, a heading and a home.

    Attributes
    ----------
    start : (row, column)
    heading : str
    home : (row, column)
    colour : str
        one of `COLOURS`; empty for a single knight
    """

    start: Place
    heading: str
    home: Place
    colour: str = ""

    @property
    def letter(self) -> str:
        """The letter of the knight in pictures and texts; empty for a single knight."""
        return self.colour[:1].upper()

    @property
    def names(self) -> tuple[str, str, str]:
        """The variables of the knight's cell, heading and count."""
        if not self.colour:
            return "cell", "heading", "count"
        return self.colour, f"{self.colour}_heading", f"{self.colour}_count"


class Board(Grid):
    """The cells of all tiles, followed by the gates: the path cells of the ring.

    Attributes
    ----------
    tiles : tuple of int
        the tiles at the start, row by row
    grid : Grid
        the places of the tiles
    knights : tuple of Knight
        in the order in which they step
    blocks : bool
        whether each knight is a wall to the others
    gates : tuple of (row, column)
        homes and starts in the ring; they are numbered after the cells
    homes : dict of (row, column) to list of Knight
        the knights at home in each place
    cap : int
        the largest count
    """

    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        knights: Sequence[Knight],
        cap: int | None = None,
        blocks: bool = False,
    ):
        self.grid = Grid(["." * len(row) for row in rows], walls="")
        super().__init__(["." * (3 * len(row)) for row in rows for _ in range(3)], walls="")
        self.tiles = tuple(tile for row in rows for tile in row)
        self.knights, self.blocks = tuple(knights), blocks
        self.gates = self.gates_of(knights)
        self.homes: dict[Place, list[Knight]] = {}
        for knight in knights:
            self.homes.setdefault(knight.home, []).append(knight)
        paths = sum(self.is_path(place, self.tiles) for place in self.places)
        self.cap = 4 * (paths + len(self.gates)) + 8 if cap is None else cap

    def gates_of(self, knights: Iterable[Knight]) -> tuple[Place, ...]:
        """Return the starts and homes of knights that lie in the ring, in order."""
        ends = {place for knight in knights for place in (knight.start, knight.home)}
        return tuple(sorted(place for place in ends if not self.holds(place)))

    @property
    def doors(self) -> dict[Place, str]:
        """The ring cells beside the middle of a tile's edge, and the heading into the board."""
        rows, columns = range(1, self.height, 3), range(1, self.width, 3)
        return {
            **{(row, -1): "R" for row in rows},
            **{(row, self.width): "L" for row in rows},
            **{(-1, column): "D" for column in columns},
            **{(self.height, column): "U" for column in columns},
        }

    @property
    def slides(self) -> bool:
        """True if there is a slot, so that tiles can slide."""
        return SLOT in self.tiles

    def holds(self, place: Place) -> bool:
        """Return whether a place lies on the board, not in the ring."""
        return 0 <= place[0] < self.height and 0 <= place[1] < self.width

    def tile(self, place: Place, tiles: Sequence[int]) -> int:
        """Return the tile to which a cell belongs on a board with these tiles."""
        return tiles[place[0] // 3 * self.grid.width + place[1] // 3]

    def is_path(self, place: Place, tiles: Sequence[int]) -> bool:
        """Return whether a cell is path on a board with these tiles."""
        return _is_path(self.tile(place, tiles), place[0] % 3, place[1] % 3)

    def tiles_of(self, state: State) -> Sequence[int]:
        """Return the tiles of a state; without a slot they are always the same."""
        return state.tiles if self.slides else self.tiles

    def number(self, place: Place) -> int:
        """Return the number of a cell or gate; all walls of the ring share the next number."""
        if self.holds(place):
            return self.cell(*place)
        return self.size + (self.gates.index(place) if place in self.gates else len(self.gates))

    def spot(self, number: int) -> Place:
        """Return the place of a cell or gate."""
        return self.place(number) if number < self.size else self.gates[number - self.size]

    def beside(self, number: int, heading: int) -> Place:
        """Return the place next to a cell or gate, in the direction of `HEADINGS[heading]`."""
        row, column = self.spot(number)
        down, right = STEP[HEADINGS[heading]]
        return row + down, column + right
