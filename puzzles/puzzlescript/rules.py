"""A level of a game as a puzzle: a state consists of the objects in all cells, a move is one key.

`GameLevel` has plain states, which are tuples of cells. `puzzle` declares a variable for each
changing object: the set of its cells.
"""

from __future__ import annotations

import inspect
import keyword
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from stategraph.rules import LevelError, One, OwnMoves, Puzzle, Set, State

from . import kernel
from .behaviour_bounds import possible
from .board import Cells, bits
from .engine import Endless, Engine, Turn
from .game import ACTION, DOWN, LEFT, RIGHT, UP, Game
from .tables import Packing, Tables, compilable, plane_words

# the outcomes of states: undecided, won, and `ENDLESS`
PLAYS_ON, WON_OUTCOME, ENDLESS_OUTCOME = range(3)

# the state after a move whose ticks never end
ENDLESS = "endless"


class Won(NamedTuple):
    """A won state, with the board after the winning move, as in other states."""

    board: Cells | tuple[Cells, Cells]


# a state of `GameLevel`
Played = Cells | tuple[Cells, Cells] | Won | str
KEYS = {"D": DOWN, "L": LEFT, "R": RIGHT, "U": UP, "X": ACTION}


class GameLevel:
    """One level of a game.

    A state is a tuple with the objects of each cell as bits; the cell in column x and row y has
    number ``x * height + y``. In games with both ``checkpoint`` and ``restart``, a state is a pair:
    this tuple, and the target of ``restart``. Won states are marked by `Won`. After a move whose
    ticks never end, the state is the string ``endless``.

    Parameters
    ----------
    game : Game
    level : int or None
        number in the game, messages included; None: the first level
    cells : sequence of int, optional
        contents of the cells, instead of those of the drawn level

    Attributes
    ----------
    drawn : tuple of int
        the cells before any rule
    """

    def __init__(self, game: Game, level: int | None = None, cells: Sequence[int] | None = None):
        levels = game.source.levels
        playable = [k for k, entry in enumerate(levels) if entry.rows is not None]
        if not playable:
            raise LevelError("the game has no level")
        number = playable[0] if level is None else level
        if not 0 <= number < len(levels):
            raise LevelError(f"level {number}: the game has levels 0 to {len(levels) - 1}")
        if number not in playable:
            raise LevelError(f"level {number} is a message", levels[number].line)
        self.game, self.level = game, number
        width, height, as_written = game.cells(levels[number])
        self.engine = Engine(game, width, height)
        self.drawn: Cells = as_written if cells is None else tuple(cells)
        self.labels = [label for label in KEYS if label != "X" or game.has_action]
        try:
            turn = self.engine.settle(self.engine.start(self.drawn))
        except Endless:
            raise LevelError("the ticks at its start never end", levels[number].line) from None
        self.start: Played = self._reached(turn)

    def remembering(self, cells: Cells, target: Cells) -> Cells | tuple[Cells, Cells]:
        """Return the state with the given cells and the given target of ``restart``."""
        return (cells, target) if self.game.remembers else cells

    def _reached(self, turn: Turn) -> Played:
        """Return the state after a turn and all its ticks."""
        board = self.remembering(turn.cells, turn.target)
        return Won(board) if turn.won else board

    def cells(self, state: Any) -> Cells:
        """Return the objects of each cell in a state that is neither won nor endless."""
        return state[0] if self.game.remembers else state

    def moves(self, state: Played) -> Iterator[tuple[str, Played]]:
        """Yield the label and the next state of each key that changes something."""
        if self.is_goal(state) or state == ENDLESS:
            return
        for label in self.labels:
            try:
                turn = self.after(state, label)
            except Endless:
                yield label, ENDLESS
                continue
            if (to := self._reached(turn)) != state:
                yield label, to

    def after(self, state: Any, label: str) -> Turn:
        """Return the turn of a key; raise `Endless` if its ticks never end."""
        cells, target = state if self.game.remembers else (state, self.drawn)
        return self.engine.move(cells, target, KEYS[label])

    def is_goal(self, state: Played) -> bool:
        """Return whether the level is won."""
        return isinstance(state, Won)


class Stage:
    """The board of a puzzle: the data of its variables and its drawings.

    Variables number only the cells that may change, column by column. The game numbers all cells.

    Attributes
    ----------
    played : GameLevel
    possible : Possible
    size, width, height : int
        number of cells of variables, columns and rows of the game
    things : dict of str to int
        the object of each variable that is a cell or a set of cells
    single : str or None
        the variable of a player that is always in one cell; its value is that cell, not a set
    """

    def __init__(self, played: GameLevel):
        self.played, self.possible = played, possible(played.engine, played.drawn)
        self.width, self.height = played.engine.width, played.engine.height
        self.things = {identifier(played.game, thing): thing for thing in self.possible.changing}
        changing = 0
        for plane in self.possible.changing.values():
            changing |= plane
        self._cells = list(bits(changing)) or [0]
        single = self.possible.single
        self.single = next((name for name, thing in self.things.items() if thing == single), None)
        self._number = {cell: k for k, cell in enumerate(self._cells)}
        self.size = len(self._cells)
        changeable = [0] * len(played.drawn)
        for thing in self.things.values():
            for cell in self._cells:
                changeable[cell] |= 1 << thing
        self.kept = tuple(
            objects & ~changing_objects
            for objects, changing_objects in zip(played.drawn, changeable, strict=True)
        )

    def cell(self, row: int, column: int) -> int:
        """Return a cell's number in variables; raise `ValueError` for a cell that never changes."""
        cell = self.cell_in_game(row, column)
        if cell not in self._number:
            raise ValueError(f"nothing ever changes at {row}:{column}")
        return self._number[cell]

    def cell_in_game(self, row: int, column: int) -> int:
        """Return a cell's number in the game; raise `ValueError` outside the board."""
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise ValueError(f"there is no cell at {row}:{column}")
        return column * self.height + row

    def place(self, number: int) -> tuple[int, int]:
        """Return the (row, column) of a cell, given its number in variables."""
        return self.place_in_game(self._cells[number])

    def place_in_game(self, cell: int) -> tuple[int, int]:
        """Return the (row, column) of a cell, given its number in the game."""
        column, row = divmod(cell, self.height)
        return row, column

    def cells(self, state: State, suffix: str = "") -> Cells:
        """Return the objects of each cell of a state."""
        objects = list(self.kept)
        for name, thing in self.things.items():
            value = state[name + suffix]
            for number in (value,) if name == self.single else value:
                objects[self._cells[number]] |= 1 << thing
        return tuple(objects)

    def ground(self) -> Sequence[int]:
        """Return, for each cell of variables, the objects in it that never change."""
        return [self.kept[cell] for cell in self._cells]

    def values(self, cells: Cells, suffix: str = "") -> dict[str, object]:
        """Return the values of the variables, given the objects in each cell."""
        cell_objects = [cells[cell] for cell in self._cells]
        values: dict[str, Any] = {
            name + suffix: frozenset(k for k, cell in enumerate(cell_objects) if cell >> thing & 1)
            for name, thing in self.things.items()
        }
        if self.single is not None:
            values[self.single + suffix] = min(values[self.single + suffix], default=0)
        return values

    def plain(self, state: State) -> Played:
        """Convert a state of the puzzle to the corresponding state of `played`."""
        if state.outcome == ENDLESS_OUTCOME:
            return ENDLESS
        target = self.cells(state, TARGET) if self.played.game.remembers else ()
        board = self.played.remembering(self.cells(state), target)
        return Won(board) if state.outcome == WON_OUTCOME else board

    def declared(self, plain: Any) -> dict[str, object]:
        """Convert a state of `played` to the values of all variables."""
        outcome, board = PLAYS_ON, plain
        if plain == ENDLESS:
            empty_cells = (0,) * len(self.kept)
            outcome, board = ENDLESS_OUTCOME, self.played.remembering(empty_cells, empty_cells)
        elif self.played.is_goal(plain):
            outcome, board = WON_OUTCOME, plain.board
        if self.played.game.remembers:
            return {**self.values(board[0]), **self.values(board[1], TARGET), "outcome": outcome}
        return {**self.values(board), "outcome": outcome}

    def bits_of(self, variables: Any) -> dict[tuple[int, int], int]:
        """Map each (object, cell of the game) to its bit in packed states."""
        bit_of = {}
        for name, thing in self.things.items():
            if name == self.single:
                continue
            for number, cell in enumerate(self._cells):
                word, shift = variables.places[name][number // 64]
                bit_of[thing, cell] = 64 * word + shift + number % 64
        return bit_of

    def single_in(self, variables: Any) -> tuple[int, int, int, int, Sequence[int]] | None:
        """Return the field of the single object in packed states; see `Packing`."""
        if self.single is None:
            return None
        ((word, shift),) = variables.places[self.single]
        mask = (1 << variables.kinds[self.single].fields[0]) - 1
        return self.things[self.single], word, shift, mask, self._cells

    def target_in(self, variables: Any) -> list[tuple[int, int, int, int, int]]:
        """Return the fields of the target of ``restart`` in packed states; see `Packing`."""
        fields = []
        for name in self.things if self.played.game.remembers else ():
            places = zip(variables.places[name], variables.places[name + TARGET], strict=True)
            for (level_place, target_place), size in zip(
                places, variables.kinds[name].fields, strict=True
            ):
                fields.append((*level_place, *target_place, (1 << size) - 1))
        return fields


# suffix of the variables that hold the cells of objects in the target of ``restart``
TARGET = "_at_restart"
RESERVED = {"but", "count", "index", "outcome", *inspect.signature(Puzzle).parameters, "self"}


def puzzle(played: GameLevel) -> Puzzle:
    """Return a level as a puzzle with declared variables.

    ``outcome`` is 1 in won states and 2 after a move whose ticks never end. In the latter state all
    sets of cells are empty.
    """
    stage = Stage(played)

    def press(s):
        for label, to in played.moves(stage.plain(s)):
            yield label, s.but(**stage.declared(to))

    def goal(s):
        return s.outcome == WON_OUTCOME

    suffixes = ("", TARGET) if played.game.remembers else ("",)
    kinds: dict[str, One | Set] = {
        name + end: One(stage) if name == stage.single else Set(stage)
        for end in suffixes
        for name in stage.things
    }
    kinds["outcome"] = One(3)
    level_puzzle = Puzzle(stage.declared(played.start), [press], goal, board=stage, **kinds)
    if compilable(played.engine):
        level_puzzle.own_moves = _own_moves(stage, level_puzzle.variables)
    return level_puzzle


def _own_moves(stage: Stage, variables: Any) -> OwnMoves:
    """Return the moves of a level as compiled kernels."""
    played = stage.played

    def packed(plain: Played) -> Sequence[int]:
        return variables.pack(variables.state(stage.declared(plain)))

    def tables() -> Sequence[Any]:
        ((word, shift),) = variables.places["outcome"]
        packing = Packing(
            variables.width,
            stage.bits_of(variables),
            stage.single_in(variables),
            (word, shift),
            stage.kept,
            stage.target_in(variables),
            restart=packed(played.remembering(played.drawn, played.drawn)),
            endless=packed(ENDLESS),
        )
        directions = [KEYS[label] for label in played.labels]
        level_tables = Tables(played.engine, directions, stage.possible, packing)
        return level_tables.constants, level_tables.board()

    words = {"W": plane_words(played.engine)}
    return OwnMoves(kernel.press, kernel.HELPERS, played.labels, tables, words)


def identifier(game: Game, thing: int) -> str:
    """Return the variable name of an object; it avoids names used by Python or a puzzle.

    Python normalises some letters, so an object whose name has such letters is named by a number.
    """
    name = game.names[thing]
    if name in RESERVED or keyword.iskeyword(name) or not name.isidentifier() or name[0] == "_":
        name = f"object_{name}"
    if name != game.names[thing] and name in game.names:
        return f"object_{thing}"
    same = unicodedata.normalize("NFKC", name) == name and not name.endswith(TARGET)
    return name if same and name.isidentifier() else f"object_{thing}"
