"""Files are read when they are files, and not too large.

What is read is a regular file of a bounded size, or standard input up to the same bound: a pipe
without an end, or a device, would hang a program or fill its memory.
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

# So many bytes may a text have that is written by hand: a level, a file of demands, moves.
LARGEST_TEXT = 16 * 2**20

# So often are files read that others write anew meanwhile.
AGAIN = 10


def is_file(path: str | Path) -> bool:
    """Return whether there is a regular file; False where that may not be known."""
    return _looks(path, Path.is_file)


def is_folder(path: str | Path) -> bool:
    """Return whether there is a folder; False where that may not be known."""
    return _looks(path, Path.is_dir)


def is_missing(path: str | Path) -> bool:
    """Return whether it is known that nothing is there."""
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
    except OSError:  # a folder that may not be searched, a name that is too long
        return False


def shown(file: str) -> str:
    """Return a file's name as seen from the working folder, where it is in it."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file


def open_regular(path: str | Path, most: int, follow: bool = True) -> IO[bytes]:
    """Open a regular file of at most `most` bytes for reading.

    Unless `follow`, a symbolic link is refused, as by `open_no_follow`.

    Raises
    ------
    InputError
        when there is none, it may not be read, or is something else, or larger
    """
    try:
        about = Path(path).stat(follow_symlinks=follow)
        if stat.S_ISDIR(about.st_mode):
            raise InputError(f"{path}: is a folder")
        if not stat.S_ISREG(about.st_mode) and not stat.S_ISLNK(about.st_mode):
            raise InputError(f"{path}: is no file but a device or a pipe; - reads standard input")
        if about.st_size > most:
            raise InputError(f"{path}: {about.st_size:,} bytes; at most {most:,} are read")
        return Path(path).open("rb") if follow else open_no_follow(path, "rb")
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


# Flags that make the system refuse a link, and not wait for the other end of a pipe.
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def open_no_follow(path: str | Path, mode: str) -> IO[bytes]:
    """Open a regular file in a binary mode, and never the target of a symbolic link.

    Use it for each file of a folder that another person may have filled.

    Raises
    ------
    InputError
        if the path is a symbolic link, a pipe or anything else but a regular file
    OSError
        if the file cannot be opened
    """

    def opener(name: str, flags: int) -> int:
        handle = os.open(name, flags | _NO_FOLLOW | _NO_WAIT, 0o666)
        found = os.fstat(handle)
        # Windows has no O_NOFOLLOW, but an open file keeps its place there
        same = _NO_FOLLOW or os.path.samestat(found, os.lstat(name))
        if same and stat.S_ISREG(found.st_mode):
            return handle
        os.close(handle)
        raise InputError(f"{name}: is not a regular file; remove it")

    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise InputError(f"{path}: is a symbolic link or not a regular file; remove it")
    except FileNotFoundError:
        pass  # some modes create it
    return open(path, mode, opener=opener)


def read(path: str | Path, most: int = LARGEST_TEXT, follow: bool = True) -> bytes:
    """Return what a regular file of at most `most` bytes holds; ``InputError`` where it is none."""
    with open_regular(path, most, follow) as file:
        return _all_of(file, str(path), most)


def read_text(path: str | Path, most: int = LARGEST_TEXT) -> str:
    """Return the text of a regular file of at most `most` bytes.

    Raises
    ------
    InputError
        as `open_regular` does
    LevelError
        when it is not UTF-8, with the line
    """
    return text_of(read(path, most), str(path))


def saves(path: str | Path, most: int | None = None, seconds: float = 0.2) -> Iterator[int]:
    """Yield 0 at once, and 1, 2, ... each time that a file has been saved since, to `most`.

    The file is looked at every so many `seconds`, which works on any system and any disk. While it
    is not there, as in the midst of an editor's saving, nothing happens.
    """
    seen = _state_of(path)
    for number in itertools.count():
        yield number
        if number == most:
            return
        while (now := _state_of(path)) in (seen, None):
            time.sleep(seconds)
        seen = now


def _state_of(path: str | Path) -> tuple[int, int, int] | None:
    """Return what changes whenever a file is saved; None where there is none."""
    try:
        about = Path(path).stat()
    except (OSError, ValueError):
        return None
    return about.st_mtime_ns, about.st_size, about.st_ino


def text_of(data: bytes, name: str) -> str:
    """Return the text that UTF-8 `data`, called `name`, hold; a byte order mark is dropped."""
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        raise LevelError(f"is not UTF-8 text ({byte})", line).located(name) from None


def read_stdin(most: int = LARGEST_TEXT) -> bytes:
    """Return what standard input holds; ``InputError`` where that is more than `most` bytes."""
    if sys.stdin is None:
        raise InputError("- is standard input, which is closed")
    return _all_of(sys.stdin.buffer, "<stdin>", most)


def _all_of(file: IO[bytes], name: str, most: int) -> bytes:
    """Return what an open file holds: it may hold more than its folder says, or grow."""
    try:
        data = file.read(most + 1)
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from None
    if len(data) > most:
        raise InputError(f"{name}: at most {most:,} bytes are read")
    return data


def together(paths: Sequence[str], read: Callable[[], Made]) -> Made:
    """Return ``read()``, which reads files that belong together: all as one writer left them.

    What was read while somebody renamed new ones into their places is read again.
    """
    for _ in range(AGAIN):
        before = _states_of(paths)
        try:
            found = read()
        except (OSError, InputError):
            if _states_of(paths) == before:
                raise
            continue
        if _states_of(paths) == before:
            return found
    raise InputError(f"{paths[0]}: is written anew again and again while it is read")


def _states_of(paths: Sequence[str]) -> list[tuple[int, int, int] | None]:
    """Return what `_state_of` says of each file, between the renames of others."""
    with locked(*(Path(path).parent for path in paths)):
        return [_state_of(path) for path in paths]
