"""The C compiler of the machine, run in a child process that can be ended early.

The environment variable ``CC`` names the compiler. If it is not set, the compiler is the first of
``cc``, ``gcc`` and ``clang`` that is installed, or else the compiler that built Python. The C text
needs no header and no library.
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

# The options make integers wrap round, as in numpy, and the library depends on no other library.
_LINUX = sys.platform.startswith("linux")
_ALONE = ("-nostdlib",) if _LINUX else ()
_COMMON = ("-shared", "-fPIC", "-fwrapv", "-w", *_ALONE)
_FAST, _DEBUGGED = ("-O2", *(("-s",) if _LINUX else ())), ("-Og", "-g")

# A compiler that takes longer than `MAX_SECONDS` counts as hanging. If a compiler does not end
# during a wait of more than `SLOW_SECONDS`, no later wait of at most this length is made for it.
MAX_SECONDS, SLOW_SECONDS = 20.0, 4.0

# For each compiler that did not end in time, by its identity: the longest such wait in seconds.
_in_vain: dict[str, float] = {}


@dataclass(frozen=True)
class Compiler:
    """A C compiler.

    Attributes
    ----------
    command : tuple of str
        the command that runs the compiler
    identity : str
        a text that differs between compilers, and between their versions
    chosen : bool
        whether the user has chosen it with ``CC``
    """

    command: tuple[str, ...]
    identity: str
    chosen: bool = False

    def __str__(self) -> str:
        return f"the C compiler {shlex.join(self.command)}{' (named by CC)' if self.chosen else ''}"

    def error(self, problem: str) -> CompileError:
        """Return the error for a compiler that does not work, with advice on what to do."""
        cure = "set CC to one that works"
        return CompileError(f"{self} {problem}; {cure}{', or unset it' if self.chosen else ''}")


def flags(debugged: bool) -> tuple[str, ...]:
    """Return the options of the compiler, either for speed or for use with a debugger."""
    return (*(_DEBUGGED if debugged else _FAST), *_COMMON, "-x", "c")


def find_compiler() -> Compiler | None:
    """Return the machine's C compiler; None if the machine has none."""
    return _find(os.environ.get("CC", ""), os.environ.get("PATH", ""))


@functools.cache
def _find(command: str, path: str) -> Compiler | None:
    for text in _names(command):
        chosen = text == command
        with contextlib.suppress(ValueError, OSError):
            program, *options = shlex.split(text) or [""]
            if executable := shutil.which(program, path=path):
                real = Path(executable).resolve()
                size, changed = real.stat().st_size, real.stat().st_mtime_ns
                identity = f"{real} {size} {changed} {options}"
                return Compiler((str(Path(executable).absolute()), *options), identity, chosen)
    return None


def _names(command: str) -> Iterator[str]:
    """Yield the commands that may run a compiler, in the order in which they are tried."""
    yield from filter(None, (command, "cc", "gcc", "clang"))
    import sysconfig

    yield sysconfig.get_config_var("CC") or ""


class Waited:
    """A child process that compiles, with limits on waiting for it.

    Raises ``CompileError`` if the compiler did not end during an earlier wait of this length.

    Parameters
    ----------
    compiler : Compiler
    patience : float or None
        the number of seconds that the caller will wait; None: until the compiler counts as hanging
    """

    def __init__(self, compiler: Compiler, patience: float | None = None):
        if _patience(patience) <= _in_vain.get(compiler.identity, 0.0):
            raise compiler.error("did not end in time before")
        self._compiler, self._began = compiler, time.monotonic()
        self._child: subprocess.Popen[bytes]

    def done(self) -> bool:
        """Return whether the compiler has ended; end it first if it hangs."""
        if time.monotonic() - self._began > MAX_SECONDS:
            self._kill()
        return self._child.poll() is not None

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the compiler has ended, for at most `seconds`; return whether it has."""
        patience = _patience(seconds)
        timeout = max(0.0, min(patience, self._began + MAX_SECONDS - time.monotonic()))
        try:
            self._child.wait(timeout)
        except subprocess.TimeoutExpired:
            if timeout > min(MAX_SECONDS, SLOW_SECONDS):
                identity = self._compiler.identity
                _in_vain[identity] = max(patience, _in_vain.get(identity, 0.0))
        return self.done()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._child.kill()
            elif self._child.poll() is None:
                os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()


def _patience(seconds: float | None) -> float:
    return MAX_SECONDS if seconds is None else min(MAX_SECONDS, seconds)


class Compilation(Waited):
    """A library that is being compiled; `drop` ends its compilation.

    Raises ``CompileError`` also if the compiler cannot be started.

    Parameters
    ----------
    text : str
        the C text
    source_file : Path, optional
        a file that already contains the C text; the library then has debug symbols for this file
    """

    def __init__(
        self,
        compiler: Compiler,
        text: str,
        patience: float | None = None,
        source_file: Path | None = None,
    ):
        super().__init__(compiler, patience)
        self._folder = tempfile.TemporaryDirectory(prefix="stategraph-cc-")
        self._made = Path(self._folder.name) / "loops.so"
        source, remarks = (
            source_file or self._made.with_suffix(".c"),
            self._made.with_suffix(".txt"),
        )
        # no folder in the name, so that the same text always gives the same bytes
        options = (*flags(source_file is not None), source.name, "-o", str(self._made))
        try:
            if source_file is None:
                source.write_text(text, "utf-8")
            with remarks.open("wb") as output_file:
                self._child = subprocess.Popen(
                    (*compiler.command, *options),
                    stdin=subprocess.DEVNULL,
                    stdout=output_file,
                    stderr=output_file,
                    cwd=source.parent,
                    env={**os.environ, "TMPDIR": self._folder.name, "LC_ALL": "C"},
                    start_new_session=True,
                )
        except OSError as error:
            self._folder.cleanup()
            raise compiler.error(f"cannot be run: {error.strerror}") from None
        except BaseException:
            self._folder.cleanup()
            raise

    def result(self) -> bytes:
        """Return the compiled library; call this only after the compiler has ended.

        Raises ``CompileError`` with the first message of the compiler if it has failed.
        """
        try:
            code = self._child.wait()
            if code == 0:
                return self._made.read_bytes()
            output = self._made.with_suffix(".txt").read_text("utf-8", "replace").split("\n")
            why = " ".join(next((line for line in output if "error" in line), output[0]).split())
            reason = f": {why[:200]}" if why else " and said nothing"
            raise self._compiler.error(f"ended with {code}{reason}")
        except OSError as error:
            raise self._compiler.error(f"made no library: {error.strerror}") from None
        finally:
            self._folder.cleanup()

    def drop(self) -> None:
        """End the compiler, and remove its files."""
        self._kill()
        self._folder.cleanup()
