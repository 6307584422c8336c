"""Workers by dask.distributed: processes of this machine, or of any cluster that has a scheduler.

Only here dask is known, and only where workers are asked for is it imported. Its tasks are those of
`stategraph.store.tasks`: they get and give names of files, so that a worker that is killed, and its
task run again by another, leave nothing behind.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import errno
import importlib.util
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from stategraph.children import spared
from stategraph.engines.memory import free_memory
from stategraph.errors import InputError
from stategraph.store import tasks

if TYPE_CHECKING:
    from distributed import Client, Future

MISSING = "workers need dask.distributed: pip install stategraph[cluster]"

# Seconds that a scheduler has to answer.
PATIENCE = 8

# Seconds without a task that ends, after which it is looked who is still there.
LOOK = 2

# Processes that one machine is asked for at most.
MOST = 256

# Of the memory that a worker of a cluster may hold, this part is left to Python and to dask.
APART = 4

# Workers are near: a task that waits for one is not given to another, which would read the states
# of its owner first. One that is killed is begun again, for however long that takes on a slow
# machine, and its tasks so many times. Nobody looks at what dask would note of each process.
CONFIG = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.allowed-failures": 10,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.deploy.lost-worker-timeout": "1 day",
    "distributed.comm.timeouts.connect": "60s",
}


@contextmanager
def local(workers: int, memory: int | None = None) -> Iterator[Dask]:
    """Give so many processes of this machine, which begin when they are needed.

    Parameters
    ----------
    memory : int, optional
        bytes that all together may take for states (default: three quarters of what is free)

    Raises
    ------
    InputError
        where dask is not installed, or there are too many
    """
    _installed()
    if workers > MOST:
        raise InputError(f"--workers {workers}: at most {MOST} on one machine")

    def begin(held: ExitStack) -> Client:
        from distributed import Client, LocalCluster

        with spared():
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False},
                memory_limit=0,  # what tasks take is bounded by how a level is divided
                silence_logs=logging.CRITICAL,
            )
        return _closed_with(held, Client(held.enter_context(cluster)))

    most = free_memory() * 3 // 4 if memory is None else memory
    with ExitStack() as held:
        yield Dask(begin, held, workers, most // workers)


@contextmanager
def remote(address: str) -> Iterator[Dask]:
    """Give the workers of a scheduler, which must see the store's folder under the same name.

    Raises
    ------
    InputError
        where dask is not installed, or no scheduler answers there, or it has no workers
    """
    _installed()

    def begin(held: ExitStack) -> Client:
        from distributed import Client

        try:
            asyncio.run(_knock(address))
            client = Client(address, timeout=PATIENCE)
        except (OSError, ValueError, ImportError) as error:
            reason = str(error).split("\n")[0][:80]
            raise InputError(
                f"--cluster {address}: no scheduler answers there ({reason})"
            ) from None
        return _closed_with(held, client)

    with ExitStack() as held:
        pool = Dask(begin, held)
        limits = [about["memory_limit"] for about in pool.about().values()]
        if not limits:
            raise InputError(f"--cluster {address}: its scheduler has no workers")
        pool.workers, pool.remote = len(limits), True
        pool.memory = min(limit or free_memory() for limit in limits) // APART * (APART - 1)
        yield pool


def _closed_with(held: ExitStack, client: Client) -> Client:
    """Return a client that is closed with what is held; another thread may have begun it."""
    held.callback(client.close)
    return client


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


def _installed() -> None:
    """Raise ``InputError`` where dask is not installed; it is imported when it is needed."""
    if importlib.util.find_spec("distributed") is None:
        raise InputError(MISSING)


def _silence() -> None:
    """Have dask say nothing: what goes wrong is told in one line."""
    import distributed  # noqa: F401

    for name in logging.root.manager.loggerDict:
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


class Dask:
    """Workers that dask hands the tasks: a `stategraph.store.numbering.Pool`.

    Parameters
    ----------
    begin : callable
        gives the client, and whatever is to be closed in the end to an ``ExitStack``
    """

    remote = False

    def __init__(
        self,
        begin: Callable[[ExitStack], Client],
        held: ExitStack,
        workers: int = 1,
        memory: int = 0,
    ):
        self._begin, self._held = begin, held
        self._client: concurrent.futures.Future[Client] | None = None
        self.workers, self.memory = workers, memory

    @property
    def client(self) -> Client:
        """The client, which begins when it is first asked for."""
        self.ready()
        assert self._client is not None
        return self._client.result()

    def ready(self) -> bool:
        """Return whether the workers are there; they begin, beside, when it is first asked."""
        if self._client is None:
            made = self._held.enter_context(ExitStack())  # closed when the thread has ended
            beside = self._held.enter_context(ThreadPoolExecutor(1))
            self._client = beside.submit(self._begun, made)
        return self._client.done()

    def _begun(self, held: ExitStack) -> Client:
        import dask

        _silence()
        held.enter_context(dask.config.set(CONFIG))
        return self._begin(held)

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
        if not self.remote:
            return
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
