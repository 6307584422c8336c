"""Reader of the native Psychopath format: a push-block maze.

::

    8 5           width, height
    8             moves of the best known solution, 0: not known
    XXXXXXXX      X x wall   _ floor
    X__X___X      u player, exactly one
    Xup__pPX      p block    P block on an exit
    X__X__eX      e exit, one or more e or P
    XXXXXXXX

The two lines of numbers may be left out. Then floor may be drawn as blanks, and a text may hold
several boards with titles between them. Solutions are written in small letters for steps and
capitals for pushes. Two other formats with more kinds of blocks are ``pathology`` and ``phone``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from stategraph.pushing import Pushing
from stategraph.rules import (
    Drawing,
    Element,
    Family,
    Grid,
    LevelError,
    LevelText,
    Puzzle,
    Rows,
    Sign,
    State,
    Table,
    cut,
    drawn_boards,
    exactly_one,
    lines,
    numbers,
    put,
    take_off,
    tiles,
)

from ..pushing_game import pushing_game
from .drawing import draw
from .heuristics import gates, walk
from .oneway import HOLE, is_special, pieces
from .pathology import is_pathology, read_pathology, write_pathology
from .phone import is_phone, read_phone
from .pruning import walled
from .rules import BLOCKS, EXITS, WALLS, psychopath

__all__ = ["Psychopath", "family"]

HEADER = 2  # lines before the board

TILES = "Xx_uepP"

SIGNS = (
    Sign("_", "floor"),
    Sign("X", "wall", ("wall",)),
    Sign("u", "player", ("player",), alone=True),
    Sign("p", "block", ("block",)),
    Sign("e", "exit", ("exit",)),
    Sign("P", "block on an exit", ("block", "exit")),
)

# for each kind of element, the tile that replaces each tile when the element is removed
TILE_AFTER_REMOVAL = {
    "block": {"p": "_", "P": "e"},
    "exit": {"e": "_", "P": "p"},
    "wall": {"X": "_", "x": "_"},
}

# other formats by name: a test whether lines have the format, and its reader
OTHERS = {"phone": (is_phone, read_phone), "pathology": (is_pathology, read_pathology)}
FORMATS = ("psychopath", *OTHERS)


class Psychopath(Family):
    """The Psychopath family, as registered with ``stategraph``."""

    name = "psychopath"
    summary = "a push-block maze: walk to an exit, pushing single blocks out of the way"
    options = ("format",)
    levels = Path(__file__).parent / "levels"
    template = Path(__file__).parent / "template.yaml"
    heuristics = {"walk": walk, "gates": gates}
    admissible = ("walk", "gates")
    ignoring = "if no block stood in the way"
    objectives = ("exit",)
    signs = SIGNS

    def boards(self, text: str) -> list[LevelText]:
        """Split a text with several drawn boards; any other text is a single board."""
        rows = lines(text)
        alone = _format(rows) == "psychopath" and not _has_size(rows)
        boards = drawn_boards(text, _is_row) if alone else []
        return boards if len(boards) > 1 else super().boards(text)

    def spelled(self, label: str, before: State, after: State) -> str:
        """Return a move in players' notation: a small letter for a step, a capital for a push."""
        return label if before.but(player=after.player) != after else label.lower()

    def labels(self, text: str) -> str:
        """Convert moves written in small and capital letters to labels."""
        return text.upper() if re.fullmatch(r"[lurdLURD\s,]*", text) else text

    def grid(self, text: str) -> Rows:
        """Return the rows of signs of the board in a native text."""
        rows = lines(text)
        if _format(rows) != "psychopath":
            raise LevelError("only boards in the native format can be edited")
        first = 0 if _is_drawn(rows) else HEADER
        return cut(rows[first:], SIGNS, {"x": "X", " ": "_"}, first + 1)

    def regrid(self, text: str, rows: Rows) -> str:
        """Return a level text with the board `rows`; its best solution is recorded as unknown."""
        board_rows = list(map("".join, rows))
        if _is_drawn(lines(text)):
            return "\n".join([*board_rows, ""])
        return _file(board_rows)

    def draw_signs(self, rows: Rows) -> Drawing:
        """Return a picture of a board, which need not be a valid level."""
        board = Grid(list(map("".join, rows)), WALLS)
        blocks = (("p", cell) for cell in sorted(board.find(BLOCKS)))
        return draw(board, sorted(board.find("u")), blocks)

    def pushing(self, puzzle: Puzzle) -> Pushing | None:
        """Return the board and its exits, if all blocks are plain."""
        if is_special(puzzle):
            return None
        return Pushing(puzzle.board, "player", "blocks", exits=puzzle.board.find(EXITS))

    def prune(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with walls in place of immovable blocks and unreachable cells."""
        return puzzle if is_special(puzzle) else walled(puzzle)

    def read(self, text: str, options: Mapping[str, object]) -> Puzzle:
        """Return the puzzle of a native file, or of a file in another format.

        The option ``format`` names the format; by default the first lines decide.
        """
        rows = lines(text)
        form = options["format"] if "format" in options else _format(rows)
        if form not in FORMATS:
            formats = ", ".join(FORMATS)
            raise LevelError(f"unknown format {form!r}; known: {formats}", option="format")
        if form in OTHERS:
            return OTHERS[form][1](rows)
        board, best, above = _without_header(rows) if _is_drawn(rows) else _with_header(rows)
        exactly_one(board, "u", "player (u)", above + 1)
        if not any(mark in EXITS for row in board for mark in row):
            raise LevelError("there is no exit (e, or P under a block)")
        return psychopath(board, best)

    def text(self, puzzle: Puzzle, state: State) -> str:
        """Return the board in the native format; an exit below the player is not visible in it."""
        board = puzzle.board
        rows = [[_ground(mark) for mark in row] for row in board.lines]
        for mark, (row, column) in (
            (mark, board.place(cell)) for mark, cell in pieces(puzzle, state)
        ):
            rows[row][column] = "P" if mark == "p" and rows[row][column] == "e" else mark
        row, column = board.place(state.player)
        rows[row][column] = "u"
        return "\n".join(map("".join, rows))

    def draw(self, puzzle: Puzzle, state: State) -> Drawing:
        """Return a picture of the board; see `stategraph_puzzles.psychopath.drawing`."""
        return draw(puzzle.board, [state.player], pieces(puzzle, state))

    def settings(self, puzzle: Puzzle) -> dict[str, object]:
        """Return the option ``format`` for the text of `write`, or {} for a native text."""
        return {"format": "pathology"} if is_special(puzzle) else {}

    def write(self, puzzle: Puzzle, state: State) -> str:
        """Return the native file of the level that starts in `state`, which must not be won.

        A level with holes or directional blocks is written as Pathology text.
        """
        if puzzle.is_goal(state):
            raise LevelError("the player stands on an exit, which the format cannot draw")
        if is_special(puzzle):
            return write_pathology(puzzle, state)
        return _file(self.text(puzzle, state).split("\n"))

    def puzzlescript(self, puzzle: Puzzle, state: State, title: str) -> str:
        """Return the level that starts in `state` as a PuzzleScript game."""
        if is_special(puzzle) or puzzle.is_goal(state):
            raise LevelError("only levels of plain blocks are said in PuzzleScript, before the win")
        exits, names = puzzle.board.find(EXITS), ("Block", "Exit")
        arguments = puzzle.board, state.player, state.blocks, exits
        return pushing_game(title, *arguments, names, "some Player on Exit")

    def costs(self, puzzle: Puzzle) -> Mapping[str, str]:
        """Return the cost measure: pushes."""
        return {"pushes": "push"}

    def words(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return names for queries: `exits`, `push`, and `block_gone`, a test by cell."""
        first = puzzle.start
        if is_special(puzzle):
            tile_at_start = Table(first.tiles)
            return {
                "exits": puzzle.board.find(EXITS),
                "push": "changes tiles",
                "block_gone": lambda s, cell: s.tiles[cell] != tile_at_start[cell],
            }
        return {
            "exits": puzzle.board.find(EXITS),
            "push": "changes blocks",
            "block_gone": lambda s, cell: cell not in s.blocks,
            "exits_blocked": "count(blocks in exits)",
        }

    def attempts(self, puzzle: Puzzle, state: State) -> Iterator[tuple[str, State]]:
        """Yield the steps of the player over blocks and holes, if there are special ones."""
        if is_special(puzzle):
            for direction, to in puzzle.board.around(state.player):
                yield direction, state.but(player=to)

    def forbids(self, puzzle: Puzzle, state: State, label: str) -> str:
        """Return which hole or block stops a step, if the level has special ones."""
        to = puzzle.board.step[label][state.player]
        marks = {cell: mark for mark, cell in pieces(puzzle, state)} if is_special(puzzle) else {}
        if to not in marks:
            return ""
        row, column = puzzle.board.place(to)
        if marks[to] == HOLE:
            return f"the hole on {row}:{column} must be filled"
        return f"the block on {row}:{column} must leave"

    def elements(self, puzzle: Puzzle) -> list[Element]:
        """Return the blocks, exits and inner walls; [] with holes or directional blocks."""
        board = puzzle.board
        if is_special(puzzle):
            return []
        spots = [("block", place) for place in map(board.place, sorted(board.find(BLOCKS)))]
        spots += [("exit", place) for place in map(board.place, sorted(board.find(EXITS)))]
        spots += [("wall", place) for place in board.inner_walls()]
        return [Element.cell(kind, row, column) for kind, (row, column) in spots]

    def without(self, puzzle: Puzzle, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle without some blocks, exits and walls; one exit must remain."""
        if is_special(puzzle):
            return puzzle  # holes and directional blocks: no elements exist
        rows = [list(row) for row in puzzle.board.lines]
        take_off(rows, elements, TILE_AFTER_REMOVAL)
        return self.read(_file(list(map("".join, rows))), {})

    def including(self, puzzle: Puzzle, elements: Collection[Element], other: Puzzle) -> Puzzle:
        """Return the puzzle with some blocks, exits and walls added."""
        if is_special(puzzle):
            raise LevelError("nothing can be put in where some blocks are special")
        rows = [list(row) for row in puzzle.board.lines]
        put(rows, elements, TILE_AFTER_REMOVAL)
        return self.read(_file(list(map("".join, rows))), {})


def _format(rows: list[str]) -> str:
    """Return the format that the lines look like."""
    return next((name for name, (like, _) in OTHERS.items() if like(rows)), "psychopath")


def _file(rows: list[str]) -> str:
    """Return a native file whose best solution is unknown."""
    return "\n".join([f"{len(rows[0])} {len(rows)}", "0", *rows, ""])


def _has_size(rows: list[str]) -> bool:
    """Return whether the first line holds a width and a height; the other lines are not checked."""
    return bool(rows) and re.fullmatch(r"[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*", rows[0]) is not None


def _is_drawn(rows: list[str]) -> bool:
    """Return whether lines are a board without the two lines of numbers above it."""
    return bool(rows) and _is_row(rows[0])


def _is_row(row: str) -> bool:
    """Return whether a line is a row of a board without a header.

    Such a line either holds only tiles, at least one of them a wall, or it begins and ends with a
    wall.
    """
    pattern = rf"[{TILES} \t]*[Xx][{TILES} \t]*|[ \t]*[Xx].*[Xx][ \t]*"
    return bool(re.fullmatch(pattern, row))


def _without_header(rows: list[str]) -> tuple[list[str], int, int]:
    """Return what `_with_header` returns, for a board without a header; blanks are floor."""
    board = [row.rstrip(" \t").replace(" ", "_") for row in rows]
    width = max(map(len, board))
    board = [row.ljust(width, "_") for row in board]
    for line, row in enumerate(board, 1):
        _check(row, width, line)
    return board, 0, 0


def _with_header(rows: list[str]) -> tuple[list[str], int, int]:
    """Return the board, the length of the best known solution, and the number of header lines."""
    width, height = numbers(rows, 1, ("width", 1, None), ("height", 1, None))
    (best,) = numbers(rows, 2, ("moves of the best known solution", 0, None))
    board = [row.rstrip(" \t") for row in rows[HEADER:]]
    if len(board) < height:
        raise LevelError(f"missing: row {len(board) + 1} of {height}", len(rows) + 1)
    for line, row in enumerate(board[:height], HEADER + 1):
        _check(row, width, line)
    if len(board) > height:
        first = HEADER + height + 1
        raise LevelError(f"more rows than the {height} of the first line", first)
    return board, best, HEADER


def _check(row: str, width: int, line: int) -> None:
    if len(row) != width:
        raise LevelError(f"a row of {len(row)} tiles in a board {width} wide", line)
    tiles(row, line, TILES)


def _ground(mark: str) -> str:
    """Return the ground below the player or block that a mark represents."""
    if mark in WALLS:
        return mark
    return "e" if mark in EXITS else "_"


family = Psychopath()
