"""What workers do to find distances: the steps of a level over reversed moves, file to file.

The states of a store are divided into *buckets* of `size` numbers each. A bucket has the moves into
its states, and how far these are as far as that is known::

    bucket                    level d                          bucket
    ──────                    ───────                          ──────
    what leads to level d-1 ──► not met before: they are d     ...
    in this bucket, of all      far; what leads to them,   ──► d + 1
    buckets                     by bucket

What each bucket met at each level stays in a file, so that whoever has lost its distances, or takes
it over, makes them anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from stategraph.files import open_no_follow
from stategraph.machine.kernel import Kernel
from stategraph.store import exchange
from stategraph.store.arrays import HEADER, path_of
from stategraph.store.tasks import Chunk, Place, alone


class Buckets(NamedTuple):
    """How the states of a store are divided by number.

    Attributes
    ----------
    states, size : int
        all of them, and those of a bucket; the last one may have fewer
    """

    states: int
    size: int

    @property
    def number(self) -> int:
        """How many buckets there are."""
        return -(-self.states // self.size)

    def chunk(self, bucket: int) -> Chunk:
        """Return the states of a bucket."""
        first = bucket * self.size
        return Chunk(bucket, first, min(self.states, first + self.size))


def begin(ends):
    """Write where each bucket begins; at the place after its own stands how much it will hold."""
    for b in range(ends.size - 1):
        ends[b + 1] += ends[b]


def begin_again(ends):
    """Write where each bucket begins, once each was filled up from there."""
    for b in range(ends.size - 1, 0, -1):
        ends[b] = ends[b - 1]
    ends[0] = 0


def group_moves(offsets, targets, first, size, ends, tails, heads):
    """Group moves (m,) by the bucket that they lead to: tails, heads (m,) int32.

    The moves of node `first` + u are those from ``offsets[u]`` to ``offsets[u + 1]``, less
    ``offsets[0]``. Bucket b ends at ``ends[b + 1]``.
    """
    for v in targets:
        ends[v // size + 1] += 1
    begin(ends)
    for u in range(offsets.size - 1):
        for e in range(offsets[u] - offsets[0], offsets[u + 1] - offsets[0]):
            b = targets[e] // size
            tails[ends[b]] = first + u
            heads[ends[b]] = targets[e]
            ends[b] += 1
    begin_again(ends)


_turn = Kernel(group_moves, [begin, begin_again])


@Kernel
def _enter(tails, heads, first, place, sources):
    """Write the tail of each move to a place of its head, which is the next one then."""
    for e in range(tails.size):
        v = heads[e] - first
        sources[place[v]] = tails[e]
        place[v] += 1


@Kernel
def _meet(nodes, first, depth, far, met, count):
    """Give nodes that are in no level yet this one; write them into `met`, return how many."""
    for v in nodes:
        if far[v - first] < 0:
            far[v - first] = depth
            met[count] = v
            count += 1
    return count


def group_sources(nodes, first, starts, sources, size, ends, found):
    """Group what leads to nodes by bucket: `found` (k,) int32; bucket b ends at ``ends[b + 1]``."""
    for v in nodes:
        for e in range(starts[v - first], starts[v - first + 1]):
            ends[sources[e] // size + 1] += 1
    begin(ends)
    for v in nodes:
        for e in range(starts[v - first], starts[v - first + 1]):
            b = sources[e] // size
            found[ends[b]] = sources[e]
            ends[b] += 1
    begin_again(ends)


_leads = Kernel(group_sources, [begin, begin_again])

# -------------------------------------------------------------------------- the moves into a bucket


@alone
def turn(place: Place, chunk: Chunk, buckets: Buckets) -> str:
    """Send the moves of a chunk of the states to the buckets that they lead to.

    Writes for each bucket ``tails`` and ``heads`` (.,) int32, in the order of the moves.
    """
    offsets = _mapped(place, "offsets", np.int64)[chunk.first : chunk.last + 1]
    targets = _mapped(place, "targets", np.int32)[offsets[0] : offsets[-1]]
    ends = np.zeros(buckets.number + 1, np.int64)
    tails, heads = np.empty(len(targets), np.int32), np.empty(len(targets), np.int32)
    _turn(offsets, targets, chunk.first, buckets.size, ends, tails, heads)
    arrays = {}
    for b in range(buckets.number):
        some = slice(ends[b], ends[b + 1])
        arrays[f"tails{b}"], arrays[f"heads{b}"] = tails[some], heads[some]
    return exchange.put(place.file("turned", chunk.number), arrays)


@alone
def gather(place: Place, bucket: Chunk, turned: Sequence[str]) -> str:
    """Write the moves into the states of a bucket, grouped by these.

    As ``starts`` (k + 1,) int64 and ``sources`` (m,) int32.
    """
    names = f"tails{bucket.number}", f"heads{bucket.number}"
    starts = np.zeros(bucket.last - bucket.first + 1, np.int64)
    for path in turned:
        heads = exchange.take(path, names[1])[0]
        starts[1:] += np.bincount(heads - bucket.first, minlength=len(starts) - 1)
    np.cumsum(starts, out=starts)
    sources, at = np.empty(starts[-1], np.int32), starts[:-1].copy()
    for path in turned:
        _enter(*exchange.take(path, *names), bucket.first, at, sources)
    return exchange.put(place.file("into", bucket.number), {"starts": starts, "sources": sources})


def _mapped(place: Place, name: str, kind: type) -> np.ndarray:
    with open_no_follow(path_of(Path(place.folder), name), "rb") as file:
        if os.fstat(file.fileno()).st_size == HEADER:  # nothing can be mapped of nothing
            return np.empty(0, kind)
        return np.memmap(file, kind, "r", HEADER).view(np.ndarray)


# ---------------------------------------------------------------------------------- level by level


class _Far:
    """How far the states of a bucket are, up to a level."""

    def __init__(self, bucket: Chunk):
        self.far, self.depth = np.full(bucket.last - bucket.first, -1, np.int32), -1


# What this process holds of them.
_held: dict[tuple[str, int], _Far] = {}


@alone
def step(
    place: Place, bucket: Chunk, buckets: Buckets, into: str, sent: Sequence[str]
) -> tuple[str, list[int]]:
    """Find the states of a bucket that are as far as the place is deep, and what leads to them.

    Writes for each bucket the ``nodes`` in it that a move leads from; and, in another file that is
    kept, the states that were ``met``. `sent` are such files of the level before, of all buckets.

    Returns the file, and how many nodes of each bucket are in it.
    """
    held = _until(place, bucket)
    nodes = [exchange.take(path, f"nodes{bucket.number}")[0] for path in sent]
    met, count = np.empty(min(sum(map(len, nodes)), len(held.far)), np.int32), 0
    for some in nodes:
        count = int(_meet(some, bucket.first, place.depth, held.far, met, count))
    held.depth = place.depth
    exchange.put(place.file("met", bucket.number), {"met": met[:count]})
    starts, sources = exchange.seen(into, "starts", "sources")
    ends = np.zeros(buckets.number + 1, np.int64)
    local = met[:count] - bucket.first
    found = np.empty(int((starts[local + 1] - starts[local]).sum()), np.int32)
    _leads(met[:count], bucket.first, starts, sources, buckets.size, ends, found)
    arrays = {f"nodes{b}": found[ends[b] : ends[b + 1]] for b in range(buckets.number)}
    return exchange.put(place.file("leads", bucket.number), arrays), np.diff(ends).tolist()


def _until(place: Place, bucket: Chunk) -> _Far:
    """Return how far the states of a bucket are that are nearer than the place is deep.

    It stays in memory if there is room; what was asked for longest ago goes.
    """
    key = place.exchange, bucket.number
    for other in [other for other in _held if other[0] != place.exchange]:
        del _held[other]
    held = _held.pop(key, None) or _Far(bucket)
    while _held and held.far.nbytes + sum(one.far.nbytes for one in _held.values()) > place.memory:
        del _held[next(iter(_held))]
    held.far[held.far >= place.depth] = -1  # of a task that ran before
    for depth, met in _met(place, bucket, held.depth + 1):
        held.far[met - bucket.first] = depth
    held.depth = place.depth - 1
    _held[key] = held
    return held


def _met(place: Place, bucket: Chunk, first: int) -> Iterator[tuple[int, np.ndarray]]:
    """Yield what was met at each level from `first` on, above the place's."""
    for depth in range(first, place.depth):
        path = place._replace(depth=depth).file("met", bucket.number)
        if path.exists():
            yield depth, exchange.take(path, "met")[0]


@alone
def told(place: Place, bucket: Chunk) -> str:
    """Write how far the states of a bucket are: ``distances`` (k,) int32."""
    arrays = {"distances": _until(place, bucket).far}
    return exchange.put(place.file("far", bucket.number), arrays)
