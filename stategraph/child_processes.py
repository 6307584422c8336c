"""Worker processes that ignore Ctrl-C; only the main process handles it.

A terminal sends SIGINT to every process of a command line. If workers raised ``KeyboardInterrupt``,
each would print a traceback. Instead, the process that started the workers ends them.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from typing import Any


@contextlib.contextmanager
def spared() -> Iterator[None]:
    """Block SIGINT in all processes and threads that start inside this context.

    They inherit the signal mask. A Ctrl-C during the block is handled when the block ends.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows: signal masks are not inherited
        yield
        return
    resource_tracker.ensure_running()  # starting the tracker unblocks SIGINT, so start it first
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:  # an exception raised by a deadline must not leave the signal blocked
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _beside_the_answer(task: Callable[..., object], *args: object, **named: object) -> object:
    """Run a task in a worker, and redirect its standard output to standard error."""
    os.dup2(2, 1)
    return task(*args, **named)


@contextlib.contextmanager
def working(count: int, **how: object) -> Iterator[Any]:
    """Yield a function that runs tasks in `count` running worker processes.

    The tasks come from ``joblib.delayed``. The function returns the results of ``joblib.Parallel``.

    Parameters
    ----------
    count : int
    how
        other arguments of ``joblib.Parallel``
    """
    from joblib import Parallel, delayed  # slow to import
    from joblib.externals.loky.backend import resource_tracker as of_joblib

    of_joblib.ensure_running()
    with Parallel(count, **how) as pool:
        with spared():
            list(pool([delayed(int)()]))  # the first task starts all processes
        yield lambda tasks: pool(
            (_beside_the_answer, (one, *given), named) for one, given, named in tasks
        )
