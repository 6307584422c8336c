"""Pledge: a knight who follows the wall. The reader of the native format.

::

    3 3                rows, columns of tiles
    #8#                tiles by number or drawn; + or ┼ a crossroad, # a block, _ the slot
    9+9
    #8#
    start 4 -1 R       cell row, cell column, heading U R D L; -1 and 3 * rows are the ring
    home 4 9           cell row, cell column
    cap 40             optional: the largest count, at least 4
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from puzzles.pledge.drawing import draw
from puzzles.pledge.rules import (
    BLOCK,
    DRAWN,
    HEADINGS,
    MARKS,
    SLOT,
    Board,
    Place,
    openings,
    pledge,
)
from puzzles.tiles import edge, mirrored, turned
from stategraph.rules import (
    Drawing,
    Element,
    Family,
    LevelError,
    Puzzle,
    Rows,
    Sign,
    lines,
    number,
    words,
)

__all__ = ["Pledge", "family"]

FORMS = {"start": "start ROW COLUMN HEADING", "home": "home ROW COLUMN", "cap": "cap NUMBER"}

SIGNS = (
    Sign("#", "block"),
    *(Sign(DRAWN[k], f"path {''.join(openings(k))}", (DRAWN[k],)) for k in range(BLOCK)),
    Sign("_", "slot", ("slot",), alone=True),
)


class Pledge(Family):
    """The family as ``stategraph`` finds it.

    Attributes
    ----------
    runner : str
        the actor who never stops; the other one may move between his moves, but not for ever
    """

    name = "pledge"
    summary = "a knight follows the wall home by counting his turns, while tiles slide"
    levels = Path(__file__).parent / "levels"
    corner = (1.0, 1.0)
    runner = "knight"
    signs = SIGNS
    arrows = ("S",)

    def read(self, text: str, options: Mapping[str, Any]) -> Puzzle:
        """Return the puzzle of a native file; see the module's picture."""
        rows = lines(text)
        height, width = _size(rows)
        tiles = [_tiles(rows, 2 + row, width) for row in range(height)]
        given = _settings(rows, 2 + height)
        for name in ("start", "home"):
            if name not in given:
                raise LevelError(f"there is no '{FORMS[name]}'")
        start, heading = _place(given["start"], height, width), given["start"][1][3]
        home = _place(given["home"], height, width)
        cap = None
        if "cap" in given:
            line, found = given["cap"]
            cap = number(found[1], "cap", line, 4)
        board = Board(tiles, start, heading, home, cap)
        _check(board)
        return pledge(board)

    def grid(self, text: str) -> Rows:
        """Return the tiles of a text as rows of signs."""
        rows = lines(text)
        height, width = _size(rows)
        return [[DRAWN[tile] for tile in _tiles(rows, 2 + row, width)] for row in range(height)]

    def regrid(self, text: str, rows: Rows) -> str:
        """Return a text with other tiles; start and home stay, or in the ring round them."""
        given = lines(text)
        height, width = _size(given)
        grown = {3 * height: 3 * len(rows)}, {3 * width: 3 * len(rows[0])}
        below = [_with_place(line, grown) for line in given[1 + height :]]
        return "\n".join([f"{len(rows)} {len(rows[0])}", *map("".join, rows), *below, ""])

    def mirrored(self, sign: str) -> str:
        """Return a tile with left and right exchanged."""
        return mirrored(sign)

    def turned(self, sign: str) -> str:
        """Return a tile after a quarter turn."""
        return turned(sign)

    def text(self, puzzle: Any, state: Any) -> str:
        """Return the cells of the board, the knight as an arrow, and his count."""
        board, tiles = puzzle.board, puzzle.board.tiles_of(state)
        marks = {place: "·" if board.is_path(place, tiles) else "█" for place in board.places}
        marks |= {place: "░" for place in board.places if board.tile(place, tiles) == SLOT}
        marks |= dict.fromkeys(board.gates, "□")
        marks |= {board.home: "⌂", board.spot(state.cell): "▲▶▼◀"[state.heading]}
        rows = [
            "".join(marks.get((row, column), " ") for column in range(-1, board.width + 1)).rstrip()
            for row in range(-1, board.height + 1)
        ]
        return "\n".join(rows).strip("\n") + f"\ncount {state.count}"

    def draw(self, puzzle: Any, state: Any) -> Drawing:
        """Return the board as a picture; see `puzzles.pledge.drawing`."""
        return draw(puzzle.board, state)

    def spot(self, puzzle: Any, variable: str, value: int) -> tuple[float, float] | None:
        """Return the middle of a cell or a gate, or of the tile where the slot is."""
        if variable == "cell":
            row, column = puzzle.board.spot(value)
            return column + 1.5, row + 1.5
        if variable == "slot":
            row, column = puzzle.board.grid.place(value)
            return 3 * column + 2.5, 3 * row + 2.5
        return None

    def walkers(self, puzzle: Any) -> tuple[str, ...]:
        """Return the knight's cell."""
        return ("cell",)

    def write(self, puzzle: Any, state: Any) -> str:
        """Return the native file of the level that starts in `state`.

        The knight's count must be 0; and a start in the ring is path only where he starts.
        """
        board: Board = puzzle.board
        spot = board.spot(state.cell)
        if state.count:
            raise LevelError("the knight has counted turns, and levels begin with count 0")
        if spot != board.start and board.start in board.gates and board.start != board.home:
            raise LevelError("the start in the ring would be walled up behind the knight")
        return _file(board, board.tiles_of(state), spot, HEADINGS[state.heading])

    def costs(self, puzzle: Any) -> Mapping[str, str]:
        """Return the knight's moves, and his turns among them."""
        slides = {"slides": "slides"} if puzzle.board.slides else {}
        return {"ticks": "by knight", "turns": "turns", **slides}

    def words(self, puzzle: Any) -> Mapping[str, Any]:
        """Return his `counter`, when he goes straight on, and moves that turn or slide."""
        slides = {"slides": "changes slot"} if puzzle.board.slides else {}
        return {"counter": "count", "straight": "count = 0", "turns": "changes heading", **slides}

    def elements(self, puzzle: Any) -> list[Element]:
        """Return the tiles that are no blocks, each followed by its openings, and the slot."""
        board: Board = puzzle.board
        found = []
        for k, tile in enumerate(board.tiles):
            row, column = board.grid.place(k)
            x, y = 1.0 + 3 * column, 1.0 + 3 * row
            if tile != BLOCK:
                kind = "slot" if tile == SLOT else "tile"
                outline = (x, y), (x + 3, y), (x + 3, y + 3), (x, y + 3)
                found.append(Element(f"{kind} {row}:{column}", kind, (k, "LURD"), outline))
            for way in openings(tile):
                name = f"opening {row}:{column} {way}"
                found.append(Element(name, "opening", (k, way), edge(way, x, y, 3)))
        return found

    def without(self, puzzle: Any, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle with blocks for some tiles, and some openings walled up.

        The cap stays what it is. Neither the start nor the home may lie on a tile that goes.
        """
        board: Board = puzzle.board
        ways = [set(openings(tile)) for tile in board.tiles]
        blocks = {k for k, tile in enumerate(board.tiles) if tile == BLOCK}
        for k, closed in (element.at for element in elements):
            ways[k] -= set(closed)
            blocks |= {k} if closed == "LURD" else set()
        return self._with(board, ways, blocks)

    def including(self, puzzle: Any, elements: Collection[Element], other: Any) -> Puzzle:
        """Return the puzzle with some tiles in the place of blocks, and some openings.

        A tile needs its openings with it.
        """
        board: Board = puzzle.board
        ways = [set(openings(tile)) for tile in board.tiles]
        blocks = {k for k, tile in enumerate(board.tiles) if tile == BLOCK}
        spots = [element.at for element in elements]
        blocks -= {k for k, opened in spots if opened == "LURD"}
        for k, opened in spots:
            if k in blocks or k >= len(ways):
                raise LevelError("there is no tile for an opening")
            ways[k] |= set(opened) if len(opened) == 1 else set()
        if any(element.kind == "tile" and not ways[element.at[0]] for element in elements):
            raise LevelError("a tile needs its openings")
        return self._with(board, ways, blocks)

    def missing(self, puzzle: Any) -> list[Element]:
        """Return the openings that tiles have not; blocks and the slot have none to be given."""
        board: Board = puzzle.board
        found = []
        for k, tile in enumerate(board.tiles):
            row, column = board.grid.place(k)
            for way in "LURD" if tile < BLOCK else "":
                if way not in openings(tile):
                    name, outline = (
                        f"opening {row}:{column} {way}",
                        edge(way, 1.0 + 3 * column, 1.0 + 3 * row, 3),
                    )
                    found.append(Element(name, "opening", (k, way), outline))
        return found

    def _with(self, board: Board, ways: list[set[str]], blocks: set[int]) -> Puzzle:
        """Return the puzzle with blocks in some places and tiles of these openings elsewhere."""
        known = {frozenset(openings(tile)): tile for tile in range(BLOCK)}
        known[frozenset()] = SLOT
        tiles = [
            BLOCK if k in blocks else known.get(frozenset(found), -1)
            for k, found in enumerate(ways)
        ]
        if -1 in tiles:
            raise LevelError("no tile has only one opening")
        return self.read(_file(board, tiles, board.start, board.heading), {})

    def visible(self, puzzle: Any, state: Any) -> Any:
        """Return the state but for the knight's exact count, which may grow for ever."""
        return state.but(count=min(state.count, 1))

    @staticmethod
    def actor(label: str) -> str:
        """Return who moves."""
        return "player" if label.startswith("S") else "knight"


# a line's number and its words
_Setting = tuple[int, list[str]]


def _file(board: Board, tiles: Sequence[int], start: Place, heading: str) -> str:
    """Return a native file."""
    width = board.grid.width
    drawn = [DRAWN[tile] for tile in tiles]
    rows = ["".join(drawn[k : k + width]) for k in range(0, len(drawn), width)]
    head = f"{board.grid.height} {width}"
    ends = "start {} {} {}".format(*start, heading), "home {} {}".format(*board.home)
    return "\n".join([head, *rows, *ends, f"cap {board.cap}", ""])


def _row(rows: list[str], line: int, what: str) -> str:
    """Return a line, or complain that it is missing."""
    if line > len(rows):
        raise LevelError(f"missing: {what}", line)
    return rows[line - 1].rstrip(" \t")


def _size(rows: list[str]) -> tuple[int, int]:
    found = words(_row(rows, 1, "number of rows, number of columns"))
    if len(found) != 2:
        raise LevelError(f"expected two numbers (rows, columns), found {' '.join(found)!r}", 1)
    return number(found[0], "number of rows", 1, 1), number(found[1], "number of columns", 1, 1)


def _tiles(rows: list[str], line: int, width: int) -> list[int]:
    """Return the tiles of a row of the board."""
    row = _row(rows, line, "a row of the board")
    for mark in row:
        if mark not in MARKS + DRAWN:
            raise LevelError(f"{mark!r} is no tile; tiles are {MARKS} or {DRAWN}", line)
    if len(row) != width:
        raise LevelError(f"{len(row)} tiles instead of {width}: {row!r}", line)
    return [MARKS.find(mark) if mark in MARKS else DRAWN.index(mark) for mark in row]


def _settings(rows: list[str], first: int) -> dict[str, _Setting]:
    """Return the lines below the board by their first word."""
    given: dict[str, _Setting] = {}
    for line in range(first, len(rows) + 1):
        found = words(rows[line - 1])
        name = found[0] if found else ""
        if name not in FORMS:
            known = ", ".join(f"'{form}'" for form in FORMS.values())
            raise LevelError(f"expected {known}; found {' '.join(found)!r}", line)
        if name in given:
            raise LevelError(f"{name!r} is there twice, first in line {given[name][0]}", line)
        if len(found) != len(words(FORMS[name])):
            raise LevelError(f"expected '{FORMS[name]}', found {' '.join(found)!r}", line)
        if name == "start" and found[3] not in tuple(HEADINGS):
            raise LevelError(f"heading must be U, R, D or L, not {found[3]!r}", line)
        given[name] = line, found
    return given


def _place(setting: _Setting, height: int, width: int) -> Place:
    """Return the cell that a setting names: on the board or in the ring around it."""
    line, (name, row, column, *_) = setting
    return (
        number(row, f"row of {name}", line, -1, 3 * height),
        number(column, f"column of {name}", line, -1, 3 * width),
    )


def _check(board: Board) -> None:
    """Complain where settings and tiles do not fit; no single line is to blame for that."""
    if board.tiles.count(SLOT) > 1:
        raise LevelError(f"{board.tiles.count(SLOT)} slots (_): there may be one at most")
    for name, (row, column) in (("start", board.start), ("home", board.home)):
        if board.holds((row, column)) and not board.is_path((row, column), board.tiles):
            raise LevelError(f"{name} {row} {column} is a wall")
    if board.slides and board.holds(board.home):
        row, column = board.home
        raise LevelError(f"home {row} {column}: with a slot (_), home must lie in the ring")


def _with_place(line: str, grown: Sequence[Mapping[int, int]]) -> str:
    """Return a line whose start or home has another row or column where `grown` names its own."""
    found = line.split()
    if found[:1] not in (["start"], ["home"]) or not all(map(_is_number, found[1:3])):
        return line
    ends = [str(new.get(int(old), old)) for new, old in zip(grown, found[1:3], strict=False)]
    return line if ends == found[1:3] else " ".join([found[0], *ends, *found[3:]])


def _is_number(word: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,6}", word) is not None


family = Pledge()
