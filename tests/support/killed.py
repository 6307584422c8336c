"""Fill a store in a process of its own that is killed in the midst: ``killed.py LEVEL DIR STEP``.

It ends as by kill -9 before its STEP-th step on the disk, and prints how many there were if it was
done before.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from stategraph import files, store
from stategraph.load import load
from stategraph.store import arrays, filling, writer


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
    ):
        for name in names:
            setattr(owner, name, told(getattr(owner, name)))


def main(level: str, folder: str, last: int) -> None:
    met = 0

    def before() -> None:
        nonlocal met
        met += 1
        if met == last:
            os.kill(os.getpid(), signal.SIGKILL)

    steps(before)
    store.fill(folder, load(level), engine="native", resume=True)
    print(met)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
