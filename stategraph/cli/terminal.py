"""Output of the command line: answers to stdout, remarks and progress to stderr, exit codes.

Titles, labels and names of files come from strangers. A control character in them could hide a
line, move the cursor or make the terminal send input. Certain other characters reverse the
direction of the text. All these characters are escaped before text is printed.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TextIO, TypeVar

from stategraph.errors import OutputError

if TYPE_CHECKING:
    import logging

    from tqdm import tqdm

_Item = TypeVar("_Item")

# the exit codes
DONE = 0
NO = 1  # a negative answer
BAD_INPUT = 2  # or bad usage
UNKNOWN = 3  # stopped at a limit, or out of memory
CANNOT_WRITE = 4
CRASHED = 70  # an error of stategraph itself: EX_SOFTWARE of sysexits.h
INTERRUPTED = 130

# The exit code of an answer that is yes, no or unknown.
ANSWERED = {True: DONE, False: NO, None: UNKNOWN}

# Characters to escape: control characters except tab and newline, Unicode line ends, and marks of
# text direction.
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def worst(codes: Iterable[int]) -> int:
    """Return the most severe of the exit codes of several answers.

    >>> worst([DONE, UNKNOWN, NO]), worst([])
    (1, 0)
    """
    distinct_codes = set(codes)
    return next(
        (code for code in (INTERRUPTED, BAD_INPUT, NO, UNKNOWN) if code in distinct_codes), DONE
    )


def visible(text: str) -> str:
    r"""Return `text` with control characters escaped.

    >>> print(visible("red\x1b[31m \u202eder"))
    red\x1b[31m \u202eder
    """
    return _OBEYED.sub(lambda match: _spelled(ord(match[0])), text)


def visible_line(text: str) -> str:
    r"""Return `text` in one line, with control characters escaped.

    >>> print(visible_line("a\nb"))
    a\nb
    """
    return visible(text).replace("\n", r"\n")


def visible_json(text: str) -> str:
    r"""Replace control characters in a JSON text by JSON escapes, which keeps the values.

    >>> print(visible_json('"\u202e"'))
    "\u202e"
    """
    return _OBEYED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _spelled(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


# The escape sequence that removes a progress line from the terminal.
ERASE = "\r\x1b[K"


# A stack with the stream of the answer, one entry for each run of the command in this process.
# Threads share it.
_stdout: list[TextIO | None] = []
_lock = threading.Lock()


@contextlib.contextmanager
def only_answers() -> Iterator[None]:
    """Reserve standard output for the answer, so that rules and bots print to standard error."""
    with _lock:
        _stdout.append(_answer())
        sys.stdout = sys.stderr
    try:
        yield
    finally:
        with _lock:
            previous = _stdout.pop()
            if not _stdout:
                sys.stdout = previous


def _answer() -> TextIO | None:
    """Return the stream to which the answer is written, or None if it is closed."""
    return _stdout[0] if _stdout else sys.stdout


def say(text: str = "", head: str = "") -> None:
    """Print a line of the answer. Its start `head` is already styled and escaped."""
    stream = _answer()
    if stream is None:
        raise OutputError("cannot write the answer: standard output is closed")
    stream.write(head + visible(text) + "\n")


def flush() -> None:
    """Flush the stream of the answer."""
    if (stream := _answer()) is not None:
        stream.flush()


def say_lines(lines: Iterable[str]) -> None:
    """Print the lines of the answer, and style the text before the first colon of a line."""
    for line in lines:
        head = re.match(r"[a-zA-Z][\w ,()-]*:(?= |$)", line)
        say(line) if head is None else say(line[head.end() :], heading(head[0]))


def say_json(record: object, lines: bool = False) -> None:
    """Print the answer as JSON. If `lines` is true, print it on a single line."""
    indent = None if lines else 2
    say(visible_json(json.dumps(record, indent=indent, ensure_ascii=False)))


def say_exactly(record: object, lines: bool = False) -> None:
    """Print the answer as JSON, with integers beyond 2^63 as strings."""
    from stategraph.formats.tables import exact

    say_json(exact(record), lines)


class Answer:
    """The answer to a request. The JSON record and the text are computed only if they are printed.

    Parameters
    ----------
    record : callable
        returns the answer for JSON
    words : callable
        returns the lines of the answer
    then : callable or int
        the exit code, or a function that does the remaining work and returns it
    exact : bool
        whether JSON has integers beyond 2^63 as text
    """

    def __init__(
        self,
        record: Callable[[], object],
        words: Callable[[], Iterable[str]],
        then: Callable[[], int] | int = DONE,
        exact: bool = False,
    ):
        self.record, self.words, self.then, self.exact = record, words, then, exact

    def say(self, as_json: bool) -> int:
        """Print the answer and return the exit code."""
        if as_json:
            (say_exactly if self.exact else say_json)(self.record())
        else:
            say_lines(self.words())
        return self.then if isinstance(self.then, int) else self.then()


# Remarks that were already printed in this run.
_printed: set[str] = set()


def begin() -> None:
    """Forget the remarks of the previous run."""
    _printed.clear()


# "remarks" switches remarks and progress on, and "details" the time of each step.
_enabled = {"remarks": True, "details": False}


def volume(quiet: bool, verbose: bool) -> None:
    """Print fewer or more remarks during the rest of the run; errors are always printed."""
    _enabled.update(remarks=not quiet, details=verbose)


def remark(text: str) -> None:
    """Print a line to standard error, at most once in a run, unless the run is quiet."""
    if _enabled["remarks"]:
        complain(text)


def detail(text: str) -> None:
    """Print a line about the computation to standard error if the run is verbose."""
    if _enabled["details"]:
        complain(text)


def complain(text: str) -> None:
    """Print a line to standard error, at most once in a run, even if the run is quiet."""
    if text in _printed:
        return
    _printed.add(text)
    with contextlib.suppress(OSError, AttributeError):  # standard error may be closed
        start = f"{ERASE if _watched() else ''}{_styled('stategraph:', YELLOW, sys.stderr)}"
        sys.stderr.write(f"{start} {visible_line(text)}\n")
        sys.stderr.flush()


def heading(text: str) -> str:
    """Return a heading of the answer, in bold if the terminal supports styles."""
    return _styled(text, BOLD, _answer())


# Styles of a terminal.
BOLD, YELLOW = "1", "33"


def _styled(text: str, style: str, stream: TextIO | None) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if _coloured(stream) else text


def _coloured(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal with colours, unless the environment overrides this.

    The variables follow no-color.org and force-color.org, so an empty variable counts as unset.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    terminal = stream is not None and stream.isatty()
    return terminal and os.environ.get("TERM") != "dumb"


def _watched() -> bool:
    """Return whether standard error is a terminal and the run is not quiet."""
    return _enabled["remarks"] and sys.stderr is not None and sys.stderr.isatty()


class Progress:
    """A progress line for work longer than a second, printed only to a terminal.

    The line is removed when its ``with`` block ends.

    Parameters
    ----------
    search : str
        the name of a search, which counts states but no moves
    """

    def __init__(self, search: str = "search") -> None:
        self._search, self._note = search, ""
        self._began = time.monotonic()
        self._line = _line(delay=1, mininterval=0.2, miniters=1) if _watched() else None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def __call__(self, states: int, moves: int) -> None:
        """Show the progress of an expansion, or of a search, for which `moves` is 0."""
        if not moves:
            self.show(f"{self._note}{self._search}: {states:,} states kept")
            return
        rate = states / max(time.monotonic() - self._began, 1e-9)
        self.show(f"{states:,} states, {moves:,} moves, {rate:,.0f} states/s")

    def note(self, text: str) -> None:
        """Set the text in front of the progress of a search. Any thread may call this."""
        self._note = f"{text}; "

    def show(self, text: str) -> None:
        """Show a text, at most five times a second."""
        if self._line is not None:
            self._line.set_description_str(fitting(visible_line(text), _columns()), refresh=False)
            self._line.update()

    def clear(self) -> None:
        """Remove the line."""
        if self._line is not None:
            self._line.close()


@contextlib.contextmanager
def status_line(text: str) -> Iterator[Callable[[str], None]]:
    """Show a line on the terminal while the block runs, and yield a function that replaces it."""
    line = _line(desc=fitting(visible_line(text), _columns())) if _watched() else None

    def show(other: str) -> None:
        if line is not None:
            line.set_description_str(fitting(visible_line(other), _columns()), refresh=False)
            line.update()

    try:
        yield show
    finally:
        if line is not None:
            line.close()


def fitting(text: str, columns: int) -> str:
    """Cut a text to fit on a line of `columns` characters, if possible at a comma or colon.

    >>> fitting("21,429,949 states, 40,734,422 moves, 4,123 states/s", 40)
    '21,429,949 states, 40,734,422 moves'
    >>> fitting("sokoban/a-very-long-name", 12)
    'sokoban/a-…'
    """
    room = columns - 1  # a line of full width would make the terminal start a new line
    if len(text) <= room:
        return text
    ends = [match.start() for match in re.finditer(r"[,;:] ", text) if match.start() <= room]
    return text[: ends[-1]] if ends else text[: max(0, room - 1)] + "…"


def _columns() -> int:
    """Return the width of the terminal that shows progress, in characters."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError, AttributeError):
        return 80


def bar(items: Sequence[_Item]) -> Iterator[_Item]:
    """Yield items, with a progress bar on the terminal."""
    if not _watched():
        yield from items
        return
    from tqdm import tqdm

    yield from tqdm(items, dynamic_ncols=True, leave=False, file=sys.stderr)


def say_above(text: str) -> None:
    """Print a line of the answer above the progress bar without delay."""
    if not _watched():
        say(text)
    else:
        from tqdm import tqdm

        with tqdm.external_write_mode():
            say(text)
    flush()


# A stack of the log handlers of the open `remarks_on` blocks.
_handlers: list[logging.Handler] = []


@contextlib.contextmanager
def remarks_on(file: str) -> Iterator[None]:
    """While the block runs, print log messages of the library as remarks on `file`."""
    import logging

    log, handler, outer = logging.getLogger("stategraph"), logging.Handler(), _handlers[-1:]
    level = log.level
    handler.emit = lambda record: remark(f"{file}: {record.getMessage()}")  # type: ignore[method-assign]
    _handlers.append(handler)
    log.handlers = [
        *(other_handler for other_handler in log.handlers if other_handler not in outer),
        handler,
    ]
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        _handlers.pop()
        log.handlers = [
            *(other_handler for other_handler in log.handlers if other_handler is not handler),
            *outer,
        ]
        log.setLevel(level)


def _line(**how: object) -> tqdm:
    """Return a progress bar of tqdm that shows only text."""
    from tqdm import tqdm

    return tqdm(bar_format="{desc}", dynamic_ncols=True, leave=False, file=sys.stderr, **how)
