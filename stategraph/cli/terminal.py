"""What the command line prints: answers to stdout, remarks and progress to stderr."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from stategraph.errors import OutputError

# Takes a line of progress off the terminal.
ERASE = "\r\x1b[K"


def say(text: str = "") -> None:
    """Print a line of the answer."""
    if sys.stdout is None:
        raise OutputError("cannot write the answer: standard output is closed")
    sys.stdout.write(text + "\n")


def say_lines(lines: Iterable[str]) -> None:
    """Print the lines of the answer."""
    for line in lines:
        say(line)


def say_json(record: Any) -> None:
    """Print the answer as JSON."""
    say(json.dumps(record, indent=2, ensure_ascii=False))


def say_exactly(record: Any) -> None:
    """Print the answer as JSON, integers beyond 2^63 as text."""
    from stategraph.formats.tables import exact

    say_json(exact(record))


def remark(text: str) -> None:
    """Print a line that is not part of the answer."""
    with contextlib.suppress(OSError, AttributeError):  # nobody may be listening
        sys.stderr.write(f"{ERASE if _watched() else ''}stategraph: {text}\n")
        sys.stderr.flush()


def _watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


class Progress:
    """A line on the terminal for anything longer than a second; nothing where no one looks."""

    def __init__(self) -> None:
        self._began = self._shown = time.monotonic()
        self._visible = False

    def __call__(self, states: int, moves: int) -> None:
        """Show how far an expansion is."""
        rate = states / max(time.monotonic() - self._began, 1e-9)
        self.show(f"{states:,} states, {moves:,} moves, {rate:,.0f} states/s")

    def show(self, text: str) -> None:
        """Show how far something is, at most five times a second."""
        now = time.monotonic()
        if now - self._began < 1 or now - self._shown < 0.2 or not _watched():
            return
        self._shown = now
        self._write(text)

    def say(self, text: str) -> None:
        """Show a line at once, until `clear`."""
        if _watched():
            self._write(text)

    def _write(self, text: str) -> None:
        self._visible = True
        sys.stderr.write(f"{ERASE}{text}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._visible:
            sys.stderr.write(ERASE)
            self._visible = False


@contextlib.contextmanager
def shown(text: str) -> Iterator[None]:
    """Show a line on the terminal as long as the block runs."""
    progress = Progress()
    progress.say(text)
    try:
        yield
    finally:
        progress.clear()
