"""A queue by small numbers: for each number a list of items, of which the one laid last is first.

::

    number    0  1  2  3          item     0  1  2  3  4
    firsts   -1  4 -1  2          nexts   -1  .  -1  .  0

    under 1 lies item 4, and behind it 0; under 3 lies item 2

Loops that are compiled keep their queues so where numbers only rise, as Dial's variant of
Dijkstra's algorithm does (Communications of the ACM 12, 1969).
"""

from __future__ import annotations


def lay(firsts, nexts, number, item):
    """Lay an item, which is in no list, before all others of a number."""
    nexts[item] = firsts[number]
    firsts[number] = item


def pick(firsts, nexts, number):
    """Take the first item of a number out of its list, and return it; there must be one."""
    item = firsts[number]
    firsts[number] = nexts[item]
    return item


def from_on(firsts, number):
    """Return the least number, from `number` on, that has items; ``firsts.size``: none has."""
    while number < firsts.size and firsts[number] < 0:
        number += 1
    return number
