"""Limits of a command: its budget, its time limit, and signals that end the command early.

Expansions and searches stop at ``--max-seconds``. The answer is then completed within the grace
period of `stategraph.machine.deadline`. After the grace period, running work is interrupted, and
the command reports in one line that it reached the limit. If the rules of a puzzle catch every
exception and so survive the interruption, a thread ends the process.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, TypeVar

from stategraph.cli import option_values
from stategraph.cli.parsing import Options, option
from stategraph.cli.terminal import DONE, NO, UNKNOWN, complain, remark
from stategraph.errors import UnseenError
from stategraph.machine import deadline

if TYPE_CHECKING:
    from types import FrameType

    from stategraph.engines.limits import Limits

Made = TypeVar("Made")

# The process ends at most this number of seconds after the limit.
SECONDS_TO_END = 0.95

# Signals that ask a program to end. SIGHUP means that the terminal was closed. Windows does not
# have this signal.
ASKING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def hide_interruptions(unraisable: sys.UnraisableHookArgs) -> None:
    """Print an error that no code can catch, unless it is the interruption at a time limit.

    Python swallows an interruption that hits a finalizer. It is raised again soon after.
    """
    if not issubclass(unraisable.exc_type, deadline.OutOfTime):
        sys.__unraisablehook__(unraisable)


class TimeLimit:
    """The time limit of a command, or of the current one of several levels.

    Parameters
    ----------
    seconds : float or None
        None: no limit
    began : float or None
        a value of ``time.monotonic()``; None: now
    owns_process : bool
        whether the process may be ended

    Attributes
    ----------
    began : float
        the ``time.monotonic()`` at which the seconds began
    """

    def __init__(
        self, seconds: float | None = None, began: float | None = None, owns_process: bool = False
    ):
        self.seconds, self._owns_process = seconds, owns_process
        self._code: int | None = None
        self._set(time.monotonic() if began is None else began)

    def _set(self, began: float) -> None:
        self.began = began
        self.moment = None if self.seconds is None else began + self.seconds
        if self.moment is not None:
            deadline.until(self.moment)

    def restart(self) -> None:
        """Restart the time limit, as for the next of several levels."""
        deadline.until(None)
        self._set(time.monotonic())

    def each(self, levels: Sequence[Made]) -> Iterator[Made]:
        """Yield levels, and restart the time limit for each of them."""
        for k, level in enumerate(levels):
            if k:
                self.restart()
            yield level
        if len(levels) > 1:
            self.restart()

    def again(self, fallback: Made, work: Callable[..., Made], *arguments: object) -> Made:
        """Restart the time limit and return ``work(*arguments)``, or `fallback` at the limit."""
        self.restart()
        try:
            return work(*arguments)
        except deadline.OutOfTime:
            complain(f"stopped at the {self}")
            return fallback
        finally:
            self.lift()

    @contextlib.contextmanager
    def earlier(self, share: float) -> Iterator[None]:
        """Inside the block, stop computing numbers after a share of the time limit."""
        if self.seconds is not None:
            deadline.until(self.began + share * self.seconds)
        try:
            yield
        finally:
            deadline.until(self.moment)

    def lift(self) -> None:
        """Stop interrupting the running work, which observes the limit itself and ends properly."""
        self.moment = None

    def within(self, work: Callable[[], Made]) -> Made:
        """Return ``work()``, which runs rules, or raise ``UnseenError`` at the time limit."""
        if self.seconds is None:
            return work()
        seconds_left = self.began + self.seconds - time.monotonic()
        why = f"stopped at the limit of {self.seconds:g} seconds"
        try:
            return deadline.interrupting(work, seconds_left, why)
        except deadline.OutOfTime as timeout:
            raise UnseenError(str(timeout)) from None

    def __str__(self) -> str:
        from stategraph.engines.limits import Reason, Stop

        return str(Stop(Reason.SECONDS, self.seconds))

    def run(self, work: Callable[[], int]) -> int:
        """Return the exit code of ``work()``, or that of an unknown answer at the limit."""
        if self.seconds is None:
            return work()
        if self._owns_process:
            sys.unraisablehook = hide_interruptions
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
        """Return the number of seconds until running work is interrupted, or None if it is not."""
        if self.moment is None:
            return None
        return self.moment + deadline.HARD - time.monotonic()

    def _guard(self) -> None:
        """End the process if the interrupted work still runs."""
        while True:
            moment = self.moment
            seconds_left = (
                SECONDS_TO_END if moment is None else moment + SECONDS_TO_END - time.monotonic()
            )
            if seconds_left > 0:
                time.sleep(min(seconds_left, 0.2))
                continue
            if self._code is None:
                os.write(2, f"stategraph: stopped at the {self}\n".encode())
            if writing := sys.modules.get(
                "stategraph.files.writing"
            ):  # otherwise no file was written
                writing.remove_temporaries()
            if processes := sys.modules.get("multiprocessing"):
                for child in processes.active_children():
                    child.terminate()
            os._exit(UNKNOWN if self._code is None else self._code)


class Budget(Options):
    """The limits of an expansion, a search or a series of trials."""

    TITLE = "limits (if one is reached: exit 3, and unproven answers are unknown)"

    max_states: int | None = option(
        "--max-states N", "see at most N states", option_values.count, common=True
    )
    max_memory: int | None = option(
        "--max-memory SIZE",
        "hold at most SIZE, such as 500M or 2G (default: 3/4 of the free memory)",
        option_values.size,
        common=True,
    )
    max_seconds: float | None = option(
        "--max-seconds S",
        "end within S seconds and one more; of several levels, each has S seconds",
        option_values.seconds,
        common=True,
    )
    time_limit: TimeLimit = field(default_factory=TimeLimit)

    @property
    def limits(self) -> Limits:
        """The limits of an expansion. Its time is measured from the start of the time limit."""
        from stategraph.engines.limits import Limits

        return Limits(self.max_states, self.max_memory, self.max_seconds, self.time_limit.began)


@contextlib.contextmanager
def signals_interrupt() -> Iterator[None]:
    """Turn termination signals into ``KeyboardInterrupt`` while the block runs.

    A signal that already has a handler, or that is ignored (after nohup), stays as it is.
    """
    main_thread = threading.current_thread() is threading.main_thread()
    replaced = [
        number for number in ASKING if main_thread and signal.getsignal(number) == signal.SIG_DFL
    ]
    for number in replaced:
        signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number in replaced:
            signal.signal(number, signal.SIG_DFL)


@contextlib.contextmanager
def until_ended(endless: bool = True) -> Iterator[None]:
    """Run endless work, such as a server, and treat Ctrl-C as its normal end."""
    try:
        yield
    except KeyboardInterrupt:
        if not endless:
            raise
        remark("ended")


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Do the same as Ctrl-C, but end the program even if Ctrl-C is ignored."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)
