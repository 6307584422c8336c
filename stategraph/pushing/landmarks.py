"""Landmarks: blocks that the player must have pushed before they reach some cells in time.

::

    u p _ _ _ e     a player to the right of the block has pushed it before

Such facts are *landmarks* (J. Hoffmann, J. Porteous, L. Sebastia, JAIR 2004). Here they hold within
a number of moves: if the path without the block takes too long, it does not count. A landmark
follows from the rules over many moves together. A SAT solver would have to derive it again for
each time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from stategraph.engines.direct import never
from stategraph.pushing.arrival_bounds import Arrivals, Within
from stategraph.pushing.push_board import Ground


@dataclass(frozen=True)
class Landmark:
    """A block, and the cells that the player cannot reach unless it was pushed before.

    A player who is on a cell at a time from `first` to `without` has pushed the block, and so stood
    on its cell, at least `after` moves before. The two times are equal on all other cells.

    Attributes
    ----------
    block : int
        its cell
    first, without, after : array (n,) of int32
        the least time of each cell; the least time without pushing the block; and the fewest moves
        from the push to the cell
    """

    block: int
    first: np.ndarray
    without: np.ndarray
    after: np.ndarray


def landmarks(
    ground: Ground, board: Arrivals, within: Within, over: Callable[[], bool] = never
) -> list[Landmark]:
    """Return a landmark for each block that solutions within a slack may push, by their cells.

    Until its first push, the block is a wall. So the least times with this wall hold while it has
    not been pushed. A player who reaches a cell sooner did so after the push, and had not stood
    there before it. So their path from the push leads over cells that may have been reached before,
    as if all were free, and over other cells in their original state.

    O(blocks * cells) for each block.
    """
    marks = []
    for block in np.flatnonzero(ground.begins & (within.first <= within.slack)).tolist():
        if over():
            break
        without = board.before(block, ground.begins, ground.player, within)
        after = board.after(block, ground.begins, without <= within.slack, within)
        without[block] = within.first[block]
        marks.append(Landmark(block, within.first, without, after))
    return marks
