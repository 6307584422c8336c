"""The distances of a store's states to the goal, kept beside the graph.

A small store is searched in memory by one process. Workers search a large store layer by layer over
the reversed moves, see `stategraph.store.distance_tasks`. The numbers are those of
`stategraph.analysis.moves_to_goal`. One pass over all moves verifies the distances: the goal has
distance 0, and every other state is one move farther than the nearest target of its moves.

A search by workers writes the known distances and the number of complete layers again and again. If
the search is interrupted or killed, the next one continues after these layers, and verifies its
result.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from stategraph import files, kernels
from stategraph.analysis import moves_to_goal
from stategraph.errors import InputError, OutputError
from stategraph.files import open_no_follow
from stategraph.graph import ArrayGraph
from stategraph.store import (
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
from stategraph.store.writer import MAX_CHECKPOINT_SHARE, SEARCHED, sweep

# Workers search a store of at least this number of states.
MIN_SHARED_STATES = 250_000

# Bytes of memory per state, and per move into a state, while a bucket is gathered.
STATE_BYTES, MOVE_BYTES = 20, 12

# Maximum size of the record about an interrupted search; others are ignored.
MAX_RECORD_BYTES = 200


def keep_distances(folder: str | Path, pool: Pool | None = None) -> None:
    """Compute the distance of each state to the goal and add it to a store that lacks it.

    Parameters
    ----------
    folder : str or Path
        the store
    pool : Pool, optional
        workers that search a large store; they continue a search that was interrupted

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
            (path / SEARCHED).unlink(missing_ok=True)
            raise OutputError(
                f"cannot write {path}: {error.strerror}; the store is unchanged"
            ) from None
        finally:
            sweep(path, manifest.read(path))
    reader.remember_checked(path)


def _keep(path: Path, contents: Manifest, pool: Pool | None) -> None:
    graph = reader.read(path).graph  # the workers rely on this check
    assert graph is not None
    if contents.goal is None or contents.states < MIN_SHARED_STATES:
        pool = None
    column = _column(path, contents, pool, graph)
    column.finish()
    about = {
        "dtype": "<i4",
        "shape": [contents.states],
        "parts": checksums(column.array, range(parts_of(contents.states))),
    }
    contents.but(arrays={**contents.arrays, DISTANCES: about}).write(path)


def _column(path: Path, contents: Manifest, pool: Pool | None, graph: ArrayGraph) -> OnDisk:
    """Return the distances, in their file; other processes cannot read it before it is finished."""
    if pool is not None:
        before = _layers_before(path, contents)
        search = _Search(path, contents, pool, before)
        if search.run() and (before is None or _right(graph, search.column.array)):
            return search.column
    (path / SEARCHED).unlink(missing_ok=True)
    column = OnDisk(path_of(path, DISTANCES), contents.states, np.int32)
    column.array[:] = moves_to_goal(graph)
    return column


def _right(graph: ArrayGraph, far: np.ndarray) -> bool:
    """Return whether `far` (n,) has the distance of each state to the goal."""
    return bool(kernels.wrong_distance(graph.offsets, graph.targets, graph.goal, far) < 0)


def _layers_before(path: Path, contents: Manifest) -> int | None:
    """Return the last layer of an interrupted search whose distances are on the disk, if any."""
    try:
        with open_no_follow(path / SEARCHED, "rb") as file:
            record = json.loads(file.read(MAX_RECORD_BYTES))
        graph, layer = record["graph"], record["layer"]
        is_layer = type(layer) is int and 0 <= layer < contents.states
        if is_layer and graph == _digest(contents) and path_of(path, DISTANCES).is_file():
            return int(layer)
    except (OSError, InputError, ValueError, TypeError, KeyError):
        pass
    return None


def _digest(contents: Manifest) -> str:
    """Return a digest of the checksums of a graph."""
    return hashlib.sha256(json.dumps(contents.arrays, sort_keys=True).encode()).hexdigest()


class _Search:
    """A search backwards from the goal, in which workers compute one layer after the other.

    Parameters
    ----------
    before : int or None
        the last layer whose distances an interrupted search left in the file of the distances

    Attributes
    ----------
    column : OnDisk
        the distances (n,) int32 in a file; -1 for a state without a path to the goal
    """

    def __init__(self, folder: Path, contents: Manifest, pool: Pool, before: int | None):
        self._folder, self._contents, self._pool, self._before = folder, contents, pool, before
        bytes_ = contents.states * STATE_BYTES + contents.moves * MOVE_BYTES
        count = min(contents.states, numbering.pieces(bytes_, pool.memory // 3, pool.workers))
        self._buckets = Buckets(contents.states, -(-contents.states // count))
        self._chunks = [self._buckets.chunk(b) for b in range(self._buckets.number)]
        filled = 0 if before is None else contents.states
        self.column = OnDisk(
            path_of(folder, DISTANCES), contents.states, np.int32, filled_rows=filled
        )
        self._last, self._cost = time.monotonic(), 0.0

    def run(self) -> bool:
        """Fill the column; return False if the workers do not see the store."""
        with numbering.exchange_in(self._folder) as exchange:
            place = numbering.place_of(self._folder, self._contents, self._pool, exchange)
            if not self._pool.greet(place):
                return False
            depth = self._levels(place)
            self._write(place._replace(depth=depth))
        return True

    def _write(self, place: Place) -> None:
        """Write the distances of the layers before ``place.depth``, and -1 for all other states."""
        Path(place.exchange, str(place.depth)).mkdir(exist_ok=True)
        chunks = self._run(distance_tasks.write_distances, place, self._each())
        for chunk, path in zip(self._chunks, chunks, strict=True):
            task_files.fill(path, distances=self.column.array[chunk.first : chunk.last])
            Path(path).unlink()

    def _levels(self, place: Place) -> int:
        """Search until no new state is reached; return the number of layers."""
        buckets, at = self._buckets, place._replace(depth=-1)
        Path(place.exchange, "-1").mkdir()
        turned = self._run(distance_tasks.turn, at, [(chunk, buckets) for chunk in self._chunks])
        into = self._run(distance_tasks.gather, at, [(chunk, turned) for chunk in self._chunks])
        for path in turned:
            Path(path).unlink()
        sent = self._first(at)
        for depth in itertools.count(self._before or 0):
            at = place._replace(depth=depth)
            Path(place.exchange, str(depth)).mkdir(exist_ok=True)
            if not sent:
                return depth
            calls = [
                (self._chunks[b], buckets, into[b], paths) for b, paths in sorted(sent.items())
            ]
            leads = self._run(distance_tasks.step, at, calls)
            for path in {path for paths in sent.values() for path in paths}:
                Path(path).unlink()
            sent = _by_bucket(leads)
            self._checkpoint(at)
        raise AssertionError

    def _checkpoint(self, place: Place) -> None:
        """After a layer, write the distances and its number, unless this was done recently."""
        since = time.monotonic()
        if (since - self._last) * MAX_CHECKPOINT_SHARE < self._cost:
            return
        # the record before stays true meanwhile: known distances do not change
        self._write(place._replace(depth=place.depth + 1))
        self.column.sync()
        record = {"graph": _digest(self._contents), "layer": place.depth}
        files.write(self._folder / SEARCHED, json.dumps(record).encode(), follow=False)
        self._last = time.monotonic()
        self._cost = self._last - since

    def _first(self, at: Place) -> dict[int, list[str]]:
        """Return the files with the nodes of the first layer, for each bucket with such nodes.

        This layer is the goal, or the last layer of an interrupted search. The distances before it
        are written to files as ``known``.
        """
        if self._before is None:
            goal = np.array([self._contents.goal], np.int32)
            bucket = int(goal[0]) // self._buckets.size
            return {bucket: [task_files.put(at.file("nodes", bucket), {f"nodes{bucket}": goal})]}
        sent = {}
        for bucket, chunk in enumerate(self._chunks):
            far = self.column.array[chunk.first : chunk.last]
            known = np.where((far >= 0) & (far < self._before), far, np.int32(-1))
            task_files.put(at.file("known", bucket), {"distances": known})
            nodes = np.flatnonzero(far == self._before).astype(np.int32) + np.int32(chunk.first)
            if nodes.size:
                sent[bucket] = [task_files.put(at.file("nodes", bucket), {f"nodes{bucket}": nodes})]
        return sent

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
