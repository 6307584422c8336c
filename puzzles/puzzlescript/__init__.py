"""PuzzleScript. Any game in that language, as far as chance and the clock have no part in it.

::

    title Push            a game: see puzzles/puzzlescript/README.md
    ...
    LEVELS
    #####
    #P*O#                 a board, in the glyphs of the game's legend
    #####

A file of a game is a pack of its levels; messages are none. A level file may hold a board alone,
or the number of a level, with the game under ``game``.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any

from puzzles.puzzlescript.board import Cells, bits
from puzzles.puzzlescript.drawing import draw
from puzzles.puzzlescript.game import Game
from puzzles.puzzlescript.painting import signs
from puzzles.puzzlescript.reading import HEADING, Drawn, drawn, source
from puzzles.puzzlescript.rules import GameLevel, identifier
from puzzles.puzzlescript.rules import puzzle as made_of
from stategraph.rules import Board, Drawing, Element, Family, LevelError, Puzzle, Rows
from stategraph.rules import Cells as Places
from stategraph.rules.drawing import add_way, text_drawing

__all__ = ["PuzzleScriptFamily", "family"]

# Warnings reach users as remarks of stategraph.
log = logging.getLogger("stategraph.puzzlescript")

SAID = {1: "The level is won.", 2: "The rules never come to rest: the game is stuck."}


class PuzzleScriptFamily(Family):
    """The family as ``stategraph`` finds it."""

    name = "puzzlescript"
    summary = "play any PuzzleScript game without chance and clock"
    levels = Path(__file__).parent / "levels"
    options = ("game",)
    beside = ("game",)
    numbered = "game"
    packs = (".puzzlescript",)

    def boards(self, text: str) -> list[Board]:
        """Return the levels of a game; messages count in their numbers and are left out."""
        said = source(text)
        levels, title = said.levels, said.prelude.get("title")
        rows = re.split(r"\r\n|\r|\n", text)
        return [
            Board(
                f"{title}, level {k}" if title else f"level {k}",
                1,
                _with_one_level(rows, levels, one),
                k,
            )
            for k, one in enumerate(levels)
            if one.rows is not None
        ]

    def recognises(self, text: str) -> bool:
        """Return whether a text has the heading OBJECTS and two more: one may be misspelled."""
        rows = map(HEADING.match, re.split(r"\r\n|\r|\n", text.lower()))
        found = {row[1] for row in rows if row}
        return "objects" in found and len(found) > 2

    def read(self, text: str, options: Mapping[str, Any]) -> Puzzle:
        """Return the puzzle of a game's first level, or of the game under ``game``.

        That of a board, or of its level of that number.
        """
        if "level" in options:
            with _of_the_game():
                played = GameLevel(Game(str(options["game"])), options["level"])
        elif "game" in options:
            played = _of_board(str(options["game"]), text)
        else:
            played = GameLevel(Game(text))
        for line, warning in played.game.source.warnings:
            log.warning("line %d: %s", line, warning)
        return made_of(played)

    def text(self, puzzle: Any, state: Any) -> str:
        """Return the board in the glyphs of the game's legend."""
        if state.outcome:
            return SAID[state.outcome]
        return _drawn(puzzle.board.played, puzzle.board.cells(state))

    def draw(self, puzzle: Any, state: Any) -> Drawing:
        """Return the board as a picture; see `puzzles.puzzlescript.drawing`."""
        if state.outcome:
            return text_drawing(SAID[state.outcome])
        stage = puzzle.board
        return draw(stage.played.game, stage.width, stage.height, stage.cells(state))

    def draw_move(self, puzzle: Any, before: Any, after: Any) -> Drawing:
        """Return the board after a move, with an arrow for each object of which one cell changed.

        What players tell apart is not what the drawing is made of: its shapes are rows of pixels.
        """
        drawing = self.draw(puzzle, after)
        for name in () if after.outcome else puzzle.board.things:
            gone, came = (
                self._cells(puzzle, name, one) - self._cells(puzzle, name, other)
                for one, other in ((before, after), (after, before))
            )
            if len(gone) == len(came) == 1:
                start, end = (self.spot(puzzle, name, cell) for cell in (*gone, *came))
                if start and end:
                    add_way(drawing, start, end)
        return drawing

    def _cells(self, puzzle: Any, name: str, state: Any) -> frozenset[int]:
        return frozenset({state[name]} if name == puzzle.board.single else state[name])

    def settings(self, puzzle: Any) -> Mapping[str, Any]:
        """Return the game without its levels."""
        return {"game": _without_levels(puzzle.board.played.game.text)}

    def editing(self, options: Mapping[str, str]) -> Family:
        """Return the family with the glyphs of the game's legend as signs."""
        try:
            game = Game(_without_levels(options.get("game", "")))
        except LevelError:
            return self
        made = copy(self)
        made.signs = signs(game)
        return made

    def grid(self, text: str) -> Rows:
        """Return the board as rows of glyphs; a short row goes on with its last one."""
        rows = text.lower().split()
        if not rows:
            raise LevelError("missing: the board", 1)
        known, width = {sign.text for sign in self.signs}, len(rows[0])
        for line, row in enumerate(rows, 1):
            if odd := sorted(set(row) - known):
                raise LevelError(f"{odd[0]} is not in the legend", line)
        return [list((row + row[-1] * width)[:width]) for row in rows]

    def regrid(self, text: str, rows: Rows) -> str:
        """Return the text of another board."""
        return "\n".join(map("".join, rows)) + "\n"

    def words(self, puzzle: Any) -> Mapping[str, Any]:
        """Return the cells of each object that never changes: ``crate in target``."""
        stage, game = puzzle.board, puzzle.board.played.game
        found: dict[str, list[int]] = {}
        for number, held in enumerate(stage.ground()):
            for thing in bits(held & ~game.ground):
                found.setdefault(identifier(game, thing), []).append(number)
        return {name: Places(cells) for name, cells in found.items() if name not in stage.things}

    def write(self, puzzle: Any, state: Any) -> str:
        """Return the board of the level that starts in `state`; the game is in `settings`."""
        if state.outcome:
            raise LevelError("no board: " + SAID[state.outcome])
        played = puzzle.board.played
        cells = played.drawn if state == puzzle.start else puzzle.board.cells(state)
        text = _drawn(played, cells) + "\n"
        again = _of_board(played.game.text, text)
        if again.drawn != cells:
            raise LevelError("the legend has no glyph for what a cell of the board holds")
        if again.start != puzzle.board.plain(state):
            raise LevelError("the rules change that board, or where restart leads, at its start")
        return text

    def walkers(self, puzzle: Any) -> tuple[str, ...]:
        """Return the objects that are the player."""
        stage, players = puzzle.board, puzzle.board.played.game.player[0]
        return tuple(name for name, thing in stage.things.items() if players >> thing & 1)

    def goalless(self, puzzle: Any) -> str:
        """Return that a game says nothing of winning; empty where it does."""
        if puzzle.board.played.game.can_be_won:
            return ""
        return "the game has no win conditions, and no rule says win"

    def puzzlescript(self, puzzle: Any, state: Any, title: str) -> str:
        """Return the game with the level that starts in `state` alone."""
        return f"{_without_levels(puzzle.board.played.game.text)}\n{self.write(puzzle, state)}"

    def elements(self, puzzle: Any) -> list[Element]:
        """Return all objects but backgrounds and players, and what never moves on the rim."""
        stage, game = puzzle.board, puzzle.board.played.game
        moving = sum(1 << thing for thing in stage.things.values())
        found = []
        for cell, held in enumerate(stage.played.drawn):
            row, column = stage.place_in_game(cell)
            rim = row in (0, stage.height - 1) or column in (0, stage.width - 1)
            for thing in bits(held & ~game.ground & ~game.player[0] & (moving if rim else -1)):
                found.append(Element.cell(game.names[thing], row, column))
        return found

    def without(self, puzzle: Any, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle without some objects."""
        return self._edited(puzzle, elements, False)

    def including(self, puzzle: Any, elements: Collection[Element], other: Any) -> Puzzle:
        """Return the puzzle with some objects put in, where nothing is on their layer."""
        return self._edited(puzzle, elements, True)

    def _edited(self, puzzle: Any, elements: Collection[Element], put: bool) -> Puzzle:
        stage, played = puzzle.board, puzzle.board.played
        cells, game = list(played.drawn), played.game
        for element in elements:
            name, row, column = element.at
            try:
                bit, cell = game.bit[name], stage.cell_in_game(row, column)
            except (KeyError, ValueError):
                raise LevelError(f"no room for {element.name}") from None
            if put and cells[cell] & game.layers[game.layer_of[bit.bit_length() - 1]]:
                raise LevelError(f"no room for {element.name}")
            cells[cell] = cells[cell] | bit if put else cells[cell] & ~bit
        return made_of(GameLevel(game, played.level, cells))


@contextmanager
def _of_the_game() -> Iterator[None]:
    """Have what is wrong be a fault of the option ``game``."""
    try:
        yield
    except LevelError as error:
        raise LevelError(error.reason, error.line, "game" if error.line else None) from None


def _of_board(game: str, text: str) -> GameLevel:
    """Return a level of a game, with a board of its own."""
    with _of_the_game():
        made = Game(_without_levels(game))
    rows = [(line, row.strip().lower()) for line, row in enumerate(text.split("\n"), 1)]
    rows = [(line, row) for line, row in rows if row]
    if not rows:
        raise LevelError("missing: the board", 1)
    made.source.levels = [drawn(made.source, rows)]
    return GameLevel(made, 0)


def _drawn(played: GameLevel, cells: Cells) -> str:
    """Return a board in glyphs: for a cell without one, a letter of its upper object."""
    height = played.engine.height
    marks = {cell: _mark(played.game, cell) for cell in set(cells)}
    return "\n".join("".join(marks[cell] for cell in cells[y::height]) for y in range(height))


def _mark(game: Game, cell: int) -> str:
    """Return the glyph of what a cell holds; a blank glyph is none."""
    glyphs = game.glyphs
    for mask in (cell, cell & ~game.ground):
        if mask in glyphs:
            return glyphs[mask]
    return game.names[cell.bit_length() - 1][0] if cell else "."


def _with_one_level(rows: list[str], levels: list[Drawn], one: Drawn) -> str:
    """Return the text of a game in which all levels but one are blank; lines keep their numbers."""
    first = levels[0].line - 1
    last = next((level.line - 1 for level in levels if level.line > one.line), len(rows))
    blank = range(first, one.line - 1), range(last, len(rows))
    gone = {k for span in blank for k in span}
    return "\n".join("" if k in gone else row for k, row in enumerate(rows))


def _without_levels(text: str) -> str:
    """Return the text of a game without its levels; the section may be missing."""
    rows = re.split(r"\r\n|\r|\n", text)
    for k, row in enumerate(rows):
        found = HEADING.match(row.lower())
        if found and found[1] == "levels":
            return "\n".join([*rows[: k + 1], ""])
    return "\n".join([*rows, "", "LEVELS", ""])


family = PuzzleScriptFamily()
