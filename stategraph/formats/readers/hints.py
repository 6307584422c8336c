"""Looks states up in a file of hints. It needs only Python.

    hints = Hints("level.hints")
    hints.find(player="3:4", blocks=["1:2", "2:2"])     # (moves left, best move)
    hints.find(rocket=3, lucky=7)                       # (None, None): dead

`find` returns None for a state that is not in the file: it has won, or cannot be reached.
"""

from pathlib import Path


class Hints:
    """An open file of hints; `unknown` marks an unknown number of remaining moves."""

    unknown = "unknown"

    def __init__(self, path: str | Path):
        self.file = Path(path).open("rb")  # noqa: SIM115 - it is read now and then
        self.variables: dict[str, tuple[str, int, int, list[str]]] = {}
        self.states: list[int] = []
        self.bytes: list[int] = []
        self.moves: list[str] = []
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

    def key(self, **values: int | str | list[int] | list[str]) -> int:
        """Return the number of a state; values are numbers or texts."""
        key = 0
        for name, value in values.items():
            kind, first, width, texts = self.variables[name]
            for k, element in enumerate(value if isinstance(value, list) else [value]):
                number = texts.index(element) if isinstance(element, str) else element
                key |= 1 << first + number if kind == "set" else number << first + k * width
        return key

    def find(
        self, **values: int | str | list[int] | list[str]
    ) -> tuple[int | str | None, str | None] | None:
        """Return (moves left, best move); (None, None) where the state is dead."""
        key, (size, moves_size, move) = self.key(**values), self.bytes
        low, high = 0, self.states[0]
        while low < high:
            middle = (low + high) // 2
            if self._number(self.keys + middle * size, size) < key:
                low = middle + 1
            else:
                high = middle
        if low == self.states[0] or self._number(self.keys + low * size, size) != key:
            return None
        position = self.keys + self.states[0] * size + low * (moves_size + move)
        moves, best_move, most = (
            self._number(position, moves_size),
            self._number(position + moves_size, move),
            1 << 8 * moves_size,
        )
        special: dict[int, str | None] = {most - 1: None, most - 2: self.unknown}
        return special.get(moves, moves), self.moves[best_move] if best_move < len(
            self.moves
        ) else None

    def _number(self, position: int, size: int) -> int:
        self.file.seek(position)
        return int.from_bytes(self.file.read(size), "big")
