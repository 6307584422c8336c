"""Processes that work for the server: each answers question after question, and may be killed.

Whatever an expansion does, a crash, a hang, all the memory there is, the server goes on: it kills
the process, and the next question is another one's, which has been started already.
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
from typing import Any

from stategraph.children import spared

# Where the system can, new processes are forked from one that has read our modules already.
METHOD = "spawn" if sys.platform == "win32" else "forkserver"

# Beside its own limit of seconds, an expansion is given so many before it is held to hang.
GRACE = 30.0

# The seconds that a crew may take if they are fewer than those of an expansion.
SECONDS = {"compare": 10.0}

# The maximum number of pages that have processes at the same time.
MAX_SESSIONS = 8


class Superseded(Exception):
    """Raised where the process that was asked has been killed for a newer question."""


class Worker:
    """A process with a `stategraph.studio.work.Desk`."""

    def __init__(self) -> None:
        context: Any = multiprocessing.get_context(METHOD)
        if METHOD == "forkserver":
            context.set_forkserver_preload(["stategraph.studio.work", "stategraph.levels.families"])
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        with spared():
            self._process.start()
        theirs.close()
        self._turn = threading.Lock()
        self.killed = False

    def take(self) -> bool:
        """Take it for a question, which `ask` then asks; False where it works on another one."""
        return not self.killed and self._turn.acquire(blocking=False)

    def ask(self, name: str, seconds: float, taken: bool = False, **given: Any) -> dict[str, Any]:
        """Return the answer to a question; one that takes too long, or kills it, is an error.

        Raises ``Superseded`` where somebody kills the process meanwhile.
        """
        if not taken:
            self._turn.acquire()
        try:
            self._ours.send((name, given))
            if self._ours.poll(seconds):
                return self._ours.recv()
            reason = f"stopped after {seconds:g} seconds"
        except (EOFError, OSError):
            reason = "the process that worked on this level has ended"
        finally:
            self._turn.release()
        if self.killed:
            raise Superseded
        self.kill()
        return {"error": reason, "line": None}

    @property
    def busy(self) -> bool:
        """Whether it works on a question."""
        return self._turn.locked()

    def kill(self) -> None:
        """End it, whatever it does."""
        self.killed = True
        self._process.kill()
        self._process.join()


class Crew:
    """One process at work, and one that waits: a newer question ends what the older one asked."""

    def __init__(self, seconds: float):
        self.seconds = seconds
        self._lock, self._closed = threading.Lock(), False
        self._at_work: Worker | None = None
        self._waiting = Worker()

    def afresh(self, name: str, **given: Any) -> dict[str, Any]:
        """Ask a process that is free, and end the one that still works on an older question.

        The one that worked last is asked again where it is free: it knows the levels before.
        """
        with self._lock:
            if self._closed:  # a process that starts now would never be ended
                raise Superseded
            if self._at_work is None or not self._at_work.take():
                if self._at_work is not None:
                    self._at_work.kill()
                self._at_work, self._waiting = self._waiting, Worker()
                self._at_work.take()
            worker = self._at_work
        return worker.ask(name, self.seconds, taken=True, **given)

    def again(self, name: str, **given: Any) -> dict[str, Any]:
        """Ask the process that is at work, which knows the level already."""
        with self._lock:
            worker = self._at_work
        if worker is None or worker.killed:
            reason = "no process holds this level; it is solved again"
            return {"error": reason, "line": None, "stale": True}
        return worker.ask(name, self.seconds, **given)

    def stop(self) -> None:
        """End what is worked on."""
        with self._lock:
            if self._at_work is not None and self._at_work.busy:
                self._at_work.kill()

    def close(self) -> None:
        """End all processes, and start no other one."""
        with self._lock:
            self._closed = True
            for worker in filter(None, (self._at_work, self._waiting)):
                worker.kill()


class Session:
    """The processes of one page, which hold no level of another page.

    The crew that solves starts at once, each other crew with its first question.
    """

    def __init__(self, seconds: float):
        self._seconds, self._lock, self._closed = seconds, threading.Lock(), False
        self._crews = {"solve": Crew(seconds)}

    def crew(self, name: str) -> Crew:
        """Return the crew for one kind of question."""
        with self._lock:
            if self._closed:
                raise Superseded
            if name not in self._crews:
                self._crews[name] = Crew(min(self._seconds, SECONDS.get(name, self._seconds)))
            return self._crews[name]

    def stop(self, *names: str) -> None:
        """End what some of its crews work on."""
        for name in names:
            if name in self._crews:
                self._crews[name].stop()

    def close(self) -> None:
        """End all its processes, and start no other one."""
        with self._lock:
            self._closed = True
            for crew in self._crews.values():
                crew.close()


class Sessions:
    """The sessions of the pages that asked last, by the names that the pages give themselves."""

    def __init__(self, seconds: float):
        self._seconds, self._lock, self._closed = seconds, threading.Lock(), False
        self._known: dict[str, Session] = {}
        self._spare: Session | None = Session(seconds)  # ready before the first page asks

    def of(self, name: str) -> Session:
        """Return the session of a page; the page that asked longest ago may lose its own."""
        with self._lock:
            if self._closed:
                raise Superseded
            found = self._known.pop(name, None) or self._spare or Session(self._seconds)
            if found is self._spare:
                self._spare = None
            self._known[name] = found
            while len(self._known) > MAX_SESSIONS:
                self._known.pop(next(iter(self._known))).close()
            return found

    def close(self) -> None:
        """End all processes, and start no other one."""
        with self._lock:
            self._closed = True
            for session in filter(None, (self._spare, *self._known.values())):
                session.close()


def serve(pipe: Any) -> None:
    """Answer questions until nobody can ask any more, or until killed."""
    from stategraph.studio.work import Desk

    desk = Desk()
    while True:
        try:
            name, given = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = desk.answer(name, **given)
        except Exception as error:  # a family's own rules may raise anything
            answer = {"error": f"{type(error).__name__}: {error}", "line": None}
        pipe.send(answer)
