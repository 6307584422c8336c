"""When work must be over: what is raised in the midst of it then, and where nothing may be.

A thread waits, and has Python raise the exception in the thread that works: unlike an alarm signal
this is to be had on Windows, works outside the main thread, and takes no handler from anybody. It
cannot interrupt what does not return to Python, such as one long ``time.sleep``.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

# Seconds after which code that has swallowed `OutOfTime` is told again.
AGAIN = 1.0

Made = TypeVar("Made")


class Stopped(BaseException):
    """Raised where a run met a limit; its text says which. Rules that catch errors let it by."""


class OutOfTime(Stopped):
    """Raised in the midst of whatever runs when the seconds are over."""


class _Here(threading.local):
    """What holds in this thread: its deadline, and the watches that may raise something in it."""

    def __init__(self) -> None:
        self.moment: float | None = None
        self.watches: list[_Watch] = []


_HERE = _Here()


def until(moment: float | None) -> None:
    """Let this thread wait for a compiler no longer than to a ``time.monotonic()``; None: it may.

    >>> until(time.monotonic() - 5)
    >>> seconds_left()
    0.0
    >>> until(None)
    >>> seconds_left()
    """
    _HERE.moment = moment


def seconds_left() -> float | None:
    """Return how long this thread may still wait; None where nothing limits that."""
    return None if _HERE.moment is None else max(0.0, _HERE.moment - time.monotonic())


def interrupting(work: Callable[[], Made], seconds: float, why: str) -> Made:
    """Return ``work()``; raise `OutOfTime`, whose text is `why`, in the midst of it after that."""
    watch = _Watch(max(0.0, seconds), why)
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
    finally:
        _HERE.watches.remove(watch)


class _Watch(threading.Thread):
    """Raises `OutOfTime` in the thread that made it, after some seconds, until it is ended."""

    def __init__(self, seconds: float, why: str):
        super().__init__(daemon=True)
        # Python makes the exception itself, of its class alone
        self._late = type("OutOfTime", (OutOfTime,), {"__str__": lambda error: why})
        self._seconds, self._worker = seconds, threading.get_ident()
        self._over, self.lock = threading.Event(), threading.RLock()
        self._raised = False

    def run(self) -> None:
        """Wait, and raise; again where the exception was swallowed."""
        seconds = self._seconds
        while not self._over.wait(seconds):
            with self.lock:
                if not self._over.is_set():
                    self._raised = True
                    _raise_in(self._worker, self._late)
            seconds = AGAIN

    def end(self) -> None:
        """Raise nothing from now on, nor what is about to be raised; for the thread that works."""
        with self.lock:
            self._over.set()
        if not self._raised:
            return
        # Python 3.11 is slow ever after, and hangs under a profiler, where what is to be raised is
        # taken back; so another takes its place, and is caught
        try:
            _raise_in(self._worker, OutOfTime)
            while True:
                pass
        except OutOfTime:
            pass


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Have no `OutOfTime` raised in the midst of what must not be left half done.

    One that was about to be raised is raised before it begins.
    """
    with contextlib.ExitStack() as held:
        for watch in _HERE.watches:
            held.enter_context(watch.lock)
        yield


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Have a thread raise an error at its next step, in the place of any that it was to raise."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
