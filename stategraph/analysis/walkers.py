"""The position of an actor that walks, stored in one variable or in several.

Some games have two forms of the player, facing left and facing right, and a set of cells for each
form. In other games each key moves two players at once. In both cases the joint moves are one walk.

A position is encoded as one number. For a single `One` variable this is the value of the variable.
Otherwise each digit of the number encodes a pair (variable, cell) of an actor.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.variables import One, Variables, bits

# The position if there are too many actors to encode. Unit labels then contain the label of the
# move instead of a position.
UNKNOWN = -1
MAX_BITS = 62  # the maximum number of bits of an encoded position

Walker = str | tuple[str, ...]


def names_of(walker: Walker) -> tuple[str, ...]:
    """Return the names of the variables of an actor."""
    return (walker,) if isinstance(walker, str) else walker


def field_of(variables: Variables, name: str) -> tuple[int, int, int]:
    """Return (word, shift, mask) of a `One` variable in packed states."""
    ((word, shift),) = variables.places[name]
    return word, shift, (1 << bits(variables.kinds[name].n)) - 1


class Places:
    """The positions of the actors in packed states.

    Attributes
    ----------
    names : tuple of str
    board : Board or None
        the board of the actors
    """

    def __init__(self, variables: Variables, walker: Walker):
        self.names, self._variables = names_of(walker), variables
        self._kinds: list[Any] = [variables.kinds[name] for name in self.names]
        self.board = self._kinds[0].board
        self._alone = len(self.names) == 1 and isinstance(self._kinds[0], One)
        self._size = 0 if self._alone else self.board.size
        self._digits = len(self.names) * self._size + 1
        self._most = 1 if self._alone else MAX_BITS // self._digits.bit_length()

    def others(self) -> np.ndarray:
        """Return a mask (width,) int64 of all bits of a state that do not belong to actors."""
        masks = [(1 << 64) - 1] * self._variables.width
        for name, kind in zip(self.names, self._kinds, strict=True):
            for (word, shift), size in zip(self._variables.places[name], kind.fields, strict=True):
                masks[word] &= ~(((1 << size) - 1) << shift)
        return np.array(masks, np.uint64).view(np.int64)

    def of(self, rows: np.ndarray) -> np.ndarray:
        """Return the position (k,) int64 of the actors in packed states (k, width)."""
        if self._alone:
            word, shift, mask = field_of(self._variables, self.names[0])
            return rows[:, word] >> shift & mask
        position, count = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
        for item, occupied in self._items(rows):
            count += occupied
            counted = occupied & (count <= self._most)
            position[counted] = position[counted] * self._digits + item + 1
        position[(count > self._most) | (count == 0)] = UNKNOWN
        return position

    def _items(self, rows: np.ndarray) -> Any:
        """Yield a number for each (variable, cell), with a mask of the states that occupy it."""
        for k, (name, kind) in enumerate(zip(self.names, self._kinds, strict=True)):
            first = k * self._size
            if isinstance(kind, One):
                values = self._variables.values(rows, name)
                for cell in range(self._size):
                    yield first + cell, values == cell
                continue
            for size, column in self._variables.fields(rows, name):
                for bit in range(size):
                    yield first + bit, (column >> np.uint64(bit) & np.uint64(1)).astype(bool)
                first += size

    def cell(self, number: int) -> int:
        """Return the cell of the actor at a position, or `UNKNOWN` for several actors."""
        if self._alone:
            return number
        return (number - 1) % self._size if 0 < number < self._digits else UNKNOWN

    def cells(self, rows: np.ndarray) -> np.ndarray:
        """Return the cell (k,) of the actor in packed states, or `UNKNOWN` for several actors.

        The result is also `UNKNOWN` if the value of the variable is not a cell of the board.
        """
        numbers = self.of(rows)
        if not self._alone:
            numbers = np.where((numbers > 0) & (numbers < self._digits), numbers - 1, UNKNOWN)
            numbers = np.where(numbers >= 0, numbers % self._size, UNKNOWN)
        return np.where(numbers < self.board.size, numbers, UNKNOWN)

    def show(self, number: int) -> str:
        """Return the text of a position that is not `UNKNOWN`."""
        if self._alone:
            return self.show_cell(number)
        cells = []
        while number > 0:
            number, item = divmod(number, self._digits)
            cells.append(self.show_cell((item - 1) % self._size))
        return "+".join(reversed(cells))

    def show_cell(self, cell: int) -> str:
        """Return a cell as text."""
        if self._alone:
            return str(self._kinds[0].show(cell))
        return "{}:{}".format(*self.board.place(cell))
