"""Pledge: a knight walks home along the walls, counting his turns; tiles may slide under him.

A tile is 3 x 3 cells: the corners are wall, the middle is path, the middle of an edge is path where
the tile is open. A ring of cells lies around the board, all wall but for the home and the start::

    #########
    S·····█·H        ─┐     the start, a tile ─, a tile ┐ ... and the home in the ring
    #######·#

His rule: while the count is 0 he goes straight on; at a wall he turns right, counts 1, and follows
that wall with his left hand, adding his right turns and taking off the left ones, until the count
is 0 again. That is how he gets away from an island that plain wall following would circle for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzles.tiles import BOX, OPENINGS
from stategraph.rules import Cells, Grid, One, Puzzle, Table, Tuple, each

# tiles by number, as a level spells them and as they are drawn: after the ten path tiles
# a crossroad, a block, and the slot, which is no tile
MARKS, DRAWN = "0123456789+#_", BOX + "┼#_"
CROSSROAD, BLOCK, SLOT = 10, 11, 12

HEADINGS = "URDL"
STEP = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}  # in the order of HEADINGS
BACK = {"D": "U", "L": "R", "R": "L", "U": "D"}

Place = tuple[int, int]


def openings(tile: int) -> str:
    """Return where a tile is open; a block and the slot are nowhere."""
    return OPENINGS[tile] if tile < CROSSROAD else "LURD" if tile == CROSSROAD else ""


def _is_path(tile: int, row: int, column: int) -> bool:
    """Return whether a cell of a tile is path."""
    edges = [(1 + STEP[way][0], 1 + STEP[way][1]) for way in openings(tile)]
    return (row, column) in [*edges, *([(1, 1)] if edges else [])]


PATH = Table(
    [[_is_path(tile, cell // 3, cell % 3) for cell in range(9)] for tile in range(len(MARKS))]
)


class Board(Grid):
    """The cells of the tiles, then those cells of the ring that are no wall.

    Attributes
    ----------
    tiles : tuple of int
        the tiles at the start, row by row
    grid : Grid
        the places of the tiles
    start, home : (row, column)
    heading : str
        at the start
    gates : tuple of (row, column)
        the home and the start where they lie in the ring; they are numbered after the cells
    cap : int
        the largest count
    """

    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        start: Place,
        heading: str,
        home: Place,
        cap: int | None = None,
    ):
        self.grid = Grid(["." * len(row) for row in rows], walls="")
        super().__init__(["." * (3 * len(row)) for row in rows for _ in range(3)], walls="")
        self.tiles = tuple(tile for row in rows for tile in row)
        self.start, self.heading, self.home = start, heading, home
        self.gates = tuple(gate for gate in sorted({home, start}) if not self.holds(gate))
        paths = sum(self.is_path(place, self.tiles) for place in self.places)
        self.cap = 4 * (paths + len(self.gates)) + 8 if cap is None else cap

    @property
    def slides(self) -> bool:
        """Whether there is a slot, so that tiles can slide."""
        return SLOT in self.tiles

    def holds(self, place: Place) -> bool:
        """Return whether a place lies on the board, not in the ring."""
        return 0 <= place[0] < self.height and 0 <= place[1] < self.width

    def tile(self, place: Place, tiles: Sequence[int]) -> int:
        """Return the tile that a cell lies on, among `tiles`."""
        return tiles[place[0] // 3 * self.grid.width + place[1] // 3]

    def is_path(self, place: Place, tiles: Sequence[int]) -> bool:
        """Return whether a cell is path, the tiles being those."""
        return _is_path(self.tile(place, tiles), place[0] % 3, place[1] % 3)

    def tiles_of(self, state: Any) -> Sequence[int]:
        """Return the tiles of a state; without a slot they are always the same."""
        return state.tiles if self.slides else self.tiles

    def number(self, place: Place) -> int:
        """Return the number of a cell or gate; of a wall of the ring, the number after those."""
        if self.holds(place):
            return self.cell(*place)
        return self.size + (self.gates.index(place) if place in self.gates else len(self.gates))

    def spot(self, number: int) -> Place:
        """Return the place of a cell or gate."""
        return self.place(number) if number < self.size else self.gates[number - self.size]


def pledge(board: Board) -> Puzzle:
    """Return the puzzle: on a board with a slot tiles slide, on any other only the knight moves."""
    size, cap, grid = board.size, board.cap, board.grid
    home = board.number(board.home)
    spots = [board.spot(number) for number in range(size + len(board.gates))]
    ahead = Table(
        [
            [board.number((row + down, column + right)) for row, column in spots]
            for down, right in STEP.values()
        ]
    )
    gates = Cells(range(size, len(spots)))
    paths = Cells(k for k, place in enumerate(board.places) if board.is_path(place, board.tiles))
    # of every cell its tile (a gate is on none), and which of the tile's nine cells it is
    tile_of = Table([*(r // 3 * grid.width + c // 3 for r, c in board.places), -1, -1])
    part = Table([r % 3 * 3 + c % 3 for r, c in board.places])
    # how far the number of a knight's cell changes when his tile slides
    carry = {way: 3 * (row * board.width + column) for way, (row, column) in STEP.items()}

    def free(s, cell):
        if not board.slides:
            return cell in gates or cell in paths
        return cell in gates or (cell < size and PATH[s.tiles[tile_of[cell]], part[cell]])

    def tick(s):
        left, right = (s.heading + 3) % 4, (s.heading + 1) % 4
        if s.count > 0 and free(s, to := ahead[left, s.cell]):
            yield "L", s.but(cell=to, heading=left, count=s.count - 1)
        elif free(s, to := ahead[s.heading, s.cell]):
            yield "F", s.but(cell=to)
        elif s.count < cap:
            yield "R", s.but(heading=right, count=s.count + 1)
        else:
            # the same heading as cap + 1
            yield "R", s.but(heading=right, count=cap - 3)

    def slide(s):
        under = tile_of[s.cell]
        for way in each(BACK):
            tile = grid.step[BACK[way]][s.slot]
            if tile >= 0:
                tiles = s.tiles.put(s.slot, s.tiles[tile]).put(tile, SLOT)
                cell = s.cell
                if tile == under:
                    cell = cell + carry[way]
                yield f"S{way}", s.but(cell=cell, slot=tile, tiles=tiles)

    def at_home(s):
        return s.cell == home

    start: dict[str, Any] = {
        "cell": board.number(board.start),
        "heading": HEADINGS.index(board.heading),
        "count": 0,
    }
    kinds: dict[str, Any] = {
        "cell": One(board, *("{}:{}".format(*gate) for gate in board.gates)),
        "heading": One(0, *HEADINGS),
        "count": One(cap + 1),
    }
    rules = [tick]
    if board.slides:
        rules.append(slide)
        start.update(slot=board.tiles.index(SLOT), tiles=board.tiles)
        kinds.update(slot=One(grid), tiles=Tuple(grid.size, 0, *DRAWN))
    return Puzzle(start, rules, at_home, facts={"cap": cap}, board=board, **kinds)
