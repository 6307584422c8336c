# ruff: noqa: F401, F841 - a place uses FAILED and the names of the moves
"""The loop that generates the moves of given states, and stores none of them.

For code that decides on the nodes: one node for all states that look alike, or for all cells that a
walk leads to.
"""

from stategraph.machine.language import Int64Rows, Int64s
from stategraph.native.templates.outcomes import FAILED, STOPPED
from stategraph.native.templates.state_tables import Moves, copy


def successors(
    states: Int64Rows, ends: Int64s, head, stop, moves: Moves, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Make the moves of the states up to number `stop`; return (head, n_moves, why).

    Writes how many moves there are when each is done into `ends`.
    """
    new, label, won = moves.new, moves.label, moves.won
    # [constants]
    n_moves = 0
    while head < stop:
        # [words]
        # [rules] or return head, n_moves, FAILED
        ends[head] = n_moves
        head += 1
    return head, n_moves, STOPPED
