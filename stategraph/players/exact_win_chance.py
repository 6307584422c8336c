"""The exact chance that a simulated player without memory wins.

Without memory, the next state depends only on the current state. So an attempt is a Markov chain.
It ends at the goal or in a state where every line looks lost. All attempts have the same
chances, and a play is a sequence of attempts. Multiplication by the sparse transition matrix gives,
line by line, the chances that an attempt is won or lost. A recursion over the number of lines left
gives the chances of a play::

    W(left) = chance to win in time + sum over losses after t lines: chance * W(left - t)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.players.simulated_player import (
    MAX_PATIENCE,
    SPARE_LINES,
    Offers,
    Player,
    longest_attempt,
)

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

# Maximum number of states of a chain. The lines of each state are computed separately, which is
# slow for many states.
MAX_STATES = 5_000


def win_chance(level: Level, graph: ArrayGraph, player: Player) -> float | None:
    """Return the chance that a play of a player without memory wins.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the complete graph; in the player's units if the level has such units
    player : Player

    Returns
    -------
    float, or None
        the chance; None if the player has memory, or if the chain has more than `MAX_STATES` states

    Notes
    -----
    For each line of an attempt, O(number of lines of all states).

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> round(win_chance(graph.level, graph.by("turns"), Player(1.0, 0.0, 2.0)), 4)
    0.9999
    """
    if player.memory > 0:
        return None
    offers = Offers(level, graph)
    chain = _chain(offers, player)
    if chain is None:
        return None
    longest, most = longest_attempt(offers), MAX_PATIENCE * offers.shortest + SPARE_LINES
    won, lost_shares = _by_lines(*chain, longest)
    open_ = 1 - np.concatenate(([0.0], np.cumsum(won + lost_shares)))  # share before each line
    chances = np.zeros(most + 1)
    for lines_left in range(1, most + 1):
        attempt_lines = min(longest, lines_left)
        retry_chance = (
            lost_shares[1:attempt_lines]
            @ chances[lines_left - attempt_lines + 1 : lines_left][::-1]
        )
        onward = (open_[attempt_lines] - won[attempt_lines]) * chances[lines_left - attempt_lines]
        chances[lines_left] = won[: attempt_lines + 1].sum() + retry_chance + onward
    return float(_shares_of_patience(player, offers.shortest, most) @ chances)


def attempt_chances(level: Level, graph: ArrayGraph, player: Player) -> np.ndarray | None:
    """Return the chance (n,) that one attempt of a player from each state wins.

    The player does not restart and remembers nothing. An attempt has at most as many lines as an
    attempt from the start.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the complete graph; in the player's units if the level has such units
    player : Player

    Returns
    -------
    ndarray, or None
        None if the graph has no goal, or more than `MAX_STATES` states

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.players import PLAYERS
    >>> graph = expand("sokoban/through-the-door").by("walks")
    >>> attempt_chances(graph.level, graph, PLAYERS["beginner"])[:4].round(2).tolist()
    [0.37, 0.43, 0.0, 0.73]
    """
    if len(graph) > MAX_STATES or graph.goal is None:
        return None
    offers = Offers(level, graph)
    chain = _chain(offers, player, range(len(graph)))
    if chain is None:
        return None
    transposed, goal, _ = chain
    matrix, chances = transposed.T.tocsr(), goal.astype(float)
    for _ in range(longest_attempt(offers)):
        chances = np.where(goal, 1.0, matrix @ chances)
    return np.clip(chances, 0.0, 1.0)


def _shares_of_patience(player: Player, least: int, most: int) -> np.ndarray:
    """Return the share (most + 1,) of plays that give up after each number of lines."""
    shares = np.zeros(most + 1)
    if least == 0:
        shares[most] = 1.0
        return shares
    times = np.arange(most - SPARE_LINES + 1) / least
    longer = np.append(player.patience / (player.patience + times), 0.0)
    shares[SPARE_LINES:] = longer[:-1] - longer[1:]
    return shares


def _chain(
    offers: Offers, player: Player, starts: Sequence[int] = (0,)
) -> tuple[csr_matrix, np.ndarray, np.ndarray] | None:
    """Return the transposed transition matrix, and masks of the goal and of lost states.

    The chain begins in the states `starts`, which have the first numbers.

    The result is None if the chain has too many states.
    """
    from scipy.sparse import csr_array

    numbers, queue = {node: k for k, node in enumerate(starts)}, list(starts)
    rows, columns, shares = [], [], []
    is_lost = []
    for node in queue:  # the queue grows
        ends = offers.ends(node) if node != offers.graph.goal else []
        values = [offers.estimate(end) for end in ends]
        least = min(values, default=math.inf)
        is_lost.append(node != offers.graph.goal and math.isinf(least))
        if math.isinf(least):
            continue
        weights = np.exp(-player.attention * (np.array(values) - least))
        for end, share in zip(ends, (weights / weights.sum()).tolist(), strict=True):
            if end not in numbers:
                numbers[end] = len(queue)
                queue.append(end)
            rows.append(numbers[end])
            columns.append(numbers[node])
            shares.append(share)
        if len(queue) > MAX_STATES:
            return None
    size = len(queue)
    matrix = csr_array((shares, (rows, columns)), shape=(size, size))
    goal = np.array([node == offers.graph.goal for node in queue])
    return matrix, goal, np.array(is_lost)


def _by_lines(
    matrix: csr_matrix, goal: np.ndarray, is_lost: np.ndarray, longest: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the chances (longest + 1,) that an attempt is won, or lost, after each line."""
    distribution = np.zeros(len(goal))
    distribution[0] = 1.0
    won, given_up = np.zeros(longest + 1), np.zeros(longest + 1)
    for count in range(longest + 1):
        won[count], given_up[count] = distribution[goal].sum(), distribution[is_lost].sum()
        distribution = matrix @ distribution
    return won, given_up
