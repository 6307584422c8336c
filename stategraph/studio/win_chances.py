"""The chances of a random player and of a beginner to win from each state, in two bytes.

The code 0 is the chance 0, and only the code 1 is the chance 1. Any other code k is the chance
2^(-(k - 1) / 512), within 0.2 %. `UNKNOWN_CODE` means a chance that is too small to be
computed exactly.
"""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.analysis.distances import moves_to_any
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.metrics.units import in_units
from stategraph.players import PLAYERS
from stategraph.players.exact_win_chance import attempt_chances

# Number of codes per halving of the chance.
CODES_PER_HALVING = 512

UNKNOWN_CODE = 2**16 - 1

# Maximum number of states that can win; more would take too long, since a designer waits.
MAX_LIVING = 10_000

# Maximum number of states of a level whose chances of a beginner are sent.
MAX_SENT = 50_000

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
    play = analysis.play_at_random(graph)
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


def beginner_chances(level: Level, graph: ArrayGraph) -> np.ndarray:
    """Return the chance of a beginner to win from each state as a code, (n,) uint16.

    The beginner makes one attempt and remembers nothing; see `attempt_chances`. The array is empty
    if the chances are unknown.

    Examples
    --------
    >>> from stategraph.expand import expand
    >>> from stategraph.level_files import read_level
    >>> level = read_level("sokoban/through-the-door")
    >>> code = int(beginner_chances(level, expand(level.puzzle))[0])
    >>> round(2 ** (-(code - 1) / 512), 2)
    0.37
    """
    if not graph.complete or len(graph) > MAX_SENT:
        return np.zeros(0, np.uint16)
    units = in_units(level, graph) or graph
    found = attempt_chances(level, units, PLAYERS["beginner"])
    if found is None:
        return np.zeros(0, np.uint16)
    if units.quotient is not None:
        found = found[units.quotient.owner]
    codes = np.zeros(len(graph), np.uint16)
    is_known = found > 2.0 ** -(UNKNOWN_CODE // CODES_PER_HALVING - 1)
    exponents = -np.log2(found[is_known])
    codes[is_known] = 1 + np.round(exponents * CODES_PER_HALVING).astype(np.uint16)
    codes[is_known & (found < 1) & (codes == 1)] = 2  # only the code 1 is certain
    codes[~is_known & (found > 0)] = UNKNOWN_CODE
    return codes
