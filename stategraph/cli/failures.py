"""Failures of a run: a message, an exit code, and a crash file after an internal error."""

from __future__ import annotations

import contextlib
import errno
import os
import platform
import sys
import sysconfig
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

from stategraph.cli.terminal import BAD_INPUT, CANNOT_WRITE, CRASHED, INTERRUPTED, UNKNOWN, complain
from stategraph.errors import (
    OutputError,
    RuleError,
    StategraphError,
    TooLargeError,
    UnseenError,
)

# Packages whose versions may explain why results differ between machines.
PACKAGES = ("stategraph", "numpy", "scipy", "networkx")

# Error numbers that mean that the target or its device cannot be written.
UNWRITABLE = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF)

# Parts of error messages about too little address space for a library or a thread.
NO_ROOM = ("failed to map segment", "annot allocate memory", "can't start new thread")

# Names of the folders that hold installed packages. The second is used by Debian.
INSTALLED = ("site-packages", "dist-packages")

OWN = Path(__file__).parents[1]

# The prefix of the names of crash files, and the maximum number of files to keep.
PREFIX, MAX_CRASH_FILES = "stategraph-crash-", 20

# The module of stategraph that calls the authors' rules. Apart from these calls, nothing in it can
# fail.
CALLS = OWN / "rules" / "puzzle.py"


def failed(error: BaseException, words: Sequence[str] | None = None) -> int:
    """Print in one line why a run failed, and return its exit code.

    `words` is the command line to write into the crash file, by default that of this process.

    For an error in the code of a puzzle's author, the message names the file and line of that code.
    Any other exception is an internal error. Its message names the crash file with the whole
    traceback.
    """
    if isinstance(error, OutputError):
        return _ended(str(error), CANNOT_WRITE)
    if isinstance(error, (TooLargeError, UnseenError)):
        return _ended(str(error), UNKNOWN)
    if isinstance(error, RuleError):
        return _ended(_located(error), BAD_INPUT)
    if isinstance(error, StategraphError):
        return _ended(str(error), BAD_INPUT)
    if _lacks_memory(error):
        return _ended("out of memory; --max-states or --max-memory keeps within it", UNKNOWN)
    if isinstance(error, KeyboardInterrupt):
        return _ended("interrupted", INTERRUPTED)
    if isinstance(error, BrokenPipeError):  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CANNOT_WRITE
    if mistake := authors_mistake(error):
        return _ended(mistake, BAD_INPUT)
    if isinstance(error, OSError) and (error.filename or error.errno in UNWRITABLE):
        return _of_the_system(error)
    return _ended(_crash(error, sys.argv[1:] if words is None else words), CRASHED)


def _ended(text: str, code: int) -> int:
    complain(text)
    return code


def _located(error: RuleError) -> str:
    """Return the text of an error in rules, after its place in the author's code, named once."""
    place, text = _authors_place(error.__cause__ or error), str(error)
    file = place.rpartition(":")[0]
    names_place = not place or text.startswith((file, str(Path(file).resolve())))
    return text if names_place else f"{place}: {text}"


def _lacks_memory(error: BaseException) -> bool:
    """Return whether memory ran out for objects, a library's code, a thread or a child process."""
    if isinstance(error, (ImportError, RuntimeError)):
        return any(reason in str(error) for reason in NO_ROOM)
    return isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM


def _of_the_system(error: OSError) -> int:
    """Print an error of the operating system, and return the exit code."""
    if error.errno in UNWRITABLE:
        target = error.filename or "the answer"
        return _ended(f"cannot write {target}: {error.strerror}", CANNOT_WRITE)
    return _ended(f"{error.filename}: {error.strerror}", BAD_INPUT)


def authors_mistake(error: BaseException) -> str:
    """Return ``rules.py:7: ZeroDivisionError: ...`` for an error in a puzzle author's code.

    The text names the innermost line of the author's code in the traceback. The text is empty if
    the traceback has no such line.
    """
    place = _authors_place(error)
    if not place and (places := _places(error)) and Path(places[-1][0]) == CALLS:
        place = "rules cannot be asked"
    return "; ".join([f"{place}: {_in_words(error)}", *_notes(error)]) if place else ""


def _places(error: BaseException) -> list[tuple[str, int]]:
    """Return (file, line) of each traceback entry, starting at the first one inside stategraph."""
    if isinstance(error, SyntaxError) and error.filename:
        return [(error.filename, error.lineno or 1)]
    places = [(_file(frame), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    first = next((k for k, place in enumerate(places) if _is_own(place[0])), len(places))
    return places[first:]


def _authors_place(error: BaseException) -> str:
    """Return ``rules.py:7`` for the innermost line of the author's code, or "" without one."""
    author_places = [place for place in _places(error) if _is_authors(place[0])]
    if not author_places:
        return ""
    from stategraph.files import relative_path

    file, line = author_places[-1]
    return f"{relative_path(file)}:{line}"


def _file(frame: FrameType) -> str:
    """Return the source file of a frame.

    Cython gives a path relative to its build folder. In that case, return the file of the module.
    """
    file = frame.f_code.co_filename
    if file.startswith("<") or Path(file).is_absolute():
        return file
    return str(frame.f_globals.get("__file__") or file)


def _in_words(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "it must not end the program (sys.exit)"
    reason = error.msg if isinstance(error, SyntaxError) else str(error)
    if isinstance(error, KeyError) and " " in reason:  # a sentence, which KeyError quotes
        reason = str(error.args[0])
    return f"{type(error).__name__}: {reason}" if reason else type(error).__name__


def _notes(error: BaseException) -> list[str]:
    return getattr(error, "__notes__", [])


def _is_own(file: str) -> bool:
    """Return whether a file belongs to stategraph, or is generated source that it saved."""
    from stategraph.machine import source_dump

    folder = source_dump.folder()
    return Path(file).is_relative_to(OWN) or (
        folder is not None and Path(file).is_relative_to(folder)
    )


def _is_authors(file: str) -> bool:
    """Return whether a file is the code of a puzzle's author.

    Files of stategraph, of Python and of libraries are not an author's code. A file of an installed
    package is an author's code only if the package provides a family.
    """
    if file.startswith("<") or _is_own(file):
        return False
    parts = Path(file).parts
    if installed := [k for k, part in enumerate(parts) if part in INSTALLED]:
        from stategraph.level_files.families import authors

        package = "".join(parts[installed[-1] + 1 :][:1]).removesuffix(".py")
        return package in authors()
    paths = sysconfig.get_paths()
    python = {paths[name] for name in ("stdlib", "platstdlib")}
    return not any(Path(file).is_relative_to(folder) for folder in python)


def _crash(error: BaseException, words: Sequence[str]) -> str:
    """Write a crash file about an internal error of stategraph, and return a message that names it.

    The crash file has the command line, the versions and the whole traceback.
    """
    import shlex

    frames = traceback.extract_tb(error.__traceback__)
    own_frames = [frame for frame in frames if _is_own(frame.filename)] or list(frames)
    where = (
        f" at {Path(own_frames[-1].filename).name}:{own_frames[-1].lineno}" if own_frames else ""
    )
    traceback_text = "".join(traceback.format_exception(error))
    command = shlex.join(["stategraph", *words])
    lines = [f"command line: {command}", *versions(), "", traceback_text]
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix=PREFIX, suffix=".txt", delete=False,
            encoding="utf-8", errors="backslashreplace",
        ) as file:  # fmt: skip
            file.write("\n".join(lines))
        _prune(Path(file.name))
        location = f"with {file.name}"
    except OSError:
        location = f"with this:\n{traceback_text.rstrip()}"
    author_code = _strangers()
    advice = f"where check-rules finds no fault in {author_code}, " if author_code else ""
    advice += "this is a mistake of stategraph, report it"
    return f"crashed: {_in_words(error)}{where}; {advice} {location}"


def _prune(newest: Path) -> None:
    """Keep the newest crash files of this user, and remove the others."""
    old_files = []
    for path in newest.parent.glob(f"{PREFIX}*.txt"):
        with contextlib.suppress(OSError):  # another process removes it too
            state = path.lstat()
            if path != newest and state.st_uid == newest.lstat().st_uid:
                old_files.append((state.st_mtime_ns, path))
    for _, path in sorted(old_files)[: max(0, len(old_files) + 1 - MAX_CRASH_FILES)]:
        with contextlib.suppress(OSError):
            path.unlink()


def _strangers() -> str:
    """Return the names of the puzzle authors' packages that are imported."""
    from stategraph.level_files.families import authors

    return ", ".join(sorted(name for name in authors() if name in sys.modules))


def versions() -> list[str]:
    """Return lines with the versions of stategraph, Python, the main packages and the system."""
    packages = [f"{name} {_version(name)}" for name in PACKAGES]
    python = f"Python {platform.python_version()} ({platform.python_implementation()})"
    return [packages[0], python, *packages[1:], platform.platform()]


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "is not installed"


def settings() -> Iterator[str]:
    """Yield lines with the compiler in use, and each environment variable with its value."""
    from stategraph.machine import backends, cache, source_dump
    from stategraph.machine.c_compiler import find_compiler

    backend = backends.backend()
    compiler = {"cc": str(find_compiler() or backends.MISSING), "numba": "numba"}.get(backend or "")
    yield f"loops are compiled by: {compiler or 'nothing, they run as plain Python'}"
    for name in ("CC", cache.VARIABLE, backends.VARIABLE, source_dump.VARIABLE):
        yield f"{name}: {os.environ.get(name) or 'not set'}"
    yield f"machine code is kept in: {cache.folder() or 'no folder'}"
