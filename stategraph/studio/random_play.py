"""The chance of a random player to win from each state, in two bytes.

The code 0 is the chance 0, and only the code 1 is the chance 1. Any other code k is the chance
2^(-(k - 1) / 512), within 0.2 %. `UNKNOWN_CODE` stands for chances that are too small to be
computed exactly.
"""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.analysis.distances import moves_to_any
from stategraph.graph import ArrayGraph

# Number of codes per halving of the chance.
CODES_PER_HALVING = 512

UNKNOWN_CODE = 2**16 - 1

# Maximum number of states that can win; more would take too long, since a designer waits.
MAX_LIVING = 10_000

# A chance is unknown if its relative error may exceed this.
MAX_ERROR = 1e-4


def chances(graph: ArrayGraph) -> np.ndarray:
    """Return each state's chance as a code, (n,) uint16, or an empty array if it is unknown.

    The graph must be complete. If no dead state can be reached from a state, a random player always
    wins from it.

    Examples
    --------
    >>> from stategraph.expand import expand
    >>> from stategraph.level_files import read_level
    >>> codes = chances(expand(read_level("spacewreck/eight-rooms").puzzle))
    >>> [round(2 ** (-(int(code) - 1) / 512), 3) if code else 0 for code in codes]
    [0.6, 0.8, 0.4, 1.0, 0.4, 1.0, 1.0, 0, 0]
    """
    distance = analysis.moves_to_goal(graph)
    living = distance >= 0
    codes = living.astype(np.uint16)
    if not living.any() or living.all():
        return codes
    if np.count_nonzero(living) > MAX_LIVING:
        return np.zeros(0, np.uint16)
    play = analysis.blind_play(graph)
    if not play.trusted:
        return np.zeros(0, np.uint16)
    # the product of `error` and the start's chance bounds the absolute error of every state
    least = max(
        2.0 ** -(UNKNOWN_CODE // CODES_PER_HALVING - 1), play.error * play.wins[0] / MAX_ERROR
    )
    open_ = living & (moves_to_any(graph, np.flatnonzero(~living)) >= 0)
    is_known = open_ & (play.wins > least)
    exponents = -np.log2(np.minimum(play.wins[is_known], 1.0))
    codes[open_] = UNKNOWN_CODE
    codes[is_known] = 1 + np.maximum(1, np.round(exponents * CODES_PER_HALVING)).astype(np.uint16)
    return codes
