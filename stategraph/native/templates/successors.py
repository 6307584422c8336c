# ruff: noqa: F401, F841 - inserted lines use FAILED and the names of the moves
"""The loop that generates the moves of given states, without storing the target states.

It serves expansions in which a node is a class of states, such as all symmetric states, or all
states that differ by a walk.
"""

from stategraph.machine.language import Int64Rows, Int64s
from stategraph.native.templates.outcomes import FAILED, STOPPED
from stategraph.native.templates.state_tables import Moves, copy


def successors(
    states: Int64Rows, ends: Int64s, head, stop, moves: Moves, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Generate the moves of the states below number `stop`; return (head, n_moves, why).

    After each state, writes the number of moves generated so far to `ends`.
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
