"""Signals that ask a program to end: they end it as Ctrl-C does, and nothing is left behind."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any

from stategraph.cli.terminal import remark

# On Windows there is no SIGHUP, which tells that the terminal was closed.
ASKING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextlib.contextmanager
def heeded() -> Iterator[None]:
    """Let a signal that asks for an end raise ``KeyboardInterrupt`` while the block runs.

    Those that somebody else handles, or has told the program to ignore (as nohup does), are theirs.
    """
    own = threading.current_thread() is threading.main_thread()
    taken = [each for each in ASKING if own and signal.getsignal(each) == signal.SIG_DFL]
    for each in taken:
        signal.signal(each, _interrupt)
    try:
        yield
    finally:
        for each in taken:
            signal.signal(each, signal.SIG_DFL)


@contextlib.contextmanager
def until_ended(endless: bool = True) -> Iterator[None]:
    """Run what has no end of its own, as a server: where its user ends it, it has ended well."""
    try:
        yield
    except KeyboardInterrupt:
        if not endless:
            raise
        remark("ended")


def _interrupt(number: int, frame: Any) -> None:
    """Do what Ctrl-C does, or a server at it; where that is ignored, end all the same."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)
