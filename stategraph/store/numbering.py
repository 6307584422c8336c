"""Parallel expansion of layers with exactly the state numbers of a single process.

New states are numbered in order of their first discovery: by the number of the source state, and
then by the order of the source's moves. So the numbers do not depend on the order in which tasks
run::

    driver          chunks of the layer                    owners of states
    ──────          ───────────────────                    ────────────────
                    moves: send each target once ─────────► sift: is it known? If not,
                                                                  which chunk has it first?
    sums up the    ◄─────────────────────────────────────── number of firsts of each chunk
    firsts before
    each chunk ───► number: the k-th first of a chunk ────► tell: the numbers of all new states
                    is base + k                                    │
                    resolve: targets ◄─────────────────────────────┘
    states, degrees, targets, raw_labels, in order ──► DIR: `stategraph.store.writer`

A *chunk* is a range of states of the layer. An *owner* is responsible for all states with certain
hashes; see `stategraph.store.expansion_tasks`. Only the driver writes into the store, after each
layer. So a task may run twice, and the last checkpoint stays valid if any process is killed. All
goal states are one node, which has no owner: the first chunk that reaches it numbers it.
"""

from __future__ import annotations

import itertools
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from stategraph.engines.array_stores import ExpansionProgress
from stategraph.engines.limits import MAX_NODES, Limits
from stategraph.store import expansion_tasks, task_files
from stategraph.store.expansion_tasks import Chunk, Place
from stategraph.store.manifest import Manifest, digest_of_level
from stategraph.store.writer import EXCHANGE, Writer

# One process expands a layer of fewer than `MIN_SHARED_STATES` states in less time than it takes to
# distribute the tasks. But before it can begin, it must index all earlier states. It indexes about
# `INDEXED` states in the time that workers need for one small layer.
MIN_SHARED_STATES, INDEXED = 250_000, 5_000_000

# Minimum number of bytes of memory that one process needs per state.
BYTES_PER_STATE = 24

# MAX_CHUNK_STATES: maximum number of states of a chunk. MIN_CHUNK_STATES: minimum number of states
# of a chunk if a small layer is divided among the workers.
MAX_CHUNK_STATES, MIN_CHUNK_STATES = 1 << 17, 1 << 12

# Bytes of memory per move of a chunk, and per state of an owner, besides the packed states.
MOVE_BYTES, STATE_BYTES = 32, 20


class Pool(Protocol):
    """A pool of workers.

    Attributes
    ----------
    workers : int
        number of workers
    memory : int
        bytes that each worker may use
    remote : bool
        whether workers may be on other machines
    """

    workers: int
    memory: int
    remote: bool

    def ready(self) -> bool:
        """Return whether all workers have started; the first call starts them."""

    def greet(self, place: Place) -> None:
        """Check that all workers see a folder; raise ``InputError`` if a worker does not."""

    def run(
        self, task: Callable[..., object], calls: Sequence[tuple], on_result: Callable[[], None]
    ) -> list[object]:
        """Run a task for each of the calls; return the results in the order of the calls.

        The call with number k is sent to the worker with number k % workers. ``on_result()`` is
        called after each result.
        """


def worth(pool: Pool, size: int, states: int) -> bool:
    """Return whether workers expand a layer of `size` states in a graph of `states` states.

    The driver continues alone until the workers have started, or the graph is too large for it.
    """
    if size < MIN_SHARED_STATES:
        return False
    return pool.ready() or states >= INDEXED or states * BYTES_PER_STATE > pool.memory


def go_on(
    writer: Writer,
    pool: Pool,
    reached: ExpansionProgress,
    label_marks: np.ndarray,
    limits: Limits,
    tell: Callable[[int, int], None],
) -> bool:
    """Let workers expand layers until one process would be as fast as all; return False at a limit.

    Parameters
    ----------
    writer : Writer
        the store
    pool : Pool
        the workers
    reached, label_marks
        the progress of the expansion and the marks of labels, as for `ArrayStore.level`
    limits : Limits
        limits, of which those of states and time are used
    tell : callable
        progress callback: ``tell(states, moves)``
    """
    small = 0
    with exchange_in(writer.folder) as folder:
        pool.greet(place_of(writer.folder, writer.manifest, pool, folder))
        while reached.expanded < reached.states:
            small = small + 1 if reached.level_end - reached.expanded < MIN_SHARED_STATES else 0
            if small * INDEXED >= reached.states:
                break
            late = limits.until is not None and time.monotonic() > limits.until
            progress = (
                None
                if late
                else _Level(writer, pool, reached, folder, tell).expand(label_marks, limits)
            )
            if progress is None:
                writer.checkpoint(reached, label_marks)
                return False
            reached = progress
            if reached.expanded < reached.states:
                writer.grown(reached, label_marks)
    writer.checkpoint(reached, label_marks)
    return True


def exchange_in(folder: Path) -> tempfile.TemporaryDirectory:
    """Return a new temporary folder in the store, where tasks leave files."""
    folder = folder.resolve()
    return tempfile.TemporaryDirectory(prefix=EXCHANGE, dir=folder, ignore_cleanup_errors=True)


def place_of(folder: Path, contents: Manifest, pool: Pool, exchange: str, depth: int = 0) -> Place:
    """Return the `Place` for a layer's tasks, which leave their files in the folder `exchange`."""
    level, width = digest_of_level(contents), contents.packing["words"]
    return Place(str(folder.resolve()), exchange, level, depth, width, pool.memory // 2)


class _Level:
    """A layer that workers expand: its division into chunks and owners, and the driver's work."""

    def __init__(
        self,
        writer: Writer,
        pool: Pool,
        reached: ExpansionProgress,
        folder: str,
        tell: Callable[[int, int], None],
    ):
        self._writer, self._pool, self._reached, self._tell = writer, pool, reached, tell
        depth = len(writer.levels) - 1
        self._place = place_of(writer.folder, writer.manifest, pool, folder, depth)
        size, before = reached.level_end - reached.expanded, max(1, reached.expanded)
        row = 8 * self._place.width
        self._tasks = 0
        self._owners = pieces(reached.states * (row + STATE_BYTES), pool.memory // 3, pool.workers)
        bytes_ = size * (row + STATE_BYTES + reached.moves // before * (row + MOVE_BYTES))
        least = max(-(-size // MAX_CHUNK_STATES), min(pool.workers, -(-size // MIN_CHUNK_STATES)))
        count = min(size, pieces(bytes_, pool.memory // 6, least))
        cuts = [reached.expanded + size * k // count for k in range(count + 1)]
        self._chunks = [Chunk(k, *ends) for k, ends in enumerate(itertools.pairwise(cuts))]

    def expand(self, label_marks: np.ndarray, limits: Limits) -> ExpansionProgress | None:
        """Expand the layer into the store; return None if the limit of states would be exceeded.

        Sets the entries of `label_marks` for the labels that occur.
        """
        folder = Path(self._place.exchange) / str(self._place.depth)
        folder.mkdir()
        try:
            return self._expanded(label_marks, limits)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _expanded(self, label_marks: np.ndarray, limits: Limits) -> ExpansionProgress | None:
        reached, owners, chunks = self._reached, self._owners, self._chunks
        if self._pool.remote:
            self._writer.sync("states")
        results = self._run(
            expansion_tasks.moves, [(chunk, reached.goal, owners) for chunk in chunks]
        )
        sent = [path for path, _, _ in results]
        calls: list[tuple] = [(o, owners, reached.states, sent) for o in range(owners)]
        sifted, new = zip(*self._run(expansion_tasks.sift, calls), strict=True)
        firsts = np.array(new, np.int64)  # (owners, chunks)
        before = np.cumsum(firsts, axis=1) - firsts
        won = self._won([place for _, place, _ in results])
        counts = firsts.sum(axis=0) + (np.array(won) >= 0)
        bases = reached.states + np.cumsum(counts) - counts
        states = int(reached.states + counts.sum())
        if states > min(limits.states or MAX_NODES, MAX_NODES):
            return None
        calls = [
            (chunk, sent[p], sifted, before[:, p].tolist(), int(bases[p]), won[p])
            for p, chunk in enumerate(chunks)
        ]
        numbered_files = self._run(expansion_tasks.number, calls)
        numbered, goals = zip(*numbered_files, strict=True)
        goal = max(reached.goal, *goals)
        answers = self._run(expansion_tasks.tell, [(o, sifted[o], numbered) for o in range(owners)])
        calls = [(chunk, sent[p], answers, goal) for p, chunk in enumerate(chunks)]
        targets = self._run(expansion_tasks.resolve, calls)
        self._put_states([*bases.tolist(), states], numbered)
        moves = self._put_moves(results, targets, label_marks)
        return ExpansionProgress(reached.level_end, states, moves, goal, states)

    def _won(self, places: Sequence[int]) -> list[int]:
        """Return the goal's index for the chunk that reaches it first, and -1 for all other chunks.

        `places` has the index of the goal among the new states of each chunk, or -1.
        """
        first = next((p for p, place in enumerate(places) if place >= 0), None)
        has_goal = self._reached.goal >= 0
        return [-1 if has_goal or p != first else place for p, place in enumerate(places)]

    def _run(self, task: Callable[..., object], calls: Sequence[tuple]) -> list[Any]:
        """Run a task for each of the calls; return the results in the order of the calls."""
        return self._pool.run(task, [(self._place, *call) for call in calls], self._done)

    def _done(self) -> None:
        """Report the progress of the layer after a task."""
        self._tasks += 1
        reached, tasks_ = self._reached, 3 * len(self._chunks) + 2 * self._owners
        share = (reached.level_end - reached.expanded) * self._tasks // tasks_
        self._writer.at(reached.expanded + share)
        self._tell(reached.states, reached.moves)

    def _put_states(self, bases: Sequence[int], numbered: Sequence[str]) -> None:
        for ends, path in zip(itertools.pairwise(bases), numbered, strict=True):
            task_files.fill(path, states=self._writer.rows("states", *ends))

    def _put_moves(
        self, results: Sequence[tuple], targets: Sequence[str], label_marks: np.ndarray
    ) -> int:
        """Write the moves of all chunks into the store; return the number of moves in the store."""
        moves, rows = self._reached.moves, self._writer.rows
        for chunk, (path, _, count), resolved in zip(self._chunks, results, targets, strict=True):
            last = moves + count
            task_files.fill(path, degrees=rows("degrees", chunk.first, chunk.last))
            task_files.fill(path, raw_labels=rows("raw_labels", moves, last))
            task_files.fill(resolved, targets=rows("targets", moves, last))
            label_marks |= task_files.take(path, "met")[0]
            moves = last
        return moves


def pieces(size: int, most: int, least: int) -> int:
    """Return how many pieces of at most `most` bytes hold `size` bytes; at least `least`."""
    return max(least, -(-size // max(1, most)))
