"""Deadlines: an exception that interrupts running work, and the deadline of a whole command.

A second thread waits until the deadline, and then makes Python raise the exception in the working
thread. Unlike an alarm signal, this works on Windows and outside of the main thread, and needs no
signal handler. It cannot interrupt a call that does not return to Python, such as one long
``time.sleep``.

Stategraph's own loops check the clock (`stategraph.engines.limits.Budget`). The exception is for
code without such a loop: a call of an author's rule, a metric, a user-defined search, or a layout.
Such code does not run in a child process, because rules and graphs would have to be copied to the
process, and results back.

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

# Seconds after which code that has caught and ignored `OutOfTime` is interrupted again.
SECONDS_UNTIL_NEXT_INTERRUPT = 0.2

# Seconds between two checks whether a thread still imports a module.
SECONDS_UNTIL_IMPORTED = 0.01

# Seconds after the deadline of a command: metrics are still computed during the first time, and all
# running work is interrupted after the second.
GRACE, HARD = 0.35, 0.7

# The file name in the code objects of Python's import system.
IMPORTLIB = "<frozen importlib._bootstrap>"

Result = TypeVar("Result")


class Stopped(BaseException):
    """Raised if a run reached a limit, which its text names; ``except Exception`` lets it pass."""


class OutOfTime(Stopped):
    """Raised at any point of the running code when the time limit is over."""


class _Here(threading.local):
    """State of the current thread: its deadline, and the watches that may interrupt it."""

    def __init__(self) -> None:
        self.moment: float | None = None
        self.missed = False
        self.watches: list[_Watch] = []


_HERE = _Here()


def until(moment: float | None) -> None:
    """Set the deadline of this thread, as a value of ``time.monotonic()``.

    None removes the deadline and resets `missed`.

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
    """Return whether `in_grace` has interrupted work since the deadline was set."""
    return _HERE.missed


def in_grace(work: Callable[[], Result], otherwise: Result) -> Result:
    """Return ``work()``, or `otherwise` if the work does not end within the grace period.

    The grace period ends `GRACE` seconds after this thread's deadline.

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
    """Return the seconds until this thread's deadline, at least 0; None without a deadline."""
    return None if _HERE.moment is None else max(0.0, _HERE.moment - time.monotonic())


# A function that returns the seconds left. It is called again and again; None means that there is
# no limit at present.
SecondsLeft = Callable[[], float | None]


def interrupting(work: Callable[[], Result], seconds: float | SecondsLeft, why: str) -> Result:
    """Return ``work()``; raise `OutOfTime` with the text `why` inside it when the time is over.

    If the remaining time may change, `seconds` is a function.
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
    except OutOfTime:  # it may also be raised just before `watch.end` is called
        watch.end()
        raise
    except SystemError as error:  # C code of Python may raise this instead of the interruption
        if not watch.raised:
            raise
        raise OutOfTime(why) from error
    finally:
        _HERE.watches.remove(watch)


class _Watch(threading.Thread):
    """Raises `OutOfTime` in the thread that created it when the time is over, until `end`."""

    def __init__(self, seconds_left: SecondsLeft, why: str):
        super().__init__(daemon=True)
        # Python creates the exception itself, without arguments; so its class must know the text
        self._late = type("OutOfTime", (OutOfTime,), {"__str__": lambda error: why})
        self._seconds_left, self._worker = seconds_left, threading.get_ident()
        self._over, self.lock = threading.Event(), threading.RLock()
        self.raised = False

    def run(self) -> None:
        """Wait, and raise the exception; raise it again if it was caught and ignored."""
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
        """Raise nothing from now on, and remove a pending exception.

        The working thread calls this.
        """
        with self.lock:
            self._over.set()
        if not self.raised:
            return
        # if a pending exception is withdrawn, Python 3.11 remains slow, and hangs under a profiler;
        # so another exception replaces it, and is caught here
        try:
            _raise_in(self._worker, OutOfTime)
            while True:
                pass
        except OutOfTime:
            pass


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Delay `OutOfTime` during code that must not stop halfway.

    An exception that is already being raised comes before this code begins.
    """
    with contextlib.ExitStack() as stack:
        for watch in _HERE.watches:
            stack.enter_context(watch.lock)
        yield


def _imports(thread: int) -> bool:
    """Return whether a thread is importing a module.

    If the import were interrupted, other threads that wait for the module would receive an
    incomplete module.
    """
    frame = sys._current_frames().get(thread)
    while frame is not None and frame.f_code.co_filename != IMPORTLIB:
        frame = frame.f_back
    return frame is not None


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Make a thread raise an error at its next step; this replaces an error that is pending."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
