"""Descriptions of boards for screen readers: the name, the cell and the ground of each piece.

::

    ┌─────────┐    ground   wall, floor, floor, exit          for each cell, without movable pieces
    │ # @ $ e │    pieces   player at row 1, column 2; ...    movable pieces, and the actor
    └─────────┘

A piece has the name of the sign that the family writes on its cell. Without a sign, it has the name
of a variable with a value on this cell. If the family describes a state in one line of text, that
line is used instead.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from math import floor
from typing import TYPE_CHECKING

from stategraph.analysis.heat import members
from stategraph.errors import LevelError
from stategraph.level_files import Level
from stategraph.readable import Record
from stategraph.rules.signs import Sign
from stategraph.rules.svg import printable
from stategraph.variables import One, Set

if TYPE_CHECKING:
    from stategraph.variables import State

Cell = tuple[int, int]

# Maximum number of states that are described one by one.
MAX_DESCRIBED_STATES = 20_000


class BoardDescriptions:
    """Descriptions of the boards of a level."""

    def __init__(self, level: Level):
        self.level, self.family, self.puzzle = level, level.family, level.puzzle
        self._signs = {sign.text: sign for sign in self.family.signs}
        self._tall = level.draw(level.puzzle.start).height
        self._walkers = set(self.family.walkers(self.puzzle))

    def lines(self, states: Sequence[State]) -> list[str]:
        """Return one line of text per state, or [] for longer texts or for too many states."""
        if len(states) > MAX_DESCRIBED_STATES or "\n" in self.level.describe(states[0]):
            return []
        return [printable(self.level.describe(state)) for state in states]

    def ground(self) -> list[list[str]]:
        """Return the name of each cell's immovable content, or [] if the signs are unknown."""
        names = {sign.parts: sign.name for sign in self._signs.values()}
        moved = {cell for cell, _, _ in self._held(self.puzzle.start)}
        return [
            [
                names.get(sign.under, "") if (r, c) in moved else sign.name
                for c, sign in enumerate(row)
            ]
            for r, row in enumerate(self._board(self.puzzle.start))
        ]

    def piece(self, states: Sequence[State], x: float, y: float) -> Record | None:
        """Return the description of the piece with centre (x, y) on the boards of `states`.

        The keys are ``name``, ``where`` (its position in words), ``cell``, and ``walks`` (whether
        it is an actor). The result is None if nothing on the cell has a name.
        """
        cell = self._cell(x, y)
        values_here = set.intersection(
            *({entry[1:] for entry in self._held(state) if entry[0] == cell} for state in states)
        )
        sign = self._sign(states[0], cell)
        walker = next((name for name, _ in sorted(values_here) if name in self._walkers), "")
        if walker and not (sign and sign.alone):
            name = walker if len(self._walkers) > 1 else "player"
        elif sign is not None:
            name = sign.name if sign.parts else ""
        else:
            name = min((name for name, _ in values_here), default="")
        where = next(
            (self._shown(*entry) for entry in sorted(values_here) if entry[0] == walker), ""
        )
        where = where if where and ":" not in where else f"at row {cell[0]}, column {cell[1]}"
        return {"name": name, "where": where, "cell": cell, "walks": bool(walker)} if name else None

    def things(self, state: State) -> str:
        """Return a text that describes all pieces of a state that have a cell."""
        left, top = self.family.corner
        cells = dict.fromkeys(cell for cell, _, _ in self._held(state))
        descriptions = (self.piece([state], c + left + 0.5, r + top + 0.5) for r, c in cells)
        return "; ".join(f"{piece['name']} {piece['where']}" for piece in descriptions if piece)

    def _shown(self, name: str, value: int) -> str:
        return self.puzzle.variables.kinds[name].show(value)

    def _sign(self, state: State, cell: Cell) -> Sign | None:
        row, column = cell
        board = self._board(state)
        inside = 0 <= row < len(board) and 0 <= column < len(board[row])
        return board[row][column] if inside else None

    def _held(self, state: State) -> Iterator[tuple[Cell, str, int]]:
        """Yield (cell, variable, value) for each value in a state that belongs to a cell."""
        variables = self.puzzle.variables
        for name, kind in ({} if variables is None else variables.kinds).items():
            for value in members(state[name]) if isinstance(kind, (One, Set)) else ():
                spot = self.family.spot(self.puzzle, name, value)
                if spot is not None:
                    yield self._cell(*spot), name, value

    def _board(self, state: State) -> list[list[Sign]]:
        """Return the signs on the cells of a state, or [] if the signs do not match the drawing."""
        if not self._signs:
            return []
        with contextlib.suppress(LevelError):
            rows = self.family.grid(self.family.write(self.puzzle, state))
            tall = self._tall - 2 * self.family.corner[1]
            if len(rows) <= tall < 2 * len(rows):  # a sign takes one cell
                return [[self._signs.get(text, Sign(text, text)) for text in row] for row in rows]
        return []

    def _cell(self, x: float, y: float) -> Cell:
        """Return the cell (row, column) that contains a point of the drawing."""
        left, top = self.family.corner
        return floor(y - top), floor(x - left)
