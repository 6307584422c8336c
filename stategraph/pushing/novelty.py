"""Novelty of states: whether they have a fact, or a pair of facts, that no earlier state had.

This is the novelty of best-first width search (N. Lipovetzky, H. Geffner, AAAI 2017). A state is
compared only with earlier states in the same *part*, that is, with the same heuristic value. Facts
are stored in tables by their hash alone: if two facts share a slot, the second counts as known.
"""

from __future__ import annotations


def fresh(facts, part, a, b):
    """Insert a fact into the table; return whether it is new."""
    at = (int(part) * 2654435761 + int(a) * 2246822519 + int(b) * 3266489917) & 0xFFFFFFFF
    at = ((at ^ at >> 15) * 739982445) & 0xFFFFFFFF
    at = (at ^ at >> 12) & (facts.size - 1)
    if facts[at]:
        return 0
    facts[at] = 1
    return 1


def novelty(s, part, count, old, cell, least):
    """Return the novelty of a state in its part, from 0 (most novel) to 3 (not novel).

    The state follows a push of a block from `old` to `cell`. The values are:

    - 0: a block is on a new cell, or the player can reach a new cell.
    - 1: the pair of the pushed block's cell and the player's region is new. The region is named by
      its smallest cell `least`.
    - 2: the pair of this block's cell and the cell of another displaced block is new. The first
      `count` items of `moved` are the cells of displaced blocks before the push.

    The search `s` is a `stategraph.pushing.push_kernel.Rounds`.
    """
    n = s.wins.size
    new = fresh(s.counts, part, cell, 1)
    for k in range(n):
        if s.dist[k] >= 0:
            new |= fresh(s.counts, part, k, 2)
    near = fresh(s.facts, part, cell, 3 + least)
    pair = 0
    for k in range(count):
        if s.moved[k] != old:
            lower = min(s.moved[k], cell)
            pair |= fresh(s.facts, part, lower, 3 + n + s.moved[k] + cell - lower)
    return 0 if new else 1 if near else 2 if pair else 3
