"""A heap in two arrays: the keys, of which the first is the least, and an item for each key.

Compiled loops use it as a priority queue.
"""

from __future__ import annotations

from stategraph.machine.language import Items


def put(keys: Items, items: Items, size: int, key: int, item: int) -> None:
    """Put an item into a heap of `size` items."""
    at = size
    while at > 0 and keys[(at - 1) >> 1] > key:
        keys[at] = keys[(at - 1) >> 1]
        items[at] = items[(at - 1) >> 1]
        at = (at - 1) >> 1
    keys[at] = key
    items[at] = item


def take(keys: Items, items: Items, size: int) -> None:
    """Remove the first item, which has the least key, from a heap of `size` items."""
    last = size - 1
    key = keys[last]
    item = items[last]
    at = 0
    child = 1
    while child < last:
        if child + 1 < last and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= key:
            break
        keys[at] = keys[child]
        items[at] = items[child]
        at = child
        child = 2 * at + 1
    keys[at] = key
    items[at] = item
