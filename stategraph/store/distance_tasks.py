"""Worker tasks that compute distances: one layer of a search over reversed moves.

The states of a store are divided into *buckets* of `size` consecutive state numbers. For each
bucket, the workers keep the moves into its states, and the known distances::

    bucket                    layer d                          bucket
    ──────                    ───────                          ──────
    sources of moves into   ──► new ones have distance d;      ...
    layer d-1, from all         sources of moves into them ──► d + 1
    buckets                     go to their buckets

For each bucket and layer, a file keeps the states first reached in this layer. If a worker has lost
the distances of a bucket, or takes the bucket over, it restores them from these files. If the
search continues an interrupted one, a file for each bucket has the distances known before.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from stategraph.files import open_no_follow
from stategraph.machine.kernel import Kernel
from stategraph.store import task_files
from stategraph.store.arrays import HEADER, path_of
from stategraph.store.expansion_tasks import Chunk, Place, alone


class Buckets(NamedTuple):
    """A division of the states of a store into ranges of numbers.

    Attributes
    ----------
    states, size : int
        number of all states, and number of states in a bucket; the last bucket may be smaller
    """

    states: int
    size: int

    @property
    def number(self) -> int:
        """The number of buckets."""
        return -(-self.states // self.size)

    def chunk(self, bucket: int) -> Chunk:
        """Return the states of a bucket."""
        first = bucket * self.size
        return Chunk(bucket, first, min(self.states, first + self.size))


def begin(ends):
    """Replace the size of each bucket b, in ``ends[b + 1]``, by the end of the bucket."""
    for b in range(ends.size - 1):
        ends[b + 1] += ends[b]


def begin_again(ends):
    """Restore `ends`, whose items were advanced while the buckets were filled."""
    for b in range(ends.size - 1, 0, -1):
        ends[b] = ends[b - 1]
    ends[0] = 0


def group_moves(offsets, targets, first, size, ends, tails, heads):
    """Group moves (m,) by the bucket of their target, into `tails` and `heads` (m,) int32.

    The moves of node `first` + u have the indices from ``offsets[u] - offsets[0]`` up to
    ``offsets[u + 1] - offsets[0]``. In the result, bucket b ends at ``ends[b + 1]``.
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
    """Write the tail of each move to the next free index for its head."""
    for e in range(tails.size):
        v = heads[e] - first
        sources[place[v]] = tails[e]
        place[v] += 1


@Kernel
def _meet(nodes, first, depth, far, new_nodes, count):
    """Set the distance of nodes that have none; write them into `new_nodes`; return the count."""
    for v in nodes:
        if far[v - first] < 0:
            far[v - first] = depth
            new_nodes[count] = v
            count += 1
    return count


def group_sources(nodes, first, starts, sources, size, ends, grouped):
    """Group the sources of all moves into `nodes` by bucket; write them to `grouped` (k,) int32.

    In the result, bucket b ends at ``ends[b + 1]``.
    """
    for v in nodes:
        for e in range(starts[v - first], starts[v - first + 1]):
            ends[sources[e] // size + 1] += 1
    begin(ends)
    for v in nodes:
        for e in range(starts[v - first], starts[v - first + 1]):
            b = sources[e] // size
            grouped[ends[b]] = sources[e]
            ends[b] += 1
    begin_again(ends)


_leads = Kernel(group_sources, [begin, begin_again])

# -------------------------------------------------------------------------- the moves into a bucket


@alone
def turn(place: Place, chunk: Chunk, buckets: Buckets) -> str:
    """Write a file with the moves of a chunk, grouped by the buckets of their targets.

    Writes ``tails`` and ``heads`` (.,) int32 for each bucket, in the order of the moves.
    """
    offsets = _mapped(place, "offsets", np.int64)[chunk.first : chunk.last + 1]
    targets = _mapped(place, "targets", np.int32)[offsets[0] : offsets[-1]]
    ends = np.zeros(buckets.number + 1, np.int64)
    tails, heads = np.empty(len(targets), np.int32), np.empty(len(targets), np.int32)
    _turn(offsets, targets, chunk.first, buckets.size, ends, tails, heads)
    arrays = {}
    for b in range(buckets.number):
        bucket_rows = slice(ends[b], ends[b + 1])
        arrays[f"tails{b}"], arrays[f"heads{b}"] = tails[bucket_rows], heads[bucket_rows]
    return task_files.put(place.file("turned", chunk.number), arrays)


@alone
def gather(place: Place, bucket: Chunk, turned: Sequence[str]) -> str:
    """Write a file with all moves into the states of a bucket, grouped by target state.

    The arrays are ``starts`` (k + 1,) int64 and ``sources`` (m,) int32.
    """
    names = f"tails{bucket.number}", f"heads{bucket.number}"
    starts = np.zeros(bucket.last - bucket.first + 1, np.int64)
    for path in turned:
        heads = task_files.take(path, names[1])[0]
        starts[1:] += np.bincount(heads - bucket.first, minlength=len(starts) - 1)
    np.cumsum(starts, out=starts)
    sources, at = np.empty(starts[-1], np.int32), starts[:-1].copy()
    for path in turned:
        _enter(*task_files.take(path, *names), bucket.first, at, sources)
    return task_files.put(place.file("into", bucket.number), {"starts": starts, "sources": sources})


def _mapped(place: Place, name: str, kind: type) -> np.ndarray:
    with open_no_follow(path_of(Path(place.folder), name), "rb") as file:
        if os.fstat(file.fileno()).st_size == HEADER:  # an empty range cannot be mapped
            return np.empty(0, kind)
        return np.memmap(file, kind, "r", HEADER).view(np.ndarray)


# ---------------------------------------------------------------------------------- level by level


class _Far:
    """The known distances of the states of a bucket, for the layers up to `depth`."""

    def __init__(self, place: Place, bucket: Chunk):
        self.far, self.depth = np.full(bucket.last - bucket.first, -1, np.int32), -1
        before = place._replace(depth=-1).file("known", bucket.number)
        if before.exists():
            (self.far,) = task_files.take(before, "distances")


# The distances that this process keeps in memory, by exchange folder and bucket.
_held: dict[tuple[str, int], _Far] = {}


@alone
def step(
    place: Place, bucket: Chunk, buckets: Buckets, into: str, sent: Sequence[str]
) -> tuple[str, list[int]]:
    """Find the states of a bucket in layer ``place.depth``, and the sources of the moves into them.

    Parameters
    ----------
    sent
        the files with ``nodes`` that the calls of this task for the previous layer wrote

    Returns
    -------
    tuple of str and list of int
        the file with the ``nodes`` of each bucket, and the number of nodes of each bucket

    Notes
    -----
    The new states are also written to a second file, as ``met``. This file is kept until the search
    ends.
    """
    distances = _until(place, bucket)
    nodes = [task_files.take(path, f"nodes{bucket.number}")[0] for path in sent]
    new_nodes, count = np.empty(min(sum(map(len, nodes)), len(distances.far)), np.int32), 0
    for part in nodes:
        count = int(_meet(part, bucket.first, place.depth, distances.far, new_nodes, count))
    distances.depth = place.depth
    task_files.put(place.file("met", bucket.number), {"met": new_nodes[:count]})
    starts, sources = task_files.seen(into, "starts", "sources")
    ends = np.zeros(buckets.number + 1, np.int64)
    local = new_nodes[:count] - bucket.first
    leads = np.empty(int((starts[local + 1] - starts[local]).sum()), np.int32)
    _leads(new_nodes[:count], bucket.first, starts, sources, buckets.size, ends, leads)
    arrays = {f"nodes{b}": leads[ends[b] : ends[b + 1]] for b in range(buckets.number)}
    return task_files.put(place.file("leads", bucket.number), arrays), np.diff(ends).tolist()


def _until(place: Place, bucket: Chunk) -> _Far:
    """Return the distances of those states of a bucket that are in layers before ``place.depth``.

    The process keeps them in memory for later tasks. If memory is short, it drops the least
    recently used bucket first.
    """
    key = place.exchange, bucket.number
    for other in [other for other in _held if other[0] != place.exchange]:
        del _held[other]
    distances = _held.pop(key, None) or _Far(place, bucket)
    while (
        _held
        and distances.far.nbytes
        + sum(other_distances.far.nbytes for other_distances in _held.values())
        > place.memory
    ):
        del _held[next(iter(_held))]
    distances.far[distances.far >= place.depth] = -1  # left by an earlier run of this task
    for depth, layer in _met(place, bucket, distances.depth + 1):
        distances.far[layer - bucket.first] = depth
    distances.depth = place.depth - 1
    _held[key] = distances
    return distances


def _met(place: Place, bucket: Chunk, first: int) -> Iterator[tuple[int, np.ndarray]]:
    """Yield (depth, states of the bucket) for each layer from `first` to ``place.depth`` - 1."""
    for depth in range(first, place.depth):
        path = place._replace(depth=depth).file("met", bucket.number)
        if path.exists():
            (layer,) = task_files.take(path, "met")
            yield depth, layer


@alone
def write_distances(place: Place, bucket: Chunk) -> str:
    """Write a file with the distances of the states of a bucket: ``distances`` (k,) int32."""
    arrays = {"distances": _until(place, bucket).far}
    return task_files.put(place.file("far", bucket.number), arrays)
