"""Workers of a cluster with a Dask scheduler.

Only this module uses dask, and it imports dask only for ``--cluster``. The tasks are those of
`stategraph.store.expansion_tasks` and `stategraph.store.distance_tasks`. A task that another worker
runs again, because its worker was killed, finds the data that it needs in files, or reports that
they are lost.
"""

from __future__ import annotations

import asyncio
import errno
import importlib.util
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from stategraph.engines.memory import free_memory
from stategraph.errors import InputError, install_command
from stategraph.readable import Record
from stategraph.store import expansion_tasks

if TYPE_CHECKING:
    from distributed import Client, Future

MISSING = f"--cluster needs dask.distributed: {install_command('distributed')}"

# Seconds to wait for an answer of the scheduler.
MAX_WAIT_SECONDS = 8

# Seconds without a finished task after which the list of workers is checked.
SECONDS_PER_LOOK = 2

# A share of 1 / `MEMORY_DIVISOR` of a worker's memory is left to Python and dask.
MEMORY_DIVISOR = 4

# The configuration of dask, with long timeouts because a busy worker may answer late.
CONFIG = {"distributed.comm.timeouts.connect": "60s"}


@contextmanager
def remote(address: str) -> Iterator[Dask]:
    """Provide the workers of a Dask scheduler.

    Raises
    ------
    InputError
        if dask is not installed, no scheduler answers there, or it has no workers
    """
    if importlib.util.find_spec("distributed") is None:
        raise InputError(MISSING)
    _silence()
    import dask
    from distributed import Client

    with ExitStack() as stack:
        stack.enter_context(dask.config.set(CONFIG))
        try:
            asyncio.run(_knock(address))
            client = stack.enter_context(Client(address, timeout=MAX_WAIT_SECONDS))
        except (OSError, ValueError, ImportError) as error:
            reason = str(error).split("\n")[0][:80]
            raise InputError(
                f"--cluster {address}: no scheduler answers there ({reason})"
            ) from None
        pool = Dask(client)
        limits = [about["memory_limit"] for about in pool.about().values()]
        if not limits:
            raise InputError(f"--cluster {address}: its scheduler has no workers")
        pool.workers = len(limits)
        pool.memory = (
            min(limit or free_memory() for limit in limits) // MEMORY_DIVISOR * (MEMORY_DIVISOR - 1)
        )
        yield pool


async def _knock(address: str) -> None:
    """Connect to a scheduler once and raise any error.

    A client that failed to connect closes itself when it is garbage collected. If another client
    connects at that time, both wait forever.
    """
    from distributed.comm import connect

    try:
        comm = await connect(address, timeout=MAX_WAIT_SECONDS)
    except MemoryError:  # the answer was misread as the length of a message
        raise OSError("the process that answers is not a scheduler") from None
    await comm.close()


def _silence() -> None:
    """Turn off the logs of dask, because the caller reports each error in one line."""
    import distributed  # noqa: F401

    for name in logging.root.manager.loggerDict:
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


class Dask:
    """Workers that get their tasks from dask: a `stategraph.store.numbering.Pool`."""

    remote, workers, memory = True, 1, 0

    def __init__(self, client: Client):
        self.client = client

    def ready(self, *first: object) -> bool:
        """Return True, because the workers of a cluster have started already."""
        return True

    def about(self) -> Record:
        """Return the scheduler's information about each worker, by its address."""
        info: Record = self.client.scheduler_info(n_workers=-1)
        if "workers" not in info:
            raise _gone("the scheduler is gone")
        return dict(info["workers"])

    def greet(self, place: expansion_tasks.Place) -> bool:
        """Return whether all workers see a folder; check that they have the rules of this process.

        Raises
        ------
        InputError
            with the address of a worker that has other rules
        """
        ours = expansion_tasks.digest_of_rules(place.folder, place.level)
        try:
            theirs = self.client.run(expansion_tasks.greet, place, on_error="return")
        except (OSError, ImportError) as error:
            raise InputError(f"--cluster: {error}") from None
        for address, answer in sorted(theirs.items()):
            if isinstance(answer, Exception):
                raise InputError(f"--cluster: worker {address}: {answer}")
            if answer not in (ours, None):
                raise InputError(f"--cluster: worker {address} has another version of the rules")
        return None not in theirs.values()

    def run(
        self, task: Callable[..., object], calls: Sequence[tuple], on_result: Callable[[], None]
    ) -> list[Any]:
        """Run a task for each of the calls; return the results in the order of the calls.

        The k-th call goes to worker k modulo the number of workers, if that worker still exists.

        Raises
        ------
        OSError
            if the workers or the scheduler are gone, or the error that a task raised
        """
        from distributed import CancelledError
        from distributed.comm import CommClosedError
        from distributed.scheduler import KilledWorker

        results: dict[int, Any] = {}
        try:
            while len(results) < len(calls):
                open_calls = {k: call for k, call in enumerate(calls) if k not in results}
                for k, future in self._handed_out(task, open_calls):
                    results[k] = future.exception() or future.result()
                    on_result()
        except (CancelledError, CommClosedError):
            raise _gone("the scheduler is gone") from None
        for k in range(len(calls)):
            if isinstance(results[k], KilledWorker):
                raise _gone("the workers are killed again and again")
            if isinstance(results[k], BaseException):
                raise results[k]
        return [results[k] for k in range(len(calls))]

    def _handed_out(
        self, task: Callable[..., object], calls: Mapping[int, tuple]
    ) -> Iterator[tuple[int, Future]]:
        """Yield each finished call with its future.

        The iterator stops early if workers join or leave. A task assigned to a worker that has left
        might wait forever, so the caller submits the unfinished calls again.
        """
        from distributed import wait

        names = sorted(self.about())
        futures = {}
        for k, call in calls.items():
            near = [names[k % len(names)]] if names else None
            how: Record = dict(pure=False, workers=near)
            futures[self.client.submit(task, *call, **how)] = k
        try:
            while futures:
                try:
                    ended = wait(
                        list(futures), timeout=SECONDS_PER_LOOK, return_when="FIRST_COMPLETED"
                    ).done
                except TimeoutError:
                    if sorted(self.about()) != names:
                        return
                    continue
                for future in ended:
                    yield futures.pop(future), future
                    future.release()
        finally:
            for future in futures:
                future.release()


def _gone(reason: str) -> OSError:
    return ConnectionError(errno.ECONNRESET, reason)
