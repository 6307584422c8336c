"""Labyrinth: enter from below, walk through open tiles, slide your row, leave at the top.

::

     ┌ ┐ ─          spare │         the player in row 0 slides it: the spare enters at the
    └──────►                        free end, the tile pushed out becomes the spare

     │ ┌ ┐          spare ─         rows 0, 2, ... slide to the right, rows 1, 3, ... to the left
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.rules import Goal, Grid, LevelRules, One, Puzzle, Rule, Table, Tuple, each

from ..tiles import BOX, OPENINGS

OPEN = {side: Table([side in openings for openings in OPENINGS]) for side in "LURD"}
FACING = {"L": "R", "R": "L", "U": "D", "D": "U"}

Place = tuple[int, int]


def labyrinth(rows: Sequence[Sequence[int]], spare: int, start: Place, goal: Place) -> Puzzle:
    """Return the puzzle.

    Parameters
    ----------
    rows : sequence of sequences of int
        the tiles 0..9 of each row of the board
    spare : int
        the tile beside it
    start : (row, column)
        the tile that is entered from below
    goal : (row, column)
        the tile that is left through its top
    """
    board = Board(rows, start, goal)
    size, width = board.size, board.width
    # two tables over the player's values: the row that S slides, and the player's cell after S
    row_of = Table([*(cell // width for cell in range(size)), start[0], -1])
    carried = Table([*(slid(cell, width) for cell in range(size)), size, size + 1])
    ends = board.cell(*start), board.cell(*goal)
    return Puzzle(
        {"player": size, "spare": spare, "tiles": [tile for row in rows for tile in row]},
        LevelRules(_rules, board, board.height, width, ends, row_of, carried),
        board=board,
        player=One(board, "outside", "solved"),
        spare=One(0, *BOX),
        tiles=Tuple(size, 0, *BOX),
    )


def _rules(
    board: Grid, height: int, width: int, ends: tuple[int, int], row_of: Table, carried: Table
) -> tuple[list[Rule], Goal]:
    """Return the rules and the goal on a board that is entered and left at `ends`."""
    entry, exit_ = ends
    outside, solved = board.size, board.size + 1

    def enter(s):
        if s.player == outside and OPEN["D"][s.tiles[entry]]:
            yield "E", s.but(player=entry)

    def slide(s):
        player_row = row_of[s.player]
        for row in each(range(height)):
            if row == player_row:
                tiles, spare = _pushed(s.tiles, s.spare, row, width)
                yield "S", s.but(player=carried[s.player], tiles=tiles, spare=spare)

    def leave(s):
        if s.player == exit_ and OPEN["U"][s.tiles[exit_]]:
            yield "X", s.but(player=solved)

    def won(s):
        return s.player == solved

    return [enter, _walks(board, "DLR"), slide, _walks(board, "U"), leave], won


def _walks(board: Grid, directions: str) -> Rule:
    """Return the rule that walks in the given directions."""
    step, outside = board.step, board.size

    def walk(s):
        if s.player < outside:
            for direction in each(directions):
                to = step[direction][s.player]
                if (
                    to >= 0
                    and OPEN[direction][s.tiles[s.player]]
                    and OPEN[FACING[direction]][s.tiles[to]]
                ):
                    yield direction, s.but(player=to)

    return walk


def _pushed(tiles, spare, row, width):
    """Return the tiles and the spare after a push of the spare into `row`."""
    first, last = row * width, row * width + width - 1
    before, after = tiles[:first], tiles[last + 1 :]
    if row % 2 == 0:
        return before + (spare,) + tiles[first:last] + after, tiles[last]
    return before + tiles[first + 1 : last + 1] + (spare,) + after, tiles[first]


def slid(cell: int, width: int) -> int:
    """Return a player's cell after the row slid; from the tile pushed out, it is the other end."""
    row, column = divmod(cell, width)
    return row * width + (column + (1 if row % 2 == 0 else -1)) % width


class Board(Grid):
    """The cells of the board, with the start tile and the goal tile."""

    def __init__(self, rows: Sequence[Sequence[int]], start: Place, goal: Place):
        super().__init__(["." * len(row) for row in rows], walls="")
        self.start, self.goal = start, goal
