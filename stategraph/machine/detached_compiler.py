"""A compiler that outlives the process that started it, and caches its result.

Code that many puzzles share is worth compiling even if the first of these puzzles is solved before
the compiler ends::

    this process ──► a separate process ───► c_compiler.py, in a child process
         │                   └──► cache.py, for any process that waits
         └──► loads the library from the cache, if this process waits
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from stategraph.errors import CompileError
from stategraph.machine import c_compiler, cache

PROGRAM = """
import sys
sys.path[:] = sys.argv[4:]
from stategraph.machine.detached_compiler import main
sys.exit(main(sys.argv[1], float(sys.argv[2]), sys.argv[3]) or 0)
"""

# The folder from which the child imports this package. It is passed to the child because the child
# does not run the hooks of an editable installation.
PACKAGE_FOLDER = str(Path(__file__).parents[2])


class LastingCompilation(c_compiler.Waited):
    """A library that is being compiled, and cached under a key even after `drop`.

    Raises ``CompileError`` also if the process cannot be started.
    """

    def __init__(
        self,
        compiler: c_compiler.Compiler,
        text: str,
        key: str,
        patience: float | None = None,
        source_file: Path | None = None,
    ):
        super().__init__(compiler, patience)
        folder = cache.folder()
        if folder is None or not sys.executable:
            raise CompileError("no folder to keep machine code in, or no Python to fill it")
        self._key = key
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - `result` or `drop` closes it
        try:
            with tempfile.TemporaryFile() as text_file:
                text_file.write(text.encode())
                text_file.seek(0)
                folders = (PACKAGE_FOLDER, *sys.path)
                words = (key, str(c_compiler.MAX_SECONDS), str(source_file or ""), *folders)
                self._child = subprocess.Popen(
                    (sys.executable, "-ISBc", PROGRAM, *words),
                    stdin=text_file,
                    stdout=subprocess.DEVNULL,
                    stderr=self._said,
                    env={**os.environ, cache.VARIABLE: str(folder.absolute())},
                    start_new_session=True,
                )
        except OSError as error:
            self._said.close()
            raise CompileError(f"{sys.executable} cannot be run: {error.strerror}") from None

    def done(self) -> bool:
        """Return whether the child process has ended; that process ends a compiler that hangs."""
        return self._child.poll() is not None

    def result(self) -> bytes:
        """Wait for the child process, and return the compiled library.

        Raises ``CompileError`` with the message of the child process if compiling has failed.
        """
        self._child.wait()
        with self._said:
            if library := cache.find(self._key):
                return library.read_bytes()
            self._said.seek(0)
            output = self._said.read().decode("utf-8", "replace").strip().split("\n")
            raise CompileError(output[-1] or "nothing was compiled")

    def drop(self) -> None:
        """Let the child process continue without waiting for it.

        A daemon thread collects its exit status.
        """
        self._said.close()
        threading.Thread(target=self._child.wait, daemon=True).start()


def main(key: str, seconds: float, source_file: str) -> str:
    """Compile the text on standard input, and cache the library.

    Return an empty text, or the reason for a failure. `source_file` is the name of a file that
    already contains the text, or empty.
    """
    compiler = c_compiler.find_compiler()
    try:
        if compiler is None:
            raise CompileError("no C compiler found")
        text = sys.stdin.buffer.read().decode()
        compilation = c_compiler.Compilation(
            compiler, text, source_file=Path(source_file) if source_file else None
        )
        if not compilation.wait(seconds):
            compilation.drop()
            raise compiler.error("did not end in time")
        library = compilation.result()
        if Path(os.environ[cache.VARIABLE]).is_dir():  # else the cache was removed
            cache.keep(key, library)
    except (CompileError, OSError) as error:
        return str(error)
    return ""
