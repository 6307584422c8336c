"""Who walks: one variable that holds a cell, or several that hold the cells of the walkers.

A game may draw its player in two ways, looking left and looking right, each a set of cells; or have
two players, whom each key moves at once. What they do together is one walk.

Where walkers stand is a number. Of one `One` it is its value; else it tells of every walker the
variable and the cell, as digits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.variables import One, Variables, bits

# The number of places too many for one; moves from there are named by their labels.
UNKNOWN = -1
MOST_BITS = 62

Walker = str | tuple[str, ...]


def names_of(walker: Walker) -> tuple[str, ...]:
    """Return the variables of a walker."""
    return (walker,) if isinstance(walker, str) else walker


def field_of(variables: Variables, name: str) -> tuple[int, int, int]:
    """Return (word, shift, mask) of a `One` in packed states."""
    ((word, shift),) = variables.places[name]
    return word, shift, (1 << bits(variables.kinds[name].n)) - 1


class Places:
    """Where the walkers of packed states stand.

    Attributes
    ----------
    names : tuple of str
    board : Board or None
        that on which they walk
    """

    def __init__(self, variables: Variables, walker: Walker):
        self.names, self._variables = names_of(walker), variables
        self._kinds: list[Any] = [variables.kinds[name] for name in self.names]
        self.board = self._kinds[0].board
        self._alone = len(self.names) == 1 and isinstance(self._kinds[0], One)
        self._size = 0 if self._alone else self.board.size
        self._digits = len(self.names) * self._size + 1
        self._most = 1 if self._alone else MOST_BITS // self._digits.bit_length()

    def others(self) -> np.ndarray:
        """Return the mask (width,) int64 of all bits of a state but the walkers'."""
        masks = [(1 << 64) - 1] * self._variables.width
        for name, kind in zip(self.names, self._kinds, strict=True):
            for (word, shift), size in zip(self._variables.places[name], kind.fields, strict=True):
                masks[word] &= ~(((1 << size) - 1) << shift)
        return np.array(masks, np.uint64).view(np.int64)

    def of(self, rows: np.ndarray) -> np.ndarray:
        """Return the number (k,) int64 of where they stand in packed states (k, width)."""
        if self._alone:
            word, shift, mask = field_of(self._variables, self.names[0])
            return rows[:, word] >> shift & mask
        made, count = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
        for item, there in self._items(rows):
            count += there
            held = there & (count <= self._most)
            made[held] = made[held] * self._digits + item + 1
        made[(count > self._most) | (count == 0)] = UNKNOWN
        return made

    def _items(self, rows: np.ndarray) -> Any:
        """Yield the number of each (variable, cell), and in which states somebody is there."""
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
        """Return the cell of a walker who is alone; `UNKNOWN` where there are more."""
        if self._alone:
            return number
        return (number - 1) % self._size if 0 < number < self._digits else UNKNOWN

    def show(self, number: int) -> str:
        """Return in words where they stand, which is known."""
        if self._alone:
            return self.show_cell(number)
        found = []
        while number > 0:
            number, item = divmod(number, self._digits)
            found.append(self.show_cell((item - 1) % self._size))
        return "+".join(reversed(found))

    def show_cell(self, cell: int) -> str:
        """Return a cell in words."""
        if self._alone:
            return str(self._kinds[0].show(cell))
        return "{}:{}".format(*self.board.place(cell))
