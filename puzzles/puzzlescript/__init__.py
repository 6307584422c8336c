"""Reader of PuzzleScript games: any game without randomness and real time.

::

    title Push            a game: see puzzles/puzzlescript/README.md
    ...
    LEVELS
    #####
    #P*O#                 a board, in the glyphs of the game's legend
    #####

A game file is a pack of levels; messages of the game are not levels. A level file may hold a single
board, or the number of a level, with the game under ``game``.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from types import MappingProxyType
from typing import Any

from stategraph.rules import Cells as Places
from stategraph.rules import (
    Drawing,
    Element,
    Family,
    LevelError,
    LevelText,
    Puzzle,
    Rows,
    State,
    replaced_lines,
)
from stategraph.rules.drawing import add_arrow, text_drawing

from .board import Cells, bits
from .drawing import draw
from .game import Game
from .game_reader import HEADING, LevelRows, level_rows, source
from .painting import objectives, players, signs
from .rules import ENDLESS_OUTCOME, WON_OUTCOME, GameLevel, identifier
from .rules import puzzle as level_puzzle

__all__ = ["PuzzleScriptFamily", "family"]

# users see these warnings as log messages of stategraph
log = logging.getLogger("stategraph.puzzlescript")

# number of games that a process stores after reading them
MAX_CACHED_GAMES = 8

ENDLESS_MESSAGE = "The rules never come to rest: the game is stuck."


class PuzzleScriptFamily(Family):
    """The PuzzleScript family, as registered with ``stategraph``."""

    name = "puzzlescript"
    summary = "play any PuzzleScript game without chance and clock"
    levels = Path(__file__).parent / "levels"
    template = Path(__file__).parent / "template.yaml"
    options = ("game",)
    beside = ("game",)
    numbered = "game"
    packs = (".puzzlescript",)
    keys: Mapping[str, str] = MappingProxyType({"z": "undo", "r": "reset", "x": "X", " ": "X"})
    game: Game | None = None  # the edited level's game, in families from `editing`

    def boards(self, text: str) -> list[LevelText]:
        """Return the levels of a game; messages are omitted, but counted in the level numbers."""
        game = source(text)
        levels, title = game.levels, game.prelude.get("title")
        rows = re.split(r"\r\n|\r|\n", text)
        return [
            LevelText(
                f"{title}, level {k}" if title else f"level {k}",
                1,
                _with_one_level(rows, levels, level),
                k,
            )
            for k, level in enumerate(levels)
            if level.rows is not None
        ]

    def with_board(self, text: str, board: LevelText, native: str) -> str:
        """Return the text of a game after another board replaces one of its levels."""
        level = source(text).levels[board.number or 0]
        return replaced_lines(text, level.line, len(level.rows or ()), native)

    def recognises(self, text: str) -> bool:
        """Return whether a text has the heading OBJECTS and at least two other headings."""
        rows = map(HEADING.match, re.split(r"\r\n|\r|\n", text.lower()))
        headings = {row[1] for row in rows if row}
        return "objects" in headings and len(headings) > 2

    def read(self, text: str, options: Mapping[str, Any]) -> Puzzle:
        """Return the puzzle of a game's first level, of a numbered level, or of a single board.

        The option ``game`` holds the game, and ``level`` the number of a level. If ``game`` is
        given without ``level``, `text` is a board.
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
        return level_puzzle(played)

    def text(self, puzzle: Puzzle, state: State) -> str:
        """Return the board in the glyphs of the game's legend."""
        if state.outcome == ENDLESS_OUTCOME:
            return ENDLESS_MESSAGE
        return _board_text(puzzle.board.played, puzzle.board.cells(state))

    def draw(self, puzzle: Puzzle, state: State) -> Drawing:
        """Return a picture of the board; see `stategraph_puzzles.puzzlescript.drawing`."""
        if state.outcome == ENDLESS_OUTCOME:
            return text_drawing(ENDLESS_MESSAGE)
        stage = puzzle.board
        return draw(stage.played.game, stage.width, stage.height, stage.cells(state))

    def draw_move(self, puzzle: Puzzle, before: State, after: State) -> Drawing:
        """Return the board after a move, with an arrow for each object that moved by one cell.

        Arrows are computed from the variables, because the shapes of the drawing are rows of
        pixels, not objects.
        """
        drawing = self.draw(puzzle, after)
        for name in () if after.outcome == ENDLESS_OUTCOME else puzzle.board.things:
            left_cells, entered_cells = (
                self._cells(puzzle, name, state) - self._cells(puzzle, name, other)
                for state, other in ((before, after), (after, before))
            )
            if len(left_cells) == len(entered_cells) == 1:
                start, end = (
                    self.spot(puzzle, name, cell) for cell in (*left_cells, *entered_cells)
                )
                if start and end:
                    add_arrow(drawing, start, end)
        return drawing

    def _cells(self, puzzle: Puzzle, name: str, state: State) -> frozenset[int]:
        return frozenset({state[name]} if name == puzzle.board.single else state[name])

    def settings(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return the game without its levels."""
        return {"game": _without_levels(puzzle.board.played.game.text)}

    def editing(self, options: Mapping[str, str]) -> Family:
        """Return the family with the glyphs of the game's legend as signs."""
        try:
            game = Game(_without_levels(options.get("game", "")))
        except LevelError:
            return self
        editor = copy(self)
        editor.signs, editor.game = signs(game), game
        editor.objectives, editor.players = objectives(game), players(game)
        return editor

    def grid(self, text: str) -> Rows:
        """Return the board as rows of glyphs; short rows are extended by their last glyph."""
        rows = text.lower().split()
        if not rows:
            raise LevelError("missing: the board", 1)
        glyphs, width = {sign.text for sign in self.signs}, len(rows[0])
        for line, row in enumerate(rows, 1):
            if unknown := sorted(set(row) - glyphs):
                raise LevelError(f"{unknown[0]} is not in the legend", line)
        return [list((row + row[-1] * width)[:width]) for row in rows]

    def draw_signs(self, rows: Rows) -> Drawing:
        """Return a picture of a board of glyphs, drawn with the sprites of the edited game."""
        assert self.game is not None
        level = level_rows(self.game.source, [(1, "".join(row)) for row in rows])
        return draw(self.game, *self.game.cells(level))

    def regrid(self, text: str, rows: Rows) -> str:
        """Return the text of another board."""
        written = {} if self.game is None else self.game.source.written
        return "\n".join("".join(written.get(mark, mark) for mark in row) for row in rows) + "\n"

    def words(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return names for queries: the cells of each object that never changes."""
        stage, game = puzzle.board, puzzle.board.played.game
        cells_of: dict[str, list[int]] = {}
        for number, objects in enumerate(stage.ground()):
            for thing in bits(objects & ~game.ground):
                cells_of.setdefault(identifier(game, thing), []).append(number)
        return {name: Places(cells) for name, cells in cells_of.items() if name not in stage.things}

    def write(self, puzzle: Puzzle, state: State) -> str:
        """Return the board of the level that starts in `state`; `settings` returns the game."""
        if state.outcome == ENDLESS_OUTCOME:
            raise LevelError("no board: " + ENDLESS_MESSAGE)
        if state.outcome == WON_OUTCOME:
            raise LevelError("the level is won, and a game is not won before a move")
        played = puzzle.board.played
        cells = played.drawn if state == puzzle.start else puzzle.board.cells(state)
        text = _board_text(played, cells) + "\n"
        reread = _of_board(played.game.text, text)
        if reread.drawn != cells:
            raise LevelError("the legend has no glyph for the content of a cell")
        if reread.start != puzzle.board.plain(state):
            raise LevelError("the rules change that board, or where restart leads, at its start")
        return text

    def walkers(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the variables of the player's objects."""
        stage, players = puzzle.board, puzzle.board.played.game.player[0]
        return tuple(name for name, thing in stage.things.items() if players >> thing & 1)

    def homes(self, puzzle: Puzzle) -> Collection[int]:
        """Return the cells of unmoving objects that the only ``all ... on ...`` puts pieces on.

        The result is empty for several such conditions, since different pieces may have different
        cells, and for a condition on players.
        """
        stage, game = puzzle.board, puzzle.board.played.game
        moving = sum(1 << thing for thing in stage.things.values())
        pairs = [(one.what, one.on) for one in game.wins if one.kind == "all" and one.on]
        for pair in pairs if len(pairs) == 1 else ():
            for (piece, _), (ground, whole) in permutations(pair):
                if piece & moving and not piece & game.player[0] | ground & moving:
                    return [
                        number
                        for number, objects in enumerate(stage.ground())
                        if (objects & ground == ground if whole else objects & ground)
                    ]
        return ()

    def goalless(self, puzzle: Puzzle) -> str:
        """Return a message if the game cannot be won; else an empty text."""
        if puzzle.board.played.game.can_be_won:
            return ""
        return "the game has no win conditions, and no rule says win"

    def puzzlescript(self, puzzle: Puzzle, state: State, title: str) -> str:
        """Return the game with a single level, which starts in `state`."""
        return f"{_without_levels(puzzle.board.played.game.text)}\n{self.write(puzzle, state)}"

    def native_file(self, puzzle: Puzzle, state: State) -> str:
        """Return the game with a single level, which starts in `state`."""
        return self.puzzlescript(puzzle, state, "")

    def elements(self, puzzle: Puzzle) -> list[Element]:
        """Return all objects except backgrounds, players, and unmoving objects on the rim."""
        stage, game = puzzle.board, puzzle.board.played.game
        moving = sum(1 << thing for thing in stage.things.values())
        elements = []
        for cell, objects in enumerate(stage.played.drawn):
            row, column = stage.place_in_game(cell)
            rim = row in (0, stage.height - 1) or column in (0, stage.width - 1)
            for thing in bits(objects & ~game.ground & ~game.player[0] & (moving if rim else -1)):
                elements.append(Element.cell(game.names[thing], row, column))
        return elements

    def without(self, puzzle: Puzzle, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle without some objects."""
        return self._edited(puzzle, elements, False)

    def including(self, puzzle: Puzzle, elements: Collection[Element], other: Puzzle) -> Puzzle:
        """Return the puzzle with some objects added, if their layers are free."""
        return self._edited(puzzle, elements, True)

    def _edited(self, puzzle: Puzzle, elements: Collection[Element], put: bool) -> Puzzle:
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
        return level_puzzle(GameLevel(game, played.level, cells))


@contextmanager
def _of_the_game() -> Iterator[None]:
    """Report a `LevelError` in the game as an error of the option ``game``."""
    try:
        yield
    except LevelError as error:
        raise LevelError(error.reason, error.line, "game" if error.line else None) from None


def _of_board(game: str, text: str) -> GameLevel:
    """Return a level of a game with the board `text`."""
    with _of_the_game():
        bare_game = _game_without_levels(game)
    rows = [(line, row.strip().lower()) for line, row in enumerate(text.split("\n"), 1)]
    rows = [(line, row) for line, row in rows if row]
    if not rows:
        raise LevelError("missing: the board", 1)
    played = copy(bare_game)  # its source is shared by all levels of the game
    played.source = replace(bare_game.source, levels=[], warnings=list(bare_game.source.warnings))
    played.source.levels = [level_rows(played.source, rows)]
    return GameLevel(played, 0)


@lru_cache(MAX_CACHED_GAMES)
def _game_without_levels(text: str) -> Game:
    """Return a game without its levels, which is read once for many boards."""
    return Game(_without_levels(text))


def _board_text(played: GameLevel, cells: Cells) -> str:
    """Return a board in glyphs; without a glyph, a cell is the first letter of its top object."""
    height = played.engine.height
    marks = {cell: _mark(played.game, cell) for cell in set(cells)}
    return "\n".join("".join(marks[cell] for cell in cells[y::height]) for y in range(height))


def _mark(game: Game, cell: int) -> str:
    """Return the glyph of a cell's objects; if none exists, return a letter or a dot."""
    glyphs = game.glyphs
    for mask in (cell, cell & ~game.ground):
        if mask in glyphs:
            return game.source.written.get(glyphs[mask], glyphs[mask])
    return game.names[cell.bit_length() - 1][0] if cell else "."


def _with_one_level(rows: list[str], levels: list[LevelRows], level: LevelRows) -> str:
    """Return the game's text with all other levels blanked; line numbers stay the same."""
    first = levels[0].line - 1
    last = next((other.line - 1 for other in levels if other.line > level.line), len(rows))
    blank = range(first, level.line - 1), range(last, len(rows))
    blank_lines = {k for span in blank for k in span}
    return "\n".join("" if k in blank_lines else row for k, row in enumerate(rows))


def _without_levels(text: str) -> str:
    """Return the text of a game without its levels, but with the heading LEVELS."""
    rows = re.split(r"\r\n|\r|\n", text)
    for k, row in enumerate(rows):
        heading = HEADING.match(row.lower())
        if heading and heading[1] == "levels":
            return "\n".join([*rows[: k + 1], ""])
    return "\n".join([*rows, "", "LEVELS", ""])


family = PuzzleScriptFamily()
