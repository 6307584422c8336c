"""The states near a state of a level that is too large to expand, with local proofs of loss.

A breadth-first search follows the rules from the player's state for a limited number of states. A
state is dead if it was searched completely and leads neither to a goal nor to a state outside the
search::

    here ──► a ──► b ──► a         a and b lead only to each other: both are dead
      └────► c ──► ?               c leads out of the search: nothing is proven about it
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from stategraph.readable import Record

# Maximum number of states whose moves are followed for the proofs, and of states that are shown.
MAX_SEARCHED, MAX_SHOWN = 300, 60


def neighbourhood(
    node: int,
    moves: Callable[[int], list[tuple[str, int]]],
    left: Callable[[int], int | None],
) -> tuple[Record, list[int]]:
    """Return the states near a state, and the states that the search proves dead.

    Parameters
    ----------
    node : int
    moves : callable
        ``moves(node)`` returns the (label, target) pairs of a state's moves
    left : callable
        ``left(node)`` returns a proven number of moves left, -1 for a proven dead state, else None

    Returns
    -------
    near : dict
        ``states``: the number, the distance and the proven moves left of each state, nearest first;
        ``moves``: the indices of source and target among these states, and the label
    dead : list of int
        the searched states that are proven dead
    """
    distance, followed = {node: 0}, dict[int, list[tuple[str, int]]]()
    queue = [node]
    for here in queue:  # grows
        if len(followed) == MAX_SEARCHED:
            break
        followed[here] = moves(here)
        for _, target in followed[here]:
            if target not in distance:
                distance[target] = distance[here] + 1
                queue.append(target)
    lost = _dead(queue, followed, left)
    shown = {state: k for k, state in enumerate(islice(queue, MAX_SHOWN))}
    near = {
        "states": [[state, distance[state], -1 if state in lost else left(state)]
                   for state in shown],
        "moves": [[shown[source], shown[target], label] for source in shown
                  for label, target in followed.get(source, ()) if target in shown],
    }  # fmt: skip
    return near, sorted(lost)


def _dead(
    queue: list[int],
    followed: dict[int, list[tuple[str, int]]],
    left: Callable[[int], int | None],
) -> set[int]:
    """Return the states that lead only to states of `queue` without a goal among them."""
    known = {state: left(state) for state in queue}
    sources: dict[int, list[int]] = {state: [] for state in queue}
    for source, moves in followed.items():
        for _, target in moves:
            sources[target].append(source)
    open_states = [
        state
        for state, moves_left in known.items()
        if moves_left != -1 and (moves_left is not None or state not in followed)
    ]
    hopeful = set(open_states)
    for state in open_states:  # grows
        for source in sources[state]:
            if source not in hopeful:
                hopeful.add(source)
                open_states.append(source)
    return set(queue) - hopeful
