"""Processes that work for this one: Ctrl-C is told to all of them, and heeded by this one alone.

A terminal sends SIGINT to every process that was started from its command line. Workers that raised
``KeyboardInterrupt`` of their own would each print a traceback; whoever started them ends them.
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
    """Start processes, and threads that start some, which SIGINT does not reach.

    What it blocks here is inherited; a Ctrl-C meanwhile is heeded when the block ends.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows nothing is inherited
        yield
        return
    resource_tracker.ensure_running()  # where that is begun, it unblocks the signal again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _beside_the_answer(task: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Do a task in a worker; what rules print goes to standard error, not into the answer."""
    os.dup2(2, 1)
    return task(*args, **named)


@contextlib.contextmanager
def working(count: int, **how: Any) -> Iterator[Any]:
    """Give a function that has tasks done by `count` processes, which are running already.

    The tasks are what ``joblib.delayed`` makes, and the results those of ``joblib.Parallel``.

    Parameters
    ----------
    how
        what ``joblib.Parallel`` takes besides
    """
    from joblib import Parallel, delayed  # takes longer to import than a small level to try
    from joblib.externals.loky.backend import resource_tracker as of_joblib

    of_joblib.ensure_running()
    with Parallel(count, **how) as pool:
        with spared():
            list(pool([delayed(int)()]))  # the first task starts all processes
        yield lambda tasks: pool(
            (_beside_the_answer, (one, *given), named) for one, given, named in tasks
        )
