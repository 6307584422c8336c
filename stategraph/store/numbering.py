"""Parallel expansion of layers with exactly the state numbers of a single process.

New states are numbered in order of their first discovery: by the number of the source state, and
then by the order of the source's moves. A *block* is a range of states of a layer, divided into one
*share* of consecutive states for each worker. Each worker also *owns* the states with certain
hashes. It keeps them, with their numbers, in memory::

    worker, for its share                      worker, as an owner
    ─────────────────────                      ───────────────────
    moves: expand; send each target ─── keys ───► sift: is it known? Then its number, else -j
                                                  for the j-th new state, in the order of the
                                                  shares and of the moves of each share
    number: walk through the moves;  ◄─ answers ─┘
      the first move to the next -j
      discovers it: the k-th discovery
      is base + k ──► states         ── numbers ──► settle: the numbers of the new states
    settle: fill in numbers from earlier shares
      ──► targets, raw_labels, in their final places

Between two tasks, the driver waits for all workers. After `sift` it sums up the new states that
each share discovers, so it knows each `base`. Files carry keys, answers and numbers between
workers; those for the same worker stay in memory.

The numbers do not depend on the number of workers or on blocks. Workers write only rows after the
last checkpoint, always with the same contents. So a block can begin again when a worker has died:
its successor reads the owner's states from the store. All goal states are one node, which has no
owner: the first share that reaches it numbers it.
"""

from __future__ import annotations

import contextlib
import errno
import functools
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
from stategraph.store import expansion_tasks
from stategraph.store.expansion_tasks import Place, Share
from stategraph.store.file_transfer import PrivateFolders
from stategraph.store.manifest import Manifest, digest_of_level
from stategraph.store.writer import EXCHANGE, Writer

# Workers start when a layer has at least `MIN_SHARED_STATES` states. The driver continues alone
# until they have started, up to `MAX_STATES_ALONE` states.
MIN_SHARED_STATES, MAX_STATES_ALONE = 50_000, 5_000_000

# One process expands a layer of fewer than `SMALL_LAYER` states faster than workers. But before it
# can begin, it must index all earlier states. It indexes about `STATES_PER_SMALL_LAYER` states in
# the time that workers need for one small layer.
SMALL_LAYER, STATES_PER_SMALL_LAYER = 20_000, 200_000

# Minimum number of bytes of memory that one process needs per state.
BYTES_PER_STATE = 24

# Maximum number of states that a worker expands in a block. Small blocks stay in the processor's
# cache. Workers of a cluster get `REMOTE_FACTOR` times as many, because their tasks start slowly.
MAX_SHARE_STATES, REMOTE_FACTOR = 1 << 17, 8

# Number of times that a block may begin before the run ends.
MAX_ATTEMPTS = 10

# Bytes of memory per move of a share, besides the packed states, and per state of an owner, besides
# its copy of the packed state.
MOVE_BYTES, STATE_BYTES = 24, 32


class _Lost(Exception):
    """A worker has lost the data of the current block."""


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

    def ready(self, task: Callable[..., object], *args: object) -> bool:
        """Return whether all workers have started; the first call starts them.

        Each new worker of this machine runs ``task(*args)`` before its first call.
        """

    def greet(self, place: Place) -> bool:
        """Return whether all workers see a folder; raise ``InputError`` if their rules differ."""

    def run(
        self, task: Callable[..., object], calls: Sequence[tuple], on_result: Callable[[], None]
    ) -> list[object]:
        """Run a task for each of the calls; return the results in the order of the calls.

        The call with number k is sent to the worker with number k % workers. ``on_result()`` is
        called after each result.
        """


def use_workers(pool: Pool, folder: Path, level: str, size: int, states: int) -> bool:
    """Return whether workers expand a layer of `size` states in a graph of `states` states.

    The driver continues alone until the workers have started, or the graph is too large for it.
    """
    if size < MIN_SHARED_STATES:
        return False
    ready = pool.ready(expansion_tasks.prepare, str(folder.resolve()), level)
    return ready or states >= MAX_STATES_ALONE or states * BYTES_PER_STATE > pool.memory


def expand_with_workers(
    writer: Writer,
    pool: Pool,
    reached: ExpansionProgress,
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
    reached : ExpansionProgress
        the progress of the expansion
    limits : Limits
        limits, of which those of states and time are used
    tell : callable
        progress callback: ``tell(states, moves)``
    """
    if pool.remote:
        writer.sync("states")
    else:
        writer.checksums = functools.partial(_checksums, pool, writer.folder.resolve())
    with exchange_in(writer.folder) as folder:
        place = place_of(writer.folder, writer.manifest, pool, folder)
        crew = pool if pool.greet(place) else PrivateFolders(pool)
        place = place._replace(remote=crew.remote)
        reached, complete = _expand_blocks(writer, crew, reached, place, limits, tell)
    pool.run(expansion_tasks.forget, [()] * pool.workers, lambda: None)
    writer.checkpoint(reached)
    writer.full = reached.full
    return complete


def _expand_blocks(
    writer: Writer,
    pool: Pool,
    reached: ExpansionProgress,
    place: Place,
    limits: Limits,
    tell: Callable[[int, int], None],
) -> tuple[ExpansionProgress, bool]:
    """Expand blocks; return the progress, and False if a limit ends them.

    See `expand_with_workers`.
    """
    small = 0
    for block in itertools.count():
        if reached.expanded == reached.states:
            break
        late = limits.until is not None and time.monotonic() > limits.until
        beyond = reached.states > (limits.states or MAX_NODES)  # the store was begun with more
        if late or beyond or reached.full or not _fits(reached.states, pool, place.width):
            return reached, False
        small = small + 1 if writer.levels[-1] < SMALL_LAYER else 0
        if block and small * STATES_PER_SMALL_LAYER >= reached.states:
            break
        before, at = reached, place._replace(depth=block)
        reached = _Block(writer, pool, reached, at, tell).expand(limits)
        if pool.remote:
            writer.reopen()
        if reached.level_end == before.level_end:
            writer.checkpoint_if_due(reached)
        elif reached.expanded < reached.states:
            writer.grown(reached)
    return reached, True


def _checksums(
    pool: Pool, folder: Path, name: str, array: np.ndarray, parts: Sequence[int]
) -> list[int]:
    """Let workers compute the checksums of parts of an array of the store."""
    results: list[Any] = pool.run(
        expansion_tasks.checksums,
        [
            (folder, name, array.dtype, array.shape, parts[k :: pool.workers])
            for k in range(pool.workers)
        ],
        lambda: None,
    )
    return [results[k % pool.workers][k // pool.workers] for k in range(len(parts))]


def _fits(states: int, pool: Pool, width: int) -> bool:
    """Return whether the states of each owner, after some growth, fit into the workers' memory."""
    copy = 8 * width if pool.remote else 0
    return 2 * states // pool.workers * (copy + STATE_BYTES) <= pool.memory


def exchange_in(folder: Path) -> tempfile.TemporaryDirectory:
    """Return a new temporary folder in the store, where tasks leave files.

    Folders of killed drivers are removed, so that no task of theirs continues.
    """
    folder = folder.resolve()
    for left in folder.glob(f"{EXCHANGE}*"):
        shutil.rmtree(left, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix=EXCHANGE, dir=folder, ignore_cleanup_errors=True)


def place_of(folder: Path, contents: Manifest, pool: Pool, exchange: str, depth: int = 0) -> Place:
    """Return the `Place` for a layer's tasks, which leave their files in the folder `exchange`."""
    level, width = digest_of_level(contents), contents.packing["words"]
    memory = pool.memory // 2
    return Place(str(folder.resolve()), exchange, level, depth, width, memory, pool.remote)


class _Block:
    """A range of states of a layer that workers expand: the driver's part of the work."""

    def __init__(
        self,
        writer: Writer,
        pool: Pool,
        reached: ExpansionProgress,
        place: Place,
        tell: Callable[[int, int], None],
    ):
        self._writer, self._pool, self._reached, self._tell = writer, pool, reached, tell
        self._place, self._tasks = place, 0
        bytes_per_move = MOVE_BYTES + 2 * 8 * place.width
        moves = -(-reached.moves // max(1, reached.expanded)) + 1
        most = MAX_SHARE_STATES * (REMOTE_FACTOR if pool.remote else 1)
        size = min(most, pool.memory // 4 // (moves * bytes_per_move))
        self._end = min(reached.level_end, reached.expanded + pool.workers * max(1, size))

    def expand(self, limits: Limits) -> ExpansionProgress:
        """Expand the block into the store, or as many of its states as the limit of states allows.

        Marks the labels that occur in the writer's `label_marks`.
        """
        folder = Path(self._place.exchange) / str(self._place.depth)
        folder.mkdir()
        try:
            for attempt in range(MAX_ATTEMPTS):
                with contextlib.suppress(_Lost):
                    return self._expanded(self._shares(attempt), limits)
            raise ConnectionError(errno.ECONNRESET, "the workers are killed again and again")
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _shares(self, attempt: int) -> list[Share]:
        """Return the share of each worker."""
        reached, count = self._reached, self._pool.workers
        size = self._end - reached.expanded
        cuts = [reached.expanded + size * k // count for k in range(count + 1)]
        return [
            Share(k, count, *ends, reached.states, reached.goal, attempt)
            for k, ends in enumerate(itertools.pairwise(cuts))
        ]

    def _expanded(self, shares: list[Share], limits: Limits) -> ExpansionProgress:
        reached, writer = self._reached, self._writer
        writer.reserve("degrees", self._end)
        results = self._run(expansion_tasks.moves, shares, [() for _ in shares])
        move_counts, won = zip(*results, strict=True)
        new = self._run(expansion_tasks.sift, shares, [() for _ in shares])
        firsts = np.array(new, np.int64)  # (owners, workers)
        begin = np.cumsum(firsts, axis=1) - firsts
        winner = self._winner(won)
        counts = firsts.sum(axis=0) + (np.arange(len(shares)) == winner)
        ends, moves = (
            (start + np.cumsum([0, *sizes])).tolist()
            for start, sizes in ((reached.states, counts), (reached.moves, move_counts))
        )
        limit = min(limits.states or MAX_NODES, MAX_NODES)
        last = next((v for v, end in enumerate(ends[1:]) if end > limit), len(shares))
        full, shares = last < len(shares), shares[: last + 1]
        for name, rows in (("states", min(ends[-1], limit)), ("targets", moves[-1]),
                           ("raw_labels", moves[-1])):  # fmt: skip
            writer.reserve(name, rows)
        results = self._run(expansion_tasks.number, shares, [
            (begin[:, v].tolist(), firsts[:, v].tolist(), ends[v], v == winner, limit - ends[v])
            for v in range(len(shares))
        ])  # fmt: skip
        heads, done_moves, done_states, goals, labels = zip(*results, strict=True)
        goal, states = max(reached.goal, *goals), ends[len(shares) - 1] + done_states[-1]
        known = -1 if full else states
        calls = [(moves[v], goal, known) for v in range(len(shares))]
        self._run(expansion_tasks.settle, shares, calls)
        for numbers_of_labels in labels:
            writer.label_marks[numbers_of_labels] = 1
        expanded = shares[-1].first + heads[-1]
        return ExpansionProgress(
            expanded,
            states,
            moves[len(shares) - 1] + done_moves[-1],
            goal,
            states if expanded == reached.level_end else reached.level_end,
            full,
        )

    def _winner(self, won: Sequence[int]) -> int:
        """Return the worker that reaches the goal first, or -1.

        `won` has the first winning move of each worker, or -1.
        """
        if self._reached.goal >= 0:
            return -1
        return next((v for v, move in enumerate(won) if move >= 0), -1)

    def _run(
        self, task: Callable[..., object], shares: list[Share], calls: Sequence[tuple]
    ) -> list[Any]:
        """Run a task for each share; raise `_Lost` if a worker has lost its data."""
        calls = [(self._place, share, *call) for share, call in zip(shares, calls, strict=True)]
        results = self._pool.run(task, calls, self._done)
        if any(result is None for result in results):
            raise _Lost
        return results

    def _done(self) -> None:
        """Report the progress of the block after a task."""
        self._tasks += 1
        reached, tasks = self._reached, 4 * self._pool.workers
        share = (self._end - reached.expanded) * min(self._tasks, tasks) // tasks
        self._writer.at(reached.expanded + share)
        self._tell(reached.states, reached.moves)


def pieces(size: int, most: int, least: int) -> int:
    """Return how many pieces of at most `most` bytes hold `size` bytes; at least `least`."""
    return max(least, -(-size // max(1, most)))
