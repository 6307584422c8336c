"""Worker processes of the server, each of which handles one request at a time and may be killed.

An expansion may crash, hang or use up all memory. The server survives this: it kills the process
that expands, and a spare process, which is already running, takes the next request.
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from stategraph.child_processes import spared
from stategraph.readable import Record

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Method to start processes. With a fork server, new processes start with the modules already
# imported.
METHOD = "spawn" if sys.platform == "win32" else "forkserver"

# Time limits in seconds of requests that are more limited than expansions, by kind.
SECONDS = {"compare": 3.0, "beginner": 20.0, "people": 60.0}

# Maximum number of pages that have processes at the same time.
MAX_SESSIONS = 8


def preload() -> None:
    """Let the fork server import what workers need, beside the work of this process."""
    if METHOD == "forkserver":
        from multiprocessing import forkserver  # not on every system

        forkserver.set_forkserver_preload(
            [
                "stategraph.studio.level_requests",
                "stategraph.level_files.families",
                "scipy.sparse.linalg",  # imported only by the functions that need it
            ]
        )
        with spared():
            forkserver.ensure_running()


class Superseded(Exception):
    """Raised if the process was killed because of a newer request."""


class Worker:
    """A process with a `stategraph.studio.level_requests.LevelRequests`."""

    def __init__(self) -> None:
        preload()
        context: Any = multiprocessing.get_context(METHOD)
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        with spared():
            self._process.start()
        theirs.close()
        self._turn = threading.Lock()
        self.killed = False

    def take(self) -> bool:
        """Try to reserve the process for a request, and return whether this succeeds.

        The request is then sent by `ask` or `records`. A busy process cannot be reserved.
        """
        return self.alive and self._turn.acquire(blocking=False)

    def ask(self, name: str, seconds: float, reserved: bool = False, **arguments: object) -> Record:
        """Send a request and return the last of its `records`, the answer."""
        *_, answer = self.records(name, seconds, reserved, **arguments)
        return answer

    def records(
        self, name: str, seconds: float, reserved: bool = False, **arguments: object
    ) -> Iterator[Record]:
        """Send a request, and yield its progress records and then its answer.

        If the request takes too long or ends the process, the answer is an error. If the caller
        stops iterating before the answer, the process is killed.

        Raises ``Superseded`` if another thread kills the process during the request.
        """
        if not reserved:
            self._turn.acquire()
        answered, end = False, time.monotonic() + seconds
        reason = f"stopped after {seconds:g} seconds"
        try:
            self._ours.send((name, arguments))
            while not answered and self._ours.poll(max(0.0, end - time.monotonic())):
                answered, record = self._ours.recv()
                yield record
        except (EOFError, OSError):
            reason = "the process that worked on this level has ended"
        finally:
            overtaken = self.killed
            if not answered and not overtaken:
                self.kill()
            self._turn.release()
        if overtaken and not answered:
            raise Superseded
        if not answered:
            yield {"error": reason, "line": None}

    @property
    def alive(self) -> bool:
        """True unless the process was killed, here or from outside."""
        return not self.killed and self._process.is_alive()

    @property
    def busy(self) -> bool:
        """True while the process works on a request."""
        return self._turn.locked()

    def kill(self) -> None:
        """Kill the process."""
        self.killed = True
        self._process.kill()
        self._process.join()


class WorkerPair:
    """An active and a spare process; a newer request can end the work on an older request."""

    def __init__(self, seconds: float):
        self.seconds = seconds
        self._lock, self._closed = threading.Lock(), False
        self._at_work: Worker | None = None
        self._waiting = Worker()

    def ask_latest(self, name: str, **arguments: object) -> Record:
        """End the work on an older request, and return the answer to this request."""
        return self._free().ask(name, self.seconds, reserved=True, **arguments)

    def records(self, name: str, **arguments: object) -> Iterator[Record]:
        """End the work on an older request, and yield the records of this request."""
        yield from self._free().records(name, self.seconds, reserved=True, **arguments)

    def _free(self) -> Worker:
        """Return a reserved process; a process that still works on an older request is killed.

        The last active process is preferred if it is free, because it has the previous levels in
        memory.
        """
        with self._lock:
            if self._closed:  # nothing would ever end a process that starts now
                raise Superseded
            if self._at_work is None or not self._at_work.take():
                if self._at_work is not None:
                    self._at_work.kill()
                self._at_work, self._waiting = self._waiting, Worker()
                if not self._at_work.take():  # it was killed from outside
                    self._at_work = Worker()
                    self._at_work.take()
            return self._at_work

    def ask_current(self, name: str, **arguments: Any) -> Record:
        """Return the answer of the active process, which has the level in memory, to a request."""
        with self._lock:
            worker = self._at_work
        if worker is None or not worker.alive:
            reason = "no process holds this level; it is solved again"
            return {"error": reason, "line": None, "stale": True}
        return worker.ask(name, self.seconds, **arguments)

    def stop(self) -> None:
        """End the work on the current request."""
        with self._lock:
            if self._at_work is not None and self._at_work.busy:
                self._at_work.kill()

    def close(self) -> None:
        """Kill all processes, and start no others."""
        with self._lock:
            self._closed = True
            for worker in filter(None, (self._at_work, self._waiting)):
                worker.kill()


class Session:
    """The processes of one page, which never hold levels of another page.

    There is a pair of processes for each kind of request. The pair that solves starts at once, and
    every other pair starts with its first request.
    """

    def __init__(self, seconds: float):
        self._seconds, self._lock, self._closed = seconds, threading.Lock(), False
        self._pairs = {"solve": WorkerPair(seconds)}

    def workers(self, name: str) -> WorkerPair:
        """Return the processes for one kind of request."""
        with self._lock:
            if self._closed:
                raise Superseded
            if name not in self._pairs:
                self._pairs[name] = WorkerPair(min(self._seconds, SECONDS.get(name, self._seconds)))
            return self._pairs[name]

    def stop(self, *names: str) -> None:
        """End the work on the named kinds of requests."""
        for name in names:
            if name in self._pairs:
                self._pairs[name].stop()

    def close(self) -> None:
        """Kill all processes of the page, and start no others."""
        with self._lock:
            self._closed = True
            for pair in self._pairs.values():
                pair.close()


class Sessions:
    """The sessions of the most recently active pages; each page chooses a name for its session."""

    def __init__(self, seconds: float):
        self._seconds, self._lock, self._closed = seconds, threading.Lock(), False
        self._known: dict[str, Session] = {}
        self._spare: Session | None = None

    def prepare(self) -> None:
        """Start the processes of the first page, unless it has asked for them already."""
        with self._lock:
            if not self._closed and self._spare is None and not self._known:
                self._spare = Session(self._seconds)

    def of(self, name: str) -> Session:
        """Return the session of a page.

        If there are too many pages, the least recently active page loses its session.
        """
        with self._lock:
            if self._closed:
                raise Superseded
            session = self._known.pop(name, None) or self._spare or Session(self._seconds)
            if session is self._spare:
                self._spare = None
            self._known[name] = session
            while len(self._known) > MAX_SESSIONS:
                self._known.pop(next(iter(self._known))).close()
            return session

    def close(self) -> None:
        """Kill all processes, and start no others."""
        with self._lock:
            self._closed = True
            for session in filter(None, (self._spare, *self._known.values())):
                session.close()


def serve(pipe: Connection) -> None:
    """Answer requests until the pipe is closed or the process is killed."""
    from stategraph.studio.level_requests import LevelRequests

    desk = LevelRequests(on_progress=lambda record: pipe.send((False, record)))
    while True:
        try:
            name, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = desk.answer(name, **arguments)
        except Exception as error:  # the rules of a user-defined family may raise any exception
            answer = {"error": f"{type(error).__name__}: {error}", "line": None}
        pipe.send((True, answer))
