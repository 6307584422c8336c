"""The notation of moves that players use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from stategraph.variables import State


class WritesMoves:
    """A family with its usual notation of moves.

    Attributes
    ----------
    arrows : tuple of str
        prefixes before U, R, D or L in labels that move something up, right, down or left. The
        arrow keys play the labels of the first prefix, the keys W, D, S and A those of the second
    keys : dict of str to str
        keys that players know from the original game, in lower case: each plays a label, or is an
        ``undo`` or a ``reset``

    Examples
    --------
    Sokoban's players write a push as a capital letter::

        def spelled(self, label, before, after):
            return label if before.boxes != after.boxes else label.lower()

        def labels(self, text):
            return text.upper()
    """

    arrows: tuple[str, ...] = ("",)
    keys: Mapping[str, str] = MappingProxyType({})

    def spelled(self, label: str, before: State, after: State) -> str:
        """Return a move from one state to the next in players' notation; by default its label."""
        return label

    def labels(self, text: str) -> str:
        """Convert moves from players' notation, such as that of `spelled`, to labels."""
        return text
