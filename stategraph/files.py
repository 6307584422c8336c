"""Files written whole or not at all: beside their place first, and then renamed into it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

from stategraph.errors import OutputError

# What to write, or a function that writes it into an open binary file.
Data = bytes | Callable[[IO[bytes]], None]


def make_folder(path: str | Path) -> None:
    """Make a folder where there is none; ``OutputError`` when that is not possible."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make {path}: {error.strerror}") from None


def check_folder(path: str | Path) -> None:
    """Complain, before all the work, where a file cannot be since there is no such folder."""
    if not Path(path).resolve().parent.is_dir():
        raise OutputError(f"cannot write {path}: there is no such folder")


def write(path: str | Path, data: Data) -> None:
    """Write a file whole or not at all, as `write_all` does."""
    write_all({path: data})


def write_all(files: Mapping[Any, Data]) -> None:
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


def _fill(path: Path, data: Data) -> None:
    with path.open("wb") as file:
        if callable(data):
            data(file)
        else:
            file.write(data)
