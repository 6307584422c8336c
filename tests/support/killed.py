"""Fill a store in a separate process that is killed during the work.

``killed.py LEVEL DIR STEP [here|processes] [distances]`` ends as by kill -9 before its STEP-th step
on the disk, and prints the number of steps if it was done before. Its workers are the process
itself, or two other processes. With ``distances``, it computes the distances of a store instead.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from here import Here

from stategraph import files, store
from stategraph.load import load
from stategraph.store import arrays, distances, expansion, numbering, processes, reader, writer


def steps(before: Callable[[], None]) -> None:
    """Have ``before()`` called before each step, and every level be a checkpoint."""

    def told(function: Any) -> Any:
        def step(*args: Any, **how: Any) -> Any:
            before()
            return function(*args, **how)

        return step

    writer.MAX_CHECKPOINT_SHARE = distances.MAX_CHECKPOINT_SHARE = 1e9
    for owner, names in (
        (arrays.OnDisk, ("resize", "sync", "finish")),
        (files, ("write",)),
        (writer.Writer, ("at", "level", "finish")),
        (expansion, ("sweep",)),
        (reader, ("remember_checked",)),
        (Here, ("run",)),
        (processes.Processes, ("run",)),
    ):
        for name in names:
            setattr(owner, name, told(getattr(owner, name)))


# The constants that `share` changes.
SHARING = ("MIN_SHARED_STATES", "SMALL_LAYER", "MAX_SHARE_STATES")


def share(small: int = 5) -> None:
    """Have workers continue layers of at least `small` states, in small blocks."""
    numbering.MIN_SHARED_STATES, numbering.SMALL_LAYER = small, small
    numbering.MAX_SHARE_STATES, distances.MIN_SHARED_STATES = 20, small


@contextmanager
def two_processes() -> Iterator[processes.Processes]:
    """Provide two workers that are there from the beginning."""
    with processes.local(2) as pool:
        while not pool.ready():
            time.sleep(0.01)
        yield pool


def at_the_start(pipe: Any, first: Any) -> None:
    """Imitate a worker that is killed while it starts: always, or once for each file."""
    left = os.environ.get("KILLED_AT_THE_START")
    if left:
        for path in sorted(Path(left).iterdir()):
            path.unlink(missing_ok=True)
            break
        else:
            processes._serve(pipe, first)
            return
    os.kill(os.getpid(), signal.SIGKILL)


def main(level: str, folder: str, last: int, workers: str = "", what: str = "") -> None:
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
        "processes": two_processes,
    }
    with pools[workers]() as pool:
        if what == "distances":
            store.keep_distances(folder, pool)
        else:
            store.fill(folder, load(level), engine="native", resume=True, pool=pool)
    print(met)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
