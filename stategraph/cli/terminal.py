"""What the command line prints and writes: answers to stdout, remarks and progress to stderr."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from stategraph.errors import OutputError

# Takes a line of progress off the terminal.
ERASE = "\r\x1b[K"


def say(text: str = "") -> None:
    """Print a line of the answer."""
    if sys.stdout is None:
        raise OutputError("cannot write the answer: standard output is closed")
    sys.stdout.write(text + "\n")


def say_json(record: Any) -> None:
    """Print the answer as JSON."""
    say(json.dumps(record, indent=2, ensure_ascii=False))


def remark(text: str) -> None:
    """Print a line that is not part of the answer."""
    with contextlib.suppress(OSError, AttributeError):  # nobody may be listening
        sys.stderr.write(f"{ERASE if _watched() else ''}stategraph: {text}\n")
        sys.stderr.flush()


def folder(path: Path) -> None:
    """Make a folder where there is none; ``OutputError`` when that is not possible."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make {path}: {error.strerror}") from None


def check_folder(path: str | Path) -> None:
    """Complain, before all the work, where a file cannot be since there is no such folder."""
    if not Path(path).resolve().parent.is_dir():
        raise OutputError(f"cannot write {path}: there is no such folder")


def write(path: str | Path, data: bytes | Callable[[IO[bytes]], None]) -> None:
    """Write a file whole or not at all, as `write_all` does.

    `data` is what to write, or a function that writes it.
    """
    write_all({path: data})


def write_all(files: Mapping[Any, bytes | Callable[[IO[bytes]], None]]) -> None:
    """Write files (path -> data) whole or not at all.

    Each is written to a temporary file beside it; when all are, these are renamed.

    Raises
    ------
    OutputError
        when that is not possible; what was there before is then untouched
    """
    made: list[tuple[Path, Path]] = []
    path: Any = None
    try:
        for path, data in files.items():
            target = Path(path).resolve()
            if target.exists() and not target.is_file():  # a device such as /dev/null, or a folder
                _fill(target, data)
                continue
            temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
            made.append((temporary, target))
            _fill(temporary, data)
            if target.exists():
                shutil.copymode(target, temporary)
        for temporary, target in made:
            temporary.replace(target)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        for temporary, _ in made:
            temporary.unlink(missing_ok=True)


def _fill(path: Path, data: bytes | Callable[[IO[bytes]], None]) -> None:
    with path.open("wb") as file:
        if callable(data):
            data(file)
        else:
            file.write(data)


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
