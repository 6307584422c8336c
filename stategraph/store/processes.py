"""Workers as processes of this machine, each connected to the driver by an unnamed pipe.

No process listens on a socket, so another user of the machine cannot reach the workers. A worker
that dies is replaced, and its task runs again. The tasks are those of
`stategraph.store.expansion_tasks`. They pass only names of files and a few numbers.
"""

from __future__ import annotations

import contextlib
import errno
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import connection
from typing import Any

from stategraph.child_processes import spared
from stategraph.engines.memory import free_memory
from stategraph.errors import InputError
from stategraph.store import expansion_tasks

# The largest number of workers.
MAX_WORKERS = 256

# Number of times that a worker may die between two answers before the run ends.
MAX_DEATHS = 10


@contextlib.contextmanager
def local(workers: int, memory: int | None = None) -> Iterator[Processes]:
    """Provide worker processes on this machine, which start when they are first needed.

    Parameters
    ----------
    memory : int, optional
        the bytes that all workers together may take for states (default: three quarters of the
        free memory)

    Raises
    ------
    InputError
        if there are too many workers
    """
    if workers > MAX_WORKERS:
        raise InputError(f"--workers {workers}: at most {MAX_WORKERS} on one machine")
    most = free_memory() * 3 // 4 if memory is None else memory
    pool = Processes(workers, most // workers)
    try:
        yield pool
    finally:
        pool.close()


class Processes:
    """A fixed number of worker processes: a `stategraph.store.numbering.Pool`."""

    remote = False

    def __init__(self, workers: int, memory: int):
        self.workers, self.memory = workers, memory
        self._crew: list[_Worker] = []
        self._first: tuple[object, ...] = (int,)

    def ready(self, *first: Any) -> bool:
        """Return whether all workers have started; the first call starts them.

        ``first[0](*first[1:])`` is the first call of each new worker.
        """
        if not self._crew:
            self._first = first or self._first
            self._crew = [_Worker(self._first) for _ in range(self.workers)]
        for place, worker in enumerate(self._crew):
            if worker.busy and worker.pipe.poll():
                self._hear(place)
        return not any(worker.busy for worker in self._crew)

    def greet(self, place: expansion_tasks.Place) -> bool:
        """Return True: all processes of one machine have the same folders and rules."""
        return True

    def pids(self) -> list[int]:
        """Return the process id of each worker."""
        return [worker.process.pid or 0 for worker in self._crew]

    def run(
        self, task: Callable[..., object], calls: Sequence[tuple], on_result: Callable[[], None]
    ) -> list[Any]:
        """Run a task for each of the calls; return the results in the order of the calls.

        Worker k runs each call whose number is k modulo the number of workers.

        Raises
        ------
        OSError
            if a worker dies too often, or the error that a task raised
        """
        self.ready()
        size = self.workers
        waiting = [deque(range(first, len(calls), size)) for first in range(size)]
        results: dict[int, tuple[bool, Any]] = {}
        try:
            while len(results) < len(calls):
                for worker, mine in zip(self._crew, waiting, strict=True):
                    if mine and not worker.busy:
                        worker.ask(task, calls[mine[0]])
                places: dict[Any, int] = {
                    w.pipe: place for place, w in enumerate(self._crew) if w.busy
                }
                for pipe in connection.wait(list(places)):
                    place = places[pipe]
                    if (answer := self._hear(place)) is not None:
                        results[waiting[place].popleft()] = answer
                        on_result()
        except BaseException:
            self.close()  # so that late answers are not mistaken for those of the next task
            raise
        for k in range(len(calls)):
            fine, result = results[k]
            if not fine:
                raise result
        return [results[k][1] for k in range(len(calls))]

    def _hear(self, place: int) -> tuple[bool, object] | None:
        """Read a message of a worker; return the answer to its call, else None."""
        worker = self._crew[place]
        try:
            return worker.hear()
        except (EOFError, OSError):
            if worker.deaths == MAX_DEATHS:
                reason = "the workers are killed again and again"
                raise ConnectionError(errno.ECONNRESET, reason) from None
            worker.end()
            self._crew[place] = _Worker(self._first, worker.deaths + 1)
            return None

    def close(self) -> None:
        """End all workers."""
        for worker in self._crew:
            worker.end()
        self._crew = []


class _Worker:
    """A process and the driver's end of its pipe.

    Attributes
    ----------
    busy : bool
        whether a message from it is expected: that it has started, or the answer to a call
    deaths : int
        how often its predecessors have died since the last answer
    """

    def __init__(self, first: tuple[object, ...], deaths: int = 0):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, first), daemon=True)
        self.busy, self.deaths = True, deaths
        with spared():
            self.process.start()
        theirs.close()

    def ask(self, task: Callable[..., object], call: tuple) -> None:
        """Send a call to the worker."""
        self.busy = True
        with contextlib.suppress(OSError):  # it has died, and `hear` raises that
            self.pipe.send((task, call))

    def hear(self) -> tuple[bool, object] | None:
        """Read a message: None if the worker reports its start, else (success, result or error).

        Raises ``EOFError`` or ``OSError`` if the worker has died.
        """
        answer = self.pipe.recv()
        self.busy = False
        if answer is not None:
            self.deaths = 0
        return answer

    def end(self) -> None:
        """Kill the worker and close its pipe."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Any, first: tuple[Any, ...]) -> None:
    """Run the first call, then the calls that come through a pipe, until the driver ends."""
    threading.Thread(target=_end_with_driver, daemon=True).start()
    with contextlib.suppress(Exception):  # a later task raises the error again
        first[0](*first[1:])
    with contextlib.suppress(EOFError, OSError):  # the driver has ended
        pipe.send(None)
        while True:
            task, call = pipe.recv()
            try:
                answer = True, task(*call)
            except Exception as error:
                answer = False, error
            pipe.send(answer)


def _end_with_driver() -> None:
    """End this process when the driver ends, even during a task, which may write into the store."""
    driver = multiprocessing.parent_process()
    assert driver is not None
    driver.join()
    os.kill(os.getpid(), signal.SIGTERM)
