"""Workers of a cluster that has a Dask scheduler.

Only this module uses dask, and it imports dask only for ``--cluster``. The tasks are those of
`stategraph.store.tasks`: they get and give names of files, so that a worker that is killed, and its
task run again by another, leave nothing behind.
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
from stategraph.errors import InputError
from stategraph.store import tasks

if TYPE_CHECKING:
    from distributed import Client, Future

MISSING = "--cluster needs dask.distributed: pip install stategraph[cluster]"

# Seconds that a scheduler has to answer.
PATIENCE = 8

# Seconds without a task that ends, after which it is looked who is still there.
LOOK = 2

# Of the memory that a worker of a cluster may hold, this part is left to Python and to dask.
APART = 4

# The configuration of dask: a worker may be busy for long, and answer late.
CONFIG = {"distributed.comm.timeouts.connect": "60s"}


@contextmanager
def remote(address: str) -> Iterator[Dask]:
    """Provide the workers of a scheduler, which must see the store's folder under the same name.

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

    with ExitStack() as held:
        held.enter_context(dask.config.set(CONFIG))
        try:
            asyncio.run(_knock(address))
            client = held.enter_context(Client(address, timeout=PATIENCE))
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
        pool.memory = min(limit or free_memory() for limit in limits) // APART * (APART - 1)
        yield pool


async def _knock(address: str) -> None:
    """Raise what connecting to a scheduler raises.

    A client that could not begin closes itself when it is collected as garbage; where that
    happens while another one begins, both wait for ever.
    """
    from distributed.comm import connect

    try:
        comm = await connect(address, timeout=PATIENCE)
    except MemoryError:  # whatever was answered was read as the length of what is to follow
        raise OSError("what answers is no scheduler") from None
    await comm.close()


def _silence() -> None:
    """Have dask say nothing: what goes wrong is told in one line."""
    import distributed  # noqa: F401

    for name in logging.root.manager.loggerDict:
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


class Dask:
    """Workers that dask hands the tasks: a `stategraph.store.numbering.Pool`."""

    remote, workers, memory = True, 1, 0

    def __init__(self, client: Client):
        self.client = client

    def ready(self) -> bool:
        """Return True: the workers of a cluster are there."""
        return True

    def about(self) -> dict[str, Any]:
        """Return what is known of each worker, by its address."""
        found: dict[str, Any] = self.client.scheduler_info(n_workers=-1)
        if "workers" not in found:
            raise _gone("the scheduler is gone")
        return dict(found["workers"])

    def greet(self, place: tasks.Place) -> None:
        """Make sure that all workers see a folder, and have the same rules as this process.

        Raises
        ------
        InputError
            where one does not, by its address
        """
        ours = tasks.greet(place)
        try:
            theirs = self.client.run(tasks.greet, place, on_error="return")
        except (OSError, ImportError) as error:
            raise InputError(f"--cluster: {error}") from None
        for address, found in sorted(theirs.items()):
            if isinstance(found, Exception):
                raise InputError(f"--cluster: worker {address}: {found}")
            if found != ours:
                raise InputError(f"--cluster: worker {address} has another version of the rules")

    def run(
        self, task: Callable[..., Any], calls: Sequence[tuple], done: Callable[[], None]
    ) -> list[Any]:
        """Return what a task gives for each of the calls, in order.

        The k-th call goes to the k-th worker, as long as that is there.

        Raises
        ------
        OSError
            where the workers are gone, or what a task raised
        """
        from distributed import CancelledError
        from distributed.comm import CommClosedError
        from distributed.scheduler import KilledWorker

        found: dict[int, Any] = {}
        try:
            while len(found) < len(calls):
                left = {k: call for k, call in enumerate(calls) if k not in found}
                for k, future in self._handed_out(task, left):
                    found[k] = future.exception() or future.result()
                    done()
        except (CancelledError, CommClosedError):
            raise _gone("the scheduler is gone") from None
        for k in range(len(calls)):
            if isinstance(found[k], KilledWorker):
                raise _gone("the workers are killed again and again")
            if isinstance(found[k], BaseException):
                raise found[k]
        return [found[k] for k in range(len(calls))]

    def _handed_out(
        self, task: Callable[..., Any], calls: Mapping[int, tuple]
    ) -> Iterator[tuple[int, Future]]:
        """Yield calls that are done; not all of them where workers have gone, or come, meanwhile.

        A task that waits for a worker that is gone may wait for ever, so that it is better begun
        again.
        """
        from distributed import wait

        names = sorted(self.about())
        futures = {}
        for k, call in calls.items():
            near = [names[k % len(names)]] if names else None
            how: dict[str, Any] = dict(pure=False, workers=near, allow_other_workers=bool(near))
            futures[self.client.submit(task, *call, **how)] = k
        try:
            while futures:
                try:
                    ended = wait(list(futures), timeout=LOOK, return_when="FIRST_COMPLETED").done
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
