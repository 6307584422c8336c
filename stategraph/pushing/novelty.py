"""Which states are new: they show a fact, or two together, that no state of their part showed yet.

That is the novelty of best-first width search (N. Lipovetzky, H. Geffner, AAAI 2017). Facts are
entered into tables by a hash alone: a fact that meets another's slot passes for known.
"""

from __future__ import annotations


def fresh(facts, part, a, b):
    """Enter a fact into the table; return whether it was not there."""
    at = (int(part) * 2654435761 + int(a) * 2246822519 + int(b) * 3266489917) & 0xFFFFFFFF
    at = ((at ^ at >> 15) * 739982445) & 0xFFFFFFFF
    at = (at ^ at >> 12) & (facts.size - 1)
    if facts[at]:
        return 0
    facts[at] = 1
    return 1


def novelty(facts, counts, part, moved, count, old, cell, least, dist, n):
    """Return how new a state is among those of its part: 0 the most, 3 not at all.

    0: a block where none was yet, or the player can get where he could not; 1: the block just
    pushed, from `old` to `cell`, together with where the player can walk, whose least cell tells
    that; 2: together with another block that has moved, of `count` cells in `moved`.
    """
    new = fresh(counts, part, cell, 1)
    for k in range(n):
        if dist[k] >= 0:
            new |= fresh(counts, part, k, 2)
    near = fresh(facts, part, cell, 3 + least)
    pair = 0
    for k in range(count):
        if moved[k] != old:
            one = min(moved[k], cell)
            pair |= fresh(facts, part, one, 3 + n + moved[k] + cell - one)
    return 0 if new else 1 if near else 2 if pair else 3
