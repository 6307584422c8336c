"""Limits of an expansion: how many states, how much memory, how many seconds.

A state is expanded whole or not at all, so that an expansion stopped at a limit is still exact as
far as it goes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

# How many expanded states lie between two looks at the clock and the memory.
STRIDE = 128

# What the analyses of a graph need for each of its states and moves, beside the graph itself.
STATE_BYTES, MOVE_BYTES = 64, 32

# Why an expansion that was to go no further than the goal is not complete.
GOAL_REACHED = "the goal's level was all that was asked for"

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Limits:
    """What an expansion may use; None: no limit, for memory three quarters of what is free.

    Attributes
    ----------
    states : int or None
        distinct states seen, the goal counted once
    memory : int or None
        bytes that the process may hold, the analyses that follow included
    seconds : float or None
        time from the beginning of the expansion
    """

    states: int | None = None
    memory: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.states is not None and self.states < 1:
            raise ValueError("an expansion sees at least one state")


class Budget:
    """What is left of the limits while an expansion runs; reports progress on the way.

    `needed` are the bytes that will be needed later for each state and each move.
    """

    def __init__(
        self,
        limits: Limits,
        progress: Progress | None = None,
        needed: tuple[int, int] = (STATE_BYTES, MOVE_BYTES),
    ):
        self._limits, self._progress, self._needed = limits, progress, needed
        self._began = time.monotonic()
        self._reserve: int | None = None
        self._looks = 0

    @property
    def most_states(self) -> int | None:
        """The most states that may be seen; None: any number."""
        return self._limits.states

    def refuses(self, states: int) -> str:
        """Return why so many states are too many; empty when they are not."""
        most = self._limits.states
        return f"limit of {most:,} states" if most is not None and states > most else ""

    def exhausted(self, states: int, moves: int) -> str:
        """Return why the expansion must stop here; empty when it may go on."""
        seconds = self._limits.seconds
        if seconds is not None and time.monotonic() - self._began > seconds:
            return f"limit of {seconds:g} seconds"
        if self._progress is not None:
            self._progress(states, moves)
        # the memory of a small puzzle is not worth importing psutil
        self._looks += 1
        if self._limits.memory is not None or self._looks % 16 == 0:
            return self._memory_exhausted(states, moves)
        return ""

    def _memory_exhausted(self, states: int, moves: int) -> str:
        still_needed = states * self._needed[0] + moves * self._needed[1]
        most = self._limits.memory
        if most is not None:
            short = held_memory() + still_needed > most
            return f"limit of {most / 2**20:,.0f} MiB of memory" if short else ""
        free = free_memory()
        if self._reserve is None:
            self._reserve = free // 4
        return "end of the free memory" if free < self._reserve + still_needed else ""


def held_memory() -> int:
    """Return how many bytes the process holds."""
    import psutil

    return psutil.Process().memory_info().rss


def free_memory() -> int:
    """Return the bytes this process may still take: of its machine, container and rlimit."""
    import psutil

    free = [psutil.virtual_memory().available]
    try:
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_AS)
        if soft != resource.RLIM_INFINITY:
            free.append(soft - psutil.Process().memory_info().vms)
    except ImportError:  # not on Windows
        pass
    group = Path("/sys/fs/cgroup")
    try:
        most = int((group / "memory.max").read_text())
        free.append(most - int((group / "memory.current").read_text()))
    except (OSError, ValueError):  # no such control group, or no limit
        pass
    return max(0, min(free))
