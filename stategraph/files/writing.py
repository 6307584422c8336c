"""Files are written whole or not at all.

A file is written beside its place first, and then renamed into it, under a lock of its folder.
Files that belong together are renamed together. Whenever a program is killed, what stands in a
place is the old file or the new one, whole. What a killed program left beside it is removed by the
next that writes there.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from stategraph.errors import InputError, OutputError
from stategraph.files.locks import lock, locked, opened
from stategraph.files.reading import is_folder, open_no_follow

# What to write, or a function that writes it into an open binary file.
Data = bytes | Callable[[IO[bytes]], None]

# Of a file's name, so many bytes are part of that of its temporary: names end at 255.
NAME_BYTES = 200


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


def write(path: str | Path, data: Data, follow: bool = True) -> None:
    """Write a file whole or not at all, as `write_all` does."""
    write_all({path: data}, follow)


def write_all(files: Mapping[Any, Data], follow: bool = True) -> None:
    """Write files (path -> data) whole or not at all.

    Unless `follow`, a symbolic link is replaced, and its target stays as it is.

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
            target = _target(path, follow)
            if (
                follow and target.exists() and not target.is_file()
            ):  # a device such as /dev/null, or a folder
                with _open_device(target) as file:
                    _fill(file, data)
                continue
            made.append(_Temporary(target))
            made[-1].fill(data)
        with locked(*(temporary.folder for temporary in made)):
            _rename(made)
        for folder in {temporary.folder for temporary in made}:
            _sync(folder)
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot write {path}: {_reason(error)}") from None
    finally:
        for temporary in made:
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


def _target(path: str | Path, follow: bool = True) -> Path:
    """Return the file that a path means, links followed; the last one only if `follow`."""
    try:
        return Path(path).resolve() if follow else Path(path).parent.resolve() / Path(path).name
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle
        raise OutputError(f"cannot write {path}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error).split("\n")[0]


def _sync(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    if (handle := opened(folder)) is not None:
        with contextlib.suppress(OSError):
            os.fsync(handle)
        os.close(handle)


def _fill(file: IO[bytes], data: Data) -> None:
    if callable(data):
        data(file)
    else:
        file.write(data)


# Those that are neither renamed nor removed yet.
_TEMPORARIES: set[_Temporary] = set()


def remove_temporaries() -> None:
    """Remove the temporary files of all threads, for a process that is about to be ended."""
    for temporary in list(_TEMPORARIES):
        temporary.remove()


class _Temporary:
    """A file beside its place, which its writer keeps locked until it is renamed."""

    def __init__(self, target: Path):
        self.target, self.folder = target, target.parent
        self.renamed = self._tried = False
        name = os.fsencode(target.name)[:NAME_BYTES].decode("utf-8", "ignore")
        with locked(self.folder):
            remove_stale(self.folder, re.escape(name))
            self.path, self.file = _created(self.folder, f".{name}.{os.getpid()}")
            _TEMPORARIES.add(self)

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
        _TEMPORARIES.discard(self)
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
        lock(file.fileno())
        return path, file


def remove_stale(folder: Path, names: str) -> None:
    """Remove the temporaries that nobody keeps locked: their writers were killed.

    `names`, a regular expression, says of which files.
    """
    form = re.compile(rf"\.{names}\.[0-9]+(-[0-9]+)?\.tmp")
    with contextlib.suppress(OSError):  # a folder that may not be listed
        for path in [path for path in folder.iterdir() if form.fullmatch(path.name)]:
            with contextlib.suppress(
                OSError, InputError
            ):  # open files cannot be removed everywhere
                with open_no_follow(path, "rb") as file:
                    free = lock(file.fileno())
                if free:
                    path.unlink()
