"""What a run that failed says, in one line, and exits with: the one home of all that was raised."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import sysconfig
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from stategraph.cli.exits import BAD_INPUT, CANNOT_WRITE, CRASHED, INTERRUPTED, UNKNOWN
from stategraph.cli.terminal import complain
from stategraph.errors import OutputError, StategraphError, TooLargeError, UnseenError

# What the place that is written to, or its device, refuses.
UNWRITABLE = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF)

# What is said where a library, or a thread, finds no room among the addresses.
NO_ROOM = ("failed to map segment", "annot allocate memory", "can't start new thread")

# Folders of installed packages, wherever they are: of Python, of its user, of Debian.
INSTALLED = ("site-packages", "dist-packages")

OWN = Path(__file__).parents[1]

# Crash files have names that begin so; at most this number of them is kept.
PREFIX, MAX_CRASH_FILES = "stategraph-crash-", 20

# Where authors' rules are called, and nothing else is done that could fail.
CALLS = OWN / "rules" / "puzzle.py"


def failed(error: BaseException, words: Sequence[str] | None = None) -> int:
    """Remark in one line why a run failed, and return its exit code.

    `words` is the command line, for the file of a crash; None: that of this process.

    A mistake in the code of a puzzle's author is blamed on their file and line. What is left is a
    mistake of stategraph itself: then the line names the file that holds the whole traceback.
    """
    if isinstance(error, OutputError):
        return _ended(str(error), CANNOT_WRITE)
    if isinstance(error, (TooLargeError, UnseenError)):
        return _ended(str(error), UNKNOWN)
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


def _lacks_memory(error: BaseException) -> bool:
    """Return whether there was no memory: for objects, for a library's code, a thread, a child."""
    if isinstance(error, (ImportError, RuntimeError)):
        return any(reason in str(error) for reason in NO_ROOM)
    return isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM


def _of_the_system(error: OSError) -> int:
    """Remark what the operating system refused, and return the exit code."""
    if error.errno in UNWRITABLE:
        what = error.filename or "the answer"
        return _ended(f"cannot write {what}: {error.strerror}", CANNOT_WRITE)
    return _ended(f"{error.filename}: {error.strerror}", BAD_INPUT)


def authors_mistake(error: BaseException) -> str:
    """Return ``rules.py:7: ZeroDivisionError: ...`` of an error in a puzzle's author's own code.

    The line is the last one of theirs that was running. Empty where none of it was.
    """
    if isinstance(error, SyntaxError) and error.filename:
        places = [(error.filename, error.lineno or 1)]
    else:
        places = [(_file(frame), line) for frame, line in traceback.walk_tb(error.__traceback__)]
        first = next((k for k, place in enumerate(places) if _is_own(place[0])), len(places))
        places = places[first:]
    theirs = [place for place in places if _is_authors(place[0])]
    if not theirs and places and Path(places[-1][0]) == CALLS:
        return "; ".join([f"rules cannot be asked: {_in_words(error)}", *_notes(error)])
    if not theirs:
        return ""
    from stategraph.files import shown

    file, line = theirs[-1]
    return "; ".join([f"{shown(file)}:{line}: {_in_words(error)}", *_notes(error)])


def _file(frame: FrameType) -> str:
    """Return the file of a frame.

    Cython names a source relative to a folder of its build; then the file of the module counts.
    """
    file = frame.f_code.co_filename
    if file.startswith("<") or Path(file).is_absolute():
        return file
    return str(frame.f_globals.get("__file__") or file)


def _in_words(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "it must not end the program (sys.exit)"
    reason = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {reason}" if reason else type(error).__name__


def _notes(error: BaseException) -> list[str]:
    return getattr(error, "__notes__", [])


def _is_own(file: str) -> bool:
    """Return whether a file is of stategraph, or a text of loops that it has kept."""
    from stategraph.machine import kept

    folder = kept.folder()
    return Path(file).is_relative_to(OWN) or (
        folder is not None and Path(file).is_relative_to(folder)
    )


def _is_authors(file: str) -> bool:
    """Return whether a file is neither stategraph's own, nor Python's, nor a library's.

    Of installed packages only those of families are authors'.
    """
    if file.startswith("<") or _is_own(file):
        return False
    parts = Path(file).parts
    if installed := [k for k, part in enumerate(parts) if part in INSTALLED]:
        from stategraph.levels.families import authors

        package = "".join(parts[installed[-1] + 1 :][:1]).removesuffix(".py")
        return package in authors()
    paths = sysconfig.get_paths()
    python = {paths[name] for name in ("stdlib", "platstdlib")}
    return not any(Path(file).is_relative_to(folder) for folder in python)


def _crash(error: BaseException, words: Sequence[str]) -> str:
    """Return a line on a mistake of stategraph itself.

    The command line, the versions and the whole traceback go to a file.
    """
    import shlex

    from stategraph.cli.environment import versions

    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_own(frame.filename)] or list(frames)
    where = f" at {Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""
    told = "".join(traceback.format_exception(error))
    command = shlex.join(["stategraph", *words])
    lines = [f"command line: {command}", *versions(), "", told]
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix=PREFIX, suffix=".txt", delete=False,
            encoding="utf-8", errors="backslashreplace",
        ) as file:  # fmt: skip
            file.write("\n".join(lines))
        _prune(Path(file.name))
        whole = f"with {file.name}"
    except OSError:
        whole = f"with this:\n{told.rstrip()}"
    found = _strangers()
    whose = f"where check-rules finds no fault in {found}, " if found else ""
    whose += "this is a mistake of stategraph, report it"
    return f"crashed: {_in_words(error)}{where}; {whose} {whole}"


def _prune(newest: Path) -> None:
    """Keep the newest crash files of this user, and remove the others."""
    found = []
    for path in newest.parent.glob(f"{PREFIX}*.txt"):
        with contextlib.suppress(OSError):  # another process removes it too
            state = path.lstat()
            if path != newest and state.st_uid == newest.lstat().st_uid:
                found.append((state.st_mtime_ns, path))
    for _, path in sorted(found)[: max(0, len(found) + 1 - MAX_CRASH_FILES)]:
        with contextlib.suppress(OSError):
            path.unlink()


def _strangers() -> str:
    """Return the names of the authors' packages that are in use."""
    from stategraph.levels.families import authors

    return ", ".join(sorted(name for name in authors() if name in sys.modules))
