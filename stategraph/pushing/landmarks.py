"""Landmarks: blocks that the player must push before reaching certain cells in time.

::

    u p _ _ _ e     a player to the right of the block has pushed it before

Such facts are *landmarks* (J. Hoffmann, J. Porteous, L. Sebastia, JAIR 2004). Here a landmark holds
for solutions of a limited number of moves: a path that does not push the block but takes too many
moves is ignored. A landmark follows only from many moves together. A SAT solver would have to
derive it again for each time.
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
    """A block, and the cells that the player cannot reach in time without pushing it.

    A player who is on a cell at the time `first` or later, but before `without`, has pushed the
    block. So the player stood on the block's cell at least `after` moves earlier. On cells that can
    be reached as early without the push, the two times are equal.

    Attributes
    ----------
    block : int
        the cell of the block
    first, without, after : array (n,) of int32
        the least time at which the player can be on each cell; the least time without pushing the
        block; and the smallest number of moves from the push to the cell
    """

    block: int
    first: np.ndarray
    without: np.ndarray
    after: np.ndarray


def landmarks(
    ground: Ground, board: Arrivals, within: Within, over: Callable[[], bool] = never
) -> list[Landmark]:
    """Return a landmark for each block that a solution within the slack may push, by its cell.

    Until its first push, the block is a wall. So `without` consists of the least times on a board
    with this wall. For `after`, every cell that the player can reach before the push counts as
    free, since its block may be gone. All other cells have their original contents.

    The time is O(blocks * cells) for each block.
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
