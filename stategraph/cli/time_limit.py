"""The time limit of a command: it ends within ``--max-seconds`` and one second more.

Expansions and searches stop at the limit. The answer is put together in the `GRACE` that follows.
Work that still runs then is interrupted, and the command says in one line that it reached the
limit. If that does not end it, as with rules that catch every exception, a thread ends the
process.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from stategraph.cli.exits import DONE, NO, UNKNOWN
from stategraph.cli.terminal import complain, remark
from stategraph.machine import deadline

Made = TypeVar("Made")

# Seconds after the limit in which the process ends.
LAST = 0.95


class TimeLimit:
    """The seconds of a command, from its start, or from the start of its latest level.

    Parameters
    ----------
    args : argparse.Namespace
        ``began`` is set and kept up to date
    began : float
        a ``time.monotonic()``
    owns_process : bool
        whether the process may be ended
    """

    def __init__(self, args: argparse.Namespace, began: float, owns_process: bool):
        self._args, self._owns_process = args, owns_process
        self.seconds: float | None = getattr(args, "max_seconds", None)
        args.began, args.time_limit = began, self
        self._set(began)
        self._code: int | None = None

    def _set(self, began: float) -> None:
        self._args.began = began
        self.moment = None if self.seconds is None else began + self.seconds
        deadline.until(self.moment)

    def restart(self) -> None:
        """Let the seconds count from now, for the next of several levels."""
        deadline.until(None)
        self._set(time.monotonic())

    def each(self, levels: Sequence[Any]) -> Iterator[Any]:
        """Yield levels, each with the seconds for itself."""
        for k, level in enumerate(levels):
            if k:
                self.restart()
            yield level
        if len(levels) > 1:
            self.restart()

    def again(self, otherwise: Made, work: Callable[..., Made], *given: Any) -> Made:
        """Return ``work(*given)``, with the seconds from now on; `otherwise` at the limit."""
        self.restart()
        try:
            return work(*given)
        except deadline.OutOfTime:
            complain(f"stopped at the {self}")
            return otherwise
        finally:
            self.lift()

    @contextlib.contextmanager
    def earlier(self, share: float) -> Iterator[None]:
        """Compute numbers for a share of the seconds only, so that some are left for the rest."""
        if self.seconds is not None:
            deadline.until(self._args.began + share * self.seconds)
        try:
            yield
        finally:
            deadline.until(self.moment)

    def lift(self) -> None:
        """Interrupt nothing from now on: what runs keeps the limit itself and ends in order."""
        self.moment = None

    def __str__(self) -> str:
        from stategraph.engines.limits import Reason, Stop

        return str(Stop(Reason.SECONDS, self.seconds))

    def run(self, work: Callable[[], int]) -> int:
        """Return the exit code of ``work()``, or that of an unknown answer at the limit."""
        if self.seconds is None:
            return work()
        if self._owns_process:
            threading.Thread(target=self._guard, daemon=True).start()
        try:
            code = deadline.interrupting(work, self._seconds_left, str(self))
        except deadline.OutOfTime:
            complain(f"stopped at the {self}")
            code = UNKNOWN
        if deadline.missed() and code in (DONE, NO):
            remark(f"stopped at the {self}: what took longer is unknown")
            code = UNKNOWN
        self._code = code
        return code

    def _seconds_left(self) -> float | None:
        """Return the seconds until running work is interrupted; None: it is not for now."""
        if self.moment is None:
            return None
        return self.moment + deadline.HARD - time.monotonic()

    def _guard(self) -> None:
        """End the process if the interrupted work has not ended."""
        while True:
            moment = self.moment
            left = LAST if moment is None else moment + LAST - time.monotonic()
            if left > 0:
                time.sleep(min(left, 0.2))
                continue
            if self._code is None:
                os.write(2, f"stategraph: stopped at the {self}\n".encode())
            if writing := sys.modules.get("stategraph.files.writing"):  # else nothing was written
                writing.remove_temporaries()
            if processes := sys.modules.get("multiprocessing"):
                for child in processes.active_children():
                    child.terminate()
            os._exit(UNKNOWN if self._code is None else self._code)
