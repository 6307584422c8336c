"""Reader of the native Labyrinth format: a board of tiles whose rows slide.

::

    ┌;─;┐        a row of the board: tiles 0 to 9 or drawn, separated by semicolons
    8;6;9
    7;;          the spare tile, in the first cell of the last line

Options ``start: [row, column]`` (default: last row, column 0) and ``goal: [row, column]``
(default: row 0, last column).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from stategraph.rules import (
    Drawing,
    Element,
    Family,
    LevelError,
    Puzzle,
    Rows,
    Sign,
    State,
    lines,
    number,
)

from ..tiles import BOX, OPENINGS, edge, mirrored, other_turns, square, turned
from .drawing import MARGIN, corner, draw, draw_tiles, place_of
from .heuristics import manhattan, wrapped
from .rules import FACING, OPEN, Place, labyrinth

if TYPE_CHECKING:
    from random import Random

__all__ = ["Labyrinth", "family"]

# an editor that enlarges a board fills it with the first sign
SIGNS = tuple(Sign(BOX[k], f"path {OPENINGS[k]}", (OPENINGS[k],)) for k in (9, 8, *range(8)))


# The sides of a tile, in words.
SIDES = {"L": "on the left", "U": "at the top", "R": "on the right", "D": "at the bottom"}

# The row or column from which a step leads off the board, in words.
EDGES = {"L": "left column", "U": "top row", "R": "right column", "D": "bottom row"}


class Labyrinth(Family):
    """The Labyrinth family, as registered with ``stategraph``."""

    name = "labyrinth"
    summary = "rows of tiles that slide: enter at the bottom, leave at the top"
    options = ("start", "goal")
    levels = Path(__file__).parent / "levels"
    template = Path(__file__).parent / "template.yaml"
    corner = (MARGIN, MARGIN)
    heuristics = {"manhattan": manhattan, "wrapped": wrapped}
    admissible = ("wrapped",)
    ignoring = "if every path were open"
    signs = SIGNS

    def read(self, text: str, options: Mapping[str, object]) -> Puzzle:
        """Return the puzzle of a native file; the module docstring shows the format."""
        rows = [[cell.strip(" \t") for cell in line.split(";")] for line in lines(text)]
        if len(rows) < 2:
            missing = "the spare tile" if rows else "a row of the board"
            raise LevelError(f"missing: {missing}", len(rows) + 1)
        board = [[_tile(cell, line) for cell in row] for line, row in enumerate(rows[:-1], 1)]
        for line, row in enumerate(board, 1):
            if len(row) != len(board[0]):
                raise LevelError(f"{len(row)} tiles in a board of {len(board[0])} columns", line)
        last, *blanks = rows[-1]
        if any(blanks):
            raise LevelError("the last line holds the spare tile and nothing else", len(rows))
        spare = _tile(last, len(rows))
        start = _place(options, "start", (len(board) - 1, 0), board)
        goal = _place(options, "goal", (0, len(board[0]) - 1), board)
        return labyrinth(board, spare, start, goal)

    def grid(self, text: str) -> Rows:
        """Return the tile characters of a level's board, row by row, without the spare tile."""
        rows = lines(text)[:-1]
        return [
            [BOX[_tile(cell.strip(" \t"), line)] for cell in row.split(";")]
            for line, row in enumerate(rows, 1)
        ]

    def regrid(self, text: str, rows: Rows) -> str:
        """Return a level text with the board `rows` and the spare tile of `text`."""
        spare = lines(text)[-1]
        return "\n".join([*map(";".join, rows), spare, ""])

    def draw_signs(self, rows: Rows) -> Drawing:
        """Return a picture of the tiles alone."""
        return draw_tiles([list(map(BOX.index, row)) for row in rows])

    mirrored, turned = staticmethod(mirrored), staticmethod(turned)

    def text(self, puzzle: Puzzle, state: State) -> str:
        """Return the board in box characters, with the player's tile in brackets."""
        board, signs = puzzle.board, [f" {BOX[tile]} " for tile in state.tiles]
        position = {board.size: "outside", board.size + 1: "out at the top"}.get(state.player)
        if position is None:
            signs[state.player] = f"[{BOX[state.tiles[state.player]]}]"
            position = "at {}:{}".format(*board.place(state.player))
        width = board.width
        rows = ["".join(signs[k : k + width]).rstrip() for k in range(0, board.size, width)]
        (r0, c0), (r1, c1) = board.start, board.goal
        ends = f"start {r0}:{c0}, goal {r1}:{c1}"
        return "\n".join([*rows, f"spare {BOX[state.spare]}, player {position}, {ends}"])

    def draw(self, puzzle: Puzzle, state: State) -> Drawing:
        """Return a picture of the board; see `stategraph_puzzles.labyrinth.drawing`."""
        return draw(puzzle.board, state)

    def spot(self, puzzle: Puzzle, variable: str, value: int) -> tuple[float, float] | None:
        """Return the player's position on the picture, or None for variables that hold tiles."""
        return place_of(puzzle.board, value) if variable == "player" else None

    def settings(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return the options that give the cells of the start and the goal."""
        return {"start": list(puzzle.board.start), "goal": list(puzzle.board.goal)}

    def changes(self, puzzle: Puzzle, random: Random) -> Puzzle:
        """Return the puzzle after a random edit: another spare tile, start or goal column."""
        board, tiles, spare = puzzle.board, puzzle.start.tiles, puzzle.start.spare
        (first, enter), (last, leave) = board.start, board.goal
        part = random.choice(("spare", "start", "goal"))
        if part == "spare":
            spare = random.randrange(len(BOX))
        elif part == "start":
            enter = random.randrange(board.width)
        else:
            leave = random.randrange(board.width)
        rows = [tiles[k : k + board.width] for k in range(0, board.size, board.width)]
        return labyrinth(rows, spare, (first, enter), (last, leave))

    def write(self, puzzle: Puzzle, state: State) -> str:
        """Return the native file of the level that starts in `state`, with the player outside."""
        board = puzzle.board
        if state.player != board.size:
            raise LevelError("the player is inside, and levels begin outside")
        signs = [BOX[tile] for tile in state.tiles]
        rows = [signs[k : k + board.width] for k in range(0, board.size, board.width)]
        return "\n".join([*map(";".join, rows), BOX[state.spare], ""])

    def costs(self, puzzle: Puzzle) -> Mapping[str, str]:
        """Return two cost measures: the number of row slides, and the number of all other moves."""
        return {"shifts": "move S", "steps": "not move S"}

    def words(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return names for queries: whether the player is inside, and the kinds of moves."""
        outside = puzzle.board.size
        return {
            "inside": lambda s: s.player < outside,
            "enters": "move E",
            "slides": "move S",
            "walks": "move U or move D or move L or move R",
            "leaves": "move X",
        }

    def forbids(self, puzzle: Puzzle, state: State, label: str) -> str:
        """Return why a move is forbidden: the board's edge, a closed side, or another condition."""
        board, player = puzzle.board, state.player
        entry, exit_ = (board.cell(*place) for place in (board.start, board.goal))
        needed: list[tuple[int, str]] = []
        if label == "X" and player != exit_:
            return "the player must be on {}:{}".format(*board.goal)
        inside = player < board.size
        if label in FACING and inside and board.step[label][player] < 0:
            return f"the player must leave the {EDGES[label]}"
        if label in "EX":
            needed = [(entry, "D") if label == "E" else (exit_, "U")]
        elif label in FACING and inside:
            needed = [(player, label), (board.step[label][player], FACING[label])]
        for cell, direction in needed:
            if not OPEN[direction][state.tiles[cell]]:
                return "the tile on {}:{} must be open {}".format(
                    *board.place(cell), SIDES[direction]
                )
        return ""

    def attempts(self, puzzle: Puzzle, state: State) -> Iterator[tuple[str, State]]:
        """Yield the moves of the player through open and closed sides."""
        board, player = puzzle.board, state.player
        if player == board.size:
            yield "E", state.but(player=board.cell(*board.start))
        elif player < board.size:
            for direction, to in board.around(player):
                yield direction, state.but(player=to)
        if player == board.cell(*board.goal):
            yield "X", state.but(player=board.size + 1)

    def elements(self, puzzle: Puzzle) -> list[Element]:
        """Return the openings of all tiles; the openings of the spare tile come last."""
        board, start = puzzle.board, puzzle.start
        elements = []
        tiles = (*start.tiles, start.spare)
        for cell, (place, tile) in enumerate(zip(_places(puzzle), tiles, strict=True)):
            for direction in OPENINGS[tile]:
                outline = edge(direction, *corner(board, cell), 1)
                elements.append(
                    Element(f"opening {place} {direction}", "opening", (cell, direction), outline)
                )
        return elements

    def without(self, puzzle: Puzzle, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle with some openings walled up; every tile keeps at least two."""
        edges = _open_edges(puzzle)
        for cell, direction in (element.at for element in elements):
            edges[cell].discard(direction)
        return _with(puzzle, edges, "no tile has fewer than two openings")

    def including(self, puzzle: Puzzle, elements: Collection[Element], other: Puzzle) -> Puzzle:
        """Return the puzzle with openings added, at most three to a tile, or with tiles turned."""
        edges = _open_edges(puzzle)
        for element in elements:
            cell, directions = element.at
            if cell >= len(edges):
                raise LevelError("there is no such tile")
            kept = edges[cell] if element.kind == "opening" else set()
            edges[cell] = kept | set(directions)
        return _with(puzzle, edges, "no tile has such openings")

    def missing(self, puzzle: Puzzle) -> list[Element]:
        """Return the openings that could be added; the openings of the spare tile come last."""
        board = puzzle.board
        present = {element.at for element in self.elements(puzzle)}
        places = _places(puzzle)
        return [
            Element(
                f"opening {place} {direction}",
                "opening",
                (cell, direction),
                edge(direction, *corner(board, cell), 1),
            )
            for cell, place in enumerate(places)
            for direction in "LURD"
            if (cell, direction) not in present
        ]

    def replacements(self, puzzle: Puzzle) -> list[Element]:
        """Return the tiles turned in their places; the spare tile comes last."""
        board, tiles = puzzle.board, (*puzzle.start.tiles, puzzle.start.spare)
        return [
            Element(
                f"turned tile {place} {sign}",
                "turned tile",
                (cell, OPENINGS[BOX.index(sign)]),
                square(*corner(board, cell), 1),
            )
            for cell, place in enumerate(_places(puzzle))
            for sign in other_turns(BOX[tiles[cell]])
        ]


def _places(puzzle: Puzzle) -> list[str]:
    """Return the name of the place of each tile; the last one is the spare tile's."""
    board = puzzle.board
    return [*("{}:{}".format(*board.place(cell)) for cell in range(board.size)), "spare"]


def _open_edges(puzzle: Puzzle) -> list[set[str]]:
    """Return the set of openings of each tile; the last set is that of the spare tile."""
    return [set(OPENINGS[tile]) for tile in (*puzzle.start.tiles, puzzle.start.spare)]


def _with(puzzle: Puzzle, edges: list[set[str]], message: str) -> Puzzle:
    """Return the puzzle with the openings `edges`; raise `message` if no tile has such openings."""
    number_of = {frozenset(openings): tile for tile, openings in enumerate(OPENINGS)}
    tiles, board = [number_of.get(frozenset(open_edges), -1) for open_edges in edges], puzzle.board
    if -1 in tiles:
        raise LevelError(message)
    rows = [tiles[k : k + board.width] for k in range(0, board.size, board.width)]
    return labyrinth(rows, tiles[-1], board.start, board.goal)


def _tile(cell: str, line: int) -> int:
    """Return the number of the tile in a cell, given by number or by character."""
    if len(cell) == 1 and cell in BOX:
        return BOX.index(cell)
    try:
        return number(cell, "a tile", line, 0, 9)
    except LevelError:
        text = repr(cell if len(cell) <= 40 else cell[:37] + "...")
        message = f"a tile must be 0 to 9, or one of {BOX}, not {text}"
        raise LevelError(message, line) from None


def _place(
    options: Mapping[str, object], name: str, default: Place, board: list[list[int]]
) -> Place:
    """Return the (row, column) given by an option."""
    if name not in options:
        return default
    place = options[name]
    if not (isinstance(place, list) and len(place) == 2 and all(type(x) is int for x in place)):
        raise LevelError(f"{name} must be [row, column], not {place!r}", option=name)
    row, column = place
    if not (0 <= row < len(board) and 0 <= column < len(board[0])):
        most = [len(board) - 1, len(board[0]) - 1]
        raise LevelError(f"{name} must lie between [0, 0] and {most}, not {place}", option=name)
    return row, column


family = Labyrinth()
