"""Copies of the project in which one file is mutated, and processes that run tests in them.

A process is forked from one that has imported the libraries, but nothing of the project. Tests read
source texts by `inspect` and start other processes, so each copy is a whole tree.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

# Processor seconds that a test may take: a multiple of its usual time, and some more.
TIMES, MORE = 10, 5.0

# Seconds on the clock, for each processor second that the tests may take, before a run is ended.
PATIENCE = 6

# Bytes of memory that a run of tests may take.
MEMORY = 4 << 30


NUMBER = struct.Struct("i")


class Guard:
    """A process that ends the forked processes, and removes a folder, once this process has ended.

    The guard notices the end of this process as the end of a pipe, so a kill cannot prevent it. A
    forked process sends its number through the pipe; the negative number says that it has ended.
    """

    def __init__(self, folder: Path):
        sys.stdout.flush()
        reader, self._writer = os.pipe()
        self._child = os.fork()
        if self._child:
            os.close(reader)
            return
        try:
            os.setsid()
            os.close(self._writer)
            running = set()
            while number := os.read(reader, NUMBER.size):
                (child,) = NUMBER.unpack(number)
                running = running - {-child} if child < 0 else running | {child}
            for child in running:
                end(child)
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            os._exit(0)

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, *failure: object) -> None:
        os.close(self._writer)
        os.waitpid(self._child, 0)

    def watch_this(self) -> None:
        """Send the number of this forked process."""
        os.write(self._writer, NUMBER.pack(os.getpid()))
        os.close(self._writer)

    def forget(self, child: int) -> None:
        """Send that a process has ended."""
        os.write(self._writer, NUMBER.pack(-child))


def copy_project(project: Path, to: Path) -> None:
    """Copy the files of a project that git does not ignore."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=project, capture_output=True, text=True, check=True)
    for name in names.stdout.split("\0")[:-1]:
        if (project / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(project / name, to / name)


class Tree:
    """A copy of the project, with a folder for temporary files and one for machine code."""

    def __init__(self, project: Path, folder: Path, cache: Path, guard: Guard):
        self.root, self.temporary, self.cache = folder / "tree", folder / "temporary", cache
        self._project, self._guard = project, guard
        shutil.copytree(project, self.root)

    @contextlib.contextmanager
    def mutated(self, path: str, text: str) -> Iterator[None]:
        """Hold another text in a file."""
        (self.root / path).write_text(text, "utf-8")
        try:
            yield
        finally:
            shutil.copy2(self._project / path, self.root / path)

    def fork(self, work: Callable[[], int], log: Path) -> int:
        """Begin some work in a process of this tree; return its number."""
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir(parents=True)
        sys.stdout.flush()
        child = os.fork()
        if child:
            return child
        code = 70
        try:
            os.setsid()
            self._guard.watch_this()
            # a job in the background ignores them, and some tests send them
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(out, 1)
            os.dup2(out, 2)
            os.chdir(self.root)
            sys.path.insert(0, str(self.root))
            sys.dont_write_bytecode = True
            os.environ.update(PYTHONPATH=str(self.root), PYTHONDONTWRITEBYTECODE="1")
            code = work()
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


def run_tests(tree: Tree, words: list[str], plugins: list[object]) -> int:
    """Run pytest in a forked process; return its exit code."""
    os.environ["TMPDIR"] = tempfile.tempdir = str(tree.temporary)
    usual = ["-n0", "-q", "-x", "--no-header", "--tb=short", "-p", "no:cacheprovider"]
    usual += ["-p", "no:randomly", "-c", "setup.cfg", "--rootdir", str(tree.root)]
    usual += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # plugins are imported already
    return int(pytest.main([*usual, *words], plugins=[Kept(tree.cache), *plugins]))


class Kept:
    """A plugin of pytest that keeps machine code from run to run; conftest.py would drop it."""

    def __init__(self, cache: Path):
        self._cache = cache

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config):
        os.environ["STATEGRAPH_CACHE"] = str(self._cache)
        with contextlib.suppress(ImportError):  # a compiler is slow while other mutants run
            from stategraph.machine import c_compiler

            c_compiler.MAX_SECONDS *= 10


class Chosen:
    """A plugin of pytest that runs some tests in a given order, each in limited time."""

    def __init__(self, seconds: dict[str, float]):
        self._seconds = seconds

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        known = {item.nodeid: item for item in items}
        items[:] = [known[test] for test in self._seconds if test in known]

    def pytest_runtest_protocol(self, item, nextitem):
        """End the process, by a signal, when the test takes far longer than it does usually."""
        signal.setitimer(signal.ITIMER_PROF, TIMES * self._seconds[item.nodeid] + MORE)


def end(child: int) -> None:
    """End a forked process, and all processes that its tests started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)


def wait(children: dict[int, float], guard: Guard) -> tuple[int, int | None]:
    """Wait for a process; return its number and exit code, negative for a signal.

    The code is None if this function ended the process, which took too much time or memory.
    """
    while True:
        for child, until in children.items():
            ended, status = os.waitpid(child, os.WNOHANG)
            late = not ended and (time.monotonic() > until or _memory(child) > MEMORY)
            if ended or late:
                end(child)
                if late:
                    os.waitpid(child, 0)
                guard.forget(child)
                return child, None if late else os.waitstatus_to_exitcode(status)
        time.sleep(0.05)


def _memory(child: int) -> int:
    with contextlib.suppress(psutil.NoSuchProcess):
        return int(psutil.Process(child).memory_info().rss)
    return 0
