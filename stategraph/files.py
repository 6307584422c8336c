"""Files: read when they are files and not too large, written whole or not at all.

What is read is a regular file of a bounded size, or standard input up to the same bound: a pipe
without an end, or a device, would hang a program or fill its memory.

A file is written beside its place first, and then renamed into it, under a lock of its folder.
Files that belong together are renamed together. Whenever a program is killed, what stands in a
place is the old file or the new one, whole. What a killed program left beside it is removed by the
next that writes there.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, TypeVar

from stategraph.errors import InputError, LevelError, OutputError

# What to write, or a function that writes it into an open binary file.
Data = bytes | Callable[[IO[bytes]], None]

Made = TypeVar("Made")

# So many bytes may a text have that is written by hand: a level, a file of demands, moves.
LARGEST_TEXT = 16 * 2**20

# Of a file's name, so many bytes are part of that of its temporary: names end at 255.
NAME_BYTES = 200

# So often are files read that others write anew meanwhile.
AGAIN = 10

# So many seconds is waited for another writer's renames.
PATIENCE = 2.0


# ---------------------------------------------------------------------------------------- reading


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


def open_regular(path: str | Path, most: int) -> IO[bytes]:
    """Open a regular file of at most `most` bytes for reading.

    Raises
    ------
    InputError
        when there is none, it may not be read, or is something else, or larger
    """
    try:
        about = Path(path).stat()
        if stat.S_ISDIR(about.st_mode):
            raise InputError(f"{path}: is a folder")
        if not stat.S_ISREG(about.st_mode):
            raise InputError(f"{path}: is no file but a device or a pipe; - reads standard input")
        if about.st_size > most:
            raise InputError(f"{path}: {about.st_size:,} bytes; at most {most:,} are read")
        return Path(path).open("rb")
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def read(path: str | Path, most: int = LARGEST_TEXT) -> bytes:
    """Return what a regular file of at most `most` bytes holds; ``InputError`` where it is none."""
    with open_regular(path, most) as file:
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


def saves(path: str | Path, seconds: float = 0.2) -> Iterator[int]:
    """Yield 0 at once, and 1, 2, ... each time that a file has been saved since; without an end.

    The file is looked at every so many `seconds`, which works on any system and any disk. While it
    is not there, as in the midst of an editor's saving, nothing happens.
    """
    seen = _state_of(path)
    for number in itertools.count():
        yield number
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
    with _locked(*(Path(path).parent for path in paths)):
        return [_state_of(path) for path in paths]


# ---------------------------------------------------------------------------------------- writing


def make_folder(path: str | Path) -> None:
    """Make a folder where there is none; ``OutputError`` when that is not possible."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot make {path}: {_reason(error)}") from None


def check_folder(path: str | Path) -> None:
    """Complain, before all the work, where a file cannot be since there is no such folder."""
    if not is_folder(_target(path).parent):
        raise OutputError(f"cannot write {path}: there is no such folder")


def check_empty(path: str | Path) -> None:
    """Complain, before all the work, where a new folder would hold something already."""
    try:
        taken = Path(path).exists() and (not Path(path).is_dir() or any(Path(path).iterdir()))
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot read {path}: {_reason(error)}") from None
    if taken:
        raise InputError(f"{path}: there is something already; name a new folder")


def write(path: str | Path, data: Data) -> None:
    """Write a file whole or not at all, as `write_all` does."""
    write_all({path: data})


def write_all(files: Mapping[Any, Data]) -> None:
    """Write files (path -> data) whole or not at all.

    Each is written to a temporary file beside it; when all are, these are renamed, and no other
    writer renames in their folders meanwhile.

    Raises
    ------
    OutputError
        when that is not possible; what was there before is then untouched
    """
    made: list[_Temporary] = []
    path: Any = None
    try:
        for path, data in files.items():
            target = _target(path)
            if target.exists() and not target.is_file():  # a device such as /dev/null, or a folder
                with target.open("wb") as file:
                    _fill(file, data)
                continue
            made.append(_Temporary(target))
            made[-1].fill(data)
        with _locked(*(temporary.folder for temporary in made)):
            _rename(made)
        for folder in {temporary.folder for temporary in made}:
            _sync(folder)
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot write {path}: {_reason(error)}") from None
    finally:
        for temporary in made:
            temporary.remove()


def _rename(made: Sequence[_Temporary]) -> None:
    """Rename all, and then raise what a signal asked for in the midst of it.

    So what belongs together is not left half old and half new.
    """
    asked = None
    while waiting := [temporary for temporary in made if not temporary.renamed]:
        try:
            waiting[0].rename()
        except KeyboardInterrupt as interrupt:
            asked = interrupt
    if asked is not None:
        raise asked


def _target(path: str | Path) -> Path:
    """Return the file that a path means, links followed."""
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle
        raise OutputError(f"cannot write {path}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error).split("\n")[0]


def _fill(file: IO[bytes], data: Data) -> None:
    if callable(data):
        data(file)
    else:
        file.write(data)


class _Temporary:
    """A file beside its place, which its writer keeps locked until it is renamed."""

    def __init__(self, target: Path):
        self.target, self.folder = target, target.parent
        self.renamed = self._tried = False
        name = os.fsencode(target.name)[:NAME_BYTES].decode("utf-8", "ignore")
        with _locked(self.folder):
            remove_stale(self.folder, re.escape(name))
            self.path, self.file = _created(self.folder, f".{name}.{os.getpid()}")

    def fill(self, data: Data) -> None:
        """Write the data, down to the disk, with the rights of the file that it is to replace."""
        _fill(self.file, data)
        self.file.flush()
        os.fsync(self.file.fileno())
        if self.target.exists():
            shutil.copymode(self.target, self.path)

    def rename(self) -> None:
        """Put the file into its place; called again where that was interrupted."""
        again, self._tried = self._tried, True
        self.file.close()  # open files cannot be renamed everywhere
        try:
            self.path.replace(self.target)
        except FileNotFoundError:
            if not again:
                raise
        self.renamed = True

    def remove(self) -> None:
        """Remove what was not renamed: its name may be another's now."""
        with contextlib.suppress(OSError):
            if os.name == "nt":  # where open files cannot be removed
                self.file.close()
            if not self.renamed:
                self.path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self.file.close()


def _created(folder: Path, stem: str) -> tuple[Path, IO[bytes]]:
    """Return a new file, locked; another thread or machine may have taken the first names."""
    number = 0
    while True:
        path = folder / f"{stem}{f'-{number}' if number else ''}.tmp"
        try:
            file = path.open("xb")
        except FileExistsError:
            number += 1
            continue
        _lock(file.fileno())
        return path, file


def remove_stale(folder: Path, names: str) -> None:
    """Remove the temporaries that nobody keeps locked: their writers were killed.

    `names`, a regular expression, says of which files.
    """
    form = re.compile(rf"\.{names}\.[0-9]+(-[0-9]+)?\.tmp")
    with contextlib.suppress(OSError):  # a folder that may not be listed
        for path in [path for path in folder.iterdir() if form.fullmatch(path.name)]:
            with contextlib.suppress(OSError):  # open files cannot be removed everywhere
                with path.open("rb") as file:
                    free = _lock(file.fileno())
                if free:
                    path.unlink()


# ---------------------------------------------------------------------------------------- locks


@contextlib.contextmanager
def _locked(*folders: Path) -> Iterator[None]:
    """Keep other writers from making and renaming files in folders, where folders have locks."""
    with contextlib.ExitStack() as held:
        for folder in sorted(set(folders)):  # all writers in one order
            if (handle := _opened(folder)) is not None:
                held.callback(os.close, handle)
                _lock(handle, PATIENCE)
        yield


def _sync(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    if (handle := _opened(folder)) is not None:
        with contextlib.suppress(OSError):
            os.fsync(handle)
        os.close(handle)


def _opened(folder: Path) -> int | None:
    """Return a handle of a folder; None on Windows, or where it may not be read."""
    try:
        return os.open(folder, os.O_RDONLY)
    except OSError:
        return None


def _lock(handle: int, seconds: float = 0) -> bool:
    """Lock what is open until it is closed; return whether nobody else has locked it.

    Wait so long at most: somebody else may keep a folder locked for reasons of their own.
    """
    try:
        import fcntl
    except ImportError:  # on Windows an open file can be neither renamed nor removed
        return True
    end = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(0.01)
        except OSError:  # a disk without locks: nobody knows who writes
            return False
