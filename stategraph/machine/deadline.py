"""Deadlines: an exception that interrupts running work, and the deadline of a whole command.

A thread waits, and has Python raise the exception in the thread that works. Unlike an alarm signal
this works on Windows and outside of the main thread, and needs no signal handler. It cannot
interrupt what does not return to Python, such as one long ``time.sleep``.

Our own loops look at the clock (`stategraph.engines.limits.Budget`). The exception is for all that
has no such loop: one call of an author's rule, a metric, a user-defined search, a layout. A child
process cannot run these: rules and graphs would have to be copied into it, and results out of it.

A command has one deadline, which `until` sets for its thread::

    begin          deadline      + GRACE               + HARD            + 1 s
      | expansions, | metrics     | metrics stop,       | running work    | the command line
      | searches    | and words   | answers are printed | is interrupted  | ends the process
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

# Seconds after which code that has swallowed `OutOfTime` is interrupted again.
SECONDS_UNTIL_NEXT_INTERRUPT = 0.2

# Seconds between two looks at a thread that imports a module.
SECONDS_UNTIL_IMPORTED = 0.01

# Seconds after the deadline of a command: numbers are computed for the first, and running work is
# interrupted after the second.
GRACE, HARD = 0.35, 0.7

# What the code of Python's import system calls its file.
IMPORTLIB = "<frozen importlib._bootstrap>"

Result = TypeVar("Result")


class Stopped(BaseException):
    """Raised if a run met a limit; its text says which. Rules that catch errors let it by."""


class OutOfTime(Stopped):
    """Raised when the time limit is over, at any point of the running code."""


class _Here(threading.local):
    """State of this thread: its deadline, and the watches that may raise something in it."""

    def __init__(self) -> None:
        self.moment: float | None = None
        self.missed = False
        self.watches: list[_Watch] = []


_HERE = _Here()


def until(moment: float | None) -> None:
    """Set the deadline of this thread, a ``time.monotonic()``; None removes it,
    and clears a missed one.

    >>> until(time.monotonic() - 5)
    >>> seconds_left()
    0.0
    >>> until(None)
    >>> seconds_left()
    """
    _HERE.moment = moment
    if moment is None:
        _HERE.missed = False


def missed() -> bool:
    """Return whether `in_grace` had to give up since the deadline was set."""
    return _HERE.missed


def in_grace(work: Callable[[], Result], otherwise: Result) -> Result:
    """Return ``work()``; `otherwise` if it is not done shortly after this thread's deadline.

    >>> in_grace(lambda: 1, 2)
    1
    """
    if _HERE.moment is None:
        return work()
    try:
        return interrupting(work, _HERE.moment + GRACE - time.monotonic(), "out of time")
    except OutOfTime:
        if time.monotonic() >= _HERE.moment + HARD:
            raise
        _HERE.missed = True
        return otherwise


def seconds_left() -> float | None:
    """Return the seconds to this thread's deadline, at least 0; None without a deadline."""
    return None if _HERE.moment is None else max(0.0, _HERE.moment - time.monotonic())


# A function of the seconds left; None: not limited for now, to be called again later.
SecondsLeft = Callable[[], float | None]


def interrupting(work: Callable[[], Result], seconds: float | SecondsLeft, why: str) -> Result:
    """Return ``work()``; raise `OutOfTime`, whose text is `why`, in it when the seconds are over.

    `seconds` that may change are a function.
    """
    if not callable(seconds):
        moment = time.monotonic() + seconds
        watch = _Watch(lambda: moment - time.monotonic(), why)
    else:
        watch = _Watch(seconds, why)
    _HERE.watches.append(watch)
    try:
        try:
            watch.start()
            return work()
        finally:
            watch.end()
    except OutOfTime:  # raised just before its end, too
        watch.end()
        raise
    except SystemError as error:  # C code of Python may raise it in place of the interruption
        if not watch.raised:
            raise
        raise OutOfTime(why) from error
    finally:
        _HERE.watches.remove(watch)


class _Watch(threading.Thread):
    """Raises `OutOfTime` in the thread that made it, after some seconds, until it is ended."""

    def __init__(self, seconds_left: SecondsLeft, why: str):
        super().__init__(daemon=True)
        # Python makes the exception itself, of its class alone
        self._late = type("OutOfTime", (OutOfTime,), {"__str__": lambda error: why})
        self._seconds_left, self._worker = seconds_left, threading.get_ident()
        self._over, self.lock = threading.Event(), threading.RLock()
        self.raised = False

    def run(self) -> None:
        """Wait, and raise; again where the exception was swallowed."""
        wait = self._wait()
        while not self._over.wait(wait):
            if (wait := self._wait()) > 0:  # the limit has moved
                continue
            if _imports(self._worker):
                wait = SECONDS_UNTIL_IMPORTED
                continue
            with self.lock:
                if not self._over.is_set():
                    self.raised = True
                    _raise_in(self._worker, self._late)
            wait = SECONDS_UNTIL_NEXT_INTERRUPT

    def _wait(self) -> float:
        seconds = self._seconds_left()
        return SECONDS_UNTIL_NEXT_INTERRUPT if seconds is None else max(0.0, seconds)

    def end(self) -> None:
        """Raise nothing from now on, and withdraw a pending exception; for the working thread."""
        with self.lock:
            self._over.set()
        if not self.raised:
            return
        # Python 3.11 is slow ever after, and hangs under a profiler, if a pending exception is
        # withdrawn; so another one replaces it, and is caught
        try:
            _raise_in(self._worker, OutOfTime)
            while True:
                pass
        except OutOfTime:
            pass


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Delay `OutOfTime` during code that must not stop halfway.

    One that was about to be raised is raised before it begins.
    """
    with contextlib.ExitStack() as stack:
        for watch in _HERE.watches:
            stack.enter_context(watch.lock)
        yield


def _imports(thread: int) -> bool:
    """Return whether a thread is importing a module.

    If it were interrupted, other threads that wait for this module would receive half of it.
    """
    frame = sys._current_frames().get(thread)
    while frame is not None and frame.f_code.co_filename != IMPORTLIB:
        frame = frame.f_back
    return frame is not None


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Have a thread raise an error at its next step, in the place of any that it was to raise."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
