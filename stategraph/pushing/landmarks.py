"""Which blocks the player must have pushed before they can stand elsewhere in time.

::

    u p _ _ _ e     whoever stands to the right of the block has pushed it before

Such facts are *landmarks* (J. Hoffmann, J. Porteous, L. Sebastia, JAIR 2004). Here they hold within
a number of moves: where the way without the block takes too long, there is none. What is told by
each follows from the rules, but from many moves at once; a solver of formulas would find it anew
for each time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from stategraph.engines.plain import never
from stategraph.pushing.arrival_bounds import Arrivals, Within
from stategraph.pushing.push_board import Ground


@dataclass(frozen=True)
class Landmark:
    """A block, and on which cells nobody stands unless it was pushed before.

    Who stands on a cell at a time from `first` to `without` has pushed the block, that is stood on
    its cell, `after` moves before at least. On all other cells the two are equal.

    Attributes
    ----------
    block : int
        its cell
    first, without, after : array (n,) of int32
        the least time of each cell; that of those who have not pushed the block; and the moves
        there since somebody pushed it
    """

    block: int
    first: np.ndarray
    without: np.ndarray
    after: np.ndarray


def landmarks(
    ground: Ground, board: Arrivals, within: Within, over: Callable[[], bool] = never
) -> list[Landmark]:
    """Return a landmark for each block that solutions within a slack may push, by their cells.

    Until it is pushed for the first time it is a wall: so the least times among such walls hold of
    who has not pushed it. Who comes to a cell sooner has not stood there before that push either.
    So the way there since then leads over cells on which somebody can have stood before, as if they
    were all free, and over others as they were at first.

    O(blocks * cells) for each block.
    """
    found = []
    for block in np.flatnonzero(ground.begins & (within.first <= within.slack)).tolist():
        if over():
            break
        without = board.before(block, ground.begins, ground.player, within)
        after = board.after(block, ground.begins, without <= within.slack, within)
        without[block] = within.first[block]
        found.append(Landmark(block, within.first, without, after))
    return found
