"""A bucket queue: for each small number a list of items, the last inserted item first.

::

    number    0  1  2  3          item     0  1  2  3  4
    firsts   -1  4 -1  2          nexts   -1  .  -1  .  0

    number 1 has the items 4 and 0, number 3 has item 2

Compiled loops use such queues if they take items in the order of rising numbers, as in Dial's
variant of Dijkstra's algorithm (Communications of the ACM 12, 1969).
"""

from __future__ import annotations


def lay(firsts, nexts, number, item):
    """Insert an item at the front of the list of a number; it must not be in any list yet."""
    nexts[item] = firsts[number]
    firsts[number] = item


def pick(firsts, nexts, number):
    """Remove and return the first item of the list of a number; the list must not be empty."""
    item = firsts[number]
    firsts[number] = nexts[item]
    return item


def from_on(firsts, number):
    """Return the least number, from `number` on, that has items; ``firsts.size`` if none has."""
    while number < firsts.size and firsts[number] < 0:
        number += 1
    return number
