"""Numbering of labels in compiled rules."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from stategraph.errors import RuleError, TraceError
from stategraph.native.expressions import Expr

# Maximum number of labels: an expansion needs a byte for each label.
MAX_NUMBERS = 1 << 28


class Labels:
    """Numbers for labels.

    Constant labels come first, in text order. Then each label that contains values of the state
    gets a block of numbers, one for each combination of values. ``R{to}`` with `to` in 1..8 takes
    eight numbers. If a label contains two values, the size of its block is the product: 8 * 5
    numbers for ``{a}{b}`` with `a` in 1..8 and `b` in 1..5.
    """

    def __init__(self, expressions: list[Expr], labels: Iterable[str]):
        self._expressions = expressions
        self._blocks: dict[str, tuple[int, list[Expr]]] = {}
        self.size = 0
        for label in sorted(labels, key=lambda label: ("\0" in label, label)):
            self.block(label)

    def block(self, label: str) -> tuple[int, list[Expr]]:
        """Return the first number of a label's block and the expressions in the label."""
        if label not in self._blocks:
            inside = [self._expressions[int(part)] for part in label.split("\0")[1::2]]
            self._blocks[label] = self.size, inside
            self.size += math.prod(part.high - part.low + 1 for part in inside)
            if self.size > MAX_NUMBERS:
                text = "{x}".join(label.split("\0")[::2])
                raise TraceError(
                    f"the values in label {text!r} make more than {MAX_NUMBERS:,} labels; write "
                    "fewer of them, or of smaller variables"
                )
        return self._blocks[label]

    @property
    def dtype(self) -> type:
        """The dtype of arrays of label numbers."""
        return np.uint16 if self.size <= 1 << 16 else np.uint32

    def names(self, numbers: np.ndarray) -> dict[int, str]:
        """Return the labels of `numbers`, which must be ascending."""
        names: dict[int, str] = {}
        for label, (first, inside) in self._blocks.items():
            sizes = [part.high - part.low + 1 for part in inside]
            lows = [part.low for part in inside]
            low, high = np.searchsorted(numbers, [first, first + math.prod(sizes)])
            block_numbers = numbers[low:high]
            values = np.unravel_index(block_numbers - first, sizes) if inside else ()
            columns = [(v + least).tolist() for v, least in zip(values, lows, strict=True)]
            pattern = "{}".join(
                part.replace("{", "{{").replace("}", "}}") for part in label.split("\0")[::2]
            )
            rows = zip(*columns, strict=True) if inside else [()] * len(block_numbers)
            names.update(
                zip(block_numbers.tolist(), (pattern.format(*row) for row in rows), strict=True)
            )
        if "" in names.values():
            raise RuleError("the label of a move is empty")
        return names
