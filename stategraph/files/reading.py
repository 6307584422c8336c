"""Bounded reading of regular files.

Only regular files up to a maximum size are read, and standard input up to the same size. An endless
pipe or a device could block a program or fill its memory.
"""

from __future__ import annotations

import itertools
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, TypeVar

from stategraph.errors import InputError, LevelError
from stategraph.files.locks import locked

Made = TypeVar("Made")

# Maximum bytes of a text that people write: a level, a file of demands, moves.
MAX_TEXT_BYTES = 16 * 2**20

# Maximum number of attempts to read files while other processes replace them.
MAX_ATTEMPTS = 10

# A file is reported as missing after this number of checks. An editor that replaces a file while
# saving needs less time than that.
CHECKS_UNTIL_MISSING, SECONDS_PER_CHECK = 5, 0.2


def is_file(path: str | Path) -> bool:
    """Return whether a path is a regular file; False if it is not accessible."""
    return _looks(path, Path.is_file)


def is_folder(path: str | Path) -> bool:
    """Return whether a path is a folder; False if it is not accessible."""
    return _looks(path, Path.is_dir)


def is_missing(path: str | Path) -> bool:
    """Return whether a path certainly does not exist."""
    try:
        Path(path).stat()
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return False


def _looks(path: str | Path, ask: Callable[[Path], bool]) -> bool:
    try:
        return ask(Path(path))
    except OSError:  # the folder is not accessible, or the name is too long
        return False


def relative_path(file: str) -> str:
    """Return the path of a file, relative to the working folder if the file is inside it."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file


def open_regular(path: str | Path, most: int, follow: bool = True) -> IO[bytes]:
    """Open a regular file of at most `most` bytes for reading.

    Unless `follow` is true, a symbolic link is refused, as `open_no_follow` does.

    Raises
    ------
    InputError
        if it does not exist, is not readable, is not a regular file, or is larger
    """
    try:
        status = Path(path).stat(follow_symlinks=follow)
        if stat.S_ISDIR(status.st_mode):
            raise InputError(f"{path}: is a folder")
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISLNK(status.st_mode):
            raise InputError(f"{path}: is a device or a pipe, not a file; - reads standard input")
        if status.st_size > most:
            raise InputError(f"{path}: {status.st_size:,} bytes; at most {most:,} are read")
        return Path(path).open("rb") if follow else open_no_follow(path, "rb")
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


# Flags to refuse symbolic links, and not to wait for the other end of a pipe.
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def open_no_follow(path: str | Path, mode: str) -> IO[bytes]:
    """Open a regular file in a binary mode; refuse a symbolic link.

    Use this function for all files in a folder that another person may have filled.

    Raises
    ------
    InputError
        if the path is a symbolic link, a pipe or anything else but a regular file
    OSError
        if the file cannot be opened
    """

    def opener(name: str, flags: int) -> int:
        handle = os.open(name, flags | _NO_FOLLOW | _NO_WAIT, 0o666)
        status = os.fstat(handle)
        # Windows has no O_NOFOLLOW, but an open file cannot be replaced there
        is_same = _NO_FOLLOW or os.path.samestat(status, os.lstat(name))
        if is_same and stat.S_ISREG(status.st_mode):
            return handle
        os.close(handle)
        raise InputError(f"{name}: is not a regular file; remove it")

    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise InputError(f"{path}: is a symbolic link or not a regular file; remove it")
    except FileNotFoundError:
        pass  # some modes create it
    return open(path, mode, opener=opener)


def read(path: str | Path, most: int = MAX_TEXT_BYTES, follow: bool = True) -> bytes:
    """Return the bytes of a regular file; raise ``InputError`` if it has more than `most` bytes."""
    with open_regular(path, most, follow) as file:
        return _all_of(file, str(path), most)


def read_text(path: str | Path, most: int = MAX_TEXT_BYTES) -> str:
    """Return the text of a regular file of at most `most` bytes.

    Raises
    ------
    InputError
        as `open_regular`
    LevelError
        if it is not UTF-8, with the line
    """
    return text_of(read(path, most), str(path))


def saves(
    path: str | Path, most: int | None = None, on_missing: Callable[[], None] = lambda: None
) -> Iterator[int]:
    """Yield 0 at once, and then 1, 2, ... after each change of a file, up to `most`.

    The file is checked five times per second; this works on any system and any disk. The file may
    be missing for a moment, for example while an editor saves it. If five checks in sequence find
    no file, `on_missing` is called once.
    """
    last_state = _state_of(path)
    for number in itertools.count():
        yield number
        if number == most:
            return
        missed_checks = 0
        while (current := _state_of(path)) in (last_state, None):
            missed_checks = missed_checks + 1 if current is None else 0
            if missed_checks == CHECKS_UNTIL_MISSING:
                on_missing()
            time.sleep(SECONDS_PER_CHECK)
        last_state = current


def _state_of(path: str | Path) -> tuple[int, int, int] | None:
    """Return values that change with every save of a file; None if it does not exist."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def text_of(data: bytes, name: str) -> str:
    """Decode UTF-8 `data`, without its byte order mark; error messages call it `name`."""
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        raise LevelError(f"is not UTF-8 text ({byte})", line).located(name) from None


def read_stdin() -> bytes:
    """Return the bytes of standard input; raise ``InputError`` above `MAX_TEXT_BYTES`."""
    if sys.stdin is None:
        raise InputError("- is standard input, which is closed")
    return _all_of(sys.stdin.buffer, "<stdin>", MAX_TEXT_BYTES)


def _all_of(file: IO[bytes], name: str, most: int) -> bytes:
    """Return the bytes of an open file, which may be longer than its reported size."""
    try:
        data = file.read(most + 1)
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from None
    if len(data) > most:
        raise InputError(f"{name}: at most {most:,} bytes are read")
    return data


def together(paths: Sequence[str], read: Callable[[], Made]) -> Made:
    """Return the result of ``read()``, which reads files that a writer replaces together.

    If a file was replaced during the call, ``read()`` is called again.
    """
    for _ in range(MAX_ATTEMPTS):
        states_before = _states_of(paths)
        try:
            result = read()
        except (OSError, InputError):
            if _states_of(paths) == states_before:
                raise
            continue
        if _states_of(paths) == states_before:
            return result
    raise InputError(f"{paths[0]}: changes too often while it is read")


def _states_of(paths: Sequence[str]) -> list[tuple[int, int, int] | None]:
    """Return `_state_of` each file, under locks that keep writers from renaming files meanwhile."""
    with locked(*(Path(path).parent for path in paths)):
        return [_state_of(path) for path in paths]
