"""Reader and writer of the native Pledge format: tiles, then one line per setting."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stategraph.rules import LevelError, lines, number, words

from .board import (
    COLOURS,
    DRAWN,
    HEADINGS,
    MARKS,
    SLOT,
    Board,
    Knight,
    Place,
)

FORMS = {"start": "start ROW COLUMN HEADING", "home": "home ROW COLUMN", "cap": "cap NUMBER"}

MEETINGS = "pass", "block"


@dataclass(frozen=True)
class _Setting:
    """A line below the tiles: its number, its words, and the colour of its knight."""

    line: int
    words: list[str]
    colour: str


def read_board(text: str, meeting: object) -> Board:
    """Return the board of a native file; `meeting` is the option ``knights``."""
    rows = lines(text)
    height, width = size(rows)
    tiles = [tiles_of(rows, 2 + row, width) for row in range(height)]
    if meeting not in MEETINGS:
        raise LevelError(f"knights must be pass or block, not {meeting!r}", option="knights")
    settings = _settings(rows, 2 + height)
    _check_colours(settings)
    starts = {colour: setting for (name, colour), setting in settings.items() if name == "start"}
    knights = []
    for colour, setting in starts.items():
        start, home = (_place(settings[name, colour], height, width) for name in ("start", "home"))
        knights.append(Knight(start, setting.words[3], home, colour))
    cap = None
    if ("cap", "") in settings:
        setting = settings["cap", ""]
        cap = number(setting.words[1], "cap", setting.line, 4)
    board = Board(tiles, knights, cap, meeting == "block")
    _check(board, starts)
    return board


def size(rows: list[str]) -> tuple[int, int]:
    """Return the numbers of rows and columns of tiles."""
    fields = words(_row(rows, 1, "number of rows, number of columns"))
    if len(fields) != 2:
        raise LevelError(f"expected two numbers (rows, columns), found {' '.join(fields)!r}", 1)
    return number(fields[0], "number of rows", 1, 1), number(fields[1], "number of columns", 1, 1)


def tiles_of(rows: list[str], line: int, width: int) -> list[int]:
    """Return the tiles of a row of the board."""
    row = _row(rows, line, "a row of the board")
    for mark in row:
        if mark not in MARKS + DRAWN:
            raise LevelError(f"{mark!r} is not a tile; tiles are {MARKS} or {DRAWN}", line)
    if len(row) != width:
        raise LevelError(f"{len(row)} tiles instead of {width}: {row!r}", line)
    return [MARKS.find(mark) if mark in MARKS else DRAWN.index(mark) for mark in row]


def native_text(board: Board, tiles: Sequence[int], knights: Sequence[Knight]) -> str:
    """Return the native file of a board with other tiles and knights."""
    width = board.grid.width
    signs = [DRAWN[tile] for tile in tiles]
    rows = ["".join(signs[k : k + width]) for k in range(0, len(signs), width)]
    ends = []
    for knight in knights:
        ends.append("start {} {} {} {}".format(*knight.start, knight.heading, knight.colour))
        ends.append("home {} {} {}".format(*knight.home, knight.colour))
    ends = [line.rstrip() for line in ends]
    return "\n".join([f"{board.grid.height} {width}", *rows, *ends, f"cap {board.cap}", ""])


def with_place(line: str, renumbering: Sequence[Mapping[int, int]]) -> str:
    """Return a start or home line whose row and column are replaced according to `renumbering`."""
    fields = line.split()
    if fields[:1] not in (["start"], ["home"]) or not all(map(_is_number, fields[1:3])):
        return line
    ends = [str(new.get(int(old), old)) for new, old in zip(renumbering, fields[1:3], strict=False)]
    return line if ends == fields[1:3] else " ".join([fields[0], *ends, *fields[3:]])


def _row(rows: list[str], line: int, description: str) -> str:
    """Return a line; raise `LevelError` if it is missing."""
    if line > len(rows):
        raise LevelError(f"missing: {description}", line)
    return rows[line - 1].rstrip(" \t")


def _settings(rows: list[str], first: int) -> dict[tuple[str, str], _Setting]:
    """Return the lines below the board by their first word and the knight's colour."""
    settings: dict[tuple[str, str], _Setting] = {}
    for line in range(first, len(rows) + 1):
        fields = words(rows[line - 1])
        name = fields[0] if fields else ""
        if name not in FORMS:
            forms = ", ".join(f"'{form}'" for form in FORMS.values())
            raise LevelError(f"expected {forms}; found {' '.join(fields)!r}", line)
        setting = _Setting(line, fields, _colour(fields, line))
        if (name, setting.colour) in settings:
            label = f"{name} of {setting.colour}" if setting.colour else name
            earlier = settings[name, setting.colour].line
            raise LevelError(f"{label!r} occurs twice, first in line {earlier}", line)
        if name == "start" and fields[3] not in tuple(HEADINGS):
            raise LevelError(f"heading must be U, R, D or L, not {fields[3]!r}", line)
        settings[name, setting.colour] = setting
    return settings


def _colour(fields: list[str], line: int) -> str:
    """Return the colour at the end of a line, or ""; raise `LevelError` for a bad line."""
    form = FORMS[fields[0]]
    surplus = len(fields) - len(words(form))
    if surplus not in (0, 1) or (surplus and fields[0] == "cap"):
        several = "" if fields[0] == "cap" else " and a colour where knights are several"
        raise LevelError(f"expected '{form}'{several}, found {' '.join(fields)!r}", line)
    if not surplus:
        return ""
    if fields[-1] not in COLOURS:
        colours = ", ".join(COLOURS)
        raise LevelError(f"a knight's colour must be one of {colours}, not {fields[-1]!r}", line)
    return fields[-1]


def _check_colours(settings: Mapping[tuple[str, str], _Setting]) -> None:
    """Raise `LevelError` if a start, a home or a colour that a knight needs is missing."""
    first: dict[str, int] = {}
    for (name, colour), setting in settings.items():
        if name != "cap":
            first.setdefault(colour, setting.line)
    if len(first) > 1 and "" in first:
        raise LevelError("a knight without a colour, and there are others", first[""])
    for colour, line in (first or {"": 0}).items():
        for name in ("start", "home"):
            if (name, colour) not in settings:
                form = f"{FORMS[name]} {colour}".rstrip()
                raise LevelError(f"there is no '{form}'", line if colour else None)


def _place(setting: _Setting, height: int, width: int) -> Place:
    """Return the cell that a setting names: on the board or in the ring around it."""
    name, row, column, *_ = setting.words
    return (
        number(row, f"row of {name}", setting.line, -1, 3 * height),
        number(column, f"column of {name}", setting.line, -1, 3 * width),
    )


def _check(board: Board, starts: Mapping[str, _Setting]) -> None:
    """Raise `LevelError` if settings contradict the tiles; usually several lines are the cause."""
    if board.tiles.count(SLOT) > 1:
        raise LevelError(f"{board.tiles.count(SLOT)} slots (_): there may be one at most")
    colour_at: dict[Place, str] = {}
    for knight in board.knights:
        for name, (row, column) in (("start", knight.start), ("home", knight.home)):
            if board.holds((row, column)) and not board.is_path((row, column), board.tiles):
                raise LevelError(f"{name} {row} {column} is a wall")
        row, column = knight.home
        if board.slides and board.holds(knight.home):
            raise LevelError(f"home {row} {column}: with a slot (_), home must lie in the ring")
        if knight.start == knight.home:
            continue
        other = colour_at.setdefault(knight.start, knight.colour)
        if board.blocks and other != knight.colour:
            row, column = knight.start
            raise LevelError(
                f"start {row} {column}: {other} starts there, and knights block each other",
                starts[knight.colour].line,
            )


def _is_number(word: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,6}", word) is not None
