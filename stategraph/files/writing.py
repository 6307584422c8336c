"""Atomic writing: a file is written completely or not at all.

A file is first written to a temporary file in the same folder, and then renamed, under a lock of
the folder. Files that belong together are renamed together. If a program is killed at any time,
each path holds the complete old file or the complete new one. The next writer in the folder
removes the temporary files of a killed program.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from stategraph.errors import InputError, OutputError
from stategraph.files.locks import lock, locked, opened
from stategraph.files.reading import is_folder, open_no_follow

# The bytes to write, or a function that writes them to an open binary file.
Data = bytes | Callable[[IO[bytes]], None]

# Maximum number of bytes of a file's name in its temporary name, since names are limited to 255
# bytes.
NAME_BYTES = 200


def make_folder(path: str | Path) -> None:
    """Create a folder unless it exists; ``OutputError`` if that is not possible."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot make {path}: {_reason(error)}") from None


def check_folder(path: str | Path) -> None:
    """Raise ``OutputError`` early if the folder of an output file does not exist."""
    if not is_folder(_target(path).parent):
        raise OutputError(f"cannot write {path}: the folder does not exist")


def check_empty(path: str | Path) -> None:
    """Raise ``InputError`` early if a new folder would not be empty, or cannot be written.

    A file without a name is written to the folder, or to the nearest folder above it that exists.
    """
    try:
        is_taken = Path(path).exists() and (not Path(path).is_dir() or any(Path(path).iterdir()))
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot read {path}: {_reason(error)}") from None
    if is_taken:
        raise InputError(f"{path}: exists already; name a new folder")
    folder = _target(path)
    try:
        while not folder.exists():
            folder = folder.parent
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise OutputError(f"cannot write {path}: {_reason(error)}") from None


def write(path: str | Path, data: Data, follow: bool = True) -> None:
    """Write a file completely or not at all; see `write_all`."""
    write_all({path: data}, follow)


def write_all(files: Mapping[Any, Data], follow: bool = True) -> None:
    """Write files (path -> data) completely or not at all.

    Each file is written to a temporary file beside it. When all are written, they are renamed;
    locks keep other writers from renaming in these folders at the same time. Unless `follow` is
    true, a symbolic link is replaced, and its target stays unchanged.

    Raises
    ------
    OutputError
        if that is not possible; existing files are then unchanged
    """
    temporaries: list[_Temporary] = []
    path: Path | None = None
    try:
        for path, data in files.items():
            target = _target(path, follow)
            if (
                follow and target.exists() and not target.is_file()
            ):  # a device such as /dev/null, or a folder
                with _open_device(target) as file:
                    _fill(file, data)
                continue
            temporaries.append(_Temporary(target))
            temporaries[-1].fill(data)
        with locked(*(temporary.folder for temporary in temporaries)):
            _rename(temporaries)
        for folder in {temporary.folder for temporary in temporaries}:
            _sync(folder)
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot write {path}: {_reason(error)}") from None
    finally:
        for temporary in temporaries:
            temporary.remove()


def _open_device(path: Path) -> IO[bytes]:
    """Open a device or a pipe for writing, without waiting for a reader of the pipe."""

    def opener(name: str, flags: int) -> int:
        handle = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
        if hasattr(os, "set_blocking"):
            os.set_blocking(handle, True)
        return handle

    try:
        return open(path, "wb", opener=opener)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OutputError(f"cannot write {path}: no program reads this pipe yet") from None
        raise


def _rename(temporaries: Sequence[_Temporary]) -> None:
    """Rename all files, even if an interrupt arrives; raise the interrupt afterwards.

    So an interrupt never leaves some of the files old and the others new.
    """
    interrupted = None
    while waiting := [temporary for temporary in temporaries if not temporary.renamed]:
        try:
            waiting[0].rename()
        except KeyboardInterrupt as interrupt:
            interrupted = interrupt
    if interrupted is not None:
        raise interrupted


def _target(path: str | Path, follow: bool = True) -> Path:
    """Resolve the links in a path; resolve the file itself only if `follow` is true."""
    try:
        return Path(path).resolve() if follow else Path(path).parent.resolve() / Path(path).name
    except (OSError, RuntimeError, ValueError) as error:  # a cycle of links
        raise OutputError(f"cannot write {path}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error).split("\n")[0]


def _sync(folder: Path) -> None:
    """Flush the directory entries of a folder to disk."""
    if (handle := opened(folder)) is not None:
        with contextlib.suppress(OSError):
            os.fsync(handle)
        os.close(handle)


def _fill(file: IO[bytes], data: Data) -> None:
    if callable(data):
        data(file)
    else:
        file.write(data)


# Temporary files that are neither renamed nor removed yet.
_TEMPORARIES: set[_Temporary] = set()


def remove_temporaries() -> None:
    """Remove the temporary files of all threads, before the process is terminated."""
    for temporary in list(_TEMPORARIES):
        temporary.remove()


class _Temporary:
    """A temporary file in the target's folder, locked by its writer until it is renamed."""

    def __init__(self, target: Path):
        self.target, self.folder = target, target.parent
        self.renamed = self._tried = False
        name = os.fsencode(target.name)[:NAME_BYTES].decode("utf-8", "ignore")
        with locked(self.folder):
            remove_stale(self.folder, re.escape(name))
            self.path, self.file = _created(self.folder, f".{name}.{os.getpid()}")
            _TEMPORARIES.add(self)

    def fill(self, data: Data) -> None:
        """Write the data to disk, with the permissions of an existing target."""
        _fill(self.file, data)
        self.file.flush()
        os.fsync(self.file.fileno())
        if self.target.exists():
            shutil.copymode(self.target, self.path)

    def rename(self) -> None:
        """Rename the file to its target; after an interrupt, this may be called again."""
        tried_before, self._tried = self._tried, True
        self.file.close()  # some systems cannot rename open files
        try:
            self.path.replace(self.target)
        except FileNotFoundError:
            if not tried_before:
                raise
        self.renamed = True

    def remove(self) -> None:
        """Remove the file unless it was renamed; its temporary name is then free for others."""
        _TEMPORARIES.discard(self)
        with contextlib.suppress(OSError):
            if os.name == "nt":  # Windows cannot remove open files
                self.file.close()
            if not self.renamed:
                self.path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self.file.close()


def _created(folder: Path, stem: str) -> tuple[Path, IO[bytes]]:
    """Create and lock a new file, under the first name that no other writer uses."""
    number = 0
    while True:
        path = folder / f"{stem}{f'-{number}' if number else ''}.tmp"
        try:
            file = path.open("xb")
        except FileExistsError:
            number += 1
            continue
        lock(file.fileno())
        return path, file


def remove_stale(folder: Path, names: str) -> None:
    """Remove temporary files that no process has locked, because their writers were killed.

    `names` is a regular expression for the names of the output files.
    """
    form = re.compile(rf"\.{names}\.[0-9]+(-[0-9]+)?\.tmp")
    with contextlib.suppress(OSError):  # a folder that may not be listed
        for path in [path for path in folder.iterdir() if form.fullmatch(path.name)]:
            with contextlib.suppress(OSError, InputError):  # some systems cannot remove open files
                with open_no_follow(path, "rb") as file:
                    free = lock(file.fileno())
                if free:
                    path.unlink()
