"""What boards show, in words for those who hear them: each piece, where, and on what ground.

::

    ┌─────────┐    ground   wall, floor, floor, exit          cell by cell, what stands still
    │ # @ $ e │    pieces   player at row 1, column 2; ...    what moves, and who is moved
    └─────────┘

A piece is what the states that show it have on its cell: a sign of the family, which names it as
its designer does, or else the variable that has a value there. Of a family that puts a state into
one line of words, that line is told instead.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from math import floor
from typing import Any

from stategraph.analysis.heat import members
from stategraph.errors import LevelError
from stategraph.levels import Level
from stategraph.rules.drawing import printable
from stategraph.rules.painting import Sign
from stategraph.variables import One, Set

Cell = tuple[int, int]

# So many states are told one by one at most.
MOST = 20_000


class Spoken:
    """A level's boards in words."""

    def __init__(self, level: Level):
        self.level, self.family, self.puzzle = level, level.family, level.puzzle
        self._signs = {sign.text: sign for sign in self.family.signs}
        self._tall = level.draw(level.puzzle.start).height
        self._walkers = set(self.family.walkers(self.puzzle))

    def told(self, states: Sequence[Any]) -> list[str]:
        """Return each state in a line of words; nothing where that takes more, or of many."""
        if len(states) > MOST or "\n" in self.level.describe(states[0]):
            return []
        return [printable(self.level.describe(state)) for state in states]

    def ground(self) -> list[list[str]]:
        """Return the name of what stands still on each cell; nothing where no signs are known."""
        names = {sign.parts: sign.name for sign in self._signs.values()}
        moved = {cell for cell, _, _ in self._held(self.puzzle.start)}
        return [
            [
                names.get(sign.under, "") if (r, c) in moved else sign.name
                for c, sign in enumerate(row)
            ]
            for r, row in enumerate(self._board(self.puzzle.start))
        ]

    def piece(self, states: Sequence[Any], x: float, y: float) -> dict[str, Any] | None:
        """Return what a piece is whose middle is (x, y), as `states` have it whose boards show it.

        That is its ``name``, ``where`` it is in words, its ``cell``, and whether it ``walks``;
        None where nothing on its cell has a name.
        """
        cell = self._cell(x, y)
        held = set.intersection(*({one[1:] for one in self._held(state) if one[0] == cell}
                                  for state in states))  # fmt: skip
        sign = self._sign(states[0], cell)
        walker = next((name for name, _ in sorted(held) if name in self._walkers), "")
        if walker and not (sign and sign.alone):
            name = walker if len(self._walkers) > 1 else "player"
        elif sign is not None:
            name = sign.name if sign.parts else ""
        else:
            name = min((name for name, _ in held), default="")
        where = next((self._shown(*one) for one in sorted(held) if one[0] == walker), "")
        where = where if where and ":" not in where else f"at row {cell[0]}, column {cell[1]}"
        return {"name": name, "where": where, "cell": cell, "walks": bool(walker)} if name else None

    def things(self, state: Any) -> str:
        """Return in words what of a state has a place."""
        left, top = self.family.corner
        cells = dict.fromkeys(cell for cell, _, _ in self._held(state))
        found = (self.piece([state], c + left + 0.5, r + top + 0.5) for r, c in cells)
        return "; ".join(f"{one['name']} {one['where']}" for one in found if one)

    def _shown(self, name: str, value: int) -> str:
        return self.puzzle.variables.kinds[name].show(value)

    def _sign(self, state: Any, cell: Cell) -> Sign | None:
        row, column = cell
        board = self._board(state)
        inside = 0 <= row < len(board) and 0 <= column < len(board[row])
        return board[row][column] if inside else None

    def _held(self, state: Any) -> Iterator[tuple[Cell, str, int]]:
        """Yield the (cell, variable, value) of whatever variables hold that has a place."""
        variables = self.puzzle.variables
        for name, kind in ({} if variables is None else variables.kinds).items():
            for value in members(state[name]) if isinstance(kind, (One, Set)) else ():
                spot = self.family.spot(self.puzzle, name, value)
                if spot is not None:
                    yield self._cell(*spot), name, value

    def _board(self, state: Any) -> list[list[Sign]]:
        """Return the signs of a state's cells; nothing where they are no cells of its drawing."""
        if not self._signs:
            return []
        with contextlib.suppress(LevelError):
            rows = self.family.grid(self.family.write(self.puzzle, state))
            tall = self._tall - 2 * self.family.corner[1]
            if len(rows) <= tall < 2 * len(rows):  # a sign stands for one cell
                return [[self._signs.get(text, Sign(text, text)) for text in row] for row in rows]
        return []

    def _cell(self, x: float, y: float) -> Cell:
        """Return the (row, column) of a point of the drawing."""
        left, top = self.family.corner
        return floor(y - top), floor(x - left)
