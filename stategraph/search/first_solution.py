"""The first of all shortest solutions, searched when their length is known."""

from __future__ import annotations

from stategraph.rules.puzzle import Puzzle
from stategraph.search.optimal_searches import dive
from stategraph.search.search_context import SearchContext

# Limits of the search for the first shortest solution: the number of visited states, and the number
# of stored states of a search over pushes, which needs more time per state.
MAX_VISITED_STATES, MAX_PUSH_STATES = 1 << 21, 1 << 17


def first_of(call: SearchContext, puzzle: Puzzle, labels: list[str]) -> list[str] | None:
    """Return the first solution that is as long as `labels`; None if the search takes too long."""
    proof = call.proof(puzzle)
    first = None if proof is None else proof.first(labels, MAX_PUSH_STATES)
    if first is not None:
        call.orders = ("moves", "text")
        return first
    from stategraph.search.ida import within

    length = len(labels)
    first, _ = dive(
        call,
        puzzle,
        lambda dives, pause: within(dives, length, MAX_VISITED_STATES, call.budget, pause),
    )
    return first
