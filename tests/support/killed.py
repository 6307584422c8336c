"""Fill a store in a process of its own that is killed in the midst.

``killed.py LEVEL DIR STEP [here|dask]`` ends as by kill -9 before its STEP-th step on the disk, and
prints how many there were if it was done before. Its workers are the process itself, or dask's.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from here import Here

from stategraph import files, store
from stategraph.load import load
from stategraph.store import arrays, cluster, filling, numbering, writer


def steps(before: Callable[[], None]) -> None:
    """Have ``before()`` called before each step, and every level be a checkpoint."""

    def told(function: Any) -> Any:
        def step(*args: Any, **how: Any) -> Any:
            before()
            return function(*args, **how)

        return step

    writer.SHARE = 1e9
    for owner, names in (
        (arrays.OnDisk, ("resize", "sync", "finish")),
        (files, ("write",)),
        (writer.Writer, ("at", "level", "finish")),
        (filling, ("sweep",)),
        (filling.checked, ("remember",)),
        (Here, ("run",)),
        (cluster.Dask, ("run",)),
    ):
        for name in names:
            setattr(owner, name, told(getattr(owner, name)))


def share(small: int = 5) -> None:
    """Have workers expand levels of so many states on, in parts of few."""
    numbering.SMALL, numbering.LEAST = small, 3


@contextmanager
def dask() -> Iterator[cluster.Dask]:
    """Give two workers that are there from the beginning."""
    with cluster.local(2) as pool:
        pool.client.wait_for_workers(2)
        yield pool


def main(level: str, folder: str, last: int, workers: str = "") -> None:
    met = 0

    def before() -> None:
        nonlocal met
        met += 1
        if met == last:
            os.kill(os.getpid(), signal.SIGKILL)

    steps(before)
    share()
    pools = {
        "": nullcontext,
        "here": lambda: nullcontext(Here(3)),
        "dask": dask,
    }
    with pools[workers]() as pool:
        store.fill(folder, load(level), engine="native", resume=True, pool=pool)
    print(met)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
