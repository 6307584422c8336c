"""The text of compiled modules that knows no puzzle: how states are looked up, and expanded.

Braces are places for what follows from the rules, see `stategraph.native.writer`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Loops:
    """The part of a module that knows no puzzle, with places for what follows from the rules.

    Attributes
    ----------
    text : str
        with ``{rules}``, which fill `new`, `label` and `won` and count the moves in `q`, and
        ``{bounds}``, which make `q` at least the moves left
    depth : int
        how deep both stand
    failed : str
        the statement that ends it when a rule breaks its contract
    """

    text: str
    depth: int
    failed: str


EXPAND = Loops(
    '''\
"""Written by stategraph from the rules of a puzzle; do not edit."""
import numpy as np
from numba import njit

{find}

@njit(cache=True, nogil=True)
def expand(
    states, index, offsets, targets, labels, head, n, e, goal, stop, room, limit, base,
    new, label, won, C{tables}
):
{constants}
    while head < stop and head < n and n + {most} <= room and e + {most} <= targets.size:
        if head == goal:
            head += 1
            offsets[head] = base + e
            continue
{words}
        q = 0
{rules}
        before = n
        was = goal
        for i in range(q):
            if won[i]:
                if goal < 0:
                    goal = n
                    for k in range({width}):
                        states[n, k] = new[i, k]
                    n += 1
                targets[e + i] = goal
            else:
                targets[e + i], n = find({keys}, states, n, index)
            labels[e + i] = label[i]
        if n > limit:
            return head, before, e, was, 2
        e += q
        head += 1
        offsets[head] = base + e
    return head, n, e, goal, 0
''',
    depth=2,
    failed="return head, n, e, goal, 1",
)

# Direct addressing: the packed state is its own place in the index.
DENSE = """\
@njit
def find(k0, states, n, index):
    found = index[k0]
    if found < 0:
        index[k0] = n
        states[n, 0] = k0
        return n, n + 1
    return found, n
"""

# Open addressing over the rows of `states` themselves; the hash is that of kernels.reindex.
HASHED = """\
@njit
def find({keys}, states, n, index):
    h = np.uint64(0)
{mix}
    mask = index.size - 1
    slot = np.int64(h >> np.uint64(7)) & mask
    while True:
        found = index[slot]
        if found < 0:
            index[slot] = n
{put}
            return n, n + 1
        if {same}:
            return found, n
        slot = (slot + 1) & mask
"""


def find(width: int, dense: bool) -> str:
    """Return the text of ``find``, which returns the number of a packed state, new or not."""
    if dense:
        return DENSE
    keys = [f"k{k}" for k in range(width)]
    mix = "\n".join(
        f"    h = (h ^ np.uint64({key})) * np.uint64(0x9E3779B97F4A7C15)\n"
        "    h ^= h >> np.uint64(32)"
        for key in keys
    )
    return HASHED.format(
        keys=", ".join(keys),
        mix=mix,
        put="\n".join(f"            states[n, {k}] = k{k}" for k in range(width)),
        same=" and ".join(f"states[found, {k}] == k{k}" for k in range(width)),
    )
