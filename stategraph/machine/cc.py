"""The C compiler of the machine, run in a child process that can be dropped.

The compiler is the one that the environment names in ``CC``, else the first of ``cc``, ``gcc`` and
``clang`` that is there, else the one that Python itself was built with. What it is given needs no
header and no library.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stategraph.errors import CompileError

# Integers wrap round, as those of numpy do; the library needs no other one.
_ALONE = ("-nostdlib", "-s") if sys.platform.startswith("linux") else ()
FLAGS = ("-O2", "-shared", "-fPIC", "-fwrapv", "-w", *_ALONE, "-x", "c")

# A compiler that takes longer hangs; one that is waited for in vain for so long may do so.
MOST_SECONDS, SLOW_SECONDS = 20.0, 4.0

# By what tells compilers apart, the seconds for which one was waited for in vain.
_in_vain: dict[str, float] = {}


@dataclass(frozen=True)
class Compiler:
    """A C compiler: how it is called, and what tells it from any other, or another version."""

    command: tuple[str, ...]
    identity: str


def find_compiler() -> Compiler | None:
    """Return the machine's C compiler; None where there is none."""
    return _found(os.environ.get("CC", ""), os.environ.get("PATH", ""))


@functools.cache
def _found(named: str, path: str) -> Compiler | None:
    for text in _names(named):
        with contextlib.suppress(ValueError, OSError):
            program, *options = shlex.split(text) or [""]
            if found := shutil.which(program, path=path):
                real = Path(found).resolve()
                size, changed = real.stat().st_size, real.stat().st_mtime_ns
                identity = f"{real} {size} {changed} {options}"
                return Compiler((str(Path(found).absolute()), *options), identity)
    return None


def _names(named: str) -> Iterator[str]:
    """Yield what to call, the best first."""
    yield from filter(None, (named, "cc", "gcc", "clang"))
    import sysconfig

    yield sysconfig.get_config_var("CC") or ""


class Waited:
    """A child process that compiles, and how long it is waited for.

    Raises ``CompileError`` where the compiler was waited for in vain before, for as long as it will
    be now.

    Parameters
    ----------
    compiler : Compiler
    patience : float or None
        seconds for which it will be waited for; None: until it hangs
    """

    def __init__(self, compiler: Compiler, patience: float | None = None):
        if _patience(patience) <= _in_vain.get(compiler.identity, 0.0):
            raise CompileError(f"{compiler.command[0]} did not end before")
        self._identity, self._began = compiler.identity, time.monotonic()
        self._child: subprocess.Popen[bytes]

    def done(self) -> bool:
        """Return whether the compiler has ended; one that hangs is ended."""
        if self._child.poll() is None and time.monotonic() - self._began > MOST_SECONDS:
            self._kill()
        return self._child.poll() is not None

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it has ended, or for so many seconds; return whether it has."""
        patience = _patience(seconds)
        left = max(0.0, min(patience, self._began + MOST_SECONDS - time.monotonic()))
        try:
            self._child.wait(left)
        except subprocess.TimeoutExpired:
            if left > min(MOST_SECONDS, SLOW_SECONDS):
                _in_vain[self._identity] = max(patience, _in_vain.get(self._identity, 0.0))
        return self.done()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._child.kill()
            elif self._child.poll() is None:
                os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()


def _patience(seconds: float | None) -> float:
    return MOST_SECONDS if seconds is None else min(MOST_SECONDS, seconds)


class Compilation(Waited):
    """A library that is being compiled; it is gone when it is dropped.

    Raises ``CompileError`` where the compiler cannot be started, too.
    """

    def __init__(self, compiler: Compiler, text: str, patience: float | None = None):
        super().__init__(compiler, patience)
        self._folder = tempfile.TemporaryDirectory(prefix="stategraph-cc-")
        self._made = Path(self._folder.name) / "loops.so"
        source, remarks = self._made.with_suffix(".c"), self._made.with_suffix(".txt")
        # names without folders: the same text gives the same bytes
        command = (*compiler.command, *FLAGS, source.name, "-o", self._made.name)
        try:
            source.write_text(text, "utf-8")
            with remarks.open("wb") as heard:
                self._child = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=heard,
                    stderr=heard,
                    cwd=self._folder.name,
                    env={**os.environ, "TMPDIR": self._folder.name, "LC_ALL": "C"},
                    start_new_session=True,
                )
        except OSError as error:
            self._folder.cleanup()
            reason = f"{compiler.command[0]} cannot be run: {error.strerror}"
            raise CompileError(reason) from None
        except BaseException:
            self._folder.cleanup()
            raise

    def result(self) -> bytes:
        """Return the library, once it is done.

        Raises ``CompileError`` where the compiler has failed, with the first thing it said.
        """
        try:
            code = self._child.wait()
            if code == 0:
                return self._made.read_bytes()
            said = self._made.with_suffix(".txt").read_text("utf-8", "replace").split("\n")
            name = Path(str(self._child.args[0])).name  # type: ignore[index]
            why = next((line for line in said if "error" in line), said[0])
            raise CompileError(f"{name} ended with {code}: {' '.join(why.split())[:200]}")
        except OSError as error:
            raise CompileError(f"the compiler made nothing: {error.strerror}") from None
        finally:
            self._folder.cleanup()

    def drop(self) -> None:
        """End the compiler, and leave nothing behind."""
        self._kill()
        self._folder.cleanup()
