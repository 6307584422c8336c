"""Boards that show the parts of dead patterns, and no other piece.

::

    #########
    # $ #$  #     box 1:2 and box 1:5; the player and the other boxes are left out
    #       #
    #########
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from stategraph.analysis.trap_reasons import Reason
from stategraph.tell.board_text import board_in_words
from stategraph.variables import One, Set

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

# Number of drawings from which the most frequent characters are taken.
N_DRAWINGS = 3


def partial_board(level: Level, graph: ArrayGraph, reason: Reason) -> list[str]:
    """Return the lines of a board with only the parts of a reason, or [] if it cannot be drawn.

    If all patterns of the reason are members of one set, such as the boxes, one board shows them
    all. A piece such as the player is always on some cell. To hide this piece, the
    board is drawn several times, each time with the piece on another cell. Each character of the
    result is the most frequent one of these drawings.
    """
    variables, real = level.puzzle.variables, graph.real
    assert variables is not None, "its states have parts"
    patterns = reason.patterns if reason.same_set else reason.patterns[:1]
    parts = [
        part for pattern in patterns for part in pattern.parts if part.values and not part.lacks
    ]
    values = {part.variable: part.values[0] for part in parts}
    fixed: dict[str, Any] = {}
    free: dict[str, int] = {}
    for name, kind in variables.kinds.items():
        if isinstance(kind, Set):
            fixed[name] = {p.values[0] for p in parts if p.variable == name}
        elif isinstance(kind, One) and (name in values or kind.board is not None):
            (fixed if name in values else free)[name] = values.get(name, kind.n)
        elif not isinstance(kind, One) or name in values:
            return []
    if not parts or not any(fixed.values()):
        return []
    state: Any = real.state(int(reason.patterns[0].nodes[0]))
    drawings = []
    for k in range(N_DRAWINGS if free else 1):
        positions = {name: k * (n - 1) // (N_DRAWINGS - 1) for name, n in free.items()}
        drawings.append(board_in_words(level, state.but(**fixed, **positions)))
    return [_most(lines) for lines in zip(*drawings, strict=True)]


def _most(lines: tuple[str, ...]) -> str:
    """Return a line in which each character is the most frequent one at its index in `lines`."""
    width = max(map(len, lines))
    columns = zip(*(line.ljust(width) for line in lines), strict=True)
    return "".join(Counter(column).most_common(1)[0][0] for column in columns).rstrip()
