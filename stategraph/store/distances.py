"""The distances of a store's states to the goal, kept beside the graph.

A small store is searched in memory by one process. Workers search a large store layer by layer over
the reversed moves, see `stategraph.store.distance_tasks`. The numbers are those of
`stategraph.analysis.moves_to_goal`. One pass over all moves verifies the distances: the goal has
distance 0, and every other state is one move farther than the nearest target of its moves.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from stategraph.analysis import moves_to_goal
from stategraph.errors import InputError, OutputError
from stategraph.store import (
    checked_stores,
    distance_tasks,
    lock,
    manifest,
    numbering,
    reader,
    task_files,
)
from stategraph.store.arrays import OnDisk, checksums, parts_of, path_of
from stategraph.store.distance_tasks import Buckets
from stategraph.store.expansion_tasks import Place
from stategraph.store.manifest import DISTANCES, WHOLE, Manifest
from stategraph.store.numbering import Pool
from stategraph.store.writer import sweep

# Workers search a store of at least this number of states.
MIN_SHARED_STATES = 250_000

# Bytes of memory per state, and per move into a state, while a bucket is gathered.
STATE_BYTES, MOVE_BYTES = 20, 12


def keep_distances(folder: str | Path, pool: Pool | None = None) -> None:
    """Compute the distance of each state to the goal and add it to a store that lacks it.

    Parameters
    ----------
    folder : str or Path
        the store
    pool : Pool, optional
        workers that search a large store

    Raises
    ------
    InputError
        if the store is not whole, or another process fills it
    OutputError
        if it cannot be written
    """
    path = Path(folder)
    with lock.locked(path):
        contents = manifest.read(path)
        if contents.state != WHOLE:
            raise InputError(
                f"{path}: is not whole: {contents.stopped or 'killed'}; --resume continues"
            )
        if DISTANCES in contents.arrays:
            return
        try:
            _keep(path, contents, pool)
        except OSError as error:
            raise OutputError(f"cannot write {path}: {error.strerror}; it is as it was") from None
        finally:
            sweep(path, manifest.read(path))
    checked_stores.remember(path)


def _keep(path: Path, contents: Manifest, pool: Pool | None) -> None:
    graph = reader.read(path).graph  # the workers rely on this check
    assert graph is not None
    column = OnDisk(path_of(path, DISTANCES), contents.states, np.int32)
    if contents.goal is None or contents.states < MIN_SHARED_STATES:
        pool = None
    if pool is None or not _Search(path, contents, pool).fill(column.array):
        column.array[:] = moves_to_goal(graph)
    column.finish()
    about = {
        "dtype": "<i4",
        "shape": [contents.states],
        "parts": checksums(column.array, range(parts_of(contents.states))),
    }
    contents.but(arrays={**contents.arrays, DISTANCES: about}).write(path)


class _Search:
    """A search backwards from the goal, in which workers compute one layer after the other."""

    def __init__(self, folder: Path, contents: Manifest, pool: Pool):
        self._folder, self._contents, self._pool = folder, contents, pool
        bytes_ = contents.states * STATE_BYTES + contents.moves * MOVE_BYTES
        count = min(contents.states, numbering.pieces(bytes_, pool.memory // 3, pool.workers))
        self._buckets = Buckets(contents.states, -(-contents.states // count))
        self._chunks = [self._buckets.chunk(b) for b in range(self._buckets.number)]

    def fill(self, far: np.ndarray) -> bool:
        """Fill `far` (n,) int32 with the number of moves to the goal, -1 where there is no path.

        Return False if the workers do not see the store, so that they cannot search it.
        """
        with numbering.exchange_in(self._folder) as exchange:
            place = numbering.place_of(self._folder, self._contents, self._pool, exchange)
            if not self._pool.greet(place):
                return False
            depth = self._levels(place)
            chunks = self._run(
                distance_tasks.write_distances, place._replace(depth=depth), self._each()
            )
            for chunk, path in zip(self._chunks, chunks, strict=True):
                task_files.fill(path, distances=far[chunk.first : chunk.last])
        return True

    def _levels(self, place: Place) -> int:
        """Search until no new state is reached; return the number of layers."""
        assert self._contents.goal is not None
        buckets, at = self._buckets, place._replace(depth=-1)
        Path(place.exchange, "-1").mkdir()
        turned = self._run(distance_tasks.turn, at, [(chunk, buckets) for chunk in self._chunks])
        into = self._run(distance_tasks.gather, at, [(chunk, turned) for chunk in self._chunks])
        for path in turned:
            Path(path).unlink()
        goal = task_files.put(at.file("goal", 0), self._goal())
        sent = {self._contents.goal // buckets.size: [goal]}
        for depth in itertools.count():
            at = place._replace(depth=depth)
            Path(place.exchange, str(depth)).mkdir()
            if not sent:
                return depth
            calls = [
                (self._chunks[b], buckets, into[b], paths) for b, paths in sorted(sent.items())
            ]
            leads = self._run(distance_tasks.step, at, calls)
            for path in {path for paths in sent.values() for path in paths}:
                Path(path).unlink()
            sent = _by_bucket(leads)
        raise AssertionError

    def _goal(self) -> dict[str, np.ndarray]:
        goal = np.array([self._contents.goal], np.int32)
        return {f"nodes{goal[0] // self._buckets.size}": goal}

    def _each(self) -> list[tuple]:
        return [(chunk,) for chunk in self._chunks]

    def _run(self, task: Callable[..., object], place: Place, calls: Sequence[tuple]) -> list[Any]:
        return self._pool.run(task, [(place, *call) for call in calls], lambda: None)


def _by_bucket(leads: Sequence[tuple[str, Sequence[int]]]) -> dict[int, list[str]]:
    """Return, for each bucket, the files that contain some of its nodes."""
    sent: dict[int, list[str]] = {}
    for path, counts in leads:
        for bucket, count in enumerate(counts):
            if count:
                sent.setdefault(bucket, []).append(path)
    return sent
