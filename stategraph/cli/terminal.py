"""What the command line prints: answers to stdout, remarks and progress to stderr."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from stategraph.cli.visible import visible, visible_json, visible_line
from stategraph.errors import OutputError

_Item = TypeVar("_Item")

# Takes a line of progress off the terminal.
ERASE = "\r\x1b[K"


# Standard output, once for each run of this process: threads share it.
_stdout: list[Any] = []
_lock = threading.Lock()


@contextlib.contextmanager
def only_answers() -> Iterator[None]:
    """Keep standard output for the answer; what rules or bots print goes to standard error."""
    with _lock:
        _stdout.append(_answer())
        sys.stdout = sys.stderr
    try:
        yield
    finally:
        with _lock:
            before = _stdout.pop()
            if not _stdout:
                sys.stdout = before


def _answer() -> Any:
    """Return the stream of the answer, None if it is closed."""
    return _stdout[0] if _stdout else sys.stdout


def say(text: str = "", head: str = "") -> None:
    """Print a line of the answer, with a head as the program itself has styled it."""
    stream = _answer()
    if stream is None:
        raise OutputError("cannot write the answer: standard output is closed")
    stream.write(head + visible(text) + "\n")


def flush() -> None:
    """Flush the stream of the answer."""
    if (stream := _answer()) is not None:
        stream.flush()


def say_lines(lines: Iterable[str]) -> None:
    """Print the lines of the answer; a head before a colon stands out where there are colours."""
    for line in lines:
        head = re.match(r"[a-zA-Z][\w ,()-]*:(?= |$)", line)
        say(line) if head is None else say(line[head.end() :], heading(head[0]))


def say_json(record: Any, lines: bool = False) -> None:
    """Print the answer as JSON; one of several `lines` takes a single one."""
    indent = None if lines else 2
    say(visible_json(json.dumps(record, indent=indent, ensure_ascii=False)))


def say_exactly(record: Any, lines: bool = False) -> None:
    """Print the answer as JSON, integers beyond 2^63 as text."""
    from stategraph.formats.tables import exact

    say_json(exact(record), lines)


# The remarks of this run.
_told: set[str] = set()


def begin() -> None:
    """Forget the remarks of the run before."""
    _told.clear()


# What is told beside the answer: whether remarks and progress are, and how long things took.
_told_of = {"remarks": True, "details": False}


@contextlib.contextmanager
def volume(quiet: bool, verbose: bool) -> Iterator[None]:
    """Tell less, or more, beside the answer while the block runs; errors are told anyhow."""
    _told_of.update(remarks=not quiet, details=verbose)
    try:
        yield
    finally:
        _told_of.update(remarks=True, details=False)


def remark(text: str) -> None:
    """Print a line that is not part of the answer, once in a run, unless it is to be quiet."""
    if _told_of["remarks"]:
        complain(text)


def detail(text: str) -> None:
    """Print a line on how the answer came about, where that is asked for."""
    if _told_of["details"]:
        complain(text)


def complain(text: str) -> None:
    """Print a line that is not part of the answer, once in a run, however quiet it is to be."""
    if text in _told:
        return
    _told.add(text)
    with contextlib.suppress(OSError, AttributeError):  # nobody may be listening
        start = f"{ERASE if _watched() else ''}{_styled('stategraph:', YELLOW, sys.stderr)}"
        sys.stderr.write(f"{start} {visible_line(text)}\n")
        sys.stderr.flush()


def heading(text: str) -> str:
    """Return a heading of the answer, which stands out where there are colours."""
    return _styled(text, BOLD, _answer())


# Styles of a terminal.
BOLD, YELLOW = "1", "33"


def _styled(text: str, style: str, stream: Any) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if _coloured(stream) else text


def _coloured(stream: Any) -> bool:
    """Return whether a stream takes colours: a terminal, unless the environment says otherwise.

    As no-color.org and force-color.org have it: either variable counts where it is not empty.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    terminal = stream is not None and stream.isatty()
    return terminal and os.environ.get("TERM") != "dumb"


def _watched() -> bool:
    """Return whether somebody looks at what is told beside the answer."""
    return _told_of["remarks"] and sys.stderr is not None and sys.stderr.isatty()


class Progress:
    """A line on the terminal for anything longer than a second; nothing where no one looks.

    It is taken away when its ``with`` block ends.

    Parameters
    ----------
    search : str
        the name of what keeps states, but no moves
    """

    def __init__(self, search: str = "search") -> None:
        self._search, self._note = search, ""
        self._began = time.monotonic()
        self._line: Any = _line(delay=1, mininterval=0.2, miniters=1) if _watched() else None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def __call__(self, states: int, moves: int) -> None:
        """Show how far an expansion is, or a search, which has no moves to tell."""
        if not moves:
            self.show(f"{self._note}{self._search}: {states:,} states kept")
            return
        rate = states / max(time.monotonic() - self._began, 1e-9)
        self.show(f"{states:,} states, {moves:,} moves, {rate:,.0f} states/s")

    def note(self, text: str) -> None:
        """Have a text shown before how far a search is, from now on; any thread may."""
        self._note = f"{text}; "

    def show(self, text: str) -> None:
        """Show how far something is, at most five times a second."""
        if self._line is not None:
            self._line.set_description_str(fitting(visible_line(text), _columns()), refresh=False)
            self._line.update()

    def clear(self) -> None:
        """Remove the line."""
        if self._line is not None:
            self._line.close()


@contextlib.contextmanager
def shown(text: str) -> Iterator[None]:
    """Show a line on the terminal as long as the block runs."""
    line = _line(desc=fitting(visible_line(text), _columns())) if _watched() else None
    try:
        yield
    finally:
        if line is not None:
            line.close()


def fitting(text: str, columns: int) -> str:
    """Return as many parts of a text, the first ones, as a line of so many columns holds.

    >>> fitting("21,429,949 states, 40,734,422 moves, 4,123 states/s", 40)
    '21,429,949 states, 40,734,422 moves'
    >>> fitting("sokoban/a-very-long-name", 12)
    'sokoban/a-…'
    """
    room = columns - 1  # a terminal that is full begins a new line
    if len(text) <= room:
        return text
    ends = [each.start() for each in re.finditer(r"[,;:] ", text) if each.start() <= room]
    return text[: ends[-1]] if ends else text[: max(0, room - 1)] + "…"


def _columns() -> int:
    """Return how wide the terminal is on which progress is shown."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError, AttributeError):
        return 80


def bar(items: Sequence[_Item]) -> Iterator[_Item]:
    """Yield items, with a bar on the terminal that tells how many are done."""
    if not _watched():
        yield from items
        return
    from tqdm import tqdm

    yield from tqdm(items, dynamic_ncols=True, leave=False, file=sys.stderr)


def say_above(text: str) -> None:
    """Print a line of the answer above the bar, now."""
    if not _watched():
        say(text)
    else:
        from tqdm import tqdm

        with tqdm.external_write_mode():
            say(text)
    flush()


def _line(**how: Any) -> Any:
    """Return a bar of nothing but text."""
    from tqdm import tqdm

    return tqdm(bar_format="{desc}", dynamic_ncols=True, leave=False, file=sys.stderr, **how)
