"""Looks states up in a file of hints. It needs nothing but Python.

    hints = Hints("level.hints")
    hints.find(player="3:4", blocks=["1:2", "2:2"])     # (moves left, best move)
    hints.find(rocket=3, lucky=7)                       # (None, None): dead

`find` gives None for a state that the file does not know: one that has won, or cannot be reached.
"""

from pathlib import Path


class Hints:
    """An open file of hints; `unknown` stands for moves left that nobody knows."""

    unknown = "unknown"

    def __init__(self, path):
        self.file = Path(path).open("rb")  # noqa: SIM115 - it is read now and then
        self.variables, self.states, self.bytes, self.moves = {}, [], [], []
        while row := self.file.readline().decode().rstrip("\n").split("\t"):
            if row == [""]:
                break
            if row[0] == "variable":
                self.variables[row[1]] = (row[2], int(row[3]), int(row[4]), row[5:])
            elif row[0] in ("states", "bytes"):
                setattr(self, row[0], [int(number) for number in row[1:]])
            elif row[0] == "moves":
                self.moves = row[1:]
        self.keys = self.file.tell()

    def key(self, **values):
        """Return the number that stands for a state; values are numbers or texts."""
        key = 0
        for name, value in values.items():
            kind, first, width, texts = self.variables[name]
            for k, item in enumerate([value] if kind == "one" else value):
                number = texts.index(item) if isinstance(item, str) else item
                key |= 1 << first + number if kind == "set" else number << first + k * width
        return key

    def find(self, **values):
        """Return (moves left, best move); (None, None) where the state is dead."""
        wanted, (size, left, move) = self.key(**values), self.bytes
        low, high = 0, self.states[0]
        while low < high:
            middle = (low + high) // 2
            if self._number(self.keys + middle * size, size) < wanted:
                low = middle + 1
            else:
                high = middle
        if low == self.states[0] or self._number(self.keys + low * size, size) != wanted:
            return None
        at = self.keys + self.states[0] * size + low * (left + move)
        moves, best, most = self._number(at, left), self._number(at + left, move), 1 << 8 * left
        moves = {most - 1: None, most - 2: self.unknown}.get(moves, moves)
        return moves, self.moves[best] if best < len(self.moves) else None

    def _number(self, at, size):
        self.file.seek(at)
        return int.from_bytes(self.file.read(size), "big")
