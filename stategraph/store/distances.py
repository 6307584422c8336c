"""How far each state of a store is from its goal, kept beside it for every verb.

One process finds it in memory, as everywhere; workers level by level over the reversed moves, see
`stategraph.store.backward`. The numbers are those of `stategraph.analysis.moves_to_goal`, and can
be told right from wrong in one look at all moves: the goal is 0 far, every other state one move
more than the nearest that its moves lead to.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from stategraph.analysis import moves_to_goal
from stategraph.errors import InputError, OutputError
from stategraph.store import backward, checked, exchange, lock, manifest, numbering, reading
from stategraph.store.arrays import OnDisk, checksums, parts_of, path_of
from stategraph.store.backward import Buckets
from stategraph.store.manifest import DISTANCES, WHOLE, Manifest
from stategraph.store.numbering import Pool
from stategraph.store.tasks import Place
from stategraph.store.writer import sweep

# Bytes that a state and a move into it take while a bucket is gathered.
STATE_BYTES, MOVE_BYTES = 20, 12


def keep_distances(folder: str | Path, pool: Pool | None = None) -> None:
    """Keep in a store how far each of its states is from the goal, if it is not there yet.

    Parameters
    ----------
    pool : Pool, optional
        workers that find it, where the store is large

    Raises
    ------
    InputError
        when the store is not whole, or another process fills it
    OutputError
        when it cannot be written
    """
    path = Path(folder)
    with lock.locked(path):
        told = manifest.read(path)
        if told.state != WHOLE:
            raise InputError(f"{path}: is not whole: {told.stopped or 'killed'}; --resume goes on")
        if DISTANCES in told.arrays:
            return
        try:
            _keep(path, told, pool)
        except OSError as error:
            raise OutputError(f"cannot write {path}: {error.strerror}; it is as it was") from None
        finally:
            sweep(path, manifest.read(path))
    checked.remember(path)


def _keep(path: Path, told: Manifest, pool: Pool | None) -> None:
    graph = reading.read(path).graph  # checked here for the workers, too
    assert graph is not None
    kept = OnDisk(path_of(path, DISTANCES), told.states, np.int32)
    if pool is None or told.goal is None or told.states < numbering.SMALL:
        kept.array[:] = moves_to_goal(graph)
    else:
        _Search(path, told, pool).fill(kept.array)
    kept.finish()
    about = {
        "dtype": "<i4",
        "shape": [told.states],
        "parts": checksums(kept.array, range(parts_of(told.states))),
    }
    told.but(arrays={**told.arrays, DISTANCES: about}).write(path)


class _Search:
    """A search from the goal backwards by workers, level by level."""

    def __init__(self, folder: Path, told: Manifest, pool: Pool):
        self._folder, self._told, self._pool = folder, told, pool
        bytes_ = told.states * STATE_BYTES + told.moves * MOVE_BYTES
        count = min(told.states, numbering.pieces(bytes_, pool.memory // 3, pool.workers))
        self._buckets = Buckets(told.states, -(-told.states // count))
        self._chunks = [self._buckets.chunk(b) for b in range(self._buckets.number)]

    def fill(self, far: np.ndarray) -> None:
        """Fill `far` (n,) int32 with the moves to the goal, -1 where none lead."""
        with numbering.exchange_in(self._folder) as made:
            place = numbering.place_of(self._folder, self._told, self._pool, made)
            self._pool.greet(place)
            depth = self._levels(place)
            chunks = self._run(backward.told, place._replace(depth=depth), self._each())
            for chunk, path in zip(self._chunks, chunks, strict=True):
                exchange.fill(path, distances=far[chunk.first : chunk.last])

    def _levels(self, place: Place) -> int:
        """Search until nothing new leads to what is known; return how many levels there are."""
        assert self._told.goal is not None
        buckets, at = self._buckets, place._replace(depth=-1)
        Path(place.exchange, "-1").mkdir()
        turned = self._run(backward.turn, at, [(chunk, buckets) for chunk in self._chunks])
        into = self._run(backward.gather, at, [(chunk, turned) for chunk in self._chunks])
        for path in turned:
            Path(path).unlink()
        goal = exchange.put(at.file("goal", 0), self._goal())
        sent = {self._told.goal // buckets.size: [goal]}
        for depth in itertools.count():
            at = place._replace(depth=depth)
            Path(place.exchange, str(depth)).mkdir()
            if not sent:
                return depth
            calls = [
                (self._chunks[b], buckets, into[b], paths) for b, paths in sorted(sent.items())
            ]
            found = self._run(backward.step, at, calls)
            for path in {path for paths in sent.values() for path in paths}:
                Path(path).unlink()
            sent = _by_bucket(found)
        raise AssertionError

    def _goal(self) -> dict[str, np.ndarray]:
        goal = np.array([self._told.goal], np.int32)
        return {f"nodes{goal[0] // self._buckets.size}": goal}

    def _each(self) -> list[tuple]:
        return [(chunk,) for chunk in self._chunks]

    def _run(self, task: Callable[..., Any], place: Place, calls: Sequence[tuple]) -> list[Any]:
        return self._pool.run(task, [(place, *call) for call in calls], lambda: None)


def _by_bucket(found: Sequence[tuple[str, Sequence[int]]]) -> dict[int, list[str]]:
    """Return for each bucket the files that have nodes of it."""
    sent: dict[int, list[str]] = {}
    for path, counts in found:
        for bucket, count in enumerate(counts):
            if count:
                sent.setdefault(bucket, []).append(path)
    return sent
