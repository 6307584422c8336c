"""Workers that are this process: what `stategraph.store.numbering` asks of a pool, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Here:
    """Runs each task in this process, `times` times, the last one first."""

    remote = False

    def __init__(self, workers: int = 2, memory: int = 1 << 30, times: int = 1):
        self.workers, self.memory, self.times = workers, memory, times
        self.ran: list[str] = []

    def ready(self, *first: Any) -> bool:
        """Be there."""
        return True

    def greet(self, place: Any) -> bool:
        """Share all state of this process."""
        return True

    def run(
        self, task: Callable[..., Any], calls: Sequence[tuple], done: Callable[[], None]
    ) -> list[Any]:
        """Return the results of the task for each of the calls, in order."""
        found: dict[int, Any] = {}
        for _ in range(self.times):
            for k in reversed(range(len(calls))):
                self.ran.append(task.__name__)
                found[k] = task(*calls[k])
                done()
        return [found[k] for k in range(len(calls))]
