"""Levels are expanded by many workers, with exactly the numbers of one process.

A new state's number follows from its first discovery: the number of the state that it is found
from, then the order of its move. So no two tasks need agree on an order::

    driver          chunks of the level                    owners of states
    ──────          ───────────────────                    ────────────────
                    moves: each state that they ──────────► sift: is it known? Of a new one, who
                    lead to, once                                 is the first to lead to it?
    adds up how    ◄─────────────────────────────────────── how many firsts each chunk has
    many firsts
    all chunks have
    before each ──► number: the k-th first of a chunk ────► tell: the numbers of all new states
                    is base + k                                    │
                    resolve: targets ◄─────────────────────────────┘
    states, degrees, targets, raw_labels, in order ──► DIR: `stategraph.store.writer`

A chunk is a range of states, an owner has the states of some hashes; see `stategraph.store.tasks`.
The driver alone writes into the store, what it is told after each level. So a task may run twice,
and whoever is killed, what was there at the last checkpoint is there. All states that win are one
node, which has no owner: the first chunk that meets it numbers it.
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

from stategraph.engines.keeping import Reached
from stategraph.engines.limits import MOST, Limits
from stategraph.store import exchange, tasks
from stategraph.store.manifest import Manifest, digest_of_level
from stategraph.store.tasks import Chunk, Place
from stategraph.store.writer import EXCHANGE, Writer

# A level of fewer states one process expands sooner than tasks are handed out, unless it must
# first find a place for the states before: so many of these in the time of one level of tasks.
SMALL, INDEXED = 250_000, 5_000_000

# Bytes of memory that one process takes for a state at least.
HELD = 24

# States of a chunk at most, and at least where there are workers enough.
CHUNK, LEAST = 1 << 17, 1 << 12

# Bytes that a chunk takes for each move and an owner for each state, beside the packed states.
MOVE_BYTES, STATE_BYTES = 32, 20


class Pool(Protocol):
    """Workers.

    Attributes
    ----------
    workers : int
        how many there are
    memory : int
        the bytes that each of them may take
    remote : bool
        whether they may be on other machines
    """

    workers: int
    memory: int
    remote: bool

    def ready(self) -> bool:
        """Return whether the workers are there; they begin when it is first asked."""

    def greet(self, place: Place) -> None:
        """Make sure that all workers see a folder; ``InputError`` where one does not."""

    def run(
        self, task: Callable[..., Any], calls: Sequence[tuple], done: Callable[[], None]
    ) -> list[Any]:
        """Return what a task gives for each of the calls, in order; the k-th goes to worker k.

        ``done()`` is called when one is done.
        """


def worth(pool: Pool, size: int, states: int) -> bool:
    """Return whether workers expand a level of so many states, of so many that there are in all.

    Until they are there, one process goes on, as far as it is soon done, or has the memory.
    """
    if size < SMALL:
        return False
    return pool.ready() or states >= INDEXED or states * HELD > pool.memory


def go_on(
    writer: Writer,
    pool: Pool,
    reached: Reached,
    met: np.ndarray,
    limits: Limits,
    tell: Callable[[int, int], None],
) -> bool:
    """Have workers expand levels until one process is as fast; return False where a limit is met.

    Parameters
    ----------
    reached, met
        how far the store is filled, as a keeper is told
    tell : callable
        ``tell(states, moves)`` is called now and then
    """
    small = 0
    with exchange_in(writer.folder) as folder:
        pool.greet(place_of(writer.folder, writer.manifest, pool, folder))
        while reached.expanded < reached.states:
            small = small + 1 if reached.level_end - reached.expanded < SMALL else 0
            if small * INDEXED >= reached.states:
                break
            late = limits.until is not None and time.monotonic() > limits.until
            made = None if late else _Level(writer, pool, reached, folder, tell).expand(met, limits)
            if made is None:
                writer.checkpoint(reached, met)
                return False
            reached = made
            if reached.expanded < reached.states:
                writer.grown(reached, met)
    writer.checkpoint(reached, met)
    return True


def exchange_in(folder: Path) -> tempfile.TemporaryDirectory:
    """Return a new folder in a store's where tasks leave files, which is gone after its block."""
    folder = folder.resolve()
    return tempfile.TemporaryDirectory(prefix=EXCHANGE, dir=folder, ignore_cleanup_errors=True)


def place_of(folder: Path, told: Manifest, pool: Pool, made: str, depth: int = 0) -> Place:
    """Return where a level of a store is worked on: what tasks leave goes to the folder `made`."""
    level, width = digest_of_level(told), told.packing["words"]
    return Place(str(folder.resolve()), made, level, depth, width, pool.memory // 2)


class _Level:
    """A level that workers expand: how it is divided, and what its driver does."""

    def __init__(
        self,
        writer: Writer,
        pool: Pool,
        reached: Reached,
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
        least = max(-(-size // CHUNK), min(pool.workers, -(-size // LEAST)))
        count = min(size, pieces(bytes_, pool.memory // 6, least))
        cuts = [reached.expanded + size * k // count for k in range(count + 1)]
        self._chunks = [Chunk(k, *ends) for k, ends in enumerate(itertools.pairwise(cuts))]

    def expand(self, met: np.ndarray, limits: Limits) -> Reached | None:
        """Expand the level into the store; None where there would be more states than the limit.

        Into `met` goes which labels were met.
        """
        folder = Path(self._place.exchange) / str(self._place.depth)
        folder.mkdir()
        try:
            return self._expanded(met, limits)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _expanded(self, met: np.ndarray, limits: Limits) -> Reached | None:
        reached, owners, chunks = self._reached, self._owners, self._chunks
        if self._pool.remote:
            self._writer.sync("states")
        made = self._run(tasks.moves, [(chunk, reached.goal, owners) for chunk in chunks])
        sent = [path for path, _, _ in made]
        calls: list[tuple] = [(o, owners, reached.states, sent) for o in range(owners)]
        sifted, new = zip(*self._run(tasks.sift, calls), strict=True)
        firsts = np.array(new, np.int64)  # (owners, chunks)
        before = np.cumsum(firsts, axis=1) - firsts
        won = self._won([place for _, place, _ in made])
        counts = firsts.sum(axis=0) + (np.array(won) >= 0)
        bases = reached.states + np.cumsum(counts) - counts
        states = int(reached.states + counts.sum())
        if states > min(limits.states or MOST, MOST):
            return None
        calls = [
            (chunk, sent[p], sifted, before[:, p].tolist(), int(bases[p]), won[p])
            for p, chunk in enumerate(chunks)
        ]
        told = self._run(tasks.number, calls)
        numbered, goals = zip(*told, strict=True)
        goal = max(reached.goal, *goals)
        known = self._run(tasks.tell, [(o, sifted[o], numbered) for o in range(owners)])
        calls = [(chunk, sent[p], known, goal) for p, chunk in enumerate(chunks)]
        targets = self._run(tasks.resolve, calls)
        self._put_states([*bases.tolist(), states], numbered)
        moves = self._put_moves(made, targets, met)
        return Reached(reached.level_end, states, moves, goal, states)

    def _won(self, places: Sequence[int]) -> list[int]:
        """Return of each chunk where it has the goal if it is the first of all to meet it, else -1.

        `places` are where each has it.
        """
        first = next((p for p, place in enumerate(places) if place >= 0), None)
        known = self._reached.goal >= 0
        return [-1 if known or p != first else place for p, place in enumerate(places)]

    def _run(self, task: Callable[..., Any], calls: Sequence[tuple]) -> list[Any]:
        """Return what the calls of a task give, in order."""
        return self._pool.run(task, [(self._place, *call) for call in calls], self._done)

    def _done(self) -> None:
        """Tell how far the level is when one more task is done."""
        self._tasks += 1
        reached, tasks_ = self._reached, 3 * len(self._chunks) + 2 * self._owners
        share = (reached.level_end - reached.expanded) * self._tasks // tasks_
        self._writer.at(reached.expanded + share)
        self._tell(reached.states, reached.moves)

    def _put_states(self, bases: Sequence[int], numbered: Sequence[str]) -> None:
        for ends, path in zip(itertools.pairwise(bases), numbered, strict=True):
            exchange.fill(path, states=self._writer.rows("states", *ends))

    def _put_moves(self, made: Sequence[tuple], targets: Sequence[str], met: np.ndarray) -> int:
        """Write the moves of all chunks into the store; return how many there are now."""
        moves, rows = self._reached.moves, self._writer.rows
        for chunk, (path, _, count), resolved in zip(self._chunks, made, targets, strict=True):
            last = moves + count
            exchange.fill(path, degrees=rows("degrees", chunk.first, chunk.last))
            exchange.fill(path, raw_labels=rows("raw_labels", moves, last))
            exchange.fill(resolved, targets=rows("targets", moves, last))
            met |= exchange.take(path, "met")[0]
            moves = last
        return moves


def pieces(size: int, most: int, least: int) -> int:
    """Return into how many pieces so many bytes are divided, each of at most so many."""
    return max(least, -(-size // max(1, most)))
